"""Light infantry that stands in the way of heavy evaders: passed by the sheet, swept along by the common reading."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.drills import events_of
from tests.games.adlg.table.onsets import N, play, pose, ready, stage, table
from tests.games.adlg.table.tables import Placed, ground
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.position import Position

SWEPT = "adlg.evade.swept"
HORSE, SLINGERS = "medium_cavalry", "light_infantry"
BEHIND: Placed = ("e2", SLINGERS, (10000, 7000, 0))
"""Slingers 2.25 UD behind the unit that is charged."""


def charged(*more: Placed, evader: str = HORSE, swept: bool = True, **options: Any) -> Position:
    """Knights charge a unit that may run, friends stand somewhere behind it."""
    units: list[Placed] = [("u1", "heavy_knights", (10000, 12000, 18000)), ("e1", evader, N), *more]
    leaders = {"c1": (3000, 10000, 0), "d1": (17000, 10000, 18000)}
    return play(
        ready(units, leaders=leaders, light_infantry_swept_along=swept, **options),
        "u1 charge e1",
    )


@pytest.mark.rule(SWEPT)
def test_by_the_sheet_light_infantry_in_the_way_of_evaders_is_passed_and_stays() -> None:
    position = charged(BEHIND, swept=False)
    ended = play(position, "e1 evade", "3")
    assert pose(ended, "e1") == (10000, 5250, 18000)
    assert pose(ended, "e2") == (10000, 7000, 0)
    assert marks.EVADED not in table(ended).stands["e2"].marks


@pytest.mark.rule(SWEPT)
def test_by_the_common_reading_light_infantry_in_the_way_of_heavy_evaders_runs_before_them_by_their_die() -> None:
    for die, change in ((1, -1000), (3, 0), (5, 1000)):
        ended = play(charged(BEHIND), "e1 evade", str(die))
        assert pose(ended, "e1") == (10000, 5250 - change, 18000)
        assert pose(ended, "e2") == (10000, 7000 - 500 - 3000 - change, 18000), "it turned about and ran 3 UD"
        assert marks.EVADED in table(ended).stands["e2"].marks


@pytest.mark.rule(SWEPT)
@pytest.mark.rule("adlg.evade.end")
def test_light_infantry_that_was_swept_along_may_turn_about_at_the_end() -> None:
    ended = play(charged(BEHIND), "e1 evade", "3")
    assert stage(ended) == ("about", "e2")
    assert pose(play(ended, "e2 half"), "e2") == (10000, 4000, 0)


@pytest.mark.rule(SWEPT)
def test_it_turns_away_from_the_evaders_by_the_edge_that_they_would_meet() -> None:
    facing_away: Placed = ("e2", SLINGERS, (10000, 6500, 18000))
    assert pose(play(charged(facing_away), "e1 evade", "3"), "e2") == (10000, 3500, 18000)


@pytest.mark.rule(SWEPT)
@pytest.mark.parametrize(
    ("more", "options"),
    [
        ((("e2", SLINGERS, (12000, 7000, 0)),), {}),  # not in the way
        ((("e2", SLINGERS, (10000, 2500, 0)),), {}),  # farther than they run
        ((BEHIND,), {"evader": "light_cavalry"}),  # light evaders sweep nobody along
        ((BEHIND,), {"terrain": [ground("brush", 9000, 6000, 11000, 7500)]}),  # not in the open
        ((BEHIND, ("e3", "levy", (10000, 6200, 0))), {}),  # blocked
    ],
)
def test_who_is_not_hit_in_the_open_by_heavy_evaders_or_cannot_run_stays(
    more: tuple[Placed, ...], options: dict[str, Any]
) -> None:
    ended = play(charged(*more, **options), "e1 evade", "3")
    assert marks.EVADED not in table(ended).stands["e2"].marks


@pytest.mark.rule(SWEPT)
def test_two_in_a_row_are_swept_along_the_farther_first() -> None:
    ended = play(charged(BEHIND, ("e3", SLINGERS, (10000, 6000, 0))), "e1 evade", "3")
    assert (pose(ended, "e2"), pose(ended, "e3")) == ((10000, 3500, 18000), (10000, 2500, 18000))
    assert stage(ended) == ("about", "e3")


@pytest.mark.rule(SWEPT)
def test_who_was_swept_along_has_answered_the_charge_and_is_told() -> None:
    """It would have been met behind the evaders, and answers no more."""
    position = play(charged(("e2", SLINGERS, (10000, 8000, 0)), evade_blocked_by_passable_friends=False), "e1 evade")
    ended = position.play("3")
    assert ended.state.onset is not None
    assert set(ended.state.onset.fled) == {"e1", "e2"}
    assert not ended.state.onset.waiting
    told = [(event.kind, event.fields.get("unit")) for event in events_of(position.state, "3")]
    assert ("swept", "e2") in told


@pytest.mark.rule(SWEPT)
def test_a_group_sweeps_along_whom_any_of_its_units_would_meet() -> None:
    beside: Placed = ("e3", HORSE, (11000, 10000, 0))
    ended = play(charged(beside, ("e2", SLINGERS, (11600, 7000, 0))), "e1+e3 evade", "3")
    assert pose(ended, "e2") == (11600, 3500, 18000)
