"""Ambushes in battle: markers keep enemies at a distance, are found, and reveal who lies under them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.adlg.setup.plans import battle, orders
from tests.games.adlg.setup.set_ups import refused
from tests.games.adlg.table.tables import ground
from triarii.core.contract import Eye, Turn
from triarii.games.adlg.battle.fighting import aftermath
from triarii.games.adlg.battle.hiding import ambushes
from triarii.games.adlg.battle.hiding.hidden import VANISHED, Marker
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.table.allegiance import Allegiance
from triarii.games.adlg.battle.table.scenery import Scenery
from triarii.games.adlg.game import GAME
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position
from triarii.pictures.adlg import picture

FOUND, REVEAL = "adlg.ambush.found", "adlg.ambush.reveal"
REAL, FALSE = Marker(0, 12000, 4000, ("u1", "u2")), Marker(0, 12000, 4000, ())
FAR_OFF: dict[str, Pose] = {"u10": (25000, 2000, 0), "u19": (27000, 2000, 0), "e17": (28000, 18000, 18000)}
"""Somebody of both sides who has nothing to do with it."""


def at_wood(pose: Pose, marker: Marker, *, unit: str = "e1") -> Position:
    """An enemy before the wood in which the marker lies; it is his sequence."""
    return battle({**FAR_OFF, unit: pose}, {"a1": marker}, active=1)


def kinds(before: Position, said: str) -> list[str]:
    return [event.kind for event in GAME.events(before, said, before.play(said))]


# Distances


@pytest.mark.rule(FOUND)
@pytest.mark.parametrize("marker", [REAL, FALSE])
def test_a_marker_counts_as_an_enemy_unit_for_the_four_ud_of_further_moves(marker: Marker) -> None:
    position = orders(at_wood((12000, 11000, 18000), marker), "d1")
    once = position.play("e1 advance 2")
    assert refused(once, "e1 advance 1") == "move.near_ahead"
    assert once.check("e1 advance 0.5") is None, "4 UD from the marker's near edge it is outside"
    bare = battle({**FAR_OFF, "e1": (12000, 11000, 18000)}, {}, active=1)
    assert orders(bare, "d1").play("e1 advance 2").check("e1 advance 1") is None


@pytest.mark.rule(FOUND)
@pytest.mark.parametrize("marker", [REAL, FALSE])
def test_enemies_do_not_go_through_a_marker(marker: Marker) -> None:
    position = orders(at_wood((12000, 6000, 18000), marker, unit="e8"), "d2")
    assert refused(position, "e8 advance 2") == "move.enemy"


@pytest.mark.rule(FOUND)
@pytest.mark.rule("adlg.formation.change")
@pytest.mark.parametrize("units", [("u7",), ()])
def test_nobody_comes_up_onto_a_marker_when_a_group_extends(units: tuple[str, ...]) -> None:
    column: dict[str, Pose] = {**FAR_OFF, "e21": (20000, 6900, 18000), "e22": (20000, 7650, 18000)}
    position = orders(battle(column, {"a1": Marker(0, 21000, 4500, units)}, active=1), "d3")
    assert refused(position, "e21+e22 extend 1 0 advance 2") == "move.no_room"
    assert position.check("e21+e22 extend 0 1 advance 2") is None, "on the other hand there is room"
    assert position.check("e21+e22 extend 1 0 advance 1.9") is None, "and before the marker too"


@pytest.mark.rule(FOUND)
@pytest.mark.rule("adlg.evade.avoid")
@pytest.mark.parametrize("units", [("u7",), ()])
def test_who_evades_runs_past_a_marker_of_the_enemy_and_not_through_it(units: tuple[str, ...]) -> None:
    horse: dict[str, Pose] = {**FAR_OFF, "e21": (20000, 6500, 0), "u19": (20000, 8500, 18000)}
    for marker, x in ((Marker(0, 20000, 3500, units), 19000), (Marker(0, 26000, 3500, units), 20000)):
        position = orders(battle(horse, {"a1": marker}), "c3")
        ran = position.play("u19 charge e21").play("e21 evade").play("3").state.field.stands["e21"].pose
        assert ran[0] == x, "1 UD aside where the marker lies before it"


# Found


@pytest.mark.rule(FOUND)
def test_an_enemy_within_one_ud_finds_a_marker() -> None:
    for marker in (REAL, FALSE):
        position = orders(at_wood((12000, 7000, 18000), marker, unit="e8"), "d2")
        assert "a1" in position.play("e8 advance 1.4").state.field.markers, "1.1 UD away"
        found = position.play("e8 advance 1.5")
        assert "a1" not in found.state.field.markers, "1 UD away"
        assert ("u1" in found.state.field) == bool(marker.units)
        assert kinds(position, "e8 advance 1.5")[2] == ("ambush" if marker.units else "ambush_false")


@pytest.mark.rule(FOUND)
def test_an_order_that_will_find_a_marker_is_considered_alike_whatever_lies_there() -> None:
    elsewhere = Marker(0, 10500, 4000, ())
    there: dict[str, Pose] = {**FAR_OFF, "e8": (12000, 7000, 18000)}
    here_or_there = ({"a1": REAL, "a2": elsewhere}, {"a1": FALSE, "a2": replace(elsewhere, units=REAL.units)})
    real, false = (orders(battle(there, markers, active=1), "d2") for markers in here_or_there)
    said = "e8 advance 1.5"
    for eye in (Eye.SECOND, Eye.OBSERVER):
        assert real.view(eye) == false.view(eye)
        assert GAME.preview(real, said, eye) == GAME.preview(false, said, eye)
        assert GAME.foretell(real, said, eye) == GAME.foretell(false, said, eye)
        assert GAME.overlays(real, eye) == GAME.overlays(false, eye)
    assert real.actions() == false.actions()
    assert GAME.aim(real, ("e8",), (12000, 5500), None, "") == GAME.aim(false, ("e8",), (12000, 5500), None, "")


@pytest.mark.rule(FOUND)
def test_in_a_wood_a_marker_is_not_seen_from_afar_and_behind_a_hill_it_is_from_the_side() -> None:
    assert "a1" in orders(at_wood((12000, 11000, 18000), REAL), "d1").play("done").state.field.markers
    behind = Marker(0, 5000, 3500, ())
    from_ahead = orders(at_wood((5000, 12000, 18000), behind), "d1")
    assert "a1" in from_ahead.play("e1 advance 1").state.field.markers, "the hill lies between"
    beside = orders(at_wood((9500, 8000, 18000), behind), "d1")
    assert "a1" not in beside.play("e1 advance 1").state.field.markers, "past the hill it has clear sight"


@pytest.mark.rule(FOUND)
def test_a_friend_who_goes_through_a_marker_uncovers_it() -> None:
    marker = Marker(0, 12000, 4000, ("u7",))
    position = orders(battle({**FAR_OFF, "u17": (12000, 3000, 0)}, {"a1": marker}), "c2")
    gone_through = position.play("u17 advance 3")
    field = gone_through.state.field
    assert not field.markers
    assert "u7" in field
    onto = position.play("u17 advance 1.2").state.field
    assert "u7" in onto, "it comes forward beside the friend who stands there"
    assert onto.stands["u7"].pose == (12000, 4750, 0), "as near to the marker as there is room"
    assert onto.stands["u7"].pose != field.stands["u7"].pose


@pytest.mark.rule(FOUND)
@pytest.mark.parametrize(("x", "y", "seen"), [(15000, 10000, False), (17000, 10000, True), (15000, 7900, True)])
def test_a_unit_looks_at_a_marker_from_the_middle_of_its_front(x: int, y: int, seen: bool) -> None:
    """A wood lies between, which it may look past or have behind it."""
    wood = Scenery((ground("wood", 14400, 8000, 15600, 9000),), ())
    marker = Marker(0, 15000, 4000, ())
    assert ambushes.sees(wood, Body((x, y, 18000), 1000, 750, id="e1"), marker.body.quad) is seen


@pytest.mark.rule(REVEAL)
def test_units_that_find_no_room_are_out_of_the_battle_at_no_loss() -> None:
    marker = Marker(0, 12000, 4000, ("u1",))
    crowd: dict[str, Pose] = {
        name: (9500 + 1000 * (number % 6), 6500 - 1000 * (number // 6), 0)
        for number, name in enumerate([f"e{count}" for count in range(1, 25)])
    }
    position = battle({"u10": (25000, 2000, 0), **crowd}, {"a1": marker}, active=1)
    field = ambushes.uncovered(position.state.field, "a1")
    assert field.gone["u1"] == VANISHED
    assert aftermath.army_losses(field, 0).total == 0
    assert aftermath.army_value(field, 0).total == 1


@pytest.mark.rule("adlg.plan.secret")
def test_units_in_ambush_are_not_counted_before_they_come_forward() -> None:
    position = battle(FAR_OFF, {"a1": REAL})
    assert aftermath.army_value(position.state.field, 0).total == 2
    assert aftermath.army_value(position.play("a1 reveal line 0").state.field, 0).total == 4


# Revealed by the owner


@pytest.mark.rule(REVEAL)
def test_the_owner_reveals_an_ambush_between_two_corps_for_nothing() -> None:
    position = battle(FAR_OFF, {"a1": REAL, "a2": Marker(0, 20000, 3500, ())})
    assert any(said.startswith("a1 reveal") for said in position.actions())
    assert not any(said.startswith("a2") for said in position.actions())
    assert refused(position, "a2 reveal line 0") == "ambush.nobody"
    shown = position.play("a1 reveal line 0")
    assert (shown.state.stage, shown.turn) == (Stage.CORPS, Turn.FIRST)
    field = shown.state.field
    assert field.stands["u1"].pose[:2] == (12000, 4375), "with its middle on the marker"
    assert field.stands["u2"].pose[:2] == (13000, 4375), "beside it"
    moving = orders(shown, "c1")
    assert moving.check("u1+u2 advance 1") is None, "a legal group, which gets orders like others of its corps"


@pytest.mark.rule(REVEAL)
def test_nobody_comes_forward_within_one_ud_of_an_enemy() -> None:
    near = battle({**FAR_OFF, "e8": (12000, 6200, 18000)}, {"a1": REAL})
    assert near.check("a1 reveal line 0") is None
    nearer = battle({**FAR_OFF, "e8": (12000, 5300, 18000)}, {"a1": REAL})
    assert refused(nearer, "a1 reveal line 0") == "ambush.no_room"


@pytest.mark.rule(REVEAL)
def test_nobody_reveals_the_markers_of_the_other_player() -> None:
    position = battle(FAR_OFF, {"a1": REAL}, active=1)
    assert refused(position, "a1 reveal line 0") == "ambush.whose"
    assert not any("reveal" in said for said in position.actions())


@pytest.mark.rule(REVEAL)
@pytest.mark.parametrize("marker", [REAL, FALSE])
def test_at_the_end_of_the_enemys_movement_the_owner_is_asked_if_an_enemy_is_within_four_ud(marker: Marker) -> None:
    away = at_wood((12000, 8600, 18000), marker).play("done")
    assert away.state.stage is not Stage.SPRING
    asked = at_wood((12000, 8500, 18000), marker).play("done")
    assert (asked.state.stage, asked.state.who, asked.turn) == (Stage.SPRING, "a1", Turn.FIRST)
    assert asked.actions()[0] == "a1 wait"
    assert (len(asked.actions()) > 1) == bool(marker.units)
    waits = asked.play("a1 wait")
    assert (waits.state.stage, waits.state.active) == (Stage.CORPS, 0), "nobody shoots or fights: the next sequence"
    assert "a1" in waits.state.field.markers
    if marker.units:
        shown = asked.play("a1 reveal line 0")
        assert "u1" in shown.state.field
        assert refused(asked, "a1 reveal line 400") == "order.angle"


@pytest.mark.rule("adlg.allies.hesitate")
@pytest.mark.rule(REVEAL)
def test_a_corps_that_hesitates_reveals_no_ambush() -> None:
    position = battle(FAR_OFF, {"a1": REAL})
    field = position.state.field.with_allegiance("c1", Allegiance.HESITANT)
    hesitant = Position(replace(position.state, field=field))
    assert refused(hesitant, "a1 reveal line 0") == "ambush.hesitates"
    assert not any("reveal" in said for said in hesitant.actions())


@pytest.mark.rule("adlg.charge.exceptions")
@pytest.mark.rule(REVEAL)
def test_whoever_lies_in_ambush_does_not_charge_on_its_own() -> None:
    setting = battle(FAR_OFF, {}).setting
    wild = replace(REAL, units=tuple(name for name, unit in setting.units.items() if unit.seat == 0)[:1])
    position = battle({**FAR_OFF, "e8": (12000, 7000, 0)}, {"a1": wild})
    assert "u1" not in position.play("done").state.field


@pytest.mark.rule("adlg.plan.secret")
def test_a_battle_with_markers_is_written_and_read_again_and_tells_of_them() -> None:
    position = at_wood((12000, 8500, 18000), REAL).play("done")
    text = position.text()
    assert "a1:12000,4000:u1+u2" in text
    assert "a1:12000,4000:?" in position.view(Eye.SECOND).text
    assert "u1" not in position.view(Eye.OBSERVER).text.split(";")[6]
    for lang in ("en", "de"):
        own, other = (
            " ".join(GAME.texts.say(each, lang) for each in GAME.words(position.view(eye)))
            for eye in (Eye.FIRST, Eye.SECOND)
        )
        assert "a1" in other
        assert own != other
    markers = position.view(Eye.SECOND).facts["markers"]
    assert markers == [{"id": "a1", "seat": 0, "x": 12000, "y": 4000, "side": 1000}]


@pytest.mark.rule("adlg.plan.secret")
def test_the_map_of_letters_the_brief_and_the_picture_show_markers_as_far_as_they_are_known() -> None:
    asked = at_wood((12000, 8500, 18000), REAL).play("done")
    own, other = (asked.view(eye) for eye in (Eye.FIRST, Eye.SECOND))
    assert "<a1>" in GAME.drawing(own)
    assert "<a1?>" in GAME.drawing(other)
    assert any("marker" in GAME.texts.say(line, "en") for line in GAME.legend(own))
    for lang in ("en", "de"):
        brief = " ".join(GAME.texts.say(line, lang) for line in GAME.brief(own))
        assert "a1 reveal line" in brief
        assert "a1 reveal" not in " ".join(GAME.texts.say(line, lang) for line in GAME.brief(other))
        pictures = [picture(view, lang) for view in (own, other)]
        assert all('data-marker="a1"' in drawn for drawn in pictures)
        assert ["u1, u2" in drawn for drawn in pictures] == [True, False]


# Coming forward


@pytest.mark.rule(REVEAL)
@pytest.mark.parametrize(
    ("name", "marker", "first", "columns"),
    [
        ("a1", Marker(0, 12000, 4000, ("u7",)), 0, False),
        ("a1", Marker(0, 12000, 4000, ("u7", "u8")), 0, True),
        ("b1", Marker(1, 22000, 15500, ("e6",)), 18000, False),
        ("b1", Marker(1, 22000, 15500, ("e6", "e7")), 18000, True),
    ],
)
def test_who_comes_forward_may_face_all_eight_ways_the_enemys_edge_first_and_several_also_in_a_column(
    name: str, marker: Marker, first: int, columns: bool
) -> None:
    field = battle(FAR_OFF, {name: marker}).state.field
    ways = [(first + turn) % 36000 for turn in (0, 4500, -4500, 9000, -9000, 13500, -13500, 18000)]
    lines = [(heading, False) for heading in ways]
    assert list(ambushes.formations_open(field, name)) == [*lines, *((way, True) for way in ways if columns)]
    assert ambushes.waiting(field, marker.seat) == [name]
    assert ambushes.waiting(field, 1 - marker.seat) == []


@pytest.mark.rule(REVEAL)
def test_the_middle_one_of_those_who_come_forward_stands_on_the_marker_if_he_can() -> None:
    field = battle(FAR_OFF, {"a1": Marker(0, 12000, 4000, ("u1", "u2", "u3"))}).state.field
    line = {"u1": (11000, 4375, 0), "u2": (12000, 4375, 0), "u3": (13000, 4375, 0)}
    column = {"u1": (12000, 5125, 0), "u2": (12000, 4375, 0), "u3": (12000, 3625, 0)}
    assert next(ambushes.placements(field, "a1")) == line
    assert next(ambushes.placements(field, "a1", headings=(0,), columns=(True,))) == column
    back = battle(FAR_OFF, {"b1": Marker(1, 22000, 15500, ("e6", "e7"))}).state.field
    poses = [placed["e6"] for placed in ambushes.placements(back, "b1", columns=(False,))]
    assert poses[:2] == [(22000, 15250, 18000), (23000, 15250, 18000)], "then the other one"
    assert all(0 <= heading < 36000 for _, _, heading in poses)


@pytest.mark.rule(REVEAL)
def test_nobody_comes_forward_where_his_kind_cannot_go() -> None:
    setting = battle(FAR_OFF, {}).setting
    wooded = replace(setting, scenery=Scenery((ground("wood", 9000, 2000, 15000, 6000),), ()))
    here = Body((12000, 4000, 0), 1000, 1000).quad
    assert ambushes.may_stand(wooded, setting.units["u1"], here)
    assert not ambushes.may_stand(wooded, setting.units["u9"], here), "a gun"
    assert ambushes.may_stand(wooded, setting.units["u9"], Body((20000, 4000, 0), 1000, 1000).quad)
