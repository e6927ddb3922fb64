"""Campaigns: who survives a battle, how the next one takes that over, and who wins the whole."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from triarii.core import timeline
from triarii.core.contract import Budget, Points, Refusal, Result, Turn
from triarii.core.timeline import Timeline
from triarii.games.adlg import sequel
from triarii.games.adlg.battle.table.setting import Campaigning
from triarii.games.adlg.game import GAME
from triarii.games.adlg.position import Position
from triarii.games.adlg.scenarios import campaign, survivors
from triarii.lab import matches

RAIDERS = campaign.shipped()["raiders"]
EVEN = Points((50, 50), "adlg.scoring.unfinished", ())


def battle(number: int = 1, **left: object) -> Position:
    found = GAME.start(campaign.options_of(RAIDERS, number, **left))
    assert isinstance(found, Position), found
    return found


def after_losses(lost: dict[str, str], fallen: tuple[str, ...] = (), **left: object) -> Position:
    """The first battle when these units are gone, and these commanders."""
    position = battle(1, **left)
    field = position.state.field
    field = replace(
        field,
        stands={name: stand for name, stand in field.stands.items() if name not in lost},
        gone=lost,
        leaders={name: where for name, where in field.leaders.items() if name not in fallen},
        fallen=frozenset(fallen),
    )
    return Position(replace(position.state, field=field))


def left_after(position: Position, winner: Turn | None) -> dict[str, Any]:
    return sequel.survivors(position.setting.options, position, Result(winner, "adlg.losses.break"))


@pytest.mark.rule("adlg.campaign.survivors")
def test_all_lost_units_of_the_winner_come_back_shaken_and_half_of_the_losers() -> None:
    lost = dict.fromkeys(["u1", "u2", "u9", "e3", "e4", "e5"], "routed")
    found = left_after(after_losses(lost), Turn.FIRST)
    assert found["shaken"] == ["u1", "u2", "u9", "e3", "e4"]
    assert found["gone"] == ["e5"]
    assert found["begins"] == "first"


@pytest.mark.rule("adlg.campaign.survivors")
def test_in_a_draw_half_of_both_sides_come_back_and_nobody_gains_the_first_sequence() -> None:
    found = left_after(after_losses({"u1": "routed", "u2": "destroyed", "e10": "routed", "e9": "routed"}), None)
    assert found["shaken"] == ["u1", "e9"]
    assert found["gone"] == ["u2", "e10"]
    assert "begins" not in found


@pytest.mark.rule("adlg.campaign.survivors")
def test_who_left_the_table_is_back_and_lost_commanders_are_replaced() -> None:
    found = left_after(after_losses({"u3": "left_table"}, ("d1",)), Turn.FIRST)
    assert (found["gone"], found["shaken"], found["replaced"]) == ([], [], ["d1"])


@pytest.mark.rule("adlg.campaign.survivors")
def test_what_was_lost_before_stays_lost() -> None:
    lost = {"e2": "routed", "e3": "routed"}
    found = left_after(after_losses(lost, (), gone=["e1"], replaced=["c1"]), Turn.FIRST)
    assert found["gone"] == ["e1", "e3"]
    assert found["shaken"] == ["e2"]
    assert found["replaced"] == ["c1"]


@pytest.mark.rule("adlg.campaign.survivors")
def test_the_next_battle_has_exactly_those_who_are_left() -> None:
    whole, left = battle(2), battle(2, gone=["u1", "e9"], shaken=["u2"], replaced=["c1"], begins="second")
    assert set(whole.setting.units) - set(left.setting.units) == {"u1", "e9"}
    stands = left.state.field.stands
    assert stands["u2"].cohesion == whole.state.field.stands["u2"].cohesion - 1
    assert left.setting.corps["c1"].grade.id == "ordinary"
    assert whole.setting.corps["c1"].grade.id == "brilliant"
    assert (whole.turn, left.turn) == (Turn.FIRST, Turn.SECOND)
    again = GAME.parse(left.text(), left.setting.options)
    assert again == left, "a position of such a battle is read again"


@pytest.mark.rule("adlg.campaign.survivors")
def test_a_commander_whose_unit_stays_away_takes_its_place_alone() -> None:
    left = battle(2, gone=["u7"])
    assert left.setting.commanders["c1"] == battle(2).setting.placements["u7"].pose


@pytest.mark.rule("adlg.campaign.survivors")
def test_a_commander_who_is_part_of_a_unit_that_stays_away_joins_the_first_of_his_corps() -> None:
    setting = battle(2).setting
    corps = {**setting.corps, "d2": replace(setting.corps["d2"], included="e8")}
    included = replace(setting, corps=corps, commanders={**setting.commanders, "d2": "e8"})
    left = survivors.applied(included, {"campaign": "raiders", "battle": 2, "gone": ["e8"]})
    assert not isinstance(left, Refusal)
    assert (left.corps["d2"].included, left.commanders["d2"]) == ("e7", "e7")
    assert left.commanders["c1"] == setting.commanders["c1"]


@pytest.mark.rule("adlg.campaign.survivors")
def test_whoever_comes_back_shaken_has_at_least_one_cohesion_and_one_less_than_before() -> None:
    left = battle(2, shaken=["u11", "u9"])
    stands = left.state.field.stands
    assert (stands["u11"].cohesion, stands["u9"].cohesion) == (1, 3)


@pytest.mark.rule("adlg.campaign.survivors")
def test_an_army_of_which_nobody_is_left_is_named() -> None:
    for letter, units, seat in (("u", 12, "first"), ("e", 15, "second")):
        gone = [f"{letter}{number}" for number in range(1, units + 1)]
        refusal = GAME.start(campaign.options_of(RAIDERS, 2, gone=gone))
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.params["seat"]) == ("survivors.nobody", seat)


@pytest.mark.rule("adlg.campaign.survivors")
def test_a_corps_of_which_nobody_is_left_is_gone_with_its_commander() -> None:
    left = battle(2, gone=["u1", "u2", "u3", "u4", "u5", "u6", "u7", "u8"])
    assert [name for name in left.setting.corps if name[0] == "c"] == ["c2"]
    assert left.setting.corps["c2"].chief, "the next commander leads the army"


@pytest.mark.rule("adlg.campaign.survivors")
@pytest.mark.parametrize(
    ("left", "code"),
    [
        ({"gone": ["u99"]}, "army.value"),
        ({"gone": "u1"}, "army.not_a_list"),
        ({"shaken": ["u1"], "gone": ["u1"]}, "survivors.both"),
        ({"replaced": ["u1"]}, "army.value"),
        ({"begins": "third"}, "army.value"),
        ({"points": [1]}, "survivors.points"),
        ({"points": [1, -1]}, "army.number"),
        ({"battle": 0}, "army.number"),
        ({"campaign": "No Such!"}, "survivors.campaign"),
        ({"goners": []}, "army.key_near"),
        ({"gone": [f"u{number}" for number in range(1, 13)]}, "survivors.nobody"),
    ],
)
def test_survivors_that_can_not_be_are_refused_in_words(left: dict[str, object], code: str) -> None:
    options = campaign.options_of(RAIDERS, 2)
    told = options["survivors"]
    assert isinstance(told, dict)
    refusal = GAME.start({**options, "survivors": {**told, **left}})
    assert isinstance(refusal, Refusal)
    assert refusal.code.removesuffix("_near") == code.removesuffix("_near")
    for lang in ("en", "de"):
        assert GAME.texts.say(refusal.message, lang)


@pytest.mark.rule("adlg.campaign.survivors")
def test_survivors_need_a_campaign_and_a_scenario() -> None:
    lacking = GAME.start({"survivors": {"battle": 2}})
    assert isinstance(lacking, Refusal)
    assert lacking.code == "army.missing"
    procedure = GAME.start({"setup": "procedure", "survivors": {"campaign": "raiders", "battle": 2}})
    assert isinstance(procedure, Refusal)
    assert procedure.code == "survivors.procedure"
    assert survivors.applied(battle().setting, survivors.ALL) is battle().setting


@pytest.mark.rule("adlg.campaign.won")
@pytest.mark.parametrize(
    ("points", "key", "seat"),
    [
        ((60, 10), "campaign.won", "first"),
        ((10, 11), "campaign.won", "second"),
        ((30, 30), "campaign.drawn", None),
    ],
)
def test_the_points_of_all_battles_decide_the_campaign(points: tuple[int, int], key: str, seat: str | None) -> None:
    last = battle(3, points=list(points))
    found = sequel.sequel(last.setting.options, last, Result(None, "adlg.scoring.unfinished"), EVEN)
    assert found is not None
    assert found.last
    assert [message.key for message in found.words] == ["campaign.standing", key]
    assert found.words[1].params.get("seat") == seat
    assert (found.words[0].params["first"], found.words[0].params["second"]) == (points[0] + 50, points[1] + 50)
    begun = GAME.start(found.options)
    assert isinstance(begun, Position)
    assert begun.setting.campaigning == Campaigning("raiders", 1), "and it can begin again"


@pytest.mark.rule("adlg.campaign.won")
def test_a_battle_of_its_own_has_no_sequel() -> None:
    own = GAME.start({"scenario": "drill_line"})
    assert isinstance(own, Position)
    assert GAME.sequel(own.setting.options, own, Result(None, "record.draw_agreed")) is None


@pytest.mark.data
@pytest.mark.rule("adlg.campaign.survivors")
def test_every_campaign_has_three_battles_that_can_be_fought_and_are_told_in_both_languages() -> None:
    assert list(campaign.shipped()) == ["raiders"]
    assert [each.turns for each in RAIDERS.battles] == [6, 6, 7]
    for number in (1, 2, 3):
        position = battle(number)
        assert set(position.setting.about) == {"en", "de"}
        assert position.setting.turns == RAIDERS.battles[number - 1].turns
    assert {len(card["battles"]) for card in campaign.cards()} == {3}  # type: ignore[arg-type]


@pytest.mark.rule("adlg.campaign.won")
def test_generals_fight_a_whole_campaign_and_each_record_leads_to_the_next() -> None:
    options: dict[str, object] = {**campaign.options_of(RAIDERS, 1), "turn_limit": 4}
    totals = [0, 0]
    for number in (1, 2, 3):
        played = matches.play(matches.Pairing("adlg", ("general", "general"), options, 5, budget=Budget(nodes=3)), 0)
        line, problem = timeline.replay(GAME, played.record)
        assert problem is None
        assert isinstance(line, Timeline)
        assert played.result is not None
        assert played.points is not None
        totals = [total + gained for total, gained in zip(totals, played.points, strict=True)]
        found = GAME.sequel(line.header.options, line.position, played.result)  # type: ignore[arg-type]
        assert found is not None
        assert found.last == (number == 3)
        assert [found.words[0].params[seat] for seat in ("first", "second")] == totals
        options = {**found.options, "turn_limit": 4}
        told = found.options["survivors"]
        assert isinstance(told, dict)
        assert told["battle"] == (1 if found.last else number + 1)
