"""Front, flank and rear: on which edge a charge counts, by where it started and what it met."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import N, fighting, meeting, play, pose, ready
from tests.games.adlg.table.tables import Placed, ground
from triarii.games.adlg.battle.fighting.fights import clashes
from triarii.games.adlg.geometry.shapes import Pose

SPEARS, HORSE = "heavy_spearmen", "medium_cavalry"


@pytest.mark.rule("adlg.charge.side")
@pytest.mark.parametrize(
    ("start", "side", "end"),
    [
        ((10000, 12000, 18000), "front", (10000, 10000, 18000)),
        ((12500, 9600, 27000), "front", (10000, 10000, 18000)),  # part of its base was ahead of the front line
        ((12500, 9503, 27000), "front", (10000, 10000, 18000)),
        ((12500, 9502, 27000), "right", (10500, 9500, 27000)),  # by 2 thousandths it counts as behind the line
        ((12500, 9400, 27000), "right", (10500, 9500, 27000)),
        ((7500, 9400, 9000), "left", (9500, 9500, 9000)),
        ((10000, 7500, 0), "rear", (10000, 9250, 0)),
        ((10700, 7800, 33000), "rear", (10000, 9250, 0)),
        ((7800, 8600, 6300), "left", (9500, 9500, 9000)),  # between flank and rear: it meets the flank first
        ((8500, 8000, 3500), "rear", (10000, 9250, 0)),  # and here the rear
        ((11800, 8000, 32000), "rear", (10000, 9250, 0)),
    ],
)
def test_a_charge_counts_by_where_it_started_and_then_by_the_edge_that_it_meets(
    start: Pose, side: str, end: Pose
) -> None:
    after = play(ready([("u1", HORSE, start), ("e1", SPEARS, N)]), "u1 charge e1")
    assert fighting(after) == [("u1", "e1", side)]
    assert pose(after) == end
    assert meeting(after, "u1", "e1").conformed


@pytest.mark.rule("adlg.charge.side")
@pytest.mark.parametrize(
    ("start", "contact"), [((10000, 12000, 18000), "front"), ((7500, 9400, 9000), "flank"), ((10000, 7500, 0), "rear")]
)
def test_the_melee_knows_on_which_edge_it_is_fought_and_who_charged(start: Pose, contact: str) -> None:
    after = play(ready([("u1", HORSE, start), ("e1", SPEARS, N)]), "u1 charge e1")
    [clash] = clashes(after.state.field)
    assert (clash.a, clash.b, clash.melee.contact, clash.melee.charger) == ("u1", "e1", contact, "a")


@pytest.mark.rule("adlg.charge.side")
@pytest.mark.parametrize(("reading", "side"), [("whole_base", "front"), ("front_edge", "right")])
def test_the_whole_base_has_to_be_behind_the_front_line_or_by_another_reading_its_front_edge(
    reading: str, side: str
) -> None:
    """The charger's front edge is behind that line, but a corner of its rear is ahead of it."""
    position = ready([("u1", HORSE, (11000, 9400, 24000)), ("e1", SPEARS, N)], flank_reference=reading)
    assert fighting(play(position, "u1 charge e1")) == [("u1", "e1", side)]


@pytest.mark.rule("adlg.charge.side")
def test_a_war_wagon_is_struck_on_the_edge_that_is_met() -> None:
    for start, side in (((10000, 12000, 18000), "front"), ((13000, 8600, 27000), "right"), ((10000, 6000, 0), "rear")):
        after = play(ready([("u1", HORSE, start), ("e1", "war_wagon", N)]), "u1 charge e1")
        assert fighting(after) == [("u1", "e1", side)]


COLUMN: list[Placed] = [(f"e{place}", SPEARS, (10000, 10750 - 750 * place, 0)) for place in (1, 2, 3)]
"""Three in a column; the fronts are at y 10000, 9250 and 8500."""


@pytest.mark.rule("adlg.charge.side")
@pytest.mark.parametrize(
    ("start", "side", "end"),
    [
        ((12000, 8700, 27000), "right", (10500, 8750, 27000)),  # behind the line of its own front
        ((12000, 9100, 27000), "right", (10500, 8750, 27000)),  # ahead of it, but behind that of the first unit
        ((8000, 9100, 9000), "left", (9500, 8750, 9000)),
        ((12000, 9502, 27000), "right", (10500, 8750, 27000)),
    ],
)
def test_in_a_column_the_second_unit_is_struck_in_the_side_from_behind_the_front_of_the_first(
    start: Pose, side: str, end: Pose
) -> None:
    after = play(ready([("u1", HORSE, start), *COLUMN]), "u1 charge e2")
    assert fighting(after) == [("u1", "e2", side)]
    assert pose(after) == end
    assert meeting(after, "u1", "e2").conformed
    [clash] = clashes(after.state.field)
    assert clash.melee.contact == "flank"


@pytest.mark.rule("adlg.charge.side")
def test_a_unit_that_does_not_follow_edge_to_edge_has_a_front_of_its_own() -> None:
    apart: list[Placed] = [("e1", SPEARS, N), ("e2", SPEARS, (10000, 9200, 0))]
    after = play(ready([("u1", HORSE, (12000, 8800, 27000)), *apart]), "u1 charge e2")
    assert fighting(after) == [("u1", "e2", "front")]


def column(**options: Any) -> list[tuple[str, str, str]]:
    """Two in a line strike a column of two in its right flank."""
    units: list[Placed] = [
        ("u1", HORSE, (12500, 9500, 27000)),
        ("u2", HORSE, (12500, 8500, 27000)),
        ("e1", SPEARS, N),
        ("e2", SPEARS, (10000, 9250, 0)),
    ]
    return fighting(play(ready(units, **options), "u1+u2 charge e1"))


@pytest.mark.rule("adlg.charge.side")
def test_in_a_column_struck_in_the_flank_every_unit_has_its_real_depth_or_counts_as_1_ud_deep() -> None:
    """With 0.75 UD each the second has no room on that flank beside the first, and goes round to the rear."""
    assert column() == [("u1", "e1", "right"), ("u2", "e2", "rear")]
    assert column(flanked_column_depth="one_ud") == [("u1", "e1", "right"), ("u2", "e2", "right")]


@pytest.mark.rule("adlg.charge.side")
def test_a_single_unit_struck_in_the_flank_has_its_real_depth_by_every_reading() -> None:
    units: list[Placed] = [("u1", HORSE, (12500, 9400, 27000)), ("e1", SPEARS, N), ("e2", SPEARS, (9000, 10000, 0))]
    after = play(ready(units, flanked_column_depth="one_ud"), "u1 charge e1")
    assert pose(after) == (10500, 9500, 27000)


@pytest.mark.rule("adlg.charge.side")
def test_where_a_flank_has_no_room_the_corner_that_is_touched_decides() -> None:
    """An impassable rock lies along the flank: from its rear corner the charger goes to the rear."""
    rock = [ground("wood", 10600, 9400, 12000, 12000, impassable=True)]
    units: list[Placed] = [("u1", HORSE, (12500, 8880, 27000)), ("e1", SPEARS, N)]
    after = play(ready(units, terrain=rock), "u1 charge e1")
    assert fighting(after) == [("u1", "e1", "rear")]
    assert pose(after) == (10000, 9250, 0)
