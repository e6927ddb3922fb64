"""Groups that evade and disengage as one: who may, with one die, how far, through which gaps, and what each of their
units may still do alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.adlg.table.onsets import cohesion, fighting, play, pose, price, ready, stage, table, why
from tests.games.adlg.table.tables import Placed, ground, meets
from triarii.core.contract import Turn
from triarii.core.texts import LANGUAGES
from triarii.games.adlg.assist import brief, foretelling, standing
from triarii.games.adlg.battle.charge.runners import Runners, runners, turned_away
from triarii.games.adlg.battle.stages import EvadeDie
from triarii.games.adlg.battle.table import marks
from triarii.games.adlg.game import GAME
from triarii.games.adlg.geometry import manoeuvres
from triarii.games.adlg.geometry.bodies import Body, linked
from triarii.games.adlg.geometry.contacts import Side
from triarii.games.adlg.geometry.groups import Cell
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position
from triarii.games.adlg.writing.coherence import why_incoherent
from triarii.players.adlg.foresight import settled

ASIDE: dict[str, Pose] = {
    "c1": (3000, 10000, 0),
    "c2": (3000, 12000, 0),
    "d1": (17000, 10000, 18000),
    "d2": (17000, 12000, 18000),
}
"""The commanders, out of everybody's way."""
KNIGHTS, LIGHT_HORSE, HORSE, SLINGERS = "heavy_knights", "light_cavalry", "medium_cavalry", "light_infantry"
GROUP, ALONG = "adlg.evade.group", "adlg.disengage.group"


def line(troop: str, count: int, prefix: str = "e", x: int = 10000, y: int = 10000, heading: int = 0) -> list[Placed]:
    """Units side by side, from the left."""
    return [(f"{prefix}{number + 1}", troop, (x + 1000 * number, y, heading)) for number in range(count)]


def drill(units: list[Placed], **more: Any) -> Position:
    return ready(units, leaders=ASIDE, grade="strategist", **more)


def charged(units: list[Placed], *, start: Pose = (10500, 12000, 18000), **more: Any) -> Position:
    """Knights charge the first of these, and their neighbour where they stand in front of both."""
    target = more.pop("target", "e1")
    return play(drill([("u1", KNIGHTS, start), *units], **more), f"u1 charge {target}")


# Who


@pytest.mark.rule(GROUP)
def test_a_charged_group_evades_as_one_by_one_die() -> None:
    position = charged(line(LIGHT_HORSE, 2))
    assert stage(position) == ("answer", "e1")
    assert position.state.onset is not None
    assert set(position.state.onset.waiting) == {"e1", "e2"}
    running = play(position, "e1+e2 evade")
    assert running.turn is Turn.CHANCE
    assert stage(running) == ("run", "e1")
    assert " with=e2" in running.text()
    ended = play(running, "5")
    assert [pose(ended, name) for name in ("e1", "e2")] == [(10000, 3250, 18000), (11000, 3250, 18000)]
    assert all(marks.EVADED in table(ended).stands[name].marks for name in ("e1", "e2"))
    assert stage(play(ended, "e1+e2 stay")) == ("pace", ""), "all have evaded"


@pytest.mark.rule(GROUP)
def test_each_unit_of_a_charged_group_may_still_answer_alone() -> None:
    """Each has its own die then, and one may stand while the other runs."""
    position = play(charged(line(LIGHT_HORSE, 2)), "e1 evade", "1", "e1 stay")
    assert stage(position) == ("answer", "e2")
    apart = play(position, "e2 evade", "6", "e2 stay")
    assert (pose(apart, "e1")[1], pose(apart, "e2")[1]) == (5250, 3250)
    assert fighting(play(position, "e2 stand")) == [("u1", "e2", "front")]


