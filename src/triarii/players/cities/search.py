"""Alpha-beta for Cities & Heroes: deepening, a table of positions seen, quiet ends, budgets of nodes and time.

Uncompiled this is the specification. Compiled (search.pxd), a whole search runs without the GIL; Python objects appear
only at both ends. Buffers are memoryviews over arrays, which index alike in both builds.
"""

import time
from array import array
from typing import NamedTuple

from triarii.core import bits, streams
from triarii.games.cities import jobs, rules, rulings
from triarii.players.cities import evaluation, weights

try:
    import cython
except ImportError:
    from triarii.core import pure as cython

WIN = 100_000
DECIDED = 99_000
NOTHING = -1_000_000
DEEPEST = 60
WIDEST = 512
EXACT = 1
AT_LEAST = 2
AT_MOST = 3
EVER = 1 << 62
LOOK_EVERY = 1000
"""Nodes between two looks at the clock."""
SHIFT = 7
MOVES = 1 << 14
MOVE_MASK = MOVES - 1

# How promising a move looks before it is tried. What it did before (`successes`) stays below all of these.
FIRST = 1 << 40
CAPTURE = 1 << 34
CITY = 3 << 32
PROMOTION = 1 << 32
KILLER = 1 << 31
MOST_SUCCESS = (1 << 30) - 1

SORTED = 24
"""So many moves are tried in order of promise; the rest in order of the board."""
NULL_DEPTH = 3
NULL_REDUCTION = 2
LATE = 4
"""From this move on, quiet moves are looked at less deeply first."""
HOPELESS = 500
"""At the last ply a quiet move is not tried where this many points would not help."""
CAPTURE_CHAIN = 4
NEAR_STALL = DEEPEST + 4
"""Turns before a stall from which on its counter makes positions different: before them no search can reach it."""


class Report(NamedTuple):
    """What a search found, for the player to move."""

    value: int
    depth: int
    nodes: int
    line: list[int]
    """Moves as start << 7 | goal."""
    ends_in: int = 0
    """Plies until an end that is forced, whatever is answered; 0: none is in sight. Moves that were not tried are never
    called lost, so that this is a proof."""


def buffer(length: int) -> memoryview:
    return memoryview(array("Q", bytes(8 * length)))


def ends_in_of(value: int) -> int:
    """Plies until the end that a value tells of; 0: it tells of none."""
    return WIN - abs(value) if abs(value) > DECIDED else 0


