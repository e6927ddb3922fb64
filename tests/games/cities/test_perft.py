"""Lines of play counted, and random games: known numbers, and the jobs against a walk through the contract."""

from __future__ import annotations

import pytest

from tests.games.cities.boards import act, anywhere, drawn, locked, parsed, reached, scattered, start
from tests.hypothesis_profiles import given, seldom, st
from triarii.core.contract import Tally, Turn
from triarii.games.cities import GAME
from triarii.games.cities.position import Position

KNOWN = {
    "gates": (118, 13_924, 1_644_448),
    "rear": (118, 13_924, 1_636_896),
}
MASK = 2**64 - 1


def walked(position: Position, depth: int) -> int:
    """The number of ways to play `depth` plies, action by action."""
    if depth == 0:
        return 1
    return sum(walked(position.play(action), depth - 1) for action in position.actions())


@pytest.mark.rule("cities.setup.layout", "cities.move.fighter")
@pytest.mark.parametrize("layout", KNOWN)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_start_has_as_many_lines_of_play_as_were_counted_before(layout: str, depth: int) -> None:
    assert GAME.perft(start(layout=layout), depth) == KNOWN[layout][depth - 1]


@pytest.mark.parametrize("layout", KNOWN)
def test_a_walk_through_the_contract_counts_the_same(layout: str) -> None:
    position = start(layout=layout)
    assert (walked(position, 1), walked(position, 2)) == KNOWN[layout][:2]


def test_the_second_player_has_as_many_lines() -> None:
    assert GAME.perft(start(begins="second"), 3) == KNOWN["gates"][2]


@pytest.mark.parametrize("depth", [0, -1, -1000])
def test_not_to_play_on_is_one_way(depth: int) -> None:
    for position in (start(), start(begins="random"), drawn("F f", reserves=False)):
        assert GAME.perft(position, depth) == 1


@seldom
@given(anywhere)
def test_the_job_counts_what_the_contract_lists(position: Position) -> None:
    assert GAME.perft(position, 1) == len(position.actions())
    assert GAME.perft(position, 2) == walked(position, 2)


@seldom
@given(
    scattered(
        st.fixed_dictionaries(
            {
                "repetition": st.sampled_from([0, 2]),
                "stall_plies": st.sampled_from([0, 2, 3, 121]),
                "claims": st.sampled_from(["automatic", "by_claim"]),
                "no_move": st.sampled_from(["pass", "loss"]),
                "city_shelter": st.booleans(),
            }
        )
    ).filter(lambda position: len(position.actions()) < 40)
)
def test_the_job_counts_what_the_contract_lists_three_plies_deep(position: Position) -> None:
    assert GAME.perft(position, 3) == walked(position, 3)


def test_lines_end_where_a_position_comes_back() -> None:
    # One line of two plies leads back to the beginning; by a repetition of 2 it ends there, otherwise it goes on.
    begin = drawn("F")
    free, strict = (act(drawn("F", repetition=times), "c3c4", "c10c9") for times in (0, 2))
    assert GAME.perft(free, 2) == GAME.perft(strict, 2)
    assert GAME.perft(free, 3) == (GAME.perft(strict, 3) or 0) + len(begin.actions())


@pytest.mark.rule("cities.turn.no_move")
@pytest.mark.parametrize("claims", ["automatic", "by_claim"])
@pytest.mark.parametrize("stall_plies", [0, 1, 2, 3, 4])
def test_a_pass_counts_in_the_lines_like_a_move(stall_plies: int, claims: str) -> None:
    position = locked(stall_plies=stall_plies, claims=claims)
    for depth in (1, 2, 3):
        assert GAME.perft(position, depth) == walked(position, depth)


def test_the_past_of_a_position_counts_in_its_lines() -> None:
    position = drawn("F", repetition=3)
    position = act(position, "c3c4", "c10c9", "c4c3", "c9c10", "c3c4", "c10c9", "c4c3")
    bare = parsed(position.text().split(" ~")[0])
    assert GAME.perft(position, 1) == GAME.perft(bare, 1)
    assert (GAME.perft(position, 2) or 0) < (GAME.perft(bare, 2) or 0)  # c9c10 ends the game
    assert GAME.perft(position, 2) == walked(position, 2)


# Random games


