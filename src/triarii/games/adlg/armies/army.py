"""What an army comes to, and everything that is wrong with it: points, corps and commanders, abilities and weapons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from triarii.core import texts
from triarii.core.contract import Refusal
from triarii.core.texts import Message
from triarii.games.adlg.armies.roster import BROUGHT, HALF_BOW, Corps, Roster, Unit
from triarii.games.adlg.combat.losses import cohesion_value
from triarii.games.adlg.data import dismounting
from triarii.games.adlg.data.kit import ABILITIES
from triarii.games.adlg.data.tables import PACKAGE
from triarii.games.adlg.data.texts import TEXTS as GAME_TEXTS

TEXTS = texts.load(PACKAGE, "army_messages.toml", parent=GAME_TEXTS)
"""What rosters, prices and checks say."""
STRUCTURE, POINTS, KIT, COMMAND = "adlg.army.structure", "adlg.army.points", "adlg.army.abilities", "adlg.command.value"
ARMOUR = {"armour": 1, "heavy_armour": 2}
NOT_TOGETHER: frozenset[frozenset[str]] = frozenset(
    frozenset(pair)
    for group in (
        ("impact", "impetuous", HALF_BOW),  # each is an impact
        ("armour", "heavy_armour"),
        ("polearm", "two_handed_weapon"),  # both are what the hands hold
        ("mixed", "missile_support"),  # its own shooters, or those of others behind it
    )
    for pair in combinations(group, 2)
)
MOST_ALLIED = {100: 1, 200: 1, 300: 2, 400: 2}
"""Corps of allies, by format."""


@dataclass(frozen=True)
class Report:
    """An army added up, and what is wrong with it."""

    points: int
    corps_points: tuple[int, ...]
    """The commander's included."""
    units: int
    expendables: int
    """Of the units."""
    command_cost: int
    command_value: int
    cohesion: int
    """As many losses break it (adlg.losses.break)."""
    faults: tuple[Refusal, ...]

    @property
    def ok(self) -> bool:
        return not self.faults


def check(roster: Roster) -> Report:
    """Adds an army up by its prices and finds all that is wrong with it."""
    corps_points = tuple(points_of_corps(roster, corps) for corps in roster.corps)
    points = sum(corps_points) + points_behind(roster)
    cost = sum(corps.commander.costs for corps in roster.corps if corps.commander is not None)
    return Report(
        points=points,
        corps_points=corps_points,
        units=sum(1 for _ in roster.units),
        expendables=sum(unit.expendable for unit in roster.units),
        command_cost=cost,
        command_value=roster.command_value,
        cohesion=cohesion_value((unit.all_abilities for unit in roster.units), roster.camp).total,
        faults=(*_points_faults(roster, points), *_command_faults(roster, cost), *_corps_faults(roster)),
    )


# Points


def price_of_unit(roster: Roster, unit: Unit) -> int | None:
    """What one unit of this kind costs; None where its quality is not to be had."""
    prices, troop = roster.prices, unit.troop
    base = prices.troop(troop, unit.quality)
    if base is None:
        return None
    paid = set(unit.listed) - troop.abilities
    price = base
    if unit.weapon is not None:
        paid -= {unit.weapon.id} & set(BROUGHT)
        if not (unit.weapon.id == "bow" and HALF_BOW in paid):
            price += prices.weapon(unit.weapon, troop)
    return price + sum(prices.ability(ability, troop) for ability in paid)


def price_of_commander(roster: Roster, corps: Corps) -> int:
    if corps.commander is None:
        return 0
    discounted = corps.included or corps.allied or corps.unreliable
    return roster.prices.commander(corps.commander, roster.format, discounted)


def points_of_corps(roster: Roster, corps: Corps) -> int:
    """Of its units and its commander."""
    units = sum(unit.count * (price_of_unit(roster, unit) or 0) for unit in corps.units)
    return units + price_of_commander(roster, corps)


