"""The puzzles that we ship: enough of them, each led to by its game, each with one best move that is clearly better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from importlib import resources
from itertools import pairwise

import pytest

from tests.lengths import at_length
from triarii.core import registry
from triarii.core.contract import AnyGame, Budget, Refusal
from triarii.games.adlg.battle.order_parser import parse as parse_order
from triarii.games.adlg.battle.orders import Charge
from triarii.games.adlg.position import Position as Battle
from triarii.games.cities.position import Position as CitiesPosition
from triarii.games.towar.position import Position as ToWarPosition
from triarii.lab.mining import adlg, cities, towar
from triarii.lab.mining.plan import RENEWERS
from triarii.players.cities.alphabeta import AlphaBeta
from triarii.puzzles.puzzle import LEVELS, NOBODY, Puzzle, from_json, of_day, settled
from triarii.puzzles.shipped import PACKAGE, read, shipped, written

GAMES = ("cities", "towar", "adlg")
CLEARLY = {"cities": Fraction(15, 100), "towar": towar.CLEARLY, "adlg": adlg.CLEARLY}
WANTED = {"cities": 300, "towar": 300, "adlg": 60}
MOST_BYTES = 400_000
"""Of all that goes into the package."""


def game_of(name: str) -> AnyGame:
    found = registry.game(name)
    assert not isinstance(found, Refusal)
    return found


def some(name: str, brief: int) -> tuple[Puzzle, ...]:
    """A few in a short run, all in a long one."""
    found = shipped(name)
    return tuple(found[:: max(1, len(found) // at_length(brief, len(found)))])


@pytest.mark.parametrize("name", GAMES)
def test_there_are_enough(name: str) -> None:
    assert len(shipped(name)) >= WANTED[name]


@pytest.mark.parametrize("name", GAMES)
def test_each_has_one_best_move_that_is_clearly_better(name: str) -> None:
    for puzzle in shipped(name):
        values = [Fraction(way.value) for way in puzzle.ways]
        assert all(one >= other for one, other in pairwise(values))
        assert values[0] - values[1] >= CLEARLY[name] or puzzle.theme == "win", puzzle.id
        assert puzzle.best in puzzle.line[:1]


@pytest.mark.parametrize("name", GAMES)
def test_no_two_are_the_same_and_a_file_keeps_all_of_each(name: str) -> None:
    found = shipped(name)
    assert len({puzzle.id for puzzle in found}) == len(found)
    assert len({puzzle.position for puzzle in found}) == len(found)
    assert read(written(found)) == tuple(found)


@pytest.mark.parametrize("name", GAMES)
def test_the_game_behind_a_puzzle_leads_to_it(name: str) -> None:
    for puzzle in some(name, 3 if name == "adlg" else 12):
        assert settled(game_of(name), puzzle) == puzzle


@pytest.mark.parametrize("name", ["cities", "towar"])
def test_no_theme_is_nearly_all_there_is(name: str) -> None:
    themes = Counter(puzzle.theme for puzzle in shipped(name))
    assert len(themes) >= 7
    assert max(themes.values()) <= len(shipped(name)) * 4 // 10, themes


@pytest.mark.parametrize(("name", "themed"), [("cities", cities.themed), ("towar", towar.themed)])
def test_a_puzzle_that_is_judged_anew_is_about_the_same(name: str, themed: Callable[[AnyGame, Puzzle], Puzzle]) -> None:
    for puzzle in some(name, 12):
        assert themed(game_of(name), puzzle) == puzzle


@pytest.mark.parametrize("name", GAMES)
def test_how_hard_a_puzzle_is_rests_on_many_tries_of_each_level(name: str) -> None:
    for puzzle in some(name, 1):
        assert RENEWERS[name](game_of(name), puzzle) == puzzle
    shares = {share for each in shipped(name) for share in each.found.values()}
    assert len(shares) > 6, "with few tries a level finds all or nothing"


@pytest.mark.parametrize("name", ["cities", "towar"])
def test_what_is_said_to_be_found_by_no_level_was_tried_on_the_strongest(name: str) -> None:
    assert all(LEVELS[-1] in puzzle.found for puzzle in shipped(name))
    hard = [puzzle for puzzle in shipped(name) if puzzle.level == NOBODY]
    assert len(hard) < len(shipped(name)) // 20


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_is_for_a_level_only_if_it_and_all_stronger_ones_find_it(name: str) -> None:
    for puzzle in shipped(name):
        assert set(puzzle.found) <= set(LEVELS)
        if puzzle.level == NOBODY:
            strongest = max(puzzle.found, key=LEVELS.index, default=None)
            assert strongest is None or puzzle.found[strongest] < 0.5
        else:
            assert puzzle.level in puzzle.found
            stronger = LEVELS[LEVELS.index(puzzle.level) :]
            assert all(share >= 0.5 for level, share in puzzle.found.items() if level in stronger)


def test_the_package_stays_small() -> None:
    files = [each for each in resources.files(PACKAGE).iterdir() if each.name.endswith(".gz")]
    assert sum(len(each.read_bytes()) for each in files) < MOST_BYTES


def test_values_of_to_war_are_those_of_the_solver() -> None:
    game = game_of("towar")
    for puzzle in some("towar", 2):
        position = game.parse(puzzle.position, puzzle.options)
        assert isinstance(position, ToWarPosition)
        assert towar.proven_turns(position) == {way.action: Fraction(way.value) for way in puzzle.ways}


def test_the_search_of_cities_finds_the_same_move_again() -> None:
    game, judge = game_of("cities"), AlphaBeta()
    for puzzle in some("cities", 4):
        position = game.parse(puzzle.position, puzzle.options)
        assert isinstance(position, CitiesPosition)
        lines = judge.lines(position, cities.LOOKS[-1], 1)
        assert game.action_text(lines[0].action) == puzzle.best, puzzle.id


def test_odds_of_charges_are_exact() -> None:
    game = game_of("adlg")
    for puzzle in some("adlg", 3):
        position = game.parse(puzzle.position, puzzle.options)
        assert isinstance(position, Battle)
        for way in puzzle.ways:
            order = parse_order(way.action)
            assert isinstance(order, Charge)
            lunge = adlg.weighed(position.state, order)
            assert lunge is not None
            assert (str(lunge.wins), str(lunge.loses)) == way.odds
            assert lunge.pair == way.who


def test_every_day_has_a_puzzle_and_the_next_day_another() -> None:
    found = shipped("cities")
    assert of_day(found, 20_000) != of_day(found, 20_001)
    assert of_day(found, 20_000) == of_day(found, 20_000 + len(found))


def test_what_is_no_puzzle_is_none() -> None:
    assert from_json({"game": "cities"}) is None
    assert from_json([]) is None
    assert from_json(None) is None


def test_a_game_of_cities_is_mined_alike_each_time() -> None:
    game = game_of("cities")
    position = game.start({})
    assert isinstance(position, CitiesPosition)
    quiet = AlphaBeta().lines(position, Budget(nodes=2_000), 2)
    assert not cities.clear(quiet)  # nothing is decided at the start
