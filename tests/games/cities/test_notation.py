"""A position as one line of text, and actions as short words: what they look like, and that nothing is lost."""

from __future__ import annotations

import pytest

from tests.games.cities.boards import (
    COLUMNS,
    SQUARES,
    act,
    anywhere,
    drawn,
    listed,
    locked,
    parsed,
    pieces,
    reached,
    rows,
    start,
    walk,
)
from tests.hypothesis_profiles import given, seldom, st
from triarii.core.contract import Refusal, Turn
from triarii.games.cities import GAME
from triarii.games.cities.position import Position

CITIES = "a1b1i1j1-a10b10i10j10"


def code(text: str, **options: object) -> str:
    """The code of the refusal that a text meets."""
    answer = GAME.parse(text, options)
    assert isinstance(answer, Refusal), text
    return answer.code


# What it looks like


def test_a_position_is_one_line_of_rows_side_cities_and_the_count_of_turns() -> None:
    position = act(drawn("F . f"), "c3c4")
    assert position.text() == f"2f4f2/10/10/10/10/10/2F7/4f5/10/2F4F2 2 {CITIES} 1 ~c3c4"
    assert "\n" not in position.text()


def test_squares_are_named_from_a1_in_the_first_players_left_corner_to_j10() -> None:
    corners = {"a1": "F", "j1": "H", "a10": "f", "j10": "h", "e5": "F", "e6": "F", "f5": "f", "f6": "f"}
    text = parsed(f"{rows(corners)} 1 b1c1d1e1-b10c10d10e10 0").text()
    assert text.split(" ")[0] == "f8h/10/10/10/4Ff4/4Ff4/10/10/10/F8H"


def test_a_turn_that_took_a_city_carries_a_star_in_the_history() -> None:
    assert act(drawn("F - ."), "c3d3", "c10c9").text().split(" ")[4] == "~c3d3*,c10c9"


def test_a_pass_stands_in_the_history() -> None:
    after = act(locked(), "pass", "b2b3")
    assert after.text().endswith("2 ~pass,b2b3")
    assert parsed(after.text()) == after


@pytest.mark.rule("cities.end.repetition")
def test_after_a_capture_or_promotion_no_history_is_told() -> None:
    assert "~" not in act(drawn("F f . F"), "h1h2", "h10h9", "f3e3").text()
    assert "~" not in act(drawn("[F]"), "h1h2", "h10h9", "c3=H").text()


def test_unusual_rulings_are_named_in_the_text_and_usual_ones_are_not() -> None:
    assert "@" not in start(layout="rear", begins="second").text()
    marks = {start(**{name: value}).text().split("@")[1] for name, value in UNUSUAL.items()}
    assert len(marks) == len(UNUSUAL)


UNUSUAL: dict[str, object] = {
    "no_move": "loss",
    "repetition": 2,
    "stall_plies": 50,
    "stall_result": "draw",
    "city_win_timing": "after_captures",
    "low_count": "cities_first",
    "city_shelter": True,
    "claims": "by_claim",
}


@pytest.mark.parametrize("name", UNUSUAL)
def test_a_position_is_not_read_by_other_rulings_than_it_was_written_by(name: str) -> None:
    position = start(**{name: UNUSUAL[name]})
    assert code(position.text()) == "position.rulings"
    assert parsed(position.text(), **{name: UNUSUAL[name]}) == position
    # A bare line, as a person types it, is read by whatever rulings are asked for.
    assert parsed(start().text(), **{name: UNUSUAL[name]}) == position


# Round trips


@given(anywhere)
def test_the_text_of_a_position_reads_back_to_the_same_position(position: Position) -> None:
    again = parsed(position.text(), **position.setting.options)
    assert again == position
    assert hash(again) == hash(position)
    assert again.text() == position.text()
    assert again.key == position.key
    assert (again.turn, again.result(), again.actions()) == (position.turn, position.result(), position.actions())
    assert again.past_keys() == position.past_keys()


@pytest.mark.parametrize("seed", range(5))
def test_every_position_of_a_whole_game_reads_back(seed: int) -> None:
    for _, _, after in walk(start(stall_plies=60, claims="by_claim"), seed, 250):
        assert parsed(after.text(), **after.setting.options) == after


@seldom
@given(anywhere)
def test_every_action_reads_back_from_its_text(position: Position) -> None:
    for action in position.actions():
        assert GAME.action(GAME.action_text(action)) == action


@seldom
@given(reached(), st.integers(0, 100))
def test_positions_that_differ_are_not_equal(position: Position, number: int) -> None:
    if position.turn is Turn.OVER:
        return
    actions = position.actions()
    after = position.play(actions[number % len(actions)])
    assert after != position
    assert position != after.text()
    assert repr(position) == f"<Position {position.text()}>"


def test_equal_boards_under_different_rulings_are_different_positions() -> None:
    assert start() != start(repetition=2)
    assert start() == start(begins="first", younger="second")


