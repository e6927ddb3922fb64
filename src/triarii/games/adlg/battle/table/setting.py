"""What stays the same during a battle: the units and their commanders, the ground, and how the sheet is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from triarii.games.adlg.battle.scoring import CLUB, Scoring
from triarii.games.adlg.battle.table import hosts
from triarii.games.adlg.battle.table.hosts import Host
from triarii.games.adlg.battle.table.scenery import Scenery
from triarii.games.adlg.combat import handling
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.data import dismounting
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.command import Grade
from triarii.games.adlg.data.keeping import kept
from triarii.games.adlg.data.kit import WEAPONS, Quality, Weapon
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.data.troops import Category, Troop
from triarii.games.adlg.geometry import paths
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.limits import Limits
from triarii.games.adlg.geometry.shapes import Figure, Pose

T = TypeVar("T")
WIDTH = 1000
"""Of every base, in mUD."""
UNIT_LETTERS = ("u", "e")
"""First letters of the units of the first and the second seat."""
COMMANDER_LETTERS = ("c", "d")
CAMP_SIZE = (2000, 1000)
MOST_BODIES = 10_000
"""Bases of one battle that are kept, with all the places they have stood in."""


@dataclass(frozen=True, eq=False)
class Unit:
    """A unit as it was bought, or as it is once it has dismounted; what else happens to it stands in the field."""

    id: str
    seat: int
    corps: int
    troop: Troop
    quality: Quality
    bought: frozenset[str]
    weapon: Weapon | None
    name: Mapping[str, str]
    dismounts: Troop | None = None
    """As what it may fight on foot instead."""

    @kept
    def on_foot(self) -> Unit | None:
        """The same unit once it has dismounted; None where it may not (adlg.dismount.before)."""
        form = None if self.dismounts is None else dismounting.on_foot(self.troop, self.dismounts)
        if form is None:
            return None
        return replace(self, troop=form.troop, bought=form.abilities, weapon=None, dismounts=None)

    @kept
    def abilities(self) -> frozenset[str]:
        return self.bought | self.troop.abilities

    @kept
    def category(self) -> Category:
        return self.troop.category

    @property
    def width(self) -> int:
        return WIDTH

    @kept
    def depth(self) -> int:
        return self.troop.depth

    @kept
    def light(self) -> bool:
        return self.troop.light

    @kept
    def mounted(self) -> bool:
        return self.troop.mounted

    @kept
    def impetuous(self) -> bool:
        return "impetuous" in self.abilities

    @kept
    def expendable(self) -> bool:
        return "expendable" in self.abilities

    @kept
    def missile(self) -> Weapon | None:
        """What it shoots with; who has the javelin and nothing better throws it."""
        if self.weapon is not None:
            return self.weapon
        javelin = WEAPONS["javelin"]
        return javelin if "javelin" in self.abilities and javelin.reach(self.troop) else None

    @kept
    def may_evade(self) -> bool:
        return handling.may_evade(self.troop, self.abilities)

    @kept
    def unmanoeuvrable(self) -> bool:
        return handling.is_unmanoeuvrable(self.troop, self.abilities)

    @kept
    def charges_uncontrolled(self) -> bool:
        return handling.charges_uncontrolled(self.troop, self.abilities)


@dataclass(frozen=True, eq=False)
class Corps:
    """Units under one commander."""

    seat: int
    number: int
    grade: Grade
    chief: bool = False
    included: str = ""
    """The unit that the commander is part of."""
    allied: bool = False
    unreliable: bool = False

    @property
    def doubtful(self) -> bool:
        """Whether it may hesitate: an ally, or a commander who can't be relied on (adlg.allies.hesitate)."""
        return self.allied or self.unreliable

    @property
    def commander(self) -> str:
        """The commander's id."""
        return f"{COMMANDER_LETTERS[self.seat]}{self.number}"


@dataclass(frozen=True, eq=False)
class CampSite:
    """An army's camp."""

    id: str
    seat: int
    kind: Camp
    pose: Pose


@dataclass(frozen=True)
class Placement:
    """Where a unit stands at the start."""

    pose: Pose
    cohesion: int
    marks: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Campaigning:
    """Which battle of which campaign this is, and what both sides have gained before it."""

    campaign: str
    battle: int
    points: tuple[int, int] = (0, 0)


