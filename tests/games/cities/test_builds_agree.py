"""Rules and jobs as compiled, against the same texts loaded uncompiled beside them in one process."""

from __future__ import annotations

import importlib.util
from types import ModuleType
from typing import Any

import pytest

from tests.games.cities.boards import SQUARES, anywhere
from tests.hypothesis_profiles import given, seldom, st
from triarii import builds
from triarii.core.contract import Turn
from triarii.games.cities import jobs, rules
from triarii.games.cities.jobs import Placement
from triarii.games.cities.position import Position
from triarii.games.cities.rulings import Rulings
from triarii.games.cities.squares import BOARD, board_of

pytestmark = pytest.mark.compiled


def uncompiled(module: str) -> ModuleType:
    """The text of a hot module under another name, whatever lies beside it."""
    name = f"uncompiled_{module.rpartition('.')[2]}"
    spec = importlib.util.spec_from_file_location(name, builds.source(module))
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


PURE_RULES: Any = uncompiled("triarii.games.cities.rules")
PURE_JOBS: Any = uncompiled("triarii.games.cities.jobs")
PURE_JOBS.rules = PURE_RULES  # its own text would take the compiled rules

squares = st.sampled_from(SQUARES)
boards = st.sets(squares, max_size=50).map(board_of)
pieces = squares.map(lambda name: board_of([name]))
rulings = st.builds(
    Rulings,
    repetition=st.integers(0, 4),
    stall_plies=st.sampled_from([0, 1, 2, 6, 40]),
    stall_by_cities=st.booleans(),
    pieces_before_cities=st.booleans(),
    cities_decide_few=st.booleans(),
    shelter=st.booleans(),
    blocked_loses=st.booleans(),
    by_claim=st.booleans(),
)


@st.composite
def placements(draw: st.DrawFn) -> Placement:
    """Five boards that need not come from a game: few or many pieces of both, cities anywhere."""
    mine = draw(boards)
    theirs = draw(boards) & ~mine
    heroes = draw(boards) & (mine | theirs)
    my_cities = draw(st.sets(squares, max_size=8).map(board_of))
    their_cities = draw(st.sets(squares, max_size=8).map(board_of)) & ~my_cities
    return mine, theirs, heroes, my_cities, their_cities


def test_one_build_is_compiled_and_the_other_is_not() -> None:
    assert not str(rules.__file__).endswith(".py")
    assert not str(jobs.__file__).endswith(".py")
    assert str(PURE_RULES.__file__).endswith(".py")
    assert PURE_JOBS.rules is PURE_RULES
    assert PURE_RULES.BOARD == BOARD


@given(boards, boards, st.integers(0, 9))
def test_reach_agrees(some: int, empty: int, steps: int) -> None:
    assert rules.reach(some, empty & ~some, steps) == PURE_RULES.reach(some, empty & ~some, steps)


@given(placements(), pieces)
def test_targets_and_counts_agree(placement: Placement, piece: int) -> None:
    mine, theirs, heroes, my_cities, _ = placement
    empty = BOARD & ~(mine | theirs | piece)
    assert rules.targets_of(piece, empty, heroes, my_cities) == PURE_RULES.targets_of(piece, empty, heroes, my_cities)
    four = (mine, theirs, heroes, my_cities)
    assert rules.count_moves(*four) == PURE_RULES.count_moves(*four)
    assert bool(rules.can_act(*four)) == PURE_RULES.can_act(*four)


@given(boards, boards)
def test_enclosures_agree(white: int, black: int) -> None:
    black &= ~white
    assert rules.enclosed(white, black) == PURE_RULES.enclosed(white, black)
    for step in (1, 10, 11, 12):
        assert rules.bracketed(white, black, step) == PURE_RULES.bracketed(white, black, step)


@given(placements(), pieces, pieces, st.booleans())
def test_play_quiet_and_keys_agree(placement: Placement, piece: int, target: int, shelter: bool) -> None:
    mine, theirs, heroes, my_cities, their_cities = placement
    mine |= piece
    theirs &= ~(piece | target)
    mine = mine & ~target | piece
    placement = (mine, theirs, heroes & (mine | theirs), my_cities, their_cities)
    after = rules.play(*placement, piece, target, shelter)
    assert after == PURE_RULES.play(*placement, piece, target, shelter)
    quiet = (*placement[:3], *after[:3])
    assert bool(rules.quiet(*quiet)) == PURE_RULES.quiet(*quiet)
    for one in (placement, after):
        assert rules.placement_key(*one) == PURE_RULES.placement_key(*one)
    assert rules.play(*placement, 0, 0, shelter) == PURE_RULES.play(*placement, 0, 0, shelter)


@given(placements(), st.integers(1, 5), st.integers(0, 50), rulings)
def test_verdicts_agree(placement: Placement, seen: int, stall: int, ruled: Rulings) -> None:
    assert jobs.judge(placement, seen, stall, ruled) == PURE_JOBS.judge(placement, seen, stall, ruled)


@given(anywhere, rulings, st.integers(1, 5), st.integers(0, 50))
def test_verdicts_on_positions_agree(position: Position, ruled: Rulings, seen: int, stall: int) -> None:
    placement = position.placement
    assert jobs.judge(placement, seen, stall, ruled) == PURE_JOBS.judge(placement, seen, stall, ruled)


@seldom
@given(anywhere, rulings, st.integers(0, 2))
def test_counted_lines_agree(position: Position, ruled: Rulings, depth: int) -> None:
    given_all = (position.placement, position.stall, position.past_keys(), ruled, depth)
    assert jobs.perft(*given_all) == PURE_JOBS.perft(*given_all)


@seldom
@given(anywhere, rulings, st.integers(0, 2**64 - 1), st.integers(0, 80), st.integers(0, 10**6))
def test_random_games_agree(position: Position, ruled: Rulings, seed: int, longest: int, begin: int) -> None:
    given_all = (position.placement, position.stall, position.past_keys(), ruled, begin, begin + 3, seed, longest)
    assert jobs.playouts(*given_all) == PURE_JOBS.playouts(*given_all)


@seldom
@given(anywhere)
def test_moves_of_positions_agree(position: Position) -> None:
    if position.turn is Turn.OVER:
        return
    mine, theirs, heroes, my_cities, _ = position.placement
    expected = []
    for number in range(PURE_RULES.count_moves(mine, theirs, heroes, my_cities)):
        piece, target = PURE_RULES.nth_move(mine, theirs, heroes, my_cities, number)
        expected.append((piece.bit_length() - 1) << 7 | (target.bit_length() - 1))
    assert [action for action in position.actions() if action < 1 << 14] == expected
    assert PURE_RULES.nth_move(mine, theirs, heroes, my_cities, len(expected)) == (0, 0)
    four = (mine, theirs, heroes, my_cities)
    assert jobs.list_moves(*four) == PURE_JOBS.list_moves(*four) == expected
