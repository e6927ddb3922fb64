"""The table at one moment: where every unit and commander stands, who fights whom, what was lost. Immutable."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

from triarii.games.adlg.battle.hiding.hidden import March, Marker, units_under
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.allegiance import Allegiance
from triarii.games.adlg.battle.table.happenings import GONE, Fallen, Happening, Lost, Moved
from triarii.games.adlg.battle.table.hosts import Host
from triarii.games.adlg.battle.table.setting import WIDTH, Setting, Unit
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.keeping import kept
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.shapes import Pose

COMMANDER_DEPTH = 750
T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True)
class Stand:
    """A unit on the table."""

    pose: Pose
    cohesion: int
    moves: int = 0
    """Made in this phase."""
    marks: frozenset[str] = frozenset()
    aim: str = ""
    """The target that its owner prefers where the rules leave a choice (adlg.shooting.choice)."""

    def marked(self, *new: str) -> Stand:
        return replace(self, marks=self.marks | frozenset(new))


@dataclass(frozen=True)
class Leader:
    """A commander on the table: loose, or with a unit."""

    pose: Pose
    """Where his own base stands; behind his unit if he is with one."""
    unit: str = ""
    moves: int = 0
    """Of his own, in this phase."""
    engaged: bool = False
    """Whether he takes part in his unit's melee (adlg.commander.engaged)."""


@dataclass(frozen=True)
class Meeting:
    """Two units that fight: the attacker's front is on an edge of the target."""

    attacker: str
    target: str
    side: str
    """The target's edge: front, left, right or rear."""
    charger: str = ""
    """Who charged; nobody where the contact came by conforming or pursuit."""
    rounds: int = 0
    """Fought so far."""
    uncontrolled: bool = False
    conformed: bool = True

    def involves(self, unit: str) -> bool:
        return unit in (self.attacker, self.target)

    def enemy_of(self, unit: str) -> str:
        return self.target if unit == self.attacker else self.attacker


