"""The server that is attacked: `triarii serve` as anybody starts it, and what it and its workers take."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

from benchmarks import figures
from benchmarks.attacks.visitor import Server
from benchmarks.crowd import PATIENCE
from benchmarks.processes import MEGABYTE, cpu_of, memory_of

MOST_MEMORY = 6 << 30
"""Bytes after which a server counts as lost and is ended, before others on the machine suffer."""
EVERY = 0.25
"""Seconds between two looks at memory."""
FORGET_PEAK = "5"


class Served:
    """A server process that can be started again when an attack has killed it."""

    def __init__(self, data: Path, *words: str) -> None:
        self.data = data
        self.words = words
        self.errors = data / "errors.txt"
        self.starts = 0
        self.most_memory = 0
        self._over = threading.Event()
        self._looking: threading.Thread | None = None

    def start(self) -> None:
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        command = [sys.executable, "-m", "triarii", "serve", "--data", str(self.data), "--port", "0", "--lang", "en"]
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(
                [*command, *self.words], cwd=figures.ROOT, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        self.starts += 1
        assert self.process.stdout is not None
        address = ""
        for line in self.process.stdout:
            found = re.search(r"http://(\S+)", line)
            address = address or (found[1] if found else "")
            if "Ctrl-C" in line:
                break
        else:
            raise SystemExit(f"the server did not start: {self.errors.read_text()}")
        self.server = Server.at(address)
        with contextlib.suppress(OSError):  # if memory runs out, this process shall go and no other
            Path(f"/proc/{self.process.pid}/oom_score_adj").write_text("1000")
        self._over.clear()
        self._looking = threading.Thread(target=self._look, daemon=True)
        self._looking.start()

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def end(self) -> str:
        """Stop it as the system does; what it had to say."""
        self._over.set()
        if self.alive:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
        return self.said()

    def said(self) -> str:
        return self.errors.read_text(errors="replace") if self.errors.exists() else ""

    def pids(self) -> list[int]:
        """The server and its workers."""
        found = [self.process.pid]
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{self.process.pid}/task").iterdir():
                found += [int(child) for child in (task / "children").read_text().split()]
        return found

    def cpu(self) -> float:
        """Seconds of a processor taken so far; those of workers that have ended are not known."""
        return sum(_tried(cpu_of, pid) for pid in self.pids())

    def connections(self) -> int:
        """Files and sockets that the server holds open."""
        with contextlib.suppress(OSError):
            return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))
        return 0

    def forget_peak(self) -> None:
        for pid in self.pids():
            with contextlib.suppress(OSError):
                Path(f"/proc/{pid}/clear_refs").write_text(FORGET_PEAK)
        self.most_memory = self.memory()

    def memory(self) -> int:
        return int(sum(_tried(lambda each: memory_of(each)[0], pid) for pid in self.pids()))

    def peak_mb(self) -> int:
        """The most that all of them held since it was forgotten: what was seen, or the sum of the peaks."""
        peaks = int(sum(_tried(lambda each: memory_of(each)[1], pid) for pid in self.pids()))
        return round(max(self.most_memory, peaks) / MEGABYTE)

    def _look(self) -> None:
        while not self._over.wait(EVERY) and self.alive:
            held = self.memory()
            self.most_memory = max(self.most_memory, held)
            if held > MOST_MEMORY:
                self.process.kill()


def _tried(look: object, pid: int) -> float:
    """Zero of a process that has just ended."""
    assert callable(look)
    try:
        return float(look(pid))
    except (OSError, KeyError, ValueError, IndexError):
        return 0.0


def own_cpu(process: subprocess.Popen[str]) -> float:
    return _tried(cpu_of, process.pid)


def cores() -> int:
    return os.cpu_count() or 1
