"""A position as one line of text, and actions as short words: what they look like, and that nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.towar.boards import (
    HAND,
    act,
    anywhere,
    battle,
    battles,
    field,
    parsed,
    reached,
    stands,
    start,
    walk,
)
from tests.hypothesis_profiles import given, seldom, st
from triarii.core.contract import SEATS, Eye, Refusal, Turn
from triarii.core.texts import LANGUAGES
from triarii.games.towar import GAME
from triarii.games.towar.position import Position

LINE = "west-north bka/rtk/FSC/KQF 1 S K1Q1F1-b1k1r1a1 0-0"


def code(text: str, **options: object) -> str:
    """The code of the refusal that a text meets, which must be sayable."""
    answer = GAME.parse(text, options)
    assert isinstance(answer, Refusal), text
    assert all(GAME.texts.say(answer.message, language) for language in LANGUAGES)
    return answer.code


# What it looks like


def test_a_position_is_one_line_of_armies_rows_side_card_reserves_and_hands() -> None:
    assert start("choose", begins="random").text() == "?-? .../.../.../... ? - 0-0 0-0"
    position = act(start("choose", begins="random"), "west")
    assert position.text() == "west-? .../.../.../... ? - K3S3Q3F4C4-0 0-0"
    position = act(position, "north")
    assert position.text() == "west-north .../.../.../... ? - K3S3Q3F4C4-b3k3r3t4a4 0-0"
    position = act(position, "second", "archer")
    assert position.text() == "west-north .../.../.../... 2 a K3S3Q3F4C4-b3k3r3t4a3 0-0"
    position = act(position, "b3", "knight", "b2")
    assert position.text() == "west-north .../.a./.K./... 2 - K2S3Q3F4C4-b3k3r3t4a3 0-0"


@pytest.mark.rule("towar.material.field")
def test_cells_are_named_from_the_first_players_left_corner() -> None:
    corners = stands(battle("k.b ... ... S.F", left=0))
    assert corners == {"a1": "S", "c1": "F", "a4": "k", "c4": "b"}


@pytest.mark.rule("towar.end.breakthrough")
def test_a_breakthrough_is_told_by_a_word() -> None:
    done = act(battle(".S. .C. .C. .C.", "K", left=1), "b:ffff")
    assert done.text() == "west-north .C./.C./.C./.K. 2 - 0-b1 0-0 broken"
    assert parsed(done.text()) == done
    assert parsed(done.text()).result() == done.result()


def test_unusual_rulings_are_named_in_the_text_and_usual_ones_are_not() -> None:
    for armies, begins in (("choose", "first"), ("south,east", "second"), ("west,north", "random")):
        assert "@" not in start(armies, begins=begins).text()
    marks = {start(**{name: value}).text().split("@")[1] for name, value in UNUSUAL.items()}
    assert len(marks) == len(UNUSUAL)


UNUSUAL: dict[str, Any] = {
    "mirror_match": True,
    "variant": "hand_of_three",
    "movement": "charge",
    "enemy_on_entry": "forbidden",
    "redisplace": False,
    "fresh_locked": True,
    "second_step_displaces": False,
    "hand_end": "pile_empty",
    "first_card_middle": False,
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
    assert (again.text(), again.key) == (position.text(), position.key)
    assert (again.turn, again.result(), again.chances()) == (position.turn, position.result(), position.chances())
    assert again.actions() == position.actions()
    for eye in Eye:
        assert again.view(eye) == position.view(eye)


@pytest.mark.parametrize("variant", ["standard", "hand_of_three"])
@pytest.mark.parametrize("seed", range(2))
def test_every_position_of_a_whole_game_reads_back(seed: int, variant: str) -> None:
    for _, _, after in walk(start("choose", variant=variant, begins="random"), seed):
        assert parsed(after.text(), **after.setting.options) == after


@seldom
@given(anywhere)
def test_every_action_reads_back_from_its_text(position: Position) -> None:
    for action in [*position.actions(), *(outcome for outcome, _ in position.chances())]:
        assert GAME.action_text(action) == action
        assert GAME.action(action) == action


@seldom
@given(reached(), st.integers(0, 100))
def test_positions_that_differ_are_not_equal(position: Position, number: int) -> None:
    moves = position.actions() or [outcome for outcome, _ in position.chances()]
    if moves:
        after = position.play(moves[number % len(moves)])
        assert after != position
        assert after.text() != position.text()


# Fuzz


@given(anywhere, st.integers(0, 200), st.sampled_from(" -/.?*@0123456789KSQFCbkrtaMBxāé\n\x00"), st.booleans())
def test_a_text_with_a_changed_letter_is_read_or_refused_but_never_fails(
    position: Position, place: int, letter: str, insert: bool
) -> None:
    text = position.text()
    place %= len(text)
    changed = text[:place] + letter + text[place + (0 if insert else 1) :]
    answer = GAME.parse(changed, position.setting.options)
    if isinstance(answer, Refusal):
        assert all(GAME.texts.say(answer.message, language) for language in LANGUAGES)
    else:
        assert GAME.parse(answer.text(), position.setting.options) == answer
        assert answer.turn in SEATS or answer.actions() == []
        if answer.turn in SEATS:
            assert answer.play(answer.actions()[0]) is not None


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_but_never_fails(text: str) -> None:
    assert isinstance(GAME.parse(text, {}), Refusal | Position)
    answer = GAME.action(text)
    if isinstance(answer, Refusal):
        assert all(GAME.texts.say(answer.message, language) for language in LANGUAGES)
    else:
        assert GAME.action(answer) == answer


@given(
    st.lists(
        st.sampled_from(["a", "b", "c", ":", "f", "l", "r", "/", "knight", "pass", "King", ".", " ", "west"]),
        max_size=9,
    ),
    battles(),
)
def test_any_words_are_an_action_or_refused_but_never_fail(words: list[str], position: Position) -> None:
    text = "".join(words)
    answer = GAME.action(text)
    if isinstance(answer, str):
        refusal = position.check(answer)
        if refusal is None:
            position.play(answer)
        else:
            assert GAME.rulebook.find(refusal.rule) is not None
    for raw in (text, f"dragon/{text}"):
        refusal = position.check(raw)
        if refusal is not None:
            assert all(GAME.texts.say(refusal.message, language) for language in LANGUAGES)


# What can't be read


def test_the_line_of_these_tests_can_be_read() -> None:
    assert parsed(LINE).text() == LINE


@pytest.mark.parametrize("text", ["", " ", "west-north", LINE.rpartition(" ")[0]])
def test_a_position_has_six_parts(text: str) -> None:
    assert code(text) == "position.fields"


@pytest.mark.rule("towar.setup.armies")
@pytest.mark.parametrize(
    "armies", ["west", "west-norths", "West-north", "west-north-east", "?-north", "-", "west,north"]
)
def test_armies_are_two_of_the_four(armies: str) -> None:
    assert code(LINE.replace("west-north", armies)) == "position.armies"


@pytest.mark.rule("towar.setup.armies")
def test_the_same_army_twice_is_read_only_in_a_mirror_match() -> None:
    text = start("west,west", mirror_match=True).text()
    assert code(text.split(" @")[0]) == "setup.mirror"


@pytest.mark.rule("towar.material.field")
@pytest.mark.parametrize(
    "rows", ["bka/rtk/FSC", "bka/rtk/FSC/KQF/...", "bka/rtk/FSC/KQ", "bkab/rtk/FSC/KQF", "", "bkartkFSCKQF"]
)
def test_the_field_has_four_rows_of_three(rows: str) -> None:
    assert code(LINE.replace("bka/rtk/FSC/KQF", rows)) == "position.rows"


@pytest.mark.parametrize("letter", ["x", "B", "q", "0", "é", "*"])
def test_a_cell_holds_a_card_of_its_sides_army(letter: str) -> None:
    assert code(LINE.replace("bka", f"b{letter}a")) == "position.letter"


@pytest.mark.rule("towar.turn.alternate")
@pytest.mark.parametrize("side", ["", "0", "3", "first", "??", "１"])
def test_the_side_to_move_is_one_or_two(side: str) -> None:
    assert code(LINE.replace(" 1 ", f" {side} ")) == "position.side"


@pytest.mark.rule("towar.turn.draw")
@pytest.mark.parametrize("card", ["x", "SS", "", "0", "B"])
def test_the_card_face_up_is_one_of_these_armies(card: str) -> None:
    assert code(LINE.replace(" S ", f" {card} ")) == "position.card"


@pytest.mark.rule("towar.turn.draw")
def test_the_card_face_up_belongs_to_the_player_to_move() -> None:
    assert code(LINE.replace(" S ", " t ")) == "position.card_side"


@pytest.mark.parametrize(
    "cards",
    [
        "K1Q1F1",
        "K1Q1F1-b1k1r1a1-0",
        "K1Q1F1-b0",
        "K1K1F1-b1k1r1a1",
        "k1Q1F1-b1k1r1a1",
        "1K1Q-b1",
        "K-b1",
        "K99-b1",
        "K16-b1",
        "-b1",
        "K١-b1",
    ],
)
def test_reserves_are_cards_of_both_players(cards: str) -> None:
    assert code(LINE.replace("K1Q1F1-b1k1r1a1", cards)) == "position.cards"


@pytest.mark.rule("towar.cards.army")
def test_no_army_has_more_cards_of_a_type_than_its_deck() -> None:
    assert code(LINE.replace("K1Q1F1", "K3")) == "position.too_many"
    assert code(LINE.replace("bka", "bbb")) == "position.too_many"


@pytest.mark.rule("towar.turn.alternate")
def test_the_cards_that_are_left_must_fit_to_who_is_next() -> None:
    assert code(LINE.replace("K1Q1F1", "K1Q1")) == "position.alternate"
    assert code(LINE.replace("K1Q1F1", "K1Q1F2C1")) == "position.alternate"
    assert parsed(LINE.replace("K1Q1F1", "K1Q1F2")).cards_left() == 9


@pytest.mark.rule("towar.variant.hand")
def test_hands_belong_to_the_variant() -> None:
    hand = LINE.replace(" S ", " - ").replace("K1Q1F1-b1k1r1a1 0-0", "Q1-b1 K1S1F1-k1r1a1")
    assert code(hand) == "position.hands"
    assert parsed(hand, **HAND).turn is Turn.FIRST
    assert code(LINE, **HAND) == "position.hands"
    assert code(hand.replace("Q1-b1 K1S1F1", "0-b1 K1S1Q1F1"), **HAND) == "position.hands"
    early = start(**HAND).text().replace("K3S3Q3F4C4-b3k3r3t4a4 0-0", "S3Q3F4C4-k3r3t4a4 K3-b3")
    assert code(early, **HAND) == "position.hands"


@pytest.mark.rule("towar.variant.hand")
def test_what_one_player_sees_is_no_position() -> None:
    hand = LINE.replace(" S ", " - ").replace("K1Q1F1-b1k1r1a1 0-0", "Q1-b1 K1S1F1-k1r1a1")
    seen = parsed(hand, **HAND).view(Eye.FIRST).text
    assert seen.split(" ")[4:6] == ["Q1-*b1k1r1a1", "K1S1F1-*3"]
    assert code(seen, **HAND) == "position.hidden"


@pytest.mark.rule("towar.setup.alternate", "towar.setup.free_choice", "towar.setup.first_cards")
@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("... .a. .K. ...", ""),
        ("... .a. .K. S..", "position.alternate"),
        ("... .a. K.. ...", "deploy.middle"),
        ("... a.. .K. ...", "deploy.middle"),
        ("... .K. .a. ...", "deploy.half"),
        ("... ... ... ...", "position.set_up"),
    ],
)
def test_while_the_field_is_laid_out_nothing_has_moved_or_fallen(rows: str, expected: str) -> None:
    reserve = "K2S3Q3F4C4" if "S" not in rows else "K2S2Q3F4C4"
    text = f"west-north {rows.replace(' ', '/')} 1 - {reserve}-b3k3r3t4a3 0-0"
    if expected:
        assert code(text) == expected
    else:
        assert field(parsed(text)) == rows
    if expected == "deploy.middle":
        assert isinstance(GAME.parse(text, {"first_card_middle": False}), Position)


@pytest.mark.rule("towar.setup.reserve")
@pytest.mark.parametrize(
    "text",
    [
        "?-? .../.../.../... 1 - 0-0 0-0",
        "west-? .../.../.../... 1 - K3S3Q3F4C4-0 0-0",
        "west-? .../.../.../... ? - K2S3Q3F4C4-0 0-0",
        "west-north .../.../.K./... ? - K2S3Q3F4C4-b3k3r3t4a4 0-0",
        "west-north .../.../.../... ? K K2S3Q3F4C4-b3k3r3t4a4 0-0",
        "?-? .../.../.../... ? - 0-0 0-0 broken",
    ],
)
def test_before_it_is_settled_who_begins_all_cards_lie_in_the_reserves(text: str) -> None:
    assert code(text) == "position.before_start"


@pytest.mark.rule("towar.end.breakthrough")
def test_a_breakthrough_needs_a_turn_before_it() -> None:
    assert code(f"{LINE} broken") == "position.broken"
    assert code(f"{act(start(), 'knight', 'b2').text()} broken") == "position.broken"


@pytest.mark.parametrize("rest", ["x", "broken broken", " ", "broken @", "@ broken"])
def test_nothing_unknown_may_follow(rest: str) -> None:
    text = f"{LINE.replace(' S ', ' - ').replace('K1Q1F1', 'K1Q1F1S1')} {rest}"
    assert code(text) in ("position.rest", "position.rulings")


def test_a_mark_of_rulings_is_only_read_where_rulings_are_unusual() -> None:
    assert code(f"{LINE} @") == "position.rulings"
    assert code(f"{LINE} @12345678") == "position.rulings"
    unusual = parsed(LINE, redisplace=False).text()
    assert code(f"{unusual} @12345678", redisplace=False) == "position.rest"
