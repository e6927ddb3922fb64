"""A guest of a room over a WebSocket: its hello, then its messages."""

from __future__ import annotations

import asyncio

from starlette.websockets import WebSocket

from triarii.core.contract import Eye, Refusal, Turn
from triarii.server.edge.unsent import Unsent
from triarii.server.rooms import tokens
from triarii.server.rooms.guests import Joined
from triarii.server.rooms.lobby import Lobby
from triarii.server.rooms.room import Room
from triarii.server.settings import Limits
from triarii.server.sockets.line import Closing, SocketLine
from triarii.server.sockets.session import GuestSession
from triarii.server.tallies import Tallies
from triarii.server.wire import messages
from triarii.server.wire.words import language


class Connection(SocketLine):
    """A guest over a WebSocket."""

    def __init__(
        self,
        socket: WebSocket,
        limits: Limits,
        address: str = "",
        unsent: Unsent | None = None,
        tallies: Tallies | None = None,
    ) -> None:
        super().__init__(socket, limits, address, unsent, tallies)
        self.eye = Eye.OBSERVER
        self.token = ""
        self.wordy = False
        self.looks_ahead = False
        self.shared = False

    @property
    def seat(self) -> Turn | None:
        return None if self.eye is Eye.OBSERVER else Turn(self.eye)

    async def serve(self, lobby: Lobby, name: str) -> None:
        """From hello to the end."""
        await self.until_closed(self._receive_all(lobby, name))

    async def _receive_all(self, lobby: Lobby, name: str) -> None:
        room, seen = await self._greet(lobby, name)
        talk: GuestSession | None = None
        wait = lobby.greetings.wait(self.address)
        if wait is None:
            raise Closing(Refusal("too_many"), messages.TOO_MANY)
        await asyncio.sleep(wait)
        try:
            while (joined := await room.audience.join(self, seen)) is Joined.CLOSED:
                room = await self._open(lobby, name)
            if joined is Joined.FULL:
                raise Closing(Refusal("full"), messages.TOO_MANY)
            talk = GuestSession(lobby, room, self)
            while True:
                said: messages.Said = await self.receive(messages.read)
                with self.tallies.hearing(messages.kind_of(said), isinstance(said, messages.Act | messages.Do)):
                    await talk.hear(said)
        finally:
            if talk is not None:
                talk.end()
            room.audience.leave(self)

    async def _greet(self, lobby: Lobby, name: str) -> tuple[Room, int | None]:
        try:
            hello = await asyncio.wait_for(self.receive(messages.read), self.limits.hello_seconds)
        except TimeoutError:
            raise Closing(Refusal("no_hello"), messages.TOO_LATE) from None
        if not isinstance(hello, messages.Hello):
            raise Closing(Refusal("first_hello"), messages.MALFORMED)
        self.lang = language(hello.lang)
        room = await self._open(lobby, name)
        seat = room.seat_of(hello.token) if tokens.well_formed(hello.token) else None
        if seat is None and not room.may_watch(hello.token):
            raise Closing(Refusal("forbidden"), messages.FORBIDDEN)
        self.eye = Eye.OBSERVER if seat is None else Eye(seat)
        self.token = hello.token
        self.wordy = hello.words
        self.looks_ahead = hello.offers
        self.shared = hello.shared
        return room, hello.seen

    async def _open(self, lobby: Lobby, name: str) -> Room:
        room = await lobby.room(name)
        if isinstance(room, Refusal):
            # Where all places are taken now, one may be free soon: whoever plays there comes again.
            raise Closing(room, messages.TOO_MANY if room.code == "busy" else messages.NO_ROOM)
        return room
