"""The end of a game of To War! solved exactly: with few cards left, the value and the best turn are proven.

A value is a whole number. With a and b cards left in the reserves they may come in a! b! orders; a value counts these,
two points for each that is won, one for each that is drawn, if both sides do their best by what they have seen. So
nothing is rounded. This text is compiled as it stands (endgame.pxd gives the types).
"""

import time
from array import array

from triarii.games.towar import codes, forces, jobs, rules

try:
    import cython
except ImportError:
    from triarii.core import pure as cython

BROKEN_THROUGH = codes.BROKEN_THROUGH
TYPES = codes.TYPES
SPREAD = 0x9E3779B97F4A7C15
ALL = 0xFFFFFFFFFFFFFFFF
EXACT = 1
AT_LEAST = 2
AT_MOST = 3
CLOCK = 255
"""The clock is looked at once in so many listings."""


class Endgame:
    """Solves positions of one pair of armies; what it has found it keeps."""

    def __init__(self, force: forces.Forces, bits: int = 18) -> None:
        self.force = jobs.struct(force)
        self.bits = bits
        self.turns = rules.Turns()
        self.fields = memoryview(array("Q", bytes(8 << bits)))
        self.rests = memoryview(array("Q", bytes(8 << bits)))
        self.values = memoryview(array("q", bytes(8 << bits)))
        self.wins = memoryview(array("q", bytes(8 << bits)))
        self.kinds = memoryview(array("B", bytes(1 << bits)))
        self.looks = memoryview(array("i", bytes(4 * 64)))
        self.room = 64
        self.nodes = 0
        self.limit = 0
        self.deadline = 0.0
        self.stopped = False
        self.won = 0
        """Beside the value that a call returns: in how many orders the side to move wins."""

    def forget(self) -> None:
        """Begin anew, so that what a player finds never depends on what it was asked before."""
        self.kinds = memoryview(array("B", bytes(1 << self.bits)))

    def solve(
        self, field: int, reserve: int, hands: int, side: int, limit: int, deadline: float = 0.0
    ) -> tuple[int, int, int]:
        """(points, orders won, all points) for `side`, who is to draw and move; -1 points: the limit of nodes was too
        small, or the deadline (by the monotonic clock, 0: none) too near."""
        self.nodes = 0
        self.limit = limit
        self.deadline = deadline
        self.stopped = False
        full = self.full(reserve)
        with cython.nogil:
            found = self.before_draw(field, reserve, hands, side, -1, full + 1)
        if self.stopped:
            return -1, 0, full
        return found, self.won, full

    def full(self, reserve: int) -> int:
        """Two points for each order in which the reserves may come."""
        total = 2
        for side in range(2):
            for number in range(2, rules.cards_of(reserve, side) + 1):
                total *= number
        return total

    def before_draw(self, field: int, reserve: int, hands: int, side: int, alpha: int, beta: int) -> int:
        """The sum over the cards that may come, each by its number."""
        if self.force.hand:
            if not rules.cards_of(hands, side):
                return self.counted(field, side)
            return self.best_turn(field, reserve, hands, side, 0, alpha, beta)
        total = rules.cards_of(reserve, side)
        if not total:
            return self.counted(field, side)
        slot = self.slot_of(field, reserve, side)
        if self.fields[slot] == field | ((field ^ field) | side) << 48 and self.rests[slot] == reserve:
            kind = self.kinds[slot]
            known = self.values[slot]
            if kind == EXACT or (kind == AT_LEAST and known >= beta) or (kind == AT_MOST and known <= alpha):
                self.won = self.wins[slot]
                return known
        whole = self.full(reserve) // total
        done = 0
        wins = 0
        rest = total
        kind = EXACT
        for card in range(8 * side + 1, 8 * side + TYPES + 1):
            number = rules.number_of(reserve, card)
            if not number:
                continue
            rest -= number
            low = floor_of(alpha - done - whole * rest, number)
            high = floor_of(beta - done, number) + 1
            worth = self.best_turn(field, reserve - rules.one_card(card), 0, side, card, low, high)
            if self.stopped:
                return 0
            done += worth * number
            wins += self.won * number
            if done >= beta:
                kind = AT_LEAST if rest or worth >= high else EXACT
                break
            if done + whole * rest <= alpha:
                done += whole * rest
                kind = AT_MOST
                break
        if done <= alpha:
            kind = AT_MOST
        elif done >= beta:
            kind = AT_LEAST
        self.fields[slot] = field | ((field ^ field) | side) << 48
        self.rests[slot] = reserve
        self.values[slot] = done
        self.wins[slot] = wins
        self.kinds[slot] = kind
        self.won = wins
        return done

    def best_turn(self, field: int, reserve: int, hands: int, side: int, card: int, alpha: int, beta: int) -> int:
        """The best that `side` can make of this card, or of any card of the hand."""
        self.nodes += 1
        if self.nodes > self.limit or (not self.nodes & CLOCK and self.late()):
            self.stopped = True
            return 0
        first = self.turns.count
        if self.force.hand:
            self.turns.list_hand(field, side, hands, self.force)
        else:
            self.turns.list_turns(field, side, card, self.force)
        last = self.turns.count
        if last > self.room:
            with cython.gil:
                self.grow()
        full = self.full(reserve)
        for place in range(first, last):
            if self.turns.results[place] & BROKEN_THROUGH:
                self.turns.count = first
                self.won = full // 2
                return full
            units, crowned = rules.balance(self.turns.results[place], self.force.elite)
            look = 16 * units + crowned
            self.looks[place] = -look if side else look
        best = -1
        wins = 0
        held = hands
        for _ in range(last - first):
            chosen = first
            for place in range(first, last):
                if self.looks[place] > self.looks[chosen]:
                    chosen = place
            self.looks[chosen] = -1000
            if self.force.hand:
                held = hands - rules.one_card(self.turns.cards[chosen])
            worth = full - self.before_draw(
                self.turns.results[chosen],
                reserve,
                held,
                1 - side,
                full - beta,
                full - (alpha if alpha > best else best),
            )
            if self.stopped:
                break
            if worth > best:
                best = worth
                # The other's wins are this side's losses; what is neither won nor lost is drawn.
                wins = worth - full // 2 + self.won
                if best >= beta or best == full:
                    break
        self.turns.count = first
        self.won = wins
        return best

    def counted(self, field: int, side: int) -> int:
        """All cards are played."""
        value = rules.count_up(field, self.force.elite)
        value = -value if side else value
        self.won = 1 if value > 0 else 0
        return 1 + value

    def slot_of(self, field: int, reserve: int, side: int) -> int:
        word = ((field * SPREAD) & ALL) ^ ((reserve + side) * SPREAD & ALL) >> 7
        return ((word * SPREAD) & ALL) >> (64 - self.bits)

    def late(self) -> bool:
        if self.deadline == 0.0:
            return False
        with cython.gil:
            over = time.monotonic() > self.deadline
        return over

    def grow(self) -> None:
        """Room for as many looks as there are listed results."""
        self.room = 2 * self.turns.count
        self.looks = memoryview(array("i", bytes(self.looks) + bytes(4 * (self.room - len(self.looks)))))


def floor_of(value: int, number: int) -> int:
    """Division that rounds down, also below zero and also in compiled code."""
    if value >= 0:
        return value // number
    return -((-value + number - 1) // number)
