"""What is marked upon the cards: the last turn, where one may go and what would happen there, a hint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from triarii.cli.terminal.field import Sight
from triarii.cli.terminal.hand import squares_of
from triarii.cli.terminal.towar.places import BREAKTHROUGH, offered_at
from triarii.cli.terminal.voice import Voice
from triarii.core.contract import SEATS, Choice, Previewed

GOOD, BAD, PLAIN = "good", "bad", "plain"


@dataclass(frozen=True)
class Pill:
    """In a few letters, what choosing a place would do."""

    text: str
    kind: str
    """`good`, `bad` (an own unit falls) or `plain`."""


@dataclass(frozen=True)
class Marks:
    """By place of the field."""

    pills: Mapping[str, Pill] = field(default_factory=dict)
    last: frozenset[str] = frozenset()
    """What the last turn touched."""
    hint: frozenset[str] = frozenset()


def marks_of(sight: Sight) -> Marks:
    playing = sight.playing
    pills = {place: pill_of(choice, sight.voice) for place, choice in offered_at(sight.hand).items()}
    hint = squares_of(playing.preview(sight.hinted), "path") if sight.hinted and playing.looking is None else []
    return Marks(pills, frozenset(_last(sight)), frozenset(hint))


def _last(sight: Sight) -> list[str]:
    """The cells of the last turn; once a new one is begun, its own marks count."""
    playing, game = sight.playing, sight.playing.game
    turns = [step for step in playing.line.steps[: playing.shown.at] if step.before.turn in SEATS]
    if not turns or sight.hand.words or not isinstance(game, Previewed):
        return []
    return squares_of(game.preview(turns[-1].before, turns[-1].action, playing.eye), "path")


def pill_of(choice: Choice, voice: Voice) -> Pill:
    """The verdict of a fight, or whom a card pushes on."""
    key, params = choice.label.key, choice.label.params
    if "outcome" in params:
        bonus = f"+{params['bonus']}" if params["bonus"] else ""
        word = voice.say(f"pill.{params['outcome']}")
        text = f"{params['attack']}{bonus}:{params['defence']} {word}"
        return Pill(text, GOOD if params["outcome"] == "won" else BAD)
    if key == BREAKTHROUGH:
        return Pill(voice.say("pill.through"), GOOD)
    if "displaced" in params:
        return Pill(voice.say("pill.displace"), PLAIN)
    return Pill(voice.say("pill.stay" if key == "choice.stay" else "pill.free"), PLAIN)
