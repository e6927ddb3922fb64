"""Who is connected to other processes: each tells the others which seats it has, and parts with a connection when its
seat goes on elsewhere. With a database of one's own there is nobody to tell."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy.exc import DatabaseError

from triarii.core.contract import Turn
from triarii.server.rooms.room import Room
from triarii.server.storage.store import Store
from triarii.server.storage.troubles import is_away

LINGER = 2.0
"""Seconds until the others are told that somebody went: who comes back at once, here or there, was never away."""

TRY_AGAIN = 0.2
"""Seconds until the others are told what could not be stored."""


@dataclass(frozen=True)
class _Note:
    room: Room
    seat: Turn
    here: bool


class Presence:
    """The seats that are connected to this process, as the others know them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._notes: deque[_Note] = deque()
        self._noted: Counter[str] = Counter()
        """Notes of each room that are not stored yet."""
        self._more = asyncio.Event()

    def watch(self, room: Room) -> None:
        """Note who comes to this room and who goes."""
        if self._store.shared:
            room.audience.on_seat = lambda seat, here: self._note(room, seat, here)

    def tell_again(self, rooms: Iterable[Room]) -> None:
        """The others have forgotten us."""
        for room in rooms:
            for seat in {guest.seat for guest in room.audience.guests if guest.seat is not None}:
                self._note(room, seat, True)

    async def keep(self) -> None:
        """Store the notes, in their order, until this is cancelled."""
        while True:
            await self._more.wait()
            self._more.clear()
            while self._notes:
                note = self._notes[0]
                try:
                    await self._store.sit(note.room.id, note.seat, note.here)
                except DatabaseError as problem:
                    if is_away(problem):
                        await asyncio.sleep(TRY_AGAIN)
                        continue
                self._notes.popleft()
                self._noted[note.room.id] -= 1
                if not self._noted[note.room.id]:
                    del self._noted[note.room.id]
                await self.look(note.room)

    async def look(self, room: Room) -> None:
        """See who is connected elsewhere, and part with whoever went on there. As long as the others don't know who is
        here, that says nothing; when they do, there is another look."""
        audience = room.audience
        came_and_went = audience.came_and_went
        if self._noted[room.id] or not audience.guests:
            return
        try:
            connected = await self._store.connected(room.id)
        except DatabaseError:
            return
        if audience.came_and_went != came_and_went:
            return
        others = frozenset(seat for seat, process in connected.items() if process != self._store.process)
        for seat in others:
            audience.part_with(seat)
        audience.tell_elsewhere(others)

    def _note(self, room: Room, seat: Turn, here: bool) -> None:
        if here:
            self._put(_Note(room, seat, True))
        else:
            asyncio.get_running_loop().call_later(LINGER, self._note_gone, room, seat)

    def _note_gone(self, room: Room, seat: Turn) -> None:
        if all(guest.seat is not seat for guest in room.audience.guests):
            self._put(_Note(room, seat, False))

    def _put(self, note: _Note) -> None:
        self._noted[note.room.id] += 1
        self._notes.append(note)
        self._more.set()
