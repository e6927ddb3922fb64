"""The combat factor of any troop against any other in its circumstances: the cells of the sheet's two tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from triarii.games.adlg.data.troops import TROOPS, Category, Troop

ARTILLERY_BONUS = 1
"""What enemies of artillery get in melee, except light troops (adlg.artillery.enemies)."""


@dataclass(frozen=True)
class Factor:
    """A number of the tables and the rule that gives it."""

    value: int
    rule: str


def factor(
    own: Troop, enemy: Troop, *, enemy_in_open: bool = True, on_flank: bool = False, abilities: Collection[str] = ()
) -> Factor:
    """The factor of the own row; without what enemies of artillery get."""
    for clause in own.factors:
        if (
            enemy.is_among(clause.against)
            and (enemy_in_open or not clause.enemy_in_open)
            and (on_flank or not clause.on_flank)
            and (not clause.carrying or clause.carrying in abilities)
        ):
            return Factor(clause.value, clause.rule)
    return Factor(0, own.factor_rule)


def against_artillery(own: Troop, enemy: Troop) -> int:
    """What artillery gives its enemies in melee (adlg.artillery.enemies)."""
    return ARTILLERY_BONUS if enemy.category is Category.ART and not own.light else 0


def matrix() -> dict[str, dict[str, int]]:
    """Every troop against every other, front to front in the open, with the bonus against artillery."""
    return {
        own.id: {enemy.id: factor(own, enemy).value + against_artillery(own, enemy) for enemy in TROOPS.values()}
        for own in TROOPS.values()
    }


CIRCUMSTANCES: Mapping[str, Mapping[str, Any]] = {
    "enemy_not_in_open": {"enemy_in_open": False},
    "on_flank": {"on_flank": True},
    "blades": {"abilities": ("blades",)},
}
"""What can change a factor, beside the enemy himself."""


def changed_by(circumstance: str) -> dict[str, dict[str, int]]:
    """The cells of the matrix that a circumstance changes, with what they become."""
    usual = matrix()
    changed = {
        own.id: {
            enemy.id: value
            for enemy in TROOPS.values()
            if (value := factor(own, enemy, **CIRCUMSTANCES[circumstance]).value + against_artillery(own, enemy))
            != usual[own.id][enemy.id]
        }
        for own in TROOPS.values()
    }
    return {own: cells for own, cells in changed.items() if cells}
