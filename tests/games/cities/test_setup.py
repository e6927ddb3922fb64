"""How a game begins: who sits where, what stands on the board, who has the first turn."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.games.cities import boards
from tests.games.cities.boards import cities_of, image, listed, pieces, start, turned
from triarii.core.contract import Eye, Refusal, Turn
from triarii.games.cities import GAME
from triarii.games.cities.actions import FIRST_BEGINS, SECOND_BEGINS

NAMES = ["gates", "rear", "flanks", "outpost", "deep", "zigzag", "scattered", "border"]
each_layout = pytest.mark.parametrize("name", NAMES)


@pytest.mark.rule("cities.setup.colours", "cities.material.players")
@pytest.mark.statement("CT-013", "CT-001")
def test_each_seat_has_one_of_the_two_colours_and_it_does_not_matter_which() -> None:
    position = start()
    assert {letter.isupper() for letter in pieces(position).values()} == {True, False}
    # Whoever would rather play the other colour takes the other seat: turned round, it is the same game.
    other = image(start(begins="second"), turned, swap=True)
    assert other.text() == position.text()


@pytest.mark.rule("cities.setup.cities", "cities.setup.four_each")
@pytest.mark.statement("CT-012")
@each_layout
def test_each_player_owns_four_of_the_eight_cities_at_the_start(name: str) -> None:
    position = start(layout=name)
    first, second = cities_of(position, Turn.FIRST), cities_of(position, Turn.SECOND)
    assert len(first) == len(second) == 4
    assert not first & second
    assert {turned(square) for square in first} == second


@pytest.mark.rule("cities.setup.fighters", "cities.setup.stock")
@pytest.mark.statement("CT-014", "CT-015")
@each_layout
def test_the_board_holds_eight_fighters_of_each_player_and_no_hero(name: str) -> None:
    position = start(layout=name)
    assert sorted(pieces(position).values()) == ["F"] * 8 + ["f"] * 8


@pytest.mark.rule("cities.setup.layout")
@each_layout
def test_a_layout_of_ours_is_the_same_for_both_sides_and_encloses_nobody(name: str) -> None:
    position = start(layout=name)
    assert {turned(square): letter.swapcase() for square, letter in pieces(position).items()} == pieces(position)
    assert GAME.parse(position.text(), {}) == position


@pytest.mark.rule("cities.setup.layout")
def test_gates_is_the_usual_layout() -> None:
    assert start() == start(layout="gates")
    assert start().text() == "10/1ffffffff1/10/10/10/10/10/10/1FFFFFFFF1/10 1 a1j1d3g3-d8g8a10j10 0"


@pytest.mark.rule("cities.setup.begins")
def test_the_first_seat_begins_unless_told_otherwise() -> None:
    assert start().turn is Turn.FIRST
    assert start(begins="first") == start()


@pytest.mark.rule("cities.setup.begins")
def test_the_second_seat_may_begin() -> None:
    position = start(begins="second")
    assert position.turn is Turn.SECOND
    assert pieces(position) == pieces(start())
    assert all(int(boards.squares_of(text)[0][1:]) > 5 for text in listed(position))


@pytest.mark.rule("cities.setup.begins")
@pytest.mark.statement("CT-016")
@pytest.mark.parametrize(("younger", "turn"), [("first", Turn.FIRST), ("second", Turn.SECOND)])
def test_the_younger_player_begins(younger: str, turn: Turn) -> None:
    assert start(begins="younger", younger=younger).turn is turn


@pytest.mark.rule("cities.setup.begins")
@pytest.mark.parametrize("options", [{}, {"younger": "unasked"}])
def test_if_the_younger_player_begins_it_must_be_told_who_that_is(options: dict[str, object]) -> None:
    refusal = GAME.start({"begins": "younger", **options})
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.rule) == ("setup.younger", "cities.setup.begins")


@pytest.mark.rule("cities.setup.begins")
def test_the_age_of_the_players_does_not_matter_when_another_rule_says_who_begins() -> None:
    assert start(begins="first", younger="second").turn is Turn.FIRST
    assert start(begins="second", younger="first").turn is Turn.SECOND


@pytest.mark.rule("cities.setup.begins")
def test_lots_give_each_player_the_first_turn_with_the_same_chance() -> None:
    position = start(begins="random")
    assert position.turn is Turn.CHANCE
    assert position.actions() == []
    assert position.result() is None
    assert position.chances() == [(FIRST_BEGINS, Fraction(1, 2)), (SECOND_BEGINS, Fraction(1, 2))]
    assert [GAME.action_text(outcome) for outcome, _ in position.chances()] == ["first", "second"]
    assert GAME.action("first") == FIRST_BEGINS
    assert GAME.action("second") == SECOND_BEGINS


@pytest.mark.rule("cities.setup.begins")
@pytest.mark.parametrize(("outcome", "begins"), [(FIRST_BEGINS, "first"), (SECOND_BEGINS, "second")])
def test_after_the_lots_the_game_is_as_if_it_had_been_agreed_who_begins(outcome: int, begins: str) -> None:
    lots = start(begins="random")
    begun = lots.play(outcome)
    assert begun == start(begins=begins)
    assert begun.turn is Turn[begins.upper()]
    assert begun.chances() == []
    assert [event.kind for event in GAME.events(lots, outcome, begun)] == ["begins"]


@pytest.mark.rule("cities.setup.begins")
def test_while_lots_are_drawn_nobody_may_act() -> None:
    position = start(begins="random")
    for action in (FIRST_BEGINS, *start().actions()[:3]):
        refusal = position.check(action)
        assert refusal is not None
        assert refusal.code == "lots"
    choices = position.choices([])
    assert isinstance(choices, Refusal)
    assert choices.code == "lots"
    assert GAME.parse(position.text(), {}) == position
    assert position.text().split(" ")[1] == "?"


@pytest.mark.rule("cities.setup.begins")
def test_nobody_counts_random_games_before_the_lots() -> None:
    lots = start(begins="random")
    with pytest.raises(ValueError, match="lots"):
        GAME.playouts(lots, 1, 0, 10)
    assert GAME.perft(lots, 1) is None


@pytest.mark.rule("cities.material.players")
def test_nothing_is_hidden_every_eye_sees_the_whole_board() -> None:
    position = boards.played(7, 20)
    views = [position.view(eye) for eye in Eye]
    assert {view.text for view in views} == {position.text()}
    assert [view.eye for view in views] == list(Eye)
    assert {GAME.text_seen_by(position, action, eye) for eye in Eye for action in position.actions()[:1]} == {
        listed(position)[0]
    }


@pytest.mark.parametrize("eye", list(Eye))
def test_what_an_eye_imagines_is_the_position_itself(eye: Eye) -> None:
    position = boards.played(8, 30, stall_plies=50, claims="by_claim")
    assert GAME.imagine(position.view(eye), Random(0)) == position
    assert position.view(eye).options == position.setting.options


def test_the_game_tells_what_it_is() -> None:
    info = GAME.info
    assert (info.id, info.has_chance, info.has_secrets, info.lists_all_actions) == ("cities", True, False, True)
    option = info.option("layout")
    assert option is not None
    assert list(option.names) == NAMES
