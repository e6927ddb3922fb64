"""A battle laid out as a sketch for one decision: all tables that its orders lead to are weighed on the same sketch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from triarii.games.adlg.battle.fighting import shots
from triarii.games.adlg.battle.fighting.fights import holds_edge
from triarii.games.adlg.battle.movement.reach import allowance
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import control, marks
from triarii.games.adlg.battle.table.field import Field, Stand
from triarii.games.adlg.battle.table.hesitation import unit_hesitates
from triarii.games.adlg.battle.table.setting import CAMP_SIZE, Unit
from triarii.games.adlg.data.ground import malus
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry.shapes import FINE, Pose
from triarii.players.adlg.bounds import TERRAINS
from triarii.players.adlg.eyes import SEES_ALL, Eyes
from triarii.players.adlg.groundwork import groundwork_of
from triarii.players.adlg.outlook import Outlook
from triarii.players.adlg.reckoner import SIDES, Reckoner
from triarii.players.adlg.sketch import Sketch
from triarii.players.adlg.weights import WEIGHTS, Weights

UD = 1000
LINE = frozenset({*Category} - {Category.LI, Category.LH, Category.ART, Category.WWG, Category.SCH})
"""Who fights in line."""
SLOWEST = 1000
WIDEST = 6
"""Units on one hand of another that are counted as its line."""
NO_MORE = marks.NO_MORE_MOVES | {marks.SHIFTED}


class Strike(NamedTuple):
    """A charge that could be made."""

    charger: str
    target: str
    side: str
    gain: float
    """In loss points, for the side that charges."""
    looms: bool = False
    """Whether it takes one move more; its gain is reckoned accordingly."""


class Gone(NamedTuple):
    """Where units stood that were put elsewhere, and whether they would lie on others there."""

    before: list[tuple[int, float, float, int, int, int]]
    crowded: bool


def speed(unit: Unit) -> int:
    """mUD that a unit makes in a turn in the open."""
    return max(SLOWEST, unit.troop.moves[0] * UD)


class Survey:
    """One table as a sketch, and tables that differ from it by few units."""

    def __init__(self, state: State, seat: int, eyes: Eyes = SEES_ALL, weights: Weights = WEIGHTS) -> None:
        field = state.field
        setting = field.setting
        self.state = state
        self.field = field
        self.seat = seat
        self.names = (*setting.units, *setting.camps)
        self.numbers: Mapping[str, int] = {name: number for number, name in enumerate(self.names)}
        ground = groundwork_of(setting)
        self.reckoner = Reckoner(field, self.names, ground.grounds)
        table = self.table = Sketch(len(self.names), ground.columns, ground.rows)
        table.ground, table.hill = ground.cells, ground.hills
        table.crest_x, table.crest_y = ground.crest_x, ground.crest_y
        self.outlook = Outlook(table, self.reckoner, seat)
        self._weigh(eyes, weights)
        for name in setting.units:
            self._enlist(field, name)
        for name, camp in setting.camp_bodies.items():
            self._pitch(name, camp.pose, setting.camps[name].seat, name not in field.taken)
        for name in field.stands:
            self._stand(state, name)
        self._fight(field)
        self._lead(field)
        self.outlook.points = self._charges_left(state)
        table.dress()
        for name in field.stands:
            number = self.numbers[name]
            self.outlook.mate[number] = table.right[number]
        self.rows = self._rows()

    def _weigh(self, eyes: Eyes, weights: Weights) -> None:
        look = self.outlook
        look.threatens, look.flanks, look.shoots_too, look.lines_too = eyes.threats, eyes.flanks, eyes.shots, eyes.lines
        look.weight_threat, look.weight_chance, look.weight_now = weights.threat, weights.chance, weights.now
        look.weight_volley, look.weight_bond, look.weight_ragged = weights.volley, weights.bond, weights.ragged
        look.weight_ground, look.weight_hearing = weights.ground, weights.hearing

    def _charges_left(self, state: State) -> int:
        return state.points + (3 if len(state.done) == 0 else 1)

    # Laying out

    def _enlist(self, field: Field, name: str) -> None:
        """What a unit is, wherever it stands."""
        unit, number, table, look = field.unit(name), self.numbers[name], self.table, self.outlook
        table.seat[number] = unit.seat
        table.depth[number] = unit.depth
        table.wide[number] = unit.width / 2
        table.in_line[number] = unit.category in LINE
        table.light_foot[number] = unit.category is Category.LI
        table.holds[number] = 0 if unit.category in control.NO_ZONE else 2 if unit.category is Category.LI else 1
        table.yields[number] = unit.category in control.LIGHT_INFANTRY_HOLDS
        for kind, terrain in enumerate(self.reckoner.grounds):
            table.malus[number * TERRAINS + kind] = malus(unit.troop, terrain)
        look.pace[number] = speed(unit)
        look.all_round[number] = unit.category is Category.LH
        look.mate[number] = -1

    def _pitch(self, name: str, pose: Pose, seat: int, sound: bool) -> None:
        """A camp."""
        number, table = self.numbers[name], self.table
        table.seat[number], table.camp[number], table.present[number] = seat, 1, sound
        table.wide[number], table.depth[number] = CAMP_SIZE[0] / 2, CAMP_SIZE[1]
        table.place(number, *pose)

    def _stand(self, state: State, name: str) -> None:
        """Where a unit stands, and what it can do from there."""
        field = state.field
        unit, stand, number = field.unit(name), field.stands[name], self.numbers[name]
        table, look = self.table, self.outlook
        table.present[number] = 1
        table.place(number, *stand.pose)
        able = unit.category is not Category.ART and (unit.category is not Category.WWG or "blades" in unit.abilities)
        look.may_charge[number] = able and stand.cohesion > 0
        look.reach[number] = allowance(field, unit, (field.body(name).quad,), hasty=False)
        look.fresh[number] = self._is_fresh(state, unit, stand)
        look.range[number] = self._range(field, unit, stand)
        look.taken_form[number] = self.reckoner.standing(number)
        if table.high[number] == 0 and field.setting.scenery.pieces and holds_edge(field, name):
            look.taken_form[number] = self.reckoner.form(number, int(table.under[number]), 1)
        look.stays[number] = 1

    def _is_fresh(self, state: State, unit: Unit, stand: Stand) -> bool:
        """Whether a unit can still be ordered to charge in this phase."""
        if state.active != self.seat or state.field.setting.corps_of(unit).commander in state.done:
            return False
        return not stand.moves and not stand.marks & NO_MORE

    def _range(self, field: Field, unit: Unit, stand: Stand) -> int:
        weapon = shots.weapon_of(unit)
        if weapon is None or not stand.cohesion or stand.moves > 1 or unit_hesitates(field, unit):
            return 0
        if stand.marks & (marks.NO_SHOT | {marks.SHOT, marks.HOLDS_FIRE}):
            return 0
        return UD * (weapon.reach(unit.troop) or 0)

    def _fight(self, field: Field) -> None:
        for name in field.setting.units:
            self.table.fights[self.numbers[name]] = field.fights(name)

    def _lead(self, field: Field) -> None:
        """Where every unit's commander is, and how far he is heard."""
        corps = field.setting.corps
        at = {leader: field.leader_body(leader).centre for leader in field.leaders}
        for unit in field.units(self.seat):
            number, leader = self.numbers[unit.id], field.setting.corps_of(unit).commander
            heard = leader in at
            self.outlook.radius[number] = UD * corps[leader].grade.radius_for(unit.troop) if heard else 0.0
            if heard:
                self.outlook.leader_x[number] = at[leader][0] / FINE
                self.outlook.leader_y[number] = at[leader][1] / FINE

    # Other tables

    def value(self, state: State) -> float:
        """What a table is worth to the side, but for losses and melees."""
        if state is self.state:
            return self.outlook.value()
        field, before = state.field, self.field
        changed = [name for name, stand in field.stands.items() if before.stands.get(name) is not stand]
        gone = before.stands.keys() - field.stands.keys()
        joined, led = field.meetings is not before.meetings, field.leaders != before.leaders
        self.reckoner.look_at(field)
        for name in changed:
            self._stand(state, name)
        for name in gone:
            self.table.present[self.numbers[name]] = 0
        if joined:
            self._fight(field)
        if led:
            self._lead(field)
        points, self.outlook.points = self.outlook.points, self._charges_left(state)
        found = self.outlook.value()
        self.outlook.points = points
        self.reckoner.look_at(before)
        for name in (*changed, *gone):
            if name in before.stands:
                self._stand(self.state, name)
            else:
                self.table.present[self.numbers[name]] = 0
        if joined:
            self._fight(before)
        if led:
            self._lead(before)
        return found

    def moved(self, poses: Iterable[tuple[str, Pose]]) -> float | None:
        """What the table would be worth with some units elsewhere; None where they would lie on others."""
        gone = self.put(poses)
        found = None if gone.crowded else self.outlook.value()
        self.take_back(gone)
        return found

    def put(self, poses: Iterable[tuple[str, Pose]]) -> Gone:
        """Puts units elsewhere, until they are taken back."""
        table, look, before = self.table, self.outlook, []
        for name, pose in poses:
            number = self.numbers[name]
            stood = (table.x[number], table.y[number], table.heading[number])
            before.append((number, *stood, look.stays[number], look.fresh[number]))
            table.place(number, *pose)
            look.stays[number] = look.fresh[number] = 0
        return Gone(before, any(table.collides(number) for number, *_ in before))

    def take_back(self, gone: Gone) -> None:
        table, look = self.table, self.outlook
        for number, x, y, heading, stays, fresh in gone.before:
            table.place(number, x, y, heading)
            look.stays[number], look.fresh[number] = stays, fresh

    # What can be seen

    def strikes(self, seat: int) -> list[Strike]:
        """What a side could charge in one move, and in two."""
        look = self.outlook
        self.table.dress()
        return [
            Strike(
                self.names[look.who[place]],
                self.names[look.whom[place]],
                SIDES[look.edge[place]].value,
                look.gain[place],
                bool(look.looms[place]),
            )
            for place in range(look.strikes(seat, 0))
        ]

    def holder(self, name: str) -> str:
        """The enemy whose zone holds a unit, or nobody."""
        found = self.table.holder(self.numbers[name])
        return "" if found < 0 else self.names[found]

    def side(self, name: str, other: str) -> str:
        """On which edge of another a charge of a unit would count."""
        return SIDES[self.table.side(self.numbers[name], self.numbers[other])].value

    def row(self, name: str) -> int:
        """How many others stood in line with a unit before anybody moved."""
        return self.rows[self.numbers[name]]

    def off_middle(self, name: str) -> int:
        """By how many more others a unit has on one hand than on the other."""
        table, counts = self.table, []
        for hand in (table.left, table.right):
            other, seen = int(hand[self.numbers[name]]), 0
            while other >= 0 and seen < WIDEST:
                seen, other = seen + 1, int(hand[other])
            counts.append(seen)
        return abs(counts[0] - counts[1])

    def _rows(self) -> list[int]:
        """For every unit how many others its line has."""
        table, found = self.table, [0] * len(self.names)
        for number in range(len(self.names)):
            for hand in (table.left, table.right):
                other, seen = int(hand[number]), 0
                while other >= 0 and seen < WIDEST:
                    seen += 1
                    other = int(hand[other])
                found[number] += seen
        return found

    def neighbours(self, name: str) -> Iterator[str]:
        """Who stands in line with a unit."""
        self.table.dress()
        for number in (self.table.left[self.numbers[name]], self.table.right[self.numbers[name]]):
            if number >= 0:
                yield self.names[number]
