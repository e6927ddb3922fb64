"""How far troops go: the allowance of a move on the ground it touches, the haste of heavy foot, the price of works."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.scenery import Work
from triarii.games.adlg.battle.table.setting import Unit
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry.bodies import Body, corners_match
from triarii.games.adlg.geometry.limits import Limits
from triarii.games.adlg.geometry.shapes import Figure

FAR = 4000
"""mUD to the nearest enemy at which a unit has room (adlg.moves.distance)."""
COMMANDER_REACH = 5000
CROSSING_ON_FOOT = 1000
CROSSING_MOUNTED = 2000


def hastens(field: Field, unit: Unit) -> bool:
    """Whether heavy foot has its third UD: it starts in the open, far from every enemy (adlg.move.heavy_foot)."""
    if unit.category is not Category.HI:
        return False
    here = field.body(unit.id)
    if field.setting.scenery.touches_rough(here.quad):
        return False
    nearest = field.nearest_enemy(unit.id)
    if nearest is None:
        return True
    if field.setting.readings.says("heavy_foot_boost_distance", "more_than_4_ud"):
        return nearest > FAR
    return nearest >= FAR


def allowance(field: Field, unit: Unit, swept: Sequence[Figure], *, hasty: bool) -> int:
    """mUD that a move over this ground may cost (adlg.move.allowance, adlg.move.worst_ground); 0: no entry."""
    return field.setting.scenery.allowance(unit.troop, swept, field.setting.readings, boosted=hasty)


def crossing_price(field: Field, unit: Unit, swept: Iterable[Figure]) -> int:
    """mUD that the works on its way cost a unit (adlg.move.works); those on which it stood before cost nothing more."""
    scenery = field.setting.scenery
    if not scenery.works:
        return 0
    ways = tuple(swept)
    met = {work for figure in ways for work in scenery.crossed(figure)} if scenery.has_works_near(ways) else set()
    met -= set(scenery.crossed(field.body(unit.id).quad))
    return _lines(met, field.setting.limits) * (CROSSING_MOUNTED if unit.mounted else CROSSING_ON_FOOT)


def _lines(works: Iterable[Work], limits: Limits) -> int:
    """How many lines works form; stretches that meet at their ends are one."""
    left, lines = list(works), 0
    while left:
        lines += 1
        waiting = [left.pop()]
        while waiting:
            one = waiting.pop()
            joined = [other for other in left if any(corners_match(a, b, limits) for a in one.edge for b in other.edge)]
            waiting += joined
            left = [other for other in left if other not in joined]
    return lines


def unwieldy(field: Field, unit: Unit) -> bool:
    """Whether short moves and changes of formation are difficult for a unit (adlg.difficult.unmanoeuvrable)."""
    only_turns = field.setting.readings.says("war_wagon_unmanoeuvrable_in", "turns")
    return unit.unmanoeuvrable and not (unit.category is Category.WWG and only_turns)


def keeps_straight(field: Field, unit: Unit) -> bool:
    """Whether a unit only advances, wheels and slides: scythed chariots, by a common reading (adlg.turn.one)."""
    return unit.category is Category.SCH and not field.setting.readings.on("scythed_chariots_turn")


def harmful(field: Field, unit: Unit, body: Body) -> Sequence[Figure]:
    """Ground ahead where a unit would have a malus, so that it has no duty to enter; where it stands counts no more."""
    return field.setting.scenery.harmful(unit.troop, body.quad)
