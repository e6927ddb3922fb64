"""Supports: who stands in line with a friend who fights, along an enemy's flank, or with its front on flank or rear."""

from __future__ import annotations

import pytest

from tests.games.adlg.geometry.matching import MeleeSupport, fronts_match, melee_support
from tests.games.adlg.geometry.standing import base, north
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.geometry.supports import (
    flank_contact,
    supports_in_line,
    supports_on_flank,
)

ENEMY = north(name="e")


@pytest.mark.parametrize(
    ("supporter", "supports"),
    [
        pytest.param((11000, 10000, 18000), True, id="G90a"),
        pytest.param((11004, 9997, 18000), True, id="G90b"),
        pytest.param((11005, 10000, 18000), False, id="G90c"),
        pytest.param((11000, 10000, 18060), False, id="G90d"),
        pytest.param((9000, 10000, 18000), True, id="on-the-other-side"),
    ],
)
def test_a_supporter_stands_in_line_with_the_main_unit(supporter: Pose, supports: bool) -> None:
    main = base(10000, 10000, 18000)
    assert fronts_match(main, ENEMY)
    assert supports_in_line(base(*supporter), main) is supports


@pytest.mark.parametrize(
    ("supporter", "length", "supports"),
    [
        pytest.param((11000, 9400, 18000), 600, True, id="G91a"),
        pytest.param((11000, 8515, 18000), 15, False, id="G91b"),
        pytest.param((11000, 8520, 18000), 20, True, id="G91c"),
        pytest.param((9000, 9700, 0), 450, True, id="same-facing"),
        pytest.param((11100, 9400, 18000), 0, False, id="apart"),
    ],
)
def test_a_supporter_on_the_flank_touches_along_an_edge(supporter: Pose, length: int, supports: bool) -> None:
    assert flank_contact(base(*supporter), ENEMY) == length
    assert supports_on_flank(base(*supporter), ENEMY) is supports


@pytest.mark.parametrize(
    ("supporter", "support", "side"),
    [
        pytest.param((9500, 9500, 9000), MeleeSupport.FULL, Side.LEFT, id="G92a"),
        pytest.param((9500, 9600, 9000), MeleeSupport.INCOMPLETE, Side.LEFT, id="G92b"),
        pytest.param((9500, 9750, 9000), MeleeSupport.FULL, Side.LEFT, id="G92c"),
        pytest.param((10000, 9250, 0), MeleeSupport.FULL, Side.REAR, id="G92d"),
        pytest.param((9400, 9500, 9000), MeleeSupport.NONE, None, id="G92e"),
        pytest.param((9413, 9422, 6300), MeleeSupport.INCOMPLETE, Side.LEFT, id="at-a-slant"),
        pytest.param((9300, 9422, 6300), MeleeSupport.NONE, None, id="at-a-slant-but-apart"),
        pytest.param((9600, 9422, 6300), MeleeSupport.NONE, None, id="in-the-base"),
        pytest.param((9500, 10485, 9000), MeleeSupport.NONE, None, id="shorter-than-an-edge"),
        pytest.param((10990, 9250, 0), MeleeSupport.NONE, None, id="a-corner-of-the-rear"),
        pytest.param((10000, 10000, 18000), MeleeSupport.NONE, None, id="on-the-front"),
        pytest.param((11000, 9400, 18000), MeleeSupport.NONE, None, id="flank-along-flank"),
        pytest.param((9625, 8750, 9000), MeleeSupport.NONE, None, id="own-flank-on-his-rear"),
        pytest.param((9500, 9600, 9040), MeleeSupport.INCOMPLETE, Side.LEFT, id="square-enough"),
    ],
)
def test_a_front_on_flank_or_rear_supports_in_melee(supporter: Pose, support: MeleeSupport, side: Side | None) -> None:
    assert melee_support(base(*supporter), ENEMY) == (support, side)


def test_a_slanting_touch_from_corner_to_corner_is_no_melee() -> None:
    on_the_corner, above_it = base(9250, 9683, 6000), base(9250, 9833, 6000)
    assert on_the_corner.quad[1] == pytest.approx(ENEMY.quad[3], abs=100)
    assert melee_support(on_the_corner, ENEMY) == (MeleeSupport.NONE, None)
    assert melee_support(above_it, ENEMY) == (MeleeSupport.INCOMPLETE, Side.LEFT)
