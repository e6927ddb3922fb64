"""Distances from base to base, on the way and to an attached commander."""

import pytest

from triarii.games.adlg.geometry import manoeuvres, shapes
from triarii.games.adlg.geometry.shapes import Pose, Quad

N = (10000, 10000, 0)


def base(pose: Pose, depth: int = 750) -> Quad:
    return shapes.quad(pose, 1000, depth)


@pytest.mark.parametrize(
    ("one", "other", "gap"),
    [
        pytest.param(N, (12000, 12000, 0), 1601, id="G45-slanting"),
        pytest.param(N, (10000, 14750, 0), 4000, id="G45-exactly-4"),
        pytest.param((10000, 10000, 3000), (13000, 14000, 20000), 4877, id="G46"),
        pytest.param(N, (10000, 14749, 0), 3999, id="G47"),
    ],
)
def test_the_distance_is_the_least_between_two_bases(one: Pose, other: Pose, gap: int) -> None:
    assert shapes.gap(base(one), base(other)) == gap


@pytest.mark.parametrize(
    ("y", "start", "end", "least"),
    [pytest.param(14600, 4366, 4168, 4100, id="G48-second-move"), pytest.param(14400, 4179, 3971, 3900, id="G48-none")],
)
def test_enemies_are_measured_all_along_the_way(y: int, start: int, end: int, least: int) -> None:
    before = (6000, 10000, 9000)
    after = manoeuvres.advance(before, 4000)
    enemy = base((8000, y, 18000))
    assert shapes.gap(base(before), enemy) == start
    assert shapes.gap(base(after), enemy) == end
    assert shapes.gap(shapes.hull(base(before), base(after)), enemy) == least


@pytest.mark.parametrize(
    ("unit", "gap"),
    [pytest.param((14500, 8500, 0), 3500, id="G49-in"), pytest.param((14600, 6000, 0), 4383, id="G49-out")],
)
def test_a_commander_stands_behind_the_unit_that_he_is_attached_to(unit: Pose, gap: int) -> None:
    commander = shapes.at(N, 0, -750)
    assert commander == (10000, 9250, 0)
    assert shapes.gap(base(commander), base(unit)) == gap


def test_enemies_are_measured_all_along_a_wheel() -> None:
    enemy = base((8000, 15000, 18000))
    assert shapes.gap(base(N), enemy) == 5099, "G50"
    assert min(shapes.gap(swept, enemy) for swept in manoeuvres.swept_wheel(N, 1000, 750, 9000)) == 4191
    assert shapes.gap(base(manoeuvres.wheel(N, 1000, 9000)), enemy) == 4191
