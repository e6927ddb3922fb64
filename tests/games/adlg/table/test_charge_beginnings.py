"""How a charge begins, what stops it on its way, which edges are denied to it, and when it costs nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import (
    LEADERS,
    N,
    allowed,
    cohesion,
    fighting,
    play,
    pose,
    price,
    ready,
    refused,
    stage,
    table,
    why,
)
from tests.games.adlg.table.tables import Placed, ground, meets, work
from triarii.core.contract import Refusal, Span
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

SWORDS, SPEARS, HORSE = "medium_swordsmen", "heavy_spearmen", "medium_cavalry"
AHEAD: Pose = (10000, 11500, 18000)
"""1.5 UD before N, face to face."""


def duel(charger: str, target: str = SPEARS, start: Pose = AHEAD, **more: Any) -> Position:
    return ready([("u1", charger, start), ("e1", target, N)], **more)


# The beginning


@pytest.mark.statement("AG-365")
@pytest.mark.rule("adlg.charge.beginning")
@pytest.mark.parametrize(
    ("steps", "fits"),
    [
        ("", True),
        ("slide right 0.2 ", True),
        ("wheel left 5 ", True),
        ("slide right 0.2 wheel left 5 ", False),
        ("wheel left 5 slide right 0.2 ", False),
        ("wheel left 5 wheel left 5 ", False),
        ("advance 0.5 ", False),
        ("turn left ", False),
        ("turn back ", False),
    ],
)
def test_a_charge_begins_with_one_slide_or_one_wheel_or_nothing(steps: str, fits: bool) -> None:
    position = duel(HORSE)
    if fits:
        assert fighting(play(position, f"u1 {steps}charge e1"))
    else:
        assert why(position, f"u1 {steps}charge e1") == ("charge.beginning", "adlg.charge.beginning")


@pytest.mark.rule("adlg.charge.beginning")
def test_the_slide_and_the_wheel_have_their_limits_and_the_wheel_its_price() -> None:
    position = duel(HORSE)
    assert refused(position, "u1 slide left 1.001 charge e1") == (
        "charge.slide_far",
        "adlg.slide.limits",
        {"slide": 1001, "most": 1000},
    )
    assert refused(position, "u1 wheel left 90.01 charge e1")[0::2] == (
        "charge.wheel_far",
        {"wheel": 9001, "most": 9000},
    )
    line: list[Placed] = [(f"u{n}", SPEARS, (8000 + 1000 * n, 12500, 18000)) for n in (1, 2, 3)]
    wide = ready([*line, ("e1", SPEARS, N)])
    assert refused(wide, "u1+u2+u3 wheel right 45 charge e1") == (
        "charge.too_far",
        "adlg.move.allowance",
        {"unit": "u3", "cost": 2250, "limit": 2000},
    )


@pytest.mark.rule("adlg.charge.beginning")
def test_a_wheel_that_meets_the_target_itself_ends_there() -> None:
    position = duel(SWORDS, start=(9300, 10700, 16000))
    after = play(position, "u1 wheel left 60 charge e1")
    assert fighting(after) == [("u1", "e1", "front")]
    assert pose(after) == (10000, 10000, 18000)


@pytest.mark.rule("adlg.charge.beginning")
def test_a_wheel_may_brush_friends_but_has_to_end_free_of_them() -> None:
    """The friend stands close at the outer flank of the wheel."""
    units: list[Placed] = [
        ("u1", HORSE, (10000, 12000, 18000)),
        ("e1", SPEARS, N),
        ("u2", HORSE, (11000, 12000, 18000)),
    ]
    assert why(ready(units), "u1 wheel right 10 charge e1") == ("charge.no_room", "adlg.move.collision")
    assert allowed(ready(units[:2]), "u1 wheel right 10 charge e1")
    rock = [ground("wood", 10300, 11000, 11000, 11900, impassable=True)]
    assert why(ready(units[:2], terrain=rock), "u1 wheel right 10 charge e1")[0] == "charge.wheel_blocked"


@pytest.mark.rule("adlg.charge.beginning")
@pytest.mark.parametrize(
    ("troop", "turn", "start", "left"),
    [
        (HORSE, "right", (10500, 13600, 9000), 3000),
        (HORSE, "back", (10000, 13800, 0), 3000),
        ("light_cavalry", "back", (10000, 15800, 0), 5000),
        ("cataphracts", "back", (10000, 11800, 0), 1000),
    ],
)
def test_by_the_common_reading_a_charge_may_begin_with_a_turn_that_costs_as_usual(
    troop: str, turn: str, start: Pose, left: int
) -> None:
    order = f"u1 turn {turn} charge e1"
    assert why(duel(troop, start=start), order) == ("charge.beginning", "adlg.charge.beginning")
    assert refused(duel(troop, start=start, charge_may_begin_with_turn=True), order)[2]["left"] == left
    x, y, heading = start
    nearer = duel(troop, start=(x, y - 1000, heading), charge_may_begin_with_turn=True)
    assert fighting(play(nearer, order))


def column_before_target(troop: str = HORSE, depth: int = 750, **more: Any) -> Position:
    """Two units one behind the other that pass north of their enemy, whom they have on their right."""
    units: list[Placed] = [("u1", troop, (11000, 12000, 9000)), ("u2", troop, (11000 - depth, 12000, 9000))]
    return ready([*units, ("e1", SPEARS, N)], **more)


@pytest.mark.rule("adlg.charge.beginning")
@pytest.mark.rule("adlg.turn.one")
def test_by_the_common_reading_a_whole_group_turns_at_the_beginning_of_its_charge() -> None:
    order = "u1+u2 turn right charge e1"
    assert why(column_before_target(), order) == ("charge.beginning", "adlg.charge.beginning")
    position = column_before_target(charge_may_begin_with_turn=True)
    assert price(position, order) == 1
    charged = play(position, order)
    assert fighting(charged)
    assert pose(charged, "u1")[2] == pose(charged, "u2")[2] == 18000
    assert {pose(charged, "u1")[1], pose(charged, "u2")[1]} == {10000}
    assert order in position.actions(), "it is proposed"
    assert position.choices(("u1+u2", "charge", "e1")) == order
    rock = [ground("wood", 8500, 11600, 9900, 11700, impassable=True)]
    blocked = column_before_target(charge_may_begin_with_turn=True, terrain=rock)
    assert why(blocked, order)[0] == "charge.turn_blocked"


@pytest.mark.rule("adlg.charge.beginning")
def test_after_its_turn_a_group_may_wheel_and_pays_for_both() -> None:
    position = column_before_target(charge_may_begin_with_turn=True)
    assert allowed(position, "u1+u2 turn right wheel left 5 charge e1")
    far: list[Placed] = [("u1", HORSE, (11000, 14600, 9000)), ("u2", HORSE, (10250, 14600, 9000))]
    late = ready([*far, ("e1", SPEARS, N)], charge_may_begin_with_turn=True)
    assert refused(late, "u1+u2 turn right charge e1")[2]["left"] == 3000


@pytest.mark.rule("adlg.charge.beginning")
@pytest.mark.rule("adlg.difficult.turns")
@pytest.mark.rule("adlg.orders.difficult")
@pytest.mark.parametrize(("troop", "cost"), [(HORSE, 1), ("light_cavalry", 1), ("cataphracts", 2), ("elephant", 2)])
def test_a_charge_that_begins_with_a_difficult_turn_costs_one_point_more(troop: str, cost: int) -> None:
    about: Pose = (10000, 11200, 0)
    position = duel(troop, start=about, charge_may_begin_with_turn=True)
    assert price(position, "u1 turn back charge e1") == cost
    assert price(duel(troop, start=(10000, 11200, 18000), charge_may_begin_with_turn=True), "u1 charge e1") <= 1
    assert why(
        duel(troop, start=about, charge_may_begin_with_turn=True, points=cost - 1), "u1 turn back charge e1"
    ) == (
        "order.points",
        "adlg.command.points",
    )


@pytest.mark.rule("adlg.charge.beginning")
@pytest.mark.parametrize("y", [10800, 11000, 11700, 11800])
def test_a_slow_unit_is_offered_the_turn_that_leaves_it_enough_to_reach_the_enemy(y: int) -> None:
    """Cataphracts have 3 UD in the open, and a turn takes 2 of them."""
    position = duel("cataphracts", start=(10000, y, 0), charge_may_begin_with_turn=True)
    in_reach = y - 750 - 10000 <= 1000
    assert ("u1 turn back charge e1" in position.actions()) is in_reach
    assert allowed(position, "u1 turn back charge e1") is in_reach


# Straight on, and what stops it


@pytest.mark.statement("AG-366")
@pytest.mark.rule("adlg.charge.straight")
def test_after_its_beginning_a_charge_goes_straight_on() -> None:
    """It passes 10 thousandths beside one enemy and meets the other, from whom it would have to bend."""
    units: list[Placed] = [("u1", HORSE, (10000, 13000, 18000)), ("e1", SPEARS, (11010, 10500, 0)), ("e2", SPEARS, N)]
    position = ready(units)
    assert why(position, "u1 charge e1") == ("charge.not_met", "adlg.charge.reach")
    assert pose(play(position, "u1 charge e2")) == (10000, 10000, 18000)


@pytest.mark.rule("adlg.charge.stops")
@pytest.mark.parametrize(
    ("hindrance", "free"),
    [
        ({"friend": ("u2", SPEARS, (10000, 11500, 0))}, 1500),
        ({"terrain": [ground("wood", 9000, 10500, 11000, 11600)]}, 1400),
        ({"terrain": [ground("wood", 9000, 10500, 11000, 11600, impassable=True)]}, 1400),
        ({"friend": ("e2", SPEARS, (11300, 11500, 27000))}, 1000),  # whose zone it would cross along his front
    ],
)
def test_friends_bad_ground_and_zones_stop_a_charge(hindrance: dict[str, Any], free: int) -> None:
    friend = [hindrance.pop("friend")] if "friend" in hindrance else []
    position = ready([("u1", HORSE, (10000, 13000, 18000)), ("e1", SPEARS, N), *friend], **hindrance)
    assert refused(position, "u1 charge e1") == (
        "charge.stopped",
        "adlg.charge.stops",
        {"unit": "u1", "target": "e1", "way": 3000, "free": free},
    )


@pytest.mark.rule("adlg.charge.stops")
def test_friends_who_let_it_pass_make_way() -> None:
    units: list[Placed] = [
        ("u1", SPEARS, (10000, 12000, 18000)),
        ("u2", "light_infantry", (10000, 10600, 18000)),
        ("e1", SPEARS, N),
    ]
    after = play(ready(units), "u1 charge e1")
    assert pose(after) == (10000, 10000, 18000)
    assert pose(after, "u2") == (10000, 10750, 18000)


@pytest.mark.rule("adlg.charge.stops")
def test_works_cost_a_charge_what_it_takes_to_cross_them() -> None:
    wall = [work("obstacle", (8000, 11000), (12000, 11000), 0)]
    assert allowed(duel(HORSE, start=(10000, 12000, 18000), works=wall), "u1 charge e1")
    assert not allowed(duel(HORSE, start=(10000, 12001, 18000), works=wall), "u1 charge e1")
    assert allowed(duel(HORSE, start=(10000, 12001, 18000)), "u1 charge e1")


@pytest.mark.rule("adlg.charge.stops")
def test_slower_ground_counts_for_the_whole_charge_and_its_wheel() -> None:
    """Camels are slower in brush, 3 UD, but not weaker; a wheel of 6 degrees costs 0.1 UD of that."""
    brush = [ground("brush", 8000, 11000, 12000, 11200)]
    for start, wheel, fits in ((13000, "", True), (13001, "", False), (12850, "wheel right 6 ", True)):
        position = duel("medium_camels", start=(10000, start, 18000), terrain=brush)
        assert allowed(position, f"u1 {wheel}charge e1") is fits, start
    slow = duel("medium_camels", start=(10000, 12990, 18000), terrain=brush)
    assert refused(slow, "u1 wheel right 6 charge e1")[0] == "charge.stopped"


# Edges that are taken


@pytest.mark.rule("adlg.charge.edge_taken")
def test_nobody_charges_an_edge_on_which_a_friend_fights() -> None:
    """Two friends fight pikemen, who are 1 UD deep, and have not conformed, so that part of both edges shows."""
    fought: list[Placed] = [
        ("e1", "pikemen", N),
        ("u2", SPEARS, (10400, 10000, 18000)),
        ("u3", HORSE, (10500, 9700, 27000)),
    ]
    meetings = [meets("u2", "e1", conformed=False), meets("u3", "e1", "right", conformed=False)]
    starts: dict[str, Pose] = {"front": (9300, 12000, 18000), "right": (12500, 8650, 27000), "left": (7500, 9300, 9000)}
    for side, start in starts.items():
        position = ready([("u1", HORSE, start), *fought], meetings=meetings)
        if side == "left":
            assert fighting(play(position, "u1 charge e1"))[-1] == ("u1", "e1", "left")
        else:
            assert refused(position, "u1 charge e1") == (
                "charge.edge_taken",
                "adlg.charge.edge_taken",
                {"target": "e1"},
            )
            alone = ready([("u1", HORSE, start), fought[0]])
            assert fighting(play(alone, "u1 charge e1")) == [("u1", "e1", side)]


@pytest.mark.rule("adlg.charge.edge_taken")
@pytest.mark.parametrize(("second", "denied"), [((11000, 10950, 18000), True), ((11000, 11000, 18000), False)])
def test_an_enemy_zone_denies_a_flank_where_it_would_hold_the_charger(second: Pose, denied: bool) -> None:
    """His zone does not lie on the way, only on the place where the charger would conform."""
    position = ready([("u1", HORSE, (12500, 9300, 27000)), ("e1", SPEARS, N), ("e2", SPEARS, second)])
    if denied:
        assert refused(position, "u1 charge e1") == (
            "charge.flank_denied",
            "adlg.charge.edge_taken",
            {"unit": "u1", "target": "e1"},
        )
    else:
        assert fighting(play(position, "u1 charge e1")) == [("u1", "e1", "right")]


# Spontaneous charges


@pytest.mark.statement("AG-377")
@pytest.mark.rule("adlg.charge.spontaneous")
@pytest.mark.parametrize(
    ("start", "order", "spontaneous"),
    [
        ((10000, 10997, 18000), "u1 charge e1", True),
        ((10000, 11000, 18000), "u1 charge e1", False),  # at 1 UD he is out of the zone
        ((10000, 10900, 18000), "u1 slide left 0.1 charge e1", False),  # not straight ahead
        ((10000, 10900, 18000), "u1 wheel left 1 charge e1", False),
    ],
)
def test_an_enemy_in_the_own_zone_may_be_charged_spontaneously_straight_ahead(
    start: Pose, order: str, spontaneous: bool
) -> None:
    assert price(duel(SPEARS, start=start), order) == (0 if spontaneous else 1)


@pytest.mark.statement("AG-378")
@pytest.mark.rule("adlg.charge.spontaneous")
def test_a_spontaneous_charge_costs_nothing_even_out_of_radius() -> None:
    far: dict[str, Any] = {"leaders": {**LEADERS, "c1": (1000, 1000, 0)}}
    near = duel(SPEARS, start=(10000, 10900, 18000), points=0, **far)
    assert price(near, "u1 charge e1") == 0
    assert fighting(play(near, "u1 charge e1")) == [("u1", "e1", "front")]
    ordered = duel(SPEARS, start=(10000, 11500, 18000), points=1, **far)
    assert refused(ordered, "u1 charge e1") == ("order.points", "adlg.command.points", {"cost": 2, "have": 1})


@pytest.mark.rule("adlg.charge.spontaneous")
def test_where_a_unit_has_no_zone_its_charge_has_to_be_ordered() -> None:
    wood = [ground("brush", 9000, 9000, 11000, 10500)]
    units: list[Placed] = [("u1", SWORDS, (10000, 10900, 18000)), ("e1", "light_infantry", N)]
    assert price(ready(units, terrain=wood), "u1 charge e1") == 0
    horse: list[Placed] = [("u1", "elephant", (10000, 10900, 18000)), ("e1", "light_infantry", N)]
    assert price(ready(horse), "u1 charge e1") == 0
    wagon: list[Placed] = [("u1", "war_wagon", (10000, 10900, 18000), {"abilities": ["blades"]}), ("e1", SPEARS, N)]
    assert price(ready(wagon), "u1 charge e1") == 1
    rough: list[Placed] = [("u1", SPEARS, (10000, 10900, 18000)), ("e1", "levy", N)]
    behind = [ground("brush", 9000, 8000, 11000, 9700)]
    assert price(ready(rough, terrain=behind), "u1 charge e1") == 1, "heavy foot has none over who stands in brush"


@pytest.mark.rule("adlg.charge.spontaneous")
def test_a_camp_in_the_own_zone_may_be_stormed_spontaneously_by_whoever_has_one() -> None:
    camp = [("k2", Camp.NORMAL, (10000, 10900, 18000))]
    swords: list[Placed] = [("u1", SWORDS, N), ("e1", "levy", (2000, 19000, 18000))]
    assert price(ready(swords, camps=camp), "u1 charge k2") == 0
    wagon: list[Placed] = [("u1", "war_wagon", N, {"abilities": ["blades"]}), ("e1", "levy", (2000, 19000, 18000))]
    assert price(ready(wagon, camps=camp), "u1 charge k2") == 1


@pytest.mark.rule("adlg.charge.spontaneous")
def test_a_group_charges_spontaneously_if_one_of_it_has_an_enemy_in_its_zone() -> None:
    line: list[Placed] = [
        ("u1", SPEARS, (10000, 10900, 18000)),
        ("u2", SPEARS, (11000, 10900, 18000)),
        ("e1", SPEARS, N),
    ]
    position = ready(line, points=0)
    after = play(position, "u1+u2 charge e1")
    assert stage(after) == ("press", "u1")
    assert cohesion(after, "e1") == 4
    assert table(play(after, "u1+u2 press 0.9")).meeting("u1", "e1") is not None


@pytest.mark.rule("adlg.charge.declare")
def test_a_charge_is_spelled_by_its_target_and_no_word_of_its_manoeuvre_is_taken_beside_those_offered() -> None:
    units: list[Placed] = [
        ("u1", SPEARS, (4500, 3500, 9000)),
        ("e1", SPEARS, (4410, 5750, 0)),
        ("e2", SPEARS, (5000, 4000, 18000)),
    ]
    position = ready(units)
    [charge] = [action for action in position.actions() if action.endswith("charge e2")]
    assert charge == "u1 slide left 0.02 charge e2"
    assert position.choices(("u1", "charge", "e2")) == charge
    offered = position.choices(("u1", "slide", "left"))
    assert isinstance(offered, Span)
    assert 20 not in offered
    assert isinstance(position.choices(("u1", "slide", "left", "0.02")), Refusal)
