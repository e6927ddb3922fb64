"""Fragments of JSON, kept for whoever asks next; the rooms that were quiet longest are forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

MOST = 64_000_000
MOST_A_ROOM = 8_000_000
"""Bytes."""
BESIDES = 300
"""What keeping one fragment costs beside its own bytes."""


class FragmentCache:
    """Pieces by room and name. Only the event loop comes here, so that nothing has to be locked."""

    def __init__(self, most: int = MOST, most_a_room: int = MOST_A_ROOM) -> None:
        self.most = most
        self.most_a_room = most_a_room
        self.size = 0
        self._rooms: OrderedDict[str, _Fragments] = OrderedDict()

    def get(self, room: str, name: Hashable) -> bytes | None:
        fragments = self._rooms.get(room)
        found = None if fragments is None else fragments.made.get(name)
        if fragments is not None and found is not None:
            self._rooms.move_to_end(room)
            fragments.made.move_to_end(name)
        return found

    def put(self, room: str, name: Hashable, data: bytes) -> None:
        fragments = self._rooms.setdefault(room, _Fragments())
        self._rooms.move_to_end(room)
        before = fragments.size
        fragments.put(name, data)
        while fragments.size > self.most_a_room:
            fragments.forget_oldest()
        self.size += fragments.size - before
        while self.size > self.most:
            self.forget(next(iter(self._rooms)))

    def forget(self, room: str) -> None:
        fragments = self._rooms.pop(room, None)
        if fragments is not None:
            self.size -= fragments.size


class _Fragments:
    """Those of one room, the one that was not asked for longest first."""

    def __init__(self) -> None:
        self.made: OrderedDict[Hashable, bytes] = OrderedDict()
        self.size = 0

    def put(self, name: Hashable, data: bytes) -> None:
        old = self.made.pop(name, None)
        self.size += len(data) + BESIDES - (0 if old is None else len(old) + BESIDES)
        self.made[name] = data

    def forget_oldest(self) -> None:
        _, data = self.made.popitem(last=False)
        self.size -= len(data) + BESIDES
