"""One game of To War! that goes on by numbers in compiled code, without a position at every step: what it takes to be
as quick as one of many."""

from array import array
from typing import Any

from triarii.adapters.towar import many, numbers
from triarii.games.towar import codes

ACTIONS = numbers.ACTIONS
NOBODY = numbers.NOBODY
FIELD = codes.FIELD
BROKEN_THROUGH = codes.BROKEN_THROUGH
OVER = 3
REFUSED = -1
NOTHING = memoryview(array("i", bytes(4 * codes.CHAIN)))
"""The chain of a turn that has not begun."""


class Alone:
    """A game whose armies are chosen and of which it is settled who begins. What is seen and what is allowed stand in
    the arrays of the caller."""

    def __init__(
        self,
        begun: Any,
        armies: tuple[int, int],
        stream: int,
        seen: memoryview,
        mask: memoryview,
    ) -> None:
        """`begun` is the position it goes on from, at a decision; `mask` is all zeros."""
        self.begun = begun
        self.kernel = many.Games(1, [armies], [0], [begun.force], 0)
        self.kernel.put(0, begun.state, stream)
        self.mine, self.theirs = armies
        self.seen = seen
        self.mask = mask
        self.nothing = NOTHING
        self.turn: int = int(begun.side)
        """Who is to act, or OVER."""
        self.value = 0
        """Once it is over, for the first seat."""
        self.come_to_rest()
        self.allow()

    def step(self, number: int) -> int:
        """One number; REFUSED, and nothing has changed, if the mask forbids it, else who is to act then."""
        if self.turn == OVER or number < 0 or number >= ACTIONS or not self.mask[number]:
            return REFUSED
        over = self.kernel.play(0, number)
        if over:
            self.value = (over >> 1) - 1
            self.come_to_rest()
            self.turn = OVER
        elif self.kernel.sides[0] != self.turn:
            self.turn = self.kernel.sides[0]
            self.come_to_rest()
        self.allow()
        return self.turn

    def look(self, seat: int) -> None:
        """Into the array of what is seen: the turn as far as it is spelled for whoever spells it, for the other the
        position before it."""
        force = self.kernel.force_of(0)
        mine = self.theirs if seat else self.mine
        theirs = self.mine if seat else self.theirs
        reserve = self.kernel.reserves[0]
        if seat == self.turn:
            many.write_seen(
                self.seen,
                0,
                seat,
                self.kernel.stages[0],
                self.kernel.fields[0],
                reserve,
                self.kernel.hands[0],
                self.kernel.cards[0],
                self.kernel.chains,
                0,
                mine,
                theirs,
                force,
            )
        else:
            many.write_seen(
                self.seen,
                0,
                seat,
                NOBODY,
                self.field & FIELD,
                reserve,
                self.hands,
                self.card,
                self.nothing,
                0,
                mine,
                theirs,
                force,
            )

    @property
    def position(self) -> Any:
        """Where the game stands; in the middle of a turn, where it stood before it."""
        side = self.turn
        if self.turn == OVER:
            side = self.last
        state = (self.field & FIELD, self.kernel.reserves[0], self.hands, self.card, side)
        broken = self.field & BROKEN_THROUGH != 0
        return type(self.begun)(self.begun.armies, state, self.begun.setting, broken_through=broken)

    # What it is made of

    def come_to_rest(self) -> None:
        """A turn is whole: remember how it stands for whoever may not see the next one being spelled."""
        self.field = self.kernel.fields[0]
        self.hands = self.kernel.hands[0]
        self.card = self.kernel.cards[0]
        self.last = self.kernel.sides[0]
        if self.field & BROKEN_THROUGH:  # the turn was cut short by it
            self.card = 0
            self.last = 1 - self.last

    def allow(self) -> None:
        """What may be chosen now, into the mask."""
        if self.turn == OVER:
            for number in range(ACTIONS):
                self.mask[number] = 0
        else:
            many.write_mask(
                self.mask,
                0,
                self.kernel.stages[0],
                self.kernel.fields[0],
                self.kernel.hands[0],
                self.kernel.cards[0],
                self.turn,
                self.kernel.chains,
                0,
                self.kernel.force_of(0),
            )
