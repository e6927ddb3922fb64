"""How far the set-up has come: what is decided now, by whom, and what was chosen so far. What lies on the table already
stands in the setting, who stands on it in the field."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from triarii.games.adlg.data.changing import replace


class Task(StrEnum):
    """What is decided now, by a seat or by dice."""

    INITIATIVE = "initiative"
    """Two dice, one for each seat."""
    REGION = "region"
    """The winner of the initiative names the region and whether he attacks or defends."""
    PICK = "pick"
    """A seat chooses its next piece of terrain, or has enough."""
    CLAIM = "claim"
    """The die for a coast, a river or a village."""
    SECTOR = "sector"
    """Two dice for a piece: the sector, and whether it lies at an edge."""
    LAY = "lay"
    RIVER = "river"
    """The die for how a river flows that has just been laid."""
    WAY = "way"
    """Two dice for a road: the sectors of its ends."""
    ROAD = "road"
    ADJUST = "adjust"
    """A seat tries to alter a piece, or leaves all as it is."""
    EFFORT = "effort"
    """The die of such a try."""
    ALTER = "alter"
    """What it does with the piece."""
    CAMP = "camp"
    WORKS = "works"
    """The fortifications and obstacles of an army, after its camp."""
    MARCH = "march"
    """A seat writes down whether a corps marches around a flank."""
    AMBUSH = "ambush"
    """A seat lays its markers and writes down who lies under them."""
    CORPS = "corps"
    """Which corps a seat deploys next."""
    DEPLOY = "deploy"
    DISMOUNT = "dismount"
    """Which of its units a seat has fight on foot, when all corps stand."""


BY_DICE = frozenset({Task.INITIATIVE, Task.CLAIM, Task.SECTOR, Task.RIVER, Task.WAY, Task.EFFORT})
BY_TWO_DICE = frozenset({Task.INITIATIVE, Task.SECTOR, Task.WAY})
IN_SECRET = frozenset({Task.MARCH, Task.AMBUSH})
"""Tasks in which a seat says what only itself may know (adlg.plan.secret)."""
OFF = "-"
"""Stands for the id of a piece that was discarded or removed."""


@dataclass(frozen=True)
class Chosen:
    """A piece of terrain that a seat has chosen."""

    kind: str
    seat: int
    compulsory: bool = False
    free: bool = False
    """The road that comes with a village."""
    id: str = ""
    """Of the piece on the table; nothing before it is laid."""

    @property
    def waits(self) -> bool:
        return not self.id


@dataclass(frozen=True)
class Preparation:
    """The set-up at one moment."""

    task: Task
    seat: int
    """Who decides or for whom the dice fall."""
    defender: int | None = None
    """Nobody before the region is named."""
    region: str = ""
    picks: tuple[Chosen, ...] = ()
    about: str = ""
    """What a die or a decision is about: a kind of terrain that is claimed, a piece that is adjusted, a corps."""
    dice: tuple[int, int] = (0, 0)
    """What was thrown for the piece that is laid, or for the one that is altered."""
    denied: tuple[str, ...] = ()
    """What the dice denied to seats: `0coast`."""
    rethrown: tuple[int, ...] = ()
    """Seats that have had their second throw for a piece without room."""
    tried: tuple[str, ...] = ()
    """Who has tried to adjust which piece: `1t3`."""
    over: tuple[int, ...] = ()
    """Seats that are through with the present round of choosing or adjusting."""
    removed: bool = False
    """Whether a piece was taken off by adjustment."""
    planned: tuple[int, ...] = ()
    """Seats that have written down whether a corps of theirs marches around a flank."""
    deployed: tuple[str, ...] = ()
    """Corps that stand, by their commanders."""

    @property
    def attacker(self) -> int:
        assert self.defender is not None, "settled with the region"
        return 1 - self.defender

    def chosen_by(self, seat: int) -> list[Chosen]:
        """The pieces of a seat that count as its choice: neither the compulsory one nor the village's road."""
        return [pick for pick in self.picks if pick.seat == seat and not pick.compulsory and not pick.free]

    def with_id(self, place: int, name: str) -> Preparation:
        """One of the chosen pieces lies on the table now, or was given up."""
        picks = list(self.picks)
        picks[place] = replace(picks[place], id=name)
        return replace(self, picks=tuple(picks))
