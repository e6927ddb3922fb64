"""The end of a game of To War! solved exactly: with few cards left, the value and the best turn are proven.

A value is a whole number. With a and b cards left in the reserves they may come in a! b! orders; a value counts these,
two points for each that is won, one for each that is drawn, if both sides do their best by what they have seen. So
nothing is rounded. This text is compiled as it stands (endgame.pxd gives the types).
"""

import time
from array import array

from triarii.games.towar import codes, forces, jobs, rules
from triarii.players.towar import evaluation

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
SIDE_AT = 48
KIND_AT = 49
AGE_AT = 51
KIND = 3 << 49
"""A position that is kept is named by its field, the side to move, what is known (two bits) and the age of that."""
AGES = 1 << 13
WORDS = 4
COLUMN_A = 0x00F00F00F00F
COLUMN_B = 0x0F00F00F00F0
ALL_TURNS = 1 << 30
MOST = 1 << 60
"""More points than there can be."""
PROBED = 3
"""With fewer cards to come a probe costs as much as it saves."""
USED = -(1 << 30)
JUDGED = 2
"""With so many cards to come the judgement says what to look at first; with fewer the count is as good."""
REMEMBERED = 3
"""With so many cards to come it pays to ask first what is known of any result."""
LOWEST = 0x111111111111
BACK_ROW = 0x111
CLOCK = 255
"""The clock is looked at once in so many listings."""


