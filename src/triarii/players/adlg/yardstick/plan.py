"""The plan of a side: what every unit is there for and where it should go: to fight, to shoot, to loot, to guard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from triarii.games.adlg.battle.fighting import shots
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.combat.combatants import Melee
from triarii.games.adlg.combat.losses import CAMP_LOSS, Camp
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.shapes import Pose
from triarii.players.adlg.yardstick.bearings import bearing
from triarii.players.adlg.yardstick.blows import fighter
from triarii.players.adlg.yardstick.bouts import bout

UD = 1000
HALF_BASE = 500
WAY_COSTS = 0.5
"""What a turn's march costs when targets are compared, in loss points."""
TURN_COSTS = 0.6
"""Turns that it takes to face about."""
GUARD_WITHIN = 2.5
"""Turns from our camp at which a fast enemy has to be watched."""
HOPELESS = -0.7
"""Whoever has less to hope for in a fight with a raider does not stop him."""
SNEAK = 0.55
"""How much of a camp's loss points a raider may hope for."""
FAST_RAID, SLOW_RAID = 3.5, 1.2
"""Turns from their camp at which horse, and others, think of looting it."""
SLOWEST = 1000
FAR_SHOOTERS = 2000
"""mUD: whose weapon reaches so far shoots rather than fights."""


@dataclass(frozen=True)
class Goal:
    """Where a unit should be."""

    x: int
    y: int
    near: int
    """mUD from there at which it has arrived."""
    kind: str
    """`fight`, `shoot`, `loot` or `guard`."""
    target: str = ""


def speed(unit: Unit) -> int:
    """mUD that a unit makes in a turn in the open."""
    return max(SLOWEST, unit.troop.moves[0] * UD)


def turns_to(pose: Pose, goal: Goal, pace: int) -> float:
    """Turns that it takes from a pose to a goal, facing it."""
    point = (goal.x * shapes.FINE, goal.y * shapes.FINE)
    dx, dy = goal.x - pose[0], goal.y - pose[1]
    away: float = max(0.0, (dx * dx + dy * dy) ** 0.5 - goal.near)
    aside = abs(bearing(pose, point))
    return away / pace + TURN_COSTS * max(0, aside - 1500) / 18000


