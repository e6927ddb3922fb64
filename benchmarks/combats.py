"""Combats of L'Art de la Guerre for `make bench`: exact odds, and the same estimated by throwing dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from triarii.games.adlg.combat.combatants import Combatant, Melee, Side, Support
from triarii.games.adlg.combat.melee import reckon
from triarii.games.adlg.combat.odds import fight_odds, round_odds
from triarii.games.adlg.combat.resolution import resolve
from triarii.games.adlg.data import readings
from triarii.games.adlg.data.troops import TROOPS

THROWS = 1_000
"""Give an estimate that is off by a percent or two."""
SHEET = readings.of_profile("sheet")


def combats(count: int) -> Iterator[Melee]:
    """Ever different melees of usual troops."""
    rng = Random(1)
    troops = [troop for troop in TROOPS.values() if troop.category.value != "LI"]
    for _ in range(count):
        a, b = (
            Combatant(
                troop,
                bought=frozenset(rng.sample(("impact", "armour", "polearm", "javelin"), rng.randrange(3))),
                supports=tuple(Support(rng.choice(troops), "simple") for _ in range(rng.randrange(3))),
            )
            for troop in rng.choices(troops, k=2)
        )
        yield Melee(a, b, charger=rng.choice("ab"))


def exact_rounds(count: int) -> int:
    for melee in combats(count):
        round_odds(melee, SHEET)
    return count


def thrown_rounds(count: int) -> int:
    """The ledger is reckoned up once; only the dice are thrown again."""
    rng = Random(1)
    for melee in combats(count):
        fight = reckon(melee, SHEET)
        for _ in range(THROWS):
            resolve(fight, (rng.randint(1, 6), rng.randint(1, 6)))
    return count


def exact_fights(count: int) -> int:
    for melee in combats(count):
        fight_odds(melee, SHEET)
    return count


def played_fights(count: int) -> int:
    """Fights played out to the end, reckoned up again in every round; a thousand for each estimate."""
    rng = Random(1)
    for melee in combats(count):
        for _ in range(THROWS):
            play(melee, rng)
    return count


def play(melee: Melee, rng: Random) -> Side:
    """One fight until one side breaks; the side that is left."""
    while True:
        losses = resolve(reckon(melee, SHEET), (rng.randint(1, 6), rng.randint(1, 6))).losses
        a_left, b_left = melee.a.left - losses["a"], melee.b.left - losses["b"]
        if a_left <= 0 or b_left <= 0:
            return "a" if a_left > 0 else "b"
        melee = replace(melee, a=melee.a.after(a_left), b=melee.b.after(b_left), round=melee.round + 1)
