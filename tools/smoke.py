"""Does Triarii start and play on this system? Asks the real command, in processes of its own, for one of everything.

`make smoke` does all of it; names do some: `python -m tools.smoke imports match`. It needs nothing but Python, so that
it runs wherever the package does.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import pkgutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import triarii
from triarii.cli import BAD_INPUT
from triarii.core import locks

PATIENCE = 600
"""Seconds for one answer; they bound a hang only."""
BY_OTHERS = frozenset(("triarii.__main__", "triarii.server.storage.migrations.env"))
"""The command itself, and what only the migrations of the database can run."""
BY_PACKAGE = {"triarii.server.edge.httptools_protocol": "httptools"}
"""What is asked for only where a package is that not every system has."""
TAKES = "import sys; from triarii.core import locks; print(locks.taken(open(sys.argv[1], 'r+b')))"


def imports(_: Path) -> None:
    """Every module of the package."""
    names = [found.name for found in pkgutil.walk_packages(triarii.__path__, "triarii.")]
    _expect(len(names) > len(BY_OTHERS), f"only {names} were found")
    for name in names:
        package = BY_PACKAGE.get(name, "triarii")
        if name not in BY_OTHERS and importlib.util.find_spec(package) is not None:
            importlib.import_module(name)


def shows(folder: Path) -> None:
    """What can be done, and which games there are."""
    _expect("Usage: triarii" in _run("--help", folder=folder), "no help")
    games = {game["id"] for game in json.loads(_run("games", "--json", folder=folder))}
    _expect(games >= {"adlg", "cities", "towar"}, f"games: {games}")


def match(folder: Path) -> None:
    """Two programs, in two processes."""
    words = ("match", "cities", "--players", "random,random", "--games", "2", "--jobs", "2", "--seed", "1", "--json")
    _expect(json.loads(_run(*words, folder=folder))["games"] == 2, "two games were asked for")


def plain(folder: Path) -> None:
    """A person at a terminal, who saves the game and has it proved."""
    words = ("play", "cities", "--plain", "--players", "human,random", "--save", "game.jsonl", "--lang", "en")
    told = _run(*words, folder=folder, given="b2b4\nresign\n")
    _expect("wins by resignation" in told, told)
    _run("verify", "game.jsonl", folder=folder)


def measure(folder: Path) -> None:
    """A measurement is kept in a file, which no other process can have meanwhile."""
    with (folder / "kept").open("w+b") as ours:
        _expect(locks.taken(ours), "a new file is free")
        ours.write(b"kept")
        ours.flush()
        _expect((folder / "kept").read_bytes() == b"kept", "a lock keeps nobody from reading")
        _expect(_process("-c", TAKES, str(folder / "kept"), folder=folder).stdout == "False\n", "two have one lock")
    _expect(
        _process("-c", TAKES, str(folder / "kept"), folder=folder).stdout == "True\n", "the lock was not given back"
    )


def serve(folder: Path) -> None:
    """A server that answers, whose computer thinks, and whose folder is its own."""
    words = (
        "-m",
        "triarii",
        "serve",
        "--port",
        "0",
        "--lang",
        "en",
        "--workers",
        "1",
        "--data",
        str(folder / "served"),
    )
    server = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True, env=_environment(folder))
    try:
        assert server.stdout is not None
        said = ""
        while "Ctrl-C" not in said:
            line = server.stdout.readline()
            _expect(line != "", f"the server ended, having said: {said}")
            said += line
        address = said[said.index("http://") :].split()[0]
        asked = {"game": "cities", "options": {}, "start": "", "actions": [], "count": 1, "milliseconds": 100}
        thought = urllib.request.Request(
            f"{address}/api/study/lines", json.dumps(asked).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(thought, timeout=PATIENCE) as answer:
            _expect(len(json.load(answer)["lines"]) == 1, "one line was asked for")
        second = _process(*words, folder=folder)
        _expect(second.returncode == BAD_INPUT and address in second.stderr, f"two servers on one folder: {second}")
    finally:
        server.kill()
        server.communicate()


CHECKS: Mapping[str, Callable[[Path], None]] = {
    check.__name__: check for check in (imports, shows, match, plain, measure, serve)
}


def main(names: Sequence[str]) -> int:
    """Does the named checks, or all; 1 if something is wrong."""
    for name in names or CHECKS:
        with tempfile.TemporaryDirectory() as folder:
            try:
                CHECKS[name](Path(folder))
            except Wrong as wrong:
                print(f"{name}: {wrong}", file=sys.stderr)
                return 1
        print(f"{name}: good", flush=True)
    return 0


class Wrong(Exception):
    """What was promised is not so."""


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Wrong(otherwise)


def _run(*words: str, folder: Path, given: str = "") -> str:
    """What the command says when all goes well."""
    done = _process("-m", "triarii", *words, folder=folder, given=given)
    _expect((done.returncode, done.stderr) == (0, ""), f"{words}: {done.returncode} {done.stderr}")
    return done.stdout


def _process(*words: str, folder: Path, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=_environment(folder),
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "TRIARII_DATA": str(folder / "data"), "PYTHONUTF8": "1"}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
