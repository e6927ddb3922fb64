"""Runs the command as people and programs do: as a process of its own, within this one, in a talk, at a terminal."""

from __future__ import annotations

import fcntl
import io
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Self

import pytest

from tests import patience, preloaded
from triarii.cli import main

PATIENCE = patience.ANSWER
"""Seconds for one answer: they bound a hang only."""
PIPED = 65_536
"""So much fits into a pipe that nobody reads yet."""
TRIARII = (sys.executable, "-m", "triarii")
AT_TERMINAL = (
    sys.executable,
    "-c",
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])",
)
"""Makes the pseudo-terminal the one whose Ctrl-C the command hears, then becomes the command."""
LANGUAGE = ("LC_ALL", "LC_MESSAGES", "LANGUAGE")
PROMPTS = {"en": " turn: ", "de": " am Zug: "}
START = "10/1ffffffff1/10/10/10/10/10/10/1FFFFFFFF1/10 1 a1j1d3g3-d8g8a10j10 0"
"""The first position of Cities & Heroes, as its text."""


@dataclass(frozen=True)
class Done:
    """What a run of the command came to."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> Any:
        """The one document on standard output; anything beside it would not parse."""
        return json.loads(self.out)

    @property
    def complaint(self) -> str:
        """The one sentence of bad input; nothing else was said."""
        assert (self.code, self.out) == (2, ""), self
        return self.sentence

    @property
    def sentence(self) -> str:
        """The one line on standard error."""
        assert self.err.count("\n") == 1, self
        assert self.err.endswith("\n"), self
        assert "Traceback" not in self.err, self
        return self.err.strip()

    def well(self) -> Self:
        assert (self.code, self.err) == (0, ""), self
        return self


def environment(lang: str = "en", **more: str) -> dict[str, str]:
    """This one, with a terminal that speaks the language."""
    kept = {name: value for name, value in os.environ.items() if name not in LANGUAGE}
    return {**kept, "LANG": {"en": "en_GB.UTF-8", "de": "de_DE.UTF-8"}[lang], "PYTHONUTF8": "1", **more}


def command(
    *words: str,
    data: bytes = b"",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    program: Sequence[str] = TRIARII,
) -> Done:
    """A real process; `data` is its standard input."""
    env = env or environment()
    if program is TRIARII and preloaded.fits(env) and len(data) <= PIPED:
        return _called(words, data, env, cwd)
    done = subprocess.run(
        [*program, *words],
        input=data,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        env=env,
        cwd=cwd,
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def _called(words: Sequence[str], data: bytes, env: Mapping[str, str], cwd: Path | None) -> Done:
    reader, writer = os.pipe()
    os.write(writer, data)
    os.close(writer)
    with TemporaryFile() as out, TemporaryFile() as err:
        try:
            process = preloaded.loaded().call(words, (reader, out.fileno(), err.fileno()), env, cwd)
        finally:
            os.close(reader)
        try:
            code = process.wait(PATIENCE)
        finally:
            process.kill()
        for file in (out, err):
            file.seek(0)
        return Done(code, out.read().decode(), err.read().decode())


@dataclass(frozen=True)
class Within:
    """Runs the command in this process, which is faster."""

    capsys: pytest.CaptureFixture[str]
    patch: pytest.MonkeyPatch

    def __call__(self, *words: str, data: bytes = b"", lang: str = "en") -> Done:
        for name in LANGUAGE:
            self.patch.delenv(name, raising=False)
        self.patch.setenv("LANG", lang)
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        self.capsys.readouterr()
        code = main(list(words))
        said = self.capsys.readouterr()
        return Done(code, said.out, said.err)

    def play(self, typed: Sequence[str], *words: str, lang: str = "en") -> Done:
        """A plain game with these lines typed in."""
        return self("play", "--plain", *words, data="".join(f"{line}\n" for line in typed).encode(), lang=lang)


class Talk:
    """A process that is talked to: what it says is read as it comes."""

    def __init__(self, process: subprocess.Popen[bytes] | preloaded.Call, hears: int, speaks: int) -> None:
        self.process = process
        self.hears = hears
        self.speaks = speaks
        self.said = ""
        self._raw = b""

    def until(self, *ends: str) -> str:
        """Everything up to one of these texts, or to the end of the process if it comes before."""
        deadline = time.monotonic() + PATIENCE
        start = len(self.said)
        while not any(end in self.said[start:] for end in ends):
            assert time.monotonic() < deadline, f"{ends} never came: {self.said[-2000:]}"
            if select.select([self.speaks], [], [], 0.5)[0] and not self._take():
                break
        return self.said[start:]

    def type(self, line: str) -> None:
        os.write(self.hears, line.encode() + b"\n")

    def ask(self, line: str, lang: str = "en") -> str:
        """Types a line at the prompt; what is said up to the next prompt."""
        self.type(line)
        return self.until(PROMPTS[lang])

    def end(self) -> int:
        """The exit code, when the process is gone and all was read."""
        self.until("\0")
        return self.process.wait(PATIENCE)

    def _take(self) -> bool:
        with suppress(OSError):  # a terminal whose process is gone ends with an error instead of an end
            data = os.read(self.speaks, 65536)
            self._raw += data
            self.said = self._raw.decode(errors="replace")
            return bool(data)
        return False


@contextmanager
def talk(*words: str, env: Mapping[str, str] | None = None) -> Iterator[Talk]:
    """The command with pipes at both ends, as a script uses it."""
    env = env or environment()
    if preloaded.fits(env):
        (its_in, hears), (speaks, its_out) = os.pipe(), os.pipe()
        try:
            forked = preloaded.loaded().call(words, (its_in, its_out, its_out), env)
        finally:
            os.close(its_in)
            os.close(its_out)
        with _closed(hears, speaks), _ended(forked):
            yield Talk(forked, hears, speaks)
        return
    process = subprocess.Popen(
        [*TRIARII, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0, env=env
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdin, process.stdout, _ended(process):
        yield Talk(process, process.stdin.fileno(), process.stdout.fileno())


@contextmanager
def terminal(
    *words: str,
    columns: int = 80,
    env: Mapping[str, str] | None = None,
    out: int | None = None,
    program: Sequence[str] = TRIARII,
) -> Iterator[Talk]:
    """The command at a pseudo-terminal; with `out`, its standard output goes elsewhere."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    shown = {**(env or environment()), "TERM": "xterm"}
    for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"):
        shown.pop(name, None)
    streams = its, its if out is None else out, its
    process: subprocess.Popen[bytes] | preloaded.Call
    if program is TRIARII and preloaded.fits(shown):
        process = preloaded.loaded().call(words, streams, shown, at_terminal=True)
    else:
        stdin, stdout, stderr = streams
        process = subprocess.Popen(
            [*AT_TERMINAL, *program, *words],
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            env=shown,
            start_new_session=True,
        )
    os.close(its)
    with _closed(ours), _ended(process):
        yield Talk(process, ours, ours)


@contextmanager
def _closed(*ends: int) -> Iterator[None]:
    try:
        yield
    finally:
        for end in ends:
            os.close(end)


@contextmanager
def _ended(process: subprocess.Popen[bytes] | preloaded.Call) -> Iterator[None]:
    """No test leaves a process behind."""
    try:
        yield
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(PATIENCE)


def options_of(help_text: str) -> set[str]:
    """The long options that a help page lists."""
    return set(re.findall(r"^\s+(?:-\w, )?(--[\w-]+)", help_text, re.MULTILINE))
