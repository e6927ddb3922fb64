"""Several processes of one server side by side: whoever dies is replaced, and all can be replaced one after the other
without anybody noticing."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from typing import NoReturn

SIGNALS = (signal.SIGINT, signal.SIGTERM)
GLANCE = 0.5
"""Seconds between two looks after the processes."""
PATIENCE = 60.0
"""Seconds for one to begin; it is on its own after that."""
SOON = 2.0
"""Seconds within which one that ends has failed to begin, and is not replaced at once."""
Member = Callable[[Callable[[], None]], bool]
"""What a process does until a signal comes: it is handed what it has to call when it is ready."""


class Team:
    """Processes that all do the same; this one only looks after them. Forked while nothing runs here but this."""

    def __init__(self, count: int, member: Member) -> None:
        self._count = count
        self._member = member
        self._begun: dict[int, float] = {}
        """When each was begun, by its process id."""
        self._asked: set[signal.Signals] = set()

    def start(self) -> None:
        """Back when all are there."""
        for _ in range(self._count):
            self._begin()

    def look_after(self) -> None:
        """Until a signal ends them all. SIGHUP replaces one after the other, each when the next is there."""
        watched = (*SIGNALS, RENEW)
        before = {number: signal.signal(number, self._note) for number in watched}
        try:
            while not self._asked.intersection(SIGNALS):
                if RENEW in self._asked:
                    self._asked.discard(RENEW)
                    self._replace_all()
                self._replace_dead()
                if not self._asked:
                    time.sleep(GLANCE)
            self._end(list(self._begun))
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _note(self, number: int, _frame: object) -> None:
        self._asked.add(signal.Signals(number))

    def _replace_all(self) -> None:
        for old in list(self._begun):
            if not self._begin():
                return  # what can't begin replaces nobody
            self._end([old])

    def _replace_dead(self) -> None:
        for process in [each for each in self._begun if _has_ended(each)]:
            failed = time.monotonic() - self._begun.pop(process) < SOON
            if failed:
                time.sleep(SOON)
            self._begin()

    def _end(self, processes: list[int]) -> None:
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)
        for process in processes:
            with contextlib.suppress(ChildProcessError):
                _wait_for(process)
            self._begun.pop(process, None)

    def _begin(self) -> bool:
        """One more, back when it is ready; whether it is."""
        ready, told = os.pipe()
        sys.stdout.flush()
        process = _forked()
        if process == 0:
            os.close(ready)
            self._run(told)
        os.close(told)
        self._begun[process] = time.monotonic()
        try:
            return bool(select.select([ready], [], [], PATIENCE)[0]) and os.read(ready, 1) != b""
        finally:
            os.close(ready)

    def _run(self, told: int) -> NoReturn:
        """What a process does; it never comes back to what its parent was about."""
        began = False
        try:
            for number in (*SIGNALS, RENEW):
                signal.signal(number, signal.SIG_DFL if number in SIGNALS else signal.SIG_IGN)

            def tell() -> None:
                os.write(told, b".")
                os.close(told)

            began = self._member(tell)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0 if began else 1)


def _wait_for(process: int) -> None:
    while True:
        try:
            os.waitpid(process, 0)
        except InterruptedError:
            continue
        return


if sys.platform == "win32":  # serving refuses several processes there
    RENEW = signal.SIGBREAK

    def _forked() -> int:
        raise NotImplementedError

    def _has_ended(process: int) -> bool:
        raise NotImplementedError

else:
    RENEW = signal.SIGHUP

    def _forked() -> int:
        return os.fork()

    def _has_ended(process: int) -> bool:
        try:
            return os.waitpid(process, os.WNOHANG)[0] == process
        except ChildProcessError:
            return True
