"""When flags fall: on time, whether or not anybody is connected to the room."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from triarii.server.sources import Sources

LATER = 0.005
"""Seconds after the moment itself: a timer that comes too early would find the flag still up."""


class Flags:
    """A timer for each room whose time runs out some day."""

    def __init__(self, sources: Sources, fall: Callable[[str], None]) -> None:
        self._sources = sources
        self._fall = fall
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def set(self, room: str, moment: int | None) -> None:
        """From now on this is when the flag of a room may fall; None: never."""
        old = self._timers.pop(room, None)
        if old is not None:
            old.cancel()
        if moment is not None:
            wait = max(0, moment - self._sources.now()) / 1000 + LATER
            self._timers[room] = asyncio.get_running_loop().call_later(wait, self._fall, room)

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
