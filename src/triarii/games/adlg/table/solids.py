"""What is solid on the table, put together in one place: bases, camps, ground that nobody may enter, the outside."""

from __future__ import annotations

from collections.abc import Iterable

from triarii.games.adlg.geometry.shapes import Figure
from triarii.games.adlg.table.field import Field


def solids(field: Field, seat: int | None = None, without: Iterable[str] = (), *, edge: bool = True) -> list[Figure]:
    """What no base may stand on or go through: units and camps of one seat or of both, then the ground. Without the
    `edge` the table ends nowhere, for those who may leave it."""
    ground = field.setting.solid_ground if edge else field.setting.scenery.impassable
    return [*(base.quad for base in field.bases(seat, without)), *ground]
