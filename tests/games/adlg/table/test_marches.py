"""Flank marches in battle: the dice that bring them, the entry, the flight before them, and marches that meet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.adlg.setup.plans import battle
from tests.games.adlg.setup.set_ups import refused
from triarii.core.contract import Eye, Turn
from triarii.games.adlg.game import GAME
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.table import aftermath, marches
from triarii.games.adlg.table.hidden import VANISHED, Flank, March, Way
from triarii.games.adlg.table.position import Position
from triarii.games.adlg.table.state import Stage

ARRIVAL, ENTRY, FLIGHT, MEETING = (f"adlg.march.{name}" for name in ("arrival", "entry", "flight", "meeting"))
FAR_OFF: dict[str, Pose] = {"u1": (15000, 2000, 0), "u10": (20000, 2000, 0), "e1": (15000, 18000, 18000)}
MARCH = March("c3", Flank.LEFT)
"""Two heavy, two medium and two light cavalry."""


def marching(march: March = MARCH, more: dict[str, Pose] | None = None) -> Position:
    """The start of the owner's movement."""
    position = battle({**FAR_OFF, **(more or {})}, {}, marches={0: march})
    return Position(marches.begin_movement(position.state))


def entering(more: dict[str, Pose] | None = None, *, driven: bool = False, die: str = "6") -> Position:
    """The march has come, and its corps gets its orders."""
    position = marching(replace(MARCH, throws=1, way=Way.DUE, driven=driven), more)
    return position.play("corps c3").play(die)


# The dice


@pytest.mark.rule(ARRIVAL)
@pytest.mark.parametrize(("throws", "die", "comes"), [(0, "5", False), (0, "6", True), (1, "4", False), (1, "5", True)])
def test_the_first_die_wants_a_six_and_later_ones_a_five(throws: int, die: str, comes: bool) -> None:
    position = marching(replace(MARCH, throws=throws))
    assert (position.turn, position.state.stage, position.state.who) == (Turn.CHANCE, Stage.MARCH, "c3")
    after = position.play(die)
    assert after.state.stage is Stage.CORPS
    assert after.state.field.marches[0] == replace(MARCH, throws=throws + 1, way=Way.DUE if comes else Way.MARCHING)
    kinds = [event.kind for event in GAME.events(position, die, after)]
    assert kinds == ["die_march", *(["march_due"] if comes else [])]


@pytest.mark.rule(ARRIVAL)
def test_light_horse_alone_adds_one() -> None:
    field = battle(FAR_OFF, {}, marches={0: MARCH}).state.field
    assert marches.needs(field, MARCH) == 6
    light = {name: replace(unit, corps=9) for name, unit in field.setting.units.items() if name in ("u19", "u20")}
    light |= {name: replace(unit, corps=9) for name, unit in field.setting.units.items() if name in ("u21", "u22")}
    setting = replace(field.setting, units={**field.setting.units, **light})
    assert marches.needs(replace(field, setting=setting), MARCH) == 5


@pytest.mark.rule(ARRIVAL)
def test_the_side_is_told_when_the_dice_have_brought_it_and_the_corps_comes_in_the_next_sequence() -> None:
    position = marching().play("6")
    assert "m0:c3:left:1:due" in position.view(Eye.SECOND).text
    assert not any(said == "corps c3" for said in position.actions())
    state = position.state
    later = marches.begin_movement(replace(state, sequence=state.sequence + 2))
    assert later.field.marches[0].way is Way.HERE
    assert "corps c3" in Position(later).actions()


@pytest.mark.rule("adlg.plan.secret")
def test_a_corps_that_marches_is_not_counted_before_it_comes() -> None:
    position = entering()
    assert aftermath.army_value(position.state.field, 0).total == 2
    assert aftermath.army_value(position.play("u19+u20 enter 10 3").state.field, 0).total == 4


# Entering


@pytest.mark.rule(ENTRY)
def test_units_come_straight_in_over_the_short_edge_with_their_commander() -> None:
    position = entering()
    after = position.play("u19+u20 enter 10 3")
    field = after.state.field
    assert field.stands["u19"].pose == (3000, 10000, 9000)
    assert field.stands["u20"].pose == (3000, 9000, 9000), "its right hand points south"
    assert field.leaders["c3"].unit == "u19"
    assert position.state.points - after.state.points == 1, "a move in command"
    assert field.stands["u19"].moves == 1
    assert refused(after, "u19 enter 5 3") == "march.who", "it has come"
    assert after.check("u21 enter 5 3") is None


@pytest.mark.rule(ENTRY)
def test_nobody_comes_farther_than_he_may_move_nor_half_onto_the_table_nor_through_others() -> None:
    position = entering({"e2": (2600, 15500, 18000), "u2": (2000, 3000, 0)})
    assert refused(position, "u19 enter 10 4.5") == "march.far"
    assert refused(position, "u19 enter 10 0.5") == "march.off_table"
    assert refused(position, "u19 enter 3 4") == "march.blocked"
    assert refused(position, "u1 enter 10 3") == "march.who"
    assert position.check("u19 enter 10 4") is None


