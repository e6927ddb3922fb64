"""The contract between a game and everything around it: positions, actions, views, events, players, as types.

A game is pure. A position and an action go in, a position comes out; no clock, no random source, no input or output.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from random import Random
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

from triarii.core.rulebook import Rulebook
from triarii.core.texts import Message, Texts

A = TypeVar("A")
P = TypeVar("P")


class Turn(IntEnum):
    """Who acts next."""

    FIRST = 0
    SECOND = 1
    CHANCE = 2
    OVER = 3

    @property
    def other(self) -> Turn:
        """The opposing seat; only seats have one."""
        return Turn(1 - self)


SEATS = (Turn.FIRST, Turn.SECOND)


class Eye(IntEnum):
    """Who looks. An observer sees what both seats see."""

    FIRST = 0
    SECOND = 1
    OBSERVER = 2


Plain: TypeAlias = int | str | bool
"""What JSON can carry; a probability travels as text."""
Value: TypeAlias = Plain | Fraction
Options: TypeAlias = Mapping[str, object]
"""Whole contents (a layout, a card table, a roster), never a path."""


@dataclass(frozen=True)
class Refusal:
    """Why something is not allowed. Words come later, from messages.toml, in the asked language."""

    code: str
    """Names the message: `refusal.` + code."""
    rule: str = ""
    """The rule of the game behind it; empty where no rule of a game is concerned."""
    params: Mapping[str, Value | Sequence[Value] | Message] = field(default_factory=dict)

    @property
    def message(self) -> Message:
        return Message(f"refusal.{self.code}", self.params)


@dataclass(frozen=True)
class Event:
    """One thing that happened, for animation, commentary and reports."""

    kind: str
    """Names the message: `event.` + kind; for an eye that lacks a secret field: `event.` + kind + `_unseen`."""
    fields: Mapping[str, Plain | Sequence[Plain]]
    secret: Mapping[str, Eye] = field(default_factory=dict)
    """Fields that only one eye may see; all others are open."""

    def seen_by(self, eye: Eye) -> Event:
        """This event with what the eye may know, built by adding."""
        allowed = {name: value for name, value in self.fields.items() if self.secret.get(name, eye) == eye}
        if len(allowed) == len(self.fields):
            return Event(self.kind, allowed)
        return Event(f"{self.kind}_unseen", allowed)

    @property
    def message(self) -> Message:
        return Message(f"event.{self.kind}", self.fields)

    def names(self, field_name: str) -> list[str]:
        """The names that a field lists, such as the squares of a path."""
        listed = self.fields[field_name]
        assert not isinstance(listed, int | str), f"{field_name} of {self.kind} is no list"
        return [str(name) for name in listed]


@dataclass(frozen=True)
class Choice:
    """One next word of an action being put together; `text` is appended to the prefix."""

    text: str
    label: Message
    cell: str | None = None
    """Where on the board it can be clicked."""


@dataclass(frozen=True)
class Span:
    """A number as next word or as value of an option: low to high in steps, both ends included."""

    low: int
    high: int
    step: int = 1
    unit: str = ""
    scale: int = 1
    """A power of ten by which numbers are divided in words: with 1000, the number 2500 is spelled 2.5."""

    def word(self, number: int) -> str:
        """How a number of this span is spelled."""
        if self.scale == 1:
            return str(number)
        digits = len(str(self.scale)) - 1
        sign, (whole, rest) = ("-" if number < 0 else ""), divmod(abs(number), self.scale)
        return f"{sign}{whole}.{rest:0{digits}d}".rstrip("0").rstrip(".")

    def __contains__(self, number: object) -> bool:
        return (
            isinstance(number, int)
            and not isinstance(number, bool)
            and self.low <= number <= self.high
            and (number - self.low) % self.step == 0
        )


@dataclass(frozen=True)
class View:
    """What one eye may know: plain data that goes over a wire as JSON, built by adding what is allowed."""

    eye: Eye
    turn: Turn
    text: str
    """The open state, and what this eye alone may know, as the game writes it; with nothing hidden, the position's."""
    options: Options
    facts: Mapping[str, object] = field(default_factory=dict)
    """More about the state, JSON-able, for displays."""

    def as_json(self) -> dict[str, object]:
        return {
            "eye": self.eye.name.lower(),
            "turn": self.turn.name.lower(),
            "text": self.text,
            "options": dict(self.options),
            "facts": dict(self.facts),
        }


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    winner: Turn | None
    """None: a draw."""
    rule: str
    """The rule that ended it."""


class Position(Protocol[A]):
    """Immutable and hashable. `==` compares all that decides the future; `key` leaves out history (for tables)."""

    @property
    def turn(self) -> Turn: ...
    @property
    def key(self) -> int: ...
    def actions(self) -> Sequence[A]:
        """Complete if GameInfo says so; pinned order; empty when nobody acts."""
        ...

    def choices(self, prefix: Sequence[str]) -> Sequence[Choice] | Span | A | Refusal:
        """The next words after `prefix`, or the action that it spells, or why it leads nowhere."""
        ...

    def check(self, action: A) -> Refusal | None:
        """Why an action is not allowed; where no seat acts, nothing is, not even a listed outcome of chance."""
        ...

    def play(self, action: A) -> Self:
        """Only after `check`, or for a chance outcome that is listed; fast, without events."""
        ...

    def chances(self) -> Sequence[tuple[A, Fraction]]:
        """When the turn is CHANCE: the outcomes in pinned order; their probabilities add up to one."""
        ...

    def view(self, eye: Eye) -> View: ...
    def result(self) -> Result | None: ...
    def text(self) -> str: ...


