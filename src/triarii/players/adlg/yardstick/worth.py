"""What a table is worth to a side, in loss points: melees, shots, charges to come, the way to the goals, the line."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from triarii.games.adlg.battle import order_prices
from triarii.games.adlg.battle.fighting import fights
from triarii.games.adlg.battle.hiding.hidden import VANISHED
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import hesitation, marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.combat.losses import CAMP_LOSS, COMMANDER
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.ground import malus
from triarii.games.adlg.data.troops import Category
from triarii.players.adlg.yardstick.bouts import bout, toll
from triarii.players.adlg.yardstick.plan import Goal, Plan, speed, turns_to
from triarii.players.adlg.yardstick.strikes import Lookout, Strike
from triarii.players.adlg.yardstick.volleys import Volleys
from triarii.players.adlg.yardstick.weights import WEIGHTS

UD = 1000
NEAR_FRAY = 2600
"""mUD to a melee within which a unit may change it."""
TENSION = 5000
"""mUD to the nearest enemy within which lines and ground count fully."""
LINE = frozenset({*Category} - {Category.LI, Category.LH, Category.ART, Category.WWG, Category.SCH})
"""Who fights in line."""
AT_EASE = 0.5
"""How much a line counts far from the enemy, as a share."""
PATIENT = 6
"""Sequences for which an army may take its time."""
LEFT_TABLE = 1.6
"""What a unit costs that has left the table."""


@dataclass(frozen=True)
class Eyes:
    """What a commander looks at; weaker ones overlook some of it."""

    threats: bool = True
    flanks: bool = True
    shots: bool = True
    lines: bool = True
    plan: bool = True


SEES_ALL = Eyes()


def eyes_without(overlooked: Iterable[str]) -> Eyes:
    """The eyes of one who overlooks some things."""
    return replace(SEES_ALL, **dict.fromkeys(overlooked, False))


class Judge:
    """Weighs the tables that the orders of one decision lead to."""

    def __init__(self, state: State, seat: int, eyes: Eyes = SEES_ALL) -> None:
        self.state = state
        self.seat = seat
        self.eyes = eyes
        self.field = state.field
        self.known: dict[object, float] = {}
        self.lookout = Lookout(state.field)
        self.plan = Plan(state.field, seat)
        self.drive = WEIGHTS.drive + WEIGHTS.haste * max(0, state.sequence - PATIENT)
        self.eagerness = WEIGHTS.eager + WEIGHTS.impatience * state.sequence
        self.volleys = Volleys()
        self.fray_before = self._fray(state.field)
        self.helping_before = fights.supporting(state.field)
        self.fighters = [state.field.stands[name].pose for name in state.field.stands if state.field.fights(name)]

    def value(self, state: State) -> float:
        """How good a table is for us after the orders so far."""
        return sum(self.parts(state).values())

    def parts(self, state: State) -> dict[str, float]:
        """What a table is worth, by what it comes from."""
        field = state.field
        lookout = Lookout(field, self.lookout)
        touched = self._touches_fray(field, self._changed(field))
        fray = self._fray(field) if touched else self.fray_before
        found = {"losses": self._material(field), "melees": WEIGHTS.fray * fray}
        if field.allegiances:
            found["allies"] = -WEIGHTS.hesitation * self._hesitation(field)
        if self.eyes.shots:
            helping = fights.supporting(field) if touched else self.helping_before
            found["shots"] = WEIGHTS.volley * self.volleys.worth(field, self.seat, helping)
        if self.eyes.threats:
            found["threats"] = -WEIGHTS.threat * self._seen(lookout, 1 - self.seat)
        found["charges"] = self._chances(state, lookout)
        found["places"] = sum(self._place(state, lookout, unit) for unit in field.units(self.seat))
        return found

    # What is lost, and what is being fought for

    def _material(self, field: Field) -> float:
        total = 0.0
        for name in field.setting.units:
            unit = field.unit(name)
            if unit.id in field:
                lost = toll(unit.troop.cohesion, field.stands[unit.id].cohesion, expendable=unit.expendable)
            elif unit.id in field.gone:
                left = field.gone[unit.id] in ("left_table", VANISHED)
                lost = LEFT_TABLE if left else toll(unit.troop.cohesion, 0, expendable=unit.expendable)
            else:
                continue
            total += -lost if unit.seat == self.seat else lost
        for camp in field.taken:
            site = field.setting.camps[camp]
            total += CAMP_LOSS[site.kind] * (-1 if site.seat == self.seat else 1)
        for leader in field.fallen:
            corps = field.setting.corps[leader]
            total += (COMMANDER + corps.grade.value + WEIGHTS.leader) * (-1 if corps.seat == self.seat else 1)
        return total

    def _changed(self, field: Field) -> list[str]:
        """Who stands or is otherwise than before."""
        before = self.field.stands
        return [name for name, stand in field.stands.items() if before.get(name) is not stand]

    def _touches_fray(self, field: Field, changed: Collection[str]) -> bool:
        """Whether melees may be otherwise than before: where nothing near them has changed, they are what they were."""
        if field.meetings is not self.field.meetings or len(field.stands) != len(self.field.stands):
            return True
        moved = [self.field.stands[name].pose for name in changed] + [field.stands[name].pose for name in changed]
        return any(_near(pose, fighter) for pose in moved for fighter in self.fighters)

    def _fray(self, field: Field) -> float:
        total = 0.0
        for clash in fights.clashes(field):
            hope = bout(clash.melee, field.setting.readings)
            total += hope if field.unit(clash.a).seat == self.seat else -hope
        for unit, camp in fights.camp_attacks(field):
            kind = field.setting.camps[camp].kind
            needs = fights.camp_falls_on(field, unit, camp)
            chance = 1.0 if needs == fights.SURE else (7 - needs) / 6
            gain = chance * CAMP_LOSS[kind]
            total += gain if field.unit(unit).seat == self.seat else -gain
        return total

    def _hesitation(self, field: Field) -> float:
        """Units that wait for their corps to make up its mind, ours less theirs: who comes near theirs wakes them."""
        total = 0.0
        for unit in field.units():
            if hesitation.unit_hesitates(field, unit):
                waits = (hesitation.needs(field, field.setting.corps_of(unit).commander) - 1) / 6
                total += waits if unit.seat == self.seat else -waits
        return total

    # What may come

    def _seen(self, lookout: Lookout, seat: int) -> float:
        strikes = lookout.strikes(seat)
        if not self.eyes.flanks:
            strikes = [strike for strike in strikes if strike.side == "front"]
        return lookout.best(strikes)

    def _chances(self, state: State, lookout: Lookout) -> float:
        """Our own charges: those of this phase by who has not moved yet, those of the next by the others."""
        field = state.field
        fresh: list[Strike] = []
        later: list[Strike] = []
        for strike in lookout.strikes(self.seat):
            if not self.eyes.flanks and strike.side != "front":
                continue
            (fresh if not strike.looms and self._is_fresh(state, field.unit(strike.charger)) else later).append(strike)
        points = state.points + (3 if len(state.done) == 0 else 1)
        return WEIGHTS.now * lookout.best(fresh, points) + WEIGHTS.chance * lookout.best(later)

    def _is_fresh(self, state: State, unit: Unit) -> bool:
        """Whether a unit can still be ordered to charge in this phase."""
        if state.active != self.seat or state.field.setting.corps_of(unit).commander in state.done:
            return False
        stand = state.field.stands[unit.id]
        return not stand.moves and not stand.marks & (marks.NO_MORE_MOVES | {marks.SHIFTED})

    # Where everybody stands

    def _place(self, state: State, lookout: Lookout, unit: Unit) -> float:
        field = state.field
        stand = field.stands[unit.id]
        leader = field.setting.corps_of(unit).commander
        total = 0.0 if leader not in field.leaders else self._hears(field, unit, leader)
        if marks.LOOTING in stand.marks:
            total -= WEIGHTS.loot
        if field.fights(unit.id):
            return total + (self._fights_on(unit) if unit.category in LINE else 0.0)
        goal = self.plan.goals.get(unit.id) if self.eyes.plan else None
        key = ("place", unit.id, stand.pose)
        if key not in self.known:
            self.known[key] = self._stands_well(field, unit, goal)
        total += self.known[key]
        if self.eyes.lines and unit.category in LINE:
            hands = sum(bool(lookout.neighbour(unit.id, side)) for side in ("left", "right"))
            total += WEIGHTS.bond * hands * max(AT_EASE, self._tension(field, unit))
        return total

    def _fights_on(self, unit: Unit) -> float:
        """Who has come to blows has left no neighbours in the lurch: they count as before."""
        hands = sum(bool(self.lookout.neighbour(unit.id, side)) for side in ("left", "right"))
        return self.eagerness + WEIGHTS.bond * hands

    def _hears(self, field: Field, unit: Unit, leader: str) -> float:
        key = ("hears", unit.id, field.stands[unit.id].pose, field.leader_pose(leader))
        if key not in self.known:
            self.known[key] = 0.0 if order_prices.in_radius(field, leader, (unit.id,)) else -WEIGHTS.hearing
        return self.known[key]

    def _tension(self, field: Field, unit: Unit) -> float:
        """1 near the enemy, less far away."""
        nearest = field.nearest_enemy(unit.id)
        return 0.0 if nearest is None else min(1.0, TENSION / max(1, nearest))

    def _stands_well(self, field: Field, unit: Unit, goal: Goal | None) -> float:
        body, total = field.body(unit.id), 0.0
        if goal is not None:
            total -= self.drive * turns_to(body.pose, goal, speed(unit))
        ground = malus(unit.troop, fights.ground_of(field, unit.id))
        if ground:
            total -= WEIGHTS.ground * abs(ground) * self._tension(field, unit)
        return total


def _near(pose: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return abs(pose[0] - other[0]) <= NEAR_FRAY and abs(pose[1] - other[1]) <= NEAR_FRAY