class Endgame:
    """Solves positions of one pair of armies; what it has found it keeps."""

    def __init__(self, force: forces.Forces, judge: evaluation.Judgement | None = None, bits: int = 18) -> None:
        self.force = jobs.struct(force)
        self.judge = judge
        """Says which turns to look at first; without one the count does."""
        self.bits = bits
        self.turns = rules.Turns()
        self.table = memoryview(array("Q", bytes(WORDS * 8 << bits)))
        """For each position that is kept, side by side because memory is slow: its name, the cards to come, its points
        and the orders won."""
        self.age = 1
        self.looks = memoryview(array("i", bytes(4 * 64)))
        self.room = 64
        self.least = memoryview(array("q", bytes(8 * TYPES * (codes.TO_PLAY + 1))))
        """By the number of cards to come, for each type that may come next: points that are sure."""
        self.nodes = 0
        """Turns listed."""
        self.limit = 0
        self.deadline = 0.0
        self.stopped = False
        self.won = 0
        """Beside the value that a call returns: in how many orders the side to move wins."""

    def forget(self) -> None:
        """Begin anew, so that what a player finds never depends on what it was asked before."""
        self.age += 1
        if self.age == AGES:
            self.age = 1
            self.table = memoryview(array("Q", bytes(WORDS * 8 << self.bits)))

    def solve(
        self,
        field: int,
        reserve: int,
        hands: int,
        side: int,
        limit: int,
        deadline: float = 0.0,
        alpha: int = -1,
        beta: int = MOST,
    ) -> tuple[int, int, int]:
        """(points, orders won, all points) for `side`, who is to draw and move; -1 points: the limit of nodes was too
        small, or the deadline (by the monotonic clock, 0: none) too near.

        Points of `alpha` or fewer mean that there are no more than so many, points of `beta` or more that there are at
        least so many; what lies between is exact."""
        self.nodes = 0
        self.limit = limit
        self.deadline = deadline
        self.stopped = False
        full = self.full(reserve)
        if beta > full:
            beta = full + 1
        with cython.nogil:
            found = self.before_draw(field, reserve, hands, side, alpha, beta)
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
            return self.best_turn(field, reserve, hands, side, 0, alpha, beta, ALL_TURNS)
        total = rules.cards_of(reserve, side)
        if not total:
            return self.counted(field, side)
        settled = self.settled(field, reserve, side)
        if settled >= 0:
            return settled
        if rules.cards_in(reserve) == 1:  # quicker played than looked up
            return self.last_turn(field, side, rules.nth_card(reserve, side, 0))
        field = upright(field)
        slot = self.slot_of(field, reserve, side)
        name = self.name_of(field, side)
        if self.table[slot] & ~KIND == name and self.table[slot + 1] == reserve:
            kind = (self.table[slot] & KIND) >> KIND_AT
            known = self.table[slot + 2]
            if kind == EXACT or (kind == AT_LEAST and known >= beta) or (kind == AT_MOST and known <= alpha):
                self.won = self.table[slot + 3]
                return known
        whole = self.full(reserve) // total
        least = TYPES * rules.cards_in(reserve)
        sure = self.probe(field, reserve, side, beta, whole, total, least)
        if self.stopped:
            return 0
        if sure >= beta:
            self.keep(slot, name, reserve, sure, self.won, AT_LEAST)
            return sure
        done = 0
        wins = 0
        rest = total
        for card in range(8 * side + 1, 8 * side + TYPES + 1):
            number = rules.number_of(reserve, card)
            if not number:
                continue
            rest -= number
            sure -= self.least[least + card - 8 * side - 1] * number
            low = floor_of(alpha - done - whole * rest, number)
            high = floor_of(beta - done - sure, number) + 1
            worth = self.best_turn(field, reserve - rules.one_card(card), 0, side, card, low, high, ALL_TURNS)
            if self.stopped:
                return 0
            done += worth * number
            wins += self.won * number
            if done + sure >= beta:
                done += sure
                break
            if done + whole * rest <= alpha:
                done += whole * rest
                break
        kind = EXACT
        if done <= alpha:
            kind = AT_MOST
        elif done >= beta:
            kind = AT_LEAST
        self.keep(slot, name, reserve, done, wins, kind)
        return done

    def probe(self, field: int, reserve: int, side: int, beta: int, whole: int, total: int, least: int) -> int:
        """What the turn that looks best brings at least, card by card and in sum: where the other side has gone wrong,
        that is often enough. It gives up as soon as it can't come to `beta` any more."""
        sure = 0
        wins = 0
        rest = total
        for card in range(TYPES):
            self.least[least + card] = 0
        if rules.cards_in(reserve) < PROBED or beta > whole * total:
            return 0
        for card in range(8 * side + 1, 8 * side + TYPES + 1):
            number = rules.number_of(reserve, card)
            if not number:
                continue
            rest -= number
            low = floor_of(beta - 1 - sure - whole * rest, number)
            high = floor_of(beta - sure, number) + 1
            worth = self.best_turn(field, reserve - rules.one_card(card), 0, side, card, low, high, 1)
            if self.stopped:
                return 0
            self.least[least + card - 8 * side - 1] = worth
            sure += worth * number
            wins += self.won * number
            if worth <= low:
                # Nothing was proven by falling below: what lies there is no bound from below.
                sure -= worth * number
                self.least[least + card - 8 * side - 1] = 0
                break
            if sure >= beta:
                break
        self.won = wins
        return sure

    def keep(self, slot: int, name: int, reserve: int, value: int, wins: int, kind: int) -> None:
        self.table[slot] = name | ((name ^ name) | kind) << KIND_AT
        self.table[slot + 1] = reserve
        self.table[slot + 2] = value
        self.table[slot + 3] = wins if kind == EXACT else 0  # of a bound nobody knows how many are won
        self.won = wins

    def best_turn(
        self, field: int, reserve: int, hands: int, side: int, card: int, alpha: int, beta: int, tries: int
    ) -> int:
        """The best that `side` can make of this card, or of any card of the hand, by so many turns at most."""
        if not reserve and not self.force.hand:
            return self.last_turn(field, side, card)
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
        cards = rules.cards_in(reserve) + rules.cards_in(hands) - (1 if self.force.hand else 0)
        for place in range(first, last):
            if self.turns.results[place] & BROKEN_THROUGH:
                self.turns.count = first
                self.won = full // 2
                return full
            if self.judge is not None and cards >= JUDGED:
                look = self.judge.points(self.turns.results[place], reserve + hands, 1 - side, cards)
            else:
                units, crowned = rules.balance(self.turns.results[place], self.force.elite)
                look = 16 * units + crowned
            self.looks[place] = -look if side else look
        best = -1
        wins = 0
        if not self.force.hand and cards >= REMEMBERED:
            best = self.refuted(reserve, side, first, last, full, beta)
            if best >= 0:
                self.turns.count = first
                return best
        held = hands
        for _ in range(tries if tries < last - first else last - first):
            chosen = first
            for place in range(first, last):
                if self.looks[place] > self.looks[chosen]:
                    chosen = place
            self.looks[chosen] = USED
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

    def settled(self, field: int, reserve: int, side: int) -> int:
        """The points, if the count can't change sides any more and nobody can break through; else -1.

        A turn brings whoever plays it nothing, one or two units against the other side. So whoever has one turn left,
        and can't break through in it, can't catch up with three units; and on the other side's turns no unit of theirs
        comes nearer to the camp."""
        if self.force.displace_on_entry:
            return -1
        ahead = rules.units_ahead(field)
        if side:
            ahead = -ahead
        if ahead > 2:
            if rules.cards_of(reserve, 1 - side) > 1 or may_break(field, 1 - side):
                return -1
            self.won = self.full(reserve) // 2
            return 2 * self.won
        if ahead < -2:
            if rules.cards_of(reserve, side) > 1 or may_break(field, side):
                return -1
            self.won = 0
            return 0
        return -1

    def refuted(self, reserve: int, side: int, first: int, last: int, full: int, beta: int) -> int:
        """What a listed turn is known to bring, if that is `beta` or more; else -1."""
        for place in range(first, last):
            field = upright(self.turns.results[place])
            slot = self.slot_of(field, reserve, 1 - side)
            if self.table[slot] & ~KIND != self.name_of(field, 1 - side) or self.table[slot + 1] != reserve:
                continue
            kind = (self.table[slot] & KIND) >> KIND_AT
            known = self.table[slot + 2]
            if kind != AT_LEAST and full - known >= beta:
                self.won = full // 2 - known + self.table[slot + 3]
                return full - known
        return -1

    def last_turn(self, field: int, side: int, card: int) -> int:
        """The best end with the last card of all: two points for a win, one for a draw."""
        ahead = rules.units_ahead(field)
        if side:
            ahead = -ahead
        value = 1
        # Whoever is not behind only needs a free cell to come in: a turn never costs more than the new card brings.
        if ahead < -2 and not self.force.displace_on_entry and not may_break(field, side):
            value = -1
        elif ahead < 0 or not rules.free_entry(field, side):
            value = self.turns.best_end(field, side, card, self.force)
        self.won = 1 if value > 0 else 0
        return 1 + value

    def counted(self, field: int, side: int) -> int:
        """All cards are played."""
        value = rules.count_up(field, self.force.elite)
        value = -value if side else value
        self.won = 1 if value > 0 else 0
        return 1 + value

    def name_of(self, field: int, side: int) -> int:
        """The first word of a position that is kept, without what is known of its points."""
        return field | ((field ^ field) | side) << SIDE_AT | self.age << AGE_AT

    def slot_of(self, field: int, reserve: int, side: int) -> int:
        """Where a position is kept, or would be: of two places the first is for those with more cards to come."""
        word = ((field * SPREAD) & ALL) ^ ((reserve + side) * SPREAD & ALL) >> 7
        slot = WORDS * ((((word * SPREAD) & ALL) >> (64 - self.bits)) & ~1)
        name = self.name_of(field, side)
        if self.table[slot] >> AGE_AT != self.age:
            return slot
        if self.table[slot] & ~KIND == name and self.table[slot + 1] == reserve:
            return slot
        if self.table[slot + WORDS] & ~KIND == name and self.table[slot + WORDS + 1] == reserve:
            return slot + WORDS
        return slot if rules.cards_in(self.table[slot + 1]) <= rules.cards_in(reserve) else slot + WORDS

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


def may_break(field: int, side: int) -> bool:
    """Could a unit break through in one turn? One has to stand in the last row, or before an empty cell of it: whatever
    cell a chain comes to on its way, an own unit stood there before."""
    theirs = (field >> 3) & LOWEST
    taken = (field | field >> 1 | field >> 2) & LOWEST
    if side:
        own = theirs
        return (own & BACK_ROW) != 0 or ((own >> 12) & ~taken & BACK_ROW) != 0
    own = taken & ~theirs
    return (own >> 36) != 0 or ((own >> 24) & ~(taken >> 36) & BACK_ROW) != 0


def upright(field: int) -> int:
    """A field or its mirror image, in which a game goes the same way: the smaller number of the two."""
    mirrored = (field & COLUMN_B) | (field & COLUMN_A) << 8 | (field >> 8) & COLUMN_A
    return mirrored if mirrored < field else field


def floor_of(value: int, number: int) -> int:
    """Division that rounds down, also below zero and also in compiled code."""
    if value >= 0:
        return value // number
    return -((-value + number - 1) // number)
