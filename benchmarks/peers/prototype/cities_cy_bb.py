"""Cities on bitboards: square = row * 11 + column; the eleventh column is always empty."""

from typing import Iterable, Tuple

import cython

if not cython.compiled:
    from bits import popcount

ONGOING = 2
CAP = 400
MASK = 0xFFFFFFFF


def squares(row: int, cols: Iterable[int]) -> int:
    board = 0
    for col in cols:
        board |= 1 << (row * 11 + col)
    return board


BOARD = 0
for _row in range(10):
    BOARD |= squares(_row, range(10))
WHITE_START = squares(1, range(1, 9))
BLACK_START = squares(8, range(1, 9))
WHITE_CITIES = squares(0, (1, 4, 5, 8))
BLACK_CITIES = squares(9, (1, 4, 5, 8))


def reach(piece: int, empty: int, steps: int) -> int:
    """Squares a piece can end on: a flood of king steps over empty squares."""
    flood = piece
    for _ in range(steps):
        row = flood | flood << 1 | flood >> 1
        flood |= (row | row << 11 | row >> 11) & empty
    return flood ^ piece


def bracketed(prey: int, hunter: int, step: int) -> int:
    """Runs of prey along one line direction with a hunter right at both ends."""
    up = hunter << step & prey
    down = hunter >> step & prey
    if not up or not down:
        return up & down
    grown = up | (up << step & prey)
    while grown != up:
        up = grown
        grown = up | (up << step & prey)
    grown = down | (down >> step & prey)
    while grown != down:
        down = grown
        grown = down | (down >> step & prey)
    return up & down


def captured(prey: int, hunter: int) -> int:
    return (
        bracketed(prey, hunter, 1)
        | bracketed(prey, hunter, 10)
        | bracketed(prey, hunter, 11)
        | bracketed(prey, hunter, 12)
    )


def play(
    mine: int, theirs: int, heroes: int, my_cities: int, their_cities: int, piece: int, target: int
) -> Tuple[int, int, int, int, int]:
    """The position after a move, seen by the player now to move. target == piece: promotion."""
    if piece == target:
        return theirs, mine, heroes | piece, their_cities, my_cities
    mine ^= piece | target
    if heroes & piece:
        heroes ^= piece | target
    elif my_cities & target:
        heroes |= target
    if their_cities & target:
        their_cities ^= target
        my_cities |= target
    dead = captured(theirs, mine) | captured(mine, theirs)
    if dead:
        mine &= ~dead
        theirs &= ~dead
        heroes &= ~dead
    return theirs, mine, heroes, their_cities, my_cities


def outcome(mine: int, theirs: int, my_cities: int, their_cities: int) -> int:
    """+1 / -1 for and against the player to move, 0 draw, ONGOING otherwise."""
    if not their_cities:
        return 1
    if not my_cities:
        return -1
    me = popcount(mine)
    them = popcount(theirs)
    if me <= 2 and them <= 2 and me == them:
        a = popcount(my_cities)
        b = popcount(their_cities)
        return 1 if a > b else (-1 if b > a else 0)
    if me <= 1:
        return -1
    if them <= 1:
        return 1
    return ONGOING


def count_moves(mine: int, theirs: int, heroes: int, my_cities: int) -> int:
    empty = BOARD & ~(mine | theirs)
    total = popcount(mine & my_cities & ~heroes)
    rest = mine
    while rest:
        piece = rest & -rest
        rest ^= piece
        total += popcount(reach(piece, empty, 3 if heroes & piece else 2))
    return total


def nth_move(mine: int, theirs: int, heroes: int, my_cities: int, n: int) -> Tuple[int, int]:
    empty = BOARD & ~(mine | theirs)
    rest = mine
    while rest:
        piece = rest & -rest
        rest ^= piece
        targets = reach(piece, empty, 3 if heroes & piece else 2)
        targets |= piece & my_cities & ~heroes
        size = popcount(targets)
        if n < size:
            while n:
                targets &= targets - 1
                n -= 1
            return piece, targets & -targets
        n -= size
    return mine ^ mine, mine ^ mine


