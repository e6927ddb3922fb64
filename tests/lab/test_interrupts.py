"""Ctrl-C while a match begins its processes."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from tests.patience import eventually
from triarii.lab import local_processes


def test_ctrl_c_is_heard_after_a_process_has_begun_whichever_thread_hears_it() -> None:
    over = threading.Event()
    another = threading.Thread(target=over.wait)
    another.start()  # before, so that it hears what this thread does not
    begun: list[bool] = []
    heard: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        with local_processes._deaf_to_interrupts():
            os.kill(os.getpid(), signal.SIGINT)
            eventually(lambda: signal.SIGINT not in signal.sigpending(), "the other thread never heard it")
            time.sleep(0.2)  # Python passes it on to this thread, which must not care yet
            begun.append(not heard)
        eventually(lambda: bool(heard))
        assert signal.getsignal(signal.SIGINT) is not usual
    finally:
        signal.signal(signal.SIGINT, usual)
        over.set()
        another.join()
    assert begun == [True], "nothing was cut short"
    assert heard == [signal.SIGINT]


def test_ctrl_c_ends_what_begins_processes() -> None:
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), local_processes._deaf_to_interrupts():
            os.kill(os.getpid(), signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, usual)