@dataclass(frozen=True)
class Field:
    """Everything that lies on the table, and what has left it."""

    setting: Setting
    stands: Mapping[str, Stand]
    leaders: Mapping[str, Leader]
    meetings: tuple[Meeting, ...] = ()
    gone: Mapping[str, str] = field(default_factory=dict)
    """Units that are no more here: `routed`, `destroyed` without a rout, `left_table`, or `vanished`: an ambush or a
    flank march that found no room, which counts neither as loss nor in the army's value."""
    fallen: frozenset[str] = frozenset()
    """Commanders that are lost."""
    taken: frozenset[str] = frozenset()
    """Camps that are lost."""
    afoot: Mapping[str, Unit] = field(default_factory=dict)
    """Units that have dismounted, as they are now (adlg.dismount.before)."""
    allegiances: Mapping[str, Allegiance] = field(default_factory=dict)
    """Doubtful corps whose first command die has fallen, by their commanders; whoever is not here has not hesitated."""
    markers: Mapping[str, Marker] = field(default_factory=dict)
    """Ambushes that nobody has found yet, real and false ones (adlg.ambush.markers)."""
    marches: Mapping[int, March] = field(default_factory=dict)
    """Corps that march around a flank, by seat (adlg.march.plan)."""
    chronicle: tuple[Happening, ...] | None = field(default=None, compare=False, repr=False)
    """What has happened since somebody began to note it; None where nobody does."""

    # Telling

    def noting(self) -> Field:
        """This table with a chronicle in which nothing stands yet."""
        return replace(self, chronicle=())

    def unnoted(self) -> Field:
        """This table without its chronicle."""
        return self if self.chronicle is None else replace(self, chronicle=None)

    def noted(self, kind: Callable[P, Happening], *said: P.args, **named: P.kwargs) -> Field:
        """This table once something has happened; where nobody notes it, it is not even made."""
        if self.chronicle is None:
            return self
        return replace(self, chronicle=(*self.chronicle, kind(*said, **named)))

    # Looking

    def unit(self, name: str) -> Unit:
        return self.afoot[name] if name in self.afoot else self.setting.units[name]

    def __contains__(self, name: str) -> bool:
        return name in self.stands

    @kept
    def _bodies(self) -> dict[str, Body]:
        return {}

    def body(self, name: str) -> Body:
        """The base of a unit, or of a camp."""
        found = self._bodies.get(name)
        if found is None:
            stand = self.stands.get(name)
            if stand is None:
                found = self.setting.camp_bodies[name]
            else:
                found = self.setting.body(name, stand.pose, self.unit(name).depth)
            self._bodies[name] = found
        return found

    @kept
    def _hosts(self) -> dict[int, Host]:
        return {}

    def host(self, seat: int) -> Host:
        """An army as it stands; the same object on all tables on which it stands alike."""
        found = self._hosts.get(seat)
        if found is None:
            places = tuple((unit, self.stands[unit.id].pose) for unit in self.units(seat))
            markers = tuple((name, marker) for name, marker in self.markers.items() if marker.seat == seat)
            key = (seat, places, self.taken, tuple((name, marker.x, marker.y) for name, marker in markers))
            found = self._hosts[seat] = self.setting.host(key, lambda: self._host(seat, markers))
        return found

    def _host(self, seat: int, markers: Iterable[tuple[str, Marker]]) -> Host:
        camps = self.setting.camps_of(seat)
        return Host(
            tuple(self.body(unit.id) for unit in self.units(seat)),
            camps,
            tuple(camp for camp in camps if camp.id not in self.taken),
            tuple(marker.named(name) for name, marker in markers),
        )

    def units(self, seat: int | None = None) -> tuple[Unit, ...]:
        """The units on the table, of one seat or of both."""
        return self.once(("units", seat), lambda: tuple(self._units(seat)))

    def _units(self, seat: int | None) -> Iterator[Unit]:
        for name in self.stands:
            unit = self.unit(name)
            if seat is None or unit.seat == seat:
                yield unit

    def bodies(self, seat: int | None = None, without: Collection[str] = ()) -> Sequence[Body]:
        """The bases of units, of one seat or of both."""
        if seat is None:
            return _but_for(without, self.once("bodies", lambda: tuple(self.body(name) for name in self.stands)))
        return _but_for(without, self.host(seat).units)

    def defends_works(self, name: str, body: Body | None = None) -> bool:
        """Whether a unit stands behind works of its own side."""
        front = (body or self.body(name)).front
        return any(work.seat == self.unit(name).seat for work in self.setting.scenery.behind(front))

    def camps(self, seat: int | None = None) -> Sequence[Body]:
        """The camps that stand in the way, of one seat or of both: looted ones do too."""
        if seat is None:
            return (*self.setting.camps_of(0), *self.setting.camps_of(1))
        return self.setting.camps_of(seat)

    def bases(self, seat: int | None = None, without: Collection[str] = ()) -> Sequence[Body]:
        """The units and then the camps of one seat or of both."""
        return _but_for(without, (*self.bodies(), *self.camps()) if seat is None else self.host(seat).bases)

    def targets(self, seat: int) -> Sequence[Body]:
        """The enemies of a seat that can still be charged and are feared: units, and camps that nobody has looted."""
        return self.host(1 - seat).targets

    def marker_bodies(self, seat: int) -> Sequence[Body]:
        """The markers of a seat that lie on the table."""
        return self.host(seat).markers if self.markers else ()

    def feared(self, seat: int) -> Sequence[Body]:
        """The enemies of a seat that count where a distance is asked for: a marker does as a unit would
        (adlg.ambush.found)."""
        return self.host(1 - seat).feared

    def marching_leaders(self) -> frozenset[str]:
        """The commanders whose corps are known to be on a flank march."""
        return frozenset(march.leader for march in self.marches.values() if march.leader)

    def marches_along(self, unit: Unit) -> bool:
        """Whether a unit is not on the table because its corps is known to be on a flank march."""
        return bool(self.marches) and self.setting.corps_of(unit).commander in self.marching_leaders()

    @kept
    def in_ambush(self) -> frozenset[str]:
        """Units that are known to lie under markers."""
        return units_under(self.markers)

    def full(self, name: str) -> int:
        return self.unit(name).troop.cohesion

    def disordered(self, name: str) -> bool:
        return self.stands[name].cohesion < self.full(name)

    def has_mark(self, name: str, mark: str) -> bool:
        return mark in self.stands[name].marks

    def nearest_enemy(self, name: str, body: Body | None = None) -> int | None:
        """mUD from base to base to the nearest enemy unit, camp or marker; None where there is none."""
        return self.host(1 - self.unit(name).seat).nearest((body or self.body(name)).quad)

    # Fighting

    @kept
    def _known(self) -> dict[object, Any]:
        return {}

    def once(self, key: object, make: Callable[[], T]) -> T:
        """What was found out about this table before, or is now: the table never changes."""
        if key not in self._known:
            self._known[key] = make()
        found: T = self._known[key]
        return found

    @kept
    def _fighting(self) -> frozenset[str]:
        return frozenset(name for meeting in self.meetings for name in (meeting.attacker, meeting.target))

    def fights(self, name: str) -> bool:
        """Whether a unit is in melee or in melee support."""
        return name in self._fighting

    def meetings_of(self, name: str) -> list[Meeting]:
        return [meeting for meeting in self.meetings if meeting.involves(name)]

    def meeting(self, one: str, two: str) -> Meeting | None:
        return next((each for each in self.meetings if each.involves(one) and each.involves(two)), None)

    # Commanders

    def leader_with(self, name: str) -> str:
        """The commander who is with a unit, or nobody."""
        return next((leader for leader, where in self.leaders.items() if where.unit == name), "")

    def leader_body(self, leader: str) -> Body:
        return Body(self.leader_pose(leader), WIDTH, COMMANDER_DEPTH, id=leader)

    def leader_pose(self, leader: str) -> Pose:
        """An attached commander stands just behind his unit."""
        where = self.leaders[leader]
        if where.unit and where.unit in self.stands:
            return shapes.at(self.stands[where.unit].pose, 0, -self.unit(where.unit).depth)
        return where.pose

    # Changing: each gives a new field

    def with_stand(self, name: str, stand: Stand) -> Field:
        return replace(self, stands={**self.stands, name: stand})

    def placed(self, name: str, pose: Pose, rule: str) -> Field:
        """A unit goes to a place."""
        after = self.with_stand(name, replace(self.stands[name], pose=pose))
        return after if pose == self.stands[name].pose else after.noted(Moved, rule, name, *pose)

    def marked(self, name: str, *new: str) -> Field:
        return self.with_stand(name, self.stands[name].marked(*new))

    def unmarked(self, name: str, *old: str) -> Field:
        stand = self.stands[name]
        return self.with_stand(name, replace(stand, marks=stand.marks - frozenset(old)))

    def with_leader(self, leader: str, where: Leader) -> Field:
        return replace(self, leaders={**self.leaders, leader: where})

    def meeting_added(self, meeting: Meeting) -> Field:
        return replace(self, meetings=(*self.meetings, meeting))

    def parted(self, name: str) -> Field:
        """The field without the melees of a unit that goes away. A commander whose unit has no melee left takes part in
        none (adlg.commander.engaged)."""
        meetings = tuple(each for each in self.meetings if not each.involves(name))
        fighting = {unit for each in meetings for unit in (each.attacker, each.target)}
        leaders = {
            leader: replace(where, engaged=False) if where.engaged and where.unit not in fighting else where
            for leader, where in self.leaders.items()
        }
        return replace(self, meetings=meetings, leaders=leaders)

    def loses(self, name: str, points: int, rule: str, by: str = "") -> Field:
        """A unit loses cohesion; one that has none left stays where it is until it is removed."""
        stand = self.stands[name]
        left = max(0, stand.cohesion - points)
        after = self.with_stand(name, replace(stand, cohesion=left))
        return after if left == stand.cohesion else after.noted(Lost, rule, name, stand.cohesion - left, left, by)

    def removed(self, name: str, how: str, rule: str) -> Field:
        """A unit leaves the table for good; a commander with it stays, loose, unless he is lost with it."""
        stands = {other: stand for other, stand in self.stands.items() if other != name}
        leaders = {
            leader: replace(where, unit="", pose=self.leader_pose(leader)) if where.unit == name else where
            for leader, where in self.leaders.items()
        }
        left = replace(self, stands=stands, leaders=leaders, gone={**self.gone, name: how})
        return left.parted(name).noted(GONE[how], rule, name)

    def with_allegiance(self, leader: str, shown: Allegiance) -> Field:
        return replace(self, allegiances={**self.allegiances, leader: shown})

    def leader_lost(self, leader: str, rule: str) -> Field:
        leaders = {other: where for other, where in self.leaders.items() if other != leader}
        return replace(self, leaders=leaders, fallen=self.fallen | {leader}).noted(Fallen, rule, leader)

    def new_sequence(self) -> Field:
        """Marks of the past sequence are wiped."""
        stands = {
            name: replace(stand, moves=0, marks=stand.marks & marks.LASTING) for name, stand in self.stands.items()
        }
        leaders = {leader: replace(where, moves=0) for leader, where in self.leaders.items()}
        allegiances = {
            leader: Allegiance.HESITANT if shown.hesitates else shown for leader, shown in self.allegiances.items()
        }
        return replace(self, stands=stands, leaders=leaders, allegiances=allegiances)

    # Counting

    def camp_kind(self, seat: int) -> Camp:
        return next((camp.kind for camp in self.setting.camps.values() if camp.seat == seat), Camp.NONE)


def _but_for(without: Collection[str], bodies: Sequence[Body]) -> Sequence[Body]:
    return [body for body in bodies if body.id not in without] if without else bodies


def start(setting: Setting) -> Field:
    """The table as the scenario sets it up."""
    stands = {
        name: Stand(placed.pose, placed.cohesion, marks=placed.marks) for name, placed in setting.placements.items()
    }
    leaders = {
        leader: Leader((0, 0, 0), unit=where) if isinstance(where, str) else Leader(where)
        for leader, where in setting.commanders.items()
    }
    return Field(setting, stands, leaders)
