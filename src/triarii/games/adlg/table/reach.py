"""How far troops go: the allowance of a move on the ground it touches, with roads and the haste of heavy foot."""

from __future__ import annotations

from collections.abc import Sequence

from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.shapes import Figure
from triarii.games.adlg.ground import malus
from triarii.games.adlg.table.field import Field
from triarii.games.adlg.table.setting import Unit
from triarii.games.adlg.troops import Category

FAR = 4000
"""mUD to the nearest enemy at which a unit has room (adlg.moves.distance)."""
COMMANDER_REACH = 5000


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


def in_open(field: Field, body: Body) -> bool:
    """Whether a base stands in open ground, all of it."""
    return not field.setting.scenery.touches_rough(body.quad)


def harmful(field: Field, unit: Unit, body: Body) -> list[Figure]:
    """Ground ahead where a unit would have a malus, so that it has no duty to enter; where it stands counts no more."""
    return [
        part
        for piece in field.setting.scenery.pieces
        if malus(unit.troop, piece.terrain) and not piece.touched_by(body.quad, field.setting.limits.touch)
        for part in piece.parts
    ]
