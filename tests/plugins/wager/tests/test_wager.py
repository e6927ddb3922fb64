from wager import GAME
from wager.actions import Deal, Play, Roll
from wager.player import make

from triarii.core.conformance import check_game, check_player
from triarii.core.contract import Eye, Turn


def dealt(*cards, hand=2):
    position = GAME.start({"hand": hand})
    for card in cards:
        position = position.play(Deal(card))
    return position


def test_wager_keeps_the_contract():
    assert check_game(GAME, [{}, {"hand": 2}], games=2)["scenes"] > 0


def test_the_near_player_plays_fair():
    check_player(make(), GAME, games=1)


def test_the_card_nearer_to_twice_the_die_scores_the_die():
    position = dealt(7, 1, 12, 11).play(Roll(4)).play(Play(7)).play(Play(11))
    assert position.scores == (4, 0)
    assert position.leader is Turn.SECOND


def test_a_led_card_is_seen_by_its_leader_alone():
    position = dealt(7, 1, 12, 11).play(Roll(4)).play(Play(7))
    assert [GAME.scene(position.view(eye)).cells["led"][0].piece for eye in Eye] == ["card", "back", "back"]
