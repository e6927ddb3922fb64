"""Glicko-2, by the worked example of its author and by what must hold of any rating."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triarii.core.glicko import UNKNOWN, WIDEST, Played, Rating, after, expected

RATINGS = st.builds(Rating, st.floats(600, 2600), st.floats(30, WIDEST), st.floats(0.03, 0.1))


def test_the_example_of_its_author() -> None:
    own = Rating(1500, 200, 0.06)
    games = [Played(Rating(1400, 30), 1), Played(Rating(1550, 100), 0), Played(Rating(1700, 300), 0)]
    found = after(own, games)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


@given(RATINGS, RATINGS)
def test_winning_never_costs_and_losing_never_pays(own: Rating, against: Rating) -> None:
    won, drawn, lost = (after(own, [Played(against, score)]).rating for score in (1, 0.5, 0))
    assert won >= drawn >= lost
    assert won >= own.rating - 1e-9
    assert lost <= own.rating + 1e-9


@given(RATINGS, RATINGS)
def test_both_expectations_make_one_game_where_both_are_known_alike(own: Rating, against: Rating) -> None:
    against = Rating(against.rating, own.deviation)
    assert expected(own, against) + expected(against, own) == pytest.approx(1)


@given(RATINGS, st.floats(0, 1000))
def test_a_pause_makes_less_certain_and_never_less_than_nothing(own: Rating, periods: float) -> None:
    later = own.after_pause(periods)
    assert own.deviation - 1e-9 <= later.deviation <= WIDEST
    assert (later.rating, later.volatility) == (own.rating, own.volatility)


def test_many_games_narrow_the_guess() -> None:
    found = UNKNOWN
    for number in range(30):
        found = after(found, [Played(Rating(1500, 60), number % 2)])
    assert found.deviation < 100
    assert abs(found.rating - 1500) < 100