@pytest.mark.rule(GROUP)
def test_units_of_the_group_that_are_not_charged_run_along_or_stay() -> None:
    position = charged(line(LIGHT_HORSE, 3))
    assert position.state.onset is not None
    assert "e3" not in position.state.onset.targets
    with_all = play(position, "e1+e2+e3 evade", "3", "e1+e2+e3 stay")
    assert [pose(with_all, name)[1] for name in ("e1", "e2", "e3")] == [4250] * 3
    with_two = play(position, "e1+e2 evade", "3", "e1+e2 stay")
    assert pose(with_two, "e3") == (12000, 10000, 0)


@pytest.mark.rule(GROUP)
def test_who_is_asked_must_be_in_the_group_that_answers() -> None:
    position = charged(line(LIGHT_HORSE, 3))
    assert why(position, "e2+e3 evade")[0] == "order.another"


@pytest.mark.rule(GROUP)
@pytest.mark.parametrize(
    ("units", "code", "rule"),
    [
        ([*line(HORSE, 1), ("e2", KNIGHTS, (11000, 10000, 0))], "deed.evades_not", "adlg.evade.who"),
        ([*line(HORSE, 1), ("e2", HORSE, (11500, 10000, 0))], "move.no_group", "adlg.group.formed"),
        ([*line(HORSE, 1), ("e2", HORSE, (11000, 10000, 0), {"corps": 2})], "move.corps", "adlg.group.formed"),
        ([*line(HORSE, 1), ("e2", "javelinmen", (11000, 10000, 0))], "move.mixing", "adlg.group.mixing"),
    ],
)
def test_only_a_group_whose_units_all_can_evade_does_so_as_one(units: list[Placed], code: str, rule: str) -> None:
    position = charged(units)
    assert why(position, "e1+e2 evade") == (code, rule)
    assert not any(action.startswith("e1+e2") for action in position.actions())


@pytest.mark.rule(GROUP)
def test_who_has_answered_the_charge_does_not_run_along() -> None:
    position = play(charged(line(LIGHT_HORSE, 2)), "e1 stand")
    assert stage(position) == ("answer", "e2")
    assert why(position, "e1+e2 evade") == ("order.has_answered", GROUP)


@pytest.mark.rule(GROUP)
def test_what_is_offered_to_a_charged_unit_names_its_groups_and_all_of_it_is_legal() -> None:
    position = charged(line(LIGHT_HORSE, 3))
    offered = list(position.actions())
    assert offered == [
        *(f"e1 {verb}" for verb in ("stand", "evade", "adapt")),
        *(f"e1+e2 {verb}" for verb in ("evade", "adapt")),
        *(f"e1+e2+e3 {verb}" for verb in ("evade", "adapt")),
    ]
    assert all(position.check(action) is None for action in offered)


# The way


def _broad(position: Position, names: tuple[str, ...]) -> tuple[Body, tuple[Cell, ...], tuple[int, ...]]:
    """The base of a group that has turned about."""
    those = runners(table(position), names)
    assert those is not None
    turned = turned_away(table(position), those, Side.FRONT)
    assert turned is not None
    return turned.base, turned.cells, turned.depths


@pytest.mark.rule(GROUP)
def test_a_group_goes_as_far_as_its_slowest_unit() -> None:
    units: list[Placed] = [("e1", SLINGERS, (10000, 10000, 0)), ("e2", HORSE, (11000, 10000, 0))]
    ended = play(charged(units), "e1+e2 evade", "4")
    assert pose(ended, "e2") == (11000, 10000 - 750 - 3000, 18000)
    assert pose(ended, "e1")[1] == pose(ended, "e2")[1], "still in line"


