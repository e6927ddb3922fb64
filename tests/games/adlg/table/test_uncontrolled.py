"""Uncontrolled charges: who makes one, at whom, what it costs to hold him, and when there is no duty."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import (
    N,
    cohesion,
    fighting,
    meeting,
    play,
    pose,
    price,
    ready,
    refused,
    stage,
    table,
    why,
)
from tests.games.adlg.table.tables import Placed
from triarii.games.adlg.battle.charge.wild import from_one_wing, prey
from triarii.games.adlg.battle.fighting.fights import clashes, fought
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.control import most_threatening
from triarii.games.adlg.combat.melee import reckon
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

WARBAND, LEVY, HORSE, SPEARS = "medium_swordsmen", "levy", "medium_cavalry", "heavy_spearmen"
AHEAD: Pose = (10000, 11500, 18000)
WILD: dict[str, Any] = {"abilities": ["impetuous"]}


def wild(*enemies: Placed, troop: str = WARBAND, start: Pose = AHEAD, **options: Any) -> Position:
    """Impetuous troops that have not been ordered anything; other enemies stand far away so that no army breaks."""
    others: list[Placed] = [(f"e{n}", SPEARS, (1000 * n - 20000, 1000, 0)) for n in (21, 22, 23)]
    more = {} if troop == "scythed_chariot" else WILD
    return ready([("u1", troop, start, more), *enemies, *others], **options)


# Who does


@pytest.mark.rule("adlg.charge.uncontrolled")
@pytest.mark.parametrize(
    "troop",
    [
        *(pytest.param(troop, marks=pytest.mark.statement("AG-379")) for troop in (WARBAND, "heavy_knights", LEVY)),
        pytest.param("scythed_chariot", marks=pytest.mark.statement("AG-380")),
    ],
)
def test_impetuous_troops_and_scythed_chariots_charge_at_the_end_of_their_corps_orders(troop: str) -> None:
    after = play(wild(("e1", LEVY, N), troop=troop), "done")
    assert fighting(after) == [("u1", "e1", "front")]
    assert pose(after) == (10000, 10000, 18000)
    met = meeting(after, "u1", "e1")
    assert (met.charger, met.uncontrolled) == ("u1", True)


@pytest.mark.statement("AG-379")
@pytest.mark.rule("adlg.charge.uncontrolled")
def test_others_stay_and_so_do_they_if_nobody_is_in_reach() -> None:
    calm = play(ready([("u1", WARBAND, AHEAD), ("e1", LEVY, N)]), "done")
    assert pose(calm) == AHEAD
    far = (10000, 13001, 18000)
    assert pose(play(wild(("e1", LEVY, N), start=far), "done")) == far
    assert fighting(play(wild(("e1", LEVY, N), start=(10000, 13000, 18000)), "done"))
    behind = (10000, 8000, 18000)
    assert pose(play(wild(("e1", LEVY, N), start=behind), "done")) == behind


@pytest.mark.statement("AG-379")
@pytest.mark.rule("adlg.charge.uncontrolled")
@pytest.mark.parametrize(
    ("start", "end"),
    [((11600, 11500, 18000), (10000, 10000, 18000)), ((12300, 11000, 18000), (10000, 10000, 18000))],
)
def test_they_take_the_simplest_way_straight_or_with_the_least_slide_or_wheel(start: Pose, end: Pose) -> None:
    after = play(wild(("e1", LEVY, N), start=start, troop="heavy_knights"), "done")
    assert pose(after) == end


@pytest.mark.rule("adlg.charge.uncontrolled")
def test_whoever_was_ordered_to_charge_or_charges_spontaneously_is_not_uncontrolled() -> None:
    position = wild(("e1", LEVY, N))
    assert price(position, "u1 charge e1") == 1
    assert not meeting(play(position, "u1 charge e1", "done"), "u1", "e1").uncontrolled
    near = wild(("e1", LEVY, N), start=(10000, 10900, 18000), points=0)
    assert price(near, "u1 charge e1") == 0
    assert not meeting(play(near, "u1 charge e1", "done"), "u1", "e1").uncontrolled


@pytest.mark.rule("adlg.charge.uncontrolled")
def test_they_go_one_by_one_from_the_wing_of_the_lower_number() -> None:
    """Whoever goes first meets the enemy, and the others find the front taken."""
    for first, second, third in (("u1", "u2", "u3"), ("u3", "u2", "u1")):
        units: list[Placed] = [
            (first, WARBAND, (9100, 11500, 18000), WILD),
            (second, WARBAND, (10100, 11500, 18000), WILD),
            (third, WARBAND, (11100, 11500, 18000), WILD),
            ("e1", LEVY, N),
            ("e2", SPEARS, (1000, 1000, 0)),
            ("e3", SPEARS, (2000, 1000, 0)),
        ]
        after = play(ready(units), "done")
        assert fighting(after)[0] == ("u1", "e1", "front")


@pytest.mark.rule("adlg.charge.uncontrolled")
@pytest.mark.parametrize("names", [("u1", "u3", "u2"), ("u2", "u3", "u1"), ("u3", "u1", "u2")])
def test_they_break_loose_in_order_from_the_wing_that_has_the_lower_number(names: tuple[str, ...]) -> None:
    line: list[Placed] = [(name, WARBAND, (9000 + 1000 * place, 11500, 0), WILD) for place, name in enumerate(names)]
    field = ready([*line, ("e1", LEVY, (10000, 18000, 18000))]).state.field
    order = tuple(unit.id for unit in from_one_wing(field, field.setting.corps["c1"]))
    assert order == (names if names[0] < names[-1] else names[::-1])


@pytest.mark.statement("AG-382")
@pytest.mark.rule("adlg.charge.priority")
def test_the_most_threatening_enemy_comes_before_a_nearer_one_who_stands_between() -> None:
    """Artillery has no zone, so that the levy behind it holds the warband; a slide gets past the guns."""
    gun: Placed = ("e2", "light_artillery", (9200, 11000, 0))
    field = wild(("e1", LEVY, (10200, 10700, 0)), gun).state.field
    warband = field.unit("u1")
    threat = most_threatening(field, warband)
    assert threat is not None
    assert threat.id == "e1"
    found = prey(field, warband)
    assert found is not None
    assert found[0] == "e1"
    field = wild(gun).state.field
    found = prey(field, field.unit("u1"))
    assert found is not None, "it would charge the guns too"


@pytest.mark.rule("adlg.charge.uncontrolled", "adlg.charge.beginning")
@pytest.mark.parametrize("enemy", [(8200, 11800, 13500), (11800, 11800, 22500)])
def test_by_the_other_reading_they_turn_to_an_enemy_beside_them_if_he_is_a_little_ahead(enemy: Pose) -> None:
    assert pose(play(wild(("e1", LEVY, enemy)), "done")) == AHEAD
    after = play(wild(("e1", LEVY, enemy), charge_may_begin_with_turn=True), "done")
    assert [who[:2] for who in fighting(after)] == [("u1", "e1")]
    level = play(wild(("e1", LEVY, (8700, 12000, 9000)), charge_may_begin_with_turn=True), "done")
    assert pose(level) == AHEAD, "who is only level with them is not in front of them"


# Holding them


@pytest.mark.statement("AG-381")
@pytest.mark.rule("adlg.charge.hold")
@pytest.mark.parametrize("troop", [WARBAND, "scythed_chariot"])
def test_to_hold_them_costs_3_points(troop: str) -> None:
    position = wild(("e1", LEVY, N), troop=troop)
    assert price(position, "u1 hold") == 3
    held = play(position, "u1 hold")
    assert pose(play(held, "done")) == AHEAD
    poor = wild(("e1", LEVY, N), troop=troop, points=2)
    assert refused(poor, "u1 hold") == ("order.points", "adlg.command.points", {"cost": 3, "have": 2})


@pytest.mark.statement("AG-381")
@pytest.mark.rule("adlg.charge.hold")
def test_any_other_order_holds_them_at_the_same_price() -> None:
    position = wild(("e1", LEVY, N), start=(10000, 12900, 18000))
    assert price(position, "u1 wheel left 90 advance 1.5") == 3
    assert not fighting(play(position, "u1 wheel left 90 advance 1.5", "done"))
    free = wild(("e1", LEVY, N), start=(10000, 14500, 18000))
    assert price(free, "u1 wheel left 90 advance 1.5") == 1
    assert why(free, "u1 hold") == ("order.calm", "adlg.orders.hold")


# Whom they charge


THREAT: Placed = ("e1", LEVY, (11200, 10700, 22500))
"""It does not stand straight ahead, but its zone covers a corner of a unit at N."""
STRAIGHT: Placed = ("e2", LEVY, (10000, 12500, 18000))


@pytest.mark.statement("AG-382")
@pytest.mark.rule("adlg.charge.priority")
def test_first_they_charge_the_most_threatening_enemy() -> None:
    assert fighting(play(wild(THREAT, STRAIGHT, start=N), "done"))[0][:2] == ("u1", "e1")


@pytest.mark.statement("AG-383")
@pytest.mark.rule("adlg.charge.priority")
def test_then_who_stands_straight_ahead_though_others_are_nearer() -> None:
    aside: Placed = ("e1", LEVY, (11500, 10700, 4500))
    assert fighting(play(wild(aside, STRAIGHT, start=N), "done"))[0][:2] == ("u1", "e2")


@pytest.mark.statement("AG-384")
@pytest.mark.rule("adlg.charge.priority")
@pytest.mark.parametrize(("first", "second", "prey"), [(11300, 8300, "e1"), (11700, 8500, "e2")])
def test_then_the_nearest(first: int, second: int, prey: str) -> None:
    beside: list[Placed] = [("e1", LEVY, (first, 11000, 0)), ("e2", LEVY, (second, 11000, 0))]
    assert fighting(play(wild(*beside, start=N), "done"))[0][:2] == ("u1", prey)


# What it means


@pytest.mark.statement("AG-385")
@pytest.mark.rule("adlg.charge.uncontrolled_malus")
def test_after_an_uncontrolled_charge_they_fight_at_minus_1_in_the_first_round_only() -> None:
    def malus(position: Position, later: bool = False) -> list[int]:
        field = fought(table(position)) if later else table(position)
        [clash] = clashes(field)
        entries = reckon(clash.melee, field.setting.readings).entries
        return [each.value for each in entries if (each.side, each.rule) == ("a", "adlg.melee.uncontrolled")]

    loose = play(wild(("e1", LEVY, N)), "done")
    assert malus(loose) == [-1]
    assert malus(loose, later=True) == []
    assert malus(play(wild(("e1", LEVY, N)), "u1 charge e1")) == []


@pytest.mark.rule("adlg.charge.uncontrolled")
def test_they_burst_through_friends_who_lose_a_point() -> None:
    friend: Placed = ("u2", "medium_spearmen", (10000, 11300, 18000))
    after = play(wild(("e1", LEVY, N), friend, start=(10000, 12800, 18000)), "done")
    assert fighting(after) == [("u1", "e1", "front")]
    assert cohesion(after, "u2") == 2
    assert marks.BURST in table(after).stands["u2"].marks
    pikes: Placed = ("u2", "pikemen", (10000, 11300, 18000))
    held = play(wild(("e1", LEVY, N), pikes, start=(10000, 12800, 18000)), "done")
    assert pose(held) == (10000, 12800, 18000)


@pytest.mark.rule("adlg.charge.uncontrolled")
def test_their_prey_may_evade_and_they_follow_as_far_as_they_can() -> None:
    position = play(wild(("e1", "javelinmen", N), charge_realign=False), "done")
    assert stage(position) == ("answer", "e1")
    after = play(position, "e1 evade", "6", "5")
    assert pose(after) == (10000, 7500, 18000)
    chariot = play(wild(("e1", "javelinmen", N), troop="scythed_chariot", charge_realign=False), "done")
    assert pose(play(chariot, "e1 evade", "6", "3")) == (10000, 7500, 18000)
