"""Orders as words: every order is written as it is read, nothing that is typed breaks anything, and slips are named."""

from __future__ import annotations

import pytest

from tests.games.adlg.table.drills import AFAR, drill, line
from tests.games.adlg.table.tables import meets
from tests.hypothesis_profiles import example, given, seldom, st
from triarii.core.contract import Refusal
from triarii.core.texts import decimal
from triarii.games.adlg.battle import order_execution, orders
from triarii.games.adlg.battle.order_execution import Executed
from triarii.games.adlg.battle.order_parser import FREE, LONGEST, MOST_STEPS, VERBS, parse, read_number
from triarii.games.adlg.battle.orders import (
    Activate,
    Advance,
    Charge,
    Contract,
    Done,
    Encourage,
    Enter,
    Evade,
    Extend,
    Formation,
    Go,
    Join,
    Leave,
    Move,
    Oblique,
    Order,
    Pivot,
    Press,
    Pursue,
    Rally,
    Reveal,
    Ride,
    ShootAt,
    Slide,
    TurnInPlace,
    Wheel,
)

names = st.builds(lambda letter, number: f"{letter}{number}", st.sampled_from("uecdk"), st.integers(0, 999))
parties = st.lists(names, min_size=1, max_size=6, unique=True).map(tuple)
distances = st.integers(1, 999_999)
angles = st.integers(1, 99_999)
sides = st.sampled_from((-1, 1))
sideways = st.builds(lambda side, amount: side * amount, sides, distances)
swings = st.builds(lambda side, amount: side * amount, sides, angles)
steps = st.one_of(
    st.builds(Advance, distances),
    st.builds(Slide, sideways),
    st.builds(Wheel, swings),
    st.builds(Oblique, sideways, distances),
    st.sampled_from((TurnInPlace(-9000), TurnInPlace(9000), TurnInPlace(18000))),
)
marches = st.lists(steps, min_size=1, max_size=MOST_STEPS).map(tuple)
beginnings = st.lists(steps, max_size=MOST_STEPS).map(tuple)
evades = st.one_of(
    st.builds(Evade, parties, st.booleans(), st.booleans()),
    st.builds(Evade, parties, st.just(False), st.booleans(), names),
)
counts = st.integers(0, 9)
written: st.SearchStrategy[Order] = st.one_of(
    *(st.just(kind(())) for kind in orders.ALONE),
    st.builds(lambda name: Activate(corps=name), names),
    *(st.builds(kind, parties) for kind in orders.PLAIN),
    evades,
    st.builds(Move, parties, marches),
    st.builds(Charge, parties, names, beginnings),
    st.builds(Press, parties, distances, beginnings),
    st.builds(Leave, parties, st.one_of(st.just(""), names)),
    *(st.builds(kind, parties, names) for kind in (Join, ShootAt, Encourage)),
    *(st.builds(kind, parties, distances) for kind in (Ride, Pursue)),
    *(st.builds(kind, parties, distances, distances) for kind in (Go, Enter)),
    st.builds(Pivot, parties, swings),
    st.builds(Reveal, parties, st.sampled_from(Formation), st.integers(0, 35_999)),
    st.builds(Extend, parties, counts, counts, beginnings),
    st.builds(Contract, parties, parties, beginnings),
).filter(lambda order: len(str(order)) <= LONGEST)


def kinds_below(kind: type[Order]) -> set[type[Order]]:
    return {kind, *(each for below in kind.__subclasses__() for each in kinds_below(below))}


# Reading and writing


@given(written)
def test_every_order_is_read_back_as_it_was_written(order: Order) -> None:
    assert parse(str(order)) == order


