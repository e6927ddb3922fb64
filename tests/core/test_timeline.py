"""A record brought to life: every entry has one meaning, live and in replay, and what can't follow changes nothing."""

from dataclasses import replace
from random import Random

import pytest

from tests.hypothesis_profiles import given, st
from tests.played import OWN_LAYOUT, SECRET, act, add, deal, header, opened, play_on, sentences
from triarii.core import records, timeline
from triarii.core.chance import Dealer
from triarii.core.contract import SEATS, Eye, Refusal, Result, Turn
from triarii.core.records import (
    Acted,
    ChanceFell,
    ClockRead,
    DrawAgreed,
    DrawOffered,
    End,
    Entry,
    FlagFell,
    Header,
    Record,
    Resigned,
    TookBack,
)
from triarii.core.texts import LANGUAGES
from triarii.core.timeline import Cursor, Timeline
from triarii.games.cities import GAME

FIRST, SECOND = SEATS
LOTS = {"begins": "random"}


def state(line: Timeline) -> tuple[object, ...]:
    return line.record, line.position, tuple(line.steps), line.chances, line.offered, line.settled


def refused(line: Timeline, entry: Entry) -> str:
    """The sentence that refuses an entry, which must leave everything as it was."""
    before = state(line)
    refusal = line.append(entry)
    assert isinstance(refusal, Refusal)
    assert state(line) == before
    return sentences(refusal)[0]


def replayed(line: Timeline) -> Timeline:
    """The same game, from its file."""
    loaded = records.parse(records.dump(line.record))
    assert loaded.record is not None
    again, problem = timeline.replay(GAME, loaded.record)
    assert problem is None
    assert again is not None
    return again


def refusal_of(record: Record) -> str:
    _, problem = timeline.replay(GAME, record)
    assert problem is not None
    return sentences(problem)[0]


# Live play


def test_a_game_is_played_entry_by_entry() -> None:
    line = opened(LOTS)
    assert line.position.turn is Turn.CHANCE
    assert deal(line) == "first"
    act(line, "b2b4", "b9b7", "b4b6")
    assert [step.number for step in line.steps] == [1, 2, 3, 4]
    assert [GAME.action_text(step.action) for step in line.steps] == ["first", "b2b4", "b9b7", "b4b6"]
    assert line.position == line.steps[-1].after
    assert all(before.after == after.before for before, after in zip(line.steps, line.steps[1:], strict=False))
    assert timeline.actions_played(line.steps) == 3
    assert line.result is None


@pytest.mark.parametrize("seed", range(8))
def test_a_random_game_replays_to_the_same_end(seed: int) -> None:
    line = opened({**LOTS, "layout": "scattered", "stall_plies": 40})
    play_on(line, Random(seed), 2000)
    assert line.result is not None
    assert line.close(SECRET.hex()) is None
    again = replayed(line)
    assert state(again) == state(line)
    assert again.result == line.result == line.position.result()


@given(st.randoms(use_true_random=False), st.integers(0, 30))
def test_a_game_under_way_replays_to_the_same_position(rng: Random, entries: int) -> None:
    line = opened(LOTS)
    for _ in range(entries):
        entry = rng.choice(
            [
                TookBack(rng.randint(0, 9)),
                DrawOffered(rng.choice(SEATS)),
                DrawAgreed(rng.choice(SEATS)),
                ClockRead(rng.randint(0, 9), 0),
                Resigned(rng.choice(SEATS)),
                FlagFell(rng.choice(SEATS)),
                None,
                None,
                None,
            ]
        )
        if entry is None:
            play_on(line, rng, 1)
        else:
            line.append(entry)
    assert state(replayed(line)) == state(line)


def test_only_the_seat_to_move_acts() -> None:
    line = opened()
    assert refused(line, Acted(SECOND, "b9b7")) == "It is not this side's turn."
    act(line, "b2b4")
    assert refused(line, Acted(FIRST, "b4b6")) == "It is not this side's turn."


def test_nobody_acts_while_lots_are_drawn_and_no_chance_falls_while_a_seat_acts() -> None:
    line = opened(LOTS)
    assert refused(line, Acted(FIRST, "b2b4")) == "It is not this side's turn."
    assert refused(line, ChanceFell("third")).startswith("Chance can't give third here; it gives one of first and sec")
    assert refused(line, ChanceFell("b2b4")).startswith("Chance can't give b2b4 here")
    deal(line)
    assert refused(line, ChanceFell("first")) == "There is nothing for chance to decide here: it is a player's turn."


