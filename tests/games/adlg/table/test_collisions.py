"""What stands in the way of a move: enemies, friends, impassable ground, camps and the edge of the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.drills import N, after, drill, ordered, pose, refused, why
from tests.games.adlg.table.tables import Placed, battlefield, ground
from triarii.core.contract import Refusal
from triarii.games.adlg.battle.charge import evading, runners
from triarii.games.adlg.combat.losses import Camp


def foe(name: str = "e1", x: int = 2000, y: int = 19000, troop: str = "levy") -> Placed:
    return name, troop, (x, y, 18000)


@pytest.mark.rule("adlg.move.collision")
def test_nobody_goes_through_an_enemy_or_comes_into_front_contact_without_a_charge() -> None:
    artillery = foe(x=10000, y=12000, troop="light_artillery")  # it has no zone
    state = drill([("u1", "light_cavalry", N), artillery])
    blocked = ("move.enemy", "adlg.move.collision", {"unit": "u1", "enemy": "e1"})
    assert refused(state, "u1 advance 3") == blocked
    assert refused(state, "u1 advance 5") == blocked, "not even to end beyond him"
    numbers = {"unit": "u1", "enemy": "e1"}
    assert refused(state, "u1 advance 2") == ("move.charge_instead", "adlg.charge.declare", numbers)
    assert pose(after(state, "u1 advance 1.99")) == (10000, 11990, 0)


@pytest.mark.rule("adlg.move.collision")
def test_nobody_goes_through_a_friend_whom_he_may_not_pass() -> None:
    friend: Placed = ("u2", "levy", (10300, 12000, 0))
    state = drill([("u1", "heavy_cavalry", N), friend, foe()])
    numbers = {"unit": "u1", "friend": "u2", "free": 1250}
    assert refused(state, "u1 advance 1.253") == ("move.friend_ahead", "adlg.pass.push", numbers)
    assert pose(after(state, "u1 advance 1.25")) == (10000, 11250, 0)
    beside = drill([("u1", "heavy_cavalry", N), ("u2", "levy", (11500, 10000, 0)), foe()])
    assert refused(beside, "u1 slide right 0.6")[:2] == ("move.friend", "adlg.move.collision")
    assert pose(after(beside, "u1 slide right 0.5")) == (10500, 10000, 0)


@pytest.mark.rule("adlg.move.collision")
def test_an_overlap_of_2_thousandths_is_only_a_touch_or_more_where_the_tables_are_rough() -> None:
    def passing(offset: int, **more: Any) -> Any:
        beside: Placed = ("u2", "levy", (10000 + offset, 12000, 0))
        return ordered(drill([("u1", "heavy_cavalry", N), beside, foe()], **more), "u1 advance 4")

    assert not isinstance(passing(998), Refusal)
    assert isinstance(passing(997), Refusal)
    assert not isinstance(passing(995, touch_tolerance=5), Refusal)
    assert isinstance(passing(994, touch_tolerance=5), Refusal)


@pytest.mark.rule("adlg.move.collision")
def test_a_wheel_may_brush_friends_but_not_end_on_them() -> None:
    state = drill([("u1", "heavy_cavalry", N), ("u2", "heavy_cavalry", (9000, 10000, 0)), foe()])
    assert pose(after(state, "u1 wheel right 90")) == (10500, 10500, 9000)
    assert refused(state, "u1 wheel right 45") == (
        "move.friend",
        "adlg.move.collision",
        {"unit": "u1", "friend": "u2"},
    )
    assert pose(after(state, "u1 advance 0.1 wheel right 45")) == (10146, 10454, 4500)


@pytest.mark.rule("adlg.move.collision")
def test_a_wheel_stops_at_enemies_impassable_ground_and_the_edge() -> None:
    ahead = foe(x=9900, y=10800, troop="light_artillery")
    state = drill([("u1", "heavy_cavalry", N), ahead])
    numbers = {"wheel": 9000, "free": 5332}
    assert refused(state, "u1 wheel left 90") == ("move.wheel_blocked", "adlg.move.collision", numbers)
    assert pose(after(state, "u1 wheel left 53.32"))[2] == 36000 - 5332
    cliff = ground("wood", 8000, 10500, 9600, 12000, impassable=True)
    assert why(drill([("u1", "levy", N), foe()], terrain=[cliff]), "u1 wheel right 90")[0] == "move.wheel_blocked"
    at_edge = drill([("u1", "levy", (10000, 19500, 0)), foe()])
    assert why(at_edge, "u1 wheel right 90")[0] == "move.wheel_blocked"


@pytest.mark.rule("adlg.move.collision")
def test_a_camp_stands_in_everybodys_way() -> None:
    own = drill([("u1", "light_infantry", N), foe()], camps=[("k1", Camp.NORMAL, (10000, 12000, 18000))])
    assert refused(own, "u1 advance 3")[2] == {"unit": "u1", "friend": "k1", "free": 2000}
    his = drill([("u1", "light_infantry", N), foe()], camps=[("k2", Camp.NORMAL, (10000, 12000, 18000))])
    assert refused(his, "u1 advance 3")[2] == {"unit": "u1", "enemy": "k2"}


# The edge of the table


@pytest.mark.rule("adlg.move.table_edge")
def test_no_move_leads_off_the_table() -> None:
    state = drill([("u1", "light_cavalry", (10000, 18000, 0)), foe()])
    assert pose(after(state, "u1 advance 2.002")) == (10000, 20002, 0)
    assert refused(state, "u1 advance 2.003") == ("move.edge", "adlg.move.table_edge", {"unit": "u1"})
    aside = drill([("u1", "light_cavalry", (19000, 10000, 0)), foe()])
    assert why(aside, "u1 slide right 0.6") == ("move.edge", "adlg.move.table_edge")


@pytest.mark.rule("adlg.move.table_edge")
@pytest.mark.parametrize(
    ("reading", "run", "here"),
    [("any_corner", 2250, True), ("any_corner", 2253, False), ("whole_base", 2999, True), ("whole_base", 3003, False)],
)
def test_who_runs_off_the_table_is_gone_by_a_corner_or_only_with_its_whole_base(
    reading: str, run: int, here: bool
) -> None:
    # Light horse runs 5 UD with a 3; it starts so far from the edge that it comes to stand as far beyond as asked.
    start = 5000 + 2250 - run
    field = battlefield([("u1", "light_cavalry", (10000, start, 18000)), foe()], off_table_when=reading)
    ran = evading.run_away(field, evading.Flight(runners.alone(field, "u1")), 3)
    assert ("u1" in ran) is here
    assert ran.gone == ({} if here else {"u1": "left_table"})
