"""What happens while a battle is set up: a frozen class for each kind, noted where it is done, like those of the battle
itself (`battle.table.happenings`). What is written in a plan is told to its owner alone (adlg.plan.secret)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from triarii.core.contract import SEAT_NAMES, Event, Eye
from triarii.games.adlg.battle.table.happenings import Happening

# The dice


@dataclass(frozen=True)
class InitiativeThrow(Happening):
    kind: ClassVar[str] = "initiative"
    first: int
    second: int
    first_more: int
    second_more: int


@dataclass(frozen=True)
class InitiativeWon(Happening):
    kind: ClassVar[str] = "initiative_won"
    seat: str


@dataclass(frozen=True)
class InitiativeTied(Happening):
    kind: ClassVar[str] = "initiative_tied"


@dataclass(frozen=True)
class ClaimThrow(Happening):
    kind: ClassVar[str] = "claim"
    piece: str
    die: int


@dataclass(frozen=True)
class ClaimDenied(Happening):
    kind: ClassVar[str] = "claim_denied"
    piece: str


@dataclass(frozen=True)
class EdgeThrow(Happening):
    """The piece comes to the edge of a third of the table."""

    kind: ClassVar[str] = "sector_edge"
    piece: str
    first: int
    second: int
    third: str


@dataclass(frozen=True)
class InsideThrow(EdgeThrow):
    """It comes away from all edges."""

    kind: ClassVar[str] = "sector_inside"


@dataclass(frozen=True)
class RiverFlows(Happening):
    kind: ClassVar[str] = "river_flows"
    name: str
    die: int
    flow: str


@dataclass(frozen=True)
class WayThrow(Happening):
    """Where a road begins and where it ends."""

    kind: ClassVar[str] = "way"
    first: int
    second: int


@dataclass(frozen=True)
class EffortThrow(Happening):
    """What may be done with a piece that somebody wants to alter."""

    kind: ClassVar[str] = "effort"
    name: str
    die: int


@dataclass(frozen=True)
class EffortFailed(Happening):
    kind: ClassVar[str] = "effort_failed"
    name: str


@dataclass(frozen=True)
class ThrownAgain(Happening):
    kind: ClassVar[str] = "thrown_again"
    seat: str


# The ground


@dataclass(frozen=True)
class RegionNamed(Happening):
    kind: ClassVar[str] = "region"
    seat: str
    region: str
    role: str


@dataclass(frozen=True)
class Picked(Happening):
    kind: ClassVar[str] = "picked"
    seat: str
    piece: str


@dataclass(frozen=True)
class Discarded(Happening):
    kind: ClassVar[str] = "discarded"
    piece: str


@dataclass(frozen=True)
class Laid(Happening):
    kind: ClassVar[str] = "laid"
    name: str
    piece: str


@dataclass(frozen=True)
class Altered(Happening):
    kind: ClassVar[str] = "altered"
    name: str
    piece: str
    x: int
    y: int
    turn: int


@dataclass(frozen=True)
class Removed(Happening):
    kind: ClassVar[str] = "removed"
    name: str
    piece: str


@dataclass(frozen=True)
class RoadLaid(Happening):
    kind: ClassVar[str] = "road"
    name: str


@dataclass(frozen=True)
class CampBuilt(Happening):
    kind: ClassVar[str] = "camp"
    seat: str
    x: int
    y: int


@dataclass(frozen=True)
class WorksBuilt(Happening):
    kind: ClassVar[str] = "works"
    seat: str
    name: str
    work: str
    ax: int
    ay: int
    bx: int
    by: int


# The plans


def _secret(event: Event, seat: str, *fields: str) -> Event:
    """With fields that only the owner of the plan may read."""
    return Event(event.kind, event.fields, dict.fromkeys(fields, Eye(SEAT_NAMES.index(seat))))


@dataclass(frozen=True)
class MarkerLaid(Happening):
    """Where it lies everybody sees."""

    kind: ClassVar[str] = "marker"
    seat: str
    marker: str
    x: int
    y: int
    units: tuple[str, ...]

    @property
    def event(self) -> Event:
        return _secret(super().event, self.seat, "units")


@dataclass(frozen=True)
class MarchPlanned(Happening):
    """That something was written everybody sees."""

    kind: ClassVar[str] = "march_planned"
    seat: str
    leader: str
    side: str

    @property
    def event(self) -> Event:
        return _secret(super().event, self.seat, "leader", "side")


@dataclass(frozen=True)
class MarchMissing(Happening):
    """That a corps is missing everybody sees once the others stand."""

    kind: ClassVar[str] = "march_missing"
    leader: str


# The armies


@dataclass(frozen=True)
class CorpsDeploys(Happening):
    kind: ClassVar[str] = "deploys"
    seat: str
    leader: str


@dataclass(frozen=True)
class Deployed(Happening):
    kind: ClassVar[str] = "deployed"
    unit: str
    x: int
    y: int
    heading: int


@dataclass(frozen=True)
class Prepared(Happening):
    """Stakes are planted, a war wagon is made ready."""

    kind: ClassVar[str] = "prepared"
    unit: str


@dataclass(frozen=True)
class LeadsUnit(Happening):
    kind: ClassVar[str] = "leads"
    leader: str
    unit: str


@dataclass(frozen=True)
class LeadsAlone(Happening):
    kind: ClassVar[str] = "leads_alone"
    leader: str
    x: int
    y: int


@dataclass(frozen=True)
class CorpsStands(Happening):
    kind: ClassVar[str] = "corps_stands"
    leader: str


@dataclass(frozen=True)
class BattleBegins(Happening):
    kind: ClassVar[str] = "battle_begins"
    seat: str