@pytest.mark.parametrize("text", ["b2b9", "b9b7", "a5a6", "b2", "", "first", "claim", "pass", "b2=H", "x" * 1000, "\n"])
def test_an_illegal_action_changes_nothing(text: str) -> None:
    refused(opened(), Acted(FIRST, text))


# The header


def test_the_record_names_every_option_even_those_left_to_the_defaults() -> None:
    line = opened({"stall_plies": 50})
    assert line.record.header.options == {option.name: option.default for option in GAME.info.options} | {
        "stall_plies": 50
    }


def test_a_layout_of_ones_own_travels_by_content() -> None:
    line = opened({"layout": OWN_LAYOUT})
    act(line, "b1b2")
    again = replayed(line)
    assert again.record.header.options["layout"] == OWN_LAYOUT
    assert again.position == line.position
    assert again.start.text().startswith("4ff4/2ffffff2/")


def test_a_game_may_start_from_a_position() -> None:
    played = opened()
    act(played, "b2b4", "b9b7")
    line = opened(start=played.position.text())
    assert line.position == played.position
    assert line.steps == []
    act(line, "b4b6")
    assert replayed(line).position == line.position


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"game": "towar"}, "The record is from another game: towar."),
        (
            {"rules_version": 999},
            "The record names version 999 of the rules of cities; this program has version 1 and would replay",
        ),
        ({"options": {"begin": "first"}}, "There is no option begin; did you mean begins?"),
        ({"options": {"repetition": 1001}}, "The option repetition takes a whole number from 0 to 1000."),
        ({"options": {"begins": "younger"}}, "The younger player begins, but nobody has said"),
        ({"options": {"layout": {"fighters": ["b2"]}}}, "The layout needs cities as a list of squares."),
        ({"start": "somewhere"}, "A position needs four parts"),
    ],
)
def test_a_header_that_cannot_be_is_refused_with_a_clear_sentence(changes: dict[str, object], sentence: str) -> None:
    bad: Header = replace(header(), **changes)  # type: ignore[arg-type]
    assert refusal_of(Record(bad)).startswith(sentence)
    assert timeline.replay(GAME, Record(bad))[0] is None


# Forward and back


def test_a_cursor_goes_forward_and_back_and_stops_at_both_ends() -> None:
    line = opened(LOTS)
    play_on(line, Random(1), 12)
    cursor = Cursor(line)
    assert cursor.step is None
    assert cursor.position == line.start
    for at in range(1, 13):
        cursor = cursor.moved(1)
        assert cursor.step == line.steps[at - 1]
        assert cursor.position == line.steps[at - 1].after
    assert cursor.moved(1) == cursor == cursor.moved(99)
    assert cursor.moved(-5).moved(5) == cursor
    assert cursor.moved(-12) == Cursor(line) == cursor.moved(-99)
    assert Cursor(line, 7).moved(-3).position == line.steps[3].after


def test_every_eye_is_told_numbered_texts_and_events() -> None:
    line = opened(LOTS)
    deal(line)
    act(line, "b2b4", "b9b7")
    add(line, TookBack(2))
    act(line, "c9c7")
    told = list(line.seen_by(Eye.SECOND))
    assert [(entry["number"], entry["text"]) for entry in told] == [(1, "first"), (2, "b2b4"), (5, "c9c7")]
    assert told == list(line.seen_by(Eye.OBSERVER))
    kinds = [event.kind for step in line.steps for event in line.events(step)]
    assert kinds == ["begins", "moved", "moved"]


# Take-backs


def test_a_take_back_leads_to_an_earlier_position_and_keeps_what_was_undone() -> None:
    line = opened()
    act(line, "b2b4", "b9b7", "b4b6")
    earlier = line.steps[0].after
    add(line, TookBack(1))
    assert line.position == earlier
    assert len(line.record.entries) == 4
    act(line, "c9c7")
    assert [step.number for step in line.steps] == [1, 5]
    assert state(replayed(line)) == state(line)


def test_a_take_back_to_the_start_undoes_all() -> None:
    line = opened()
    act(line, "b2b4", "b9b7")
    add(line, TookBack(0))
    assert line.position == line.start
    assert line.steps == []


