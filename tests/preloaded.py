"""The command without the time that it takes to load: one process has loaded all of it once and becomes, by a fork, a
process of its own for every call. What is run is what `python -m triarii` runs.

Whoever tests how the command is loaded (extras that are missing, packages beside it, encodings) starts it from nothing
instead; `fits` tells whether an environment asks for that.
"""

from __future__ import annotations

import atexit
import gc
import io
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parent.parent
PACKAGES = ("triarii.cli", "triarii.server", "triarii.players", "triarii.games", "triarii.lab", "triarii.pictures")
APART = ("migrations", "python_pack")
"""Modules that are run, or are not imported by anybody."""
TOLD_AT_THE_START = ("PYTHON", "TRIARII_")
"""Variables that a process reads when it loads, or that tell it what to load."""
READ_LATE = ("TRIARII_DATA",)
LONGEST = 1 << 20
UNWRITTEN = 120
"""The exit code of a Python that could not write all that it had to say."""


def fits(env: Mapping[str, str]) -> bool:
    """Whether a process in this environment would have been loaded like the one that is loaded already."""
    names = {name for name in (*env, *os.environ) if name.startswith(TOLD_AT_THE_START) and name not in READ_LATE}
    return all(env.get(name) == _usual(name) for name in names)


def _usual(name: str) -> str | None:
    return "1" if name == "PYTHONUTF8" else os.environ.get(name)


@dataclass
class Call:
    """A process of the command, begun by a fork: as much of a `Popen` as tests ask for."""

    pid: int
    status: int
    """Where its exit code will come from."""
    returncode: int | None = None

    def poll(self) -> int | None:
        return self._ended(0.0)

    def wait(self, timeout: float | None = None) -> int:
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(f"triarii ({self.pid})", timeout or 0.0)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _ended(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self.status], [], [], timeout)[0]:
            told = os.read(self.status, 64).split()
            os.close(self.status)
            assert told, "what loaded the command has ended"
            self.returncode = int(told[0])
            _work.append(float(told[1]))
        return self.returncode


@dataclass
class Loaded:
    """The process that has loaded the command; one for each worker of a run, begun when it is first needed."""

    line: socket.socket = field(init=False)
    process: subprocess.Popen[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self.line, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with its:
            env = {**os.environ, "PYTHONUTF8": "1"}
            command = [sys.executable, "-m", "tests.preloaded", str(its.fileno())]
            self.process = subprocess.Popen(command, cwd=ROOT, env=env, pass_fds=[its.fileno()])
        atexit.register(self.close)

    def close(self) -> None:
        """It ends when nobody can call any more."""
        self.line.close()
        self.process.wait()

    def call(
        self,
        words: Sequence[str],
        streams: tuple[int, int, int],
        env: Mapping[str, str],
        cwd: Path | None = None,
        at_terminal: bool = False,
    ) -> Call:
        """Begins the command with these words and standard streams."""
        reader, writer = os.pipe()
        asked = {"words": list(words), "env": dict(env), "cwd": str(cwd or Path.cwd()), "at_terminal": at_terminal}
        try:
            socket.send_fds(self.line, [json.dumps(asked).encode()], [*streams, writer])
        finally:
            os.close(writer)
        return Call(int(self.line.recv(64)), reader)


_work: list[float] = []


def worked() -> float:
    """Seconds of a processor that the calls took which have ended."""
    return sum(_work)


@cache
def loaded() -> Loaded:
    """The one of this process."""
    return Loaded()


# In the process that has loaded the command


def load() -> None:
    for name in PACKAGES:
        package = import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            if module.name.rpartition(".")[2] not in APART and ".migrations" not in module.name:
                with suppress(ImportError):
                    import_module(module.name)
    import_module("alembic.command")
    import_module("triarii.server.play.warming_up").load_games()


def serve(line: socket.socket) -> dict[str, object]:
    """Forks one process for each call, and tells how each ended. Returns in the child, which goes on as the command."""
    waker, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    callers: dict[int, int] = {}
    while True:
        ready = select.select([line.fileno(), waker], [], [])[0]
        if waker in ready:
            os.read(waker, 4096)
            _tell_the_ends(callers)
        if line.fileno() in ready:
            told, fds, _, _ = socket.recv_fds(line, LONGEST, 4)
            if not told:
                os._exit(0)
            if not (pid := os.fork()):
                signal.set_wakeup_fd(-1)
                asked: dict[str, object] = json.loads(told)
                _take_streams(fds[:3], bool(asked["at_terminal"]))
                return asked
            callers[pid] = fds[3]
            for fd in fds[:3]:
                os.close(fd)
            line.send(str(pid).encode())


def _tell_the_ends(callers: dict[int, int]) -> None:
    with suppress(ChildProcessError):
        while (ended := os.wait4(-1, os.WNOHANG))[0]:
            pid, status, used = ended
            caller = callers.pop(pid)
            with suppress(BrokenPipeError):  # the caller may have gone
                os.write(caller, f"{os.waitstatus_to_exitcode(status)} {used.ru_utime + used.ru_stime:.3f}".encode())
            os.close(caller)


def _take_streams(fds: Sequence[int], at_terminal: bool) -> None:
    """As a new process has them, and nothing else of the one that it came from."""
    if at_terminal:
        os.setsid()
    for target, fd in enumerate(fds):
        os.dup2(fd, target)
    os.closerange(3, 256)
    if at_terminal:
        import fcntl
        import termios

        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for fd, name in enumerate(("stdin", "stdout", "stderr")):
        stream = _text(fd, "w" if fd else "r")
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)  # what draws on a terminal takes this one


def _text(fd: int, mode: str) -> io.TextIOWrapper:
    errors = "backslashreplace" if fd == 2 else "surrogateescape"
    raw = io.FileIO(fd, mode, closefd=False)
    buffered = io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw)
    return io.TextIOWrapper(buffered, "utf-8", errors, line_buffering=fd == 2 or raw.isatty())


def main() -> None:
    asked = serve(socket.socket(fileno=int(sys.argv[1])))
    env, words = asked["env"], asked["words"]
    assert isinstance(env, dict)
    assert isinstance(words, list)
    os.environ.clear()
    os.environ.update(env)
    time.tzset()
    os.chdir(str(asked["cwd"]))
    sys.argv = ["triarii", *words]
    runpy.run_module("triarii", run_name="__main__", alter_sys=True)


def end(work: Callable[[], None]) -> NoReturn:
    """As a process ends, but for taking apart, module by module, what is gone with it anyway."""
    code = 0
    try:
        work()
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else int(left.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 1
    # No public function waits for threads as the end of a Python does: executors first, then all that are no daemons.
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        code = UNWRITTEN
    os._exit(code)


if __name__ == "__main__":
    load()
    gc.collect()
    gc.freeze()  # what is loaded is never looked through again, in no fork
    end(main)
