"""A position in whole sentences and as letters on a grid, for the terminal and for screen readers."""

from __future__ import annotations

from tests.games.cities.boards import COLUMNS, anywhere, drawn, owners, parsed, pieces, rows, start
from tests.hypothesis_profiles import given, seldom
from triarii.core.contract import Eye, Turn
from triarii.core.texts import LANGUAGES
from triarii.games.cities import GAME
from triarii.games.cities.position import Position


def sentences(position: Position, language: str = "en") -> list[str]:
    return [GAME.texts.say(message, language) for message in GAME.words(position.view(Eye.OBSERVER))]


def test_the_sentences_say_who_stands_where_who_owns_what_and_who_is_to_move() -> None:
    assert sentences(drawn("H . f")) == [
        "Blue has fighters on c1 and h1.",
        "Blue has heroes on c3.",
        "Blue holds the cities a1, b1, i1 and j1.",
        "Ochre has fighters on e3, c10 and h10.",
        "Ochre holds the cities a10, b10, i10 and j10.",
        "It is Blue's turn.",
    ]
    assert sentences(drawn("H . f"), "de")[1] == "Blau hat Helden auf c3."


def test_the_sentences_name_a_player_without_pieces_or_cities() -> None:
    text = sentences(parsed(f"{rows({'c3': 'F', 'e3': 'F'})} 1 a1b1c1d1e1f1g1h1- 0"))
    assert "Ochre has no pieces." in text
    assert "Ochre holds no city." in text
    assert not any("to move" in sentence for sentence in text)


def test_the_sentences_say_that_lots_are_drawn_or_an_end_can_be_claimed() -> None:
    assert sentences(start(begins="random"))[-1] == "Who begins is decided by lot."
    assert sentences(drawn("F", stall=100, claims="by_claim"))[-1] == "The end of the game can be claimed."


def test_the_drawing_shows_pieces_cities_and_pieces_in_cities() -> None:
    lines = GAME.drawing(drawn("[H] + .\nf . -").view(Eye.OBSERVER)).splitlines()
    assert lines[0] == lines[-1] == "    a  b  c  d  e  f  g  h  i  j"
    assert lines[7] == " 4  .  . [H] +  .  .  .  .  .  .  4"
    assert lines[8] == " 3  .  .  f  .  -  .  .  .  .  .  3"
    assert lines[1].startswith("10 ")


@seldom
@given(anywhere)
def test_sentences_and_drawing_tell_the_whole_position(position: Position) -> None:
    for language in LANGUAGES:
        assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in sentences(position, language))
    stands, whose = pieces(position), owners(position)
    lines = GAME.drawing(position.view(Eye.OBSERVER)).splitlines()[1:-1]
    for row, line in zip(range(10, 0, -1), lines, strict=True):
        for number, column in enumerate(COLUMNS):
            square, cell = f"{column}{row}", line[3 + 3 * number : 6 + 3 * number]
            piece, owner = stands.get(square), whose.get(square)
            empty = "." if owner is None else ("+" if owner is Turn.FIRST else "-")
            assert cell == (f"[{piece}]" if piece and owner is not None else f" {piece or empty} ")
