"""How long tests wait before they call something hung. No test asserts more of the clock than this: a slow machine is
slow, not wrong.

The bounds are generous, and wider still where this run gets but a share of a processor: a piece of work is timed once,
before the first test, and all processes of the run take what it came to.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

TOLD = "TRIARII_TESTS_SLOWNESS"
"""Hands what was measured to the workers of pytest-xdist and to every process that a test starts."""
PROBE = 0.1
"""Seconds of a processor that the probe takes."""


def measured() -> float:
    """How many seconds pass here while a processor works for one second on our behalf; never less than one."""
    begun, worked = time.monotonic(), time.thread_time()
    while time.thread_time() - worked < PROBE:
        pass
    return max(1.0, (time.monotonic() - begun) / PROBE)


if TOLD not in os.environ:
    os.environ[TOLD] = f"{measured():.2f}"
SLOWNESS = float(os.environ[TOLD])
ANSWER = 600.0 * SLOWNESS
"""Seconds for one answer of another thread or process."""
TEST = 3 * ANSWER
"""Seconds for one test with what it sets up; pytest-timeout ends a longer one and shows where it hung."""


def eventually(true: Callable[[], bool], otherwise: str = "it never came so far") -> None:
    """Waits for what other threads or processes bring about."""
    deadline = time.monotonic() + ANSWER
    while not true():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.01)