def points_behind(roster: Roster) -> int:
    """Of the camp and the works."""
    prices, size = roster.prices, roster.format
    works = ((roster.fortifications, "fortification"), (roster.obstacles, "obstacle"))
    return prices.camp(roster.camp, size) + sum(count * prices.work(work, size) for count, work in works)


# Faults


def _points_faults(roster: Roster, points: int) -> Iterator[Refusal]:
    if points > roster.format:
        yield Refusal("army.points", POINTS, {"points": points, "size": roster.format, "over": points - roster.format})
    if roster.total is not None and roster.total != points:
        yield Refusal("army.total", POINTS, {"total": roster.total, "points": points})


def _command_faults(roster: Roster, cost: int) -> Iterator[Refusal]:
    if cost > roster.command_value:
        yield Refusal("army.command", COMMAND, {"cost": cost, "value": roster.command_value})
    chiefs = [place for place, corps in enumerate(roster.corps, 1) if corps.chief]
    if len(chiefs) > 1:
        yield Refusal("army.chiefs", STRUCTURE, {"corps": chiefs})
    for place in chiefs:
        corps = roster.corps[place - 1]
        if corps.allied or corps.unreliable:
            yield Refusal("army.chief_not_own", STRUCTURE, {"where": _corps_place(place)})
    allied = sum(corps.allied for corps in roster.corps)
    if allied > MOST_ALLIED[roster.format]:
        params = {"count": allied, "most": MOST_ALLIED[roster.format], "size": roster.format}
        yield Refusal("army.allied", STRUCTURE, params)


def _corps_faults(roster: Roster) -> Iterator[Refusal]:
    if not roster.corps:
        yield Refusal("army.no_corps", STRUCTURE)
    for place, corps in enumerate(roster.corps, 1):
        if corps.commander is None:
            yield Refusal("army.no_commander", STRUCTURE, {"where": _corps_place(place)})
        if not corps.units:
            yield Refusal("army.no_units", STRUCTURE, {"where": _corps_place(place)})
        for entry, unit in enumerate(corps.units, 1):
            where = Message("where.unit", {"corps": place, "entry": entry, "troop": unit.troop.id})
            yield from _unit_faults(roster, unit, where)


def _corps_place(place: int) -> Message:
    return Message("where.corps", {"corps": place})


def _unit_faults(roster: Roster, unit: Unit, where: Message) -> Iterator[Refusal]:
    if price_of_unit(roster, unit) is None:
        yield Refusal("army.quality", KIT, {"where": where, "quality": unit.quality.id})
    for ability in _once(unit.listed):
        refused = _ability_fault(unit, ability)
        if refused:
            yield Refusal(f"army.{refused}", KIT, {"where": where, "ability": ability})
    for first, second in combinations(sorted(unit.all_abilities), 2):
        if {first, second} in NOT_TOGETHER:
            yield Refusal("army.together", KIT, {"where": where, "first": first, "second": second})
    weapon = unit.weapon
    if weapon is not None and weapon.id not in unit.troop.weapons:
        yield Refusal("army.weapon", KIT, {"where": where, "weapon": weapon.id})
    if weapon is not None and weapon.id != "bow" and HALF_BOW in unit.abilities:
        yield Refusal("army.half_bow", KIT, {"where": where, "weapon": weapon.id})
    if weapon is None and "mixed" in unit.abilities:
        yield Refusal("army.mixed", KIT, {"where": where})
    if unit.dismounts is not None and dismounting.on_foot(unit.troop, unit.dismounts) is None:
        yield Refusal("army.dismounts", dismounting.RULE, {"where": where, "foot": unit.dismounts.id})


def _once(listed: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(listed)


def _ability_fault(unit: Unit, ability: str) -> str:
    """What is wrong with an ability of a unit, if anything."""
    troop = unit.troop
    if ability in troop.abilities or 0 < ARMOUR.get(ability, 0) <= troop.armour:
        return "built_in"
    if not troop.is_among(ABILITIES[ability].troops):
        return "ability"
    return "twice" if unit.listed.count(ability) > 1 else ""