def test_take_backs_nest_and_only_what_still_stands_can_be_gone_back_to() -> None:
    line = opened()
    act(line, "b2b4", "b9b7", "c2c4", "c9c7")  # entries 1 to 4
    add(line, TookBack(2))  # 5
    act(line, "d2d4", "d9d7")  # 6 and 7
    for gone in (3, 4, 5):
        assert refused(line, TookBack(gone)).startswith(f"Entry {gone} is not part of the game as it stands")
    for not_before in (7, 8, 99):
        assert refused(line, TookBack(not_before)) == "There is nothing to take back."
    add(line, TookBack(6))  # 8
    act(line, "e9e7")  # 9
    add(line, TookBack(1))  # 10
    act(line, "f9f7", "f2f4")  # 11 and 12
    for gone in (2, 6, 9, 10):
        assert refused(line, TookBack(gone)).startswith(f"Entry {gone} is not part of the game as it stands")
    assert [GAME.action_text(step.action) for step in line.steps] == ["b2b4", "f9f7", "f2f4"]
    assert [step.number for step in line.steps] == [1, 11, 12]
    assert state(replayed(line)) == state(line)


def test_without_a_step_there_is_nothing_to_take_back() -> None:
    for number in (0, 1):
        assert refused(opened(), TookBack(number)) == "There is nothing to take back."


def test_a_take_back_over_chance_never_turns_the_count_of_chances_back() -> None:
    line = opened(LOTS)
    dealer = Dealer(SECRET, "g1")
    for k in range(12):
        assert line.chances == k
        assert deal(line) == ("first", "second")[dealer.number(k, 0) % 2]
        add(line, TookBack(0))
    assert line.chances == 12
    assert state(replayed(line)) == state(line)


def test_the_last_turn_of_a_seat_is_found_for_a_take_back() -> None:
    line = opened(LOTS)
    assert [line.last_turn_of(seat) for seat in SEATS] == [None, None]
    assert deal(line) == "first"
    assert line.last_turn_of(FIRST) is None
    act(line, "b2b4")
    assert [line.last_turn_of(seat) for seat in SEATS] == [1, None]
    act(line, "b9b7")
    assert [line.last_turn_of(seat) for seat in SEATS] == [1, 2]
    add(line, TookBack(1))
    assert line.position.turn is FIRST
    fresh = opened()
    act(fresh, "b2b4")
    assert fresh.last_turn_of(FIRST) == 0


@pytest.mark.parametrize("ending", [Resigned(FIRST), FlagFell(SECOND)])
def test_an_end_by_a_seat_can_be_taken_back(ending: Entry) -> None:
    line = opened()
    act(line, "b2b4")
    add(line, ending)
    assert line.result is not None
    add(line, TookBack(1))
    assert line.result is None
    act(line, "b9b7")
    assert state(replayed(line)) == state(line)


def test_resignation_before_the_first_turn_can_be_taken_back() -> None:
    line = opened()
    add(line, Resigned(SECOND), TookBack(0))
    assert (line.result, line.position) == (None, line.start)


def test_the_last_turn_of_a_finished_game_can_be_taken_back() -> None:
    line = opened({"stall_plies": 2})
    act(line, "b2b4", "b9b7")
    assert line.result is not None
    add(line, TookBack(1))
    assert line.result is None
    act(line, "c9c7")


# Draws, resignation, time


def test_a_draw_is_agreed_by_the_seat_that_did_not_offer_it() -> None:
    line = opened()
    assert refused(line, DrawAgreed(FIRST)) == "There is no draw offer to accept."
    add(line, DrawOffered(FIRST))
    assert refused(line, DrawAgreed(FIRST)) == "There is no draw offer to accept."
    add(line, DrawAgreed(SECOND))
    assert line.result == Result(None, timeline.DRAW_AGREED)


def test_an_offer_stands_until_the_other_seat_acts() -> None:
    line = opened()
    add(line, DrawOffered(FIRST))
    act(line, "b2b4")
    assert line.offered is FIRST
    assert state(replayed(line)) == state(line)
    act(line, "b9b7")
    assert line.offered is None
    assert refused(line, DrawAgreed(SECOND)) == "There is no draw offer to accept."


def test_an_offer_may_be_repeated() -> None:
    line = opened()
    add(line, DrawOffered(SECOND), DrawOffered(SECOND), DrawAgreed(FIRST))
    assert line.result == Result(None, timeline.DRAW_AGREED)


