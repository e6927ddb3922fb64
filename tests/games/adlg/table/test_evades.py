"""Evades: who may, how it turns, what blocks it, how far it runs and around what, and what becomes of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.drills import events_of
from tests.games.adlg.table.onsets import N, cohesion, fighting, meeting, play, pose, ready, refused, stage, table
from tests.games.adlg.table.tables import Placed, ground, meets
from triarii.games.adlg.battle.fighting.aftermath import army_losses, army_toll
from triarii.games.adlg.data.troops import TROOPS
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

KNIGHTS, SPEARS, HORSE, LIGHT_HORSE = "heavy_knights", "heavy_spearmen", "medium_cavalry", "light_cavalry"
AHEAD: Pose = (10000, 12000, 18000)


def charged(target: str, *more: Placed, start: Pose = AHEAD, charger: str = KNIGHTS, **options: Any) -> Position:
    """Knights charge one who may answer now."""
    abilities = options.pop("abilities", ())
    units: list[Placed] = [("u1", charger, start), ("e1", target, N, {"abilities": abilities}), *more]
    return play(ready(units, **options), "u1 charge e1")


def is_asked(position: Position) -> bool:
    return stage(position) == ("answer", "e1")


# Who


@pytest.mark.rule("adlg.evade.who")
@pytest.mark.parametrize(
    ("troop", "abilities", "asked"),
    [
        pytest.param("light_infantry", (), True, marks=pytest.mark.statement("AG-386")),
        pytest.param("light_cavalry", (), True, marks=pytest.mark.statement("AG-387")),
        pytest.param("light_cavalry", ("impact",), True, marks=pytest.mark.statement("AG-387")),
        pytest.param("light_camels", (), True, marks=pytest.mark.statement("AG-387")),
        pytest.param("javelinmen", (), True, marks=pytest.mark.statement("AG-388")),
        pytest.param("medium_cavalry", (), True, marks=pytest.mark.statement("AG-389")),
        pytest.param("heavy_cavalry", (), True, marks=pytest.mark.statement("AG-389")),
        pytest.param("light_chariot", (), True, marks=pytest.mark.statement("AG-389")),
        pytest.param("heavy_cavalry", ("impact_half_bow",), True, marks=pytest.mark.statement("AG-389")),
        pytest.param("heavy_cavalry", ("impact",), False, marks=pytest.mark.statement("AG-390")),
        pytest.param("heavy_cavalry", ("impetuous",), False, marks=pytest.mark.statement("AG-390")),
    ],
)
def test_light_troops_javelinmen_and_cavalry_without_impact_may_evade(
    troop: str, abilities: tuple[str, ...], asked: bool
) -> None:
    position = charged(troop, abilities=abilities)
    assert is_asked(position) is asked
    if asked:
        assert fighting(play(position, "e1 stand")) == [("u1", "e1", "front")]
    else:
        assert fighting(position) == [("u1", "e1", "front")]


@pytest.mark.statement("AG-391")
@pytest.mark.rule("adlg.evade.who")
@pytest.mark.parametrize(
    "troop",
    [name for name, troop in TROOPS.items() if troop.category.value not in ("LI", "LH", "Cv") and name != "javelinmen"],
)
def test_nobody_else_may_evade(troop: str) -> None:
    assert fighting(charged(troop)) == [("u1", "e1", "front")]


@pytest.mark.rule("adlg.evade.who")
def test_nobody_evades_out_of_a_melee() -> None:
    units: list[Placed] = [
        ("u1", KNIGHTS, (10000, 7000, 0)),
        ("u2", SPEARS, (10000, 10000, 18000)),
        ("e1", LIGHT_HORSE, N),
    ]
    after = play(ready(units, meetings=[meets("u2", "e1")]), "u1 charge e1")
    assert fighting(after) == [("u2", "e1", "front"), ("u1", "e1", "rear")]


@pytest.mark.rule("adlg.evade.who")
@pytest.mark.parametrize(
    ("charger", "wood", "must"),
    [
        (KNIGHTS, False, True),
        (SPEARS, False, True),
        ("elephant", False, False),
        (LIGHT_HORSE, False, False),
        (SPEARS, True, False),
    ],
)
def test_by_the_common_reading_light_infantry_in_the_open_has_to_evade_who_would_destroy_it(
    charger: str, wood: bool, must: bool
) -> None:
    """In a wood it need not, nor from troops that do not destroy it."""
    terrain = [ground("wood", 9000, 9000, 11000, 10000)] if wood else []
    assert is_asked(charged("light_infantry", charger=charger, terrain=terrain))
    position = charged("light_infantry", charger=charger, terrain=terrain, light_infantry_must_evade=True)
    assert stage(position) == (("run", "e1") if must else ("answer", "e1"))


# The turn


@pytest.mark.statement("AG-392")
@pytest.mark.rule("adlg.evade.turn")
@pytest.mark.parametrize(
    ("start", "end"),
    [
        ((10000, 12000, 18000), (10000, 4250, 18000)),  # in front: about
        ((7500, 9400, 9000), (15500, 9500, 9000)),  # in the left flank: to the right
        ((12500, 9400, 27000), (4500, 9500, 27000)),  # in the right flank: to the left
        ((10000, 7500, 0), (10000, 15000, 0)),  # in the rear: not at all
    ],
)
def test_an_evader_turns_away_from_the_charge_for_nothing_and_then_runs_all_its_way(start: Pose, end: Pose) -> None:
    position = charged(LIGHT_HORSE, start=start)
    assert pose(play(position, "e1 evade", "3", "e1 stay"), "e1") == end


# The die


@pytest.mark.rule("adlg.evade.die")
@pytest.mark.parametrize(
    ("die", "change"),
    [
        pytest.param(1, -1000, marks=pytest.mark.statement("AG-399")),
        pytest.param(2, -1000, marks=pytest.mark.statement("AG-399")),
        pytest.param(3, 0, marks=pytest.mark.statement("AG-400")),
        pytest.param(4, 0, marks=pytest.mark.statement("AG-400")),
        pytest.param(5, 1000, marks=pytest.mark.statement("AG-401")),
        pytest.param(6, 1000, marks=pytest.mark.statement("AG-401")),
    ],
)
@pytest.mark.parametrize(
    ("troop", "depth", "allowance"),
    [("light_infantry", 500, 3000), (LIGHT_HORSE, 750, 5000), ("javelinmen", 1000, 3000), (HORSE, 750, 4000)],
)
def test_the_evade_die_takes_1_ud_or_nothing_or_adds_1_ud(
    die: int, change: int, troop: str, depth: int, allowance: int
) -> None:
    position = play(charged(troop, start=(10000, 13000, 18000)), "e1 evade", str(die))
    assert pose(position, "e1") == (10000, 10000 - depth - allowance - change, 18000)


@pytest.mark.rule("adlg.evade.die")
@pytest.mark.parametrize(
    ("kind", "border", "end"),
    [
        ("brush", 8000, 5250),
        ("brush", 6500, 5250),
        ("brush", 5000, 5000),  # it has gone 4 UD before, so it halts at the border
        ("brush", 4200, 4250),  # out of its reach
        ("marsh", 6500, 6500),
        ("marsh", 8000, 7250),
    ],
)
def test_slower_ground_counts_for_the_whole_run_and_stops_who_has_come_too_far_for_it(
    kind: str, border: int, end: int
) -> None:
    """Light horse goes 5 UD in the open, 4 UD in brush and 2 UD in a marsh."""
    position = charged(LIGHT_HORSE, start=(10000, 13000, 18000), terrain=[ground(kind, 8000, 1000, 12000, border)])
    assert pose(play(position, "e1 evade", "3"), "e1") == (10000, end, 18000)


# Straight, or along the charge


@pytest.mark.statement("AG-398")
@pytest.mark.rule("adlg.evade.straight")
def test_an_evade_goes_straight_whatever_the_direction_of_the_charge_and_through_zones() -> None:
    """An enemy's zone lies across the way."""
    beside: Placed = ("u2", SPEARS, (8600, 6000, 9000))
    position = charged(LIGHT_HORSE, beside, start=(9400, 12600, 16500), charger=HORSE)
    assert pose(play(position, "e1 evade", "2"), "e1") == (10000, 5250, 18000)


