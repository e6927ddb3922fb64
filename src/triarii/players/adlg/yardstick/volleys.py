"""What the coming shots are worth: every shooter's aim is looked up again only where somebody near it has moved."""

from __future__ import annotations

from collections.abc import Sequence

from triarii.games.adlg.battle.fighting import shots
from triarii.games.adlg.battle.fighting.shots import Aim
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.combat.shooting import shot_odds
from triarii.players.adlg.yardstick.bouts import toll

UD = 1000
MARGIN = 2600
"""mUD beyond its reach within which somebody may cross a shooter's aim: half a base, and the width of its zone."""
PAIRS = 36


class Volleys:
    """The shots of all the tables of one decision."""

    def __init__(self) -> None:
        self.aims: dict[object, Aim | None] = {}
        self.harms: dict[object, float] = {}

    def worth(self, field: Field, seat: int, helping: frozenset[str]) -> float:
        """Expected tolls of the coming shooting phase: the enemy's less ours."""
        targets = [unit for unit in field.units() if shots.is_target(field, unit, helping)]
        by_target: dict[str, list[Aim]] = {}
        for unit in field.units():
            if shots.may_shoot(field, unit, helping):
                aim = self._aim(field, unit, targets)
                if aim is not None:
                    by_target.setdefault(aim.target, []).append(aim)
        total = 0.0
        for target, aims in by_target.items():
            harm = self._harm(field, target, aims)
            total += -harm if field.unit(target).seat == seat else harm
        return total

    def _aim(self, field: Field, unit: Unit, targets: Sequence[Unit]) -> Aim | None:
        weapon = shots.weapon_of(unit)
        assert weapon is not None
        x, y, _ = field.stands[unit.id].pose
        reach = (weapon.reach(unit.troop) or 0) * UD + MARGIN
        foes = field.host(1 - unit.seat).near(x, y, reach)
        if not foes:
            return None
        around = {name for name, _ in foes}
        enemies = [target for target in targets if target.seat != unit.seat]
        some = tuple(target.id for target in enemies if target.id in around)
        if not some:
            return None
        wanted = field.stands[unit.id].aim
        key = (unit.id, wanted, field.host(unit.seat).near(x, y, reach), foes, some)
        if key not in self.aims:
            self.aims[key] = shots.aim_of(field, unit, enemies)
        return self.aims[key]

    def _harm(self, field: Field, target: str, aims: Sequence[Aim]) -> float:
        names = (*(aim.shooter for aim in aims), target)
        key = tuple((name, field.stands[name].pose, field.stands[name].cohesion) for name in names)
        if key not in self.harms:
            unit, left = field.unit(target), field.stands[target].cohesion
            main, *others = aims
            shot = shots.shot_of(field, main, tuple(aim.shooter for aim in others))
            chance = shot_odds(shot, field.setting.readings).hits / PAIRS
            full, spent = unit.troop.cohesion, unit.expendable
            worse = toll(full, left - 1, expendable=spent) - toll(full, left, expendable=spent)
            self.harms[key] = chance * worse
        return self.harms[key]
