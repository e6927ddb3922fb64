"""What somebody who looks at a unit wants to know of it: how it moves, shoots and is protected, and how it would fare
against the enemies that it is likeliest to meet."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import hypot
from typing import Any

from triarii.games.adlg.battle.fighting import fights, shots
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.combat.combatants import Melee, Side, other
from triarii.games.adlg.combat.odds import RoundOdds, round_odds

LIKELIEST = 3
"""Enemies of whom a card tells."""


def cards(field: Field) -> Iterator[dict[str, Any]]:
    """The cards of all units, and the bouts that each of them may have next."""
    for unit in field.units():
        weapon = shots.weapon_of(unit)
        yield {
            "kind": "card",
            "unit": unit.id,
            "label": "",
            "moves": list(unit.troop.moves),
            "protection": fights.combatant(field, unit.id).protection,
            "distance": 1000 * ((weapon.reach(unit.troop) if weapon else 0) or 0),
        }
        yield from (_bout(unit, *found) for found in _bouts(field, unit))


def _bouts(field: Field, unit: Unit) -> Iterator[tuple[str, RoundOdds, bool]]:
    """Who fights is shown that melee; anybody else the first round after charging those who are nearest."""
    for clash in fights.clashes(field):
        if unit.id == clash.a:
            yield clash.b, _odds(field, clash.melee), False
        elif unit.id == clash.b:
            yield clash.a, _odds(field, clash.melee), True
    if field.fights(unit.id):
        return
    own = fights.combatant(field, unit.id)
    for enemy in _nearest(field, unit):
        yield enemy.id, _odds(field, Melee(own, fights.combatant(field, enemy.id))), False


def _nearest(field: Field, unit: Unit) -> list[Unit]:
    x, y, _ = field.stands[unit.id].pose

    def away(enemy: Unit) -> float:
        other_x, other_y, _ = field.stands[enemy.id].pose
        return hypot(other_x - x, other_y - y)

    return sorted(field.units(1 - unit.seat), key=away)[:LIKELIEST]


def _odds(field: Field, melee: Melee) -> RoundOdds:
    setting = field.setting
    return setting.once(("odds", melee), lambda: round_odds(melee, setting.readings))


def _bout(unit: Unit, enemy: str, odds: RoundOdds, turned: bool) -> dict[str, Any]:
    """As the unit sees it: what is added to its die and to the enemy's, and what the round brings."""
    ours: Side = "b" if turned else "a"
    totals = odds.round.totals
    chances: dict[str, Fraction] = {
        "wins": odds.loses(other(ours)),
        "neither": odds.neither,
        "loses": odds.loses(ours),
    }
    return {
        "kind": "bout",
        "unit": unit.id,
        "label": "",
        "enemy": enemy,
        "totals": {"a": totals[ours], "b": totals[other(ours)]},
        "chance": {name: str(chance) for name, chance in chances.items()},
    }
