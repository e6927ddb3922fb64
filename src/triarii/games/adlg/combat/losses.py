"""What units, commanders and armies lose: multiple attacks, routs of friends, commanders, loss points, the break."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from triarii.games.adlg.data.bills import Bill, Item
from triarii.games.adlg.data.command import Grade
from triarii.games.adlg.data.readings import Readings
from triarii.games.adlg.data.troops import Category, Troop

NO_MULTIPLE_ATTACK = frozenset({Category.LI, Category.LH, Category.ART, Category.WWG})
"""New enemies on flank or rear that cost nothing at once (adlg.multiple_attack.exceptions)."""
DEATH_WHEN_LOST = 1
DEATH_WHEN_ROUTED = 3
"""The commander dies if the opponent's die shows no more (adlg.commander.loss)."""


def multiple_attack_rule(
    troop: Troop,
    attacker: Troop,
    readings: Readings,
    *,
    already_fighting: bool,
    conformed: bool = True,
    lost_before: bool = False,
) -> tuple[int, str]:
    """What a new enemy on flank or rear costs at once, and the rule. `already_fighting` means melee or melee support;
    `lost_before` that the unit had such a loss in this player sequence."""
    loss = "adlg.multiple_attack.loss"
    if not already_fighting:
        return 0, loss
    if attacker.category in NO_MULTIPLE_ATTACK:
        return 0, "adlg.multiple_attack.exceptions"
    if troop.category is Category.WWG and not readings.on("multiple_attack_hits_war_wagon"):
        return 0, loss
    if not conformed and readings.on("multiple_attack_needs_conforming"):
        return 0, loss
    if lost_before and readings.on("multiple_attack_once"):
        return 0, loss
    return 1, loss


def rout_loss(routed: Troop, friend: Troop, readings: Readings) -> tuple[int, str]:
    """What a friend less than 1 UD behind loses when a unit routs, and the rule."""
    if routed.category in (Category.ART, Category.WWG):
        return 0, "adlg.rout.sparing"
    if routed.category is Category.SCH and readings.on("scythed_chariot_rout_spares_friends"):
        return 0, "adlg.rout.sparing"
    if readings.says("light_infantry_rout_harm", "harms_only_light_infantry"):
        spared = routed.category is Category.LI and friend.category is not Category.LI
    else:
        spared = friend.category is Category.LI and routed.category is not Category.LI
    return (0, "adlg.rout.light_infantry") if spared else (1, "adlg.rout.friends")


class Heading(StrEnum):
    """Where a routed elephant runs, where it does not simply run back."""

    FORWARD = "forward"
    LEFT = "left"
    RIGHT = "right"
    REAR = "rear"


def rampage(die: int) -> Heading:
    """By the common reading a routed elephant's way is thrown for (adlg.rout.sparing)."""
    return {1: Heading.FORWARD, 2: Heading.LEFT, 3: Heading.RIGHT}.get(die, Heading.REAR)


def rampage_loss(trampled: Troop) -> int:
    """What a unit of either side in its way loses."""
    return 0 if trampled.category is Category.LI else 1


def commander_dies(die: int, *, unit_routed: bool) -> bool:
    """The opponent's die after a lost round, or after a rout (adlg.commander.loss)."""
    return die <= (DEATH_WHEN_ROUTED if unit_routed else DEATH_WHEN_LOST)


class Camp(StrEnum):
    """What an army has behind its line."""

    NONE = "none"
    NORMAL = "normal"
    FORTIFIED = "fortified"
    SACRED = "sacred"


CAMP_LOSS = {Camp.NONE: 0, Camp.NORMAL: 4, Camp.FORTIFIED: 6, Camp.SACRED: 6}
UNIT_DISORDERED = 1
UNIT_LEFT_TABLE = 1
UNIT_ROUTED = 2
COMMANDER = 1
"""And his value."""


@dataclass(frozen=True)
class Toll:
    """What an army has lost so far; expendable units are not counted in it (adlg.expendable.losses)."""

    disordered: int = 0
    """Units on the table that have lost cohesion."""
    left_table: int = 0
    routed: int = 0
    commanders: Sequence[Grade] = field(default_factory=tuple)
    camp: Camp = Camp.NONE
    """The camp that was taken."""


def count(
    units: Iterable[tuple[str, Collection[str]]], commanders: Sequence[Grade] = (), camp: Camp = Camp.NONE
) -> Toll:
    """The toll of units by state (`ordered`, `disordered`, `left_table`, `routed`) and abilities."""
    states = [state for state, abilities in units if "expendable" not in abilities]
    return Toll(states.count("disordered"), states.count("left_table"), states.count("routed"), tuple(commanders), camp)


def loss_points(toll: Toll) -> Bill:
    """An army's losses, live: a unit that rallies to full cohesion gives its point back."""
    rule = "adlg.losses.points"
    items = [
        Item(UNIT_DISORDERED * toll.disordered, rule, toll.disordered),
        Item(UNIT_LEFT_TABLE * toll.left_table, rule, toll.left_table),
        Item(UNIT_ROUTED * toll.routed, rule, toll.routed),
        *(Item(COMMANDER + commander.value, rule) for commander in toll.commanders),
        Item(CAMP_LOSS[toll.camp], rule),
    ]
    return Bill(tuple(item for item in items if item.value))


def cohesion_value(units: Iterable[Collection[str]], camp: Camp = Camp.NORMAL) -> Bill:
    """What an army can bear: its units that are not expendable, by their abilities, and a camp worth defending."""
    counted = sum("expendable" not in abilities for abilities in units)
    strong = int(camp in (Camp.FORTIFIED, Camp.SACRED))
    items = [Item(counted, "adlg.losses.break", counted), Item(strong, "adlg.losses.break", strong)]
    return Bill(tuple(item for item in items if item.count))


def broken(lost: int, value: int) -> bool:
    """Whether an army breaks at the end of a player sequence; if both do, the battle is drawn."""
    return lost >= value
