"""Overlays of the table: rings, and the areas of fire of those who do not shoot straight ahead only."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.drills import N, drill
from tests.games.adlg.table.tables import Placed
from triarii.games.adlg.assist.overlays import overlays
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.geometry import shapes

FOE = "heavy_spearmen"


def outline(state: State, kind: str, unit: str = "u1") -> list[list[int]]:
    [shape] = [each for each in overlays(state) if each["kind"] == kind and each["unit"] == unit]
    found: list[list[int]] = shape["polygon"]
    return found


def span(points: list[list[int]]) -> tuple[tuple[int, int], tuple[int, int]]:
    """From where to where it reaches, west to east and south to north."""
    return (min(x for x, _ in points), max(x for x, _ in points)), (
        min(y for _, y in points),
        max(y for _, y in points),
    )


@pytest.mark.rule("adlg.moves.distance")
def test_the_ring_is_4_ud_from_the_base_everywhere() -> None:
    state = drill([("u1", FOE, N), ("e1", FOE, (2000, 19000, 18000))])
    quad = state.field.body("u1").quad
    for x, y in outline(state, "ring"):
        point = (x * shapes.FINE, y * shapes.FINE)
        assert abs(shapes.gap((point, point), quad) - 4000) <= 2
    depth = state.field.unit("u1").depth
    assert span(outline(state, "ring")) == ((5500, 14500), (10000 - depth - 4000, 14000))


@pytest.mark.rule("adlg.shooting.zone")
def test_light_horse_is_shown_shooting_all_around() -> None:
    horse: Placed = ("u1", "light_cavalry", N, {"weapon": "bow"})
    state = drill([horse, ("e1", FOE, (10000, 8000, 0))])
    (west, east), (south, north) = span(outline(state, "shot"))
    assert (west, east, north) == (7500, 12500, 12000)
    assert south == 10000 - state.field.unit("u1").depth - 2000


@pytest.mark.rule("adlg.shooting.zone")
@pytest.mark.parametrize(("x", "heading", "west", "east"), [(7500, 9000, 5500, 9500), (12500, 27000, 10500, 14500)])
def test_a_war_wagon_is_shown_shooting_over_the_long_side_that_it_takes(
    x: int, heading: int, west: int, east: int
) -> None:
    wagon: Placed = ("u1", "war_wagon", N, {"weapon": "crossbow"})
    more: dict[str, Any] = {}
    state = drill([wagon, ("e1", FOE, (x, 9000, heading), more)])
    assert span(outline(state, "shot"))[0] == (west, east)