@pytest.mark.rule(ENTRY)
def test_whoever_has_not_entered_when_the_corps_has_its_orders_is_out_at_no_loss() -> None:
    some = entering().play("u19+u20 enter 10 3").play("done")
    field = some.state.field
    assert {name for name in field.gone if name in ("u21", "u22", "u23", "u24")} == {"u21", "u22", "u23", "u24"}
    assert all(field.gone[name] == VANISHED for name in ("u21", "u22", "u23", "u24"))
    assert (aftermath.army_losses(field, 0).total, aftermath.army_value(field, 0).total) == (0, 4)
    assert not field.marches
    nobody = entering().play("done").state.field
    assert nobody.marches[0].way is Way.LOST
    assert "c3" not in nobody.fallen
    left_out = marching(replace(MARCH, way=Way.DUE)).play("done").state.field
    assert left_out.gone["u19"] == VANISHED, "the corps was given no orders at all"


@pytest.mark.rule(ENTRY)
def test_orders_to_enter_are_offered_and_all_of_them_are_allowed() -> None:
    position = entering()
    offered = [said for said in position.actions() if " enter " in said]
    assert offered
    assert all(position.check(said) is None for said in offered)
    assert any(said.startswith("u19+u20+u21+u22 ") or said.count("+") >= 2 for said in offered)


@pytest.mark.rule(ENTRY)
def test_the_brief_tells_who_still_waits_at_the_edge() -> None:
    for lang in ("en", "de"):
        brief = " ".join(GAME.texts.say(line, lang) for line in GAME.brief(entering().view(Eye.FIRST)))
        assert "u24" in brief


# Flight


@pytest.mark.rule(FLIGHT)
def test_enemies_near_the_entry_flee_straight_away_from_the_edge() -> None:
    position = entering({"e21": (3000, 10500, 18000), "e8": (2500, 12500, 18000), "e22": (12000, 10000, 18000)})
    field = position.play("u19 enter 10 3").state.field
    assert field.stands["e21"].pose[0] > 7000, "light horse evades"
    assert field.stands["e21"].pose[2] == 9000
    assert not field.disordered("e21")
    assert field.stands["e8"].pose[0] > 3500
    assert field.disordered("e8"), "swordsmen do not evade"
    assert field.stands["e22"] == position.state.field.stands["e22"], "far enough away"


@pytest.mark.rule(FLIGHT)
def test_artillery_near_the_entry_is_destroyed() -> None:
    march = March("d3", Flank.RIGHT, 1, Way.DUE)
    mirrored = battle({**FAR_OFF, "u9": (28000, 10000, 0)}, {}, active=1, marches={1: march})
    position = Position(marches.begin_movement(mirrored.state)).play("corps d3").play("6")
    after = position.play("e17 enter 10 3")
    assert after.state.field.gone["u9"] == "destroyed"
    assert aftermath.army_losses(after.state.field, 0).total == 2


# Both on the same side


@pytest.mark.rule(MEETING)
def test_of_two_marches_on_one_side_the_smaller_is_driven_back() -> None:
    def met(own: March, other: March) -> dict[int, March]:
        position = battle(FAR_OFF, {}, marches={0: own, 1: other})
        return dict(marches.begin_movement(position.state).field.marches)

    due = replace(MARCH, throws=1, way=Way.DUE)
    smaller = met(due, March("d2", Flank.LEFT))
    assert (smaller[0].way, smaller[0].driven) == (Way.DUE, True), "10 against 16, light troops count half"
    assert (smaller[1].way, smaller[1].driven) == (Way.MARCHING, False)
    equal = met(replace(March("c2", Flank.LEFT), way=Way.DUE), March("d2", Flank.LEFT))
    assert [(march.way, march.driven) for march in equal.values()] == [(Way.DUE, True)] * 2
    elsewhere = met(due, March("d2", Flank.RIGHT))
    assert elsewhere[0].way is Way.HERE
    larger = met(replace(March("c2", Flank.LEFT), way=Way.DUE), March("d3", Flank.LEFT))
    assert larger[0].way is Way.HERE
    assert (larger[1].way, larger[1].driven) == (Way.DUE, True)


@pytest.mark.rule(MEETING)
def test_who_was_driven_back_enters_near_his_own_edge_and_frightens_nobody() -> None:
    position = entering({"e21": (3000, 4000, 18000)}, driven=True)
    assert refused(position, "u19 enter 10 3") == "march.driven"
    after = position.play("u19 enter 2 3").state.field
    assert after.stands["e21"] == position.state.field.stands["e21"]
    assert after.disordered("u19"), "an enemy is within 4 UD"


@pytest.mark.rule("adlg.plan.secret")
def test_a_battle_with_marches_is_written_and_read_again() -> None:
    for position in (marching(), marching().play("6"), entering(), entering(driven=True)):
        text = position.text()
        again = GAME.parse(text, position.setting.options)
        assert isinstance(again, Position) or again.code != "position.form"
        assert "m0:c3:left" in text
        assert ("m0:c3:?" in position.view(Eye.SECOND).text) == (position.state.field.marches[0].way is Way.MARCHING)
