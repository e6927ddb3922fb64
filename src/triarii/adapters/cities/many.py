"""Many games of Cities & Heroes at once: one step of each by numbers, observations and masks into arrays of the caller.

What the numbers mean stands in numbers.py. The same functions serve one game behind encoding.py.
"""

from array import array

from triarii.adapters.cities import numbers
from triarii.core import bits, streams
from triarii.games.cities import jobs, rules, rulings

try:
    import cython
except ImportError:
    from triarii.core import pure as cython

SQUARES = numbers.SQUARES
WAYS = numbers.WAYS
MOVES = numbers.MOVES
PASS = numbers.PASS
CLAIM = numbers.CLAIM
ACTIONS = numbers.ACTIONS
OBSERVATION = numbers.OBSERVATION
REACH = numbers.REACH
MOST = 255
LOW = 0xFFFFFFFFFFFFFFFF
WORDS = 10
"""Of 64 bits, for the five boards of a placement."""
ONGOING = 0
GOES_ON = 2
"""Beside the values of an ended game, which are +1, 0 and -1."""
SQUARE = memoryview(array("i", numbers.SQUARE_OF_BIT))
BIT = memoryview(array("i", numbers.BIT_OF_SQUARE))
WAY = memoryview(array("i", numbers.WAY_OF_DIFFERENCE))
DIFFERENCE = memoryview(array("i", numbers.DIFFERENCE_OF_WAY))


def write_plane(out: memoryview, at: int, board: int, seat: int, square: memoryview) -> None:
    """Ones where a board has a piece, as a seat sees it."""
    while board:
        number = square[bits.lowest(board)]
        out[at + (SQUARES - 1 - number if seat else number)] = 1
        board &= board - 1


def write_seen(
    out: memoryview,
    at: int,
    seat: int,
    acting: bool,
    own: int,
    other: int,
    heroes: int,
    own_cities: int,
    other_cities: int,
    stall: int,
    times: int,
    square: memoryview,
) -> None:
    """What a seat sees, as planes."""
    for i in range(6 * SQUARES):
        out[at + i] = 0
    write_plane(out, at, own & ~heroes, seat, square)
    write_plane(out, at + SQUARES, own & heroes, seat, square)
    write_plane(out, at + 2 * SQUARES, other & ~heroes, seat, square)
    write_plane(out, at + 3 * SQUARES, other & heroes, seat, square)
    write_plane(out, at + 4 * SQUARES, own_cities, seat, square)
    write_plane(out, at + 5 * SQUARES, other_cities, seat, square)
    at += 6 * SQUARES
    for i in range(SQUARES):
        out[at + i] = stall if stall < MOST else MOST
    at += SQUARES
    for i in range(SQUARES):
        out[at + i] = times if times < MOST else MOST
    at += SQUARES
    for i in range(SQUARES):
        out[at + i] = 1 if acting else 0


def clear_mask(out: memoryview, at: int, mine: int, seat: int, square: memoryview) -> None:
    """Takes back what `write_mask` wrote for these pieces: far less than all numbers."""
    while mine:
        number = square[bits.lowest(mine)]
        place = at + (SQUARES - 1 - number if seat else number) * WAYS
        for i in range(WAYS):
            out[place + i] = 0
        mine &= mine - 1
    out[at + PASS] = 0
    out[at + CLAIM] = 0


def write_mask(
    out: memoryview,
    at: int,
    mine: int,
    theirs: int,
    heroes: int,
    my_cities: int,
    seat: int,
    claimable: bool,
    square: memoryview,
    way: memoryview,
) -> int:
    """Ones for the numbers that the player to act may choose, into zeros; returns how many."""
    empty = rules.BOARD & ~(mine | theirs)
    rest = mine
    found = 0
    while rest:
        piece = rest & -rest
        rest ^= piece
        start = bits.lowest(piece)
        targets = rules.targets_of(piece, empty, heroes, my_cities)
        first = square[start] * WAYS
        found += bits.count(targets)
        while targets:
            number = first + way[bits.lowest(targets) - start + REACH]
            out[at + (MOVES - 1 - number if seat else number)] = 1
            targets &= targets - 1
    if not found:
        out[at + PASS] = 1
        found = 1
    if claimable:
        out[at + CLAIM] = 1
        found += 1
    return found


