"""What a check finds: how much it looked at, or the first thing that breaks the contract."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any, TypeVar

from triarii.core.cast import EVERYBODY, Cast
from triarii.core.contract import SEAT_NAMES, AnyGame, AnyPosition, Eye, Refusal, Turn, View
from triarii.core.texts import LANGUAGES, Message

T = TypeVar("T")

STRANGERS = 200
"""How many actions of other positions are kept to be tried where they may not belong."""

LONGEST_DETAIL = 300

READERS = (EVERYBODY, *(Cast(you=seat) for seat in SEAT_NAMES))
"""Whoever watches, and the player of each seat."""


class NotConforming(AssertionError):
    """Says in one sentence what breaks the contract, and in which position."""

    def __init__(self, broken: str, position: str = "") -> None:
        super().__init__(f"{broken} In the position: {position}" if position else broken)
        self.broken = broken
        self.position = position


@dataclass
class Report:
    """How much was looked at, by what it was."""

    counts: Counter[str] = field(default_factory=Counter)

    def __getitem__(self, what: str) -> int:
        return self.counts[what]

    def __str__(self) -> str:
        return ", ".join(f"{count} {what}" for what, count in self.counts.items())


@dataclass
class Inquiry:
    """One game under one set of options being asked; it remembers where, so that a fault can name its position."""

    game: AnyGame
    options: Mapping[str, object]
    rng: Random
    report: Report
    place: str = ""
    strangers: list[Any] = field(default_factory=list)

    def demand(self, holds: bool, broken: str, *details: object) -> None:
        """Go on if it holds; else say what broke, with the details put in."""
        if not holds:
            raise NotConforming(broken.format(*(str(detail)[:LONGEST_DETAIL] for detail in details)), self.place)

    def accepted(self, answer: T | Refusal, broken: str, *details: object) -> T:
        """The answer, which must not be a refusal; the reason of one is put in as the last detail."""
        if isinstance(answer, Refusal):
            raise NotConforming(broken.format(*details, self.reason(answer)), self.place)
        return answer

    def reason(self, answer: Refusal | None) -> str:
        """Why something was refused, in English."""
        if answer is None:
            return ""
        self.says(answer.message)
        return self.game.texts.say(answer.message, LANGUAGES[0])

    def refuses(self, answer: object, broken: str, *details: object) -> None:
        """The answer must be a refusal that can be said in every language and cites no rule that nobody knows."""
        self.demand(isinstance(answer, Refusal), broken, *details)
        assert isinstance(answer, Refusal)
        self.report.counts["refusals"] += 1
        self.says(answer.message)
        self.cites(answer.rule)

    def cites(self, rule: str) -> None:
        known = not rule or self.game.rulebook.find(rule) is not None
        self.demand(known, "The rule {} is cited, but the rulebook does not have it.", rule)

    def says(self, message: Message) -> None:
        """The message can be said in every language, to whoever reads it."""
        for lang, cast in product(LANGUAGES, READERS):
            try:
                said = self.game.texts.say(message, lang, cast)
            except Exception as problem:
                raise NotConforming(
                    f"The message {message.key} can't be said in {lang} ({type(problem).__name__}: {problem}).",
                    self.place,
                ) from problem
            self.demand(bool(said), "The message {} is empty in {}.", message.key, lang)

    def sent(self, value: object, what: str) -> str:
        """The value as it goes over a wire: one JSON text for one content."""
        try:
            return json.dumps(value, sort_keys=True, allow_nan=False, ensure_ascii=False)
        except (TypeError, ValueError) as problem:
            raise NotConforming(f"JSON can't carry {what} ({problem}).", self.place) from problem

    def sent_view(self, view: View) -> str:
        return self.sent(view.as_json(), f"the view of {view.eye.name}")

    @contextmanager
    def looking_at(self, position: AnyPosition, asked: str = "game") -> Iterator[None]:
        """Faults name this position; a failure of the game or player is a fault; and looking must change nothing."""
        outer = self.place
        try:
            with failures_are_faults(self, asked):
                self.place = position.text()
                yield
                self.demand(position.text() == self.place, "Asking a position changes it.")
        finally:
            self.place = outer

    def remember(self, actions: Iterable[Any]) -> None:
        """Keep some actions to try them elsewhere."""
        for action in self.some(list(actions), 3):
            if len(self.strangers) < STRANGERS:
                self.strangers.append(action)
            else:
                self.strangers[self.rng.randrange(STRANGERS)] = action

    def some(self, items: Sequence[T], most: int) -> list[T]:
        """At most so many of the items, picked by chance."""
        return list(items) if len(items) <= most else self.rng.sample(items, most)


@contextmanager
def failures_are_faults(inquiry: Inquiry, asked: str) -> Iterator[None]:
    """Whoever is asked may refuse, but not fail."""
    try:
        yield
    except NotConforming:
        raise
    except Exception as problem:
        raise NotConforming(f"The {asked} fails with {type(problem).__name__}: {problem}.", inquiry.place) from problem


def moves(position: AnyPosition) -> list[Any]:
    """What can happen next: the listed actions, or the outcomes of chance."""
    if position.turn is Turn.CHANCE:
        return [outcome for outcome, _ in position.chances()]
    return list(position.actions())


def to_act(position: AnyPosition) -> Eye | None:
    """The eye of the seat that acts next, if a seat does."""
    return Eye(position.turn) if position.turn in (Turn.FIRST, Turn.SECOND) else None


def received(sent: str) -> View:
    """The view that a JSON text carries, as the other end of a wire has it."""
    back = json.loads(sent)
    return View(Eye[back["eye"].upper()], Turn[back["turn"].upper()], back["text"], back["options"], back["facts"])
