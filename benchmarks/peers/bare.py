"""A bare alpha-beta over our rules, in the order in which moves are listed: what the rules alone allow a search."""

from triarii.core import bits
from triarii.games.cities import jobs, rules, rulings

try:
    import cython
except ImportError:
    from triarii.core import pure as cython

WON = 100_000
NOTHING = -1_000_000


def evaluate(mine: int, theirs: int, heroes: int, my_cities: int, their_cities: int) -> int:
    """The prototype's points, so that both search alike."""
    return (
        100 * (bits.count(mine) - bits.count(theirs))
        + 80 * (bits.count(mine & heroes) - bits.count(theirs & heroes))
        + 150 * (bits.count(my_cities) - bits.count(their_cities))
    )


def search(
    mine: int,
    theirs: int,
    heroes: int,
    my_cities: int,
    their_cities: int,
    ruled: rulings.Rulings,
    depth: int,
    alpha: int,
    beta: int,
) -> tuple[int, int]:
    """(value, nodes)."""
    why, result = rules.outcome(mine, theirs, heroes, my_cities, their_cities, ruled)
    if why != 0:
        return result * WON, 1
    if depth == 0:
        return evaluate(mine, theirs, heroes, my_cities, their_cities), 1
    empty = rules.BOARD & ~(mine | theirs)
    best = NOTHING
    nodes = 1
    rest = mine
    while rest:
        piece = rest & -rest
        rest ^= piece
        targets = rules.targets_of(piece, empty, heroes, my_cities)
        while targets:
            target = targets & -targets
            targets ^= target
            a, b, h, c, d = rules.play(mine, theirs, heroes, my_cities, their_cities, piece, target, ruled.shelter)
            value, count = search(a, b, h, c, d, ruled, depth - 1, -beta, -alpha)
            nodes += count
            if -value > best:
                best = -value
            if best > alpha:
                alpha = best
            if alpha >= beta:
                return best, nodes
    return best, nodes


def run(placement: jobs.Placement, ruled: rulings.Rulings, depth: int) -> tuple[int, int]:
    """(value, nodes) of a placement."""
    mine, theirs, heroes, my_cities, their_cities = placement
    as_ruled = jobs.struct(ruled)
    with cython.nogil:
        value, nodes = search(mine, theirs, heroes, my_cities, their_cities, as_ruled, depth, NOTHING, -NOTHING)
    return value, nodes
