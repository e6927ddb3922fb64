"""What a melee is worth: the exact odds of its rounds until one side breaks, counted in loss points."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from triarii.games.adlg.combat.combatants import Combatant, Melee
from triarii.games.adlg.combat.melee import Round, reckon
from triarii.games.adlg.combat.odds import joint_losses
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.readings import Readings
from triarii.players.adlg.weights import WEIGHTS

GROWTH = 1.5
"""How the cost of lost cohesion grows towards the rout: the later points hurt more."""
MOST_KNOWN = 50_000
_KNOWN: dict[tuple[int, Melee], float] = {}
_READINGS: dict[int, Readings] = {}
"""Readings whose melees are known; kept, so that no other object takes their number."""
_LOSSES: dict[object, tuple[tuple[int, int, float], ...]] = {}

Losses = tuple[tuple[int, int, float], ...]


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
        found = _KNOWN[key] = Duel(melee, readings).hope()
    return found


class Duel:
    """One melee, reckoned up once for its first round and once for all later ones: these differ by disorder alone,
    which costs 1, as a supporter more brings 1 (adlg.melee.disorder, adlg.support.simple)."""

    def __init__(self, melee: Melee, readings: Readings) -> None:
        self.a, self.b = melee.a, melee.b
        self.begins = melee.first_round
        self.first = reckon(melee, readings)
        self.later = reckon(replace(melee, round=2), readings) if self.begins else self.first

    def hope(self, helped: int = 0) -> float:
        """What side `a` may hope for with so many supporters more than reckoned, if the enemy's are counted against
        them."""
        a, b = self.a, self.b
        return _hope(
            _Standing(a.left, a.troop.cohesion, a.disordered, a.has("expendable")),
            _Standing(b.left, b.troop.cohesion, b.disordered, b.has("expendable")),
            _Chances(self.first, helped),
            _Chances(self.later, helped),
            self.begins,
        )


class _Standing(NamedTuple):
    """What of a unit decides how long it lasts."""

    left: int
    full: int
    reckoned_disordered: bool
    expendable: bool


class _Chances:
    """A round by all that its dice depend on; rounds that are alike in this are alike."""

    def __init__(self, fight: Round, helped: int) -> None:
        self.fight = fight
        self.helped = helped
        ahead = fight.totals["a"] - fight.totals["b"] + helped
        means = fight.means["a"], fight.means["b"]
        self.key = (ahead, fight.destroyed, *means, fight.ties_add_to_win, fight.evened_is_lost)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Chances) and self.key == other.key


@lru_cache(MOST_KNOWN)
def _hope(a: _Standing, b: _Standing, first: _Chances, later: _Chances, begins: bool) -> float:
    tolls_a = [toll(a.full, left, expendable=a.expendable) for left in range(a.left + 1)]
    tolls_b = [toll(b.full, left, expendable=b.expendable) for left in range(b.left + 1)]
    hopes: dict[tuple[int, int], float] = {}

    def after(a_left: int, b_left: int) -> float:
        if not a_left or not b_left:
            return WEIGHTS.freed * ((a_left > 0) - (b_left > 0))
        if (a_left, b_left) not in hopes:
            hopes[a_left, b_left] = WEIGHTS.patience * hope(a_left, b_left, False)
        return hopes[a_left, b_left]

    def hope(a_now: int, b_now: int, begins: bool) -> float:
        worse = (a_now < a.full) - a.reckoned_disordered - (b_now < b.full) + b.reckoned_disordered
        chances = first if begins else later
        total, same = 0.0, 0.0
        for a_loss, b_loss, chance in _losses(chances.fight, chances.helped - worse):
            if not (a_loss or b_loss or begins):
                same += chance
                continue
            a_left, b_left = max(0, a_now - a_loss), max(0, b_now - b_loss)
            swing = tolls_b[b_left] - tolls_b[b_now] - tolls_a[a_left] + tolls_a[a_now]
            total += chance * (swing + after(a_left, b_left))
        return total / (1 - WEIGHTS.patience * same)

    return hope(a.left, b.left, begins)


def _losses(fight: Round, more: int) -> Losses:
    """What a round may cost both sides, if `a` is ahead by so much more than reckoned."""
    a, b = fight.means["a"], fight.means["b"]
    ahead = fight.totals["a"] - fight.totals["b"] + more
    key = (ahead, fight.destroyed, a, b, fight.ties_add_to_win, fight.evened_is_lost)
    found = _LOSSES.get(key)
    if found is None:
        joint = joint_losses(replace(fight, totals={"a": ahead, "b": 0}))
        found = _LOSSES[key] = tuple((one, two, float(chance)) for (one, two), chance in joint.items())
    return found
