"""Ambushes of the battle plan: where markers lie, who lies under them, and what the other player gets to know."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.adlg.setup.plans import planning
from tests.games.adlg.setup.set_ups import LARGE, begun, now, played, refused, until, walk
from triarii.core.contract import Eye, Refusal
from triarii.games.adlg.battle.preparation import Task
from triarii.games.adlg.data.ground import TERRAINS, Ambush
from triarii.games.adlg.game import GAME, SECRET
from triarii.games.adlg.position import Position

PLAN, MARKERS = "adlg.plan.secret", "adlg.ambush.markers"
TO_THE_CORPS = ("done", "march nobody", "done")
IN_THE_WOOD, IN_THE_FIELD = "mark 12 4", "mark 20 3.5"


@pytest.mark.rule(PLAN)
def test_plans_come_after_the_camps_and_before_the_corps_and_the_defender_writes_first() -> None:
    tasks = []
    for before, _, _ in walk(begun(setup=SECRET, **LARGE), Random(2)):
        step = (now(before).task, now(before).seat == now(before).defender)
        if step[0] in (Task.CAMP, Task.AMBUSH, Task.CORPS) and step not in tasks:
            tasks.append(step)
    assert [task for task, _ in tasks] == [Task.CAMP] * 2 + [Task.AMBUSH] * 2 + [Task.CORPS] * 2
    assert [defends for _, defends in tasks][:5] == [True, False, True, False, True]


@pytest.mark.rule(PLAN)
def test_without_a_plan_the_corps_come_at_once() -> None:
    assert not any(now(before).task is Task.AMBUSH for before, _, _ in walk(begun(**LARGE), Random(2)))
    assert not GAME.info.hides({"setup": "procedure"})
    assert GAME.info.hides({"setup": SECRET})


@pytest.mark.rule(MARKERS)
def test_a_player_has_two_markers_and_a_strategist_three() -> None:
    two = played(planning(), f"{IN_THE_WOOD} nobody", f"{IN_THE_FIELD} nobody")
    assert refused(two, "mark 10.5 4 nobody") == "setup.mark_count"
    assert list(two.actions()) == ["done"]
    other = played(two, "done", "march nobody")
    assert (now(other).task, now(other).seat) == (Task.AMBUSH, 1), "the attacker's chief is a strategist"
    three = played(other, "mark 21 15 nobody", "mark 22 15 nobody", "mark 23 15 nobody")
    assert refused(three, "mark 22 16 nobody") == "setup.mark_count"
    assert now(played(three, "done")).task is Task.CORPS


@pytest.mark.rule(MARKERS)
def test_a_marker_lies_in_the_own_zone_or_the_defenders_outer_thirds() -> None:
    position = planning()
    assert refused(position, "mark 14 8 nobody") == "setup.mark_zone"
    assert position.check("mark 5 7 nobody") is None, "behind the hill's crest line, far forward on the flank"
    other = played(position, "done", "march nobody")
    assert refused(other, "mark 12 4 nobody") == "setup.mark_zone"
    assert refused(other, "mark 3 10.6 nobody") == "setup.mark_zone", "the attacker has no more than his zone"


@pytest.mark.rule(MARKERS)
def test_light_troops_alone_hide_farther_forward() -> None:
    position = planning()
    assert position.check("mark 12 5.5 u7+u8") is None, "light infantry up to 7 UD"
    assert refused(position, "mark 12 5.5 u1") == "setup.hide_zone"
    assert position.check("mark 12 4.5 u1") is None


@pytest.mark.rule(MARKERS)
def test_a_marker_lies_in_ground_that_hides_or_behind_some() -> None:
    position = planning()
    assert refused(position, "mark 16.5 4 nobody") == "setup.mark_open"
    assert refused(position, "mark 15 4 nobody") == "setup.mark_open", "half of it is outside the wood"
    assert position.check("mark 5 3.5 u1") is None, "behind the hill"
    assert refused(position, "mark 7 0.5 nobody") == "setup.mark_crowded", "on the camp"


@pytest.mark.rule(MARKERS)
@pytest.mark.data
def test_what_each_ground_hides() -> None:
    hides = {name: terrain.ambush for name, terrain in TERRAINS.items() if terrain.ambush is not Ambush.NONE}
    light = dict.fromkeys(("brush", "field", "marsh", "dunes"), Ambush.LIGHT_INFANTRY)
    assert hides == {
        **light,
        **dict.fromkeys(("plantation", "village"), Ambush.NO_ELEPHANTS),
        **dict.fromkeys(("gully", "wood"), Ambush.ALL),
    }


@pytest.mark.rule(MARKERS)
def test_a_field_hides_light_infantry_and_nobody_else() -> None:
    position = planning()
    assert position.check(f"{IN_THE_FIELD} u7+u8") is None
    assert refused(position, f"{IN_THE_FIELD} u1") == "setup.hide_ground"
    assert refused(position, f"{IN_THE_FIELD} u23") == "setup.hide_ground"


@pytest.mark.rule(MARKERS)
def test_up_to_four_units_of_one_corps_that_form_a_group_lie_under_a_marker() -> None:
    position = planning()
    assert position.check(f"{IN_THE_WOOD} u1+u2+u3+u7") is None
    assert refused(position, f"{IN_THE_WOOD} u1+u2+u3+u4+u5") == "setup.hide_many"
    assert refused(position, f"{IN_THE_WOOD} u1+u10") == "setup.hide_group"
    assert refused(position, f"{IN_THE_WOOD} u9") == "setup.hide_kind", "artillery"
    assert refused(position, f"{IN_THE_WOOD} e1") == "setup.hide_who"
    assert refused(position, f"{IN_THE_WOOD} u1+u1") == "setup.twice"
    some = played(position, f"{IN_THE_WOOD} u1+u2")
    assert refused(some, f"{IN_THE_FIELD} u1") == "setup.hide_who", "it lies in the wood"


@pytest.mark.rule(MARKERS)
def test_somebody_of_every_corps_deploys_openly() -> None:
    position = played(planning(), f"{IN_THE_WOOD} u19+u20+u21+u22")
    assert refused(position, "mark 5 3.5 u23+u24") == "setup.hide_all"
    assert position.check("mark 5 3.5 u23") is None


@pytest.mark.rule(MARKERS)
def test_who_lies_in_ambush_is_not_deployed_and_nobody_stands_on_a_marker() -> None:
    position = played(planning(), f"{IN_THE_WOOD} u7+u8", *TO_THE_CORPS, "corps c1")
    assert refused(position, "deploy u7@18,4") == "setup.not_in_corps"
    assert refused(position, "deploy u1@12,4.2") == "setup.crowded"
    whole = next(said for said in position.actions() if said.startswith("deploy"))
    assert "u7" not in whole
    assert played(position, whole, "done")


# What the other player knows


@pytest.mark.rule(PLAN)
def test_a_real_marker_and_a_false_one_look_alike_to_everybody_else() -> None:
    position = planning()
    said = (f"{IN_THE_WOOD} u7+u8", f"{IN_THE_WOOD} nobody")
    for eye in (Eye.SECOND, Eye.OBSERVER):
        views = [position.play(each).view(eye) for each in said]
        assert views[0] == views[1]
        told = [_told(position, each, eye) for each in said]
        assert told[0] == told[1]
        assert "u7" not in told[0]
        assert GAME.text_seen_by(position, said[0], eye) == "mark 12 4 ?"
    own = position.play(said[0]).view(Eye.FIRST)
    assert own != position.play(said[1]).view(Eye.FIRST)
    assert "u7 and u8" in _told(position, said[0], Eye.FIRST)


def _told(position: Position, said: str, eye: Eye) -> str:
    events = GAME.events(position, said, position.play(said))
    return " ".join(GAME.texts.say(event.seen_by(eye).message, "en") for event in events)


@pytest.mark.rule(PLAN)
def test_who_is_missing_from_a_corps_lies_under_some_marker() -> None:
    position = played(planning(), f"{IN_THE_WOOD} u7+u8", f"{IN_THE_FIELD} nobody", *TO_THE_CORPS)
    rng = Random(1)
    while now(position).deployed[:1] != ("c1",):
        offered = position.actions()
        position = played(position, "corps c1" if "corps c1" in offered else rng.choice(offered))
    found = set()
    for _ in range(40):
        field = GAME.imagine(position.view(Eye.SECOND), rng).state.field
        assert {"u7", "u8"} <= field.in_ambush
        assert not field.in_ambush & set(field.stands)
        found.add((field.markers["a1"].units, field.markers["a2"].units))
    assert len(found) > 2, "in the wood, in the field, or one here and one there"


@pytest.mark.rule(PLAN)
def test_a_position_with_markers_is_written_and_read_again() -> None:
    position = until(Task.CORPS, setup=SECRET, seed=2, **LARGE)
    assert position.state.field.markers
    assert GAME.parse(position.text(), position.setting.options) == position


@pytest.mark.rule(MARKERS)
def test_a_written_position_has_markers_where_they_may_lie() -> None:
    position = until(Task.CORPS, setup=SECRET, seed=2, **LARGE)
    name, marker = next(iter(position.state.field.markers.items()))
    there = f"{name}:{marker.x},{marker.y}"
    for wrong in (f"{name}:{marker.x},10000", f"{name}:99999,{marker.y}"):
        found = GAME.parse(position.text().replace(there, wrong), position.setting.options)
        assert isinstance(found, Refusal)
        assert found.code == "position.plan"


@pytest.mark.rule(MARKERS)
def test_proposals_have_false_markers_and_real_ones() -> None:
    offered = planning().actions()
    assert offered[-1] == "done"
    assert any(said.endswith(" nobody") for said in offered)
    assert any("u7+u8" in said for said in offered)
