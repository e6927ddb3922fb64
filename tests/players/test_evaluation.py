"""The evaluation counts what it says it counts."""

from __future__ import annotations

from random import Random

from triarii.games.cities import GAME, rules
from triarii.games.cities.position import Position
from triarii.games.cities.squares import BOARD, numbers_in
from triarii.players.cities import evaluation


def positions(count: int, seed: int = 1) -> list[Position]:
    """Positions from random games."""
    rng = Random(seed)
    found: list[Position] = []
    while len(found) < count:
        here = GAME.start({})
        assert isinstance(here, Position)
        for _ in range(rng.randrange(60)):
            if here.turn is not here.side:
                break
            here = here.play(rng.choice(here.actions()))
        found.append(here)
    return found


def test_a_closing_square_is_one_where_one_more_piece_encloses_something() -> None:
    for here in positions(40):
        mine, theirs, _, _, _ = here.placement
        empty = BOARD & ~(mine | theirs)
        naive = sum(1 << square for square in numbers_in(empty) if rules.enclosed(theirs, mine | 1 << square))
        assert evaluation.closing(theirs, mine, empty) == naive


def test_the_reach_of_all_is_the_union_of_what_each_piece_reaches() -> None:
    for here in positions(40, seed=2):
        mine, theirs, heroes, _, _ = here.placement
        empty = BOARD & ~(mine | theirs)
        union = 0
        for square in numbers_in(mine):
            union |= rules.reach(1 << square, empty, 3 if heroes >> square & 1 else 2)
        assert evaluation.reach_of_all(mine, heroes, empty) == union


def test_seen_from_the_other_side_the_balance_turns_round() -> None:
    for here in positions(40, seed=3):
        mine, theirs, heroes, my_cities, their_cities = here.placement
        seen = evaluation.features(mine, theirs, heroes, my_cities, their_cities, here.stall)
        turned = evaluation.features(theirs, mine, heroes, their_cities, my_cities, here.stall)
        assert [-x for x in turned[:5]] == list(seen[:5])
        assert (-turned[6], -turned[5], -turned[8], -turned[7]) == seen[5:]
