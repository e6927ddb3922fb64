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
        assert [-x for x in turned[:7]] == list(seen[:7])
        assert (-turned[8], -turned[7], -turned[10], -turned[9]) == seen[7:]


def test_the_phase_falls_with_every_piece_taken_until_two_stand_against_two() -> None:
    begun = GAME.start({})
    assert isinstance(begun, Position)
    mine, theirs, *_ = begun.placement
    squares = list(numbers_in(mine | theirs))
    phases = [evaluation.phase(sum(1 << square for square in squares[:count]), 0) for count in range(16, 3, -1)]
    assert phases == list(range(12, -1, -1))


def test_who_has_more_cities_leads_however_many_they_are() -> None:
    for here in positions(20, seed=5):
        mine, theirs, heroes, my_cities, their_cities = here.placement
        found = evaluation.features(*here.placement, 10)
        more = my_cities.bit_count() - their_cities.bit_count()
        assert found[2] == more
        assert found[3] == (more > 0) - (more < 0)
        assert found[4:6] == (10 * found[3], 10 * more)
