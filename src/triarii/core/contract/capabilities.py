"""What a game may offer beyond the contract. Each capability has a name in GameInfo.capabilities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, Protocol, TypeAlias, runtime_checkable

from triarii.core.contract.events import Event
from triarii.core.contract.positions import Result, View
from triarii.core.contract.refusals import Refusal
from triarii.core.contract.seats import Eye, Turn
from triarii.core.contract.values import Value
from triarii.core.texts import Message


@runtime_checkable
class Worded(Protocol):
    """Capability `words`: a view told in whole sentences, for screen readers and plain play."""

    def words(self, view: View) -> Sequence[Message]: ...


@runtime_checkable
class Narrated(Protocol):
    """Capability `narrated`: what happened by one action, told together where a sentence for each event would be too
    many. It is given the events as an eye may know them."""

    def narrate(self, events: Sequence[Event]) -> Sequence[Message]: ...


@runtime_checkable
class Called(Protocol):
    """Capability `called`: what the pieces of a position are called, in each language, by the ids that orders are
    written with. Displays tell these names; whoever types orders reads the ids. A game whose sides have names besides
    their colours tells them here too, by their seats."""

    def called(self, position: Any) -> Mapping[str, Mapping[str, str]]: ...


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


@dataclass(frozen=True)
class Points:
    """What a game is worth to both seats."""

    points: tuple[int, int]
    rule: str
    how: Sequence[Message]
    """How they came about, in sentences."""

    def as_json(self) -> dict[str, object]:
        return {"first": self.points[0], "second": self.points[1], "rule": self.rule}


@runtime_checkable
class Scored(Protocol):
    """Capability `score`: a game is worth points, and more to one seat than a victory alone says."""

    def score(self, position: Any, result: Result | None) -> Points:
        """With this result, be it one that the rules don't know, as when somebody gives up; None: as it stands."""
        ...


@dataclass(frozen=True)
class Sequel:
    """The game that follows one that is over, where games hang together."""

    options: Mapping[str, object]
    words: Sequence[Message]
    """How matters stand, and what comes."""
    last: bool = False
    """Whether what hung together is over: then it would begin again, with the seats swapped."""


@runtime_checkable
class Continued(Protocol):
    """Capability `sequel`: a game may be followed by one that takes over what is left of it, with the same seats."""

    def sequel(self, options: Mapping[str, object], position: Any, result: Result) -> Sequel | None:
        """What follows a game with these options that ended so; None: nothing hangs together with it."""
        ...


@runtime_checkable
class Timed(Protocol):
    """Capability `time`: a game that can be ended in good order when an evening's time is up."""

    def time_up(self, position: Any) -> Any | Refusal:
        """What a clock does to it at its end, or why that changes nothing; `play` takes it, though no seat may choose
        it."""
        ...


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
