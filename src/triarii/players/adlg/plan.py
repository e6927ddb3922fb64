"""The plan of a side: which corps attacks, which holds its ground, which is refused, and where every unit should go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from triarii.games.adlg.battle.fighting import shots
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.combat.losses import CAMP_LOSS, Camp
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import shapes
from triarii.players.adlg.bounds import FORMS
from triarii.players.adlg.characters import EVEN, Character
from triarii.players.adlg.survey import LINE, Survey, speed

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
FAR_SHOOTERS = 2000
"""mUD: whose weapon reaches so far shoots rather than fights."""
CROWDED = 0.25
"""What it costs to go against somebody whom others go against already."""
MOST = 1.5
"""More than this no single fight counts when targets are compared."""
GOOD_GROUND = 0.5
"""The share of a corps that must stand high for it to hold its ground."""


class Role(StrEnum):
    """What a corps is there for."""

    ATTACK = "attack"
    HOLD = "hold"
    REFUSE = "refuse"


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


@dataclass(frozen=True)
class Task:
    """What one corps does."""

    leader: str
    role: Role
    hope: float
    """What its units may hope for in their fights, in loss points for each of them."""
    against: tuple[str, ...]
    """The enemies whom it goes against, the first the most."""
    away: float
    """Turns to them."""


class Plan:
    """The goals of one side's units at one moment."""

    def __init__(self, survey: Survey, seat: int, character: Character = EVEN) -> None:
        self.survey = survey
        self.field: Field = survey.field
        self.seat = seat
        self.character = character
        self.enemies = self.field.units(1 - seat)
        self.crowd: dict[str, int] = {}
        self.hopes: dict[str, float] = {}
        self.goals: Mapping[str, Goal] = self._goals()
        self.tasks: Mapping[str, Task] = self._tasks()

    def eagerness(self, unit: Unit) -> float:
        """How much of the usual drive a unit has, by what its corps is there for."""
        task = self.tasks.get(self.field.setting.corps_of(unit).commander)
        goal = self.goals.get(unit.id)
        if task is None or goal is None or goal.kind in ("guard", "loot"):
            return 1.0
        return self.character.drives[task.role.value]

    # Goals

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

    def _nearest(self, unit: Unit) -> float:
        return self.survey.table.nearest(self.survey.numbers[unit.id])

    def turns(self, unit: Unit, goal: Goal) -> float:
        """Turns that it takes a unit to a goal, facing it."""
        table, number = self.survey.table, self.survey.numbers[unit.id]
        dx, dy = goal.x - table.x[number], goal.y - table.y[number]
        away: float = max(0.0, (dx * dx + dy * dy) ** 0.5 - goal.near)
        aside = table.turn_to(number, goal.x, goal.y)
        return away / speed(unit) + TURN_COSTS * max(0.0, aside - 1500) / 18000

    def _goal(self, unit: Unit) -> Goal | None:
        reach = self._shoots(unit)
        best: tuple[float, str, Goal] | None = None
        for enemy in self.enemies:
            goal = self._at(enemy, reach)
            hope = 0.0 if reach else self._hope(unit, enemy)
            score = hope - WAY_COSTS * self.turns(unit, goal)
            score -= CROWDED * max(0, self.crowd.get(enemy.id, 0) - 1)
            if best is None or (score, enemy.id) > best[:2]:
                best = (score, enemy.id, goal)
                self.hopes[unit.id] = hope
        for camp in self.field.camps(1 - self.seat):
            kind = self.field.setting.camps[camp.id].kind
            if camp.id in self.field.taken or kind is Camp.FORTIFIED or unit.category is Category.ART:
                continue
            x, y = camp.centre
            goal = Goal(x // shapes.FINE, y // shapes.FINE, UD, "loot", camp.id)
            way = self.turns(unit, goal)
            if way > (FAST_RAID if unit.category in (Category.LH, Category.CV) else SLOW_RAID):
                continue
            score = SNEAK * CAMP_LOSS[kind] - WAY_COSTS * (way + self._detour(unit, goal))
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
        table, number = self.survey.table, self.survey.numbers[enemy.id]
        near = reach - 200 + HALF_BASE if reach else HALF_BASE
        kind = "shoot" if reach else "fight"
        return Goal(int(table.middle_x[number]), int(table.middle_y[number]), near, kind, enemy.id)

    def _hope(self, unit: Unit, enemy: Unit) -> float:
        """What a fight front to front would bring, helpers apart."""
        look, numbers, reckoner = self.survey.outlook, self.survey.numbers, self.survey.reckoner
        one, two = int(look.taken_form[numbers[unit.id]]), int(look.taken_form[numbers[enemy.id]])
        worth = reckoner.charges.get((one * FORMS + two) * 27)
        if worth is None:
            worth = reckoner.charge(one, two, 0, 0, 0)
        if enemy.light:
            worth = min(worth, 0.1)
        return max(-MOST, min(MOST, worth))

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

    # What every corps is there for

    def _tasks(self) -> dict[str, Task]:
        """A corps attacks where its fights promise enough; it holds a height; where it would lose, it is refused. The
        best of all corps attacks in any case: a battle is not won by waiting."""
        found: dict[str, Task] = {}
        for leader, corps in self.field.setting.corps.items():
            if corps.seat != self.seat:
                continue
            units = [unit for unit in self.field.units(self.seat) if unit.corps == corps.number]
            if units:
                found[leader] = self._task(leader, units)
        if found and not any(task.role is Role.ATTACK for task in found.values()):
            best = max(found.values(), key=lambda task: (task.hope, task.leader))
            found[best.leader] = Task(best.leader, Role.ATTACK, best.hope, best.against, best.away)
        return found

    def _task(self, leader: str, units: Sequence[Unit]) -> Task:
        fighting = [unit for unit in units if unit.category in LINE]
        goals = [(unit, self.goals[unit.id]) for unit in units if unit.id in self.goals]
        hopes = [self.hopes[unit.id] for unit in fighting if unit.id in self.hopes]
        hope = sum(hopes) / len(hopes) if hopes else 0.0
        away = min((self.turns(unit, goal) for unit, goal in goals), default=0.0)
        targets: dict[str, int] = {}
        for _, goal in goals:
            targets[goal.target] = targets.get(goal.target, 0) + 1
        against = tuple(sorted(targets, key=lambda name: (-targets[name], name)))
        return Task(leader, self._role(fighting, hope), hope, against, away)

    def _role(self, fighting: Sequence[Unit], hope: float) -> Role:
        table, numbers = self.survey.table, self.survey.numbers
        high = sum(bool(table.high[numbers[unit.id]]) for unit in fighting)
        if fighting and high >= GOOD_GROUND * len(fighting) and hope < self.character.leaves_height:
            return Role.HOLD
        return Role.ATTACK if hope >= self.character.attacks_from else Role.REFUSE

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
            (enemy, self.turns(enemy, goal))
            for enemy in self.enemies
            if not self.field.fights(enemy.id) and enemy.category is not Category.ART
        ]
        near = sorted((one for one in found if one[1] <= GUARD_WITHIN), key=lambda one: (one[1], one[0].id))
        return [one for one in near if not self._faced(one[0], goal)][:2]

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
            (self.turns(unit, goal) - 0.5 * self._hope(unit, raider), unit.id, unit)
            for unit in self.field.units(self.seat)
            if unit.id not in busy
            and not self.field.fights(unit.id)
            and unit.category not in (Category.ART, Category.WWG, Category.LI)
            and (raider.light or self._hope(unit, raider) > HOPELESS)
            and self.turns(unit, goal) <= GUARD_WITHIN
        ]
        return min(able)[2] if able else None