class Games:
    """Many games under way; one that ends, or lasts too long, begins anew by itself."""

    def __init__(
        self, games: int, placement: jobs.Placement, begins: int, ruled: rulings.Rulings, longest: int
    ) -> None:
        """`placement` is seen by the first seat; `begins` is the seat that begins, 2 where lots decide; after
        `longest` turns a game is given up."""
        self.games = games
        self.begins = begins
        self.longest = longest
        self.ruled = jobs.struct(ruled)
        self.square = SQUARE
        self.bit = BIT
        self.way = WAY
        self.difference = DIFFERENCE
        self.opening = memoryview(array("Q", [half for board in placement for half in (board & LOW, board >> 64)]))
        self.boards = memoryview(array("Q", bytes(8 * WORDS * games)))
        """For each game the placement as its player to act sees it, each board as its low and its high half."""
        self.streams = memoryview(array("Q", bytes(8 * games)))
        self.sides = memoryview(array("i", bytes(4 * games)))
        self.stalls = memoryview(array("i", bytes(4 * games)))
        self.lengths = memoryview(array("i", bytes(4 * games)))
        self.allowed = memoryview(array("i", bytes(4 * games)))
        """How many numbers each game offers."""
        self.room = longest if not ruled.stall_plies or ruled.by_claim else min(longest, ruled.stall_plies)
        self.room = self.room + 1 if ruled.repetition else 0
        self.trails = memoryview(array("Q", bytes(8 * max(1, games * self.room))))
        """For each game the keys of the placements since the last capture or promotion."""
        self.known = memoryview(array("i", bytes(4 * games)))
        """How many they are."""

    def reset(self, states: memoryview, seen: memoryview, masks: memoryview, seats: memoryview) -> None:
        """Begin all games, each with the stream whose first state is given."""
        with cython.nogil:
            self.reset_all(states, seen, masks, seats)

    def step(
        self,
        chosen: memoryview,
        seen: memoryview,
        masks: memoryview,
        rewards: memoryview,
        ended: memoryview,
        given_up: memoryview,
        seats: memoryview,
    ) -> int:
        """One number in each game. Returns -1, or the first game in which the number is not allowed: then nothing has
        changed anywhere."""
        with cython.nogil:
            misplayed = self.step_all(chosen, seen, masks, rewards, ended, given_up, seats)
        return misplayed

    def sample(self, masks: memoryview, chosen: memoryview) -> None:
        """In each game any number that is allowed, each as likely as the other, from the game's own stream."""
        with cython.nogil:
            self.sample_all(masks, chosen)

    def state(self, game: int) -> tuple[jobs.Placement, int, int]:
        """(placement seen by the player to act, whose turn it is, turns since the last capture or promotion)."""
        halves = self.boards[game * WORDS : game * WORDS + WORDS]
        mine, theirs, heroes, my_cities, their_cities = [halves[2 * i] | halves[2 * i + 1] << 64 for i in range(5)]
        return (mine, theirs, heroes, my_cities, their_cities), self.sides[game], self.stalls[game]

    # What it is made of

    def board(self, game: int, which: int) -> int:
        return bits.joined(self.boards[game * WORDS + 2 * which], self.boards[game * WORDS + 2 * which + 1])

    def keep(self, game: int, which: int, board: int) -> None:
        self.boards[game * WORDS + 2 * which] = bits.low(board)
        self.boards[game * WORDS + 2 * which + 1] = bits.high(board)

    def reset_all(self, states: memoryview, seen: memoryview, masks: memoryview, seats: memoryview) -> None:
        for place in range(self.games * ACTIONS):
            masks[place] = 0
        for game in range(self.games):
            self.streams[game] = states[game]
            self.begin(game)
            self.show(game, seen, masks, seats)

    def step_all(
        self,
        chosen: memoryview,
        seen: memoryview,
        masks: memoryview,
        rewards: memoryview,
        ended: memoryview,
        given_up: memoryview,
        seats: memoryview,
    ) -> int:
        for game in range(self.games):
            number = chosen[game]
            if number < 0 or number >= ACTIONS or not masks[game * ACTIONS + number]:
                return game
        for game in range(self.games):
            clear_mask(masks, game * ACTIONS, self.board(game, 0), self.sides[game], self.square)
            value = self.play(game, chosen[game])
            ended[game] = 0
            given_up[game] = 0
            rewards[2 * game] = 0
            rewards[2 * game + 1] = 0
            if value != GOES_ON:
                ended[game] = 1
                rewards[2 * game] = -value if self.sides[game] else value
                rewards[2 * game + 1] = value if self.sides[game] else -value
                self.begin(game)
            elif self.lengths[game] >= self.longest:
                given_up[game] = 1
                self.begin(game)
            self.show(game, seen, masks, seats)
        return -1

    def sample_all(self, masks: memoryview, chosen: memoryview) -> None:
        for game in range(self.games):
            self.streams[game] = streams.advance(self.streams[game])
            left = streams.below(self.streams[game], self.allowed[game])
            mine = self.board(game, 0)
            theirs = self.board(game, 1)
            heroes = self.board(game, 2)
            piece, target = rules.nth_move(mine, theirs, heroes, self.board(game, 3), left)
            if piece:
                start = bits.lowest(piece)
                number = self.square[start] * WAYS + self.way[bits.lowest(target) - start + REACH]
                chosen[game] = MOVES - 1 - number if self.sides[game] else number
            else:  # beyond the moves: a pass where there are none, else the claim
                chosen[game] = PASS if masks[game * ACTIONS + PASS] and left == 0 else CLAIM

    def begin(self, game: int) -> None:
        side = self.begins
        if side == 2:
            self.streams[game] = streams.advance(self.streams[game])
            side = streams.below(self.streams[game], 2)
        for i in range(WORDS):
            self.boards[game * WORDS + i] = self.opening[i]
        if side:  # the second seat's boards come first
            for i in range(2):
                self.boards[game * WORDS + i] = self.opening[2 + i]
                self.boards[game * WORDS + 2 + i] = self.opening[i]
                self.boards[game * WORDS + 6 + i] = self.opening[8 + i]
                self.boards[game * WORDS + 8 + i] = self.opening[6 + i]
        self.sides[game] = side
        self.stalls[game] = 0
        self.lengths[game] = 0
        self.known[game] = 0

    def times_seen(self, game: int, key: int) -> int:
        """How often this placement was there, now included; every second one has the same player to act."""
        times = 1
        begin = game * self.room
        i = begin + self.known[game] - 2
        while i >= begin:
            if self.trails[i] == key:
                times += 1
            i -= 2
        return times

    def play(self, game: int, number: int) -> int:
        """One number; GOES_ON, or the value for the player who is to act then."""
        mine = self.board(game, 0)
        theirs = self.board(game, 1)
        heroes = self.board(game, 2)
        my_cities = self.board(game, 3)
        their_cities = self.board(game, 4)
        if number == CLAIM:
            times = 0
            if self.ruled.repetition:
                times = self.times_seen(game, rules.placement_key(mine, theirs, heroes, my_cities, their_cities))
            why = rules.worn_out(times, self.stalls[game], self.ruled)
            return rules.worn_out_value(why, my_cities, their_cities, self.ruled)
        piece = mine ^ mine
        target = mine ^ mine
        if number != PASS:
            if self.sides[game]:
                number = MOVES - 1 - number
            start = self.bit[number // WAYS]
            piece = bits.square(start)
            target = bits.square(start + self.difference[number % WAYS])
        a, b, h, c, d = rules.play(mine, theirs, heroes, my_cities, their_cities, piece, target, self.ruled.shelter)
        if rules.quiet(mine, theirs, heroes, a, b, h):
            if self.room:
                key = rules.placement_key(mine, theirs, heroes, my_cities, their_cities)
                self.trails[game * self.room + self.known[game]] = key
                self.known[game] += 1
            self.stalls[game] += 1
        else:
            self.known[game] = 0
            self.stalls[game] = 0
        self.keep(game, 0, a)
        self.keep(game, 1, b)
        self.keep(game, 2, h)
        self.keep(game, 3, c)
        self.keep(game, 4, d)
        self.sides[game] = 1 - self.sides[game]
        self.lengths[game] += 1
        why, value = rules.outcome(a, b, h, c, d, self.ruled)
        if why != ONGOING:
            return value
        if not self.ruled.by_claim:
            times = self.times_seen(game, rules.placement_key(a, b, h, c, d)) if self.room else 0
            why = rules.worn_out(times, self.stalls[game], self.ruled)
            if why != ONGOING:
                return rules.worn_out_value(why, c, d, self.ruled)
        return GOES_ON

    def show(self, game: int, seen: memoryview, masks: memoryview, seats: memoryview) -> None:
        """What the player to act sees and may do."""
        mine = self.board(game, 0)
        theirs = self.board(game, 1)
        heroes = self.board(game, 2)
        my_cities = self.board(game, 3)
        their_cities = self.board(game, 4)
        seat = self.sides[game]
        times = 0
        if self.room:
            times = self.times_seen(game, rules.placement_key(mine, theirs, heroes, my_cities, their_cities))
        stall = self.stalls[game] if self.ruled.stall_plies else 0
        claimable = self.ruled.by_claim and rules.worn_out(times, self.stalls[game], self.ruled) != ONGOING
        seats[game] = seat
        at = game * OBSERVATION
        write_seen(seen, at, seat, True, mine, theirs, heroes, my_cities, their_cities, stall, times, self.square)
        self.allowed[game] = write_mask(
            masks, game * ACTIONS, mine, theirs, heroes, my_cities, seat, claimable, self.square, self.way
        )


# The same for one game, asked from outside


def see(placement: jobs.Placement, seat: int, side: int, acting: bool, stall: int, times: int) -> bytearray:
    """What a seat sees of a placement that `side`, whose turn it is, sees so."""
    mine, theirs, heroes, my_cities, their_cities = placement
    found = bytearray(OBSERVATION)
    if seat == side:
        write_seen(
            memoryview(found), 0, seat, acting, mine, theirs, heroes, my_cities, their_cities, stall, times, SQUARE
        )
    else:
        write_seen(
            memoryview(found), 0, seat, acting, theirs, mine, heroes, their_cities, my_cities, stall, times, SQUARE
        )
    return found


def mask(placement: jobs.Placement, side: int, claimable: bool) -> bytearray:
    """What the player to act may choose."""
    mine, theirs, heroes, my_cities, their_cities = placement
    found = bytearray(ACTIONS)
    write_mask(memoryview(found), 0, mine, theirs, heroes, my_cities, side, claimable, SQUARE, WAY)
    return found
