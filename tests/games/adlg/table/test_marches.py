"""Flank marches in battle: the dice that bring them, the entry, the flight before them, and marches that meet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.adlg.setup.plans import battle, with_marker
from tests.games.adlg.setup.set_ups import refused
from triarii.core.contract import Eye, Turn
from triarii.games.adlg.battle.fighting import aftermath
from triarii.games.adlg.battle.hiding import marches
from triarii.games.adlg.battle.hiding.hidden import VANISHED, Flank, March, Marker, Way
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.battle.table.field import Leader
from triarii.games.adlg.game import GAME
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position

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


def entering_right(more: dict[str, Pose] | None = None, *, driven: bool = False) -> Position:
    """The same for the second player, whose two heavy, two medium and four light cavalry come from the right."""
    march = March("d3", Flank.RIGHT, 1, Way.DUE, driven)
    position = battle({**FAR_OFF, **(more or {})}, {}, active=1, marches={1: march})
    return Position(marches.begin_movement(position.state)).play("corps d3").play("6")


def offered(position: Position) -> dict[str, list[str]]:
    """The offered entries of each unit or line: the place along the edge and how far in."""
    found: dict[str, list[str]] = {}
    for said in position.actions():
        who, verb, *numbers = f"{said} - -".split()[:4]
        if verb == "enter":
            found.setdefault(who, []).append(" ".join(numbers))
    return found


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
    assert field.leaders["c3"] == Leader((0, 0, 0), unit="u19", moves=1)
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
def test_the_last_units_of_a_march_may_enter_all_at_once() -> None:
    after = entering().play("u19+u20+u21+u22 enter 10 3")
    assert refused(after, "u22+u23 enter 15 3") == "march.who"
    assert after.check("u23+u24 enter 15 3") is None


@pytest.mark.rule(ENTRY)
def test_an_included_commander_enters_with_his_unit_which_comes_first() -> None:
    position = entering()
    field = position.state.field
    corps = {**field.setting.corps, "c3": replace(field.setting.corps["c3"], included="u21")}
    field = replace(field, setting=replace(field.setting, corps=corps))
    position = Position(replace(position.state, field=field))
    assert refused(position, "u19 enter 10 3") == "march.commander"
    after = position.play("u21 enter 10 3")
    assert after.state.field.leaders["c3"] == Leader((0, 0, 0), unit="u21", moves=1)
    assert after.check("u19 enter 5 3") is None


@pytest.mark.rule(ENTRY)
@pytest.mark.parametrize(("y", "blocks"), [(10900, True), (11000, False), (9100, True), (9000, False)])
def test_whoever_stands_in_the_way_with_part_of_his_base_blocks_an_entry(y: int, blocks: bool) -> None:
    position = entering({"u2": (2000, y, 9000)})
    assert (position.check("u19 enter 10 3") is not None) is blocks


@pytest.mark.rule("adlg.ambush.found")
def test_nobody_enters_over_a_marker_of_the_enemy_but_over_one_of_his_own() -> None:
    for name, seat, blocks in (("b1", 1, True), ("a1", 0, False)):
        position = with_marker(entering(), name, Marker(seat, 1500, 10000, ()))
        assert (position.check("u19 enter 10 3") is not None) is blocks


@pytest.mark.rule(ENTRY)
def test_entries_are_offered_from_the_middle_of_the_edge_on_for_lines_and_for_each_unit() -> None:
    places = ("10", "9.5", "10.5", "9", "11", "8.5")
    lines = ["u19+u20+u21+u22+u23+u24", "u19+u20+u21+u22+u23", "u19+u20+u21+u22", "u19+u20+u21", "u19+u20"]
    found = offered(entering())
    assert list(found) == [*lines, "u19", "u20", "u21", "u22", "u23", "u24"]
    assert all(found[who] == [f"{place} 4" for place in places] for who in (*lines, "u19"))
    assert found["u24"] == [f"{place} 5" for place in places], "light horse goes farther"


@pytest.mark.rule(ENTRY)
@pytest.mark.parametrize(("front", "distance"), [(3500, "2.375"), (1500, "0.75"), (700, "")])
def test_where_a_friend_stands_in_the_way_an_entry_is_offered_that_stops_before_him(front: int, distance: str) -> None:
    """He stands all along the edge, so far from it."""
    wall = {f"u{number}": (front + 750, 1000 * number, 9000) for number in range(1, 19) if number not in (7, 8, 9)}
    spared = {"u7": (front + 500, 7000, 9000), "u8": (front + 500, 8000, 9000), "u9": (front + 1000, 9000, 9000)}
    found = offered(entering({**wall, **spared, "u14": (front + 1000, 14000, 9000)}))
    taken = {said for said in found.get("u19", []) if float(said.split()[0]) <= 16}
    assert {said.split()[1] for said in taken} == ({distance} if distance else set())


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


@pytest.mark.rule(FLIGHT)
@pytest.mark.parametrize(("x", "flees"), [(4500, True), (4501, False)])
def test_enemies_flee_from_an_entry_that_is_exactly_4_ud_away(x: int, flees: bool) -> None:
    """A base of 1 UD that stands across: its near side is half a UD nearer to the edge."""
    position = entering({"e21": (x, 10000, 18000)})
    field = position.play("u19 enter 10 1").state.field
    assert (field.stands["e21"] != position.state.field.stands["e21"]) is flees


@pytest.mark.rule(FLIGHT)
def test_who_flees_turns_about_his_middle_and_runs_as_far_as_he_may_move() -> None:
    position = entering({"e8": (2500, 12500, 18000)})
    field = position.play("u19 enter 10 3").state.field
    assert field.stands["e8"].pose == (6000, 13000, 9000), "half his depth and 3 UD from his middle"
    assert field.full("e8") - field.stands["e8"].cohesion == 1
    position = entering_right({"u10": (27500, 12500, 0)})
    field = position.play("e17 enter 12 3").state.field
    assert field.stands["u10"].pose == (25125, 12125, 27000), "away from the right edge"


@pytest.mark.rule(FLIGHT)
def test_of_those_who_flee_whoever_stands_farthest_in_runs_first_so_that_all_have_room() -> None:
    left = entering({"e1": (1500, 10200, 18000), "e2": (3400, 10000, 18000)}).play("u19 enter 10 1").state.field
    assert [left.stands[name].pose[0] for name in ("e1", "e2")] == [3875, 5775]
    more = {"u1": (28500, 9800, 0), "u2": (26600, 10000, 0)}
    right = entering_right(more).play("e17 enter 10 1").state.field
    assert [right.stands[name].pose[0] for name in ("u1", "u2")] == [26125, 24225]


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
@pytest.mark.parametrize(("heavy", "outcome"), [(4, (False, True)), (5, (True, True)), (6, (True, False))])
def test_where_marches_meet_two_light_units_count_as_one_other(heavy: int, outcome: tuple[bool, bool]) -> None:
    """Four units and two light ones against so many."""
    field = battle(FAR_OFF, {}, marches={0: replace(MARCH, way=Way.DUE), 1: March("d2", Flank.LEFT)}).state.field
    others = [f"e{number}" for number in range(8 + heavy, 17)]
    units = {name: replace(unit, corps=9) if name in others else unit for name, unit in field.setting.units.items()}
    state = replace(battle(FAR_OFF, {}).state, field=replace(field, setting=replace(field.setting, units=units)))
    met = marches.begin_movement(state).field.marches
    assert (met[0].driven, met[1].driven) == outcome


@pytest.mark.rule(MEETING)
def test_who_was_driven_back_enters_within_5_ud_of_his_own_edge_with_all_of_his_base() -> None:
    first, second = entering(driven=True), entering_right(driven=True)
    assert first.check("u19 enter 4.5 3") is None
    assert refused(first, "u19 enter 4.501 3") == "march.driven"
    assert second.check("e17 enter 15.5 3") is None
    assert refused(second, "e17 enter 15.499 3") == "march.driven"


@pytest.mark.rule(MEETING)
def test_entries_of_who_was_driven_back_are_offered_from_his_own_edge_on() -> None:
    first, second = offered(entering(driven=True)), offered(entering_right(driven=True))
    assert first["u19"] == [f"{place} 4" for place in ("0.5", "1", "1.5", "2", "2.5", "3")]
    assert first["u19+u20"] == [f"{place} 4" for place in ("1.5", "2", "2.5", "3", "3.5", "4")]
    assert second["e17"] == [f"{place} 4" for place in ("19.5", "19", "18.5", "18", "17.5", "17")]
    assert second["e17+e18"] == [f"{place} 4" for place in ("18.5", "18", "17.5", "17", "16.5", "16")]


@pytest.mark.rule(MEETING)
@pytest.mark.parametrize(("x", "loses", "near"), [(7499, 1, True), (7500, 1, False), (7501, 0, False)])
def test_who_was_driven_back_loses_1_cohesion_within_4_ud_of_an_enemy(x: int, loses: int, near: bool) -> None:
    """The enemy's base of 1 UD stands across, its near side half a UD nearer; the front of who enters is at 3 UD. For
    further moves 4 UD are far enough."""
    field = entering({"e21": (x, 2000, 18000)}, driven=True).play("u19 enter 2 3").state.field
    assert field.full("u19") - field.stands["u19"].cohesion == loses
    assert field.has_mark("u19", marks.NEAR) is near


@pytest.mark.rule("adlg.moves.distance")
@pytest.mark.statement("AG-456")
def test_all_the_way_in_from_the_edge_counts_for_the_distance_of_a_further_move() -> None:
    """Light horse comes 5 UD in and ends almost 5 UD from an enemy, who was nearer where it crossed the edge."""
    for y, near in ((7250, False), (7249, True)):
        after = entering({"e21": (1000, y, 0)}, driven=True).play("u23 enter 2 5")
        assert after.state.field.nearest_enemy("u23") in (4853, 4854)
        assert after.state.field.has_mark("u23", marks.NEAR) is near
    assert refused(after, "u23 slide left 0.1") == "move.near"


@pytest.mark.rule("adlg.zone.allowed")
def test_nobody_enters_across_the_zone_of_an_enemy_who_did_not_flee() -> None:
    """Swordsmen face south with their front 2.5 UD from the edge where cavalry comes by before them, at a right
    angle; whoever comes straight before the front of others may come into their zone."""
    aside = entering({"e8": (3000, 3000, 18000)}, driven=True)
    assert refused(aside, "u19 enter 2 3") == "move.zone_ahead"
    assert aside.check("u19 enter 2 2.5") is None, "it ends where the zone begins"
    assert entering({"e8": (3500, 2000, 27000)}, driven=True).check("u19 enter 2 3") is None


@pytest.mark.rule("adlg.charge.declare")
def test_nobody_enters_into_contact_with_an_enemy() -> None:
    for pose in ((3000, 2000, 27000), (4000, 2000, 9000)):
        position = entering({"e8": pose}, driven=True)
        assert refused(position, "u19 enter 2 3") == "move.charge_instead"
        assert position.check("u19 enter 2 2.9") is None


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


@pytest.mark.rule("adlg.plan.secret")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_side_of_a_march_is_seen_by_its_owner_alone_and_that_there_is_one_by_everybody(seat: int) -> None:
    march = (March("c3", Flank.LEFT), March("d3", Flank.RIGHT))[seat]
    position = battle(FAR_OFF, {}, marches={seat: march})
    eyes = (Eye.FIRST, Eye.SECOND)
    assert f"m{seat}:{march.leader}:{march.flank}" in position.view(eyes[seat]).text
    for eye in (eyes[1 - seat], Eye.OBSERVER):
        assert f"m{seat}:{march.leader}:?" in position.view(eye).text


@pytest.mark.rule("adlg.plan.secret")
@pytest.mark.parametrize("seat", [0, 1])
def test_whoever_was_driven_back_by_a_march_knows_on_which_side_it_comes(seat: int) -> None:
    leaders = ("c3", "d3")
    here, driven = March(leaders[seat], Flank.LEFT), March(leaders[1 - seat], Flank.LEFT, 1, Way.DUE, True)
    position = battle(FAR_OFF, {}, marches={seat: here, 1 - seat: driven})
    assert f"m{seat}:{leaders[seat]}:left" in position.view((Eye.SECOND, Eye.FIRST)[seat]).text