@pytest.mark.statement("AG-397")
@pytest.mark.rule("adlg.evade.direction")
def test_an_evader_may_adapt_to_the_direction_of_the_charge_by_a_wheel_that_costs_distance() -> None:
    position = charged(LIGHT_HORSE, start=(9400, 12600, 16500), charger=HORSE)
    assert pose(play(position, "e1 adapt", "2"), "e1") == (10988, 5499, 16500)
    straight = charged(LIGHT_HORSE)
    assert pose(play(straight, "e1 adapt", "2"), "e1") == (10000, 5250, 18000)  # nothing to adapt to


# Avoiding


ROCK = ground("wood", 9800, 5000, 10800, 6500, impassable=True)


@pytest.mark.rule("adlg.evade.avoid")
@pytest.mark.parametrize(
    ("obstacle", "terrain"),
    [
        pytest.param([("u2", SPEARS, (10300, 5750, 18000))], [], marks=pytest.mark.statement("AG-402")),
        pytest.param([], [ROCK], marks=pytest.mark.statement("AG-402")),
        pytest.param([("e2", SPEARS, (10300, 6500, 0))], [], marks=pytest.mark.statement("AG-403")),
    ],
)
def test_an_evader_slides_past_obstacles_and_friends_whom_it_cannot_pass_and_pays_for_it(
    obstacle: list[Placed], terrain: list[Any]
) -> None:
    position = charged(LIGHT_HORSE, *obstacle, terrain=terrain)
    assert pose(play(position, "e1 evade", "3", "e1 stay"), "e1") == (9300, 4950, 18000)