@pytest.mark.rule(GROUP)
def test_a_column_evades_as_one_where_the_friend_behind_blocks_its_first_unit_alone() -> None:
    column: list[Placed] = [("e1", LIGHT_HORSE, (10000, 10000, 0)), ("e2", LIGHT_HORSE, (10000, 9250, 0))]
    position = charged(column, start=(10000, 12000, 18000))
    assert stage(position) == ("answer", "e1")
    assert why(position, "e1 evade") == ("deed.blocked", "adlg.evade.blocked")
    assert list(position.actions()) == ["e1 stand", "e1+e2 evade", "e1+e2 adapt"]
    ended = play(position, "e1+e2 evade", "3", "e1+e2 stay")
    assert (pose(ended, "e2"), pose(ended, "e1")) == ((10000, 3500, 18000), (10000, 4250, 18000))
    apart = drill([("u1", KNIGHTS, (10000, 12000, 18000)), column[0], ("e2", HORSE, (10000, 9250, 0), {"corps": 2})])
    assert fighting(play(apart, "u1 charge e1")) == [("u1", "e1", "front")], "of another corps he blocks it"


@pytest.mark.rule(GROUP)
def test_a_column_charged_in_the_flank_turns_into_a_line_and_runs() -> None:
    column: list[Placed] = [("e1", LIGHT_HORSE, (10000, 10000, 0)), ("e2", LIGHT_HORSE, (10000, 9250, 0))]
    position = charged(column, start=(7500, 9300, 9000))
    assert position.state.onset is not None
    assert set(position.state.onset.waiting) == {"e1", "e2"}
    who = position.state.who
    ended = play(position, f"{who}+{'e2' if who == 'e1' else 'e1'} evade", "3")
    first, second = pose(ended, "e1"), pose(ended, "e2")
    assert first[2] == second[2] == 9000
    assert first[0] == second[0] == 15500
    assert first[1] - second[1] == 1000


@pytest.mark.rule(GROUP)
def test_a_group_wheels_along_the_charge_at_the_price_of_its_outer_file() -> None:
    units = line(HORSE, 2)
    position = charged(units, start=(10000, 12500, 17000))
    straight, along = (play(position, f"e1+e2 {verb}", "3") for verb in ("evade", "adapt"))
    assert pose(straight, "e1")[2] == 18000
    assert pose(along, "e1")[2] == pose(along, "e2")[2] == 17000
    names = ("e1", "e2")
    bodies = [table(along).body(name) for name in names]
    assert linked(bodies[0], bodies[1], table(along).setting.limits), "still a group"
    turned = Runners(names, *_broad(position, names))
    wheeled = turned.base.moved(manoeuvres.wheel(turned.base.pose, 2000, -1000))
    outer = manoeuvres.wheel_cost(1000, 2)
    end = turned.moved(manoeuvres.advance(wheeled.pose, 4000 - outer))
    assert [body.pose for body in end.bodies] == [body.pose for body in bodies]


@pytest.mark.rule(GROUP)
@pytest.mark.parametrize(("middle", "gap", "files"), [(11500, 2200, 2), (11000, 1200, 1)])
def test_a_group_becomes_narrower_to_get_through_a_gap(middle: int, gap: int, files: int) -> None:
    """Woods that light chariots may not enter stand wide to both sides of it."""
    half = gap // 2
    woods = [ground("wood", 1000, 6500, middle - half, 7500), ground("wood", middle + half, 6500, 19000, 7500)]
    units = line("light_chariot", 4)
    position = charged(units, start=(11000, 12000, 18000), target="e2", terrain=woods)
    who = position.state.who
    names = "+".join([who, *(name for name in ("e1", "e2", "e3", "e4") if name != who)])
    ended = play(position, f"{names} evade", "5")
    across = sorted({pose(ended, name)[0] for name in ("e1", "e2", "e3", "e4")})
    assert len(across) == files
    assert all(pose(ended, name)[2] == 18000 for name in ("e1", "e2", "e3", "e4"))
    bodies = [table(ended).body(name) for name in ("e1", "e2", "e3", "e4")]
    assert min(body.pose[1] for body in bodies) < 6500, "its head is through"


