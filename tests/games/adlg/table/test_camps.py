"""Camps on the table: who may attack one, and how whoever took it loots until a die of its commander or a charge."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.drills import events_of
from tests.games.adlg.table.onsets import allowed, play, pose, ready, refused, stage, table, why
from tests.games.adlg.table.tables import Placed, battlefield, meets
from triarii.core.contract import Budget, Choice, Refusal
from triarii.games.adlg.battle.stages import ChoosingCorps
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position
from triarii.players.adlg.brawler import Brawler
from triarii.players.adlg.general import General

RULE = "adlg.camp.taken"
OTHERS: list[Placed] = [
    ("u2", "heavy_swordsmen", (4000, 4000, 0)),
    *((f"e{n}", "heavy_swordsmen", (1000 * n, 19000, 18000), {}) for n in range(2, 9)),
]


CAMP: Pose = (10000, 9000, 18000)


# Who may attack one


def before_walls(troop: str, kind: Camp = Camp.FORTIFIED, *more: Placed) -> Position:
    return ready([("u1", troop, (10000, 8000, 0)), *OTHERS, *more], camps=[("k2", kind, CAMP)])


@pytest.mark.rule(RULE)
@pytest.mark.parametrize("troop", ["light_infantry", "light_cavalry", "light_camels"])
def test_light_troops_may_not_charge_a_fortified_camp(troop: str) -> None:
    position = before_walls(troop)
    assert refused(position, "u1 charge k2") == ("charge.fortified", RULE, {"unit": "u1", "target": "k2"})
    assert not [action for action in position.actions() if "k2" in action]
    assert isinstance(position.choices(("u1", "charge")), Refusal), "it is not offered either"
    assert allowed(before_walls(troop, Camp.NORMAL), "u1 charge k2")


@pytest.mark.rule(RULE)
@pytest.mark.parametrize("troop", ["heavy_swordsmen", "medium_cavalry", "elephant", "javelinmen"])
def test_everybody_else_may_charge_a_fortified_camp(troop: str) -> None:
    position = before_walls(troop)
    assert "u1 charge k2" in position.actions()
    stormed = play(position, "u1 charge k2", "done")
    assert stage(stormed) == ("storm", "u1")


@pytest.mark.rule(RULE)
def test_light_horse_that_runs_on_after_evaders_stops_short_of_a_fortified_camp() -> None:
    """The evader runs around the camp, and the charge die would carry the rider into it."""
    runner: Placed = ("e1", "light_infantry", (10000, 8500, 18000))
    units: list[Placed] = [("u1", "light_cavalry", (10000, 5000, 0)), runner, *OTHERS]
    for kind, y in ((Camp.FORTIFIED, 10490), (Camp.NORMAL, 10500)):
        position = ready(units, camps=[("k2", kind, (10000, 10500, 18000))])
        chased = play(position, "u1 charge e1", "e1 evade", "1", "e1 stay", "6", "u1 press 6")
        assert pose(chased) == (10000, y, 0)
        assert table(chased).fights("u1") is (kind is Camp.NORMAL)


@pytest.mark.rule(RULE)
def test_light_horse_does_not_pursue_into_a_fortified_camp() -> None:
    beaten: Placed = ("e1", "light_infantry", (10000, 8000, 18000), {"cohesion": 1})
    field = battlefield(
        [("u1", "light_cavalry", (10000, 8000, 0)), beaten, *OTHERS],
        camps=[("k2", Camp.FORTIFIED, CAMP)],
        meetings=[meets("u1", "e1", rounds=1)],
        leaders={"c1": (10000, 6000, 0), "d1": (10000, 17000, 18000)},
    )
    position = play(Position(State(field, ChoosingCorps(), 0)), "done", "6-1")
    assert stage(position) == ("pursue", "u1")
    after = play(position, "u1 pursue 1")
    assert not table(after).fights("u1")
    assert pose(after) == (10000, 8990, 0)


# Looting


def sacked(*more: Placed, troop: str = "heavy_swordsmen", **options: Any) -> Position:
    """The first player's next sequence after his unit took the camp: its corps has its command die."""
    position = ready([("u1", troop, (10000, 8000, 0)), *OTHERS, *more], camps=[("k2", Camp.NORMAL, CAMP)], **options)
    position = play(position, "u1 charge k2", "done")
    assert "k2" in table(position).taken
    return position


def ordering(*more: Placed, **options: Any) -> Position:
    return play(sacked(*more, **options), "done", "corps c1", "4")


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(
    "order",
    [
        "u1 advance 0.1",
        "u1 turn back",
        "u1 slide left 0.5",
        "u1 wheel left 20",
        "u1 rally",
        "u1 hold",
        "u1 disengage",
        "u1 hold_fire",
    ],
)
def test_looters_take_no_order_before_their_commanders_die_has_called_them(order: str) -> None:
    position = ordering()
    assert refused(position, order) == ("order.loots", RULE, {"unit": "u1", "needs": 4})
    assert allowed(play(position, "u1 recall", "4"), "u1 turn back")


