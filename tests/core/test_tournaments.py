"""Pairings and tables of tournaments."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triarii.core.tournaments import Pairing, round_robin, round_robin_rounds, standings, swiss


@pytest.mark.parametrize("players", range(2, 13))
def test_in_a_round_robin_everybody_meets_everybody_once(players: int) -> None:
    rounds = [round_robin(players, number) for number in range(round_robin_rounds(players))]
    met = Counter(frozenset((pair.first, pair.second)) for each in rounds for pair in each if pair.second is not None)
    assert set(met.values()) == {1}
    assert len(met) == players * (players - 1) // 2
    for each in rounds:
        assert sorted(player for pair in each for player in (pair.first, pair.second) if player is not None) == list(
            range(players)
        )


@given(st.integers(2, 14), st.integers(1, 6), st.integers(0, 1000))
def test_in_a_swiss_nobody_meets_twice_while_that_can_be(players: int, count: int, seed: int) -> None:
    rng = Random(seed)
    rounds: list[list[Pairing]] = []
    count = min(count, max(1, players // 2))
    for _ in range(count):
        made = swiss(players, rounds)
        assert sorted(p for pair in made for p in (pair.first, pair.second) if p is not None) == list(range(players))
        rounds.append(
            [pair if pair.second is None else Pairing(pair.first, pair.second, rng.randrange(3)) for pair in made]
        )
    met = Counter(frozenset((pair.first, pair.second)) for each in rounds for pair in each if pair.second is not None)
    assert max(met.values()) == 1
    byes = Counter(pair.first for each in rounds for pair in each if pair.second is None)
    assert not byes or max(byes.values()) == 1


def test_equal_scores_are_told_apart_by_the_opponents() -> None:
    first = [Pairing(0, 1, 2), Pairing(2, 3, 2)]
    second = [Pairing(0, 2, 1), Pairing(3, 1, 2)]
    table = standings(4, [first, second])
    assert [(each.player, each.score) for each in table] == [(0, 3), (2, 3), (3, 2), (1, 0)] or [
        each.score for each in table
    ] == [3, 3, 2, 0]
    assert table[0].buchholz >= table[1].buchholz
    assert [table[0].won, table[0].drawn, table[0].lost] == [1, 1, 0]


def test_points_of_the_game_itself_count_before_the_opponents() -> None:
    table = standings(4, [[Pairing(0, 1, 2, (60, 40)), Pairing(2, 3, 2, (90, 10))]])
    assert [each.player for each in table] == [2, 0, 1, 3]
