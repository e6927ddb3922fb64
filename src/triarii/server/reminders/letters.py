"""What somebody is told of their turn: which game, against whom, how much time there is. Nothing of the position: a
message may be seen by whoever looks at the screen, and passes through the hands of others."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from triarii.core import registry
from triarii.core.contract import Refusal, Turn
from triarii.core.texts import Message
from triarii.server.sources import Sources
from triarii.server.storage.reminders import Channel, Waiting
from triarii.server.storage.store import RoomData
from triarii.server.wire.words import say

HOUR = 3_600_000
DAY = 24 * HOUR
SOON = 2 * DAY
"""Below this, hours are told."""
LASTS = 3 * 24 * 3600
"""Seconds that a push service keeps a message where nobody says how long a turn may take."""


class Notice(msgspec.Struct, frozen=True):
    """What a browser's worker is told; it shows it and knows nothing more."""

    title: str
    body: str
    room: str
    stop: str
    stop_words: str
    """On the button that ends these messages."""


@dataclass(frozen=True)
class Told:
    """One message, in the language of its reader."""

    title: str
    text: str
    lasts: int
    """Seconds for which it is worth reading."""


def told(waiting: Waiting, data: RoomData, sources: Sources) -> Told:
    lang = waiting.channel.lang
    game, opponent = title_of(data, lang), data.seats[Turn(waiting.seat).other].name
    if waiting.over:
        words = say("reminder.over_against", lang, name=opponent) if opponent else say("reminder.over", lang)
        return Told(say("reminder.over_title", lang, game=game), words, LASTS)
    words = say("reminder.turn_after", lang, name=opponent) if opponent else say("reminder.turn", lang)
    left = max(0, data.due - sources.ran()) if data.due and data.clock is not None else None
    if left is None:
        return Told(say("reminder.turn_title", lang, game=game), words, LASTS)
    unit, length = ("hours", HOUR) if left < SOON else ("days", DAY)
    time = say(f"reminder.{unit}_left", lang, **{unit: max(1, left // length)})
    return Told(say("reminder.turn_title", lang, game=game), f"{words} {time}", max(60, left // 1000))


def notice(told: Told, waiting: Waiting) -> bytes:
    """For a browser."""
    channel = waiting.channel
    words = say("reminder.stop", channel.lang)
    return msgspec.json.encode(Notice(told.title, told.text, waiting.room, channel.stop, words))


def letter(told: Told, waiting: Waiting, site: str) -> str:
    """For a mailbox, with links that lead to the game and that end these letters."""
    channel, room = waiting.channel, waiting.room
    lines = (
        told.text,
        "",
        say("reminder.mail_play", channel.lang),
        f"{site}/room/{room}",
        "",
        "--",
        say("reminder.mail_why", channel.lang),
        *(() if waiting.over else (say("reminder.mail_stop_room", channel.lang), stop_page(site, channel, room), "")),
        say("reminder.mail_stop", channel.lang),
        stop_page(site, channel),
        "",
    )
    return "\n".join(lines)


def asking(channel: Channel, site: str) -> tuple[str, str]:
    """Subject and text of the first letter. Nothing in it was typed in by whoever asked for it."""
    lang = channel.lang
    link = f"{site}/reminders/confirm#{channel.confirm}"
    lines = (say("reminder.asking", lang, site=site), "", link, "", say("reminder.asking_not_you", lang), "")
    return say("reminder.asking_title", lang), "\n".join(lines)


def headers(channel: Channel, site: str) -> dict[str, str]:
    """By which mail programs show a button that ends these letters at once (RFC 8058)."""
    return {
        "List-Unsubscribe": f"<{site}/api/reminders/stop/{channel.stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def stop_page(site: str, channel: Channel, room: str = "") -> str:
    return f"{site}/reminders/stop#{channel.stop}{room and f'.{room}'}"


def title_of(data: RoomData, lang: str) -> str:
    game = registry.game(data.header.game, data.header.rules_version)
    if isinstance(game, Refusal) or "game.title" not in game.texts:
        return data.header.game
    return game.texts.say(Message("game.title"), lang)
