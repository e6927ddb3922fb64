"""The rules of Cities & Heroes on boards of bits: how pieces move, what a move does, when the game ends.

A board is one int; square = row * 11 + column, and the eleventh column stays empty so that shifts never wrap.
A placement is five boards seen by the player to move: mine, theirs, heroes (of both), my cities, their cities.
This text runs as it stands; rules.pxd gives it C types and Cython compiles it.
"""

from collections.abc import Iterable

from triarii.core import bits
from triarii.games.cities import rulings

SIZE = 10
WIDTH = 11
FIGHTER_STEPS = 2
HERO_STEPS = 3

# Why a game ended; ONGOING: it did not.
ONGOING = 0
ALL_CITIES = 1
LAST_PIECE = 2
FEW_PIECES = 3
OVERLAP = 4
REPETITION = 5
STALL = 6
NO_MOVE = 7
ENDING_RULES = (
    "",
    "cities.end.all_cities",
    "cities.end.last_piece",
    "cities.end.few_pieces",
    "cities.end.overlap",
    "cities.end.repetition",
    "cities.end.stall",
    "cities.turn.no_move",
)
"""The rule behind each ending, for code that is not compiled and so can't see the numbers above."""
CLAIMED_ENDINGS = ("cities.end.repetition", "cities.end.stall")


def squares(row: int, columns: Iterable[int]) -> int:
    """Squares of one row as a board."""
    board = 0
    for column in columns:
        board |= 1 << (row * WIDTH + column)
    return board


BOARD = 0
for _row in range(SIZE):
    BOARD |= squares(_row, range(SIZE))


# Movement


def reach(piece: int, empty: int, steps: int) -> int:
    """Squares where a piece can end: a flood of king steps over empty squares; where it began is none of them."""
    flood = piece
    for _ in range(steps):
        row = flood | flood << 1 | flood >> 1
        flood |= (row | row << 11 | row >> 11) & empty
    return flood ^ piece


def targets_of(piece: int, empty: int, heroes: int, my_cities: int) -> int:
    """Where a piece may go; its own square stands for stay-and-promote in a city of one's own."""
    targets = reach(piece, empty, HERO_STEPS if heroes & piece else FIGHTER_STEPS)
    return targets | (piece & my_cities & ~heroes)


def count_moves(mine: int, theirs: int, heroes: int, my_cities: int) -> int:
    empty = BOARD & ~(mine | theirs)
    total = bits.count(mine & my_cities & ~heroes)
    rest = mine
    while rest:
        piece = rest & -rest
        rest ^= piece
        total += bits.count(reach(piece, empty, HERO_STEPS if heroes & piece else FIGHTER_STEPS))
    return total


def nth_move(mine: int, theirs: int, heroes: int, my_cities: int, n: int) -> tuple[int, int]:
    """Move number n in pinned order: pieces from a1 on, row by row, and for each its targets likewise."""
    empty = BOARD & ~(mine | theirs)
    rest = mine
    while rest:
        piece = rest & -rest
        rest ^= piece
        targets = targets_of(piece, empty, heroes, my_cities)
        size = bits.count(targets)
        if n < size:
            while n:
                targets &= targets - 1
                n -= 1
            return piece, targets & -targets
        n -= size
    return mine ^ mine, mine ^ mine


def can_act(mine: int, theirs: int, heroes: int, my_cities: int) -> bool:
    """Has the player any move, or a fighter to promote where it stands?"""
    return (reach(mine, BOARD & ~(mine | theirs), 1) | (mine & my_cities & ~heroes)) != 0


# Effects of a move


def bracketed(prey: int, hunter: int, step: int) -> int:
    """Unbroken runs of prey along one line direction with a hunter right at both ends."""
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


def enclosed(prey: int, hunter: int) -> int:
    """All prey enclosed along a row, a column or a diagonal."""
    return (
        bracketed(prey, hunter, 1)
        | bracketed(prey, hunter, 10)
        | bracketed(prey, hunter, 11)
        | bracketed(prey, hunter, 12)
    )


