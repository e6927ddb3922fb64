"""Dismounting in the battle, by the option that allows it, and how a unit on foot fights, moves and is counted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.drills import AFAR, cost, drill, events_of, given, ordered, why
from tests.games.adlg.table.onsets import play
from tests.games.adlg.table.tables import Placed
from triarii.core.contract import Budget, Refusal
from triarii.games.adlg.battle.fighting import aftermath
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.marks import HALTED, ORDERED
from triarii.games.adlg.data.troops import TROOPS
from triarii.games.adlg.position import Position
from triarii.games.adlg.telling import words
from triarii.games.adlg.telling.facts import facts_of
from triarii.games.adlg.writing import notation
from triarii.players.adlg.general import General

RULE, BEFORE = "adlg.dismount.battle", "adlg.dismount.before"
ENEMY: Placed = ("e1", "pikemen", AFAR)


def knights(enemy: Placed = ENEMY, **more: Any) -> State:
    """A unit of knights that may dismount, with its commander near."""
    said = {"dismounts": "foot_knights", "abilities": ["impetuous"], **more.pop("unit", {})}
    more.setdefault("dismount_in_battle", True)
    more.setdefault("leaders", {"c1": (10000, 8000, 0), "d1": (4000, 19000, 18000)})
    return drill([("u1", "heavy_knights", (10000, 10000, 0), said), enemy], **more)


@pytest.mark.rule(RULE)
def test_nobody_dismounts_in_the_battle_unless_the_option_allows_it() -> None:
    state = knights(dismount_in_battle=False)
    assert why(state, "u1 dismount") == ("deed.not_in_battle", RULE)
    assert "u1 dismount" not in Position(state).actions()
    assert "u1 dismount" in Position(knights()).actions()


@pytest.mark.rule(RULE)
def test_it_costs_a_move_and_the_unit_stays_in_its_place_for_the_whole_phase() -> None:
    state = knights()
    assert cost(state, "u1 dismount") == 1
    assert cost(knights(leaders={"c1": (1000, 1000, 0)}), "u1 dismount") == 2, "out of its commander's radius"
    after = given(state, "u1 dismount").after
    assert after.field.unit("u1").troop is TROOPS["foot_knights"]
    assert after.field.stands["u1"].pose == (10000, 10000, 0)
    assert {HALTED, ORDERED} <= after.field.stands["u1"].marks
    assert why(after, "u1 advance 1") == ("move.done", "adlg.move.three")
    assert why(after, "u1 dismount") == ("deed.on_foot", BEFORE)


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(("away", "allowed"), [(4000, False), (4001, True)])
def test_not_with_an_enemy_within_4_ud(away: int, allowed: bool) -> None:
    state = knights(("e1", "pikemen", (10000, 10000 + away, 18000)))
    assert (not isinstance(ordered(state, "u1 dismount"), Refusal)) is allowed
    if not allowed:
        assert why(state, "u1 dismount") == ("deed.too_near", RULE)


@pytest.mark.rule(RULE)
def test_not_after_a_move_and_not_by_whoever_may_not() -> None:
    moved = given(knights(), "u1 advance 3").after
    assert why(moved, "u1 dismount") == ("deed.moved", RULE)
    assert why(knights(unit={"dismounts": ""}), "u1 dismount") == ("deed.stays_mounted", BEFORE)


@pytest.mark.rule(BEFORE)
@pytest.mark.parametrize("left", [3, 2, 1])
def test_who_gets_down_from_a_chariot_has_as_much_cohesion_as_before(left: int) -> None:
    """Heavy chariots and medium swordsmen have 3."""
    said = {"cohesion": left, "dismounts": "medium_swordsmen"}
    state = drill([("u1", "heavy_chariot", (10000, 10000, 0), said), ENEMY], dismount_in_battle=True)
    assert given(state, "u1 dismount").after.field.stands["u1"].cohesion == left


@pytest.mark.rule(BEFORE)
@pytest.mark.parametrize(("left", "then"), [(3, 4), (2, 3), (1, 2)])
def test_cohesion_that_is_lost_stays_lost(left: int, then: int) -> None:
    """Knights have 3, foot knights 4."""
    state = knights(unit={"cohesion": left})
    after = given(state, "u1 dismount").after
    assert after.field.stands["u1"].cohesion == then
    assert after.field.disordered("u1") is (left < 3)
    assert aftermath.army_losses(after.field, 0).total == aftermath.army_losses(state.field, 0).total
    kinds = [event.kind for event in events_of(state, "u1 dismount")]
    assert kinds == ["dismounts", "spent"], "it has neither lost nor rallied anything"


@pytest.mark.rule(BEFORE)
def test_a_unit_on_foot_moves_fights_and_is_told_as_what_it_is_now() -> None:
    down = Position(given(knights(), "u1 dismount").after)
    assert down.setting.units["u1"].mounted, "as it was bought"
    field = down.state.field
    assert not field.unit("u1").impetuous
    assert field.unit("u1") in field.units(0)
    facts: Any = facts_of(down.state)
    told = next(unit for unit in facts["units"] if unit["id"] == "u1")
    assert (told["troop"], told["full"], told["category"]) == ("foot_knights", 4, "HI")
    said = next(message for message in words.sentences(down.state) if message.params.get("unit") == "u1")
    assert said.params["troop"] == "foot_knights"
    again = notation.read(down.text(), down.setting)
    assert isinstance(again, State)
    assert again.field.unit("u1").troop is TROOPS["foot_knights"]
    later = play(down, "done", "done", "corps c1", "6")
    assert later.check("u1 advance 3") is None
    assert later.check("u1 advance 3.1") is not None, "heavy foot far from the enemy"
    assert "u1 dismount" not in later.actions()


@pytest.mark.rule(RULE)
def test_the_general_weighs_it() -> None:
    tried = [way.action for way in General().consider(Position(knights()), Budget(nodes=200))]
    assert "u1 dismount" in tried