@dataclass(frozen=True)
class OptionInfo:
    """An open question of the rules, with our default; an option of the set-up."""

    name: str
    values: Sequence[Value] | Span | str
    """The allowed values, or a span of numbers, or the name of a content type such as `layout`."""
    default: Value
    rule: str
    names: Sequence[str] = ()
    """For a content type: the contents that the game ships, by name."""
    about: Mapping[str, str] = field(default_factory=dict)
    """What it decides, in each language."""


@dataclass(frozen=True)
class GameInfo:
    """What tools may ask before they act."""

    id: str
    rules_version: int
    """Raised whenever the same record could end otherwise."""
    options: Sequence[OptionInfo]
    has_chance: bool
    has_secrets: bool
    lists_all_actions: bool
    capabilities: frozenset[str] = frozenset()
    secret_under: Mapping[str, Value] = field(default_factory=dict)
    """Options without which nothing is hidden; none: where there are secrets, there always are."""
    presets: Mapping[str, Mapping[str, Options]] = field(default_factory=dict)
    """Options whose values set the defaults of others, as a profile does: by option, then by its value."""
    dice_stand: bool = False
    """Whether nobody takes back what was decided before chance fell: another throw would follow."""
    heavy: bool = False
    """Whether a question about a position may take so long that others should not wait for its answer."""

    def hides(self, options: Options) -> bool:
        """Does a game with these options keep anything from an eye?"""
        return self.has_secrets and all(options.get(name) == value for name, value in self.secret_under.items())

    def option(self, name: str) -> OptionInfo | None:
        return next((option for option in self.options if option.name == name), None)


class Game(Protocol[A, P]):
    """One game. Every method is a pure function of its arguments."""

    @property
    def info(self) -> GameInfo: ...
    @property
    def texts(self) -> Texts: ...
    @property
    def rulebook(self) -> Rulebook: ...
    def start(self, options: Options) -> P | Refusal: ...
    def parse(self, text: str, options: Options) -> P | Refusal: ...
    def action(self, text: str) -> A | Refusal:
        """An action or a chance outcome from its text; whether it is allowed, `check` says."""
        ...

    def action_text(self, action: A) -> str: ...
    def told(self, before: P, action: A, eye: Eye) -> str:
        """The text of an action or outcome as this eye may read it."""
        ...

    def events(self, before: P, action: A, after: P) -> Sequence[Event]:
        """On demand, never during search."""
        ...

    def imagine(self, view: View, rng: Random) -> P:
        """A position that this eye can't tell from the real one."""
        ...


AnyGame: TypeAlias = Game[Any, Any]
AnyPosition: TypeAlias = Position[Any]


# Capabilities: what a game may offer beyond the contract. Each has a name in GameInfo.capabilities.


@runtime_checkable
class Worded(Protocol):
    """Capability `words`: a view told in whole sentences, for screen readers and plain play."""

    def words(self, view: View) -> Sequence[Message]: ...


@runtime_checkable
class Drawn(Protocol):
    """Capability `drawing`: a view drawn with letters on a grid."""

    def drawing(self, view: View) -> str: ...


@runtime_checkable
class Explained(Protocol):
    """Capability `legend`: what the signs of a drawing mean, as far as they are on it."""

    def legend(self, view: View) -> Sequence[Message]: ...


@runtime_checkable
class Previewed(Protocol):
    """Capability `preview`: what an action will do (path, cost, captures, odds), as this eye may know it."""

    def preview(self, position: Any, action: Any, eye: Eye) -> Mapping[str, object]: ...


@runtime_checkable
class Briefed(Protocol):
    """Capability `brief`: what whoever is to act has to know now, in a few sentences; all the rest is in `words`."""

    def introduction(self, view: View) -> Sequence[Message]:
        """What this game is about, told when it begins or goes on."""
        ...

    def brief(self, view: View) -> Sequence[Message]:
        """The first sentence says what is decided; as long as it stays the same, the question does."""
        ...

    def chapter(self, view: View) -> str:
        """Names the part of the game if it is one of the seat that is to act: with a new one, the board is shown."""
        ...


@runtime_checkable
class Foretold(Protocol):
    """Capability `foretold`: what an allowed action will do, in sentences: its path, its cost, the odds after it."""

    def foretell(self, position: Any, action: Any, eye: Eye) -> Sequence[Message]: ...


@runtime_checkable
class Overlaid(Protocol):
    """Capability `overlays`: shapes that a display shows on request."""

    def overlays(self, position: Any, eye: Eye) -> Iterable[Mapping[str, object]]: ...


Pose: TypeAlias = tuple[int, int, int]
"""Where something stands and how it is turned, in the measures of its game."""


