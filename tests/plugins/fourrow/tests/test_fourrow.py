from fourrow import GAME
from fourrow.player import make

from triarii.core.conformance import check_game, check_player
from triarii.core.contract import Turn


def played(columns):
    position = GAME.start({})
    for column in columns:
        assert position.check(column) is None
        position = position.play(column)
    return position


def test_fourrow_keeps_the_contract():
    assert check_game(GAME, games=2)["scenes"] > 0


def test_the_careful_player_plays_fair():
    check_player(make(), GAME, games=1)


def test_a_disc_falls_to_the_lowest_free_cell():
    assert played("ddd").columns[3] == "ryr"


def test_four_upright_win():
    assert played("abababa").result().winner is Turn.FIRST


def test_four_slanting_win():
    assert played("abbccdcddfd").result().winner is Turn.FIRST


def test_a_full_column_takes_no_more():
    assert played("aaaaaa").check("a").code == "full"
