"""All that the seat to act can choose next, told to it as soon as its turn has come.

It takes the time of many moves to work out. So it is done beside the event loop, in turn for all who wait for it,
only for whoever asked for it and is connected, and not for a decision that was made meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Set
from functools import partial

from triarii.core.contract import AnyPosition
from triarii.server.play import rendering
from triarii.server.rooms.guests import Guest
from triarii.server.rooms.seated_game import SeatedGame
from triarii.server.thinking.threads import FairThreads
from triarii.server.wire import shown, told
from triarii.server.wire.messages import written

LOG = logging.getLogger("triarii.server")


class Offering:
    """What is offered to the guests of one game. In a big battle nothing is: there, every order is asked about."""

    def __init__(self, played: SeatedGame, threads: FairThreads, guests: Set[Guest]) -> None:
        self.played = played
        self.threads = threads
        self.guests = guests
        self._telling: set[asyncio.Task[None]] = set()

    @property
    def comes(self) -> bool:
        """Whether it is told without being asked about word by word."""
        return not self.played.game.info.heavy

    def begin(self, guest: Guest) -> None:
        """Tell this guest, if it is its turn. What is stored is offered: the caller holds the lock."""
        live = self.played.live
        if guest.looks_ahead and guest.seat is live.turn and self.comes:
            telling = asyncio.ensure_future(self._tell(guest, live.position, live.version, live.decided))
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)

    async def _tell(self, guest: Guest, position: AnyPosition, version: int, decided: int) -> None:
        try:
            async with self.threads.slot(f"choices of {guest.address}") as slot:
                if not self._wanted(guest, decided):
                    return
                cast = self.played.cast_for(None if guest.shared else guest.seat)
                offers = partial(rendering.offers, self.played.game, position, guest.eye, guest.lang, version, cast)
                packed = await slot.run(offers)
            if self._wanted(guest, decided):
                guest.send(packed)
        except Exception:
            LOG.exception("room %s: what can be chosen could not be told", self.played.id)
            guest.send(written(told.Offers(version, shown.ChoicesAnswer())))  # it asks about every word then

    def _wanted(self, guest: Guest, decided: int) -> bool:
        live = self.played.live
        return guest in self.guests and decided == live.decided and guest.seat is live.turn and not self.played.broken