@dataclass(frozen=True, eq=False)
class Setting:
    """One object shared by all positions of a battle."""

    name: Mapping[str, str]
    size: tuple[int, int]
    """Of the table, in mUD."""
    units: Mapping[str, Unit]
    corps: Mapping[str, Corps]
    """By the commander's id."""
    camps: Mapping[str, CampSite]
    scenery: Scenery
    readings: Readings
    placements: Mapping[str, Placement]
    commanders: Mapping[str, Pose | str]
    """Where each commander begins: a pose, or the unit he is attached to."""
    begins: int = 0
    """The seat that has the first sequence: the attacker."""
    options: Mapping[str, object] = field(default_factory=dict)
    region: str = ""
    """What the country around looks like, where a scenario says so; no rule asks for it."""
    ground: str = ""
    """What the set-up has put on the table, as text: terrain, camps, who begins; nothing in a scenario."""
    to_build: tuple[Camp, Camp] = (Camp.NORMAL, Camp.NORMAL)
    """The camps that the armies of a set-up bring."""
    works_to_build: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))
    """And how many pieces of fortification and of obstacle."""
    secret_plan: bool = False
    """Whether both players write a battle plan in secret: ambushes and flank marches (adlg.plan.secret)."""
    about: Mapping[str, str] = field(default_factory=dict)
    """What the scenario tells of itself, in every language; empty where it tells nothing."""
    turns: int = 0
    """Game turns after which the battle ends; 0: none (adlg.scoring.time)."""
    scoring: Scoring = CLUB
    """What the battle is worth in points."""
    campaigning: Campaigning | None = None
    """None: a battle of its own."""
    armies: tuple[Mapping[str, str], Mapping[str, str]] = field(default_factory=lambda: ({}, {}))
    """What both armies are called, in every language; empty where a scenario lists its units one by one."""

    @kept
    def limits(self) -> Limits:
        chosen = self.readings.chosen
        return Limits(
            touch=_number(chosen["touch_tolerance"]),
            corner=_number(chosen["corner_tolerance"]),
            facing=_number(chosen["facing_tolerance"]),
            edge=_number(chosen["edge_contact_min"]),
            stop_short=_number(chosen["stop_short"]),
            zone_slack=_number(chosen["zone_slack"]),
            conform=_number(chosen["conform_limit"]),
            conform_around=_number(chosen["conform_limit_around_corner"]),
            shift=_number(chosen["shift_limit"]),
        )

    @kept
    def solid_ground(self) -> tuple[Figure, ...]:
        """Ground that nobody may enter, and all that is off the table."""
        return (*self.scenery.impassable, *paths.outside(*self.size))

    # What is found out once for a battle

    @kept
    def camp_bodies(self) -> dict[str, Body]:
        """The bases of the camps."""
        return {camp.id: Body(camp.pose, *CAMP_SIZE, id=camp.id) for camp in self.camps.values()}

    @kept
    def _camps_of(self) -> tuple[tuple[Body, ...], ...]:
        bodies = self.camp_bodies
        return tuple(tuple(bodies[camp.id] for camp in self.camps.values() if camp.seat == seat) for seat in (0, 1))

    def camps_of(self, seat: int) -> tuple[Body, ...]:
        return self._camps_of[seat]

    @kept
    def _bodies(self) -> dict[tuple[str, Pose, int], Body]:
        return {}

    def body(self, name: str, pose: Pose, depth: int) -> Body:
        """The base of a unit in a place; the same object, with its corners, whenever it stands there."""
        key = (name, pose, depth)
        found = self._bodies.get(key)
        if found is None:
            if len(self._bodies) >= MOST_BODIES:
                self._bodies.clear()
            found = self._bodies[key] = Body(pose, WIDTH, depth, id=name)
        return found

    @kept
    def _known(self) -> dict[object, Any]:
        return {}

    def once(self, key: object, make: Callable[[], T]) -> T:
        """What holds all the battle long for whoever the key names, found out once."""
        if key not in self._known:
            self._known[key] = make()
        found: T = self._known[key]
        return found

    @kept
    def _hosts(self) -> dict[object, Host]:
        return {}

    def host(self, key: object, make: Callable[[], Host]) -> Host:
        """An army that stands as the key says."""
        found = self._hosts.get(key)
        if found is None:
            if len(self._hosts) >= hosts.MOST_KEPT:
                self._hosts.clear()
            found = self._hosts[key] = make()
        return found

    def corps_of(self, unit: Unit) -> Corps:
        return self.corps[f"{COMMANDER_LETTERS[unit.seat]}{unit.corps}"]


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value
