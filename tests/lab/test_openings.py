"""Random openings: drawn where chance has no part in a game, never so long that the game is over with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from benchmarks.strength import PROMISES, Promise
from tests.pages import DOCS, write_files
from triarii.core.contract import Budget
from triarii.lab import matches
from triarii.lab.matches import Pairing
from triarii.lab.openings import USUAL, WatchedRandom


def pairing(*players: str, game: str = "cities", **options: object) -> Pairing:
    assert len(players) == 2
    return Pairing(game, (players[0], players[1]), options, 1)


@pytest.mark.parametrize(
    ("found", "opening"),
    [
        (pairing("alphabeta:depth=1", "alphabeta:depth=2", stall_plies=8), USUAL),
        (pairing("alphabeta:depth=1", "greedy"), 0),
        (pairing("random", "alphabeta:depth=1"), 0),
        (pairing("alphabeta:depth=1", "alphabeta:depth=2", begins="random", stall_plies=8), 0),
        (pairing("greedy", "greedy", game="towar"), 0),
    ],
    ids=["neither takes a chance", "ties are broken by chance", "random play", "lots are drawn", "cards are drawn"],
)
def test_openings_are_usual_only_where_chance_has_no_part(found: Pairing, opening: int) -> None:
    assert matches.with_opening(found, None).opening == opening
    assert matches.with_opening(found, 7).opening == 7
    assert matches.with_opening(found, 0).opening == 0


@pytest.mark.parametrize(
    "ask",
    [
        lambda rng: rng.random(),
        lambda rng: rng.choice("ab"),
        lambda rng: rng.shuffle([1, 2]),
        lambda rng: rng.gauss(),
        lambda rng: rng.randbytes(2),
        lambda rng: rng.sample(range(9), 2),
        lambda rng: rng.choices("ab", [1, 2]),
    ],
)
def test_whoever_takes_chance_in_any_way_is_noticed(ask: Callable[[Random], object]) -> None:
    watched = WatchedRandom(3)
    assert not watched.asked
    assert ask(watched) == ask(Random(3))
    assert watched.asked


@pytest.mark.parametrize("plies", [1, 3, 40])
def test_an_opening_never_ends_the_game_and_a_shorter_one_is_taken_where_all_would(
    plies: int, installed_stones: Path, offered: Callable[[Path], None]
) -> None:
    offered(installed_stones)
    counters = Pairing("stones", ("stones_counter", "random"), {"stones": 5}, 1, opening=plies)
    for number in range(6):
        played = matches.play(counters, number)
        assert played.result is not None
        assert played.plies > 1 or plies == 1
        assert played.plies == len(played.record.entries)


def test_games_are_copies_only_if_they_began_and_went_on_alike() -> None:
    short = pairing("alphabeta:depth=1", "alphabeta:depth=1", stall_plies=8)
    one, again = matches.play(short, 0), matches.play(short, 1)
    assert one.digest == again.digest, "the same player from both seats"
    other = matches.play(pairing("alphabeta:depth=1", "alphabeta:depth=1", stall_plies=10), 0)
    assert other.digest != one.digest
    score = matches.total([one, again, other])
    assert (score.tally.games, score.copies, score.distinct) == (3, 1, 2)
    assert score.interval == matches.interval(score.score, 2)


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.name)
def test_no_match_whose_score_we_publish_repeats_itself(promise: Promise) -> None:
    """By nodes: how long a player thinks does not matter for whether it takes chances."""
    words = promise.players[0].partition(":")[0], promise.players[1].partition(":")[0]
    asked = promise.pairing
    quick = Pairing(asked.game, words, asked.options, asked.seed, budget=Budget(nodes=200), rounds=asked.rounds)
    assert matches.with_opening(quick, None).opening == (USUAL if promise.openings else 0)


@pytest.fixture(scope="module")
def installed_stones(tmp_path_factory: pytest.TempPathFactory, install: Callable[[Path], Path]) -> Path:
    place = tmp_path_factory.mktemp("page") / "stones"
    write_files(DOCS / "plugins.md", place)
    return install(place)
