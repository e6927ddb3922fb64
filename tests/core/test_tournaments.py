"""Pairings and tables of tournaments."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triarii.core.tournaments import (
    RULINGS,
    WIN,
    How,
    Pairing,
    Ruling,
    round_robin,
    round_robin_left,
    round_robin_rounds,
    standings,
    swiss,
)


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


# Those who stay away, and those who leave


def ended(pair: Pairing, rng: Random) -> Pairing:
    """A game that was played, or of which the host says what it shall count."""
    if pair.second is None:
        return pair
    score, how = rng.choice([*RULINGS.values(), (rng.randrange(3), How.PLAYED)])
    return Pairing(pair.first, pair.second, score, None, how)


def evening(players: int, count: int, seed: int, swiss_system: bool) -> tuple[list[list[Pairing]], list[set[int]]]:
    """The rounds of an evening from which people leave, and who had left when each of them was paired, and at last."""
    rng, rounds, gone, left = Random(seed), list[list[Pairing]](), set[int](), list[set[int]]()
    while len(rounds) < (count if swiss_system else players):
        if players - len(gone) < 2:
            break
        coming = [swiss(players, rounds, gone)] if swiss_system else round_robin_left(players, rounds, gone)
        if not coming:
            break
        rounds.append([ended(pair, rng) for pair in coming[0]])
        left.append(set(gone))
        gone |= {player for player in range(players) if rng.random() < 0.15}
    return rounds, [*left, gone]


EVENINGS = (st.integers(2, 12), st.integers(1, 6), st.integers(0, 10_000), st.booleans())


@given(*EVENINGS)
def test_whoever_has_left_is_paired_no_more_and_all_others_are(
    players: int, count: int, seed: int, swiss_system: bool
) -> None:
    rounds, left = evening(players, count, seed, swiss_system)
    for pairs, gone in zip(rounds, left[:-1], strict=True):
        found = sorted(player for pair in pairs for player in (pair.first, pair.second) if player is not None)
        assert found == [player for player in range(players) if player not in gone]
        assert any(pair.second is not None for pair in pairs), "a round has a game"
        if swiss_system:
            assert sum(pair.second is None for pair in pairs) == len(found) % 2


@given(*EVENINGS)
def test_results_of_those_who_left_stand(players: int, count: int, seed: int, swiss_system: bool) -> None:
    rounds, _ = evening(players, count, seed, swiss_system)
    all_pairs = [pair for pairs in rounds for pair in pairs]
    table = {row.player: row for row in standings(players, rounds)}
    assert len(table) == players
    for player, row in table.items():
        mine = [pair for pair in all_pairs if player in (pair.first, pair.second)]
        games = [pair for pair in mine if pair.second is not None]
        assert row.won + row.drawn + row.lost == len(games)
        assert row.score == WIN * (row.won + len(mine) - len(games)) + row.drawn
        met = [pair.second if pair.first == player else pair.first for pair in games if pair.came(player)]
        assert row.buchholz == sum(table[rival].score for rival in met if rival is not None)
    nobody = sum(pair.how is How.NOBODY_CAME for pair in all_pairs)
    assert sum(row.score for row in table.values()) == WIN * (len(all_pairs) - nobody), "no point is lost or made up"


@given(st.integers(2, 12), st.integers(0, 10_000))
def test_in_a_round_robin_those_who_stay_meet_all_who_stay(players: int, seed: int) -> None:
    rounds, left = evening(players, 0, seed, swiss_system=False)
    met = Counter(frozenset((pair.first, pair.second)) for each in rounds for pair in each if pair.second is not None)
    assert max(met.values()) == 1
    stayed = [player for player in range(players) if player not in left[-1]]
    assert all(frozenset((one, two)) in met for one in stayed for two in stayed if one < two)


@pytest.mark.parametrize("players", range(2, 10))
def test_where_nobody_leaves_all_rounds_are_still_to_come(players: int) -> None:
    whole = [round_robin(players, number) for number in range(round_robin_rounds(players))]
    for begun in range(len(whole) + 1):
        assert round_robin_left(players, whole[:begun]) == whole[begun:]


def test_a_round_in_which_no_two_would_meet_is_left_out() -> None:
    whole = [round_robin(6, number) for number in range(5)]
    stay = {0, 1}
    (left,) = [number for number, each in enumerate(whole) if any({p.first, p.second} == stay for p in each)]
    gone = {2, 3, 4, 5}
    coming = round_robin_left(6, [], gone)
    assert [{pair.first, pair.second} for pair in coming[0]] == [stay]
    assert len(coming) == 1
    assert round_robin_left(6, whole[: left + 1], gone) == []


@pytest.mark.parametrize(
    ("ruling", "scores"),
    [
        (Ruling.FIRST_WINS, (2, 0)),
        (Ruling.SECOND_WINS, (0, 2)),
        (Ruling.DRAW, (1, 1)),
        (Ruling.FIRST_ABSENT, (0, 2)),
        (Ruling.SECOND_ABSENT, (2, 0)),
        (Ruling.BOTH_ABSENT, (0, 0)),
    ],
)
def test_every_ruling_gives_both_their_score(ruling: Ruling, scores: tuple[int, int]) -> None:
    score, how = RULINGS[ruling]
    pair = Pairing(0, 1, score, None, how)
    assert pair.scores == scores
    absent = {Ruling.FIRST_ABSENT: {0}, Ruling.SECOND_ABSENT: {1}, Ruling.BOTH_ABSENT: {0, 1}}.get(ruling, set())
    assert {player for player in (0, 1) if not pair.came(player)} == absent


def test_whoever_stayed_away_gains_nothing_by_the_opponents() -> None:
    first = [Pairing(0, 1, 2, None, How.BY_DEFAULT), Pairing(2, 3, 2)]
    second = [Pairing(0, 2, 2), Pairing(1, 3, 2)]
    table = {row.player: row for row in standings(4, [first, second])}
    assert table[0].buchholz == table[1].score + table[2].score
    assert table[1].buchholz == table[3].score, "of the one whom it met, not of the one who waited"


def test_whoever_won_by_default_has_no_bye_after_it() -> None:
    first = [Pairing(0, 1, 0), Pairing(2, 3, 0), Pairing(4)]
    second = [Pairing(3, 1, 2, None, How.BY_DEFAULT), Pairing(4, 0, 0), Pairing(2)]
    (bye,) = [pair.first for pair in swiss(5, [first, second]) if pair.second is None]
    assert bye in (0, 1)


def test_a_seat_that_nobody_took_does_not_count_as_a_first_seat() -> None:
    first = [Pairing(0, 1, 2, None, How.BY_DEFAULT), Pairing(2, 3, 2)]
    (top, _) = swiss(4, [first])
    assert (top.first, top.second) == (0, 2), "two has begun a game, nought has not"
