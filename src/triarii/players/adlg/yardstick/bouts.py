"""What a melee is worth: the exact odds of its rounds until one side breaks, counted in loss points."""

from __future__ import annotations

from functools import cache

from triarii.games.adlg.combat.combatants import Combatant, Melee
from triarii.games.adlg.combat.melee import reckon
from triarii.games.adlg.combat.odds import joint_losses
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.readings import Readings
from triarii.players.adlg.yardstick.weights import WEIGHTS

GROWTH = 1.5
"""How the cost of lost cohesion grows towards the rout: the later points hurt more."""
MOST_KNOWN = 50_000
_KNOWN: dict[tuple[int, Melee], float] = {}
_READINGS: dict[int, Readings] = {}
"""Readings whose melees are known; kept, so that no other object takes their number."""

Losses = list[tuple[int, int, float]]


@cache
def toll(full: int, left: int, *, expendable: bool = False) -> float:
    """What an army has lost by a unit that has so much cohesion left."""
    if left >= full:
        return 0.0
    if expendable:
        return 0.0 if left > 0 else WEIGHTS.spent
    lost = (full - max(0, left)) / full
    grown: float = lost**GROWTH
    return WEIGHTS.disorder + (WEIGHTS.rout - WEIGHTS.disorder) * grown


def toll_of(unit: Combatant, left: int) -> float:
    return toll(unit.troop.cohesion, left, expendable=unit.has("expendable"))


def bout(melee: Melee, readings: Readings) -> float:
    """What side `a` may hope for: the enemy's expected toll less its own, later rounds counting less."""
    key = (id(readings), melee)
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        _READINGS[id(readings)] = readings
        found = _KNOWN[key] = _Bout(melee, readings).hope(melee)
    return found


class _Bout:
    """One melee, followed through all the states it can come to."""

    def __init__(self, melee: Melee, readings: Readings) -> None:
        self.melee = melee
        self.readings = readings
        self.rounds: dict[tuple[bool, bool, bool], Losses] = {}
        self.hopes: dict[tuple[int, int], float] = {}

    def losses(self, state: Melee) -> Losses:
        """Of the next round; later rounds differ only by disorder."""
        key = (state.first_round, state.a.disordered, state.b.disordered)
        if key not in self.rounds:
            found = joint_losses(reckon(state, self.readings))
            self.rounds[key] = [(a, b, float(chance)) for (a, b), chance in found.items()]
        return self.rounds[key]

    def hope(self, state: Melee) -> float:
        a, b = state.a, state.b
        before_a, before_b = toll_of(a, a.left), toll_of(b, b.left)
        total, same = 0.0, 0.0
        for a_loss, b_loss, chance in self.losses(state):
            if not (a_loss or b_loss or state.first_round):
                same += chance
                continue
            a_left, b_left = max(0, a.left - a_loss), max(0, b.left - b_loss)
            swing = toll_of(b, b_left) - before_b - toll_of(a, a_left) + before_a
            total += chance * (swing + self.after(a_left, b_left))
        return total / (1 - WEIGHTS.patience * same)

    def after(self, a_left: int, b_left: int) -> float:
        if not a_left or not b_left:
            return WEIGHTS.freed * ((a_left > 0) - (b_left > 0))
        if (a_left, b_left) not in self.hopes:
            melee = self.melee
            later = replace(melee, a=melee.a.after(a_left), b=melee.b.after(b_left), round=max(2, melee.round))
            self.hopes[a_left, b_left] = WEIGHTS.patience * self.hope(later)
        return self.hopes[a_left, b_left]
