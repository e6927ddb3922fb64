"""A commander who is dragged: the unit that he joins, or the place to which he goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triarii.core.contract import Aim, Aimed, Refusal
from triarii.games.adlg.assist import snaps
from triarii.games.adlg.battle.movement.reach import COMMANDER_REACH
from triarii.games.adlg.battle.orders import Go, Join
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.shapes import FINE

if TYPE_CHECKING:
    from triarii.games.adlg.position import Position


def go(position: Position, leader: str, place: tuple[int, int], target: str) -> Aimed:
    """A commander joins the unit that he is dragged onto, or goes as far towards the place as he can."""
    field = position.state.field
    here = field.leader_pose(leader)
    joined = target or snaps.unit_at(field, position.state.corps, place)
    aims = []
    first: Refusal | None = None
    if joined:
        joining = Join((leader,), joined)
        found = position.weighed(joining)
        if isinstance(found, Refusal):
            first = found
        else:
            aims.append(Aim(str(joining), "join"))
    dx, dy = place[0] - here[0], place[1] - here[1]
    away = max(1, shapes.length(dx * FINE, dy * FINE))
    for tenths in range(10, 0, -1):
        way = min(away, COMMANDER_REACH - 2) * tenths // 10
        x, y = here[0] + round(dx * way / away), here[1] + round(dy * way / away)
        order = Go((leader,), max(1, x), max(1, y))
        found = position.weighed(order)
        if isinstance(found, Refusal):
            first = first or found
        else:
            aims.append(Aim(str(order), "free" if way == away else "full"))
            break
    return Aimed(aims, None if aims else first, None if aims else (*place, here[2]))
