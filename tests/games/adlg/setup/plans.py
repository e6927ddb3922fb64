"""Tables on which battle plans are tested: one ground for all, from the plan on and in battle."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from tests.games.adlg.setup.set_ups import LARGE, now, until
from triarii.games.adlg.battle.hiding.hidden import VANISHED, March, Marker
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.battle.stages import ChoosingCorps
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field, Leader, Stand
from triarii.games.adlg.game import SECRET
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position
from triarii.games.adlg.setup.going_on import put_down
from triarii.games.adlg.setup.landscape import Landscape, Lot

GROUND = Landscape(
    lots={
        "t1": Lot("wood", "large", 12000, 4000, 0),
        "t2": Lot("field", "medium", 20000, 3500, 0),
        "t3": Lot("gentle_hill", "large", 5000, 7000, 0),
        "t4": Lot("wood", "medium", 22000, 15500, 0),
    },
    camps={0: (7000, 1000, 0), 1: (8000, 19000, 18000)},
    begins=1,
)
"""In the half of the first player, who defends, a wood, a field and a hill; in the other a wood."""


@cache
def planning(task: Task = Task.AMBUSH) -> Position:
    """The first player defends with the Romans and writes his plan."""
    for seed in range(1, 60):
        position = until(task, seed=seed, setup=SECRET, **LARGE)
        if now(position).defender == 0 and now(position).seat == 0 and not position.state.field.marches:
            return Position(put_down(position.state, GROUND))
    raise AssertionError


def battle(
    poses: dict[str, Pose],
    markers: dict[str, Marker],
    *,
    active: int = 0,
    marches: dict[int, March] | None = None,
    leaders: dict[str, Leader] | None = None,
) -> Position:
    """A battle on this ground between the units that are named; all others are no part of it. The commanders stand at
    their own edges."""
    setting = planning().setting
    stands = {name: Stand(poses[name], setting.units[name].troop.cohesion) for name in setting.units if name in poses}
    hidden = {name for marker in markers.values() for name in marker.units or ()}
    away = {march.leader for march in (marches or {}).values()}
    marching = {name for name, unit in setting.units.items() if setting.corps_of(unit).commander in away}
    gone = {name: VANISHED for name in setting.units if name not in stands and name not in hidden | marching}
    edges = {0: 500, 1: 19500}
    places = {
        leader: Leader((10000 + 2000 * corps.number, edges[corps.seat], 18000 * corps.seat))
        for leader, corps in setting.corps.items()
        if leader not in away
    }
    field = Field(setting, stands, {**places, **(leaders or {})}, gone=gone, markers=markers, marches=marches or {})
    return Position(State(field, ChoosingCorps(), active, sequence=1 if active == 1 else 2))


def orders(position: Position, leader: str, die: str = "6") -> Position:
    """The corps gets its orders."""
    return position.play(f"corps {leader}").play(die)


def with_marker(position: Position, name: str, marker: Marker) -> Position:
    field = position.state.field
    return Position(replace(position.state, field=replace(field, markers={**field.markers, name: marker})))