def play(
    mine: int,
    theirs: int,
    heroes: int,
    my_cities: int,
    their_cities: int,
    piece: int,
    target: int,
    shelter: bool,
) -> tuple[int, int, int, int, int]:
    """The placement after a move, seen by the player now to move. target == piece: promotion; both empty: a pass."""
    if piece == target:
        return theirs, mine, heroes | piece, their_cities, my_cities
    mine ^= piece | target
    # First effect: the move ended in a city.
    if heroes & piece:
        heroes ^= piece | target
    elif my_cities & target:
        heroes |= target
    if their_cities & target:
        their_cities ^= target
        my_cities |= target
    # Second effect: enclosed pieces of both sides, all lines at once, before anything is removed.
    dead_theirs = enclosed(theirs, mine)
    dead_mine = enclosed(mine, theirs)
    if shelter:
        dead_theirs &= ~their_cities
        dead_mine &= ~my_cities
    if dead_theirs | dead_mine:
        mine &= ~dead_mine
        theirs &= ~dead_theirs
        heroes &= ~(dead_mine | dead_theirs)
    return theirs, mine, heroes, their_cities, my_cities


def quiet(mine: int, theirs: int, heroes: int, new_mine: int, new_theirs: int, new_heroes: int) -> bool:
    """Did a turn pass without capture and promotion? Only such turns can be undone by later ones."""
    return bits.count(mine | theirs) == bits.count(new_mine | new_theirs) and bits.count(heroes) == bits.count(
        new_heroes
    )


# End of the game


def more_cities(my_cities: int, their_cities: int) -> int:
    mine = bits.count(my_cities)
    theirs = bits.count(their_cities)
    return 1 if mine > theirs else (-1 if theirs > mine else 0)


def all_cities(my_cities: int, their_cities: int) -> int:
    """1 if the player to move owns every city, -1 if the other does."""
    return 1 if not their_cities else (-1 if not my_cities else 0)


def outcome(
    mine: int, theirs: int, heroes: int, my_cities: int, their_cities: int, ruled: rulings.Rulings
) -> tuple[int, int]:
    """(why it ended, +1 / 0 / -1 for the player to move), or (ONGOING, 0). History is not asked here."""
    cities = all_cities(my_cities, their_cities)
    if cities and not ruled.pieces_before_cities:
        return ALL_CITIES, cities
    me = bits.count(mine)
    them = bits.count(theirs)
    if me <= 2 and them <= 2:
        if me == 2 and them == 2:
            return FEW_PIECES, more_cities(my_cities, their_cities)
        if (me <= 1 and them <= 1) or (ruled.cities_decide_few and me and them):
            return OVERLAP, more_cities(my_cities, their_cities)
    if me <= 1:
        return LAST_PIECE, -1
    if them <= 1:
        return LAST_PIECE, 1
    if cities:
        return ALL_CITIES, cities
    if ruled.blocked_loses and not can_act(mine, theirs, heroes, my_cities):
        return NO_MOVE, -1
    return ONGOING, 0


def worn_out(seen: int, stall: int, ruled: rulings.Rulings) -> int:
    """REPETITION or STALL if the game has gone on for too long: `seen` is how often this position was there."""
    if ruled.repetition and seen >= ruled.repetition:
        return REPETITION
    if ruled.stall_plies and stall >= ruled.stall_plies:
        return STALL
    return ONGOING


def worn_out_value(why: int, my_cities: int, their_cities: int, ruled: rulings.Rulings) -> int:
    """Who gains by it: repetition is a draw, a stall is decided by cities or drawn."""
    if why == STALL and ruled.stall_by_cities:
        return more_cities(my_cities, their_cities)
    return 0


def placement_key(mine: int, theirs: int, heroes: int, my_cities: int, their_cities: int) -> int:
    """A 64-bit hash of a placement, as seen by the player to move."""
    key = bits.mix(bits.mix(bits.mix(1, mine), theirs), heroes)
    return bits.mix(bits.mix(key, my_cities), their_cities)