def scramble(x: int) -> int:
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def one_game(position: Position, seed: int, number: int, longest: int) -> Tally:
    """The same random game, but each action taken from the list that the contract gives."""
    x, plies = scramble(scramble(seed) ^ number), 0
    while position.turn is not Turn.OVER and plies < longest:
        x ^= (x << 13) & MASK
        x ^= x >> 7
        x ^= (x << 17) & MASK
        actions = position.actions()
        position = position.play(actions[((x >> 32) * len(actions)) >> 32])
        plies += 1
    return Tally.of_result(position.result(), plies=plies)


@seldom
@given(anywhere, st.integers(0, MASK), st.integers(0, 60))
def test_random_games_take_their_actions_from_the_contracts_list(position: Position, seed: int, longest: int) -> None:
    games = [one_game(position, seed, number, longest) for number in range(3)]
    assert GAME.playouts(position, 3, seed, longest) == sum(games, Tally(0, 0, 0, 0, 0))


@pytest.mark.rule("cities.end.claims", "cities.end.stall", "cities.end.repetition")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"claims": "by_claim", "stall_plies": 10},
        {"repetition": 2, "stall_plies": 0},
        {"stall_plies": 30, "stall_result": "draw", "low_count": "cities_first"},
        {"city_shelter": True, "no_move": "loss", "city_win_timing": "after_captures"},
    ],
)
def test_whole_random_games_end_as_the_contract_says(options: dict[str, object]) -> None:
    position = start(**options)
    games = [one_game(position, 11, number, 700) for number in range(4)]
    assert GAME.playouts(position, 4, 11, 700) == sum(games, Tally(0, 0, 0, 0, 0))


@pytest.mark.rule("cities.turn.no_move")
@pytest.mark.parametrize("stall", [0, 100])
def test_random_games_pass_where_there_is_no_move(stall: int) -> None:
    position = locked(stall=stall, claims="by_claim")
    for longest in (1, 2, 30):
        games = [one_game(position, 9, number, longest) for number in range(20)]
        assert GAME.playouts(position, 20, 9, longest) == sum(games, Tally(0, 0, 0, 0, 0))


@pytest.mark.rule("cities.end.repetition")
def test_random_games_remember_the_whole_past_of_their_position() -> None:
    # One move of the second player leads back to the very first position that is remembered.
    position = act(drawn("F", repetition=2), "c3c4", "c10c9", "c4c3")
    games = [one_game(position, 2, number, 1) for number in range(1000)]
    tally = GAME.playouts(position, 1000, 2, 1)
    assert tally == sum(games, Tally(0, 0, 0, 0, 0))
    assert tally.draws > 0


def test_a_game_of_a_seed_is_the_same_however_the_work_is_cut() -> None:
    position = start()
    whole = GAME.playouts(position, 30, 5, 2000)
    parts = [GAME.playouts(position, 10, 5, 2000, begin) for begin in (0, 10, 20)]
    assert sum(parts, Tally(0, 0, 0, 0, 0)) == whole
    assert GAME.playouts(position, 30, 6, 2000) != whole


def test_every_random_game_ends_under_the_usual_rulings() -> None:
    tally = GAME.playouts(start(), 200, 1, 100_000)
    assert (tally.games, tally.unfinished) == (200, 0)
    assert min(tally.first, tally.second, tally.draws) > 0


def test_a_finished_game_is_not_played_on() -> None:
    over = drawn("F f", reserves=False, cities="a1b1c1d1e1-a10b10c10")
    assert over.turn is Turn.OVER
    assert GAME.playouts(over, 7, 1, 100) == Tally(7, 0, 7, 0, 0)


@pytest.mark.parametrize("longest", [0, -1, -5])
def test_games_of_no_length_are_unfinished(longest: int) -> None:
    assert GAME.playouts(start(), 3, 1, longest) == Tally(3, 0, 0, 0, 0)
    assert GAME.playouts(start(), 3, 1, longest).unfinished == 3


@seldom
@given(reached())
def test_random_games_from_anywhere_add_up(position: Position) -> None:
    tally = GAME.playouts(position, 5, 3, 400)
    assert tally.games == 5
    assert tally.first + tally.second + tally.draws + tally.unfinished == 5
    assert min(tally.first, tally.second, tally.draws, tally.unfinished) >= 0