def test_the_key_leaves_out_history_and_the_count() -> None:
    moved = act(drawn("F"), "c3c4", "c10c9", "c4c3", "c9c10")
    assert moved != drawn("F")
    assert moved.key == drawn("F").key
    assert moved.key != drawn("F", side=2).key


@pytest.mark.parametrize("side", [1, 2])
def test_the_key_tells_who_is_to_act(side: int) -> None:
    waiting = drawn("F", side=side, stall=100, claims="by_claim")
    assert waiting.key != act(waiting, "claim").key
    assert start(begins="random").key not in (start().key, start(begins="second").key)


# What can't be read


@pytest.mark.rule("cities.material.board")
@pytest.mark.statement("CT-007")
@pytest.mark.parametrize(
    "lines", [["10"] * 9, ["10"] * 11, ["9"] + ["10"] * 9, ["11"] + ["10"] * 9, ["5F5"] + ["10"] * 9]
)
def test_the_board_has_ten_rows_of_ten(lines: list[str]) -> None:
    assert code(f"{'/'.join(lines)} 1 {CITIES} 0") in ("position.rows", "position.row")


@pytest.mark.parametrize("line", ["x9", "G9", "0F9", "", "F", "F8F1", "-10", "FFFFFFFFFFF", "१०"])
def test_a_row_is_made_of_fighters_heroes_and_numbers(line: str) -> None:
    assert code("/".join([line] + ["10"] * 9) + f" 1 {CITIES} 0") == "position.row"


@pytest.mark.parametrize("row", range(1, 11))
def test_the_bad_row_is_named(row: int) -> None:
    lines = ["10"] * 10
    lines[10 - row] = "9x"
    refusal = GAME.parse(f"{'/'.join(lines)} 1 {CITIES} 0", {})
    assert isinstance(refusal, Refusal)
    assert refusal.params == {"row": row, "text": "9x"}


@pytest.mark.rule("cities.material.cities", "cities.material.tiles")
@pytest.mark.parametrize(
    "cities",
    [
        "a1b1i1j1",
        "a1b1i1j1+a10b10i10j10",
        "a1b1i1j1-a1b10i10j10",
        "a1a1i1j1-a10b10i10j10",
        "a1b1i1k1-a10b10i10j10",
        "a1b1i1j11-a10b10i10j10",
        "a1b1-i1j1-a10b10i10j10",
        "A1b1i1j1-a10b10i10j10",
    ],
)
def test_cities_are_two_lists_of_different_squares(cities: str) -> None:
    assert code(f"{rows({})} 1 {cities} 0") == "position.cities"


@pytest.mark.rule("cities.material.cities")
@pytest.mark.parametrize("cities", ["a1b1i1-a10b10i10j10", "a1b1i1j1e5-a10b10i10j10", "-"])
def test_there_must_be_eight_cities(cities: str) -> None:
    assert code(f"{rows({})} 1 {cities} 0") == "position.city_count"


def test_one_player_may_own_all_the_cities() -> None:
    stands = {"a5": "F", "c5": "F", "a7": "f", "c7": "f", "e7": "f"}
    position = parsed(f"{rows(stands)} 1 {CITIES.replace('-', '')}- 0")
    result = position.result()
    assert result is not None
    assert result.rule == "cities.end.all_cities"
    assert parsed(position.text()) == position


@pytest.mark.rule("cities.material.fighters")
@pytest.mark.statement("CT-008")
@pytest.mark.parametrize("letter", ["F", "H", "f", "h"])
def test_no_side_has_more_than_eight_pieces(letter: str) -> None:
    row = dict.fromkeys((f"{column}5" for column in COLUMNS[:9]), letter)
    assert code(f"{rows(row)} 1 {CITIES} 0") == "position.too_many"
    del row["i5"]
    assert len(pieces(parsed(f"{rows(row)} 1 {CITIES} 0"))) == 8


@pytest.mark.rule("cities.city.taken")
@pytest.mark.parametrize(("square", "letter"), [("a10", "F"), ("a10", "H"), ("a1", "f"), ("a1", "h")])
def test_nobody_stands_in_an_enemy_city(square: str, letter: str) -> None:
    assert code(f"{rows({square: letter})} 1 {CITIES} 0") == "position.in_enemy_city"


@pytest.mark.parametrize("side", ["", "0", "3", "first", "??", "１"])
def test_the_side_to_move_is_one_or_two(side: str) -> None:
    assert code(f"{rows({})} {side} {CITIES} 0") == "position.side"


@pytest.mark.parametrize("stall", ["", "-1", "x", "1.5", "1000001", "99999999999", "٣", "+1"])
def test_the_count_of_turns_is_a_number(stall: str) -> None:
    assert code(f"{rows({})} 1 {CITIES} {stall}") == "position.stall"


@pytest.mark.parametrize("stall", [0, 7, 1_000_000])
def test_the_count_of_turns_goes_up_to_a_million(stall: int) -> None:
    assert parsed(f"{drawn('F').text()[:-1]}{stall}").stall == stall


