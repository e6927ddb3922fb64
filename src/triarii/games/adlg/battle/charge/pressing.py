"""How far a charge goes on that nobody awaited, or those of it who met nobody; and how it aligns anew."""

from __future__ import annotations

from triarii.core.contract import Refusal, Refused
from triarii.games.adlg.battle.charge.beginning import realign
from triarii.games.adlg.battle.charge.charging import Charger, Onset, aim, lane, stop_of
from triarii.games.adlg.battle.charge.engaging import first_contact
from triarii.games.adlg.battle.charge.halting import halt
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.charges import MOST_WHEEL
from triarii.games.adlg.geometry.evades import by_die
from triarii.games.adlg.geometry.stops import Why, least_advance

STEP = 500
"""cdeg between wheels that are tried."""
LOW = 3
"""A charge die below this shortens the charge."""


def paced(field: Field, onset: Onset, die: int) -> Onset:
    """The charge with its die: 1 UD less or more, or nothing; heavy foot is not shortened by the common reading
    (adlg.charge.die)."""
    shortens = field.setting.readings.on("charge_die_shortens_heavy_foot")
    chargers = []
    for charger in onset.chargers:
        spared = die < LOW and field.unit(charger.name).category is Category.HI and not shortens
        left = charger.left if spared else by_die(charger.left, die)
        chargers.append(replace(charger, left=max(0, left)))
    return replace(onset, chargers=tuple(chargers), thrown=True)


def distances(field: Field, onset: Onset) -> tuple[int, int]:
    """How far chargers go at least and at most, in mUD. Where all targets evaded: at least 1 UD on foot and 2 UD
    mounted, as far as nothing stops them (adlg.charge.advance). Where some met an enemy, the others: from level with
    them to their full allowance (adlg.charge.go_on). Impetuous troops have no choice."""
    calm = [charger for charger in onset.chargers if not onset.headlong(field.unit(charger.name))]
    first = None if onset.thrown else first_contact(field, onset)
    if first is not None:
        ways = [stop_of(field, charger, onset.manner, onset.fled) for charger in calm]
        return max(1, first), max([1, first, *(stop.distance for stop in ways if stop.why is not Why.CONTACT)])
    ways_free = {charger.name: _follows(field, onset, charger) for charger in onset.chargers}
    most = max(ways_free.values())
    least = [least_advance(ways_free[each.name], field.unit(each.name).mounted) for each in calm]
    return max(least, default=most), most


def _follows(field: Field, onset: Onset, charger: Charger) -> int:
    """How far a charger may follow: up to evaders whom it catches, whatever other enemies in its way will answer."""
    far = halt(
        field, charger.name, charger.left, onset.manner, onset.fled, start=charger.start, at_enemies=False
    ).distance
    caught = [way for enemy, way in lane(field, charger, onset) if enemy.id in onset.fled]
    return min([far, *caught])


def may_go_on(field: Field, onset: Onset) -> bool:
    """Whether some chargers met nobody while others did, and could go farther than these."""
    if onset.thrown or first_contact(field, onset) is None:
        return False
    least, most = distances(field, onset)
    return least < most


def met_nobody(field: Field, onset: Onset) -> tuple[str, ...]:
    """Those of a charge who met nobody: where all targets evaded all of them, else who has no enemy in the way."""
    if onset.thrown:
        return onset.names
    ways = {each.name: stop_of(field, each, onset.manner, onset.fled).why for each in onset.chargers}
    return tuple(name for name, why in ways.items() if why is not Why.CONTACT) or onset.names


def realigned(field: Field, onset: Onset, angle: int) -> tuple[Field, Onset] | Refusal:
    """The charge after the wheel that it may make once all its targets have evaded (adlg.charge.realign)."""
    if not onset.thrown:  # somebody awaits it, so it keeps its direction
        return Refusal("charge.beginning", "adlg.charge.straight")
    try:
        ready, lefts = realign(field, onset.names, [charger.left for charger in onset.chargers], angle)
    except Refused as refused:
        return refused.refusal
    chargers = tuple(replace(each, left=left) for each, left in zip(onset.chargers, lefts, strict=True))
    return ready, replace(onset, chargers=chargers)


def wheels_after(field: Field, onset: Onset) -> list[int]:
    """Wheels worth a look once all have evaded: to each side the least, in steps of 5 degrees, that brings an evader
    within reach into the way."""
    if not onset.thrown or not field.setting.readings.on("charge_realign"):
        return []
    near = [name for name in onset.fled if name in field and _in_reach(field, onset, name)]
    found = []
    for side in (1, -1) if near else ():
        for size in range(STEP, MOST_WHEEL + STEP, STEP):
            turned = realigned(field, onset, side * size)
            if isinstance(turned, Refusal):
                break
            ahead = {enemy.id for charger in turned[1].chargers for enemy, _ in lane(turned[0], charger, turned[1])}
            if ahead & set(near):
                found.append(side * size)
                break
    return found


def _in_reach(field: Field, onset: Onset, name: str) -> bool:
    evader = field.body(name).quad
    return any(shapes.gap(field.body(each.name).quad, evader) <= each.left for each in onset.chargers)


def pressed(field: Field, onset: Onset, distance: int | None) -> Onset:
    """The charge with the distance that was chosen, and whoever lies in its way now; impetuous troops go all the
    way."""
    chargers = tuple(
        each
        if distance is None or onset.headlong(field.unit(each.name))
        else replace(each, left=min(each.left, distance))
        for each in onset.chargers
    )
    return aim(field, replace(onset, chargers=chargers))
