"""Streams of random numbers for playouts, the same in every build. Compiled code takes the same names from streams.pxd;
this file stays uncompiled. Games between people never use these: their chance is in chance.py and can be proven."""

MASK = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15
SPREAD = 0xBF58476D1CE4E5B9
SPREAD_AGAIN = 0x94D049BB133111EB
FALLBACK = 0x2545F4914F6CDD1D
"""Stands for a state of 0, from which the generator would never come away."""


def scramble(x: int) -> int:
    """Spreads neighbouring numbers over all 64 bits (the finish of SplitMix64)."""
    x = (x + GOLDEN) & MASK
    x = ((x ^ (x >> 30)) * SPREAD) & MASK
    x = ((x ^ (x >> 27)) * SPREAD_AGAIN) & MASK
    return x ^ (x >> 31)


def begin(seed: int, number: int) -> int:
    """The first state of stream `number` of a seed."""
    return scramble(scramble(seed) ^ number) or FALLBACK


def advance(x: int) -> int:
    """The next state of a xorshift generator of 64 bits."""
    x ^= (x << 13) & MASK
    x ^= x >> 7
    return x ^ ((x << 17) & MASK)


def below(x: int, limit: int) -> int:
    """A number under a limit (which fits into 31 bits) from a state."""
    return ((x >> 32) * limit) >> 32