@pytest.mark.rule(GROUP)
def test_of_a_group_that_runs_off_the_table_those_are_lost_who_leave_it() -> None:
    column: list[Placed] = [("e1", LIGHT_HORSE, (10000, 5250, 0)), ("e2", LIGHT_HORSE, (10000, 4500, 0))]
    position = charged(column, start=(10000, 7000, 18000))
    ended = play(position, "e1+e2 evade", "1")
    assert dict(table(ended).gone) == {"e2": "left_table"}
    assert pose(ended, "e1") == (10000, 500, 18000)
    assert stage(ended) == ("about", "e1")


@pytest.mark.rule("adlg.evade.end")
def test_light_troops_of_a_group_turn_about_together_or_each_alone() -> None:
    ended = play(charged(line(LIGHT_HORSE, 2)), "e1+e2 evade", "3")
    assert stage(ended) == ("about", "e1")
    assert list(ended.actions()) == ["e1+e2 stay", "e1+e2 half", "e1 stay", "e1 half"]
    both = play(ended, "e1+e2 half")
    assert [pose(both, name)[2] for name in ("e1", "e2")] == [0, 0]
    one = play(ended, "e1 half")
    assert stage(one) == ("about", "e2")
    assert pose(one, "e1")[2] == 0
    assert pose(play(one, "e2 stay"), "e2")[2] == 18000


@pytest.mark.rule(GROUP)
def test_an_evaded_group_that_is_caught_is_hit_in_the_rear() -> None:
    units: list[Placed] = [("e1", SLINGERS, (10000, 10000, 0)), ("e2", SLINGERS, (11000, 10000, 0))]
    ended = play(charged(units), "e1+e2 evade", "1", "e1+e2 stay", "6")
    assert stage(ended)[0] == "press"
    most = next(action for action in ended.actions() if action.startswith("u1 press"))
    after = play(ended, most)
    assert "e1" not in table(after) or "e2" not in table(after), "light infantry caught in the open is gone"


# Out of a zone in the own turn


@pytest.mark.rule(GROUP)
@pytest.mark.rule("adlg.zone.evade")
def test_a_group_evades_out_of_a_zone_for_one_order() -> None:
    units = [*line(LIGHT_HORSE, 2, "u"), ("e1", "heavy_spearmen", (10000, 10800, 18000))]
    position = drill(units)
    assert price(position, "u1+u2 evade") == 1
    assert "u1+u2 evade" in position.actions()
    ended = play(position, "u1+u2 evade", "3", "u1+u2 half")
    assert [pose(ended, name)[1] for name in ("u1", "u2")] == [5000, 5000]
    assert stage(ended) == ("orders", "")
    free = drill([*line(LIGHT_HORSE, 2, "u"), ("e1", "heavy_spearmen", (10000, 15000, 18000))])
    assert why(free, "u1+u2 evade") == ("deed.free", "adlg.zone.evade")


# Disengaging


def melee(own: str, enemy: str, *more: Placed, meetings: int = 2, **options: Any) -> Position:
    """Two units beside each other against two, no commander behind them."""
    enemies = line(enemy, 2, "e", heading=18000)
    found = [meets(f"u{number + 1}", f"e{number + 1}") for number in range(meetings)]
    return drill([*line(own, 2, "u"), *enemies, *more], meetings=found, **options)


@pytest.mark.rule(ALONG)
def test_a_group_disengages_as_one_for_one_order() -> None:
    position = melee(HORSE, "heavy_spearmen")
    assert price(position, "u1+u2 disengage") == price(position, "u1 disengage")
    assert "u1+u2 disengage" in position.actions()
    after = play(position, "u1+u2 disengage")
    assert [pose(after, name) for name in ("u1", "u2")] == [(10000, 7000, 0), (11000, 7000, 0)]
    assert not fighting(after)
    for name in ("u1", "u2", "e1", "e2"):
        assert marks.DISENGAGED in table(after).stands[name].marks, "neither side shoots"


@pytest.mark.rule(ALONG)
def test_all_of_a_group_go_back_as_far_as_the_one_that_gets_least_far() -> None:
    position = melee(HORSE, "heavy_spearmen", ("u9", "levy", (11000, 7250, 0), {"corps": 2}))
    after = play(position, "u1+u2 disengage")
    assert [pose(after, name)[1] for name in ("u1", "u2")] == [8010, 8010]


