"""Ambushes and flank marches of the general: what he writes into his plan, when an ambush comes forward, and where a
march enters."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

from triarii.core.contract import Refusal
from triarii.games.adlg.assist import candidates
from triarii.games.adlg.battle import order_execution
from triarii.games.adlg.battle.hiding import marches
from triarii.games.adlg.battle.orders import Enter
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.setting import Setting
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import shapes
from triarii.games.adlg.geometry.measures import UD
from triarii.games.adlg.position import Position
from triarii.games.adlg.setup.grammar import NOBODY
from triarii.players.adlg.bearings import bearing
from triarii.players.adlg.eyes import Eyes
from triarii.players.adlg.worth import Judge

MOODS = 3
"""He marches or hides by his mood, so that nobody can read his plan from the ground alone."""
LURKS = frozenset({Category.LI, Category.LMI, Category.MI})
"""Who is worth more from an ambush than in the line."""
ENOUGH = 0.1
"""What it is worth to have laid no more markers."""
SPRINGS, SPRINGS_LATE = 5 * UD, 5 * UD // 2
"""How near an enemy is when an ambush comes forward in the own movement, and at the end of the enemy's."""
TRIED = 8
"""Places where a march could enter that are weighed."""
COMES = 3.0
"""What a unit is worth that enters: else it is out of the battle."""


# The plan


def mood(setting: Setting, seat: int) -> int:
    """Differs from table to table, and is the same for the same one."""
    return crc32(f"{seat} {setting.ground}".encode()) % MOODS


def march(position: Position, seat: int, action: str) -> float:
    """A corps of horse marches around one flank or the other, if he is in the mood and enough others stay."""
    words, setting = action.split(), position.setting
    if words[1] == NOBODY:
        return 0.0
    corps = [unit for unit in setting.units.values() if setting.corps_of(unit).commander == words[1]]
    own = sum(unit.seat == seat for unit in setting.units.values())
    pays = all(unit.mounted for unit in corps) and 3 * len(corps) <= own and mood(setting, seat) == 0
    prefers = words[2] == ("left" if crc32(setting.ground.encode()) % 2 else "right")
    return (1.0 if prefers else 0.5) if pays else -1.0


def ambush(position: Position, seat: int, action: str) -> float:
    """Light and medium foot in ambush, and false markers beside it."""
    words, setting = action.split(), position.setting
    if words[0] == "done":
        return ENOUGH
    laid = [marker for marker in position.state.field.markers.values() if marker.seat == seat]
    if words[-1] == NOBODY:
        return 2 * ENOUGH if len(laid) < 2 else 0.0
    units = [setting.units[name] for name in words[-1].split("+")]
    hides = mood(setting, seat) == 1 and all(unit.category in LURKS for unit in units)
    return 1.0 if hides and not any(marker.units for marker in laid) else -1.0


# In battle


def springing(state: State, seat: int, *, late: bool) -> Iterator[tuple[str, float]]:
    """Ambushes to which an enemy has come near enough, each facing him as well as it can."""
    field = state.field
    for said in candidates.reveals(field, seat, state.who if late else ""):
        name, _, formed, heading = said.split()
        enemies = field.bodies(1 - seat)
        gaps = shapes.gaps(field.markers[name].body.quad, [enemy.quad for enemy in enemies])
        if gaps and min(gaps) <= (SPRINGS_LATE if late else SPRINGS):
            nearest = enemies[gaps.index(min(gaps))]
            marker = field.markers[name]
            off = abs(bearing((marker.x, marker.y, round(float(heading) * 100)), nearest.centre))
            yield said, 1.0 - off / 18000 - (0.05 if formed != "line" else 0.0)


def entering(state: State, seat: int, eyes: Eyes) -> list[tuple[str, float]]:
    """Where units of a march that has come may enter, best first: as many at once as can, and where they stand well."""
    march = marches.arriving(state.field, seat)
    if march is None or march.leader != state.corps:
        return []
    found: list[tuple[str, float]] = []
    for names, place, distance in _some(state.field, seat):
        order = Enter(names, place, distance)
        done = order_execution.execute(state, order)
        if not isinstance(done, Refusal):
            found.append((str(order), COMES * len(names) + Judge(done.after, seat, eyes).value(done.after)))
    return sorted(found, key=lambda one: -one[1])


def _some(field: Field, seat: int) -> Iterator[tuple[tuple[str, ...], int, int]]:
    for number, entry in enumerate(marches.entries(field, seat)):
        if number == TRIED:
            return
        yield entry
