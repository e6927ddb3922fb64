"""What a placement is worth to the player to move: pieces, heroes, cities, room to move, threats of both sides.

Hot code: evaluation.pxd gives it C types.
"""

from triarii.core import bits
from triarii.games.cities import rules
from triarii.players.cities.yardstick import weights

LATE_SHIFT = 6
"""late_city counts in 64ths, for whole numbers are all we have here."""


def closing_along(prey: int, hunter: int, empty: int, step: int) -> int:
    """Empty squares along one line direction where one more hunter would enclose a run of prey."""
    up = hunter << step & prey
    grown = up | (up << step & prey)
    while grown != up:
        up = grown
        grown = up | (up << step & prey)
    down = hunter >> step & prey
    grown = down | (down >> step & prey)
    while grown != down:
        down = grown
        grown = down | (down >> step & prey)
    return (up << step | down >> step) & empty


def closing(prey: int, hunter: int, empty: int) -> int:
    """Empty squares where one more hunter would enclose prey."""
    return (
        closing_along(prey, hunter, empty, 1)
        | closing_along(prey, hunter, empty, 10)
        | closing_along(prey, hunter, empty, 11)
        | closing_along(prey, hunter, empty, 12)
    )


def reach_of_all(pieces: int, heroes: int, empty: int) -> int:
    """Every square that some piece of a side can end on."""
    return rules.reach(pieces & ~heroes, empty, 2) | rules.reach(pieces & heroes, empty, 3)


def features(
    mine: int, theirs: int, heroes: int, my_cities: int, their_cities: int, stall: int
) -> tuple[int, int, int, int, int, int, int, int, int]:
    """What the evaluation counts, in the order of Weights, without the tempo."""
    empty = rules.BOARD & ~(mine | theirs)
    my_reach = reach_of_all(mine, heroes, empty)
    their_reach = reach_of_all(theirs, heroes, empty)
    cities = bits.count(my_cities) - bits.count(their_cities)
    return (
        bits.count(mine) - bits.count(theirs),
        bits.count(mine & heroes) - bits.count(theirs & heroes),
        cities,
        cities * stall,
        bits.count(my_reach) - bits.count(their_reach),
        bits.count(closing(theirs, mine, empty) & my_reach),
        -bits.count(closing(mine, theirs, empty) & their_reach),
        bits.count(their_cities & my_reach),
        -bits.count(my_cities & their_reach),
    )


def evaluate(
    mine: int, theirs: int, heroes: int, my_cities: int, their_cities: int, stall: int, worth: weights.Weights
) -> int:
    """Points for the player to move."""
    piece, hero, city, late_city, mobility, threat, danger, city_threat, city_danger = features(
        mine, theirs, heroes, my_cities, their_cities, stall
    )
    return (
        worth.piece * piece
        + worth.hero * hero
        + worth.city * city
        + (worth.late_city * late_city >> LATE_SHIFT)
        + worth.mobility * mobility
        + worth.threat * threat
        + worth.danger * danger
        + worth.city_threat * city_threat
        + worth.city_danger * city_danger
        + worth.tempo
    )
