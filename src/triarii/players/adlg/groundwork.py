"""The ground of a battle laid out in small cells once, so that looking under a base costs nothing afterwards."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from triarii.games.adlg.battle.table.scenery import Scenery
from triarii.games.adlg.battle.table.setting import Setting
from triarii.games.adlg.data.ground import OPEN, Terrain
from triarii.games.adlg.geometry.shapes import FINE, Point
from triarii.players.adlg.bounds import CELL, TERRAINS
from triarii.players.adlg.sketch import measures, numbers


@dataclass(frozen=True)
class Groundwork:
    """Which ground and which hill lies in every cell of a table."""

    columns: int
    rows: int
    grounds: tuple[Terrain, ...]
    """The kinds of ground that lie here, by their numbers; 0 is the open."""
    cells: array[int]
    hills: array[int]
    crest_x: array[float]
    crest_y: array[float]


def groundwork_of(setting: Setting) -> Groundwork:
    """The ground of a battle, kept with it."""
    return setting.once("ground of the general", lambda: _laid_out(setting.size, setting.scenery))


def _laid_out(size: tuple[int, int], scenery: Scenery) -> Groundwork:
    columns, rows = size[0] // CELL + 1, size[1] // CELL + 1
    kinds = tuple(dict.fromkeys((OPEN, *(piece.terrain for piece in scenery.pieces))))[:TERRAINS]
    found = Groundwork(
        columns, rows, kinds, numbers(columns * rows), numbers(columns * rows), measures(TERRAINS), measures(TERRAINS)
    )
    for number, piece in enumerate(scenery.pieces, 1):
        hill = number if piece.hill and piece.crest is not None and number < TERRAINS else 0
        if hill and piece.crest is not None:
            found.crest_x[hill], found.crest_y[hill] = map(float, piece.crest)
        for part in piece.parts:
            for cell in _cells(part, columns, rows):
                if piece.terrain in kinds:
                    found.cells[cell] = kinds.index(piece.terrain)
                if hill:
                    found.hills[cell] = hill
    return found


def _cells(part: Sequence[Point], columns: int, rows: int) -> list[int]:
    """The cells whose middle lies in a convex part."""
    step = CELL * FINE
    xs, ys = [x for x, _ in part], [y for _, y in part]
    sides = list(zip(part, (*part[1:], part[0]), strict=True))
    found = []
    for row in range(max(0, min(ys) // step), min(rows - 1, max(ys) // step) + 1):
        for column in range(max(0, min(xs) // step), min(columns - 1, max(xs) // step) + 1):
            x, y = column * step + step // 2, row * step + step // 2
            if all((bx - ax) * (y - ay) - (by - ay) * (x - ax) <= 0 for (ax, ay), (bx, by) in sides):
                found.append(row * columns + column)
    return found
