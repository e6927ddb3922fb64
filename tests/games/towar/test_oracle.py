"""The game against the second reading of the rules: the same turns, the same results, the same reasons."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from tests.games.towar.boards import HAND, KINDS, RULINGS, UNITS, battles, deal_battle, offered, start, to_act
from tests.games.towar.oracle import Table, distinct, outcome_of
from tests.hypothesis_profiles import given, seldom, st
from triarii.core.contract import Eye, Refusal, Turn
from triarii.games.towar import GAME, jobs
from triarii.games.towar.cells import NAMES
from triarii.games.towar.position import Position

MANY = 2_500
"""Positions with more ways than this are left to the counts in test_perft.py."""


def ways(position: Position) -> int:
    return sum(jobs.count_ways(position.field, position.side, card, position.force)[0] for card in position.playable())


def some_battles(rulings: dict[str, object], seed: int, count: int, most: int = MANY) -> list[Position]:
    """Random positions with a turn to take, own movement tables and hands among them."""
    rng = Random(f"{seed} {rulings}")
    found: list[Position] = []
    while len(found) < count:
        kinds = {unit["id"]: rng.choice(KINDS) for unit in UNITS}
        movement: object = rng.choice(["standard", "charge", {"kinds": kinds}, {"kinds": kinds}])
        options = {**rulings, **rng.choice([{}, {}, HAND]), "movement": movement}
        position = deal_battle(rng, rng.choice([0.4, 0.8, 0.95, 1.0]), options)
        if ways(position) <= most:
            found.append(position)
    return found


def compare(position: Position) -> None:
    """Every distinct result is listed once, by a shortest way that leads there."""
    table = Table.of(position)
    shortest: dict[object, int] = {}
    turns = {}
    for text, moment in table.whole_turns():
        result = table.outcome(text, moment)
        shortest.setdefault(distinct(result), len(text))
        turns[text] = result
    listed = position.actions()
    assert len(listed) == len(set(listed)) == len(shortest)
    for action in listed:
        assert outcome_of(position, action) == turns[action]
        assert len(action) == shortest[distinct(turns[action])]
    assert {distinct(turns[action]) for action in listed} == set(shortest)
    assert ways(position) == len(turns)


@seldom
@given(battles().filter(lambda position: ways(position) <= MANY))
def test_the_odds_name_every_fight_that_any_way_leads_to(position: Position) -> None:
    met = set()
    for text, _ in Table.of(position).whole_turns():
        chain = position.chain(text)
        assert not isinstance(chain, Refusal)
        last = chain.steps[-1]
        if last.outcome:
            met.add((text.rpartition("/")[0], position.unit(last.unit).id, NAMES[last.goal], last.direction > 0))
    offered = GAME.odds(position.view(Eye(position.turn)))
    told = {(f.action.rpartition("/")[0], f.params["unit"], f.params["cell"], f.params["bonus"] == 2) for f in offered}
    assert told == met


each_ruling = pytest.mark.parametrize("rulings", RULINGS, ids=["-".join(map(str, r.values())) for r in RULINGS])


@pytest.mark.rule("towar.turn.chain", "towar.turn.step", "towar.turn.second_step", "towar.turn.no_return")
@each_ruling
def test_the_listed_turns_are_those_of_the_second_reading(rulings: dict[str, object]) -> None:
    for position in some_battles(rulings, 1, 30):
        compare(position)


@seldom
@given(battles().filter(lambda position: ways(position) <= MANY))
def test_the_listed_turns_are_those_of_the_second_reading_anywhere(position: Position) -> None:
    compare(position)


@pytest.mark.parametrize("armies", ["west,north", "south,east"])
def test_the_listed_turns_of_real_games_are_those_of_the_second_reading(armies: str) -> None:
    for seed in range(8):
        position = to_act(start(armies, begins="second" if seed % 2 else "first"), seed, 2 * seed)
        if position.turn is not Turn.OVER:
            compare(position)


@pytest.mark.rule("towar.turn.chain", "towar.turn.end")
@each_ruling
def test_any_legal_way_is_accepted_and_comes_to_its_own_result(rulings: dict[str, object]) -> None:
    rng = Random(5)
    for position in some_battles(rulings, 2, 10):
        table = Table.of(position)
        turns = list(table.whole_turns())
        for text, moment in rng.sample(turns, min(40, len(turns))):
            assert position.check(text) is None, text
            assert outcome_of(position, text) == table.outcome(text, moment)


@pytest.mark.rule("towar.turn.edge", "towar.turn.no_return", "towar.move.kinds", "towar.turn.step", "towar.turn.end")
@each_ruling
def test_any_other_way_is_refused_by_the_rule_that_it_breaks(rulings: dict[str, object]) -> None:
    for position in some_battles(rulings, 3, 8):
        table = Table.of(position)
        name = next(iter(table.hand))
        for column, length in product("abc", range(4)):
            for steps in product("flr", repeat=length):
                text = f"{name}{column}{':' if steps else ''}{''.join(steps)}"
                expected = table.follow(text)
                refusal = position.check(text)
                assert (refusal.rule if refusal else "") == (expected if isinstance(expected, str) else ""), text


@pytest.mark.rule("towar.turn.no_return", "towar.turn.displaced_again", "towar.turn.fresh_card")
@each_ruling
def test_every_turning_off_a_legal_way_is_refused_by_the_rule_that_it_breaks(rulings: dict[str, object]) -> None:
    rng = Random(7)
    for position in some_battles(rulings, 5, 8):
        table = Table.of(position)
        turns = sorted((text for text, _ in table.whole_turns()), key=len)[-40:]  # the longest
        for text in rng.sample(turns, min(6, len(turns))):
            begun, _, steps = text.partition(":")
            for length in range(len(steps) + 1):
                for way in "flr":
                    tried = f"{begun}:{steps[:length]}{way}"
                    expected = table.follow(tried) if not text.endswith("pass") else None
                    refusal = position.check(tried)
                    if expected is not None:
                        assert (refusal.rule if refusal else "") == (expected if isinstance(expected, str) else "")


@pytest.mark.rule("towar.turn.displaced_again", "towar.turn.fresh_card", "towar.turn.second_step_displaces")
@seldom
@given(battles(), st.text("flr", min_size=3, max_size=12), st.sampled_from("abc"))
def test_long_ways_are_refused_by_the_rule_that_they_break(position: Position, steps: str, column: str) -> None:
    table = Table.of(position)
    for name in table.hand:
        text = f"{name}{column}:{steps}"
        expected = table.follow(text)
        refusal = position.check(text)
        assert (refusal.rule if refusal else "") == (expected if isinstance(expected, str) else "")


@pytest.mark.rule("towar.turn.entry", "towar.turn.step")
@each_ruling
def test_word_by_word_exactly_the_legal_ways_are_reached(rulings: dict[str, object]) -> None:
    for position in some_battles(rulings, 4, 10, most=150):
        expected = {text for text, _ in Table.of(position).whole_turns()}
        spelt: list[str] = []
        waiting: list[tuple[str, ...]] = [()]
        while waiting:
            prefix = waiting.pop()
            answer = position.choices(prefix)
            assert not isinstance(answer, Refusal), (prefix, answer)
            if isinstance(answer, str):
                spelt.append(answer)
                continue
            assert isinstance(answer, Sequence)
            assert answer
            waiting += [(*prefix, choice.text) for choice in offered(position, *prefix)]
        assert sorted(spelt) == sorted(expected)
