"""What happens in a battle, as it happens: a frozen class for each kind, with the rule behind it, who it is about, what
was measured, the dice and the ledger. These are the events, the log and the report; nobody finds them out afterwards.

Who changes the table notes them in its chronicle (`Field.noted`). A table that keeps none drops them unmade, which is
what programs that look ahead use. Nothing stands in a happening that not everybody at the table sees.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from triarii.core.contract import Event

UNTOLD = {"told": False}
"""Of fields that explain a happening to programs and are no words of its sentence."""


@dataclass(frozen=True)
class Happening:
    kind: ClassVar[str]
    """Names its sentence."""
    rule: str

    @property
    def event(self) -> Event:
        """As it is told to everybody."""
        told: dict[str, Any] = {}
        for each in fields(self):
            if each.name != "rule" and each.metadata.get("told", True):
                value = getattr(self, each.name)
                told[each.name] = list(value) if isinstance(value, tuple) else value
        return Event(self.kind, {**told, "rule": self.rule})


# The table


@dataclass(frozen=True)
class Moved(Happening):
    kind: ClassVar[str] = "moved"
    unit: str
    x: int
    y: int
    heading: int


@dataclass(frozen=True)
class Appears(Happening):
    kind: ClassVar[str] = "appears"
    unit: str
    x: int
    y: int
    heading: int


@dataclass(frozen=True)
class Lost(Happening):
    """Cohesion."""

    kind: ClassVar[str] = "lost"
    unit: str
    points: int
    left: int
    by: str = field(default="", metadata=UNTOLD)
    """Who cost it that, if somebody did."""


@dataclass(frozen=True)
class Rallied(Happening):
    kind: ClassVar[str] = "rallied"
    unit: str
    left: int


@dataclass(frozen=True)
class NotRallied(Happening):
    kind: ClassVar[str] = "not_rallied"
    unit: str


@dataclass(frozen=True)
class Routed(Happening):
    kind: ClassVar[str] = "routed"
    unit: str


@dataclass(frozen=True)
class Destroyed(Happening):
    kind: ClassVar[str] = "destroyed"
    unit: str


@dataclass(frozen=True)
class LeftTable(Happening):
    kind: ClassVar[str] = "left_table"
    unit: str


@dataclass(frozen=True)
class Vanished(Happening):
    kind: ClassVar[str] = "vanished"
    unit: str


GONE: dict[str, type[Routed] | type[Destroyed] | type[LeftTable] | type[Vanished]] = {
    each.kind: each for each in (Routed, Destroyed, LeftTable, Vanished)
}


@dataclass(frozen=True)
class Meets(Happening):
    kind: ClassVar[str] = "meets"
    unit: str
    enemy: str
    side: str


@dataclass(frozen=True)
class BreaksLoose(Happening):
    kind: ClassVar[str] = "breaks_loose"
    unit: str
    enemy: str


@dataclass(frozen=True)
class Swept(Happening):
    kind: ClassVar[str] = "swept"
    unit: str


@dataclass(frozen=True)
class Dismounts(Happening):
    kind: ClassVar[str] = "dismounts"
    unit: str
    troop: str


@dataclass(frozen=True)
class CampTaken(Happening):
    kind: ClassVar[str] = "taken"
    camp: str


@dataclass(frozen=True)
class Recalled(Happening):
    kind: ClassVar[str] = "recalled"
    unit: str


@dataclass(frozen=True)
class LootsOn(Happening):
    kind: ClassVar[str] = "loots_on"
    unit: str


# Commanders and their corps


@dataclass(frozen=True)
class Fallen(Happening):
    kind: ClassVar[str] = "fallen"
    leader: str


@dataclass(frozen=True)
class Spared(Happening):
    kind: ClassVar[str] = "spared"
    leader: str


@dataclass(frozen=True)
class GivesWay(Happening):
    kind: ClassVar[str] = "gives_way"
    leader: str
    unit: str


@dataclass(frozen=True)
class GivesWayAlone(Happening):
    kind: ClassVar[str] = "gives_way_alone"
    leader: str
    x: int
    y: int


@dataclass(frozen=True)
class Hesitates(Happening):
    kind: ClassVar[str] = "hesitates"
    leader: str


@dataclass(frozen=True)
class HesitatesOn(Happening):
    kind: ClassVar[str] = "hesitates_on"
    leader: str


@dataclass(frozen=True)
class WonOver(Happening):
    kind: ClassVar[str] = "won_over"
    leader: str


@dataclass(frozen=True)
class SpeaksFor(Happening):
    kind: ClassVar[str] = "speaks_for"
    leader: str


# What was said about shooting


@dataclass(frozen=True)
class HoldsFire(Happening):
    kind: ClassVar[str] = "holds_fire"
    unit: str


@dataclass(frozen=True)
class Fires(Happening):
    kind: ClassVar[str] = "fires"
    unit: str


@dataclass(frozen=True)
class Aims(Happening):
    kind: ClassVar[str] = "aims"
    unit: str
    enemy: str


# What was hidden


@dataclass(frozen=True)
class AmbushFound(Happening):
    kind: ClassVar[str] = "ambush"
    marker: str
    units: tuple[str, ...]


@dataclass(frozen=True)
class FalseAmbush(Happening):
    kind: ClassVar[str] = "ambush_false"
    marker: str


@dataclass(frozen=True)
class MarchDriven(Happening):
    kind: ClassVar[str] = "march_driven"
    leader: str
    side: str


@dataclass(frozen=True)
class MarchDue(Happening):
    kind: ClassVar[str] = "march_due"
    leader: str
    side: str


@dataclass(frozen=True)
class MarchHere(Happening):
    kind: ClassVar[str] = "march_here"
    leader: str
    side: str


# The course of a sequence


@dataclass(frozen=True)
class Points(Happening):
    kind: ClassVar[str] = "points"
    leader: str
    points: int
    free: int


@dataclass(frozen=True)
class Spent(Happening):
    kind: ClassVar[str] = "spent"
    points: int
    left: int


@dataclass(frozen=True)
class Asked(Happening):
    kind: ClassVar[str] = "asked"
    unit: str


@dataclass(frozen=True)
class AskedToReveal(Happening):
    kind: ClassVar[str] = "spring"
    marker: str


@dataclass(frozen=True)
class SequenceBegins(Happening):
    kind: ClassVar[str] = "sequence"
    seat: str


@dataclass(frozen=True)
class TimeAsked(Happening):
    kind: ClassVar[str] = "time_asked"
    seat: str


@dataclass(frozen=True)
class TimeAgreed(Happening):
    kind: ClassVar[str] = "time_agreed"
    seat: str


@dataclass(frozen=True)
class TimeRefused(Happening):
    kind: ClassVar[str] = "time_refused"
    seat: str


@dataclass(frozen=True)
class TimeUp(Happening):
    kind: ClassVar[str] = "time_up"
    turn: int


@dataclass(frozen=True)
class LastTurn(Happening):
    kind: ClassVar[str] = "last_turn"
    turn: int


@dataclass(frozen=True)
class Won(Happening):
    kind: ClassVar[str] = "won"
    seat: str


@dataclass(frozen=True)
class WonOnPoints(Happening):
    kind: ClassVar[str] = "won_on_points"
    seat: str


@dataclass(frozen=True)
class Drawn(Happening):
    kind: ClassVar[str] = "drawn"


@dataclass(frozen=True)
class DrawnOnPoints(Happening):
    kind: ClassVar[str] = "drawn_on_points"


@dataclass(frozen=True)
class Scored(Happening):
    kind: ClassVar[str] = "scored"
    first: int
    second: int
