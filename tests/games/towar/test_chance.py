"""Chance: each card as likely as its share of those that are left, and nothing settled beneath the top."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tests.games.towar.boards import (
    HAND,
    act,
    anywhere,
    battle,
    letters,
    reached,
    refused,
    reserves,
    start,
    walk,
)
from tests.hypothesis_profiles import given, seldom, st
from triarii.core.contract import Turn
from triarii.games.towar.position import Position


@pytest.mark.rule("towar.setup.reserve", "towar.setup.draws", "towar.turn.draw", "towar.variant.hand")
@given(anywhere)
def test_a_card_is_as_likely_as_its_share_of_the_reserve(position: Position) -> None:
    if position.turn is not Turn.CHANCE:
        assert position.chances() == []
        return
    armies, _, begins, *_ = position.text().split(" ")
    if "?" in armies:
        assert [share for _, share in position.chances()] == [Fraction(1, 12)] * 12, "each pair of the four armies"
        return
    if "?" in begins:
        assert position.chances() == [("first", Fraction(1, 2)), ("second", Fraction(1, 2))]
        return
    seat = position.drawer
    units = letters(position.armies[seat], seat)
    rest = reserves(position)[seat]
    assert position.chances() == [
        (unit["id"], Fraction(rest[letter], rest.total())) for letter, unit in units.items() if rest[letter]
    ]
    assert sum(share for _, share in position.chances()) == 1


@pytest.mark.rule("towar.setup.reserve")
@seldom
@given(reached())
def test_a_drawn_card_leaves_the_reserve_and_nothing_else_changes(position: Position) -> None:
    if position.turn is not Turn.CHANCE or not position.under_way:
        return
    for name, _ in position.chances():
        after = position.play(name)
        old, new = position.text().split(" "), after.text().split(" ")
        own = letters(position.armies[position.drawer], position.drawer)
        letter = next(letter for letter, unit in own.items() if unit["id"] == name)
        assert reserves(position)[position.drawer] - reserves(after)[position.drawer] == Counter([letter])
        assert reserves(position)[position.drawer.other] == reserves(after)[position.drawer.other]
        assert old[:3] == new[:3]
        assert (new[3] == letter) == position.draw_is_open


@pytest.mark.rule("towar.setup.reserve")
@seldom
@given(st.integers(0, 2**32), st.booleans())
def test_no_order_is_kept_so_the_same_cards_in_any_order_lead_to_the_same_odds(seed: int, hand: bool) -> None:
    options = HAND if hand else {}
    drawn: dict[str, Counter[str]] = {}
    for before, action, _ in walk(start(**options), seed):
        if before.turn is Turn.CHANCE:
            seen = drawn.setdefault(before.armies[before.drawer], Counter())
            units = letters(before.armies[before.drawer], 0).values()
            total = 17 - seen.total()
            assert dict(before.chances()) == {
                unit["id"]: Fraction(unit["cards"] - seen[unit["id"]], total)
                for unit in units
                if unit["cards"] > seen[unit["id"]]
            }
            seen[action] += 1


@pytest.mark.rule("towar.turn.draw")
def test_the_last_card_of_a_reserve_is_certain() -> None:
    position = battle("bkb ... ... SSF", left=1)
    assert position.chances() == [("knight", Fraction(1))]


@pytest.mark.rule("towar.turn.draw")
def test_where_chance_is_to_fall_nobody_acts_not_even_by_a_listed_outcome() -> None:
    position = battle("bkb ... ... SSF", left=3)
    assert position.actions() == []
    assert refused(position, "knight").code == "draw"
    assert refused(start(begins="random"), "first").code == "lots"


@pytest.mark.rule("towar.setup.reserve")
def test_all_ways_to_deal_a_reserve_are_equally_likely() -> None:
    # Two cards of one type and one of another, drawn to the end: three orders, each with one third.
    position = battle("... ... ... SKF", left=3)
    shares: dict[tuple[str, ...], Fraction] = {}

    def deal(here: Position, order: tuple[str, ...], share: Fraction) -> None:
        if here.turn is Turn.CHANCE and here.drawer is Turn.FIRST:
            for name, chance in here.chances():
                deal(here.play(name), (*order, name), share * chance)
        elif here.turn is Turn.CHANCE:
            deal(here.play(here.chances()[0][0]), order, share)
        elif here.turn is Turn.OVER:
            shares[order] = shares.get(order, Fraction(0)) + share
        else:
            deal(act(here, here.actions()[0]), order, share)

    deal(position, (), Fraction(1))
    assert sum(shares.values()) == 1
    assert set(shares.values()) == {Fraction(1, 3)}
    assert len(shares) == 3
