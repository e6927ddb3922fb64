"""Panic on the table: beasts frighten mounted troops by any touch of the bases, friends as well as enemies."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import N, cohesion, fight, play, ready, stage
from tests.games.adlg.table.tables import Placed, meets
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

PANIC = "adlg.panic.contact"
KNIGHTS, LEVY, ELEPHANT = "heavy_knights", "levy", "elephant"
AHEAD: Pose = (10000, 12000, 18000)
"""From here a charge ends front to front with N."""


def charged(*more: Placed, orders: tuple[str, ...] = (), **options: Any) -> Position:
    """Knights have charged levy, further orders were given, and now the dice decide."""
    units: list[Placed] = [("u1", KNIGHTS, AHEAD), ("e1", LEVY, N), *more]
    position = play(ready(units, **options), "u1 charge e1", *orders, "done")
    assert stage(position) == ("melee", "u1")
    return position


def locked(*more: Placed, rider: str = KNIGHTS, **options: Any) -> Position:
    """The same in a later round, with others who have come to stand where they do."""
    units: list[Placed] = [("u1", rider, (10000, 10000, 18000)), ("e1", LEVY, N), *more]
    return play(ready(units, meetings=[meets("u1", "e1", rounds=1)], **options), "done")


def panic(position: Position, side: str = "a") -> int:
    """What panic costs a side in the melee that comes next."""
    return sum(row["value"] for row in fight(position)["ledger"] if (row["side"], row["rule"]) == (side, PANIC))


# Friends


@pytest.mark.rule(PANIC)
@pytest.mark.statement("AG-046")
@pytest.mark.parametrize(
    ("start", "order"),
    [
        pytest.param((10000, 13000, 18000), "u2 advance 2.25", id="at its rear"),
        pytest.param((9500, 13500, 18000), "u2 advance 2.75", id="half behind it"),
        pytest.param((11000, 13000, 18000), "u2 advance 2.7", id="at its flank, out of line"),
    ],
)
def test_own_elephants_that_touch_a_mounted_unit_panic_it_wherever_they_stand(start: Pose, order: str) -> None:
    """Knights have a factor of 1 against levy: by even dice they win, and with the panic they do not."""
    apart, beside = charged(("u2", ELEPHANT, start)), charged(("u2", ELEPHANT, start), orders=(order,))
    assert [fight(each)["totals"] for each in (apart, beside)] == [{"a": 1, "b": 0}, {"a": 0, "b": 0}]
    assert (panic(apart), panic(beside)) == (0, -1)
    assert [cohesion(play(each, "3-3"), "e1") for each in (apart, beside)] == [2, 3]


@pytest.mark.rule(PANIC)
@pytest.mark.statement("AG-046")
def test_own_elephants_in_line_support_a_mounted_unit_and_panic_it() -> None:
    beside = charged(("u2", ELEPHANT, (11000, 13000, 18000)), orders=("u2 advance 3",))
    assert panic(beside) == -1
    assert fight(beside)["totals"] == {"a": 1, "b": 0}


@pytest.mark.rule(PANIC)
@pytest.mark.statement("AG-046")
@pytest.mark.parametrize(
    ("pose", "touches"),
    [
        ((10000, 10750, 18000), True),
        ((10000, 10752, 18000), True),
        ((10000, 10753, 18000), False),
        ((10900, 10750, 18000), True),
        ((10980, 10750, 18000), True),
        ((10985, 10750, 18000), False),  # less than an edge: only corners meet
        ((11000, 10750, 18000), False),
        ((11000, 10000, 0), False),  # along the enemy's flank, in simple support, with a corner on ours
        ((9646, 11104, 22500), True),  # a corner of it on our rear edge
    ],
)
def test_any_touch_of_the_bases_is_contact_but_corner_on_corner_is_none(pose: Pose, touches: bool) -> None:
    assert panic(locked(("u2", ELEPHANT, pose))) == (-1 if touches else 0)


@pytest.mark.rule(PANIC)
@pytest.mark.statement("AG-046")
def test_by_the_common_reading_and_by_an_option_friends_do_not_count() -> None:
    behind: Placed = ("u2", ELEPHANT, (10000, 10750, 18000))
    assert panic(locked(behind, profile="common")) == 0
    assert panic(locked(behind, panic_from_friend=False)) == 0
    assert panic(locked(behind, profile="common", panic_from_friend=True)) == -1


@pytest.mark.rule("adlg.panic.sources")
@pytest.mark.parametrize(
    ("rider", "beast", "number"),
    [
        (KNIGHTS, "medium_camels", -1),
        ("medium_camels", ELEPHANT, -1),
        ("medium_camels", "light_camels", 0),
        (ELEPHANT, "medium_camels", 0),
        (KNIGHTS, "medium_cavalry", 0),
        ("heavy_swordsmen", ELEPHANT, 0),
        pytest.param("scythed_chariot", ELEPHANT, 0, marks=pytest.mark.statement("AG-047")),
    ],
)
def test_only_those_panic_who_fear_the_beast_behind_them(rider: str, beast: str, number: int) -> None:
    depth = 1000 if rider in (ELEPHANT, "scythed_chariot") else 750
    behind: Placed = ("u2", beast, (10000, 10000 + depth, 18000))
    assert panic(locked(behind, rider=rider)) == number


# Enemies


@pytest.mark.rule(PANIC)
@pytest.mark.statement("AG-045")
def test_horses_that_charge_elephants_or_are_charged_by_them_panic() -> None:
    """The elephant does not: it has a factor of 2, its impact, and nothing to fear."""
    units: list[Placed] = [("u1", KNIGHTS, AHEAD), ("e1", ELEPHANT, N)]
    met = play(ready(units), "u1 charge e1", "done")
    assert (panic(met), panic(met, "b")) == (-1, 0)
    beasts: list[Placed] = [("u1", ELEPHANT, AHEAD), ("e1", KNIGHTS, N)]
    struck = play(ready(beasts), "u1 charge e1", "done")
    assert (panic(struck), panic(struck, "b")) == (0, -1)


@pytest.mark.rule(PANIC)
@pytest.mark.statement("AG-045")
def test_horses_are_in_panic_in_every_round_as_long_as_the_elephant_is_in_contact() -> None:
    others: list[Placed] = [("u9", LEVY, (3000, 17000, 18000)), ("e9", LEVY, (3000, 3000, 0))]
    units: list[Placed] = [("u1", KNIGHTS, AHEAD), ("e1", ELEPHANT, N), *others]
    later = play(ready(units), "u1 charge e1", "done", "3-2", "corps d1", "3", "done")
    assert stage(later) == ("melee", "u1")
    assert panic(later) == -1


@pytest.mark.rule(PANIC)
@pytest.mark.statement("AG-045")
def test_an_elephant_on_a_flank_panics_a_unit_that_fights_another_in_front() -> None:
    """Also if it is attacked itself there, and so supports nobody."""
    units: list[Placed] = [("e1", KNIGHTS, N), ("u1", LEVY, (10000, 10000, 18000))]
    coming: Placed = ("u2", ELEPHANT, (7500, 9400, 9000))
    flanked = play(ready([*units, coming], meetings=[meets("u1", "e1", rounds=1)]), "u2 charge e1", "done")
    assert panic(flanked, "b") == -1
    held: list[Placed] = [*units, ("u2", ELEPHANT, (9500, 9500, 9000)), ("e2", LEVY, (8500, 9500, 9000))]
    both = [meets("u1", "e1", rounds=1), meets("u2", "e1", "left", rounds=1), meets("e2", "u2", "rear", rounds=1)]
    assert panic(play(ready(held, meetings=both), "done"), "b") == -1


@pytest.mark.rule(PANIC)
@pytest.mark.statement("AG-046")
def test_an_enemy_elephant_flank_along_flank_panics_and_by_the_common_reading_it_does_not() -> None:
    """It stands beside the charged levy, a little ahead of it: the knights end with their flank along its own."""
    beside: Placed = ("e2", ELEPHANT, (11000, 10400, 0))
    assert panic(charged(beside)) == -1
    assert panic(charged(beside, profile="common")) == 0
    assert panic(charged(beside, panic_from_touching_enemy=False)) == 0


@pytest.mark.rule(PANIC)
@pytest.mark.statement("AG-046")
def test_an_enemy_elephant_in_line_beside_its_friend_touches_at_a_corner_and_does_not_panic() -> None:
    in_line: Placed = ("e2", ELEPHANT, (11000, 10000, 0))
    assert panic(charged(in_line)) == 0
    assert panic(charged(in_line, panic_from_enemy_neighbour=True)) == -1


@pytest.mark.rule(PANIC)
def test_many_beasts_cost_one_in_all_on_the_table_too() -> None:
    behind: Placed = ("u2", ELEPHANT, (10000, 10750, 18000))
    beside: Placed = ("e2", ELEPHANT, (11000, 10400, 0))
    assert panic(locked(behind, beside)) == -1