@pytest.mark.rule(RULE)
@pytest.mark.parametrize("die", range(1, 7))
def test_looters_come_away_on_a_die_of_4_or_more(die: int) -> None:
    position = ordering()
    called = play(position, "u1 recall")
    assert stage(called) == ("recall", "u1")
    assert called.state.points == position.state.points, "to call them costs nothing"
    after = play(called, str(die))
    assert stage(after) == ("orders", "")
    assert table(after).has_mark("u1", marks.LOOTING) is (die < 4)
    assert allowed(after, "u1 turn back") is (die >= 4)
    told = [event.kind for event in events_of(called.state, str(die))]
    assert told == ["die_recall", "recalled" if die >= 4 else "loots_on"]


@pytest.mark.rule(RULE)
def test_looters_are_called_once_in_a_sequence_and_again_in_the_next() -> None:
    after = play(ordering(), "u1 recall", "3")
    assert why(after, "u1 recall") == why(after, "u1 turn back") == ("order.loots_on", RULE)
    again = play(after, "done", "done", "corps c1", "1")
    assert why(again, "u1 turn back") == ("order.loots", RULE)
    assert pose(play(again, "u1 recall", "5", "u1 turn back"))[2] == 18000


@pytest.mark.rule(RULE)
def test_only_looters_are_called_and_each_unit_by_itself() -> None:
    beside: Placed = ("u3", "heavy_swordsmen", (11000, 8000, 0))
    position = ordering(beside)
    assert why(position, "u2 recall") == ("order.no_loot", RULE)
    assert why(position, "u1+u3 recall")[0] == "order.single"
    assert why(play(position, "u1 recall", "4"), "u1 recall") == ("order.no_loot", RULE)


@pytest.mark.rule(RULE)
def test_a_group_with_looters_in_it_takes_no_order_either() -> None:
    """Both stood before the camp; the second did not loot, and may go alone."""
    beside: Placed = ("u3", "heavy_swordsmen", (11000, 9000, 0))
    position = ordering(beside)
    assert pose(position, "u1")[1] == 9000
    assert why(position, "u1+u3 turn back") == ("order.loots", RULE)
    assert allowed(position, "u3 turn back")
    assert allowed(play(position, "u1 recall", "6"), "u1+u3 turn back")


@pytest.mark.rule(RULE)
def test_nothing_else_is_offered_for_looters_than_to_call_them() -> None:
    position = ordering()
    assert [action for action in position.actions() if action.startswith("u1")] == ["u1 recall"]
    offered = position.choices(("u1",))
    assert isinstance(offered, list)
    assert [choice.text for choice in offered if isinstance(choice, Choice)] == ["recall"]
    assert position.choices(("u1", "recall")) == "u1 recall"
    deaf = play(position, "u1 recall", "1")
    assert not [action for action in deaf.actions() if action.startswith("u1")]
    free = play(position, "u1 recall", "4")
    assert "u1 recall" not in free.actions()
    assert any(action.startswith("u1 turn") for action in free.actions())


@pytest.mark.rule(RULE)
def test_whoever_is_charged_drops_his_loot() -> None:
    charger: Placed = ("e1", "medium_cavalry", (10000, 5500, 0))
    charged = play(sacked(charger), "corps d1", "4", "e1 charge u1")
    assert table(charged).meeting("e1", "u1") is not None
    assert not table(charged).has_mark("u1", marks.LOOTING)


@pytest.mark.rule(RULE)
def test_whoever_evades_a_charge_leaves_his_loot_too() -> None:
    charger: Placed = ("e1", "medium_cavalry", (13500, 8400, 27000))
    position = play(sacked(charger, troop="light_cavalry"), "corps d1", "4", "e1 charge u1")
    assert stage(position) == ("answer", "u1")
    away = play(position, "u1 evade", "3")
    assert not table(away).has_mark("u1", marks.LOOTING)


@pytest.mark.rule(RULE)
def test_impetuous_looters_charge_nobody_on_their_own_until_they_are_called() -> None:
    """An enemy stands within their reach; after the call they break loose like others."""
    near: Placed = ("e1", "levy", (10000, 9500, 18000))
    looter: Placed = ("u1", "medium_swordsmen", (10000, 8000, 0), {"abilities": ["impetuous"], "marks": ["looting"]})
    position = ready([looter, near, *OTHERS])
    assert table(play(position, "done")).meetings == ()
    assert table(play(position, "u1 recall", "3", "done")).meetings == ()
    assert table(play(position, "u1 recall", "4", "done")).meeting("u1", "e1") is not None


@pytest.mark.rule(RULE)
def test_the_computer_calls_its_looters() -> None:
    position = ordering()
    wishes = [way.action for way in General().consider(position, Budget(nodes=60))]
    assert wishes.index("u1 recall") < wishes.index("done")
    assert Brawler().order(position.state) == "u1 recall"
