"""Sets of squares, each as one int. Compiled code takes the same names from bits.pxd; this file stays uncompiled."""


def count(board: int) -> int:
    """How many squares the set holds."""
    return board.bit_count()


def lowest(board: int) -> int:
    """The number of the lowest square; the board must not be empty."""
    return (board & -board).bit_length() - 1


def square(number: int) -> int:
    """The set of that square alone."""
    return 1 << number


def joined(low: int, high: int) -> int:
    """A set from its halves of 64 bits, as arrays hold it."""
    return low | high << 64


def low(board: int) -> int:
    return board & 0xFFFFFFFFFFFFFFFF


def high(board: int) -> int:
    return board >> 64


def mix(seed: int, board: int) -> int:
    """A 64-bit hash of a board, chained."""
    seed = ((seed ^ (board & 0xFFFFFFFFFFFFFFFF)) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    seed = ((seed ^ (seed >> 29) ^ (board >> 64)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    return seed ^ (seed >> 32)