def perft(mine: int, theirs: int, heroes: int, my_cities: int, their_cities: int, depth: int) -> int:
    if outcome(mine, theirs, my_cities, their_cities) != ONGOING:
        return 0
    if depth == 1:
        return count_moves(mine, theirs, heroes, my_cities)
    empty = BOARD & ~(mine | theirs)
    total = 0
    rest = mine
    while rest:
        piece = rest & -rest
        rest ^= piece
        targets = reach(piece, empty, 3 if heroes & piece else 2)
        targets |= piece & my_cities & ~heroes
        while targets:
            target = targets & -targets
            targets ^= target
            a, b, h, c, d = play(mine, theirs, heroes, my_cities, their_cities, piece, target)
            total += perft(a, b, h, c, d, depth - 1)
    return total


def evaluate(mine: int, theirs: int, heroes: int, my_cities: int, their_cities: int) -> int:
    return (
        100 * (popcount(mine) - popcount(theirs))
        + 80 * (popcount(mine & heroes) - popcount(theirs & heroes))
        + 150 * (popcount(my_cities) - popcount(their_cities))
    )


def search(
    mine: int, theirs: int, heroes: int, my_cities: int, their_cities: int, depth: int, alpha: int, beta: int
) -> Tuple[int, int]:
    """Negamax alpha-beta in generation order: (value, nodes)."""
    result = outcome(mine, theirs, my_cities, their_cities)
    if result != ONGOING:
        return result * 100000, 1
    if depth == 0:
        return evaluate(mine, theirs, heroes, my_cities, their_cities), 1
    empty = BOARD & ~(mine | theirs)
    best = -1000000
    nodes = 1
    rest = mine
    while rest:
        piece = rest & -rest
        rest ^= piece
        targets = reach(piece, empty, 3 if heroes & piece else 2)
        targets |= piece & my_cities & ~heroes
        while targets:
            target = targets & -targets
            targets ^= target
            a, b, h, c, d = play(mine, theirs, heroes, my_cities, their_cities, piece, target)
            value, count = search(a, b, h, c, d, depth - 1, -beta, -alpha)
            nodes += count
            if -value > best:
                best = -value
            if best > alpha:
                alpha = best
            if alpha >= beta:
                return best, nodes
    return best, nodes


def playouts_c(games: int, seed: int) -> Tuple[int, int, int, int]:
    """(plies, sum of branching, white wins, black wins) over random games."""
    x = seed
    plies = 0
    branching = 0
    white_wins = 0
    black_wins = 0
    for _ in range(games):
        mine = WHITE_START
        theirs = BLACK_START
        heroes = mine ^ mine
        my_cities = WHITE_CITIES
        their_cities = BLACK_CITIES
        result = ONGOING
        sign = 1
        for _ply in range(CAP):
            n = count_moves(mine, theirs, heroes, my_cities)
            if n == 0:
                break
            x ^= (x << 13) & MASK
            x ^= x >> 17
            x ^= (x << 5) & MASK
            piece, target = nth_move(mine, theirs, heroes, my_cities, (x * n) >> 32)
            mine, theirs, heroes, my_cities, their_cities = play(
                mine, theirs, heroes, my_cities, their_cities, piece, target
            )
            plies += 1
            branching += n
            sign = -sign
            result = outcome(mine, theirs, my_cities, their_cities)
            if result != ONGOING:
                break
        if result != ONGOING:
            if result * sign == 1:
                white_wins += 1
            elif result * sign == -1:
                black_wins += 1
    return plies, branching, white_wins, black_wins


def run_perft(depth: int) -> int:
    return perft(WHITE_START, BLACK_START, WHITE_START ^ WHITE_START, WHITE_CITIES, BLACK_CITIES, depth)


def run_search(depth: int) -> Tuple[int, int]:
    return search(
        WHITE_START, BLACK_START, WHITE_START ^ WHITE_START, WHITE_CITIES, BLACK_CITIES, depth, -1000000, 1000000
    )


def playouts(games: int, seed: int) -> Tuple[int, int, int, int]:
    cython.declare(
        g=cython.long, s=cython.ulonglong, plies=cython.long, moves=cython.long, white=cython.long, black=cython.long
    )
    g = games
    s = seed
    with cython.nogil:
        plies, moves, white, black = playouts_c(g, s)
    return plies, moves, white, black