@pytest.mark.parametrize("text", ["", "10", "1 2 3", f"{'/'.join(['10'] * 10)} 1 {CITIES}"])
def test_a_position_has_four_parts(text: str) -> None:
    assert code(text) == "position.fields"


@pytest.mark.parametrize("rest", ["x", "claimed claimed", "@1 @2", "claimed ~c3c4", "~c3c4 ~c3c4", " "])
def test_nothing_unknown_may_follow(rest: str) -> None:
    assert code(f"{drawn('F').text()} {rest}") == "position.rest"


@pytest.mark.rule("cities.end.claims")
@pytest.mark.parametrize("claims", ["automatic", "by_claim"])
def test_an_end_that_could_not_be_claimed_is_not_read(claims: str) -> None:
    assert code(f"{drawn('F').text()} claimed", claims=claims) == "claim.nothing"


@pytest.mark.rule("cities.end.repetition")
@pytest.mark.parametrize(
    ("stall", "history"),
    [
        (1, ""),
        (1, "pass"),  # Ochre could move
        (1, "c10c10"),
        (1, "c10=H"),
        (1, "c10"),
        (1, "claim"),
        (1, "c9c8"),  # nothing stands on c8
        (1, "c1c3"),  # it was not Blue's turn
        (1, "h10c10"),  # h10 is not empty now
        (1, "e6c10"),  # too far for a fighter
        (1, "b9a10"),  # nothing stands on a10
        (1, "c9c10*"),  # c10 is no city
        (0, "c9c10"),  # more turns than were counted
        (1, "c3c4,c9c10"),
    ],
)
def test_a_history_must_lead_to_the_position(stall: int, history: str) -> None:
    assert code(f"{drawn('F', stall=stall).text()} ~{history}") == "position.history"


@pytest.mark.rule("cities.end.repetition")
def test_a_history_may_not_begin_with_enclosed_pieces_or_a_piece_in_an_enemy_city() -> None:
    # Undone, the second player's fighter would have stood on d3 between two enemies.
    stands = {"c3": "F", "e3": "F", "d4": "f", "a8": "f", "c8": "f", "g1": "F"}
    text = f"{rows(stands)} 1 a5b5c5d5-a6b6c6d6 1"
    assert parsed(text).turn is Turn.FIRST
    assert code(f"{text} ~d3d4") == "position.history"
    # Nor could it have come out of a5, a city of the first player.
    stands = {"c3": "F", "e3": "F", "b6": "f", "a8": "f", "c8": "f", "g1": "F"}
    assert code(f"{rows(stands)} 1 a5b5c5d5-a6b6c6d6 1 ~a5b6") == "position.history"


@pytest.mark.rule("cities.end.repetition")
def test_a_capture_or_promotion_is_no_part_of_a_history() -> None:
    # The fighter on b10 stands in a city of its own: by this turn it would have become a hero.
    stands = {"c3": "F", "e3": "F", "g1": "F", "b10": "f", "c8": "f", "e8": "f"}
    assert code(f"{rows(stands)} 1 {CITIES} 1 ~b9b10") == "position.history"
    hero = {**stands, "b10": "h"}
    assert parsed(f"{rows(hero)} 1 {CITIES} 1 ~b9b10").past() != []


@pytest.mark.rule("cities.end.repetition")
def test_a_history_is_dropped_where_no_rule_asks_for_it() -> None:
    text = act(drawn("F"), "c3c4").text()
    assert parsed(text, repetition=0).previous is None
    assert parsed(text, stall_plies=0).stall == 0


def test_lots_that_are_still_to_be_drawn_have_no_history() -> None:
    text = start(begins="random").text().replace(" 0", " 1")
    assert code(f"{text} ~b3b2") == "position.history"


# Actions


@pytest.mark.parametrize("text", ["", "b2", "b2-c4", "B2C4", "b2c4 ", "b2c11", "k1a1", "b2=h", "b2=F", "passe", "=H"])
def test_an_unknown_word_is_no_action(text: str) -> None:
    answer = GAME.action(text)
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.params["text"]) == ("action.form", text)


def test_a_long_word_is_cut_before_it_is_repeated() -> None:
    answer = GAME.action("x" * 1000)
    assert isinstance(answer, Refusal)
    assert answer.params["text"] == "x" * 40


@pytest.mark.parametrize("number", [-1, 10, 10 << 7, 5 << 7 | 10, 1 << 20, 16386, 16387])
def test_a_number_that_is_no_action_is_refused(number: int) -> None:
    refusal = start().check(number)
    assert refusal is not None
    assert refusal.code == "action.form"


def test_actions_come_in_the_order_of_the_board() -> None:
    order = {square: number for number, square in enumerate(SQUARES)}
    position = drawn("[F] . H\n. F .")

    def place(text: str) -> tuple[int, int]:
        begin = text[:3] if text[:3] in order else text[:2]
        goal = text[len(begin) :]
        return order[begin], order[begin if goal == "=H" else goal]

    assert listed(position) == sorted(listed(position), key=place)
    assert listed(position)[0] == "c1a1"
