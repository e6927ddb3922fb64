"""One game of Cities & Heroes that goes on by numbers in compiled code: what is seen and allowed is written into arrays
of the caller."""

from array import array

from triarii.adapters.cities import many, numbers
from triarii.core.contract import Turn
from triarii.games.cities import actions as words
from triarii.games.cities import standings

ACTIONS = numbers.ACTIONS
MOVES = numbers.MOVES
WAYS = numbers.WAYS
PASS = numbers.PASS
SHIFT = words.SHIFT
PASSED = words.PASS
CLAIMED = words.CLAIM
OVER = 3
REFUSED = -1
TURN_OVER = Turn.OVER
SQUARE = memoryview(array("i", numbers.SQUARE_OF_BIT))
BIT = memoryview(array("i", numbers.BIT_OF_SQUARE))
WAY = memoryview(array("i", numbers.WAY_OF_DIFFERENCE))
DIFFERENCE = memoryview(array("i", numbers.DIFFERENCE_OF_WAY))


class Alone:
    """A game of which it is settled who begins."""

    def __init__(self, position: standings.Standing, seen: memoryview, mask: memoryview) -> None:
        """From a position at which somebody has to choose; `mask` is all zeros."""
        self.position = position
        self.seen = seen
        self.mask = mask
        self.square = SQUARE
        self.bit = BIT
        self.way = WAY
        self.difference = DIFFERENCE
        self.turn = int(position.side)
        """Who is to act, or OVER."""
        self.value = 0
        """Once it is over, for the first seat."""
        self.allow()

    def step(self, number: int) -> int:
        """One number; REFUSED, and nothing has changed, if the mask forbids it, else who is to act then."""
        if self.turn == OVER or number < 0 or number >= ACTIONS or not self.mask[number]:
            return REFUSED
        many.clear_mask(self.mask, 0, self.position.mine, self.turn, self.square)
        if number < MOVES:
            if self.turn:
                number = MOVES - 1 - number
            start = self.bit[number // WAYS]
            action = start << SHIFT | (start + self.difference[number % WAYS])
        else:
            action = PASSED if number == PASS else CLAIMED
        after = self.position.play(action)
        self.position = after
        if after.turn is TURN_OVER:
            self.turn = OVER
            self.value = -after.value if int(after.side) else after.value
        else:
            self.turn = int(after.side)
            self.allow()
        return self.turn

    def look(self, seat: int) -> None:
        """Into the array of what is seen."""
        now = self.position
        acting = seat == self.turn
        times = now.seen if now.ruled.repetition else 0
        if seat == int(now.side):
            many.write_seen(
                self.seen,
                0,
                seat,
                acting,
                now.mine,
                now.theirs,
                now.heroes,
                now.my_cities,
                now.their_cities,
                now.stall,
                times,
                self.square,
            )
        else:
            many.write_seen(
                self.seen,
                0,
                seat,
                acting,
                now.theirs,
                now.mine,
                now.heroes,
                now.their_cities,
                now.my_cities,
                now.stall,
                times,
                self.square,
            )

    def allow(self) -> None:
        """What may be chosen now, into the zeros of the mask."""
        now = self.position
        many.write_mask(
            self.mask,
            0,
            now.mine,
            now.theirs,
            now.heroes,
            now.my_cities,
            self.turn,
            now.why != 0,
            self.square,
            self.way,
        )