def test_every_kind_of_order_has_a_verb_of_its_own() -> None:
    kinds = kinds_below(Order) - {Order}
    assert len({kind.word for kind in kinds}) == len(kinds)
    assert {kind.word for kind in kinds} - {Move.word} <= {*VERBS, *FREE}


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("u7+u8 advance 2.5", Move(("u7", "u8"), (Advance(2500),))),
        ("u3 wheel left 30 advance 1.2", Move(("u3",), (Wheel(-3000), Advance(1200)))),
        ("u3 slide right 0.001", Move(("u3",), (Slide(1),))),
        ("u3 turn back", Move(("u3",), (TurnInPlace(18000),))),
        ("u3 turn left", Move(("u3",), (TurnInPlace(-9000),))),
        ("u3 oblique left 0.5 2", Move(("u3",), (Oblique(-500, 2000),))),
        ("u5 charge e2", Charge(("u5",), "e2")),
        ("u5 slide left 0.3 charge k2", Charge(("u5",), "k2", (Slide(-300),))),
        ("u5 pivot right 12.34", Pivot(("u5",), 1234)),
        ("u1+u2 extend 1 0 advance 1", Extend(("u1", "u2"), 1, 0, (Advance(1000),))),
        ("u1+u2 contract u2", Contract(("u1", "u2"), ("u2",))),
        ("c1 go 10.5 3", Go(("c1",), 10500, 3000)),
        ("c1 join u4", Join(("c1",), "u4")),
        ("u1 rally", Rally(("u1",))),
        ("u1+u2 press 2", Press(("u1", "u2"), 2000)),
        ("corps c2", Activate(corps="c2")),
        ("done", Done()),
    ],
)
def test_orders_mean_what_they_say(text: str, order: Order) -> None:
    assert parse(text) == order
    assert str(order) == text


@pytest.mark.parametrize("text", ["1", "6", "4-2", "6-6"])
def test_what_dice_show_is_left_as_it_is(text: str) -> None:
    assert parse(text) == text


@pytest.mark.parametrize("text", ["0", "7", "4-7", "4-", "4-2-1", "04", "4 - 2"])
def test_nothing_else_is_an_outcome_of_dice(text: str) -> None:
    assert isinstance(parse(text), Refusal)


def test_spaces_and_needless_zeros_do_not_matter() -> None:
    plain = parse("u1 advance 2.5")
    assert parse("  u1\tadvance   2.500 ") == plain
    assert parse("u1 advance 002.5") == plain
    assert str(plain) == "u1 advance 2.5"


@given(st.integers(0, 999_999), st.sampled_from((1000, 100)))
def test_numbers_are_spelled_exactly(amount: int, unit: int) -> None:
    word = decimal(amount, unit)
    assert read_number(word, unit) == (amount if amount < 1000 * unit else None)
    assert not word.endswith(".")
    assert "." not in word or not word.endswith("0")


# Slips


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("", "empty", {}),
        ("   ", "empty", {}),
        ("x1 advance 1", "name", {"word": "x1"}),
        ("u1+ advance 1", "name", {"word": ""}),
        ("u1+u1 advance 1", "twice", {"word": "u1+u1"}),
        ("u1", "no_verb", {"word": "u1"}),
        ("u1 advanse 1", "verb_near", {"word": "advanse", "nearest": "advance"}),
        ("u1 xyzzy", "verb", {"word": "xyzzy", "nearest": ""}),
        ("u1 advance", "unfinished", {"word": "advance"}),
        ("u1 wheel left", "unfinished", {"word": "wheel"}),
        ("u1 charge", "unfinished", {"word": "charge"}),
        ("u1 advance x", "number", {"word": "x"}),
        ("u1 advance 0", "number", {"word": "0"}),
        ("u1 advance -1", "number", {"word": "-1"}),
        ("u1 advance 1.2345", "number", {"word": "1.2345"}),
        ("u1 advance 1000", "number", {"word": "1000"}),
        ("u1 advance ٣", "number", {"word": "٣"}),
        ("u1 wheel left 1.234", "angle", {"word": "1.234"}),
        ("u1 wheel up 5", "side", {"word": "up"}),
        ("u1 turn about", "side", {"word": "about"}),
        ("u1+u2 extend x 0", "count", {"word": "x"}),
        ("u1+u2 extend 10 0", "count", {"word": "10"}),
        ("u1+u2 extend 1 0 charge e1", "extra", {"word": "charge"}),
        ("u1+u2 contract u2 charge e1", "extra", {"word": "charge"}),
        ("u1+u2 contract foo advance 1", "name", {"word": "foo"}),
        ("u1+u2 contract u2+u2 advance 1", "twice", {"word": "u2+u2"}),
        ("u1 rally now", "extra", {"word": "now"}),
        ("u1 charge e1 e2", "extra", {"word": "e2"}),
        ("corps", "name", {"word": "corps"}),
        ("u1" + " advance 0.1" * 13, "many_steps", {}),
        ("u1 " + "x" * 600, "long", {"most": 600}),
    ],
)
def test_a_slip_is_named(text: str, code: str, params: dict[str, object]) -> None:
    found = parse(text)
    assert isinstance(found, Refusal)
    assert (found.code, dict(found.params)) == (f"order.{code}", params)


