"""What a seat can do in its room: act, offer, take back, resign, ask for another game; each by version and key."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from random import Random

from triarii.core.contract import SEATS, Eye, Refusal, Turn
from triarii.core.records import SEAT_NAMES, Acted, DrawAgreed, DrawOffered, Resigned, TookBack
from triarii.core.timeline import Step
from triarii.server.rooms import tokens
from triarii.server.rooms.room import REMEMBERED, Room
from triarii.server.storage.store import COMPUTER
from triarii.server.wire.messages import Wanted

IMAGINED = 4
"""Positions that a seat might have had before it, to see whether its action has shown it something."""


@dataclass(frozen=True)
class Wish:
    """What a seat wants, by which key, having seen which version."""

    seat: Turn
    key: str
    version: int
    token: str = ""
    """Of the seat, for what leads into another room."""

    @property
    def name(self) -> tuple[Turn, str]:
        return self.seat, self.key


@dataclass(frozen=True)
class NextGame:
    """Where the next game is played, and whether the seats are swapped there."""

    room: str
    swapped: bool


SeatAction = Callable[[Room, Wish], Awaitable[Refusal | None]]
NextRoom = Callable[[Room], Awaitable[NextGame | Refusal]]
"""Opens the room of a rematch, or says why there is none."""


async def act(room: Room, wish: Wish, text: str) -> int | Refusal:
    """An action: the version that it led to, or why not."""

    async def action(room: Room, wish: Wish) -> Refusal | None:
        return over(room) or stale(room, wish) or await room.advance([Acted(wish.seat, text)], wish.name)

    return await once(room, wish, action)


async def do(room: Room, wish: Wish, what: str, next_room: NextRoom) -> int | Refusal:
    """Anything else that a seat can want."""
    if what == Wanted.REMATCH:
        return await once(room, wish, lambda room, wish: rematch(room, wish, next_room))
    action = SEAT_ACTIONS.get(what)
    if action is None:
        return Refusal("unknown_wish", params={"what": what})
    return await once(room, wish, action)


async def once(room: Room, wish: Wish, action: SeatAction) -> int | Refusal:
    """Do it, unless it was done already. What has begun is done whole, even if its sender goes away meanwhile."""
    return await asyncio.shield(asyncio.ensure_future(_once(room, wish, action)))


async def _once(room: Room, wish: Wish, action: SeatAction) -> int | Refusal:
    """The same key gets the same answer, whichever process is asked."""
    async with room.lock:
        while True:
            answer = await room.decided(lambda: _tried(room, wish, action))
            # What is refused upon an old position may be right by now, or done already elsewhere.
            if isinstance(answer, int) or not await room.take_in():
                break
            room.refusals.pop(wish.name, None)
        return answer


async def _tried(room: Room, wish: Wish, action: SeatAction) -> int | Refusal:
    if room.broken:
        return Refusal("fault")
    if wish.name in room.wishes:
        return room.wishes[wish.name]
    if wish.name in room.refusals:
        return room.refusals[wish.name]
    await room.let_flag_fall()
    refusal = await action(room, wish)
    if refusal is None:
        return room.wishes[wish.name]
    room.refusals[wish.name] = refusal
    while len(room.refusals) > REMEMBERED:
        del room.refusals[next(iter(room.refusals))]
    return refusal


async def stand_by(room: Room, seat: Turn, answers: Mapping[str, str]) -> Refusal | None:
    """Keep the standing answers of a seat, and act on them at once; only the seat itself is told of them."""
    return await asyncio.shield(asyncio.ensure_future(_stand_by(room, seat, answers)))


async def _stand_by(room: Room, seat: Turn, answers: Mapping[str, str]) -> Refusal | None:
    async def keep() -> Refusal | None:
        if room.broken:
            return Refusal("fault")
        if room.live.over:
            return over(room)
        kept = {**room.state.standing, SEAT_NAMES[seat]: dict(answers)}
        return await room.advance([], state=room.state.but(standing=kept), quietly=True)

    async with room.lock:
        return await room.decided(keep)


def stale(room: Room, wish: Wish) -> Refusal | None:
    """Whether what came since makes it another decision."""
    if wish.version > room.live.version:
        return Refusal("unknown_version", params={"version": wish.version})
    return Refusal("stale") if wish.version < room.live.decided else None


def over(room: Room) -> Refusal | None:
    """After the end the secret of chance is out: nothing can change any more."""
    return Refusal("record.game_over") if room.live.over else None


async def resign(room: Room, wish: Wish) -> Refusal | None:
    return over(room) or await room.advance([Resigned(wish.seat)], wish.name)


async def offer_draw(room: Room, wish: Wish) -> Refusal | None:
    live = room.live
    if live.over:
        return over(room)
    if room.seats[wish.seat.other].kind == COMPUTER:
        return Refusal("no_draw_with_computer")
    if live.line.offered is wish.seat and live.offer_number() > live.acted:
        return Refusal("offered_already")
    if room.asks().draw == SEAT_NAMES[wish.seat.other]:
        return Refusal("record.offer_stands")
    return await room.advance([DrawOffered(wish.seat)], wish.name)


async def accept_draw(room: Room, wish: Wish) -> Refusal | None:
    if not _offer_stands(room, wish):
        return over(room) or Refusal("no_offer")
    return over(room) or await room.advance([DrawAgreed(wish.seat)], wish.name)


async def decline_draw(room: Room, wish: Wish) -> Refusal | None:
    if not _offer_stands(room, wish) or room.live.over:
        return over(room) or Refusal("no_offer")
    return await room.advance([], wish.name, room.state.but(declined=room.live.offer_number()))


def _offer_stands(room: Room, wish: Wish) -> bool:
    """Whether the other seat offers a draw and this one has not declined it yet."""
    return room.live.line.offered is wish.seat.other and room.live.offer_number() != room.state.declined


async def take_back(room: Room, wish: Wish) -> Refusal | None:
    """At once where nothing came between that the seat could have learned from; else the other seat is asked."""
    refusal = over(room) or stale(room, wish)
    if refusal is not None:
        return refusal
    to = room.live.line.last_turn_of(wish.seat)
    if to is None:
        return Refusal("record.nothing_to_take_back")
    if _is_free(room, wish.seat, to):
        return await room.advance([TookBack(to)], wish.name)
    if room.state.taking_back is wish.seat:
        return Refusal("asked_already")
    if room.state.taking_back is wish.seat.other:  # both want it: that is consent
        return await allow_take_back(room, wish)
    return await room.advance([], wish.name, room.state.but(take_back=SEAT_NAMES[wish.seat]))


def _is_free(room: Room, seat: Turn, to: int) -> bool:
    other = room.seats[seat.other]
    if other.kind == COMPUTER or not other.taken:
        return True
    between = [step for step in room.live.line.steps if step.number > to]
    return all(step.before.turn is seat and (not room.hides or _foreseen(room, step, seat)) for step in between)


def _foreseen(room: Room, step: Step, seat: Turn) -> bool:
    """Whether a seat knew what its action would show it: the same as in whatever else it could have imagined."""
    game, eye = room.live.line.game, Eye(seat)
    for number in range(IMAGINED):
        twin = game.imagine(step.before.view(eye), Random(number))
        if twin.check(step.action) is not None or twin.play(step.action).view(eye) != step.after.view(eye):
            return False
    return True


async def allow_take_back(room: Room, wish: Wish) -> Refusal | None:
    refusal = over(room) or stale(room, wish)
    if refusal is not None:
        return refusal
    if room.state.taking_back is not wish.seat.other:
        return Refusal("nothing_asked")
    to = room.live.line.last_turn_of(wish.seat.other)
    if to is None:
        return Refusal("record.nothing_to_take_back")
    return await room.advance([TookBack(to)], wish.name)


async def refuse_take_back(room: Room, wish: Wish) -> Refusal | None:
    if room.state.taking_back is not wish.seat.other:
        return Refusal("nothing_asked")
    return await room.advance([], wish.name, room.state.but(take_back=""))


async def rematch(room: Room, wish: Wish, next_room: NextRoom) -> Refusal | None:
    """Another game with the seats swapped, when all people want it."""
    if not room.live.over:
        return Refusal("not_over")
    kept = tokens.hashed(tokens.for_rematch(wish.token, room.id))
    state = room.state.but(rematch={**room.state.rematch, SEAT_NAMES[wish.seat]: kept})
    wanted = all(room.seats[seat].kind == COMPUTER or state.wants_rematch(seat) for seat in SEATS)
    if wanted and not state.next:
        before, room.state = room.state, state
        opened = await next_room(room)
        if isinstance(opened, Refusal):
            room.state = before
            return opened
        state = state.but(next=opened.room, keeps_seats=not opened.swapped)
    refusal = await room.advance([], wish.name, state, quietly=bool(state.next))
    if refusal is None and state.next:
        # First where to go, then that the question is settled: it was not declined.
        room.audience.offer_next_to_all()
        room.audience.tell_news(room.live.version, room.audience.renderer.new_batch())
    return refusal


async def decline_rematch(room: Room, wish: Wish) -> Refusal | None:
    """The question is withdrawn; either seat may ask it again."""
    if room.state.next or not room.state.wants_rematch(wish.seat.other):
        return Refusal("no_rematch_asked")
    return await room.advance([], wish.name, room.state.but(rematch={}))


SEAT_ACTIONS: Mapping[str, SeatAction] = {
    Wanted.RESIGN: resign,
    Wanted.OFFER_DRAW: offer_draw,
    Wanted.ACCEPT_DRAW: accept_draw,
    Wanted.DECLINE_DRAW: decline_draw,
    Wanted.TAKE_BACK: take_back,
    Wanted.ALLOW_TAKE_BACK: allow_take_back,
    Wanted.REFUSE_TAKE_BACK: refuse_take_back,
    Wanted.DECLINE_REMATCH: decline_rematch,
}
