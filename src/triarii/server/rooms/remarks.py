"""What players let each other know beside the game: one of ten signs, and words among friends who both want to talk.

It is passed on to whoever is there, at every process, and stored nowhere. Strangers have no words for each other.
"""

from __future__ import annotations

from functools import partial

from triarii.core.contract import Refusal, Turn
from triarii.core.records import SEAT_NAMES
from triarii.server.rooms.room import Room
from triarii.server.storage.database import Remark
from triarii.server.wire import told
from triarii.server.wire.messages import Emotion, written
from triarii.server.wire.plain_text import plain_name


async def emote(room: Room, seat: Turn, kind: Emotion) -> Refusal | None:
    await _pass_on(room, Remark(room.id, int(seat), emote=kind))
    return None


async def say(room: Room, seat: Turn, text: str) -> Refusal | None:
    refusal = _no_talk(room)
    if refusal is not None:
        return refusal
    if len(room.state.talk) < 2:
        return Refusal("both_must_talk")
    plain = str(plain_name(text))
    if plain:
        await _pass_on(room, Remark(room.id, int(seat), text=plain))
    return None


async def talk(room: Room, seat: Turn, on: bool) -> Refusal | None:
    """Whether a seat wants to talk; it is kept, so that nobody has to say it again."""
    async with room.lock:
        return await room.decided(partial(_talk, room, seat, on))


async def _talk(room: Room, seat: Turn, on: bool) -> Refusal | None:
    refusal = _no_talk(room)
    if refusal is not None:
        return refusal
    wanting = {*room.state.talk, SEAT_NAMES[seat]} if on else {*room.state.talk} - {SEAT_NAMES[seat]}
    refusal = await room.advance([], state=room.state.but(talk=tuple(sorted(wanting))), quietly=True)
    if refusal is None:
        room.audience.tell_talk()
    return refusal


def _no_talk(room: Room) -> Refusal | None:
    return None if room.friends else Refusal("no_talk")


async def _pass_on(room: Room, remark: Remark) -> None:
    hear(room, remark)
    await room.store.tell_remark(remark)


def hear(room: Room, remark: Remark) -> None:
    """Tell whoever is here; words are for the two friends alone."""
    seat = SEAT_NAMES[Turn(remark.seat)]
    if remark.emote:
        room.audience.send_all(told.Emoted(seat, Emotion(remark.emote)))
        return
    message = written(told.Said(seat, remark.text))
    for guest in list(room.audience.guests):
        if guest.seat is not None:
            guest.send(message)
