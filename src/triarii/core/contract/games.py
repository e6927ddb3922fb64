"""One game: what it is, how it begins, and the way between its actions and their texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar

from triarii.core.contract.boards import Board
from triarii.core.contract.choices import Span
from triarii.core.contract.events import Event
from triarii.core.contract.offers import Level
from triarii.core.contract.positions import View
from triarii.core.contract.refusals import Refusal
from triarii.core.contract.seats import Eye
from triarii.core.contract.values import Options, Value
from triarii.core.rulebook import Rulebook
from triarii.core.texts import Texts

A = TypeVar("A")
P = TypeVar("P")


@dataclass(frozen=True)
class Forms:
    """Types of the plain data that a game tells displays: typed dicts, lists, tuples, literals, numbers and texts.

    The conformance kit holds a game to them, and the types of the app's boards are made from them. What is None is not
    declared.
    """

    facts: Any = None
    """Of `View.facts`."""
    events: Any = None
    """Of an event, as one eye may see it: a union of typed dicts, each with its `kind` as a literal."""
    preview: Any = None
    """Of what a preview tells."""
    shapes: Any = None
    """Of an overlay."""


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


@dataclass(frozen=True, kw_only=True)
class OptionSet:
    """Options that are chosen together: those of a game, or of a part of it that is asked by itself."""

    options: Sequence[OptionInfo]
    presets: Mapping[str, Mapping[str, Options]] = field(default_factory=dict)
    """Options whose values set the defaults of others, as a profile does: by option, then by its value."""

    def option(self, name: str) -> OptionInfo | None:
        return next((option for option in self.options if option.name == name), None)


@dataclass(frozen=True, kw_only=True)
class GameInfo(OptionSet):
    """What tools may ask before they act."""

    id: str
    rules_version: int
    """Raised whenever the same record could end otherwise."""
    has_chance: bool
    has_secrets: bool
    lists_all_actions: bool
    capabilities: frozenset[str] = frozenset()
    secret_under: Mapping[str, Value] = field(default_factory=dict)
    """Options each of which hides something; none: where there are secrets, there always are."""
    dice_stand: bool = False
    """Whether nobody takes back what was decided before chance fell: another throw would follow."""
    heavy: bool = False
    """Whether a question about a position may take so long that others should not wait for its answer."""
    levels: Sequence[Level] = ()
    """Opponents for people, weakest first; none: whoever plays any game."""
    analysts: Sequence[str] = ()
    """Players that give hints and compare ways to go on, best first; after them whoever plays any game."""
    board: Board | None = None
    """How its board looks, for displays that draw it by its description."""
    forms: Forms | None = None
    """The form of what it tells displays, for those who write one; without, nobody promises anything of it."""

    def hides(self, options: Options) -> bool:
        """Does a game with these options keep anything from an eye?"""
        hiding = [options.get(name) == value for name, value in self.secret_under.items()]
        return self.has_secrets and (any(hiding) or not hiding)

    def level(self, name: str) -> Level | None:
        return next((level for level in self.levels if level.id == name), None)


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
    def text_seen_by(self, before: P, action: A, eye: Eye) -> str:
        """The text of an action or outcome as this eye may read it."""
        ...

    def events(self, before: P, action: A, after: P) -> Sequence[Event]:
        """On demand, never during search."""
        ...

    def imagine(self, view: View, rng: Random) -> P:
        """A position that this eye can't tell from the real one."""
        ...


AnyGame: TypeAlias = Game[Any, Any]
