"""The end: a breakthrough at any time, or the count when all cards are played."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.games.towar.boards import CELLS, act, battle, field, law, refused, stands, start, units, walk, words
from triarii.core.contract import Result, Turn


def ended(drawing: str) -> Result | None:
    return battle(drawing, left=0).result()


# Breakthrough


@pytest.mark.rule("towar.aim.breakthrough")
@pytest.mark.statement("TW-006")
def test_a_breakthrough_wins_before_the_end() -> None:
    position = battle(".S. .C. .C. .C.", "K", left=9)
    done = act(position, "b:ffff")
    assert done.result() == Result(Turn.FIRST, "towar.end.breakthrough")
    assert done.cards_left() > 0


@pytest.mark.rule("towar.end.breakthrough")
@pytest.mark.statement("TW-075")
@pytest.mark.parametrize("column", "abc")
def test_a_move_over_the_far_edge_wins(column: str) -> None:
    cells = {"a": "S..", "b": ".S.", "c": "..S"}[column]
    position = battle(f"{cells} {cells} {cells} {cells.replace('S', 'F')}", "K")
    assert act(position, f"{column}:ffff").result() == Result(Turn.FIRST, "towar.end.breakthrough")
    second = battle(f"{cells.replace('S', 't')} " + " ".join([cells.replace("S", "a")] * 3), "b", side=2)
    assert act(second, f"{column}:ffff").result() == Result(Turn.SECOND, "towar.end.breakthrough")


@pytest.mark.rule("towar.end.breakthrough")
@pytest.mark.statement("TW-082")
def test_a_breakthrough_ends_the_game_at_once() -> None:
    done = act(battle(".S. .C. .C. .C.", "K"), "b:ffff")
    assert done.turn is Turn.OVER
    assert (done.actions(), done.chances()) == ([], [])
    assert refused(done, "a").code == "over"


@pytest.mark.rule("towar.end.breakthrough")
@pytest.mark.statement("TW-083")
def test_whoever_broke_through_wins_however_the_count_stands() -> None:
    done = act(battle("rSr kCk tCt .C.", "K", left=1), "b:ffff")
    assert units(done, Turn.FIRST) < units(done, Turn.SECOND)
    assert done.result() == Result(Turn.FIRST, "towar.end.breakthrough")


@pytest.mark.rule("towar.end.breakthrough")
def test_a_unit_on_the_far_row_is_carried_over_by_an_own_unit_that_pushes_it() -> None:
    position = battle(".C. .F. .S. .K.", "Q")
    assert words(position, "b", "f", "f", "f") == ["f"]
    done = act(position, "b:ffff")
    assert done.broken_through
    assert stands(done) == {"b1": "Q", "b2": "K", "b3": "S", "b4": "F"}


@pytest.mark.rule("towar.end.breakthrough", "towar.turn.second_step")
def test_a_second_step_may_break_through() -> None:
    # As in the specification: one row before the enemy back row, that cell empty; onto it and out.
    position = battle("b.b .K. .S. .S.", "C")
    assert words(position, "b", "f", "f", "f") == ["f", "."]
    done = act(position, "b:ffff")
    assert done.result() == Result(Turn.FIRST, "towar.end.breakthrough")
    assert field(act(position, "b:fff")) == "bKb .S. .S. .C."


@pytest.mark.rule("towar.end.breakthrough")
def test_a_unit_on_the_far_row_may_step_aside_instead() -> None:
    position = battle(".S. .C. .C. .C.", "K")
    assert words(position, "b", "f", "f", "f") == ["f", "l", "r"]
    assert field(act(position, "b:fffl")) == "SC. .C. .C. .K."


@pytest.mark.rule("towar.end.breakthrough", "towar.turn.entry_displaces")
def test_a_lone_unit_on_the_far_row_does_not_go_on_by_itself() -> None:
    position = battle("K.. ... ... ...", "S")
    assert position.actions() == ["a", "b", "c"]
    for turn in position.actions():
        assert stands(act(position, turn))["a4"] == "K"


@pytest.mark.rule("towar.turn.edge")
def test_the_own_camp_is_no_way_out() -> None:
    # Nothing goes back, so the near edge is never crossed.
    position = battle("... ... ... SFC", "K")
    for turn in position.actions():
        assert len(stands(act(position, turn))) == 4


# The count


@pytest.mark.rule("towar.aim.largest_army", "towar.end.units")
@pytest.mark.statement("TW-005")
def test_the_aim_is_the_larger_army_on_the_field_at_the_end() -> None:
    assert ended("bkb ... S.. FFC") == Result(Turn.FIRST, "towar.end.units")


@pytest.mark.rule("towar.end.conditions")
@pytest.mark.statement("TW-076")
def test_two_conditions_end_the_game() -> None:
    ends = set()
    for seed in range(40):
        for before, action, after in walk(start("south,north"), seed):
            if after.turn is Turn.OVER:
                broken = before.chain(action)
                ends.add((after.broken_through, after.cards_left() == 0))
                assert after.broken_through == getattr(broken, "broken_through", False)
    assert ends <= {(True, False), (True, True), (False, True)}
    assert {(True, False), (False, True)} <= ends


@pytest.mark.rule("towar.end.count")
@pytest.mark.statement("TW-077")
@pytest.mark.parametrize("begins", ["first", "second"])
@pytest.mark.parametrize("seed", range(3))
def test_the_game_ends_when_both_reserves_are_used_up_after_eleven_turns_each(begins: str, seed: int) -> None:
    for number in range(seed * 50, seed * 50 + 50):
        steps = list(walk(start(begins=begins), number))
        if not steps[-1][2].broken_through:
            break
    turns = [before.turn for before, _, _ in steps if before.turn is not Turn.CHANCE and before.cards_left() <= 22]
    starter = Turn.FIRST if begins == "first" else Turn.SECOND
    assert turns == [starter, starter.other] * 11
    assert all(after.turn is not Turn.OVER for _, _, after in steps[:-1])
    # Neither reserve is ever empty before the other by more than the card of this turn.
    assert steps[-1][2].text().split(" ")[4] == "0-0"


@pytest.mark.rule("towar.end.count")
@pytest.mark.statement("TW-078")
def test_after_the_last_turn_each_counts_the_units_on_the_field_wherever_they_stand() -> None:
    # Units in the enemy's half count like any other.
    assert ended("SSF b.. ... ...") == Result(Turn.FIRST, "towar.end.units")
    assert ended("... ..S r.. kk.") == Result(Turn.SECOND, "towar.end.units")


@pytest.mark.rule("towar.end.units")
@pytest.mark.statement("TW-079")
def test_more_units_win_and_elite_does_not_matter_then() -> None:
    assert ended("... .k. ... CC.") == Result(Turn.FIRST, "towar.end.units")
    assert ended("bk. b.. ... KC.") == Result(Turn.SECOND, "towar.end.units")
    assert ended("... ... ... C..") == Result(Turn.FIRST, "towar.end.units")


@pytest.mark.rule("towar.end.elite")
@pytest.mark.statement("TW-080")
def test_with_equal_numbers_more_elite_units_win() -> None:
    assert ended("ra. t.. ... KCC") == Result(Turn.FIRST, "towar.end.elite")
    assert ended("ba. k.. ... KCC") == Result(Turn.SECOND, "towar.end.elite")


@pytest.mark.rule("towar.end.draw")
@pytest.mark.statement("TW-081")
def test_with_equal_elite_too_the_game_is_drawn() -> None:
    assert ended("ba. t.. ... KCC") == Result(None, "towar.end.draw")
    assert ended("... ... ... ...") == Result(None, "towar.end.draw")
    # Strength decides nothing: five against one is still one against one.
    assert ended("... .a. ... F..") == Result(None, "towar.end.draw")


@pytest.mark.rule("towar.end.count")
def test_the_last_turn_is_played_before_the_count() -> None:
    position = battle("b.. ... ... FFF", "k", side=2, left=1)
    waiting = act(position, "b")
    assert waiting.result() is None
    done = act(waiting, waiting.chances()[0][0])
    done = act(done, done.actions()[0])
    assert done.turn is Turn.OVER


@pytest.mark.rule("towar.end.conditions")
@pytest.mark.parametrize("side", [1, 2])
def test_a_player_without_a_unit_plays_on(side: int) -> None:
    position = battle("... ... ... S.." if side == 2 else "... .b. ... ...", "b" if side == 2 else "S", side=side)
    assert position.turn is (Turn.FIRST if side == 1 else Turn.SECOND)
    assert position.result() is None
    assert len(position.actions()) == 3


@pytest.mark.rule("towar.end.conditions")
def test_after_the_end_nothing_may_be_done() -> None:
    over = battle("b.. ... ... FFF", left=0)
    for text in ("a", "b2", "pass", "west", "knight", "a:f"):
        assert law(over, text) == "towar.end.conditions"
    assert over.actions() == []
    assert over.chances() == []


@pytest.mark.rule("towar.end.count")
def test_no_reserve_runs_out_before_the_other() -> None:
    for seed in range(10):
        for before, _, _ in walk(start(), seed):
            if before.turn is Turn.FIRST or before.turn is Turn.SECOND:
                mine, other = before.text().split(" ")[4].split("-")[:: 1 if before.turn is Turn.FIRST else -1]
                counts = [sum(int(sign) for sign in cards if sign.isdigit()) for cards in (mine, other)]
                assert counts[1] - counts[0] in (0, 1)


def test_results_are_told_only_at_the_end() -> None:
    for seed in range(5):
        steps = list(walk(start("east,south"), seed))
        assert all(before.result() is None for before, _, _ in steps)
        assert steps[-1][2].result() is not None
        assert all(one[2] is two[0] for one, two in pairwise(steps))
        assert set(stands(steps[-1][2])) <= set(CELLS)
