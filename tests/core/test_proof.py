"""A proof replays every entry and deals every chance again; whatever was tampered with is found and named."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from tests.played import OWN_LAYOUT, SECRET, act, add, deal, opened, play_on, sentences
from tests.seat_texts import new_text
from triarii.core.chance import commitment
from triarii.core.contract import Turn
from triarii.core.proof import Proof, prove
from triarii.core.records import Acted, ChanceFell, ClockRead, End, Entry, Record, Resigned, TookBack
from triarii.games.cities import GAME

LOTS = {"begins": "random", "layout": OWN_LAYOUT}
FALSE_SECRET = "The secret at the end is not the one that was fixed before the first card, die or lot."


def game() -> Record:
    """Five lots, four of them taken back, then some turns and a resignation."""
    line = opened(LOTS, texts=("alpha", "β"))
    for _ in range(4):
        deal(line)
        play_on(line, Random(line.chances), 2)
        add(line, TookBack(0), ClockRead(1000, 1000))
    deal(line)
    play_on(line, Random(0), 10)
    add(line, Resigned(Turn.FIRST))
    assert line.close(SECRET.hex()) is None
    return line.record


GAME_PLAYED = game()


def with_entry(number: int, change: Callable[[Entry], Entry]) -> Record:
    entries = list(GAME_PLAYED.entries)
    entries[number - 1] = change(entries[number - 1])
    return replace(GAME_PLAYED, entries=tuple(entries))


def with_end(secret: str) -> Record:
    assert GAME_PLAYED.end is not None
    return replace(GAME_PLAYED, end=replace(GAME_PLAYED.end, secret=secret))


def problem_of(record: Record) -> str:
    proof = prove(GAME, record)
    assert proof.problem is not None
    assert proof.proven < proof.chances or not proof.chances
    return sentences(proof.problem)[0]


def test_an_honest_record_is_proven_chance_by_chance() -> None:
    assert prove(GAME, GAME_PLAYED) == Proof(entries=len(GAME_PLAYED.entries), chances=5, proven=5)


@pytest.mark.parametrize("number", [n for n, e in enumerate(GAME_PLAYED.entries, 1) if isinstance(e, ChanceFell)])
def test_a_swapped_outcome_is_found_and_named_even_if_it_was_taken_back(number: int) -> None:
    fell = GAME_PLAYED.entries[number - 1]
    assert isinstance(fell, ChanceFell)
    swapped = ChanceFell({"first": "second", "second": "first"}[fell.text])
    # The turns after it were made by the wrong seat now, so only lots that were taken back at once stay legal.
    entries = [*GAME_PLAYED.entries[: number - 1], swapped, TookBack(0)]
    taken_back = replace(GAME_PLAYED, entries=(*entries, Resigned(Turn.FIRST)))
    named = f"Entry {number}: chance did not give {swapped.text}; the promised secret gives something else."
    assert problem_of(taken_back) == named


def test_chances_before_the_swapped_one_count_as_proven() -> None:
    line = opened(LOTS)
    assert deal(line) == "first"
    add(line, TookBack(0), ChanceFell("second"), Resigned(Turn.FIRST))
    assert line.close(SECRET.hex()) is None
    proof = prove(GAME, line.record)
    assert (proof.chances, proof.proven) == (2, 1)
    assert proof.problem is not None
    assert proof.problem.params["number"] == 3


@pytest.mark.parametrize(
    "secret",
    [
        bytes(32).hex(),
        SECRET.hex()[:-2],
        SECRET.hex() + "00",
        SECRET.hex().upper(),
        " " + SECRET.hex(),
        SECRET.hex()[:-1],
        "",
        "no hex at all",
        "ß" * 64,
    ],
)
def test_a_wrong_secret_is_found(secret: str) -> None:
    assert problem_of(with_end(secret)) == FALSE_SECRET


@pytest.mark.parametrize("commit", [commitment(bytes(32)), commitment(SECRET).upper(), "x", commitment(SECRET)[:-1]])
def test_a_wrong_commitment_is_found(commit: str) -> None:
    assert problem_of(replace(GAME_PLAYED, header=replace(GAME_PLAYED.header, commit=commit))) == FALSE_SECRET


@pytest.mark.parametrize("change", [{"id": "g2"}, {"texts": ("alpha", "b")}, {"texts": ("β", "alpha")}])
def test_another_id_or_other_texts_of_the_seats_give_other_chances(change: dict[str, str]) -> None:
    tampered = replace(GAME_PLAYED, header=replace(GAME_PLAYED.header, **change))  # type: ignore[arg-type]
    assert "chance did not give" in problem_of(tampered)


def test_an_illegal_action_is_found_and_named() -> None:
    number = next(n for n, entry in enumerate(GAME_PLAYED.entries, 1) if isinstance(entry, Acted))
    bad = with_entry(number, lambda entry: Acted(entry.seat, "a1j10") if isinstance(entry, Acted) else entry)
    assert problem_of(bad).startswith(f"Entry {number} is impossible: ")


def test_an_action_of_the_wrong_seat_is_found_and_named() -> None:
    number = next(n for n, entry in enumerate(GAME_PLAYED.entries, 1) if isinstance(entry, Acted))
    bad = with_entry(number, lambda entry: replace(entry, seat=entry.seat.other) if isinstance(entry, Acted) else entry)
    assert problem_of(bad) == f"Entry {number} is impossible: It is not this side's turn."


def test_a_false_result_is_found() -> None:
    bad = replace(GAME_PLAYED, end=End(Turn.FIRST, "record.resigned", SECRET.hex()))
    assert problem_of(bad) == "The result that the record names is not the one that its entries lead to."


def test_chances_of_a_game_under_way_stay_open_until_the_secret_is_out() -> None:
    proof = prove(GAME, replace(GAME_PLAYED, end=None))
    assert proof == Proof(len(GAME_PLAYED.entries), 5, 0, open_chances="not_over")


def test_chances_entered_by_hand_promise_nothing() -> None:
    proof = prove(GAME, replace(GAME_PLAYED, header=replace(GAME_PLAYED.header, commit="")))
    assert proof == Proof(len(GAME_PLAYED.entries), 5, 0, open_chances="by_hand")


def played_with(*texts: str) -> Record:
    line = opened(LOTS, texts=texts)
    deal(line)
    add(line, Resigned(Turn.FIRST))
    assert line.close(SECRET.hex()) is None
    return line.record


def test_a_proof_counts_the_texts_that_were_made_for_the_promise() -> None:
    commit = commitment(SECRET)
    assert prove(GAME, played_with(new_text(commit), new_text(commit))) == Proof(2, 1, 1, bound_texts=2)
    assert prove(GAME, played_with("", new_text(commit))).bound_texts == 1
    assert prove(GAME, played_with("alpha", "")).bound_texts == 0, "other forms prove no order, and break nothing"
    under_way = replace(played_with(new_text(commit), ""), end=None)
    assert prove(GAME, under_way).bound_texts == 1, "this needs no secret"


def test_a_text_for_another_promise_is_found() -> None:
    """As it would be if a host had tried secrets until one suited the texts."""
    found = prove(GAME, played_with("", new_text(commitment(bytes(32)))))
    assert found.problem is not None
    assert sentences(found.problem)[0] == (
        "What player 2 added to chance was made for another promise than the one in this record."
    )
    assert found.bound_texts == 0


def test_a_game_without_chance_is_proven_by_its_moves_and_keeps_its_promise() -> None:
    line = opened()
    act(line, "b2b4")
    add(line, Resigned(Turn.SECOND))
    assert prove(GAME, line.record) == Proof(2, 0, 0)
    assert line.close(SECRET.hex()) is None
    assert prove(GAME, line.record) == Proof(2, 0, 0)
    assert line.record.end is not None
    broken = replace(line.record, end=replace(line.record.end, secret=bytes(32).hex()))
    assert problem_of(broken) == FALSE_SECRET


def test_where_no_chance_fell_the_secret_may_be_kept() -> None:
    line = opened()
    add(line, Resigned(Turn.SECOND))
    assert line.close() is None
    assert prove(GAME, line.record) == Proof(1, 0, 0)


def test_a_record_of_other_rules_is_refused_before_anything_is_proven() -> None:
    other = replace(GAME_PLAYED, header=replace(GAME_PLAYED.header, rules_version=2))
    assert problem_of(other).startswith("The record names version 2 of the rules of cities")
