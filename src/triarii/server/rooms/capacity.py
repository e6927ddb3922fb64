"""How much a server takes in all: rooms, disk and memory. When one of them is used up, games under way go on and new
ones have to wait."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from triarii.core.contract import Refusal
from triarii.server.settings import Settings

STATM = Path("/proc/self/statm")


class Capacity:
    """What is left of it."""

    def __init__(self, settings: Settings) -> None:
        self.limits = settings.limits
        self.data = settings.data
        self.database = settings.database
        self.rooms = 0
        """Rooms that are kept, open or not."""

    def refusal(self) -> Refusal | None:
        """Why there can be no new room now; None if there can."""
        if self.rooms >= self.limits.rooms:
            return Refusal("no_more_rooms")
        if self._free_disk() < self.limits.free_disk_bytes or self._on_disk() > self.limits.disk_bytes:
            return Refusal("no_disk")
        return Refusal("busy") if memory_used() > self.limits.memory_bytes else None

    def _free_disk(self) -> int:
        try:
            return shutil.disk_usage(self.data).free
        except OSError:
            return 0

    def _on_disk(self) -> int:
        """The database with its journal."""
        files = (self.database, self.database.with_name(self.database.name + "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())


def memory_used() -> int:
    """Bytes of memory that this process holds; where the system does not tell, the most that it ever held, and none on
    Windows, which tells neither."""
    if sys.platform == "win32":
        return 0
    if STATM.exists():
        return int(STATM.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
