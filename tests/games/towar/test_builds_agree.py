"""Rules and jobs as compiled, against the same texts loaded uncompiled beside them in one process."""

from __future__ import annotations

import importlib.util
from types import ModuleType
from typing import Any

import pytest

from tests.games.towar.boards import battles, reached, start
from tests.hypothesis_profiles import given, seldom, st
from triarii import builds
from triarii.games.towar import codes, jobs, rules
from triarii.games.towar.forces import Forces
from triarii.games.towar.game import _drawn
from triarii.games.towar.position import Position

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


PURE_RULES: Any = uncompiled("triarii.games.towar.rules")
PURE_JOBS: Any = uncompiled("triarii.games.towar.jobs")
PURE_JOBS.rules = PURE_RULES  # its own text would take the compiled rules

cards = st.sampled_from([0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13])
fields = st.lists(cards, min_size=12, max_size=12).map(lambda units: sum(u << 4 * n for n, u in enumerate(units)))
bits = st.integers(0, (1 << 14) - 1)
numbers = st.lists(st.integers(0, 9), min_size=16, max_size=16).map(
    lambda many: sum(n << 4 * i for i, n in enumerate(many))
)
forces = st.builds(
    Forces,
    attack=numbers,
    defence=numbers,
    sideways=bits,
    twice=bits,
    elite=bits,
    redisplace=st.booleans(),
    fresh_locked=st.booleans(),
    second_step_displaces=st.booleans(),
    attack_on_entry=st.booleans(),
    first_middle=st.booleans(),
    hand=st.sampled_from([0, 3]),
    pile_ends=st.booleans(),
    displace_on_entry=st.booleans(),
    second_any_way=st.booleans(),
)
sides = st.integers(0, 1)
words = st.lists(st.integers(0, 6), min_size=16, max_size=16).map(
    lambda many: sum(n << 4 * i for i, n in enumerate(many))
)


def test_one_build_is_compiled_and_the_other_is_not() -> None:
    assert not str(rules.__file__).endswith(".py")
    assert not str(jobs.__file__).endswith(".py")
    assert str(PURE_RULES.__file__).endswith(".py")
    assert PURE_JOBS.rules is PURE_RULES


@given(fields, st.integers(0, 11), cards, cards, words, sides, bits)
def test_cells_and_counts_agree(
    field: int, cell: int, unit: int, other: int, cards: int, side: int, elite: int
) -> None:
    assert rules.unit_on(field, cell) == PURE_RULES.unit_on(field, cell)
    assert rules.put(field, cell, unit) == PURE_RULES.put(field, cell, unit)
    assert rules.number_of(cards, other) == PURE_RULES.number_of(cards, other)
    assert rules.cards_in(cards) == PURE_RULES.cards_in(cards)
    assert rules.cards_of(cards, side) == PURE_RULES.cards_of(cards, side)
    assert rules.one_card(unit) == PURE_RULES.one_card(unit)
    for n in range(0, 12, 3):
        assert rules.nth_card(cards, side, n) == PURE_RULES.nth_card(cards, side, n)
    for direction in (codes.FORWARD, codes.LEFT, codes.RIGHT):
        assert rules.step_from(cell, direction, side) == PURE_RULES.step_from(cell, direction, side)
    for outcome in (codes.WON, codes.LOST, codes.TIED):
        assert rules.after_fight(field, cell, unit, outcome) == PURE_RULES.after_fight(field, cell, unit, outcome)
    assert rules.units_of(field, side) == PURE_RULES.units_of(field, side)
    assert rules.elite_of(field, side, elite) == PURE_RULES.elite_of(field, side, elite)
    assert rules.count_up(field, elite) == PURE_RULES.count_up(field, elite)


@given(fields, cards, cards, st.integers(0, 2), st.integers(0, (1 << 18) - 1), sides, forces)
def test_fights_and_what_may_be_displaced_agree(
    field: int, one: int, two: int, direction: int, been: int, side: int, force: Forces
) -> None:
    assert jobs.meet(one, two, direction, force) == PURE_JOBS.meet(one, two, direction, force)
    for second in (False, True):
        assert jobs.open_to(been, second, force) == PURE_JOBS.open_to(been, second, force)
    assert jobs.free_cells(field, side, force) == PURE_JOBS.free_cells(field, side, force)


@given(fields, words, words, cards, sides, forces)
def test_what_comes_next_agrees(field: int, reserve: int, hands: int, card: int, side: int, force: Forces) -> None:
    for some in ((reserve, hands), (reserve & 0xFFF0, 0), (0, hands & 0xF00000), (0, 0)):
        state = (field, *some, card, side)
        assert jobs.comes_next(state, force) == PURE_JOBS.comes_next(state, force)


@given(fields, sides, st.integers(1, 5), forces)
def test_listings_agree_on_any_field(field: int, side: int, card: int, force: Forces) -> None:
    given_all = (field, side, card + 8 * side, force)
    assert jobs.count_ways(*given_all) == PURE_JOBS.count_ways(*given_all)
    assert jobs.list_ways(*given_all) == PURE_JOBS.list_ways(*given_all)


@seldom
@given(battles())
def test_listings_of_battles_agree(position: Position) -> None:
    for card in position.playable():
        given_all = (position.field, position.side, card, position.force)
        assert jobs.count_ways(*given_all) == PURE_JOBS.count_ways(*given_all)
        assert jobs.list_ways(*given_all) == PURE_JOBS.list_ways(*given_all)


@seldom
@given(battles(), st.integers(0, 2), st.lists(st.sampled_from(["knight", "rider", "mamluk", "archer"]), max_size=4))
def test_counted_lines_agree(position: Position, depth: int, names: list[str]) -> None:
    if len(position.actions()) > 100 and depth > 1:
        return
    outcomes = [_drawn(position, name) for name in names]
    outcomes += [_drawn(position, unit.id) for army in position.armies for unit in position.setting.table.armies[army]]
    given_all = (position.state, position.force, outcomes, depth)
    assert jobs.perft(*given_all) == PURE_JOBS.perft(*given_all)


@seldom
@given(battles() | reached(), st.integers(0, 2**64 - 1), st.integers(0, 4), st.integers(0, 10**6))
def test_random_games_agree(position: Position, seed: int, longest: int, begin: int) -> None:
    if not all(position.armies) or position.broken_through:
        return
    given_all = (position.state, position.force, [begin, begin + 1, begin + 7], seed, longest)
    assert jobs.playouts(*given_all) == PURE_JOBS.playouts(*given_all)


@pytest.mark.parametrize("variant", ["standard", "hand_of_three"])
def test_whole_random_games_agree(variant: str) -> None:
    position = start(variant=variant, redisplace=False).play("knight")
    given_all = (position.state, position.force, range(2), 2**64 - 1, 100)
    assert jobs.playouts(*given_all) == PURE_JOBS.playouts(*given_all)


def test_more_listings_than_the_table_can_number_are_still_told_apart() -> None:
    # 32,767 listings carry a number of their own; after that the table is cleared and counts anew.
    position = start(redisplace=False).play("knight")
    whole = jobs.playouts(position.state, position.force, range(4_000), 5, 100)
    parts = [jobs.playouts(position.state, position.force, range(n, n + 500), 5, 100) for n in range(0, 4_000, 500)]
    assert whole[0] - 4_000 * 11 > 32_767
    assert whole == tuple(map(sum, zip(*parts, strict=True)))