@pytest.mark.statement("AG-402")
@pytest.mark.rule("adlg.evade.avoid")
def test_where_no_slide_is_enough_an_evader_wheels_by_as_little_as_possible() -> None:
    wall: list[Placed] = [(f"e{n}", SPEARS, (7000 + 1000 * n, 6500, 0)) for n in (2, 3, 4)]
    position = charged(HORSE, *wall)
    assert pose(play(position, "e1 evade", "3"), "e1") == (7741, 6376, 22000)


@pytest.mark.rule("adlg.evade.avoid")
def test_an_evader_avoids_at_the_start_of_its_run_or_by_another_reading_at_the_obstacle() -> None:
    """Beside the obstacle stands another that the slide at the start would lead into."""
    friend: Placed = ("e2", SPEARS, (10300, 6500, 0))
    start = play(charged(LIGHT_HORSE, friend), "e1 evade", "3")
    there = play(charged(LIGHT_HORSE, friend, evade_avoidance="at_obstacle"), "e1 evade", "3")
    assert pose(start, "e1") == pose(there, "e1") == (9300, 4950, 18000)
    beside: Placed = ("e3", SPEARS, (8810, 9300, 9000))
    start = play(charged(LIGHT_HORSE, friend, beside), "e1 evade", "3")
    there = play(charged(LIGHT_HORSE, friend, beside, evade_avoidance="at_obstacle"), "e1 evade", "3")
    assert pose(there, "e1") == (9300, 4950, 18000)
    assert pose(start, "e1") != (9300, 4950, 18000)


PASSABLE: Placed = ("e2", LIGHT_HORSE, (10300, 6500, 0))
"""Light horse passes through light horse that looks the opposite way."""


@pytest.mark.statement("AG-403")
@pytest.mark.rule("adlg.evade.avoid")
def test_an_evader_passes_through_friends_or_avoids_them_as_its_owner_likes() -> None:
    asked = charged(LIGHT_HORSE, PASSABLE)
    assert list(asked.actions()) == ["e1 stand", "e1 evade", "e1 adapt", "e1 around"]
    through, around = play(asked, "e1 evade", "3", "e1 stay"), play(asked, "e1 around", "3", "e1 stay")
    assert pose(through, "e1") == (10000, 4250, 18000)
    assert pose(around, "e1") == (9300, 4950, 18000), "0.7 UD to the side are taken off its distance"
    assert pose(through, "e2") == pose(around, "e2") == (10300, 6500, 0)


