"""Looks ahead in To War!: every turn of a card, every card that may come by its number, every answer, and so on.

At a move of chance the values of all cards are averaged; a card whose value can no longer matter is skipped. At a turn
the results are ordered by what they look worth, and below the first turn only the best of them are looked at further.
This text is compiled as it stands (search.pxd gives the types).
"""

import time
from array import array
from collections.abc import Sequence

from triarii.core import streams
from triarii.games.towar import codes, forces, jobs, rules
from triarii.players.towar import evaluation

try:
    import cython
except ImportError:
    from triarii.core import pure as cython

BROKEN_THROUGH = codes.BROKEN_THROUGH
TYPES = codes.TYPES
TO_PLAY = codes.TO_PLAY
CERTAIN = 1 << 20
USED = -1
PROBED = 2
"""Turns to be looked at, so that a probe saves more than it costs."""
CLOCK = 63
"""The clock is looked at once in so many listings."""


class Search:
    """One search for one pair of armies."""

    def __init__(self, judge: evaluation.Judgement, force: forces.Forces, width: int = 8) -> None:
        self.judge = judge
        self.force = jobs.struct(force)
        self.width = width
        """Results of a turn that are looked at further, below the first turn."""
        self.orders = memoryview(array("B", bytes(2 * codes.TO_PLAY)))
        """With hands: for each seat the card that comes when so many are left in its reserve, less one; 0: unknown."""
        self.turns = rules.Turns()
        self.looks = memoryview(array("i", bytes(4 * 64)))
        """For each listed result, what it looks worth to whoever plays it."""
        self.room = 64
        self.least = memoryview(array("q", bytes(8 * TYPES * (codes.TO_PLAY + 1))))
        """By the number of turns left, for each type that may come next: a score that is sure."""
        self.nodes = 0
        """Turns listed."""
        self.limit = 0
        self.deadline = 0.0
        self.stopped = False
        self.narrow = False
        """Was a turn passed over because of the width?"""

    def begin(self, nodes: int, seconds: float) -> None:
        """A budget of listings (0: none) and of time (0: none)."""
        self.nodes = 0
        self.limit = nodes
        self.deadline = time.monotonic() + seconds if seconds else 0.0
        self.stopped = False

    def widen(self, width: int) -> None:
        """From now on, look at so many results of a turn further."""
        self.width = width
        self.narrow = False

    def deal(self, orders: Sequence[Sequence[int]]) -> None:
        """With hands: for each seat the cards of its reserve in the order in which they are imagined to come."""
        for side in range(2):
            cards = orders[side]
            for place in range(TO_PLAY):
                self.orders[TO_PLAY * side + place] = cards[len(cards) - 1 - place] if place < len(cards) else 0

    def value(
        self,
        field: int,
        reserve: int,
        hands: int,
        side: int,
        left: int,
        depth: int,
        alpha: int = 0,
        beta: int = CERTAIN,
    ) -> int:
        """The expected score of `side`, who is to draw and move, looked at so deep."""
        with cython.nogil:
            found = self.before_draw(field, reserve, hands, side, left, depth, alpha, beta)
        return found

    def look(self, field: int, reserve: int, side: int, left: int) -> int:
        """The expected score at first sight."""
        return self.judge.score(field, reserve, side, left)

    def points(self, field: int, reserve: int, side: int, left: int) -> int:
        """What a field is worth to the first seat, in points."""
        return self.judge.points(field, reserve, side, left)

    def before_draw(
        self, field: int, reserve: int, hands: int, side: int, left: int, depth: int, alpha: int, beta: int
    ) -> int:
        """The average over the cards that may come, by their number. Cards for a hand come as they were dealt."""
        if not left or not depth:
            return self.judge.score(field, reserve + hands, side, left)
        total = rules.cards_of(reserve, side)
        if self.force.hand:
            if total and rules.cards_of(hands, side) < self.force.hand:
                card = self.orders[TO_PLAY * side + total - 1]
                if card:
                    reserve -= rules.one_card(card)
                    hands += rules.one_card(card)
            if not rules.cards_of(hands, side):
                return self.judge.score(field, reserve + hands, side, left)
            return self.best_turn(field, reserve, hands, side, 0, left, depth, alpha, beta, self.width)
        if not total:
            return self.judge.score(field, reserve + hands, side, left)
        least = TYPES * left
        sure = self.probe(field, reserve, side, left, depth, beta, total, least)
        if self.stopped:
            return 0
        if sure >= beta * total:
            return beta
        done = 0
        rest = total
        for card in range(8 * side + 1, 8 * side + TYPES + 1):
            number = rules.number_of(reserve, card)
            if not number:
                continue
            rest -= number
            sure -= self.least[least + card - 8 * side - 1] * number
            # What this card must be worth at least, or need not exceed, for the average to fall inside the window.
            low = (alpha * total - done - CERTAIN * rest) // number
            high = (beta * total - done - sure) // number + 1
            if low < 0:
                low = 0
            if high > CERTAIN:
                high = CERTAIN
            undrawn = reserve - rules.one_card(card)
            worth = self.best_turn(field, undrawn, 0, side, card, left, depth, low, high, self.width)
            if self.stopped:
                return 0
            done += worth * number
            if done + sure >= beta * total:
                return beta
            if done + CERTAIN * rest <= alpha * total:
                return alpha
        return done // total

    def probe(
        self, field: int, reserve: int, side: int, left: int, depth: int, beta: int, total: int, least: int
    ) -> int:
        """What the turns that look best bring at least, card by card and in sum: where the other side has gone wrong,
        one of them is often enough. It gives up as soon as the average can't come to `beta` any more."""
        for card in range(TYPES):
            self.least[least + card] = 0
        if depth < PROBED or left < PROBED or beta >= CERTAIN:
            return 0
        sure = 0
        rest = total
        for card in range(8 * side + 1, 8 * side + TYPES + 1):
            number = rules.number_of(reserve, card)
            if not number:
                continue
            rest -= number
            low = (beta * total - 1 - sure - CERTAIN * rest) // number
            high = (beta * total - sure) // number + 1
            if low < 0:
                low = 0
            if high > CERTAIN:
                high = CERTAIN
            undrawn = reserve - rules.one_card(card)
            worth = self.best_turn(field, undrawn, 0, side, card, left, depth, low, high, 1)
            if self.stopped or worth <= low:  # what lies below is no bound from below
                return sure
            self.least[least + card - 8 * side - 1] = worth
            sure += worth * number
            if sure >= beta * total:
                return sure
        return sure

    def best_turn(
        self,
        field: int,
        reserve: int,
        hands: int,
        side: int,
        card: int,
        left: int,
        depth: int,
        alpha: int,
        beta: int,
        width: int,
    ) -> int:
        """The best that `side` can make of this card, or of any card of the hand, by so many turns at most."""
        self.nodes += 1
        if (self.limit and self.nodes > self.limit) or (not self.nodes & CLOCK and self.late()):
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
        best = -1
        unseen = reserve + hands
        for place in range(first, last):
            after = self.turns.results[place]
            if after & BROKEN_THROUGH:
                self.turns.count = first
                return CERTAIN
            if self.force.hand:
                unseen = reserve + hands - rules.one_card(self.turns.cards[place])
            worth = CERTAIN - self.judge.score(after, unseen, 1 - side, left - 1)
            self.looks[place] = worth
            if worth > best:
                best = worth
        if depth == 1 or left == 1:
            self.turns.count = first
            return best
        if width == self.width and width < last - first:
            self.narrow = True
        best = -1
        tries = 0
        while tries < width and tries < last - first:
            chosen = first
            for place in range(first, last):
                if self.looks[place] > self.looks[chosen]:
                    chosen = place
            if self.looks[chosen] == USED:
                break
            self.looks[chosen] = USED
            tries += 1
            held = hands
            if self.force.hand:
                held = hands - rules.one_card(self.turns.cards[chosen])
            worth = CERTAIN - self.before_draw(
                self.turns.results[chosen],
                reserve,
                held,
                1 - side,
                left - 1,
                depth - 1,
                CERTAIN - beta,
                CERTAIN - (alpha if alpha > best else best),
            )
            if self.stopped:
                break
            if worth > best:
                best = worth
                if best >= beta:
                    break
        self.turns.count = first
        return best

    def roll_outs(
        self, field: int, reserve: int, hands: int, side: int, left: int, begin: int, end: int, seed: int
    ) -> tuple[int, int, int]:
        """(won, drawn, lost) by `side`, who is to draw and move, over games numbered from `begin` up to `end` in which
        both always take what looks best."""
        won = 0
        drawn = 0
        with cython.nogil:
            for number in range(begin, end):
                value = self.roll_out(field, reserve, hands, side, left, streams.begin(seed, number))
                if value > 0:
                    won += 1
                elif value == 0:
                    drawn += 1
        return won, drawn, end - begin - won - drawn

    def roll_out(self, field: int, reserve: int, hands: int, side: int, left: int, state: int) -> int:
        """One such game: +1 / 0 / -1 for `side`."""
        x = state
        mover = side
        while left:
            for drawer in range(2):
                who = mover if drawer == 0 else 1 - mover
                if not self.force.hand and drawer:
                    continue
                while (not self.force.hand or rules.cards_of(hands, who) < self.force.hand) and rules.cards_of(
                    reserve, who
                ):
                    x = streams.advance(x)
                    card = rules.nth_card(reserve, who, streams.below(x, rules.cards_of(reserve, who)))
                    reserve -= rules.one_card(card)
                    hands += rules.one_card(card)
                    if not self.force.hand:
                        break
            first = self.turns.count
            self.turns.list_hand(field, mover, hands, self.force)
            best = -1
            chosen = first
            for place in range(first, self.turns.count):
                after = self.turns.results[place]
                if after & BROKEN_THROUGH:
                    self.turns.count = first
                    return 1 if mover == side else -1
                worth = CERTAIN - self.judge.score(
                    after, reserve + hands - rules.one_card(self.turns.cards[place]), 1 - mover, left - 1
                )
                if worth > best:
                    best = worth
                    chosen = place
            field = self.turns.results[chosen]
            hands -= rules.one_card(self.turns.cards[chosen])
            self.turns.count = first
            mover = 1 - mover
            left -= 1
        value = rules.count_up(field, self.force.elite)
        return -value if side else value

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
