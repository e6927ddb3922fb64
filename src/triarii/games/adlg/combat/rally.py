"""Rallying: who may, what it costs, what the die has to show."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum
from fractions import Fraction

from triarii.games.adlg.data.bills import Bill, Item, bill
from triarii.games.adlg.data.troops import Category, Troop


class Place(Enum):
    """Where the unit stands; what it costs in CP, and what the die has to show at least."""

    FAR = (0, 3, "adlg.rally.far")
    """Every enemy is more than 4 UD away."""
    NEAR = (1, 4, "adlg.rally.near")
    """An enemy is within 4 UD, exactly 4 included; simple support is no worse."""
    MELEE = (2, 5, "adlg.rally.melee")
    """In melee or melee support."""

    def __init__(self, cost: int, needs: int, rule: str) -> None:
        self.cost = cost
        self.needs = needs
        self.rule = rule


NEAR_ENEMY = 4000
"""mUD to the nearest enemy up to which he is near."""


def place_of(nearest_enemy: int | None, in_melee: bool) -> Place:
    """The row of the table, by the distance in mUD; None where no enemy is on the table."""
    if in_melee:
        return Place.MELEE
    return Place.FAR if nearest_enemy is None or nearest_enemy > NEAR_ENEMY else Place.NEAR


def why_never(troop: Troop, abilities: Collection[str]) -> str:
    """The rule by which a unit can't rally at all, or nothing."""
    if "expendable" in abilities:
        return "adlg.expendable.rally"
    return "adlg.rally.never" if troop.category is Category.EL else ""


def rally_cost(
    place: Place, *, in_radius: bool, commander_engaged: bool = False, commander_with_unit: bool = False
) -> Bill:
    """What trying costs; far from the enemy nothing is added (adlg.rally.far)."""
    if place is Place.FAR:
        return Bill((Item(place.cost, place.rule),))
    return bill(
        (
            (True, place.cost, "adlg.orders.rally"),
            (not in_radius, 1, "adlg.rally.out_of_radius"),
            (commander_engaged and not commander_with_unit, 1, "adlg.orders.engaged"),
        )
    )


def rallies(place: Place, die: int, *, commander_with_unit: bool) -> bool:
    """Whether this die brings back a point of cohesion (adlg.rally.commander)."""
    return die + int(commander_with_unit) >= place.needs


def rally_chance(place: Place, *, commander_with_unit: bool) -> Fraction:
    return Fraction(sum(rallies(place, die, commander_with_unit=commander_with_unit) for die in range(1, 7)), 6)
