"""What a battle is worth in points: by the shares of loss, with numbers that players may change."""

from __future__ import annotations

from fractions import Fraction

import pytest

from triarii.core.contract import Refusal
from triarii.games.adlg.battle import scoring
from triarii.games.adlg.battle.scoring import CLUB, Ending, Scoring, Share, of_broken, of_draw, of_unfinished
from triarii.games.adlg.game import GAME


def shares(first: tuple[int, int], second: tuple[int, int]) -> tuple[Share, Share]:
    return Share(*first), Share(*second)


@pytest.mark.data
def test_every_number_of_the_shipped_tables_is_known() -> None:
    assert scoring.shipped() == ("club", "league")
    assert scoring.own_numbers(CLUB) == {
        "broken": {"winner": 100, "winner_by_own_loss": -20, "loser": 10, "loser_by_enemy_loss": 20},
        "unfinished": {
            "margin": 20,
            "winner": 55,
            "winner_by_lead": 40,
            "loser": 45,
            "loser_by_lead": -40,
            "draw": 40,
            "draw_by_enemy_loss": 10,
        },
    }
    league = scoring.settle("league")
    assert isinstance(league, Scoring)
    numbers = scoring.own_numbers(league)
    assert list(numbers["broken"].values()) == [3, 0, 0, 0]
    assert list(numbers["unfinished"].values()) == [20, 3, 0, 0, 0, 1, 0]


@pytest.mark.rule("adlg.scoring.broken")
@pytest.mark.parametrize(
    ("winners", "points"),
    [((0, 20), (100, 10)), ((13, 20), (87, 23)), ((7, 20), (93, 17)), ((11, 20), (89, 21)), ((5, 12), (92, 18))],
)
def test_who_breaks_the_enemy_gets_more_the_less_he_has_lost(winners: tuple[int, int], points: tuple[int, int]) -> None:
    found = of_broken(CLUB, shares(winners, (20, 20)), 0)
    assert (found.ending, found.winner, found.points) == (Ending.BROKEN, 0, points)
    mirrored = of_broken(CLUB, shares((20, 20), winners), 1)
    assert (mirrored.winner, mirrored.points) == (1, points[::-1])


@pytest.mark.rule("adlg.scoring.broken")
def test_half_a_point_is_rounded_up_on_both_sides() -> None:
    found = of_broken(CLUB, shares((1, 40), (9, 9)), 0)
    assert found.sums[0].base + found.sums[0].by * found.sums[0].part == Fraction(199, 2)
    assert found.points == (100, 11)


@pytest.mark.rule("adlg.scoring.unfinished")
def test_the_smaller_share_of_loss_wins_from_a_fifth_on_and_nothing_less() -> None:
    won = of_unfinished(CLUB, shares((2, 20), (3, 10)))
    assert (won.ending, won.winner, won.lead) == (Ending.LEAD, 0, Fraction(1, 5))
    assert won.points == (63, 37)
    level = of_unfinished(CLUB, shares((2, 20), (29, 100)))
    assert (level.ending, level.winner) == (Ending.LEVEL, None)
    lost = of_unfinished(CLUB, shares((6, 12), (0, 12)))
    assert (lost.winner, lost.points) == (1, (25, 75))


@pytest.mark.rule("adlg.scoring.unfinished")
def test_losses_count_by_what_an_army_can_bear() -> None:
    assert of_unfinished(CLUB, shares((6, 30), (5, 10))).winner == 0


@pytest.mark.rule("adlg.scoring.unfinished")
def test_a_draw_is_worth_forty_to_fifty_points_by_what_the_other_has_lost() -> None:
    assert of_draw(CLUB, shares((0, 12), (0, 12))).points == (40, 40)
    assert of_draw(CLUB, shares((3, 10), (4, 10))).points == (44, 43)
    assert of_draw(CLUB, shares((15, 12), (12, 12))).points == (50, 50), "nobody loses more than everything"


@pytest.mark.rule("adlg.scoring.unfinished")
def test_without_a_margin_any_difference_wins_and_equal_shares_do_not() -> None:
    table = scoring.settle({"unfinished": {"margin": 0}})
    assert isinstance(table, Scoring)
    assert of_unfinished(table, shares((1, 100), (1, 99))).winner == 0
    assert of_unfinished(table, shares((1, 10), (2, 20))).winner is None


@pytest.mark.rule("adlg.scoring.unfinished")
def test_own_numbers_replace_the_usual_ones_and_points_never_fall_below_zero() -> None:
    table = scoring.settle({"name": "ours", "broken": {"winner": 7, "winner_by_own_loss": -100}})
    assert isinstance(table, Scoring)
    assert table.title == {"en": "ours", "de": "ours"}
    assert table.unfinished == CLUB.unfinished
    assert of_broken(table, shares((1, 2), (2, 2)), 0).points == (0, 20)


@pytest.mark.rule("adlg.scoring.unfinished")
@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("leage", "scoring.unknown_near"),
        ("zzz", "scoring.unknown"),
        ({"unfinished": {"margin": 101}}, "army.number"),
        ({"unfinished": {"margin": -1}}, "army.number"),
        ({"broken": {"winner": 1001}}, "army.number"),
        ({"broken": {"winner": True}}, "army.number"),
        ({"broken": {"winer": 1}}, "army.key_near"),
        ({"broken": 3}, "army.not_a_table"),
        ({"brocken": {}}, "army.key_near"),
        ({"name": ""}, "army.name"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused_in_words(content: object, code: str) -> None:
    refusal = scoring.settle(content)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    for lang in ("en", "de"):
        assert GAME.texts.say(refusal.message, lang)
