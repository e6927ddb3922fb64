"""What a placement of Cities & Heroes is worth to simple players: pieces, heroes, cities, nearness to enemy cities."""

from __future__ import annotations

from triarii.games.cities import jobs
from triarii.games.cities.position import Position
from triarii.games.cities.squares import distance, numbers_in

PIECE = 1000
HERO = 400
CITY = 500
PULL = 2
"""For each step that a piece is nearer to the nearest enemy city: less than anything else counts."""
WIN = 1_000_000


def worth(placement: jobs.Placement) -> int:
    """From the side of the player who is not to move: the one who has just moved."""
    theirs, mine, heroes, their_cities, my_cities = placement
    return (
        PIECE * (mine.bit_count() - theirs.bit_count())
        + HERO * ((mine & heroes).bit_count() - (theirs & heroes).bit_count())
        + CITY * (my_cities.bit_count() - their_cities.bit_count())
        - PULL * pull(mine, their_cities)
    )


def pull(pieces: int, enemy_cities: int) -> int:
    """Steps from each piece to its nearest enemy city, added up."""
    goals = list(numbers_in(enemy_cities))
    if not goals:
        return 0
    return sum(min(distance(square, goal) for goal in goals) for square in numbers_in(pieces))


def worth_of_turn(position: Position, action: int) -> int:
    """What a turn is worth to the player who makes it, as the board stands right after it."""
    after = position.play(action)
    result = after.result()
    if result is None:
        return worth(after.placement)
    if result.winner is None:
        return 0
    return WIN if result.winner is position.side else -WIN
