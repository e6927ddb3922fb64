"""What is solid on the table, put together in one place: bases, camps, ground that nobody may enter, the outside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.geometry.shapes import Figure


def solids(
    field: Field, seat: int | None = None, without: Iterable[str] = (), *, edge: bool = True, camps: bool = True
) -> Sequence[Figure]:
    """What no base may stand on or go through: units and camps of one seat or of both, then the ground. Without the
    `edge` the table ends nowhere, for those who may leave it; without `camps` units alone count beside the ground.
    Markers are solid for their owner's enemies alone: he asks for the other seat, or he himself is left out."""
    left_out = tuple(without)
    if not camps:
        return (*(body.quad for body in field.bodies(seat, left_out)), *_ground(field, edge=edge))
    if seat is not None and not left_out:
        host = field.host(seat)
        return host.once(("solids", edge), lambda: (*host.quads_in_the_way, *_ground(field, edge=edge)))
    bases = [base.quad for base in field.bases(seat, left_out)]
    if field.markers:
        owner = seat if seat is not None else next((1 - field.unit(name).seat for name in left_out), None)
        bases += [] if owner is None else [marker.quad for marker in field.marker_bodies(owner)]
    return (*bases, *_ground(field, edge=edge))


def _ground(field: Field, *, edge: bool) -> Sequence[Figure]:
    return field.setting.solid_ground if edge else field.setting.scenery.impassable
