"""What a placement is worth to the player to move: pieces, heroes, cities, room to move, threats of both sides.

Hot code: evaluation.pxd gives it C types.
"""

from triarii.core import bits
from triarii.games.cities import rules
from triarii.players.cities import weights

LATE_SHIFT = 6
"""What grows with the turns of a stall counts in 64ths, for whole numbers are all we have here."""
FEWEST = 4
PHASES = 12
"""Pieces that may be taken before the game ends anyhow: sixteen at the start, two against two at the end."""
SHARE = 5461
SHARE_SHIFT = 16
"""A twelfth, in 65536ths."""


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
) -> tuple[int, int, int, int, int, int, int, int, int, int, int]:
    """What the evaluation counts, in the order of Weights, without the tempo."""
    empty = rules.BOARD & ~(mine | theirs)
    my_reach = reach_of_all(mine, heroes, empty)
    their_reach = reach_of_all(theirs, heroes, empty)
    cities = bits.count(my_cities) - bits.count(their_cities)
    lead = 1 if cities > 0 else (-1 if cities < 0 else 0)
    return (
        bits.count(mine) - bits.count(theirs),
        bits.count(mine & heroes) - bits.count(theirs & heroes),
        cities,
        lead,
        lead * stall,
        cities * stall,
        bits.count(my_reach) - bits.count(their_reach),
        bits.count(closing(theirs, mine, empty) & my_reach),
        -bits.count(closing(mine, theirs, empty) & their_reach),
        bits.count(their_cities & my_reach),
        -bits.count(my_cities & their_reach),
    )


def phase(mine: int, theirs: int) -> int:
    """PHASES with all pieces on the board, 0 with the last ones."""
    left = bits.count(mine | theirs) - FEWEST
    return PHASES if left > PHASES else (0 if left < 0 else left)


def evaluate(
    mine: int,
    theirs: int,
    heroes: int,
    my_cities: int,
    their_cities: int,
    stall: int,
    early: weights.Weights,
    late: weights.Weights,
) -> int:
    """Points for the player to move."""
    piece, hero, city, lead, late_lead, late_city, mobility, threat, danger, city_threat, city_danger = features(
        mine, theirs, heroes, my_cities, their_cities, stall
    )
    now = phase(mine, theirs)
    then = PHASES - now
    points = (
        (early.piece * now + late.piece * then) * piece
        + (early.hero * now + late.hero * then) * hero
        + (early.city * now + late.city * then) * city
        + (early.lead * now + late.lead * then) * lead
        + ((early.late_lead * now + late.late_lead * then) * late_lead >> LATE_SHIFT)
        + ((early.late_city * now + late.late_city * then) * late_city >> LATE_SHIFT)
        + (early.mobility * now + late.mobility * then) * mobility
        + (early.threat * now + late.threat * then) * threat
        + (early.danger * now + late.danger * then) * danger
        + (early.city_threat * now + late.city_threat * then) * city_threat
        + (early.city_danger * now + late.city_danger * then) * city_danger
        + (early.tempo * now + late.tempo * then)
    )
    return points * SHARE >> SHARE_SHIFT


def struct(worth: weights.Weights) -> weights.Weights:
    """A copy as compiled code takes it."""
    return weights.Weights(
        worth[0],
        worth[1],
        worth[2],
        worth[3],
        worth[4],
        worth[5],
        worth[6],
        worth[7],
        worth[8],
        worth[9],
        worth[10],
        worth[11],
    )