@pytest.mark.statement("AG-403")
@pytest.mark.rule("adlg.evade.avoid")
def test_who_adapts_to_the_charge_may_avoid_friends_too() -> None:
    friend: Placed = ("e2", LIGHT_HORSE, (10500, 7000, 34500))
    asked = charged(LIGHT_HORSE, friend, start=(9400, 12600, 16500), charger=HORSE)
    assert list(asked.actions())[1:] == ["e1 evade", "e1 adapt", "e1 around", "e1 adapt_around"]
    through = pose(play(asked, "e1 adapt", "2", "e1 stay"), "e1")
    around = pose(play(asked, "e1 adapt_around", "2", "e1 stay"), "e1")
    assert through == (10988, 5499, 16500)
    assert around != through
    assert around[2] == 16500, "a slide is enough"


@pytest.mark.rule("adlg.evade.avoid")
@pytest.mark.parametrize(
    "friend",
    [
        ("e2", LIGHT_HORSE, (11000, 6500, 0)),  # beside its way
        ("e2", LIGHT_HORSE, (10300, 3000, 0)),  # farther than it runs with the best die
        ("e2", SPEARS, (10300, 6500, 0)),  # it can't pass: it has to avoid it
    ],
)
def test_going_around_is_refused_where_there_is_no_choice(friend: Placed) -> None:
    asked = charged(LIGHT_HORSE, friend)
    assert list(asked.actions()) == ["e1 stand", "e1 evade", "e1 adapt"]
    assert refused(asked, "e1 around") == ("order.no_way_around", "adlg.evade.avoid", {"unit": "e1"})


@pytest.mark.rule("adlg.evade.avoid")
def test_going_around_is_refused_where_friends_cannot_be_avoided() -> None:
    gorge = [ground("wood", x, 3000, x + 3400, 9200, impassable=True) for x in (6000, 10600)]
    asked = charged(LIGHT_HORSE, ("e2", LIGHT_HORSE, (10000, 7500, 0)), terrain=gorge)
    assert refused(asked, "e1 around")[0] == "order.no_way_around"
    assert pose(play(asked, "e1 evade", "3"), "e1") == (10000, 4250, 18000)


@pytest.mark.rule("adlg.evade.avoid")
def test_with_a_die_that_does_not_lead_to_the_friends_it_runs_straight() -> None:
    asked = charged(LIGHT_HORSE, ("e2", LIGHT_HORSE, (10300, 4800, 0)))
    assert pose(play(asked, "e1 around", "1"), "e1") == (10000, 5250, 18000)
    assert pose(play(asked, "e1 around", "5"), "e1") == (9300, 3950, 18000)


@pytest.mark.rule("adlg.evade.avoid")
@pytest.mark.rule("adlg.zone.evade")
def test_who_evades_in_its_own_turn_may_avoid_friends_too() -> None:
    units: list[Placed] = [
        ("u1", LIGHT_HORSE, N),
        ("u2", LIGHT_HORSE, (10300, 6500, 0)),
        ("e1", SPEARS, (10000, 10900, 18000)),
    ]
    position = ready(units)
    assert {"u1 evade", "u1 around"} <= set(position.listed_of("u1"))
    assert pose(play(position, "u1 evade", "3", "u1 half"), "u1") == (10000, 5000, 0)
    assert pose(play(position, "u1 around", "3", "u1 half"), "u1") == (9300, 5700, 0)
    alone = ready([units[0], units[2]])
    assert refused(alone, "u1 around")[0] == "order.no_way_around"


@pytest.mark.rule("adlg.evade.avoid")
def test_who_avoids_friends_may_stay_on_the_table_by_that() -> None:
    """Straight on it would run off the table; the wheel around its friends leads along the edge."""
    units: list[Placed] = [
        ("u1", KNIGHTS, (10000, 6500, 18000)),
        ("e1", LIGHT_HORSE, (10000, 4750, 0)),
        *((f"e{place}", LIGHT_HORSE, (7000 + 1000 * place, 2500, 0)) for place in (2, 3, 4)),
    ]
    asked = play(ready(units), "u1 charge e1")
    assert table(play(asked, "e1 evade", "5")).gone == {"e1": "left_table"}
    assert "e1" in table(play(asked, "e1 around", "5"))


# The end


