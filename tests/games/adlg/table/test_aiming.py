"""Units that are dragged: the orders that are found for a place, what draws them, and why nothing leads there."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from benchmarks.battles import battle
from tests.games.adlg.table.drills import AFAR, N, column, drill, line
from tests.games.adlg.table.tables import Placed
from tests.lengths import at_length
from triarii.core.contract import Aimed, Eye
from triarii.games.adlg.assist.candidates import units_of
from triarii.games.adlg.battle.movement.formations import why_no_group
from triarii.games.adlg.battle.order_execution import Executed
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.game import GAME
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

FOOT = "heavy_swordsmen"
HORSE = "medium_cavalry"
ENEMY_AFAR: Placed = ("e1", "levy", AFAR)
WEST = 27000


def table(*units: Placed, **more: Any) -> Position:
    return Position(drill(list(units), **more))


def aimed(position: Position, who: str, place: tuple[int, int], heading: int | None = None, target: str = "") -> Aimed:
    found = GAME.aim(position, who.split("+"), place, heading, target)
    for each in found.aims:
        assert position.check(each.action) is None, each
    assert bool(found.aims) == (found.refusal is None)
    return found


def best(position: Position, who: str, place: tuple[int, int], heading: int | None = None) -> tuple[str, str, Pose]:
    """The best order for a place, what drew it, and where its first unit ends."""
    first = aimed(position, who, place, heading).aims[0]
    given = position.considered(first.action)
    assert isinstance(given, Executed)
    assert given.move is not None
    return first.action, first.snap, given.move.ends[who.partition("+")[0]]


# Where it leads


def test_a_drag_far_ahead_is_the_full_advance() -> None:
    assert best(table(("u1", FOOT, N), ENEMY_AFAR), "u1", (10000, 18000)) == (
        "u1 advance 3",
        "full",
        (10000, 13000, 0),
    )


def test_a_drag_nearly_as_far_as_it_goes_is_drawn_to_the_full_distance() -> None:
    assert best(table(("u1", FOOT, N), ENEMY_AFAR), "u1", (10000, 12700))[:2] == ("u1 advance 3", "full")


def test_a_short_drag_straight_ahead_is_that_advance_and_nothing_else() -> None:
    assert best(table(("u1", FOOT, N), ENEMY_AFAR), "u1", (10060, 11500))[:2] == ("u1 advance 1.5", "free")


def test_a_little_to_the_side_is_a_slide() -> None:
    action, snap, end = best(table(("u1", FOOT, N), ENEMY_AFAR), "u1", (10700, 12000))
    assert "slide right 0.7" in action
    assert (snap, end) == ("free", (10700, 12000, 0))


def test_far_to_the_side_is_a_wheel_after_which_the_place_lies_straight_ahead() -> None:
    action, _, (x, y, heading) = best(table(("u1", HORSE, N), ENEMY_AFAR), "u1", (12000, 12000))
    assert action.startswith("u1 wheel right")
    assert abs(x - 12000) <= 20
    assert abs(y - 12000) <= 20
    assert 4000 < heading < 5500


def test_behind_is_a_turn_about() -> None:
    assert best(table(("u1", FOOT, N), ENEMY_AFAR), "u1", (10000, 8500))[0] == "u1 turn back advance 0.75"


def test_a_place_with_a_facing_is_an_advance_a_wheel_and_an_advance() -> None:
    action, _, end = best(table(("u1", HORSE, N), ENEMY_AFAR), "u1", (11800, 11600), 6000)
    assert action.count("advance") == 2
    assert "wheel right 60" in action
    assert max(abs(end[0] - 11800), abs(end[1] - 11600)) <= 15
    assert end[2] == 6000


def test_a_facing_to_the_side_may_be_a_turn() -> None:
    actions = [each.action for each in aimed(table(("u1", HORSE, N), ENEMY_AFAR), "u1", (9500, 9500), WEST).aims]
    assert actions[0] == "u1 turn left"


def test_who_has_a_neighbour_in_the_way_of_a_wheel_goes_on_by_his_own_depth_first() -> None:
    position = table(*line(HORSE, 2), ENEMY_AFAR)
    assert position.check("u1 wheel left 40") is not None
    action, _, (x, y, _) = best(position, "u1", (7800, 12500))
    assert "wheel left" in action
    assert action.startswith("u1 advance")
    assert abs(x - 7800) + abs(y - 12500) < 300


def test_a_group_goes_as_one_block_by_its_first_unit() -> None:
    position = table(*line(FOOT, 4), ENEMY_AFAR)
    assert best(position, "u3+u1+u2+u4", (12000, 11800)) == ("u3+u1+u2+u4 advance 1.8", "free", (12000, 11800, 0))
    action, _, end = best(position, "u1+u2+u3+u4", (10300, 11000), 1000)
    assert "wheel right 10" in action
    assert end[2] == 1000


def test_a_column_winds_towards_a_place() -> None:
    position = table(*column(HORSE, 3, 750), ENEMY_AFAR)
    action, _, (x, y, _) = best(position, "u1+u2+u3", (11500, 13000))
    assert "wheel right" in action
    assert abs(x - 11500) + abs(y - 13000) <= 30


def test_where_the_way_is_blocked_it_goes_as_far_as_it_may() -> None:
    position = table(("u1", FOOT, N), ("u2", "pikemen", (10000, 12500, 0)), ENEMY_AFAR)
    _, _, end = best(position, "u1", (10000, 13000))
    depth = position.state.field.unit("u2").depth
    assert 12500 - depth - 30 <= end[1] <= 12500 - depth
    short = aimed(position, "u1", (10000, 13000)).short
    assert short is not None
    assert short.code == "move.friend_ahead"


def test_who_gets_where_he_is_dragged_or_goes_his_full_distance_is_told_no_reason() -> None:
    position = table(("u1", FOOT, N), ENEMY_AFAR)
    for y in (10500, 15000):
        assert aimed(position, "u1", (10000, y)).short is None


# What draws


@pytest.mark.parametrize("x", [10000, 10300, 10900])
def test_a_drag_onto_an_enemy_in_reach_is_a_charge(x: int) -> None:
    position = table(("u1", FOOT, N), ("e1", "levy", (x, 11900, 18000)))
    found = aimed(position, "u1", (x, 11900), target="e1").aims
    assert {each.snap for each in found} == {"contact"}
    assert found[0].action.endswith("charge e1")


def test_a_charge_begins_with_the_wheel_that_it_needs() -> None:
    position = table(("u1", HORSE, N), ("e1", "levy", (12600, 12400, 22500)))
    first = aimed(position, "u1", (12600, 12400), target="e1").aims[0]
    assert first.action.startswith("u1 wheel right")
    assert first.action.endswith("charge e1")


BEHIND_ANOTHER = table(("u1", HORSE, N), ("e1", "levy", (10500, 12200, 18000)), ("e2", FOOT, (9500, 12800, 18000)))
"""Who goes straight at e2 meets e1 first; who slides to the left gets to him."""


def test_a_drag_onto_an_enemy_prefers_the_charge_that_meets_him() -> None:
    first, *others = aimed(BEHIND_ANOTHER, "u1", (9500, 12800), target="e2").aims
    assert first.action == "u1 slide left 0.5 charge e2"
    assert "u1 charge e2" in [each.action for each in others]
    assert "instead" not in GAME.preview(BEHIND_ANOTHER, first.action, Eye.FIRST)


def test_a_charge_whose_way_meets_another_first_says_so_before() -> None:
    assert GAME.preview(BEHIND_ANOTHER, "u1 charge e2", Eye.FIRST)["instead"] == ["e1"]
    told = [each.key for each in GAME.foretell(BEHIND_ANOTHER, "u1 charge e2", Eye.FIRST)]
    assert told.index("preview.instead") < told.index("preview.odds")


def test_a_camp_is_charged_like_an_enemy() -> None:
    position = table(("u1", FOOT, N), camps=[("k2", Camp.NORMAL, (10000, 11800, 18000))])
    assert aimed(position, "u1", (10000, 11800), target="k2").aims[0].action == "u1 charge k2"


def test_near_an_enemy_a_charge_is_offered_before_the_move() -> None:
    position = table(("u1", FOOT, N), ("e1", "levy", (10200, 11900, 18000)))
    found = aimed(position, "u1", (10150, 11700)).aims
    assert (found[0].snap, found[0].action) == ("contact", "u1 charge e1")
    assert "free" in {each.snap for each in found}


def test_beside_a_friend_it_stands_in_his_line() -> None:
    position = table(("u1", FOOT, N), ("u2", FOOT, (11600, 11800, 0)), ENEMY_AFAR)
    assert best(position, "u1", (10450, 11600))[1:] == ("line", (10600, 11800, 0))


def test_beside_a_friend_who_looks_another_way_it_wheels_into_his_line() -> None:
    position = table(("u1", HORSE, N), ("u2", HORSE, (11800, 12000, 800)), ENEMY_AFAR)
    action, snap, end = best(position, "u1", (10900, 12000))
    assert snap == "line"
    assert "wheel right 8" in action
    assert end[2] == 800
    assert why_no_group(position.play(action).state.field, ("u1", "u2")) is None


def test_level_with_a_friend_farther_away_is_in_line_too() -> None:
    position = table(("u1", FOOT, N), ("u2", FOOT, (12600, 11800, 0)), ENEMY_AFAR)
    assert best(position, "u1", (10000, 11600))[:2] == ("u1 advance 1.8", "line")


@pytest.mark.rule("adlg.moves.distance")
def test_near_4_ud_from_the_enemy_it_stops_just_outside() -> None:
    position = table(("u1", FOOT, N), ("e1", "levy", (10000, 16000, 18000)))
    action, snap, _ = best(position, "u1", (10000, 12300))
    assert (action, snap) == ("u1 advance 2", "far")
    assert position.play(action).state.field.nearest_enemy("u1") == 4000


@pytest.mark.rule("adlg.moves.distance")
@pytest.mark.parametrize("place", [(10000, 12300), (10000, 13500)])
def test_who_has_moved_before_is_brought_to_4_ud_from_the_enemy_and_told_why_no_farther(place: tuple[int, int]) -> None:
    position = table(("u1", FOOT, (10000, 9000, 0)), ("e1", "levy", (10000, 16000, 18000))).play("u1 advance 1")
    found = aimed(position, "u1", place)
    assert (found.aims[0].action, found.aims[0].snap) == ("u1 advance 2", "far")
    assert (position.play("u1 advance 2").state.field.nearest_enemy("u1")) == 4000
    short = None if place[1] == 12300 else "move.near_ahead"
    assert (found.short and found.short.code) == short
    for each in found.aims:
        assert (position.play(each.action).state.field.nearest_enemy("u1") or 0) >= 4000, each.action


@pytest.mark.rule("adlg.moves.distance")
def test_who_has_moved_before_stops_4_ud_from_the_enemy_after_a_wheel_too() -> None:
    position = table(("u1", HORSE, (10000, 9000, 0)), ("e1", "levy", (13500, 15500, 20000))).play("u1 advance 1")
    found = aimed(position, "u1", (13000, 14500))
    assert found.aims[0].action.startswith("u1 wheel right")
    assert found.aims[0].snap == "far"
    assert position.play(found.aims[0].action).state.field.nearest_enemy("u1") in (4000, 4001)


@pytest.mark.rule("adlg.zone.allowed")
def test_near_an_enemy_zone_it_stops_just_outside() -> None:
    position = table(("u1", HORSE, N), ("e1", "levy", (10600, 13200, 18000)))
    action, snap, _ = best(position, "u1", (10000, 12350))
    assert (action, snap) == ("u1 advance 2.2", "zone")


def test_what_draws_leaves_the_place_itself_on_offer() -> None:
    position = table(("u1", FOOT, N), ("e1", "levy", (10000, 16000, 18000)))
    assert "u1 advance 1.8" in [each.action for each in aimed(position, "u1", (10000, 11800)).aims]


# Commanders


def test_a_commander_goes_where_he_is_dragged_and_no_farther_than_his_reach() -> None:
    position = table(("u1", FOOT, (3000, 3000, 0)), ENEMY_AFAR)
    assert aimed(position, "c1", (12000, 9000)).aims[0].action == "c1 go 12 9"
    far = aimed(position, "c1", (10000, 19000)).aims[0]
    assert far.snap == "full"
    assert far.action.startswith("c1 go 10 12.99")


@pytest.mark.rule("adlg.commander.move")
def test_a_commander_who_is_dragged_onto_a_unit_joins_it() -> None:
    position = table(("u1", FOOT, N), ENEMY_AFAR)
    found = aimed(position, "c1", (10000, 9700)).aims
    assert (found[0].action, found[0].snap) == ("c1 join u1", "join")


# Why not


def refusal(position: Position, who: str, place: tuple[int, int], target: str = "") -> tuple[str, str, Pose | None]:
    found = aimed(position, who, place, target=target)
    assert found.refusal is not None
    assert GAME.texts.say(found.refusal.message, "de")
    return found.refusal.code, found.refusal.rule, found.pose


def test_an_enemy_out_of_reach_is_refused_with_the_rule_and_where_it_would_be_met() -> None:
    position = table(("u1", FOOT, N), ("e1", "levy", (10000, 16000, 18000)))
    assert refusal(position, "u1", (10000, 16000), "e1") == ("charge.not_met", "adlg.charge.reach", (10000, 16000, 0))


def test_who_has_moved_near_the_enemy_is_refused_with_the_rule() -> None:
    position = table(("u1", FOOT, N), ("e1", "levy", (10000, 14500, 18000)))
    moved = position.play("u1 advance 1")
    code, rule, pose = refusal(moved, "u1", (10000, 12000))
    assert (code, rule, pose) == ("move.near", "adlg.moves.distance", (10000, 12000, 0))


def test_a_friend_right_ahead_is_the_reason() -> None:
    ahead: Placed = ("u2", "pikemen", (10000, 11000, 0))
    position = table(("u1", "elephant", N), ahead, ENEMY_AFAR)
    code, rule, _ = refusal(position, "u1", (10000, 10400))
    assert (code, rule) == ("move.friend_ahead", "adlg.pass.push")


def test_without_points_there_is_nothing() -> None:
    position = table(("u1", FOOT, N), ENEMY_AFAR, points=0)
    assert refusal(position, "u1", (10000, 12000))[0] == "order.points"


def test_strangers_and_the_fallen_take_no_orders() -> None:
    position = table(("u1", FOOT, N), ENEMY_AFAR)
    assert refusal(position, "e1", (10000, 12000))[0] == "order.not_yours"
    assert refusal(position, "u9", (10000, 12000))[0] == "order.gone"
    assert refusal(position, "u1+c1", (10000, 12000))[0] == "order.commander"
    assert refusal(position, "u1+u1", (10000, 12000))[0] == "order.twice"


def test_units_that_form_no_group_are_told_so() -> None:
    position = table(("u1", FOOT, N), ("u2", FOOT, (14000, 10000, 0)), ENEMY_AFAR)
    assert refusal(position, "u1+u2", (10000, 12000))[:2] == ("move.no_group", "adlg.group.formed")


# Always


@pytest.mark.parametrize("scenario", ["skirmish", "drill_charge", "drill_zone"])
def test_whatever_is_offered_in_a_battle_is_allowed(scenario: str) -> None:
    rng = Random(scenario)
    asked = offered = 0
    for tried in battle(scenario, 11, at_length(45, 90), wrong=0):
        position = tried.before
        if position.state.stage is not Stage.ORDERS:
            continue
        units = [unit.id for unit in units_of(position.state)]
        groups = [word for word in position.orderable if "+" in word]
        who = rng.choice([*units, *groups])
        x, y, _ = position.state.field.stands[who.partition("+")[0]].pose
        enemies = [enemy.id for enemy in position.state.field.bodies(1 - position.state.active)]
        target = rng.choice(enemies) if enemies and rng.random() < 0.2 else ""
        heading = rng.choice([None, rng.randrange(36000)])
        place = (x + rng.randint(-4000, 4000), y + rng.randint(-4000, 4000))
        offered += len(aimed(position, who, place, heading, target).aims)
        asked += 1
    assert asked > at_length(10, 20)
    assert offered > asked // 2


def test_out_of_orders_nothing_is_offered() -> None:
    begun = GAME.start({"scenario": "drill_line"})
    assert isinstance(begun, Position)
    found = GAME.aim(begun, ["u1"], (5000, 5000), None, "")
    assert found.aims == ()
    assert found.refusal is not None


def test_any_group_that_may_be_formed_is_offered_its_words() -> None:
    position = table(*line(FOOT, 4), ENEMY_AFAR)
    words = position.choices(["u2+u3"])
    assert isinstance(words, list)
    assert "advance" in [choice.text for choice in words]
    assert "u1+u2+u3+u4" in position.orderable
    assert "u2+u3" not in position.orderable
