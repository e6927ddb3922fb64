"""Positions as programs drive them ply by ply: actions made on demand are the whole list; positions can be packed."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from random import Random

import pytest

from triarii.core.contract import Turn
from triarii.games.cities import GAME, jobs
from triarii.games.cities.actions import CLAIM, PASS
from triarii.games.cities.position import Position


def walk(seed: int, **options: object) -> list[Position]:
    rng, position = Random(seed), GAME.start(options)
    assert isinstance(position, Position)
    found = [position]
    while (actions := position.actions()) and len(found) < 120:
        position = position.play(rng.choice(actions))
        found.append(position)
    return found


def listed(position: Position) -> list[int]:
    """What the rules allow, listed at once."""
    if position.turn is not position.side:
        return []
    mine, theirs, heroes, my_cities, _ = position.placement
    moves = jobs.list_moves(mine, theirs, heroes, my_cities) or [PASS]
    return [*moves, CLAIM] if position.claimable else moves


@pytest.mark.parametrize("options", [{}, {"claims": "by_claim", "stall_plies": 10}], ids=["usual", "claims"])
def test_actions_made_on_demand_are_those_of_the_list(options: dict[str, object]) -> None:
    claims = 0
    for position in walk(3, **options):
        actions, whole = position.actions(), listed(position)
        assert isinstance(actions, Sequence)
        assert actions == whole
        assert list(actions) == [actions[place] for place in range(len(actions))] == whole
        assert bool(actions) == bool(whole)
        claims += CLAIM in actions
        if whole:
            assert actions[-1] == whole[-1]
            assert actions[1:4] == whole[1:4]
            assert actions.index(whole[-1]) == len(whole) - 1
            assert actions.count(whole[0]) == 1
            assert list(reversed(actions)) == whole[::-1]
            assert hash(actions) == hash(position.actions())
            assert repr(actions) == repr(whole)
        with pytest.raises(IndexError):
            actions[len(whole)]
        with pytest.raises(IndexError):
            actions[-len(whole) - 1]
    assert (claims > 0) == bool(options)


def test_a_packed_position_comes_out_as_it_went_in() -> None:
    for position in walk(5)[::7]:
        again = pickle.loads(pickle.dumps(position))
        assert again == position
        assert again.seen == position.seen
        assert again.turn is position.turn
        assert again.past() == position.past()


def test_lots_give_the_boards_to_whoever_begins() -> None:
    lots = GAME.start({"begins": "random"})
    assert isinstance(lots, Position)
    assert lots.turn is Turn.CHANCE
    for outcome, seat in zip((chance for chance, _ in lots.chances()), (Turn.FIRST, Turn.SECOND), strict=True):
        begun = lots.play(outcome)
        assert begun.turn is begun.side is seat
        assert begun.absolute() == lots.absolute()
        assert not begun.drawing_lots