class Search:
    """One searcher for one thread. No search knows what an earlier one found (a new `salt` makes all keys new), so that
    fixed limits give fixed answers."""

    def __init__(self, worth: weights.Worth, ruled: rulings.Rulings, table_bits: int = 18) -> None:
        self.early = evaluation.struct(worth.early)
        self.late = evaluation.struct(worth.late)
        self.ruled = jobs.struct(ruled)
        self.slots = (1 << table_bits) - 1
        self.keys = buffer(1 << table_bits)
        self.entries = buffer(1 << table_bits)
        self.moves = buffer((DEEPEST + 1) * WIDEST)
        self.lines = buffer((DEEPEST + 2) * (DEEPEST + 2))
        self.successes = buffer(MOVES)
        self.killers = buffer(DEEPEST + 2)
        self.excluded = buffer(MOVES)
        self.trail = jobs.Trail([], 0)
        self.salt = 1
        self.nodes = 0
        self.node_limit = EVER
        self.deadline = EVER
        self.next_look = 0
        self.stopped = False
        self.unfinished = 0
        self.contempt = 0
        self.overlooked = 0
        self.eyes = 0

    def out_of_budget(self) -> bool:
        """Asked at inner nodes only, so that the last ply runs free."""
        if self.nodes >= self.node_limit:
            return True
        if self.nodes < self.next_look:
            return False
        self.next_look = self.nodes + LOOK_EVERY
        return self.deadline != EVER and time.monotonic_ns() >= self.deadline

    def list_moves(
        self, mine: int, theirs: int, heroes: int, my_cities: int, their_cities: int, first: int, ply: int, start: int
    ) -> int:
        """Write promise << 16 | move for every move from `start` on."""
        empty = rules.BOARD & ~(mine | theirs)
        enclosing = evaluation.closing(theirs, mine, empty)
        killer = self.killers[ply]
        count = start
        rest = mine
        while rest:
            piece = rest & -rest
            rest ^= piece
            fighter = not heroes & piece
            targets = rules.targets_of(piece, empty, heroes, my_cities)
            while targets:
                target = targets & -targets
                targets ^= target
                move = bits.lowest(piece) << SHIFT | bits.lowest(target)
                promise = self.successes[move]
                if move == first:
                    promise += FIRST
                elif piece == target:
                    promise += PROMOTION
                else:
                    if self.overlooked and target & (enclosing | their_cities) and self.misses(piece, target, move):
                        continue
                    if target & their_cities:
                        promise += CITY
                    elif fighter and target & my_cities:
                        promise += PROMOTION
                    if target & enclosing:
                        promise += CAPTURE * bits.count(rules.enclosed(theirs, mine ^ piece ^ target))
                    if move + 1 == killer:
                        promise += KILLER
                self.moves[count] = promise << 16 | move
                count += 1
        return count

    def next_move(self, start: int, end: int) -> int:
        """Bring the most promising of the moves left to `start` and return it."""
        best = start
        for i in range(start + 1, end):
            if self.moves[i] > self.moves[best]:
                best = i
        chosen = self.moves[best]
        self.moves[best] = self.moves[start]
        self.moves[start] = chosen
        return chosen

    def keep_line(self, ply: int, move: int) -> None:
        """This move, then the line found below it."""
        row = ply * (DEEPEST + 2)
        below = row + DEEPEST + 2
        self.lines[row] = move + 1
        i = 0
        while self.lines[below + i]:
            self.lines[row + i + 1] = self.lines[below + i]
            i += 1
        self.lines[row + i + 1] = 0

    def store(self, key: int, value: int, ply: int, depth: int, bound: int, move: int) -> None:
        """Remember a position; a win is kept as its distance from here, not from the root."""
        slot = key & self.slots
        if value > DECIDED:
            value += ply
        elif value < -DECIDED:
            value -= ply
        self.keys[slot] = key
        self.entries[slot] = (value + 500_000) << 32 | depth << 24 | bound << 20 | move

    def succeed(self, move: int, ply: int, depth: int) -> None:
        """A move that refuted: tried early in positions like this one."""
        grown = self.successes[move] + depth * depth
        self.successes[move] = grown if grown < MOST_SUCCESS else MOST_SUCCESS
        self.killers[ply] = move + 1

    def quiesce(
        self,
        mine: int,
        theirs: int,
        heroes: int,
        my_cities: int,
        their_cities: int,
        stall: int,
        ply: int,
        chain: int,
        alpha: int,
        beta: int,
    ) -> int:
        """The value once the captures and the first city within reach are played out; standing still is allowed."""
        self.nodes += 1
        why, result = rules.outcome(mine, theirs, heroes, my_cities, their_cities, self.ruled)
        if why != rules.ONGOING:
            return self.value_of(result, ply)
        best = evaluation.evaluate(mine, theirs, heroes, my_cities, their_cities, stall, self.early, self.late)
        if best >= beta or chain == 0:
            return best
        if best > alpha:
            alpha = best
        empty = rules.BOARD & ~(mine | theirs)
        enclosing = evaluation.closing(theirs, mine, empty)
        wanted = enclosing
        if chain == CAPTURE_CHAIN or bits.count(their_cities) == 1:
            wanted |= their_cities
        if not wanted:
            return best
        rest = mine
        while rest:
            piece = rest & -rest
            rest ^= piece
            targets = rules.targets_of(piece, empty, heroes, my_cities) & wanted
            while targets:
                target = targets & -targets
                targets ^= target
                if self.overlooked and self.misses(piece, target, bits.lowest(piece) << SHIFT | bits.lowest(target)):
                    continue
                a, b, h, c, d = rules.play(
                    mine, theirs, heroes, my_cities, their_cities, piece, target, self.ruled.shelter
                )
                if not target & their_cities and bits.count(a) == bits.count(theirs):
                    continue  # the enclosing piece was itself the other end
                waited = stall + 1 if rules.quiet(mine, theirs, heroes, a, b, h) else 0
                value = -self.quiesce(a, b, h, c, d, waited, ply + 1, chain - 1, -beta, -alpha)
                if value > best:
                    best = value
                    if best > alpha:
                        alpha = best
                        if alpha >= beta:
                            return best
        return best

    def value_of(self, result: int, ply: int) -> int:
        """An end of the game in points: the sooner the more, and a draw as the one who searches likes it."""
        if result:
            return result * (WIN - ply)
        return self.contempt if ply & 1 else -self.contempt

    def misses(self, piece: int, target: int, move: int) -> bool:
        """Whether a capture or a city two or more steps away is not seen; `eyes` settles which ones."""
        if not self.overlooked or rules.reach(piece, target, 1):
            return False
        return streams.scramble(self.eyes ^ move) % 100 < self.overlooked

    def worn_out_value(self, seen: int, stall: int, ply: int, my_cities: int, their_cities: int) -> int:
        """NOTHING while the game goes on; else the value of its end by repetition or stall.

        A position that came up before counts as drawn at once: who could gain by going round would do so again.
        """
        if self.ruled.repetition and seen >= 2:
            return self.value_of(0, ply)
        why = rules.worn_out(0, stall, self.ruled)
        if why == rules.ONGOING:
            return NOTHING
        return self.value_of(rules.worn_out_value(why, my_cities, their_cities, self.ruled), ply)

    def negamax(
        self,
        mine: int,
        theirs: int,
        heroes: int,
        my_cities: int,
        their_cities: int,
        stall: int,
        depth: int,
        ply: int,
        alpha: int,
        beta: int,
        may_pass: bool,
    ) -> int:
        """The value for the player to move; meaningless once `stopped` is set."""
        self.lines[ply * (DEEPEST + 2)] = 0
        if depth <= 0 or ply >= DEEPEST:
            return self.quiesce(mine, theirs, heroes, my_cities, their_cities, stall, ply, CAPTURE_CHAIN, alpha, beta)
        self.nodes += 1
        if self.out_of_budget():
            self.stopped = True
            return 0
        why, result = rules.outcome(mine, theirs, heroes, my_cities, their_cities, self.ruled)
        if why != rules.ONGOING:
            return self.value_of(result, ply)
        placed = rules.placement_key(mine, theirs, heroes, my_cities, their_cities)
        if ply > 0:
            value = self.worn_out_value(self.trail.seen(placed), stall, ply, my_cities, their_cities)
            if value != NOTHING:
                return value
        key = placed ^ self.salt
        if self.ruled.stall_plies and stall > self.ruled.stall_plies - NEAR_STALL:
            key = streams.scramble(key ^ stall)
        narrow = beta - alpha == 1
        first = -1
        slot = key & self.slots
        if self.keys[slot] == key:
            entry = self.entries[slot]
            first = entry & MOVE_MASK
            value = (entry >> 32) - 500_000
            if value > DECIDED:
                value -= ply
            elif value < -DECIDED:
                value += ply
            stored = (entry >> 24) & 255
            bound = (entry >> 20) & 15
            if (
                stored >= depth
                and narrow
                and (bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha))
            ):
                return value
        standing = evaluation.evaluate(mine, theirs, heroes, my_cities, their_cities, stall, self.early, self.late)
        floor = self.trail.floor
        length = self.trail.length
        self.trail.push(placed)
        if narrow and may_pass and depth >= NULL_DEPTH and standing >= beta and bits.count(mine) > 3:
            value = -self.negamax(
                theirs,
                mine,
                heroes,
                their_cities,
                my_cities,
                stall + 1,
                depth - 1 - NULL_REDUCTION,
                ply + 1,
                -beta,
                -beta + 1,
                False,
            )
            self.trail.length = length + 1
            if self.stopped:
                self.trail.length = length
                return 0
            if value >= beta and value < DECIDED:
                self.trail.length = length
                return value
        start = ply * WIDEST
        end = self.list_moves(mine, theirs, heroes, my_cities, their_cities, first, ply, start)
        if end == start:  # who has no move passes
            value = -self.negamax(
                theirs, mine, heroes, their_cities, my_cities, stall + 1, depth - 1, ply + 1, -beta, -alpha, False
            )
            self.trail.length = length
            return value
        best = NOTHING
        best_move = 0
        lowest = alpha
        for i in range(start, end):
            chosen = self.next_move(i, end if i - start < SORTED else i + 1)
            move = chosen & MOVE_MASK
            if ply == 0 and self.excluded[move]:
                continue
            quiet = chosen >> 16 < PROMOTION
            if quiet and depth == 1 and best != NOTHING and standing + HOPELESS <= alpha and alpha < DECIDED:
                if best < standing + HOPELESS:
                    best = standing + HOPELESS  # what is not tried is not called lost
                continue
            piece = bits.square(move >> SHIFT)
            target = bits.square(move & 127)
            a, b, h, c, d = rules.play(mine, theirs, heroes, my_cities, their_cities, piece, target, self.ruled.shelter)
            waited = stall + 1
            if not rules.quiet(mine, theirs, heroes, a, b, h):
                waited = 0
                self.trail.floor = self.trail.length
            less = 0
            if quiet and depth >= 3 and i - start >= LATE and best != NOTHING:
                less = 1 + (i - start >= 16) + (i - start >= 60 and depth >= 5)
            if best == NOTHING:
                value = -self.negamax(a, b, h, c, d, waited, depth - 1, ply + 1, -beta, -alpha, True)
            else:
                value = -self.negamax(a, b, h, c, d, waited, depth - 1 - less, ply + 1, -alpha - 1, -alpha, True)
                if less and value > alpha and not self.stopped:
                    value = -self.negamax(a, b, h, c, d, waited, depth - 1, ply + 1, -alpha - 1, -alpha, True)
                if alpha < value < beta and not self.stopped:
                    value = -self.negamax(a, b, h, c, d, waited, depth - 1, ply + 1, -beta, -alpha, True)
            self.trail.floor = floor
            self.trail.length = length + 1
            if self.stopped:
                break
            if value > best:
                best = value
                best_move = move
                if best > alpha:
                    alpha = best
                    self.keep_line(ply, move)
                    if alpha >= beta:
                        if quiet:
                            self.succeed(move, ply, depth)
                        break
        self.trail.length = length
        if self.stopped and ply == 0:
            self.unfinished = best
        if self.stopped or best == NOTHING:
            return 0
        bound = AT_LEAST if best >= beta else (EXACT if best > lowest else AT_MOST)
        if ply > 0 or not self.excluded[MOVES - 1]:
            self.store(key, best, ply, depth, bound, best_move)
        return best

    def search(
        self,
        placement: jobs.Placement,
        stall: int,
        past: list[int],
        depth: int = 0,
        nodes: int = 0,
        milliseconds: float = 0.0,
        without: list[int] | None = None,
        contempt: int = 0,
        overlooked: int = 0,
        eyes: int = 0,
    ) -> Report:
        """Look ahead until a limit is met (0: no such limit); `without` are moves not to be considered, `contempt` is
        what a draw costs the player, `overlooked` how many of a hundred far captures and cities are not seen; which
        ones those are, `eyes` decides."""
        mine, theirs, heroes, my_cities, their_cities = placement
        self.salt = streams.scramble(self.salt)
        self.successes = buffer(MOVES)
        self.killers = buffer(DEEPEST + 2)
        self.excluded = buffer(MOVES)
        for move in without or ():
            self.excluded[move] = 1
            self.excluded[MOVES - 1] = 1
        self.trail = jobs.Trail(past, DEEPEST + 2)
        self.contempt, self.overlooked, self.eyes = contempt, overlooked, eyes
        self.stopped = False
        self.nodes = 0
        self.node_limit = nodes or EVER
        deadline = time.monotonic_ns() + int(milliseconds * 1e6) if milliseconds else EVER
        report = Report(0, 0, 0, [])
        reached = 0
        for reached in range(1, min(depth or DEEPEST, DEEPEST) + 1):
            # However slow the machine, whoever asks gets an answer: the first look ahead is always finished.
            self.deadline = deadline if reached > 1 else EVER
            self.next_look = self.nodes
            with cython.nogil:
                value = self.negamax(
                    mine, theirs, heroes, my_cities, their_cities, stall, reached, 0, NOTHING, -NOTHING, False
                )
            line = self.line()
            if self.stopped:
                if line and report.line:  # the best of the moves that were looked at; the first is the best so far
                    report = Report(self.unfinished, report.depth, 0, line, ends_in_of(max(0, self.unfinished)))
                break
            report = Report(value, reached, self.nodes, line, ends_in_of(value))
            if abs(value) > DECIDED:
                break
        return report._replace(nodes=self.nodes)

    def line(self) -> list[int]:
        """The best line of the last finished depth, read out while the GIL is held."""
        moves = []
        i = 0
        while self.lines[i]:
            moves.append(self.lines[i] - 1)
            i += 1
        return moves
