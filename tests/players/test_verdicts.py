"""Verdicts: what a move gives away beside the best one, with luck taken out."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from triarii.core import registry
from triarii.core.contract import AnyGame, AnyPosition, Budget, Eye, Refusal, Turn
from triarii.players.analysts import best_lines
from triarii.players.reasons import Reasons, reasons
from triarii.players.verdicts import Verdict, judged, verdict_of, worth
from triarii.puzzles.puzzle import Puzzle, Theme
from triarii.puzzles.shipped import shipped

BUDGET = Budget(nodes=200_000)


def at(name: str, number: int = 0) -> tuple[AnyGame, AnyPosition, Puzzle]:
    game, puzzle = registry.game(name), shipped(name)[number]
    assert not isinstance(game, Refusal)
    position = game.parse(puzzle.position, puzzle.options)
    assert not isinstance(position, Refusal)
    return game, position, puzzle


@pytest.mark.parametrize(
    ("loss", "verdict"),
    [(0.0, "good"), (0.049, "good"), (0.05, "inaccuracy"), (0.1, "mistake"), (0.2, "blunder"), (1.0, "blunder")],
)
def test_a_move_is_called_by_what_it_gives_away(loss: float, verdict: str) -> None:
    assert verdict_of(loss).value == verdict
    assert verdict_of(0.0, is_best=True) is Verdict.BEST


def test_the_best_turn_of_a_puzzle_is_the_best_and_the_worst_is_not() -> None:
    game, position, puzzle = at("towar")
    view = position.view(Eye(position.turn))
    best = judged(game, view, puzzle.best, BUDGET, Random(0))
    worst = judged(game, view, puzzle.ways[-1].action, BUDGET, Random(0))
    assert best is not None
    assert worst is not None
    assert best.verdict is Verdict.BEST
    assert best.loss == 0
    exact = Fraction(puzzle.ways[0].value) - Fraction(puzzle.ways[-1].value)
    assert worst.loss == pytest.approx(float(exact), abs=0.02)
    assert worst.verdict is verdict_of(float(exact))


def test_luck_after_a_turn_counts_by_its_mean() -> None:
    game, position, puzzle = at("towar")
    after = position.play(puzzle.best)
    if after.turn is Turn.CHANCE:
        means = worth(game, after, position.turn, BUDGET, Random(0))
        each = [worth(game, after.play(outcome), position.turn, BUDGET, Random(0)) for outcome, _ in after.chances()]
        assert means is not None
        assert min(filter(None, each), default=0) <= means <= max(value or 0.0 for value in each)
        assert means == pytest.approx(float(Fraction(puzzle.ways[0].value)), abs=0.02)


def test_a_battle_is_judged_too() -> None:
    game, position, puzzle = at("adlg")
    found = judged(game, position.view(Eye(position.turn)), puzzle.best, Budget(nodes=5), Random(0))
    assert found is not None
    assert 0 <= found.loss <= 1


def test_a_quiet_move_is_better_for_what_it_averts_or_leads_to() -> None:
    game, _, _ = at("cities")
    told = []
    for puzzle in [each for each in shipped("cities") if each.theme is Theme.ESCAPE][:6]:
        position = game.parse(puzzle.position, puzzle.options)
        assert not isinstance(position, Refusal)
        view, worse = position.view(Eye(position.turn)), game.action(puzzle.ways[1].action)
        [best, *_] = best_lines(game, view, BUDGET, Random(0), 1)
        found = reasons(game, view, worse, best, BUDGET, Random(0))
        for step in filter(None, (found.averted, found.gained)):
            after = step.before.play(step.action)
            assert len(game.events(step.before, step.action, after)) > 1, "it does more than move"
            told.append(step)
        if found.averted is not None:
            assert found.averted.before.text() == position.play(worse).text(), "it answers the worse move"
    assert len(told) >= 3


def test_no_reason_is_made_up_where_chance_comes_between() -> None:
    game, position, puzzle = at("towar")
    view = position.view(Eye(position.turn))
    [best, *_] = best_lines(game, view, BUDGET, Random(0), 1)
    assert reasons(game, view, puzzle.ways[-1].action, best, BUDGET, Random(0)) == Reasons()