@pytest.mark.rule(ALONG)
@pytest.mark.parametrize(
    ("more", "code"),
    [
        ((("u9", "levy", (11000, 8800, 0), {"corps": 2}),), "deed.no_room"),
        ((("e9", "heavy_spearmen", (12200, 9400, 27000)),), "deed.covered"),
    ],
)
def test_what_keeps_one_of_a_group_from_going_back_keeps_all(more: tuple[Placed, ...], code: str) -> None:
    position = melee(HORSE, "heavy_spearmen", *more)
    assert why(position, "u1+u2 disengage")[0] == code
    assert position.check("u1 disengage") is None


@pytest.mark.rule(ALONG)
@pytest.mark.rule("adlg.disengage.who")
def test_each_of_a_group_that_fights_must_be_allowed_to_disengage() -> None:
    units: list[Placed] = [
        *line(HORSE, 2, "u"),
        ("e1", "heavy_spearmen", (10000, 10000, 18000)),
        ("e2", LIGHT_HORSE, (11000, 10000, 18000)),
    ]
    position = drill(units, meetings=[meets("u1", "e1"), meets("u2", "e2")])
    assert why(position, "u1+u2 disengage") == ("deed.bound", "adlg.disengage.who")


@pytest.mark.rule(ALONG)
def test_who_does_not_fight_goes_along_unless_another_enemy_holds_it() -> None:
    behind: Placed = ("u3", HORSE, (10000, 9250, 0))
    position = melee(HORSE, "heavy_spearmen", behind)
    assert why(position, "u1+u2 disengage")[0] == "deed.no_room", "the unit behind is in the way"
    after = play(position, "u1+u2+u3 disengage")
    assert [pose(after, name)[1] for name in ("u1", "u2", "u3")] == [7000, 7000, 6250]
    held = drill(
        [*line(HORSE, 3, "u"), *line("heavy_spearmen", 2, "e", heading=18000), ("e9", "levy", (12000, 10500, 18000))],
        meetings=[meets("u1", "e1"), meets("u2", "e2")],
    )
    assert why(held, "u1+u2+u3 disengage") == ("deed.held_along", ALONG)
    nobody = drill([*line(HORSE, 2, "u"), ("e1", "levy", (10000, 15000, 18000))])
    assert why(nobody, "u1+u2 disengage")[0] == "deed.not_fighting"


@pytest.mark.rule(ALONG)
def test_who_has_made_its_moves_does_not_go_along() -> None:
    behind: Placed = ("u3", HORSE, (10000, 9250, 0), {"marks": [marks.RALLIED]})
    assert why(melee(HORSE, "heavy_spearmen", behind), "u1+u2+u3 disengage") == ("move.done", "adlg.move.three")


@pytest.mark.rule("adlg.zone.evade")
@pytest.mark.rule(GROUP)
def test_a_group_that_is_held_from_the_front_and_from_a_flank_cannot_evade_as_one() -> None:
    front: Placed = ("e1", "heavy_spearmen", (10000, 10800, 18000))
    flank: Placed = ("e2", "heavy_spearmen", (12000, 9600, 27000))
    assert why(drill([*line(LIGHT_HORSE, 2, "u"), front, flank]), "u1+u2 evade")[0] == "order.sides"
    assert drill([*line(LIGHT_HORSE, 2, "u"), front]).check("u1+u2 evade") is None


@pytest.mark.rule("adlg.zone.evade")
@pytest.mark.parametrize(("y", "away"), [(10001, 18000), (10000, 27000), (9250, 27000), (9249, 0)])
def test_out_of_a_zone_a_unit_turns_from_an_enemy_before_its_front_beside_or_behind_it(y: int, away: int) -> None:
    """The base of light horse is 0.75 UD deep."""
    position = drill([("u1", LIGHT_HORSE, (10000, 10000, 0)), ("e1", "heavy_spearmen", (11200, y, 27000))])
    assert pose(play(position, "u1 evade", "3"), "u1")[2] == away


