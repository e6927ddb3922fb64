"""What rooms have told, kept as bytes for whoever asks next; the rooms that were quiet longest are forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

MOST = 64_000_000
MOST_A_ROOM = 8_000_000
"""Bytes."""
BESIDES = 300
"""What keeping one piece costs beside its own bytes."""


class ToldCache:
    """Pieces by room and name. Only the event loop comes here, so that nothing has to be locked."""

    def __init__(self, most: int = MOST, most_a_room: int = MOST_A_ROOM) -> None:
        self.most = most
        self.most_a_room = most_a_room
        self.size = 0
        self._rooms: OrderedDict[str, _Pieces] = OrderedDict()

    def get(self, room: str, name: Hashable) -> bytes | None:
        pieces = self._rooms.get(room)
        found = None if pieces is None else pieces.made.get(name)
        if pieces is not None and found is not None:
            self._rooms.move_to_end(room)
            pieces.made.move_to_end(name)
        return found

    def put(self, room: str, name: Hashable, data: bytes) -> None:
        pieces = self._rooms.setdefault(room, _Pieces())
        self._rooms.move_to_end(room)
        before = pieces.size
        pieces.put(name, data)
        while pieces.size > self.most_a_room:
            pieces.forget_oldest()
        self.size += pieces.size - before
        while self.size > self.most:
            self.forget(next(iter(self._rooms)))

    def forget(self, room: str) -> None:
        pieces = self._rooms.pop(room, None)
        if pieces is not None:
            self.size -= pieces.size


class _Pieces:
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
