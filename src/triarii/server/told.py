"""What one eye is told, in one language: views, entries, choices, results. All that leaves a room is made here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from triarii.core.contract import AnyGame, AnyPosition, Choice, Event, Eye, Previewed, Refusal, Span, Worded
from triarii.core.records import SEAT_NAMES, ClockRead, TookBack
from triarii.core.standing import kinds_of
from triarii.core.timeline import Step
from triarii.server.course import Course
from triarii.server.levels import level_title
from triarii.server.speech import result_words, words_of
from triarii.server.storage.store import COMPUTER, Seat

Told = dict[str, Any]


def view(game: AnyGame, position: AnyPosition, eye: Eye, lang: str) -> Told:
    """A position as the eye may know it; options are told once, in the welcome."""
    seen = position.view(eye)
    words = [game.texts.say(message, lang) for message in game.words(seen)] if isinstance(game, Worded) else [seen.text]
    return {
        "eye": eye.name.lower(),
        "turn": seen.turn.name.lower(),
        "text": seen.text,
        "facts": dict(seen.facts),
        "words": words,
    }


def step(game: AnyGame, played: Step, eye: Eye, lang: str) -> Told:
    """An action or a chance: its text, events and sentences."""
    events = [event.seen_by(eye) for event in game.events(played.before, played.action, played.after)]
    return {
        "text": game.told(played.before, played.action, eye),
        "words": sentences(game, events, lang),
        "events": [{"kind": event.kind, **event.fields} for event in events],
    }


def entry(course: Course, number: int, eye: Eye, lang: str, with_view: bool) -> Told:
    """Entry `number` of the record."""
    game, made = course.line.game, course.line.entries[number - 1]
    told: Told = {"version": number, "kind": made.kind}
    seat = getattr(made, "seat", None)
    if seat is not None:
        told["seat"] = SEAT_NAMES[seat]
    if number in course.steps:
        told |= step(game, course.steps[number], eye, lang)
    elif isinstance(made, TookBack):
        told |= {"to": made.to}
    elif isinstance(made, ClockRead):
        told |= {"first": made.first, "second": made.second}
    if number not in course.steps:
        known = words_of(game)
        words = "" if isinstance(made, ClockRead) else known.word(f"entry.{made.kind}", lang, seat=told.get("seat", ""))
        told |= {"text": "", "words": [words] if words else [], "events": []}
    if number in course.chances:
        told["chance"] = course.chances[number]
    if with_view:
        told["view"] = view(game, course.positions[number], eye, lang)
    return told


def seat(game: AnyGame, sitting: Seat, lang: str) -> Told:
    """Who sits there; nothing of tokens."""
    told: Told = {"kind": sitting.kind, "name": sitting.name, "taken": sitting.taken}
    if sitting.kind == COMPUTER:
        told |= {"level": sitting.level, "title": level_title(game, sitting.level, lang)}
    return told


def standing(game: AnyGame, answers: Mapping[str, str], lang: str) -> Told | None:
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


def choices(game: AnyGame, position: AnyPosition, prefix: Sequence[str], lang: str) -> Told | Refusal:
    """The next words of an action, or the action that the words spell."""
    found = position.choices(prefix)
    if isinstance(found, Refusal):
        return found
    if isinstance(found, Span):
        named = ("low", "high", "step", "unit", "scale")
        return {"span": {name: getattr(found, name) for name in named}}
    if isinstance(found, list | tuple) and all(isinstance(each, Choice) for each in found):
        listed = [{"text": one.text, "label": game.texts.say(one.label, lang), "cell": one.cell} for one in found]
        return {"choices": listed}
    return {"action": game.action_text(found)}


def preview(game: AnyGame, position: AnyPosition, text: str, eye: Eye, lang: str) -> Told | Refusal:
    """What an action would do. Its story is told of a position as the eye imagines it: nothing hidden decides."""
    action = game.action(text)
    if isinstance(action, Refusal):
        return action
    refusal = position.check(action)
    if refusal is not None:
        return refusal
    shown: dict[str, object] = {}
    if "preview" in game.info.capabilities and isinstance(game, Previewed):
        shown = dict(game.preview(position, action, eye))
    return {"action": game.action_text(action), "preview": shown, "words": foretold(game, position, action, eye, lang)}


def foretold(game: AnyGame, position: AnyPosition, action: Any, eye: Eye, lang: str) -> list[str]:
    """The sentences of an action that is not played yet."""
    seen = position.view(eye)
    imagined = game.imagine(seen, Random(0)) if game.info.hides(seen.options) else position
    if imagined.check(action) is not None:
        return []
    events = game.events(imagined, action, imagined.play(action))
    return sentences(game, [event.seen_by(eye) for event in events], lang)


def result(course: Course, lang: str) -> Told | None:
    """How it ended, with the secret of chance, now that it can be shown."""
    ended = course.line.result
    if ended is None:
        return None
    return {
        "winner": None if ended.winner is None else SEAT_NAMES[ended.winner],
        "rule": ended.rule,
        "words": result_words(course.line.game, ended, lang),
        "secret": course.line.end.secret if course.line.end is not None else "",
    }
