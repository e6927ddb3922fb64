"""Who comes first at the processors: an answer to a person before a thought.

Linux lets each process say how long its turns shall be (since 6.12): who wants short ones is let in as soon as it
wakes, who wants long ones computes undisturbed and waits. Elsewhere only niceness counts.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys

SHORT, LONG = 100_000, 10_000_000
"""Nanoseconds of a turn: the least that Linux grants, and three times what it gives unasked."""
SET_ATTRIBUTES = {"x86_64": 314, "aarch64": 274, "riscv64": 274}
"""The number of Linux's `sched_setattr`, by machine: neither Python nor older C libraries have it by name."""
ATTRIBUTES = struct.Struct("IIQiIQQQII")
"""Size, policy, flags, nice, priority, length of a turn, deadline, period, least and most use."""
NORMAL, BATCH = 0, 3


def answer_people() -> bool:
    """For the server, before it starts threads: be let in at once. Whether the system knows how."""
    nice = os.getpriority(os.PRIO_PROCESS, 0) if hasattr(os, "getpriority") else 0
    return _schedule(NORMAL, nice, SHORT)


def think_behind(nice: int) -> None:
    """For a worker: compute when nobody else wants to, so much less urgently."""
    if hasattr(os, "nice"):
        nice = os.nice(nice)
    if not _schedule(BATCH, nice, LONG) and hasattr(os, "SCHED_BATCH"):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _schedule(policy: int, nice: int, turn: int) -> bool:
    number = SET_ATTRIBUTES.get(platform.machine())
    if sys.platform != "linux" or number is None:
        return False
    attributes = ATTRIBUTES.pack(ATTRIBUTES.size, policy, 0, nice, 0, turn, 0, 0, 0, 0)
    return bool(ctypes.CDLL(None).syscall(number, 0, attributes, 0) == 0)
