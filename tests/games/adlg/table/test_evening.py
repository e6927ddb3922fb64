"""The end of an evening: a last turn by limit, by the clock or because both want it, and the points after it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.games.adlg.table.tables import Placed, battlefield
from triarii.core import timeline
from triarii.core.contract import Budget, Eye, Refusal, Result, Turn
from triarii.core.records import Acted, ChanceFell, Header, TimeCalled, dump, parse
from triarii.core.timeline import Timeline
from triarii.games.adlg.battle.stages import ChoosingCorps, Stage
from triarii.games.adlg.battle.state import Evening, State
from triarii.games.adlg.game import GAME
from triarii.games.adlg.position import Position
from triarii.games.adlg.telling import words
from triarii.players.adlg.general import General

LEADERS = {"c1": (6000, 1000, 0), "d1": (6000, 19000, 18000)}


def battle(first: int = 0, second: int = 0, turns: int = 0, sequence: int = 1) -> Position:
    """Five a side far apart; so many of each side are disordered, each for a point of loss."""
    placed: list[Placed] = []
    for number in range(1, 6):
        shaken = {"cohesion": 2}
        placed.append((f"u{number}", "heavy_spearmen", (2000 * number, 3000, 0), shaken if number <= first else {}))
        placed.append(
            (f"e{number}", "heavy_spearmen", (2000 * number, 17000, 18000), shaken if number <= second else {})
        )
    field = battlefield(placed, leaders=LEADERS)
    field = replace(field, setting=replace(field.setting, turns=turns))
    return Position(State(field, ChoosingCorps(), (sequence - 1) % 2, sequence))


def idle(position: Position) -> Position:
    """The seat ends its movement; there is nothing to shoot at and nobody to fight."""
    return position.play("done")


def may_propose(position: Position) -> object:
    """What a board is told, to offer it."""
    score = position.view(Eye.OBSERVER).facts["score"]
    assert isinstance(score, dict)
    return score["may_propose"]


def refused(position: Position, order: str) -> str:
    refusal = position.check(order)
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "adlg.scoring.time"
    assert GAME.texts.say(refusal.message, "de") != GAME.texts.say(refusal.message, "en")
    return refusal.code


def said(before: Position, action: str, after: Position) -> list[str]:
    return [event.kind for event in GAME.events(before, action, after)]


@pytest.mark.rule("adlg.scoring.time")
def test_without_a_limit_a_battle_goes_on_from_turn_to_turn() -> None:
    position = battle()
    for _ in range(20):
        position = idle(position)
    assert position.turn is Turn.FIRST
    assert position.result() is None


@pytest.mark.rule("adlg.scoring.time")
def test_a_limit_ends_the_battle_when_both_have_had_the_last_turn() -> None:
    position = battle(first=0, second=2, turns=2)
    for _ in range(3):
        position = idle(position)
        assert position.result() is None
    over = idle(position)
    assert over.result() == Result(Turn.FIRST, "adlg.scoring.unfinished")
    assert said(position, "done", over)[-2:] == ["won_on_points", "scored"]
    assert GAME.score(over, over.result()).points == (71, 29)


@pytest.mark.rule("adlg.scoring.unfinished")
def test_time_that_is_up_with_equal_losses_is_a_draw() -> None:
    before = battle(first=1, second=1, turns=1, sequence=2)
    over = idle(before)
    assert over.result() == Result(None, "adlg.scoring.unfinished")
    assert said(before, "done", over)[-2:] == ["drawn_on_points", "scored"]
    assert GAME.score(over, over.result()).points == (42, 42)


@pytest.mark.rule("adlg.losses.break")
def test_an_army_that_breaks_in_the_last_turn_has_lost_by_the_break() -> None:
    over = idle(battle(first=5, turns=1))
    assert over.result() == Result(Turn.SECOND, "adlg.losses.break")
    assert GAME.score(over, over.result()).points == (10, 100)


@pytest.mark.rule("adlg.scoring.time")
def test_as_a_sequence_begins_its_player_may_propose_that_this_turn_be_the_last() -> None:
    position = battle()
    assert may_propose(position)
    assert "time" not in position.actions(), "a proposal is no order that a program should think of"
    asked = position.play("time")
    assert asked.turn is Turn.SECOND
    assert list(asked.actions()) == ["agree", "play_on"]
    assert said(position, "time", asked) == ["time_asked"]
    assert refused(asked, "done") == "evening.answer"
    agreed = asked.play("agree")
    assert agreed.turn is Turn.FIRST
    assert said(asked, "agree", agreed) == ["time_agreed"]
    assert refused(agreed, "time") == "evening.last_turn"
    assert idle(idle(agreed)).turn is Turn.OVER


@pytest.mark.rule("adlg.scoring.time")
def test_who_wants_to_play_on_is_asked_again_only_in_another_sequence() -> None:
    asked = battle().play("time")
    on = asked.play("play_on")
    assert said(asked, "play_on", on) == ["time_refused"]
    assert refused(on, "time") == "evening.asked"
    assert not may_propose(on)
    later = idle(on)
    assert later.state.evening is Evening.OPEN
    assert later.check("time") is None
    assert idle(later).turn is Turn.FIRST


@pytest.mark.rule("adlg.scoring.time")
def test_once_a_corps_has_been_activated_it_is_too_late_to_propose() -> None:
    begun = battle().play("corps c1").play("4").play("done")
    assert begun.state.active == 1, "one corps is a whole movement"
    far = replace(battle().state, done=("c1",))
    assert refused(Position(far), "time") == "evening.begun"


@pytest.mark.rule("adlg.scoring.time")
def test_a_clock_ends_the_battle_with_the_turn_in_which_it_runs_out() -> None:
    second = idle(battle(second=1))
    call = GAME.time_up(second)
    assert call == "time_up"
    assert refused(second, "time_up") == "evening.clock", "no player can say it"
    called = second.play("time_up")
    assert said(second, "time_up", called) == ["time_up"]
    assert called.turn is second.turn
    assert isinstance(GAME.time_up(called), Refusal), "time is up once"
    over = idle(called)
    assert over.result() == Result(Turn.FIRST, "adlg.scoring.unfinished")
    assert isinstance(GAME.time_up(over), Refusal)
    assert idle(idle(battle().play("time_up"))).turn is Turn.OVER, "in a first sequence both are still played"


@pytest.mark.rule("adlg.scoring.time")
def test_a_clock_answers_a_proposal_that_waits() -> None:
    called = battle().play("time").play("time_up")
    assert (called.turn, called.state.stage, called.state.evening) == (Turn.FIRST, Stage.CORPS, Evening.LAST_TURN)


@pytest.mark.rule("adlg.scoring.time")
def test_time_can_be_up_between_dice_and_while_the_table_is_set_up() -> None:
    thrown = battle().play("corps c1").play("time_up").play("4")
    assert thrown.state.evening is Evening.LAST_TURN
    setup = GAME.start({"setup": "procedure"})
    assert isinstance(setup, Position)
    called = setup.play("time_up")
    assert said(setup, "time_up", called) == ["time_up"]
    text = called.text()
    again = GAME.parse(text, called.setting.options)
    assert isinstance(again, Position), again
    assert again.text() == text


@pytest.mark.rule("adlg.scoring.time")
@pytest.mark.parametrize("moves", [("time",), ("time", "agree"), ("time", "play_on"), ("time_up",)])
def test_what_was_said_about_time_is_in_the_text_of_a_position(moves: tuple[str, ...]) -> None:
    position = GAME.start({"scenario": "drill_line"})
    assert isinstance(position, Position)
    for move in moves:
        position = position.play(move)
    again = GAME.parse(position.text(), position.setting.options)
    assert again == position
    assert isinstance(GAME.parse(position.text().replace(" ; ", " time=soon ; ", 1), position.setting.options), Refusal)


@pytest.mark.rule("adlg.scoring.time")
def test_nobody_waits_for_an_answer_in_the_middle_of_a_sequence() -> None:
    position = GAME.start({"scenario": "drill_line"})
    assert isinstance(position, Position)
    wrong = position.play("time").text().replace("evening", "evening done=c1", 1)
    refusal = GAME.parse(wrong, position.setting.options)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "position.stage"


@pytest.mark.rule("adlg.scoring.broken")
def test_who_gives_up_counts_as_broken_and_an_agreed_draw_as_level() -> None:
    position = battle(first=1, second=4)
    resigned = Result(Turn.SECOND, "record.resigned")
    assert GAME.score(position, resigned).points == (26, 84)
    assert GAME.score(position, resigned).rule == "adlg.scoring.broken"
    assert GAME.score(position, Result(None, "record.draw_agreed")).points == (48, 42)
    assert GAME.score(position, None).points == (79, 21), "as it stands"


@pytest.mark.rule("adlg.scoring.unfinished")
def test_the_running_score_and_the_turns_are_shown_and_told() -> None:
    position = battle(first=0, second=2, turns=3)
    assert position.view(Eye.OBSERVER).facts["score"] == {
        "points": [71, 29],
        "winner": "first",
        "ending": "lead",
        "parts": ["0", "2/5"],
        "limit": 3,
        "last_turn": False,
        "may_propose": True,
    }
    keys = [message.key for message in words.sentences(position.state)]
    assert {"say.turns", "say.score"} <= set(keys)
    last = replace(position.state, evening=Evening.LAST_TURN)
    assert "say.last_turn" in [message.key for message in words.sentences(last)]
    how = [GAME.texts.say(message, "en") for message in GAME.score(position, None).how]
    assert how[0].startswith("Neither army is beaten. Losses: 0/5 and 2/5. The shares differ by 2/5")
    assert how[1:] == [
        "Blue: 55 + 40 × 2/5 = 71 points.",
        "Ochre: 45 − 40 × 2/5 = 29 points.",
    ]


@pytest.mark.rule("adlg.scoring.time")
def test_the_general_agrees_to_stop_unless_he_would_lose() -> None:
    def answer(position: Position) -> str:
        return str(General().consider(position, Budget(nodes=1))[0].action)

    assert answer(battle(first=2).play("time")) == "agree"
    assert answer(battle().play("time")) == "agree"
    assert answer(battle(second=2).play("time")) == "play_on"


@pytest.mark.rule("adlg.scoring.unfinished")
def test_a_table_of_ones_own_decides_who_has_won() -> None:
    start = GAME.start({"scenario": "drill_line", "turn_limit": 1, "scoring": {"unfinished": {"draw": 7}}})
    assert isinstance(start, Position)
    over = idle(idle(start))
    assert GAME.score(over, over.result()).points == (7, 7)
    refusal = GAME.start({"scoring": {"unfinished": {"margin": 500}}})
    assert isinstance(refusal, Refusal)
    assert refusal.code == "army.number"


@pytest.mark.rule("adlg.scoring.time")
def test_a_battle_that_a_clock_ended_is_proven_by_its_record_alone() -> None:
    header = Header("adlg", GAME.info.rules_version, {"scenario": "drill_line"})
    line = timeline.begin(GAME, header)
    assert isinstance(line, Timeline)
    assert line.append(TimeCalled()) is None
    assert line.append(TimeCalled()) is not None
    rng = Random(1)
    while line.result is None:
        turn = line.position.turn
        if turn is Turn.CHANCE:
            assert line.append(ChanceFell(rng.choice(line.position.chances())[0])) is None
        else:
            assert line.append(Acted(turn, "done")) is None
    line.close()
    kept = parse(dump(line.record))
    assert kept.damage is None
    assert kept.record is not None
    again, problem = timeline.replay(GAME, kept.record)
    assert problem is None
    assert again is not None
    assert again.result == Result(None, "adlg.scoring.unfinished")
