"""Tells people of their turns, as far as they asked for it: looks again and again for what is due, and sends it.

Any process may; the database says which one does (storage/reminders.py). A message goes out once at most: that it was
told is stored when the line to whoever takes it is there, just before it leaves. What surely did not arrive is tried
again, later and later.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging

import msgspec
from sqlalchemy.exc import DatabaseError

from triarii.core.contract import Refusal
from triarii.server import smtp_address
from triarii.server.reminders import letters
from triarii.server.reminders.mail import Mailer
from triarii.server.reminders.push import Outcome, Pusher, PushKey, Subscription
from triarii.server.rooms.lobby import Lobby
from triarii.server.settings import Settings
from triarii.server.storage.reminders import Channel, Kind, Waiting
from triarii.server.storage.store import RoomData
from triarii.server.storage.writer import Closed

LOG = logging.getLogger("triarii.server")
LOOK = 5.0
"""Seconds between two looks for what is due, at most."""
TIDY = 60.0
SENDING = 32
"""Messages that are on their way at once."""
TRIES = 7
FIRST_PAUSE = 30_000
"""Milliseconds until a second try; then twice as long, and so on, for about an hour."""
ENDING = 5.0
"""Seconds that messages on their way have when the server stops."""
TOPIC = 32
"""Letters of a push message's topic."""


class Caller:
    """The messages of one process."""

    def __init__(self, lobby: Lobby, settings: Settings) -> None:
        self.lobby = lobby
        self._settings = settings
        self._store = lobby.store.reminders
        self._quiet = round(settings.notice_seconds * 1000)
        self.pusher: Pusher | None = None
        self.mailer = _mailer(settings)
        self._on_their_way: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        if self._settings.push:
            key = PushKey(await self._store.push_key(PushKey.new()))
            self.pusher = Pusher(key, _contact(self._settings), self._settings.push_to_private)
        self.lobby.chore(self._look())

    async def close(self) -> None:
        """What is on its way has a moment; what is left is tried by whoever comes next."""
        if self._on_their_way:
            await asyncio.wait(self._on_their_way, timeout=ENDING)
        for task in self._on_their_way:
            task.cancel()
        if self.mailer is not None:
            self.mailer.close()

    @property
    def site(self) -> str:
        return self._settings.public_url.rstrip("/")

    async def ask(self, channel: Channel) -> bool:
        """Whether the letter that asks for an address to be confirmed was taken."""
        assert self.mailer is not None, "only then are addresses taken"
        subject, text = letters.asking(channel, self.site)
        return await self.mailer.send(self.mailer.letter(channel.target, subject, text, {}), _yes) is Outcome.SENT

    async def _look(self) -> None:
        pause = min(LOOK, max(0.05, self._settings.notice_seconds / 2))
        since = TIDY
        while True:
            with contextlib.suppress(DatabaseError):  # health tells of it
                if since >= TIDY:
                    since = 0.0
                    await self._store.tidy(self.lobby.sources.now())
                if len(self._on_their_way) < SENDING:
                    for waiting in await self._store.take(self._quiet, self.lobby.sources.now()):
                        self._begin(waiting)
            await asyncio.sleep(pause)
            since += pause

    def _begin(self, waiting: Waiting) -> None:
        task = asyncio.create_task(self._tell(waiting))
        self._on_their_way.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._on_their_way.discard(task)
        problem = None if task.cancelled() else task.exception()
        if problem is not None and not isinstance(problem, DatabaseError | Closed):
            LOG.error("a message could not be sent", exc_info=problem)

    async def _tell(self, waiting: Waiting) -> None:
        data = await self.lobby.store.summary(waiting.room)
        if data is None:
            return
        if not waiting.over and await self._sits_there(waiting):
            await self._store.about_to_send(waiting)
            return
        outcome = await self._sent(waiting, data)
        if outcome is Outcome.GONE:
            await self._store.forget(waiting.channel.id)
        elif outcome is Outcome.AGAIN:
            again = self.lobby.sources.now() + (FIRST_PAUSE << waiting.tries)
            await self._store.not_sent(waiting, again if waiting.tries + 1 < TRIES else None)
        if waiting.over:
            await self._store.tidy(self.lobby.sources.now())

    async def _sits_there(self, waiting: Waiting) -> bool:
        """Whoever has the game open sees it there."""
        room = self.lobby.rooms.get(waiting.room)
        if room is not None and any(guest.seat is waiting.seat for guest in room.audience.guests):
            return True
        return self.lobby.store.shared and waiting.seat in await self.lobby.store.connected(waiting.room)

    async def _sent(self, waiting: Waiting, data: RoomData) -> Outcome:
        channel, told = waiting.channel, letters.told(waiting, data, self.lobby.sources)

        async def now() -> bool:
            return await self._store.about_to_send(waiting)

        if channel.kind is Kind.PUSH and self.pusher is not None:
            to = msgspec.json.decode(channel.target, type=Subscription)
            topic = hashlib.sha256(f"{waiting.room} {channel.stop}".encode()).hexdigest()[:TOPIC]
            return await self.pusher.send(to, letters.notice(told, waiting), topic, told.lasts, now)
        if channel.kind is Kind.MAIL and self.mailer is not None:
            name = f"<{waiting.room}.{waiting.version}.{channel.stop[:8]}@{self.mailer.domain}>"
            headers = {**letters.headers(channel, self.site), "Message-ID": name}
            text = letters.letter(told, waiting, self.site)
            return await self.mailer.send(self.mailer.letter(channel.target, told.title, text, headers), now)
        return Outcome.AGAIN  # what it needs is switched off here


async def _yes() -> bool:
    return True


def _mailer(settings: Settings) -> Mailer | None:
    if not settings.smtp:
        return None
    server, sender = smtp_address.read(settings.smtp), smtp_address.sender(settings.mail_from)
    assert not isinstance(server, Refusal), "a server does not start with such settings"
    assert sender is not None, "nor with these"
    return Mailer(server, sender)


def _contact(settings: Settings) -> str:
    """Where push services reach whoever runs this."""
    sender = smtp_address.sender(settings.mail_from)
    if sender is not None:
        return f"mailto:{sender.addr_spec}"
    return settings.public_url if settings.public_url.startswith("https:") else "mailto:nobody@localhost.localdomain"
