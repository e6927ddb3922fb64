"""Locks on open files, by which processes keep out of each other's way; a lock ends with its process at the latest."""

from __future__ import annotations

import os
import sys
from typing import IO, Any

PLACE = 2**31 - 2
"""The byte that is locked on Windows, where a locked byte can't even be read: one that no file of ours reaches, and the
last one but one that the system's call can name."""


def taken(file: IO[Any]) -> bool:
    """Whether the lock of the file is ours now; no if another process has it. Closing the file gives it back."""
    try:
        _lock(file.fileno())
    except OSError:
        return False
    return True


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        here = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, PLACE, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, here, os.SEEK_SET)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