# Whatever is typed

WORDS = (
    *VERBS,
    *FREE,
    "left",
    "right",
    "back",
    "u1",
    "u1+u2",
    "e1",
    "c1",
    "k2",
    "0",
    "1",
    "2.5",
    "90",
    ".",
    "+",
)


def unbroken(text: str) -> None:
    found = parse(text)
    assert isinstance(found, Order | str | Refusal)
    if isinstance(found, Order):
        assert parse(str(found)) == found
    if isinstance(found, Refusal):
        assert found.code.startswith("order.")


@given(st.text())
@example("u1 advance 1\x00")
@example("u1\u2003advance\u00a01")
@example("١-٢")
def test_any_text_is_read_or_refused(text: str) -> None:
    unbroken(text)


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
def test_any_row_of_known_words_is_read_or_refused(text: str) -> None:
    unbroken(text)


BATTLE = drill(
    [
        *line("heavy_cavalry", 2, (9000, 10000, 0)),
        ("u3", "elephant", (14000, 10000, 0)),
        ("u4", "light_infantry", (10000, 12000, 4500)),
        ("u5", "light_artillery", (6000, 10000, 0)),
        ("u6", "javelinmen", (3000, 10000, 0)),
        ("u7", "javelinmen", (3000, 9000, 0)),
        ("e1", "levy", (14000, 10700, 18000)),
        ("e2", "heavy_spearmen", (9000, 10000, 18000)),
        ("e3", "light_cavalry", AFAR),
    ],
    meetings=[meets("u1", "e2")],
    leaders={"c1": "u4", "d1": (10000, 16000, 18000)},
)
HERE = (*BATTLE.field.stands, "c1", "d1", "k1", "u99")
here = st.sampled_from(HERE)
some = st.lists(here, min_size=1, max_size=3, unique=True).map(tuple)
small = st.integers(1, 5000)
given_here = st.one_of(
    st.builds(Move, some, st.lists(steps, min_size=1, max_size=3).map(tuple)),
    st.builds(Charge, some, here, beginnings),
    *(st.builds(kind, some) for kind in (*orders.PLAIN, Leave)),
    st.builds(Evade, some, st.booleans(), st.booleans()),
    st.builds(Join, some, here),
    st.builds(Go, some, st.integers(1, 20000), st.integers(1, 20000)),
    st.builds(Pivot, some, st.integers(-9999, 9999)),
    st.builds(Ride, some, small),
    st.builds(Extend, some, st.just(1), st.just(1), beginnings),
    st.builds(Contract, some, some, beginnings),
    st.just(Done()),
    st.just(Activate(corps="c1")),
)


@seldom
@given(given_here)
def test_any_order_is_followed_or_refused_with_its_reason(order: Order) -> None:
    before = BATTLE.field
    found = order_execution.execute(BATTLE, order)
    assert isinstance(found, Executed | Refusal)
    if isinstance(found, Executed):
        assert found.after.points + found.after.free <= BATTLE.points + BATTLE.free
        assert found.after.field.setting is before.setting
    else:
        assert found.code.partition(".")[0] in ("order", "move", "charge", "deed", "fire")


@pytest.mark.rule("adlg.commander.move")
def test_what_only_one_unit_or_commander_does_is_refused_to_several() -> None:
    state = drill([*line("heavy_spearmen", 2, cohesion=3), ("e1", "levy", AFAR)])
    codes = {}
    for words in ("u1+u2 rally", "u1+u2 plant", "u1+u2 leave", "c1+u1 go 10 9"):
        order = parse(words)
        assert isinstance(order, Order)
        found = order_execution.execute(state, order)
        assert isinstance(found, Refusal), words
        codes[words] = found.code
    assert list(codes.values()) == ["order.single", "order.single", "order.single", "order.commander"]
