"""How a room's seats are taken, and what each adds to chance before the first falls."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from triarii.core.chance import TEXT_FORM, is_bound
from triarii.core.contract import SEATS, Refusal, Turn
from triarii.core.records import HUMAN, SEAT_NAMES
from triarii.server.rooms import tokens
from triarii.server.rooms.room import Room
from triarii.server.storage.kept import Holder
from triarii.server.storage.store import Overtaken


@dataclass(frozen=True)
class Claim:
    """Somebody wants the seat of an invitation."""

    invitation: str
    token: str
    name: str
    text: str | None = None
    """What they add to chance; None: they still have to send it."""
    profile: str = ""


async def claim(room: Room, wanted: Claim) -> Refusal | None:
    """Take a free seat, once; whoever holds it already may ask again."""
    async with room.lock:
        return await room.decided(lambda: _claim(room, wanted))


async def add_text(room: Room, seat: Turn, text: str) -> Refusal | None:
    """Let a seat say, once, what it adds to chance; that goes on even if nobody waits for the answer any more."""
    return await asyncio.shield(asyncio.ensure_future(_let_add_text(room, seat, text)))


async def _claim(room: Room, wanted: Claim) -> Refusal | None:
    if room.broken:
        return Refusal("fault")
    seat = next((each for each in SEATS if tokens.opens(wanted.invitation, room.seats[each].invitation)), None)
    if seat is None:
        return Refusal("no_invitation")
    if room.seats[seat].holder:
        return None if tokens.opens(wanted.token, room.seats[seat].holder) else Refusal("seat_taken")
    if room.seat_of(wanted.token) is not None:
        return Refusal("same_token")
    refusal = None if wanted.text is None else _unfit(room, wanted.text)
    if refusal is not None:
        return refusal
    header = room.live.line.header
    if not room.live.over:  # what may be sealed and saved by now stays as it is
        header = replace(header, seats=_with(header.seats, seat, wanted.name or HUMAN))
    holder = Holder(tokens.hashed(wanted.token), tokens.hashed(wanted.profile) if wanted.profile else "")
    try:
        now, seen = room.sources.now(), room.revision
        if not await room.store.claim(room.id, seat, holder, wanted.name, header, now, seen):
            return Refusal("seat_taken")
    except Overtaken:
        await room.take_in()
        raise
    room.revision += 1
    room.live.line.header = header
    room.seats[seat] = replace(room.seats[seat], holder=holder.token, profile=holder.profile, name=wanted.name)
    room.audience.tell_seats()
    room.audience.tell_talk()
    room.on_change(room)
    if wanted.text is not None and room.awaits_text(seat):
        return await _add_text(room, seat, wanted.text)
    if room.chance_due:
        await room.advance([])
    return None


async def _let_add_text(room: Room, seat: Turn, text: str) -> Refusal | None:
    async with room.lock:
        return await room.decided(lambda: _add_text(room, seat, text))


async def _add_text(room: Room, seat: Turn, text: str) -> Refusal | None:
    """Once, and before the first chance; the caller holds the lock."""
    if room.broken:
        return Refusal("fault")
    header = room.live.line.header
    refusal = _unfit(room, text)
    if refusal is not None:
        return refusal
    if not room.awaits_text(seat):
        return None if header.texts[seat] == text else Refusal("text_settled")
    header = replace(header, texts=_with(header.texts, seat, text))
    state = room.state.but(texts=(*room.state.texts, SEAT_NAMES[seat]))
    try:
        await room.store.add_text(room.id, header, state.kept(), room.sources.now(), room.revision)
    except Overtaken:
        await room.take_in()
        raise
    except BaseException:
        room.give_up()
        raise
    room.revision += 1
    room.live.line.header, room.state = header, state
    if room.chance_due:
        await room.advance([])
    return None


def _unfit(room: Room, text: str) -> Refusal | None:
    """A text shows by itself that whoever made it had seen what was promised; or a seat adds nothing."""
    if not room.game.info.has_chance:
        return Refusal("no_chance")
    if not text:
        return None
    if not TEXT_FORM.fullmatch(text):
        return Refusal("text_form")
    return None if is_bound(text, room.live.line.header.commit) else Refusal("text_promise")


def _with(pair: tuple[str, str], seat: Turn, word: str) -> tuple[str, str]:
    return (word, pair[1]) if seat is Turn.FIRST else (pair[0], word)