@dataclass(frozen=True)
class Aim:
    """An action that leads to where somebody pointed, or near."""

    action: str
    snap: str
    """What it was drawn to, such as `contact` or `line`; `free`: to nothing but the place itself."""


@dataclass(frozen=True)
class Aimed:
    """What may be done towards a place, the best first; where there is nothing, why the most natural try fails."""

    aims: Sequence[Aim] = ()
    refusal: Refusal | None = None
    pose: Pose | None = None
    """Where that try would have ended."""
    short: Refusal | None = None
    """Why the best of them ends before the place."""


@runtime_checkable
class Aiming(Protocol):
    """Capability `aiming`: pieces are pointed to a place, and the game finds the actions that bring them there."""

    def aim(self, position: Any, who: Sequence[str], place: tuple[int, int], heading: int | None, target: str) -> Aimed:
        """`who` shall get to a place, and face that way if a heading is given; `target` is whom they shall meet."""
        ...


@dataclass(frozen=True)
class Fight:
    """A fight on offer, with its exact odds."""

    action: str
    """An action that leads to it."""
    params: Mapping[str, Value]
    """What the message `odds.fight` tells of it."""
    wins: Fraction
    ties: Fraction
    losses: Fraction


@runtime_checkable
class Sampled(Protocol):
    """A position that can draw one of its actions, each as likely as the other, without listing all of them."""

    def sample(self, rng: Random) -> Any: ...


@runtime_checkable
class Weighed(Protocol):
    """Capability `odds`: every fight that the seat to act can have now, with its exact odds."""

    def odds(self, view: View) -> Sequence[Fight]: ...


ASK = "ask"
"""The standing answer that is none."""


@dataclass(frozen=True)
class Standing:
    """A kind of question that a seat can answer once for the whole game."""

    name: str
    values: Sequence[str]
    """Words to choose from; `ask` is among them and holds until another is chosen."""
    label: Message
    """What is asked."""
    labels: Mapping[str, Message]
    """What each value means."""


@runtime_checkable
class Answering(Protocol):
    """Capability `standing`: answers that a seat gives beforehand, so that reactions need not wait for it.

    Whoever runs the game plays the action that follows from them; the record holds it like any other.
    """

    def standing_kinds(self) -> Sequence[Standing]: ...
    def standing_answer(self, position: Any, answers: Mapping[str, str]) -> Any | None:
        """The action that these answers, by kind, give for the seat that is to act; None: it has to be asked."""
        ...


@dataclass(frozen=True)
class Tally:
    """What many random games came to."""

    games: int
    plies: int
    first: int
    second: int
    draws: int

    @property
    def unfinished(self) -> int:
        return self.games - self.first - self.second - self.draws

    @classmethod
    def of_result(cls, result: Result | None, games: int = 1, plies: int = 0) -> Tally:
        """So many games that all ended alike; None: unfinished."""
        if result is None:
            return cls(games, plies, 0, 0, 0)
        won = [games * (result.winner is seat) for seat in (Turn.FIRST, Turn.SECOND, None)]
        return cls(games, plies, *won)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.plies + other.plies,
            self.first + other.first,
            self.second + other.second,
            self.draws + other.draws,
        )


@runtime_checkable
class Quick(Protocol):
    """Capability `quick`: whole jobs done inside compiled code."""

    def playouts(self, position: Any, games: int, seed: int, longest: int, begin: int = 0) -> Tally:
        """Random games of at most `longest` plies, numbered from `begin`: number i of a seed is always the same.

        Only from positions where a seat acts or the game is over: chance falls before the job.
        """
        ...

    def perft(self, position: Any, depth: int, outcomes: Sequence[str] = ()) -> int | None:
        """The number of ways to play `depth` plies while chance falls as given; None: this job can't tell."""
        ...


@dataclass(frozen=True)
class Budget:
    """How much a player may think. Nodes make it repeatable; milliseconds are kept with a margin."""

    nodes: int | None = None
    milliseconds: int | None = None


@dataclass(frozen=True)
class Prospect:
    """How a game may end for the chooser."""

    win: Fraction
    draw: Fraction
    loss: Fraction
    error: float | None = None
    """Standard error of the expected score; None: the numbers are exact."""

    @property
    def score(self) -> Fraction:
        return self.win + self.draw / 2


@dataclass(frozen=True)
class Decision(Generic[A]):
    """What a player chose, and what it thinks of it."""

    action: A
    score: Fraction | float | None = None
    """Expected score for the chooser, 0 to 1."""
    line: Sequence[A] = ()
    """What it expects to follow."""
    nodes: int = 0
    prospect: Prospect | None = None


class Player(Protocol):
    """Sees a view and can imagine positions that fit it; never the position itself: honest by type."""

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]: ...


@runtime_checkable
class Specialist(Protocol):
    """A player made for certain games; one without this plays any."""

    games: frozenset[str]


@runtime_checkable
class Analyst(Protocol):
    """A player that can compare several ways to go on, best first."""

    def analyse(
        self, game: AnyGame, view: View, budget: Budget, rng: Random, count: int
    ) -> Sequence[Decision[Any]]: ...
