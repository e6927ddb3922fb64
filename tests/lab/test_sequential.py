"""The sequential test: it keeps its promises about errors, and counts pairs of games in their order."""

from __future__ import annotations

import math
from random import Random

import pytest

from triarii.core.contract import Refusal
from triarii.lab.sequential import Question, SequentialTest, Verdict, log_ratio, read, score_of


def played(question: Question, score: float, seed: int, most: int = 20_000) -> tuple[Verdict, int]:
    """A match of a player who wins so often, until it is decided."""
    rng, test = Random(seed), SequentialTest(question)
    for number in range(most):
        if test.hear(2 * (rng.random() < score), is_new=True) is not Verdict.OPEN:
            return test.verdict, number + 1
    return test.verdict, most


@pytest.mark.parametrize(("truth", "right"), [(0.5, Verdict.LOW), (0.6, Verdict.HIGH)])
def test_the_wrong_score_is_taken_no_oftener_than_allowed(truth: float, right: Verdict) -> None:
    verdicts = [played(Question(0.5, 0.6), truth, seed) for seed in range(60)]
    assert sum(verdict is right for verdict, _ in verdicts) >= 54
    assert all(games % 2 == 0 for _, games in verdicts), "decided after pairs only"


def test_a_clear_difference_is_known_sooner_than_a_small_one() -> None:
    assert played(Question(0.5, 0.6), 0.95, 1)[1] < played(Question(0.5, 0.6), 0.6, 1)[1] < 2_000


def test_wins_alone_and_losses_alone_decide_too() -> None:
    assert played(Question(0.5, 0.55), 1.0, 1, most=400)[0] is Verdict.HIGH
    assert played(Question(0.5, 0.55), 0.0, 1, most=400)[0] is Verdict.LOW


def test_even_pairs_say_that_none_of_two_scores_at_equal_distance_is_better() -> None:
    assert log_ratio([1, 5, 9, 5, 1], 0.45, 0.55) == pytest.approx(0, abs=1e-9)
    assert log_ratio([1, 2, 3, 4, 5], 0.45, 0.55) == pytest.approx(-log_ratio([5, 4, 3, 2, 1], 0.45, 0.55), abs=1e-9)


def test_for_pairs_that_are_won_or_lost_the_ratio_is_that_of_a_coin() -> None:
    """Only two outcomes, so the shares under each score are known."""
    won, lost = 30, 20
    expected = won * math.log(0.6 / 0.5) + lost * math.log(0.4 / 0.5)
    assert log_ratio([lost, 0, 0, 0, won], 0.5, 0.6) == pytest.approx(expected, abs=0.01)


def test_a_pair_of_copies_is_no_evidence_and_half_a_pair_waits() -> None:
    test = SequentialTest(Question(0.5, 0.6))
    test.hear(2, is_new=True)
    assert test.ratio == 0.0
    test.hear(2, is_new=False)
    before = test.ratio
    assert before > 0
    for _ in range(200):
        test.hear(2, is_new=False)
    assert test.ratio == before
    assert test.verdict is Verdict.OPEN


def test_bounds_are_given_in_elo_or_in_percent() -> None:
    elo, percent = read("0:400", "0.05:0.1"), read("50%:55.5%", "0.01:.2")
    assert isinstance(elo, Question)
    assert (elo.low, elo.alpha, elo.beta) == (0.5, 0.05, 0.1)
    assert elo.high == pytest.approx(10 / 11)
    assert percent == Question(0.5, 0.555, 0.01, 0.2)
    assert isinstance(read("-10:10", "0.05:0.05"), Question)
    assert score_of(0) == 0.5


@pytest.mark.parametrize("word", ["", "5", "5:0", "0:0", "50%:60", "0%:50%", "50%:100%", "a:b", "0:1:2", "1e5:2e5"])
def test_bounds_that_are_none_are_refused(word: str) -> None:
    found = read(word, "0.05:0.05")
    assert isinstance(found, Refusal)
    assert found.code == "sprt.form"


@pytest.mark.parametrize("word", ["", "0.05", "0:0.1", "0.5:0.1", "1:1", "-0.1:0.1", "a:b"])
def test_errors_that_are_none_are_refused(word: str) -> None:
    found = read("0:10", word)
    assert isinstance(found, Refusal)
    assert found.code == "sprt.errors"