def test_an_offer_in_answer_to_an_offer_declines_it() -> None:
    line = opened()
    add(line, DrawOffered(SECOND), DrawOffered(FIRST))
    assert line.offered is FIRST
    assert refused(line, DrawAgreed(FIRST)) == "There is no draw offer to accept."
    assert state(replayed(line)) == state(line)
    add(line, DrawAgreed(SECOND))


def test_a_take_back_clears_an_offer() -> None:
    line = opened()
    act(line, "b2b4")
    add(line, DrawOffered(FIRST), TookBack(0))
    assert refused(line, DrawAgreed(SECOND)) == "There is no draw offer to accept."


@pytest.mark.parametrize("seat", SEATS)
def test_who_resigns_or_runs_out_of_time_loses_whoever_is_to_move(seat: Turn) -> None:
    for entry, rule in ((Resigned(seat), timeline.RESIGNED), (FlagFell(seat), timeline.FLAG_FELL)):
        line = opened(LOTS)
        add(line, entry)
        assert line.result == Result(seat.other, rule)


def test_a_clock_changes_nothing_and_may_be_read_at_any_time() -> None:
    line = opened(LOTS)
    add(line, ClockRead(300_000, 300_000))
    deal(line)
    act(line, "b2b4")
    position = line.position
    add(line, ClockRead(0, 1))
    assert line.position == position
    assert [step.number for step in line.steps] == [2, 3]
    add(line, Resigned(FIRST), ClockRead(0, 0))
    assert "Entry 1 is not part of the game" in refused(line, TookBack(1))


def test_every_end_has_words_in_both_languages() -> None:
    for rule in (timeline.RESIGNED, timeline.DRAW_AGREED, timeline.FLAG_FELL):
        assert all(GAME.texts.word(f"result.{rule}", lang) for lang in LANGUAGES)


# The end


def finished() -> Timeline:
    line = opened()
    act(line, "b2b4")
    add(line, Resigned(SECOND))
    return line


def test_after_the_game_nothing_is_played() -> None:
    line = finished()
    entries: list[Entry] = [Acted(SECOND, "b9b7"), ChanceFell("first"), DrawOffered(FIRST), DrawAgreed(FIRST)]
    entries += [Resigned(FIRST), FlagFell(FIRST)]
    for entry in entries:
        assert refused(line, entry) == "The game is over."


def test_a_game_that_is_not_over_has_no_end() -> None:
    line = opened()
    refusal = line.close()
    assert isinstance(refusal, Refusal)
    assert sentences(refusal)[0] == "The game is not over."
    assert line.record.end is None


def test_nothing_follows_the_end_of_the_record_not_even_another_end() -> None:
    line = finished()
    assert line.close(SECRET.hex()) is None
    assert line.record.end == End(FIRST, timeline.RESIGNED, SECRET.hex())
    assert refused(line, ClockRead(0, 0)) == "Nothing can follow the end of a record."
    assert refused(line, TookBack(0)) == "Nothing can follow the end of a record."
    refusal = line.close()
    assert isinstance(refusal, Refusal)
    assert line.record.end.secret == SECRET.hex()
    assert refused(replayed(line), TookBack(0)) == "Nothing can follow the end of a record."


@pytest.mark.parametrize(
    "end",
    [End(SECOND, timeline.RESIGNED), End(None, timeline.DRAW_AGREED), End(FIRST, timeline.FLAG_FELL), End(FIRST, "")],
)
def test_a_result_that_the_entries_do_not_lead_to_is_found(end: End) -> None:
    record = replace(finished().record, end=end)
    assert refusal_of(record) == "The result that the record names is not the one that its entries lead to."
    assert refusal_of(Record(header(), (), end)).startswith("The result that the record names is not the one")


def test_the_first_entry_that_cannot_be_is_named_and_all_before_it_is_played() -> None:
    record = Record(header(), (Acted(FIRST, "b2b4"), Acted(SECOND, "b9b3"), Acted(FIRST, "b4b6")))
    line, problem = timeline.replay(GAME, record)
    assert problem is not None
    assert sentences(problem)[0].startswith(
        "Entry 2 is impossible: It is 6 steps from b9 to b3; a fighter goes 2 at most."
    )
    assert problem.rule == "cities.move.fighter"
    assert line is not None
    assert [GAME.action_text(step.action) for step in line.steps] == ["b2b4"]
