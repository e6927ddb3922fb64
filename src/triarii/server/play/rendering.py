"""What one eye may know, in one language, as JSON: views, entries, choices, results. All that leaves a room comes from
here."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from triarii.core.contract import (
    Aiming,
    AnyGame,
    AnyPosition,
    Continued,
    Described,
    Event,
    Eye,
    Overlaid,
    Refusal,
    Result,
    Scored,
    Turn,
    View,
    Worded,
)
from triarii.core.records import SEAT_NAMES, ClockRead, TookBack
from triarii.core.standing import kinds_of
from triarii.core.timeline import Step
from triarii.server.play import foresight
from triarii.server.play.foresight import Foresight
from triarii.server.play.levels import level_title
from triarii.server.play.live_game import LiveGame
from triarii.server.storage.store import COMPUTER, Seat
from triarii.server.wire.messages import written
from triarii.server.wire.words import refused, result_words, words_of

Json = dict[str, Any]
EYES = {eye: eye.name.lower() for eye in Eye}
MOST_AIMS = 6
TURNS = {turn: turn.name.lower() for turn in Turn}


def view(game: AnyGame, position: AnyPosition, eye: Eye, lang: str) -> Json:
    """A position as the eye may know it, in sentences too; options are told once, in the welcome."""
    looked = position.view(eye)
    return {"eye": EYES[eye], **seen(game, looked), "words": words_of_view(game, looked, lang)}


def seen(game: AnyGame, looked: View) -> Json:
    """What a view tells in no language, for whichever eye it was made.

    To tell it in words costs more than all the rest, and a board needs none: in news they are for those who asked.
    """
    shown: Json = {"turn": TURNS[looked.turn], "text": looked.text, "facts": dict(looked.facts)}
    # Asked of the description first: to look for a method costs more, and most views have no scene.
    if game.info.board is not None and isinstance(game, Described):
        shown["scene"] = game.scene(looked).as_json()
    return shown


def board(game: AnyGame, lang: str) -> Json | None:
    """The board that a game describes; None where displays have to know it, or show words."""
    return None if game.info.board is None else game.info.board.as_json(lang)


def words_of_view(game: AnyGame, seen: View, lang: str) -> list[str]:
    """A position in sentences."""
    return [game.texts.say(message, lang) for message in game.words(seen)] if isinstance(game, Worded) else [seen.text]


def step(game: AnyGame, played: Step, eye: Eye, lang: str, happened: Sequence[Event] | None = None) -> Json:
    """An action or a chance: its text, events and sentences; `happened` are its events, where they are known."""
    if happened is None:
        happened = game.events(played.before, played.action, played.after)
    events = [event.seen_by(eye) for event in happened]
    return {
        "text": game.text_seen_by(played.before, played.action, eye),
        "words": sentences(game, events, lang),
        "events": [{"kind": event.kind, **event.fields} for event in events],
    }


def entry(live: LiveGame, number: int, eye: Eye, lang: str, happened: Sequence[Event] | None = None) -> Json:
    """Entry `number` of the record, without its view."""
    game, made = live.line.game, live.line.entries[number - 1]
    entered: Json = {"version": number, "kind": made.kind}
    seat = getattr(made, "seat", None)
    if seat is not None:
        entered["seat"] = SEAT_NAMES[seat]
    if number in live.steps:
        entered |= step(game, live.steps[number], eye, lang, happened)
    elif isinstance(made, TookBack):
        entered |= {"to": made.to}
    elif isinstance(made, ClockRead):
        entered |= {"first": made.first, "second": made.second}
    if number not in live.steps:
        words = ""
        if not isinstance(made, ClockRead):
            words = words_of(game).word(f"entry.{made.kind}", lang, seat=entered.get("seat", ""))
        entered |= {"text": "", "words": [words] if words else [], "events": []}
    if number in live.chances:
        entered["chance"] = live.chances[number]
    return entered


def events(live: LiveGame, number: int) -> Sequence[Event] | None:
    """What happened by an entry, before any eye looks at it; None where nothing was played."""
    played = live.steps.get(number)
    return None if played is None else live.line.game.events(played.before, played.action, played.after)


class Pointed(Protocol):
    """Who shall come where, and face which way, or meet whom."""

    @property
    def who(self) -> Sequence[str]: ...
    @property
    def place(self) -> tuple[int, int]: ...
    @property
    def heading(self) -> int | None: ...
    @property
    def target(self) -> str | None: ...


def seat(game: AnyGame, sitting: Seat, lang: str) -> Json:
    """Who sits there; nothing of tokens."""
    found: Json = {"kind": sitting.kind, "name": sitting.name, "taken": sitting.taken}
    if sitting.kind == COMPUTER:
        found |= {"level": sitting.level, "title": level_title(game, sitting.level, lang)}
    return found


def standing(game: AnyGame, answers: Mapping[str, str], lang: str) -> Json | None:
    """The questions that can be answered beforehand, and what this seat has answered; None where there are none."""
    kinds = kinds_of(game)
    if not kinds:
        return None
    say = game.texts.say
    shown = [
        {
            "name": kind.name,
            "label": say(kind.label, lang),
            "values": [{"value": value, "label": say(kind.labels[value], lang)} for value in kind.values],
        }
        for kind in kinds
    ]
    return {"kinds": shown, "answers": dict(answers)}


def sentences(game: AnyGame, events: Sequence[Event], lang: str) -> list[str]:
    return [game.texts.say(event.message, lang) for event in events]


def choices(game: AnyGame, position: AnyPosition, prefix: Sequence[str], lang: str) -> Json | Refusal:
    """The next words of an action, or the action that the words spell."""
    found = position.choices(prefix)
    told = foresight.spelled(game, found, lang)
    return {"action": game.action_text(found)} if told is None else told


def preview(game: AnyGame, position: AnyPosition, text: str, eye: Eye, lang: str) -> Json | Refusal:
    """What an action would do. Its story is told of a position as the eye imagines it: nothing hidden decides."""
    action = game.action(text)
    if isinstance(action, Refusal):
        return action
    return position.check(action) or Foresight(game, position, eye, lang).of(action)


def offers(game: AnyGame, position: AnyPosition, eye: Eye, lang: str, version: int) -> bytes:
    """All that the seat to act can choose next with what it would bring, of this version; packed, as it repeats itself
    a lot."""
    tree = Foresight(game, position, eye, lang).tree()
    told = {} if isinstance(tree, Refusal) else tree
    return zlib.compress(written({"t": "offers", "version": version, "offers": told}))


def aims(game: AnyGame, position: AnyPosition, asked: Pointed, eye: Eye, lang: str) -> Json | Refusal:
    """What brings pieces to where somebody points, each with its preview; or why nothing does."""
    if not isinstance(game, Aiming):
        return Refusal("no_preview")
    found = game.aim(position, asked.who, asked.place, asked.heading, asked.target or "")
    shown = []
    for aim in found.aims[:MOST_AIMS]:
        tried = preview(game, position, aim.action, eye, lang)
        if not isinstance(tried, Refusal):
            shown.append({"snap": aim.snap, **tried})
    why = None
    if not shown:
        why = {**refused(found.refusal or Refusal("no_preview"), lang, game), "pose": found.pose}
    short = refused(found.short, lang, game) if shown and found.short else None
    return {"aims": shown, "refused": why, "short": short}


def overlays(game: AnyGame, position: AnyPosition, eye: Eye) -> Json:
    """Shapes that a board shows on request; none where the game has none."""
    shapes = game.overlays(position, eye) if isinstance(game, Overlaid) else ()
    return {"shapes": [dict(shape) for shape in shapes]}


def foretold(game: AnyGame, position: AnyPosition, action: Any, eye: Eye, lang: str) -> list[str]:
    """The sentences of an action that is not played yet."""
    words: list[str] = Foresight(game, position, eye, lang).of(action)["words"]
    return words


def result(live: LiveGame, lang: str) -> Json | None:
    """How it ended, with the secret of chance, now that it can be shown."""
    ended = live.line.result
    if ended is None:
        return None
    return {
        "winner": None if ended.winner is None else SEAT_NAMES[ended.winner],
        "rule": ended.rule,
        "words": result_words(live.line.game, ended, lang),
        "secret": live.line.end.secret if live.line.end is not None else "",
        **_score(live, ended, lang),
        **_sequel(live, ended, lang),
    }


def _sequel(live: LiveGame, ended: Result, lang: str) -> Json:
    """How matters stand where games hang together, and whether there is a next one."""
    game = live.line.game
    found = game.sequel(live.line.header.options, live.position, ended) if isinstance(game, Continued) else None
    if found is None:
        return {}
    return {"sequel": {"words": [game.texts.say(message, lang) for message in found.words], "last": found.last}}


def _score(live: LiveGame, ended: Result, lang: str) -> Json:
    """The points of both and how they came about, where a game is worth any."""
    game = live.line.game
    if not isinstance(game, Scored):
        return {}
    scored = game.score(live.position, ended)
    return {"score": {**scored.as_json(), "words": [game.texts.say(message, lang) for message in scored.how]}}
