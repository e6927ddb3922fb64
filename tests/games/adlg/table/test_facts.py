"""What a display is told beyond the table itself: who is asked, what is left to spend, which fight the dice decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.adlg.table.test_phases import MOVED, SHOT, battle, played
from triarii.core.contract import Refusal
from triarii.games.adlg.position import Position
from triarii.games.adlg.questions import answers, form
from triarii.games.adlg.telling.facts import facts_of


def facts(position: Position) -> dict[str, Any]:
    return facts_of(position.state)


def test_the_corps_in_command_is_told_with_its_points() -> None:
    command = facts(played(battle(), "corps c1", "4"))["command"]
    assert command["corps"] == "c1"
    assert (command["points"], command["free"]) == (
        played(battle(), "corps c1", "4").state.points,
        played(battle(), "corps c1", "4").state.free,
    )
    assert command["points"] > 0
    assert facts(played(battle(), *MOVED[:3]))["command"]["done"] == ["c1"]


def test_a_charge_under_way_tells_who_charges_whom_and_who_is_asked() -> None:
    more = [
        ("u4", "medium_cavalry", (7000, 10000, 0), {"corps": 1}),
        ("e4", "light_infantry", (7000, 12000, 18000), {}),
    ]
    position = played(battle(*more), "corps c1", "6")
    order = next(action for action in position.actions() if "charge e4" in action)
    command = facts(played(position, order))["command"]
    assert command["onset"] == {"units": ["u4"], "targets": ["e4"]}
    assert command["who"] == "e4"


def test_before_the_dice_fall_the_ledger_of_the_fight_is_told_and_its_sum_is_right() -> None:
    fight = facts(played(battle(), *SHOT))["fight"]
    assert (fight["kind"], fight["a"], fight["b"]) == ("melee", "u2", "e2")
    for side in "ab":
        assert fight["totals"][side] == sum(row["value"] for row in fight["ledger"] if row["side"] == side)
    assert all(row["name"]["en"] and row["name"]["de"] for row in fight["ledger"])
    assert facts(battle())["fight"] is None


def test_a_shooting_is_told_with_shooter_and_target() -> None:
    fight = facts(played(battle(), *MOVED))["fight"]
    assert (fight["kind"], fight["a"], fight["b"]) == ("shooting", "u1", "e1")
    assert set(fight["chance"]) >= {"hit"}


@pytest.mark.parametrize("steps", [SHOT, MOVED])
def test_a_fight_tells_the_question_that_the_odds_page_answers_in_the_same_way(steps: Sequence[str]) -> None:
    position = played(battle(), *steps)
    fight = facts(position)["fight"]
    asked = form.read(fight["asks"], fight["kind"])
    assert not isinstance(asked, Refusal), asked
    told = answers.answer(asked, position.state.field.setting.readings)
    assert (told["totals"], told["chance"]) == (fight["totals"], fight["chance"])


def test_losses_that_wait_for_the_end_of_the_phase_are_told() -> None:
    position = played(battle(), *SHOT)
    assert facts(position)["pending"] == {}
    assert facts(played(position, "6-1"))["pending"].keys() == {"e2"}


def test_a_preview_of_standing_tells_the_melee_and_one_of_pursuing_where_the_unit_ends() -> None:
    from triarii.games.adlg.assist import overlays
    from triarii.games.adlg.battle.order_parser import parse
    from triarii.games.adlg.battle.orders import Order

    def preview(position: Position, action: str) -> Any:
        order = parse(action)
        assert isinstance(order, Order)
        return overlays.preview(position, order)

    more = [
        ("u4", "medium_cavalry", (7000, 10000, 0), {"corps": 1}),
        ("e4", "light_infantry", (7000, 12000, 18000), {}),
    ]
    position = played(battle(*more), "corps c1", "6")
    charge = next(action for action in position.actions() if "charge e4" in action)
    stand = preview(played(position, charge), "e4 stand")
    assert {stand["fights"][0]["a"], stand["fights"][0]["b"]} == {"u4", "e4"}
    pursuing = played(battle(), *SHOT, "6-1", "2-3")
    assert pursuing.state.who == "u2"
    assert preview(pursuing, "u2 pursue 1")["ends"]["u2"][1] > 10000
    assert "ends" not in preview(pursuing, "u2 stay")