class Plan:
    """The goals of one side's units at one moment."""

    def __init__(self, field: Field, seat: int) -> None:
        self.field = field
        self.seat = seat
        self.enemies = self.field.units(1 - seat)
        self.crowd: dict[str, int] = {}
        self.goals: Mapping[str, Goal] = self._goals()

    def _goals(self) -> dict[str, Goal]:
        goals: dict[str, Goal] = {}
        guards = self._guards()
        own = sorted(self.field.units(self.seat), key=lambda unit: (self._nearest(unit), unit.id))
        for unit in own:
            if self.field.fights(unit.id):
                continue
            found = guards.get(unit.id) or self._goal(unit)
            if found is not None:
                goals[unit.id] = found
                self.crowd[found.target] = self.crowd.get(found.target, 0) + 1
        return goals

    def _nearest(self, unit: Unit) -> int:
        return self.field.nearest_enemy(unit.id) or 0

    def _goal(self, unit: Unit) -> Goal | None:
        reach = self._shoots(unit)
        best: tuple[float, str, Goal] | None = None
        for enemy in self.enemies:
            goal = self._at(enemy, reach)
            hope = 0.0 if reach else self._hope(unit, enemy)
            score = hope - WAY_COSTS * turns_to(self.field.stands[unit.id].pose, goal, speed(unit))
            score -= 0.25 * max(0, self.crowd.get(enemy.id, 0) - 1)
            if best is None or (score, enemy.id) > best[:2]:
                best = (score, enemy.id, goal)
        for camp in self.field.camps(1 - self.seat):
            kind = self.field.setting.camps[camp.id].kind
            if camp.id in self.field.taken or kind is Camp.FORTIFIED or unit.category is Category.ART:
                continue
            x, y = camp.centre
            goal = Goal(x // shapes.FINE, y // shapes.FINE, UD, "loot", camp.id)
            way = turns_to(self.field.stands[unit.id].pose, goal, speed(unit))
            score = SNEAK * CAMP_LOSS[kind] - WAY_COSTS * (way + self._detour(unit, goal))
            if way > (FAST_RAID if unit.category in (Category.LH, Category.CV) else SLOW_RAID):
                continue
            if best is None or (score, camp.id) > best[:2]:
                best = (score, camp.id, goal)
        return None if best is None else best[2]

    def _shoots(self, unit: Unit) -> int:
        """From how far a unit does its work with missiles; 0: it fights hand to hand."""
        weapon = shots.weapon_of(unit)
        reach = 0 if weapon is None else (weapon.reach(unit.troop) or 0) * UD
        if unit.light or unit.category in (Category.ART, Category.WWG):
            return max(reach, UD)
        return reach if reach >= FAR_SHOOTERS and unit.category in (Category.LMI, Category.CV) else 0

    def _at(self, enemy: Unit, reach: int) -> Goal:
        pose = self.field.stands[enemy.id].pose
        front = shapes.at(pose, 0, -enemy.depth // 2)
        near = reach - 200 + HALF_BASE if reach else HALF_BASE
        return Goal(front[0], front[1], near, "shoot" if reach else "fight", enemy.id)

    def _hope(self, unit: Unit, enemy: Unit) -> float:
        """What a fight front to front would bring, helpers apart."""
        a, b = fighter(self.field, unit.id), fighter(self.field, enemy.id)
        worth = bout(Melee(a, b), self.field.setting.readings)
        if enemy.light:
            worth = min(worth, 0.1)
        return max(-1.5, min(1.5, worth))

    def _detour(self, unit: Unit, goal: Goal) -> float:
        """Turns more that it takes to get round those who stand in the way of a raid."""
        pose = self.field.stands[unit.id].pose
        dx, dy = goal.x - pose[0], goal.y - pose[1]
        long = (dx * dx + dy * dy) ** 0.5 or 1.0
        worst = 0.0
        for enemy in self.enemies:
            ex, ey = self.field.stands[enemy.id].pose[:2]
            along = ((ex - pose[0]) * dx + (ey - pose[1]) * dy) / long
            aside = abs((ex - pose[0]) * dy - (ey - pose[1]) * dx) / long
            if 0 < along < long + UD and aside < 2 * UD and not self.field.fights(enemy.id):
                worst = max(worst, (2 * UD - aside) / speed(unit) + 1.0)
        return worst

    # Our own camp

    def _guards(self) -> dict[str, Goal]:
        """Who has to be between our camp and those who may run for it."""
        found: dict[str, Goal] = {}
        for camp in self.field.camps(self.seat):
            if camp.id in self.field.taken:
                continue
            for raider, _ in self._raiders(camp.id):
                guard = self._guard(camp.id, raider, found)
                if guard is not None:
                    x, y = camp.centre
                    rx, ry = self.field.stands[raider.id].pose[:2]
                    cx, cy = x // shapes.FINE, y // shapes.FINE
                    found[guard.id] = Goal(cx + (rx - cx) // 3, cy + (ry - cy) // 3, HALF_BASE, "guard", camp.id)
        return found

    def _raiders(self, camp: str) -> list[tuple[Unit, float]]:
        """Enemies who may be at a camp soon, the nearest first."""
        x, y = self.field.body(camp).centre
        goal = Goal(x // shapes.FINE, y // shapes.FINE, UD, "loot", camp)
        found = [
            (enemy, turns_to(self.field.stands[enemy.id].pose, goal, speed(enemy)))
            for enemy in self.enemies
            if not self.field.fights(enemy.id) and enemy.category is not Category.ART and not self._faced(enemy, goal)
        ]
        return sorted((one for one in found if one[1] <= GUARD_WITHIN), key=lambda one: (one[1], one[0].id))[:2]

    def _faced(self, enemy: Unit, goal: Goal) -> bool:
        """Whether one of ours already stands between an enemy and our camp."""
        x, y, _ = self.field.stands[enemy.id].pose
        dx, dy = goal.x - x, goal.y - y
        long = (dx * dx + dy * dy) ** 0.5 or 1.0
        for unit in self.field.units(self.seat):
            ux, uy, _ = self.field.stands[unit.id].pose
            along = ((ux - x) * dx + (uy - y) * dy) / long
            aside = abs((ux - x) * dy - (uy - y) * dx) / long
            if 0 < along < long + UD and aside < 1.5 * UD and not unit.light:
                return True
        return False

    def _guard(self, camp: str, raider: Unit, busy: Mapping[str, Goal]) -> Unit | None:
        """The best unit to meet a raider: near, and not worse than he."""
        x, y = self.field.stands[raider.id].pose[:2]
        goal = Goal(x, y, HALF_BASE, "guard", camp)
        able = [
            unit
            for unit in self.field.units(self.seat)
            if unit.id not in busy
            and not self.field.fights(unit.id)
            and unit.category not in (Category.ART, Category.WWG, Category.LI)
            and (raider.light or self._hope(unit, raider) > HOPELESS)
        ]
        ranked = sorted(
            able,
            key=lambda unit: (
                turns_to(self.field.stands[unit.id].pose, goal, speed(unit)) - 0.5 * self._hope(unit, raider),
                unit.id,
            ),
        )
        near = [unit for unit in ranked if turns_to(self.field.stands[unit.id].pose, goal, speed(unit)) <= 2.5]
        return near[0] if near else None
