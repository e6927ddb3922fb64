"""Computer seats and hints: who thinks for a game, how long, and what happens when the thought is done."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

from triarii.core.contract import Eye, Refusal, Turn
from triarii.core.records import SEAT_NAMES, Acted, Resigned
from triarii.players.analysts import best_analyst
from triarii.server.play.levels import player_of
from triarii.server.rooms.room import Room
from triarii.server.thinking.jobs import Choose, Sight
from triarii.server.thinking.worker_pool import JobFailed, Urgency, WorkerPool
from triarii.server.wire.shown import HintAnswer

LOG = logging.getLogger("triarii.server")
LAST_RESORT = "random"
THOUGHT = 2_000
HINT = 1_000
"""Milliseconds."""
SHARE_OF_CLOCK = 30
"""Of the time that a computer has left, so much is one turn worth."""


class ComputerSeats:
    """Lets the computers of all rooms think, each when it is its turn."""

    def __init__(self, pool: WorkerPool) -> None:
        self.pool = pool
        self._thoughts: dict[str, tuple[int, asyncio.Task[None]]] = {}

    def wake(self, room: Room) -> None:
        """Called after every change of a room: a thought about what has passed is given up, a new one is begun, here
        or in the process that took it."""
        seat, at = room.live.turn, room.live.decided
        due = room.waits_for_computer
        old = self._thoughts.get(room.id)
        if old is not None and (not due or old[0] != at or not room.is_ours):
            self._thoughts.pop(room.id)
            old[1].cancel()
            room.audience.tell_thinking(None)
        if not room.is_ours:
            self._tell_of_others(room, seat if due else None)
        elif due and room.id not in self._thoughts:
            self._thoughts[room.id] = (at, asyncio.create_task(self._think(room, seat, at)))

    def _tell_of_others(self, room: Room, seat: Turn | None) -> None:
        """Who thinks in another process, thinks for the guests here too."""
        if room.audience.thinking.seat != (None if seat is None else SEAT_NAMES[seat]):
            room.audience.tell_thinking(seat, 0 if seat is None else self._limit(room, seat) or THOUGHT)

    @property
    def busy(self) -> list[str]:
        """The rooms in which something is thought of."""
        return list(self._thoughts)

    async def thought_of(self, room: str) -> None:
        """Back when nothing is thought of in this room any more."""
        while room in self._thoughts:
            await asyncio.wait([self._thoughts[room][1]])
            await asyncio.sleep(0)

    async def close(self) -> None:
        tasks = [task for _, task in self._thoughts.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def hint(self, room: Room, seat: Turn, lang: str) -> HintAnswer | Refusal:
        """What the best player for the game would do; it sees what the seat sees."""
        if any(other is not seat for other in room.people):
            return Refusal("no_hint")
        if room.live.turn is not seat:
            return Refusal("record.game_over" if room.live.over else "not_your_turn")
        try:
            found = await self._ask(room, seat, best_analyst(room.game), HINT, Urgency.HINT, lang)
        except JobFailed:
            return Refusal("no_thought")
        room.state = room.state.but(helped=True)  # stored with the next move
        return HintAnswer(found["action"], found["words"], found["score"], found["plan"])

    async def _think(self, room: Room, seat: Turn, at: int) -> None:
        try:
            limit = self._limit(room, seat)
            room.audience.tell_thinking(seat, limit or THOUGHT)
            entry = await self._decided(room, seat, limit)
            await asyncio.shield(asyncio.ensure_future(_play(room, at, entry)))
        except Exception:
            LOG.exception("room %s: a thought failed", room.id)
            await room.leave_to_others()
        finally:
            if self._thoughts.get(room.id, (None,))[0] == at:
                del self._thoughts[room.id]

    async def _decided(self, room: Room, seat: Turn, limit: int) -> Acted | Resigned:
        words = (player_of(room.game, room.seats[seat].level, limit), LAST_RESORT)
        for word in words:
            with contextlib.suppress(JobFailed):
                found = await self._ask(room, seat, word, limit or THOUGHT, Urgency.MOVE)
                return Acted(seat, found["action"])
        return Resigned(seat)

    async def _ask(
        self, room: Room, seat: Turn, player: str, milliseconds: int, urgency: Urgency, lang: str = ""
    ) -> dict[str, Any]:
        """What a player would do; told in words too, if a language is asked for."""
        info = room.game.info
        job = Choose(
            game=info.id,
            rules=info.rules_version,
            view=Sight.of(room.live.position.view(Eye(seat))),
            player=player,
            milliseconds=milliseconds,
            seed=room.sources.seed(),
            lang=lang or "en",
            in_words=bool(lang),
        )
        found: dict[str, Any] = await self.pool.ask(job, urgency, milliseconds / 1000, room.audience.asker)
        return found

    @staticmethod
    def _limit(room: Room, seat: Turn) -> int:
        """Milliseconds for this turn where a clock makes the computer hurry; 0: as its level says."""
        if room.clock is None:
            return 0
        share = room.clock.at(room.sources.now())[seat] // SHARE_OF_CLOCK
        return max(20, share) if share < THOUGHT else 0


async def _play(room: Room, at: int, entry: Acted | Resigned) -> None:
    """Do what was thought of, if it is still the same decision."""

    async def play() -> None:
        if room.live.decided != at or not room.waits_for_computer or await room.let_flag_fall():
            return
        refusal = await room.advance([entry])
        if refusal is not None:
            LOG.error("room %s: the computer broke a rule (%s) and resigns", room.id, refusal.code)
            await room.advance([Resigned(entry.seat)])

    async with room.lock:
        await room.decided(play)
