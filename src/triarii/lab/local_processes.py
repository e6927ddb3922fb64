"""Tasks on the cores of this machine, each worker a process of its own that ends with the one that began it."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, get_context, parent_process
from threading import Thread, current_thread, main_thread

from triarii.lab.executors import AHEAD, Found

MOST = 61 if sys.platform == "win32" else 1_000_000
"""Processes of a pool: on Windows nobody can wait for more at once, and Python refuses to."""


@dataclass(frozen=True)
class LocalProcesses:
    """At most so many processes; by default one a core. A single one is this process itself."""

    jobs: int | None = None

    def run(self, tasks: Iterable[Callable[[], Found]], count: int) -> Generator[Found, None, None]:
        jobs = min(self.jobs or os.cpu_count() or 1, count, MOST)
        if jobs <= 1:
            yield from (task() for task in tasks)
            return
        strangers = active_children()
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin_worker) as pool:
            under_way: deque[Future[Found]] = deque()
            try:
                for task in tasks:
                    with _deaf_to_interrupts():
                        under_way.append(pool.submit(task))
                    if len(under_way) == AHEAD * jobs:
                        yield under_way.popleft().result()
                while under_way:
                    yield under_way.popleft().result()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for worker in active_children():
                    if worker not in strangers:
                        worker.terminate()  # its game would be played to the end for nobody
                raise


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes begun here do not hear Ctrl-C: the one that began them does, and ends them. It does so when they have
    begun: a process that was told only half of what to do would complain. Another thread may hear it meanwhile (the bar
    that moves has one), and Python would pass it on at once."""
    heard: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, _: heard.append(number)) if _in_main_thread() else None
    try:
        with _blocked_interrupts():
            yield
    finally:
        if usual is not None:
            signal.signal(signal.SIGINT, usual)
    if heard and callable(usual):
        usual(heard[0], None)


@contextmanager
def _blocked_interrupts() -> Iterator[None]:
    """A process begun here inherits that it hears no Ctrl-C; on Windows that can't be, and it sees to it itself."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _in_main_thread() -> bool:
    """Where alone Python lets signals be handled."""
    return current_thread() is main_thread()


def _begin_worker() -> None:
    """First of all in a process of the pool."""
    if sys.platform == "win32":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    _leave_with_parent()


def _leave_with_parent() -> None:
    """A process whose parent was killed must not wait for work for ever."""
    parent = parent_process()
    assert parent is not None, "called in a process of the pool"

    def leave() -> None:
        parent.join()
        os._exit(1)

    Thread(target=leave, daemon=True).start()
