"""Four in a row on our server and on boardgame.io's, the same games in one run: milliseconds of a processor a move, and
how long a move waits. Theirs is fetched by npm into build/; where that can't be, it is skipped with a word.

python -m benchmarks.boardgameio PLANS GAMES EVERY WARM_UP SECONDS plays on our server alone and prints what it found.
So the measurement calls itself, with one of our tests' plug-ins, four in a row, in the environment.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any

from benchmarks import crowd, figures
from benchmarks.crowd import Size
from benchmarks.processes import cpu_of
from benchmarks.served import ONLY, planned

SIZE = Size(games=200, every=2.0, warm_up=5.0, seconds=20.0)
GAME = "fourrow"
SOURCES = Path(__file__).parent / "peers" / "boardgameio"
PLUGIN = figures.ROOT / "tests" / "plugins" / GAME
WORK = figures.WORK / "boardgameio"
STORES = ("flat files", "memory")
"""Where theirs keeps its games: only one of the two survives a restart, and neither waits for the disk."""


def measure(size: Size = SIZE) -> list[dict[str, object]]:
    """A row for us and one for each of their stores; nothing where theirs can't be had."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        print("boardgame.io: not measured, for there is no npm here")
        return []
    if not _fetched():
        print("boardgame.io: not measured, for npm could not fetch it")
        return []
    plans = WORK / "plans.json"
    environment = {**os.environ, "PYTHONPATH": str(_plugin()), ONLY: GAME}
    rows = [_ours(size, plans, environment)]
    rows += [_theirs(size, plans, store) for store in STORES]
    for row in rows:
        print(f"boardgame.io: {row}")
    return rows


def _fetched() -> bool:
    WORK.mkdir(parents=True, exist_ok=True)
    for file in SOURCES.iterdir():
        shutil.copy(file, WORK)
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock"]
    return subprocess.run(command, cwd=WORK, check=False).returncode == 0


def _plugin() -> Path:
    """Where four in a row is installed, as a stranger's package would be."""
    place, source = WORK / "installed", WORK / "source"
    for folder in (place, source):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(PLUGIN, source)
    offline = ["--offline", "--no-deps", "--no-build-isolation", "--python", sys.executable]
    command = [sys.executable, "-m", "uv", "pip", "install", "-q", *offline, "--target", str(place), str(source)]
    subprocess.run(command, check=True)
    return place


def _ours(size: Size, plans: Path, environment: dict[str, str]) -> dict[str, object]:
    told = [str(plans), str(size.games), str(size.every), str(size.warm_up), str(size.seconds)]
    command = [sys.executable, "-m", "benchmarks.boardgameio", *told]
    done = subprocess.run(command, cwd=figures.ROOT, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    cpu = 1000 * found["server_cpu"] * size.seconds / found["moves"]
    names = ("moves", "p50_ms", "p99_ms", "errors")
    return {"server": "ours, on the disk", "cpu_ms_a_move": round(cpu, 2), **{name: found[name] for name in names}}


def play(plans: Path, size: Size) -> dict[str, object]:
    """Our server alone, where four in a row is there; the plans are written for theirs."""
    games = [planned(number, size.moves) for number in range(size.games)]
    columns = [["abcdefg".index(move.action[0]) for move in moves] for moves in games]
    plans.write_text(json.dumps(columns), encoding="utf-8")
    return crowd.measure(size)


def _theirs(size: Size, plans: Path, store: str) -> dict[str, object]:
    with _server(store) as (server, port), plans.open() as plan:
        told = [str(port), str(size.every), str(size.warm_up), str(size.seconds)]
        command = ["node", "clients.cjs", *told]
        clients = subprocess.Popen(command, cwd=WORK, stdin=plan, stdout=subprocess.PIPE, text=True)
        assert clients.stdout is not None
        began = ended = 0.0
        found: dict[str, Any] = {}
        for line in clients.stdout:
            if line.startswith("begun"):
                began = cpu_of(server.pid)
            elif line.startswith("ended"):
                ended = cpu_of(server.pid)
            else:
                found = json.loads(line)
        clients.wait()
    hundredths = quantiles(found["waits"], n=100)
    return {
        "server": f"boardgame.io, {store}",
        "cpu_ms_a_move": round(1000 * (ended - began) / found["counted"], 2),
        "moves": found["counted"],
        "p50_ms": round(hundredths[49], 1),
        "p99_ms": round(hundredths[98], 1),
        "errors": found["errors"],
    }


@contextmanager
def _server(store: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    kept = WORK / "kept"
    shutil.rmtree(kept, ignore_errors=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = ["node", "server.cjs", str(port), *([str(kept)] if store == STORES[0] else [])]
    process = subprocess.Popen(command, cwd=WORK, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        if not any(line.startswith("ready") for line in process.stdout):
            raise SystemExit("boardgame.io's server did not start.")
        yield process, port
    finally:
        process.kill()
        process.communicate()


if __name__ == "__main__":
    place, *numbers = sys.argv[1:]
    print(json.dumps(play(Path(place), Size(int(numbers[0]), *map(float, numbers[1:])))))