# Answers, players and words


@pytest.mark.rule(GROUP)
def test_standing_answers_run_with_the_group_where_a_unit_alone_is_blocked() -> None:
    column: list[Placed] = [("e1", LIGHT_HORSE, (10000, 10000, 0)), ("e2", LIGHT_HORSE, (10000, 9250, 0))]
    position = charged(column, start=(10000, 12000, 18000))
    assert standing.answer(position, {"evade": "always"}) == "e1+e2 evade"
    assert standing.answer(position, {"evade": "never"}) == "e1 stand"
    ended = play(position, "e1+e2 evade", "3")
    assert standing.answer(ended, {"evade": "always"}) == "e1+e2 half"
    assert standing.answer(charged(line(LIGHT_HORSE, 2)), {"evade": "always"}) == "e1 evade"


@pytest.mark.rule(GROUP)
@pytest.mark.rule("adlg.evade.who")
def test_light_infantry_that_has_to_evade_may_do_so_with_its_group() -> None:
    position = charged(line(SLINGERS, 2), light_infantry_must_evade=True)
    assert stage(position) == ("answer", "e1")
    assert why(position, "e1 stand") == ("order.must_evade", "adlg.evade.who")
    assert list(position.actions()) == ["e1 evade", "e1 adapt", "e1+e2 evade", "e1+e2 adapt"]


@pytest.mark.rule(GROUP)
def test_the_foresight_of_the_general_comes_to_an_end_after_a_group_was_charged() -> None:
    for units in (line(LIGHT_HORSE, 2), line(SLINGERS, 3)):
        position = charged(units)
        assert settled(position.state, 1, lambda state: float(state.field.stands["e1"].pose[1])) > 0


@pytest.mark.rule(GROUP)
def test_a_position_with_runners_who_are_not_there_does_not_fit() -> None:
    running = play(charged(line(LIGHT_HORSE, 2)), "e1+e2 evade")
    assert why_incoherent(running.state) is None
    assert isinstance(running.state.now, EvadeDie)
    for wrong in (("e1",), ("u1",), ("e9",)):
        now = replace(running.state.now, names=("e1", *wrong))
        assert why_incoherent(replace(running.state, now=now)) is not None
    assert cohesion(running, "e1") == 2


@pytest.mark.rule(GROUP)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_plain_play_tells_which_groups_may_answer(lang: str) -> None:
    beside = charged(line(LIGHT_HORSE, 2))
    said = [GAME.texts.say(message, lang) for message in brief.sentences(beside)]
    assert any("e1+e2 evade" in sentence for sentence in said)
    column: list[Placed] = [("e1", LIGHT_HORSE, (10000, 10000, 0)), ("e2", LIGHT_HORSE, (10000, 9250, 0))]
    blocked = charged(column, start=(10000, 12000, 18000))
    said = [GAME.texts.say(message, lang) for message in brief.sentences(blocked)]
    assert any("e1 stand" in sentence and "e1+e2 evade" in sentence for sentence in said)
    assert not any("e1 evade" in sentence for sentence in said), "what it can't do is not told"
    running = play(blocked, "e1+e2 evade")
    assert any("e1+e2" in GAME.texts.say(message, lang) for message in brief.sentences(running))


@pytest.mark.rule(GROUP)
def test_a_preview_of_a_charge_tells_that_a_blocked_unit_may_evade_with_its_group() -> None:
    column: list[Placed] = [("e1", LIGHT_HORSE, (10000, 10000, 0)), ("e2", LIGHT_HORSE, (10000, 9250, 0))]
    position = drill([("u1", KNIGHTS, (10000, 12000, 18000)), *column])
    assert "preview.may_evade_together" in [each.key for each in foretelling.foretold(position, "u1 charge e1")]