@pytest.mark.statement("AG-404")
@pytest.mark.rule("adlg.evade.end")
@pytest.mark.parametrize(
    ("troop", "asked"), [("light_infantry", True), (LIGHT_HORSE, True), (HORSE, False), ("javelinmen", False)]
)
def test_light_infantry_and_light_horse_may_end_with_a_half_turn(troop: str, asked: bool) -> None:
    position = play(charged(troop, start=(10000, 13000, 18000)), "e1 evade", "3")
    assert stage(position) == (("about", "e1") if asked else ("pace", ""))
    if asked:
        x, y, heading = pose(position, "e1")
        depth = TROOPS[troop].depth
        assert pose(play(position, "e1 half"), "e1") == (x, y + depth, 0)
        assert pose(play(position, "e1 stay"), "e1") == (x, y, heading)


@pytest.mark.rule("adlg.evade.off_table")
def test_who_evades_off_the_table_is_lost_with_his_commander() -> None:
    units: list[Placed] = [("u1", KNIGHTS, (10000, 7500, 18000)), ("e1", LIGHT_HORSE, (10000, 5750, 0))]
    with_it = {"c1": (10000, 8000, 0), "d1": "e1"}
    edge = play(ready(units, leaders=with_it), "u1 charge e1", "e1 evade", "3")
    assert pose(edge, "e1") == (10000, 0, 18000)
    lost = play(ready(units, leaders=with_it), "u1 charge e1", "e1 evade", "5")
    assert table(lost).gone == {"e1": "left_table"}
    assert table(lost).fallen == {"d1"}
    assert stage(lost)[0] == "pace"
    assert army_losses(table(lost), 1).total == 2  # the unit, and its commander of no great value


# Caught


@pytest.mark.rule("adlg.evade.caught")
@pytest.mark.parametrize(("charger", "loss"), [(HORSE, 1), (LIGHT_HORSE, 0)])
@pytest.mark.parametrize("end", ["stay", "half"])
def test_who_is_caught_loses_a_point_to_heavy_troops_and_is_struck_in_the_rear(
    charger: str, loss: int, end: str
) -> None:
    """A half turn at the end of the run does not help."""
    units: list[Placed] = [("u1", charger, (10000, 10100, 18000)), ("e1", "light_camels", N)]
    after = play(ready(units), "u1 charge e1", "e1 evade", "1", f"e1 {end}", "6", "u1 press 4.1")
    assert fighting(after) == [("u1", "e1", "rear")]
    assert cohesion(after, "e1") == 2 - loss
    assert pose(after, "u1") == (10000, 6000, 18000)
    assert pose(after, "e1") == (10000, 5250, 18000)
    assert meeting(after, "u1", "e1").conformed


@pytest.mark.rule("adlg.evade.caught")
@pytest.mark.parametrize(("die", "caught"), [(6, True), (3, False)])
def test_an_evader_is_caught_if_the_charge_with_its_die_reaches_it(die: int, caught: bool) -> None:
    units: list[Placed] = [("u1", HORSE, (10000, 12500, 18000)), ("e1", "javelinmen", N)]
    position = play(ready(units), "u1 charge e1", "e1 evade", "1", str(die))
    after = play(position, "u1 press 4.5" if caught else "u1 press 4")
    assert bool(fighting(after)) is caught


@pytest.mark.rule("adlg.evade.caught")
@pytest.mark.parametrize(("charger", "gone"), [(HORSE, True), ("elephant", False)])
def test_light_infantry_caught_in_the_open_by_who_destroys_it_is_gone(charger: str, gone: bool) -> None:
    units: list[Placed] = [("u1", charger, (10000, 11000, 18000)), ("e1", "light_infantry", N)]
    position = play(ready(units), "u1 charge e1", "e1 evade", "2", "e1 stay", "6", "u1 press 3")
    assert ("e1" not in table(position)) is gone
    if gone:
        assert table(position).gone == {"e1": "destroyed"}
        assert army_toll(table(position), 1).routed == 1, "it counts like a rout"
        before = play(ready(units), "u1 charge e1", "e1 evade", "2", "e1 stay", "6")
        told = [event.kind for event in events_of(before.state, "u1 press 3")]
        assert "destroyed" in told
        assert "routed" not in told
        assert fighting(position) == []
    else:
        assert fighting(position) == [("u1", "e1", "rear")]
        assert cohesion(position, "e1") == 1
