"""What a table is worth to a side, in loss points: melees, shots, charges to come, the way to the goals, the line."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from triarii.games.adlg.battle.fighting import fights
from triarii.games.adlg.battle.hiding.hidden import VANISHED
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import hesitation, marks
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.combat.losses import CAMP_LOSS, COMMANDER
from triarii.games.adlg.data.troops import Category
from triarii.players.adlg.bouts import bout, toll
from triarii.players.adlg.characters import EVEN, Character
from triarii.players.adlg.eyes import SEES_ALL, Eyes
from triarii.players.adlg.plan import Plan, Role
from triarii.players.adlg.survey import LINE, Strike, Survey
from triarii.players.adlg.weights import WEIGHTS, Weights

NEAR_FRAY = 2600
"""mUD to a melee within which a unit may change it."""
PATIENT = 6
"""Sequences for which an army may take its time."""
LEFT_TABLE = 1.6
"""What a unit costs that has left the table."""
TINY = 1e-6


class Judge:
    """Weighs the tables that the orders of one decision lead to."""

    def __init__(
        self,
        state: State,
        seat: int,
        eyes: Eyes = SEES_ALL,
        character: Character = EVEN,
        weights: Weights = WEIGHTS,
    ) -> None:
        self.state = state
        self.seat = seat
        self.eyes = eyes
        self.weights = weights
        self.field = state.field
        self.survey = Survey(state, seat, eyes, weights)
        self.plan = Plan(self.survey, seat, character)
        self.fear = character.fear
        self._send(state)
        self.material_before = self._material(state.field)
        self.fray_before = self._fray(state.field)
        self.fighters = [state.field.stands[name].pose for name in state.field.stands if state.field.fights(name)]

    @cached_property
    def threats(self) -> list[Strike]:
        """What the enemy could charge."""
        return self.survey.strikes(1 - self.seat)

    @cached_property
    def strikes(self) -> list[Strike]:
        """What we could charge."""
        return self.survey.strikes(self.seat)

    def _send(self, state: State) -> None:
        """Everybody to where the plan wants him."""
        look, plan = self.survey.outlook, self.plan
        haste = self.weights.haste * max(0, state.sequence - PATIENT)
        look.eagerness = self.weights.eager + self.weights.impatience * state.sequence
        look.weight_threat *= self.fear
        for unit in self.field.units(self.seat):
            number, goal = self.survey.numbers[unit.id], plan.goals.get(unit.id)
            look.drive[number] = 0.0
            if goal is not None and self.eyes.plan:
                look.drive[number] = self.weights.drive * plan.eagerness(unit) + haste
                look.goal_x[number], look.goal_y[number], look.near[number] = goal.x, goal.y, goal.near
            role = plan.tasks[self.field.setting.corps_of(unit).commander].role
            look.steady[number] = self.weights.height if role is Role.HOLD else 0.0

    def value(self, state: State) -> float:
        """How good a table is for us after the orders so far."""
        return self.apart(state) + self.survey.value(state)

    def apart(self, state: State) -> float:
        """What of it the sketch does not know: losses, melees, and who obeys."""
        field = state.field
        if field is self.field:
            total = self.material_before + self.weights.fray * self.fray_before
        else:
            touched = self._touches_fray(field, self._changed(field))
            fray = self._fray(field) if touched else self.fray_before
            total = self._material(field) + self.weights.fray * fray
        if field.allegiances:
            total -= self.weights.hesitation * self._hesitation(field)
        total += self.weights.staff * sum(
            self._staff(field, where.unit) for leader, where in field.leaders.items() if self._ours(leader)
        )
        looting = sum(marks.LOOTING in field.stands[unit.id].marks for unit in field.units(self.seat))
        return total - self.weights.loot * looting

    def _ours(self, leader: str) -> bool:
        return self.field.setting.corps[leader].seat == self.seat

    def _staff(self, field: Field, name: str) -> float:
        """How well a commander is placed with a unit, from -1 to 1: best in the middle of a long line, whose orders he
        then gives for nothing; badly with those who run, or guns that cannot defend him."""
        if not name or name not in field.stands:
            return 0.0
        unit = field.unit(name)
        if unit.category not in LINE or unit.category is Category.EL:
            return -0.5
        if field.fights(name):
            return 0.3
        return min(1.0, 0.4 + 0.15 * self.survey.row(name))

    def parts(self, state: State) -> dict[str, float]:
        """What a table is worth, by what it comes from."""
        apart, seen, look = self.apart(state), self.survey.value(state), self.survey.outlook
        found = {"losses and melees": apart, "charges": look.charges, "places": look.places}
        if self.eyes.shots:
            found["shots"] = look.weight_volley * look.volleys
        if self.eyes.threats:
            found["threats"] = -look.weight_threat * look.threats
        assert abs(sum(found.values()) - apart - seen) < TINY
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
            total += (COMMANDER + corps.grade.value + self.weights.leader) * (-1 if corps.seat == self.seat else 1)
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


def _near(pose: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return abs(pose[0] - other[0]) <= NEAR_FRAY and abs(pose[1] - other[1]) <= NEAR_FRAY
