"""Many games of To War! at once: one step of each by numbers, observations and masks into arrays of the caller.

The words of a turn are its steps: a column, then directions, one number each (numbers.py). What falls to chance comes
from a stream of each game. The same functions serve one game behind encoding.py.
"""

from array import array
from collections.abc import Sequence

from triarii.adapters.towar import numbers
from triarii.core import streams
from triarii.games.towar import codes, forces, jobs, rules, steps

try:
    import cython
except ImportError:
    from triarii.core import pure as cython

CELLS = codes.CELLS
COLUMNS = codes.COLUMNS
TYPES = codes.TYPES
DIRECTIONS = codes.DIRECTIONS
CHAIN = codes.CHAIN
AIR = codes.AIR
CELL = codes.CELL
SEEN = codes.SEEN
SECOND = codes.SECOND
MOVED = codes.MOVED
FRESH = codes.FRESH
BROKEN_THROUGH = codes.BROKEN_THROUGH
TO_PLAY = codes.TO_PLAY
DEPLOY = codes.DEPLOY
DRAW = codes.DRAW
DRAW_OTHER = codes.DRAW_OTHER
COUNT = codes.COUNT
ALLOWED = codes.ALLOWED
CELL_NUMBER = numbers.CELL
CARD_NUMBER = numbers.CARD
COLUMN_NUMBER = numbers.COLUMN
STEP_NUMBER = numbers.STEP
STAY_NUMBER = numbers.STAY
PASS_NUMBER = numbers.PASS
ACTIONS = numbers.ACTIONS
CHOOSE_CELL = numbers.CHOOSE_CELL
CHOOSE_CARD = numbers.CHOOSE_CARD
CHOOSE_COLUMN = numbers.CHOOSE_COLUMN
CHOOSE_STEP = numbers.CHOOSE_STEP
CARD_NUMBERS = numbers.CARD_NUMBERS
PER_CELL = numbers.PER_CELL
SEEN_CARD = numbers.SEEN_CARD
SEEN_AIR = numbers.SEEN_AIR
SEEN_RESERVE = numbers.SEEN_RESERVE
SEEN_HAND = numbers.SEEN_HAND
SEEN_UNSEEN = numbers.SEEN_UNSEEN
SEEN_HELD = numbers.SEEN_HELD
SEEN_ARMY = numbers.SEEN_ARMY
SEEN_THEIR_ARMY = numbers.SEEN_THEIR_ARMY
SEEN_STAGE = numbers.SEEN_STAGE
SEEN_SECOND = numbers.SEEN_SECOND
OBSERVATION = numbers.OBSERVATION


def turned(cell: int, seat: int) -> int:
    """A cell as a seat sees it, and back again: its own back row first, from its left."""
    return CELLS - 1 - cell if seat else cell


def write_card(out: memoryview, at: int, unit: int, seat: int, force: forces.Forces) -> None:
    """A card, or none, as a seat sees it."""
    if unit:
        out[at + (1 if unit >> 3 != seat else 0)] = 1
        out[at + 1 + (unit & 7)] = 1
        out[at + 2 + TYPES] = rules.number_of(force.attack, unit)
        out[at + 3 + TYPES] = rules.number_of(force.defence, unit)
        out[at + 4 + TYPES] = (force.sideways >> unit) & 1
        out[at + 5 + TYPES] = (force.twice >> unit) & 1
        out[at + 6 + TYPES] = (force.elite >> unit) & 1


def write_seen(
    out: memoryview,
    at: int,
    seat: int,
    stage: int,
    field: int,
    reserve: int,
    hands: int,
    card: int,
    chain: memoryview,
    link: int,
    mine: int,
    theirs: int,
    force: forces.Forces,
) -> None:
    """What a seat sees, as numbers; of the other's cards only what reserve and hand hold together."""
    for i in range(OBSERVATION):
        out[at + i] = 0
    unit = chain[link + AIR]
    for cell in range(CELLS):
        place = at + turned(cell, seat) * PER_CELL
        write_card(out, place, rules.unit_on(field, cell), seat, force)
        if unit:
            place += CARD_NUMBERS
            if chain[link + cell] & FRESH:
                out[place] = 1
            if chain[link + cell] & MOVED:
                out[place + 1] = 1
            if cell == chain[link + CELL]:
                out[place + 2] = 1
            if (chain[link + SEEN] >> cell) & 1:
                out[place + 3] = 1
    write_card(out, at + SEEN_CARD, card, seat, force)
    write_card(out, at + SEEN_AIR, unit, seat, force)
    for i in range(TYPES):
        own = 8 * seat + 1 + i
        other = 8 * (1 - seat) + 1 + i
        out[at + SEEN_RESERVE + i] = rules.number_of(reserve, own)
        out[at + SEEN_HAND + i] = rules.number_of(hands, own)
        out[at + SEEN_UNSEEN + i] = rules.number_of(reserve, other) + rules.number_of(hands, other)
    out[at + SEEN_HELD] = rules.cards_of(hands, 1 - seat)
    if mine >= 0:
        out[at + SEEN_ARMY + mine] = 1
    if theirs >= 0:
        out[at + SEEN_THEIR_ARMY + theirs] = 1
    if stage >= 0:
        out[at + SEEN_STAGE + stage] = 1
        out[at + SEEN_SECOND] = chain[link + SECOND]


def write_mask(
    out: memoryview,
    at: int,
    stage: int,
    field: int,
    hands: int,
    card: int,
    side: int,
    chain: memoryview,
    link: int,
    force: forces.Forces,
) -> int:
    """The numbers that the player to act may choose; returns how many."""
    for i in range(ACTIONS):
        out[at + i] = 0
    found = 0
    if stage == CHOOSE_CELL:
        cells = rules.open_cells(field, side, force)
        for i in range(CELLS):
            if (cells >> i) & 1:
                out[at + CELL_NUMBER + turned(i, side)] = 1
                found += 1
    elif stage == CHOOSE_CARD:
        for i in range(TYPES):
            if rules.number_of(hands, 8 * side + 1 + i):
                out[at + CARD_NUMBER + i] = 1
                found += 1
    elif stage == CHOOSE_COLUMN:
        for i in range(COLUMNS):
            if steps.entry_refusal(chain, link, field, side, card, turned(i, side), force) == ALLOWED:
                out[at + COLUMN_NUMBER + i] = 1
                found += 1
        if not found:
            out[at + PASS_NUMBER] = 1
            found = 1
    elif stage == CHOOSE_STEP:
        for i in range(DIRECTIONS):
            if steps.step_refusal(chain, link, field, side, i, force) == ALLOWED:
                out[at + STEP_NUMBER + i] = 1
                found += 1
        if chain[link + SECOND]:
            out[at + STAY_NUMBER] = 1
            found += 1
    return found


def follow(chain: memoryview, link: int, field: int, side: int, card: int, number: int, force: forces.Forces) -> int:
    """The field after one more word of a turn: a column, a direction, to stay, to pass."""
    if number == PASS_NUMBER:
        return field
    if number == STAY_NUMBER:
        chain[link + AIR] = 0
        chain[link + SECOND] = 0
        return field
    if number < STEP_NUMBER:
        return steps.enter(chain, link, field, side, card, turned(number - COLUMN_NUMBER, side), force)
    return steps.take_step(chain, link, field, side, number - STEP_NUMBER, force)


class Games:
    """Many games under way, each with its own chance; one that ends begins anew by itself."""

    def __init__(
        self,
        games: int,
        pairs: Sequence[tuple[int, int]],
        decks: Sequence[int],
        forced: Sequence[forces.Forces],
        begins: int,
    ) -> None:
        """`pairs` are the armies that lots may deal, `decks` the cards of both, `forced` what they can do; `begins` is
        the seat that begins, 2 where lots decide."""
        self.games = games
        self.pairs = len(pairs)
        self.begins = begins
        self.first_army = memoryview(array("i", [first for first, _ in pairs]))
        self.second_army = memoryview(array("i", [second for _, second in pairs]))
        self.decks = memoryview(array("Q", decks))
        self.attack = memoryview(array("Q", [force.attack for force in forced]))
        self.defence = memoryview(array("Q", [force.defence for force in forced]))
        self.kinds = memoryview(array("i", [number for force in forced for number in force[2:]]))
        self.fields = memoryview(array("Q", bytes(8 * games)))
        self.reserves = memoryview(array("Q", bytes(8 * games)))
        self.hands = memoryview(array("Q", bytes(8 * games)))
        self.streams = memoryview(array("Q", bytes(8 * games)))
        self.cards = memoryview(array("i", bytes(4 * games)))
        self.sides = memoryview(array("i", bytes(4 * games)))
        self.stages = memoryview(array("i", bytes(4 * games)))
        self.dealt = memoryview(array("i", bytes(4 * games)))
        """Which pair of armies each game has."""
        self.allowed = memoryview(array("i", bytes(4 * games)))
        """How many numbers each game offers."""
        self.chains = memoryview(array("i", bytes(4 * games * CHAIN)))

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
        seats: memoryview,
    ) -> int:
        """One number in each game. Returns -1, or the first game in which the number is not allowed: then nothing has
        changed anywhere."""
        with cython.nogil:
            misplayed = self.step_all(chosen, seen, masks, rewards, ended, seats)
        return misplayed

    def sample(self, masks: memoryview, chosen: memoryview) -> None:
        """In each game any number that is allowed, each as likely as the other, from the game's own stream."""
        with cython.nogil:
            self.sample_all(masks, chosen)

    def state(self, game: int) -> tuple[int, int, int, int, int]:
        """(field, reserve, hands, card, side) of one game; in the middle of a turn the field as it is by then."""
        return self.fields[game], self.reserves[game], self.hands[game], self.cards[game], self.sides[game]

    def put(self, game: int, state: jobs.State, stream: int) -> None:
        """One game goes on from a state in which somebody has to choose, with a stream that is there already."""
        field, reserve, hands, card, side = state
        self.fields[game] = field
        self.reserves[game] = reserve
        self.hands[game] = hands
        self.cards[game] = card
        self.sides[game] = side
        self.streams[game] = stream
        steps.forget(self.chains, game * CHAIN)
        self.settle(game, self.force_of(self.dealt[game]))

    # What it is made of

    def force_of(self, pair: int) -> forces.Forces:
        at = 12 * pair
        return forces.Forces(
            self.attack[pair],
            self.defence[pair],
            self.kinds[at],
            self.kinds[at + 1],
            self.kinds[at + 2],
            self.kinds[at + 3] != 0,
            self.kinds[at + 4] != 0,
            self.kinds[at + 5] != 0,
            self.kinds[at + 6] != 0,
            self.kinds[at + 7] != 0,
            self.kinds[at + 8],
            self.kinds[at + 9] != 0,
            self.kinds[at + 10] != 0,
            self.kinds[at + 11] != 0,
        )

    def reset_all(self, states: memoryview, seen: memoryview, masks: memoryview, seats: memoryview) -> None:
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
        seats: memoryview,
    ) -> int:
        for game in range(self.games):
            number = chosen[game]
            if number < 0 or number >= ACTIONS or not masks[game * ACTIONS + number]:
                return game
        for game in range(self.games):
            over = self.play(game, chosen[game])
            ended[game] = over & 1
            rewards[2 * game] = 0
            rewards[2 * game + 1] = 0
            if over:
                rewards[2 * game] = (over >> 1) - 1
                rewards[2 * game + 1] = 1 - (over >> 1)
                self.begin(game)
            self.show(game, seen, masks, seats)
        return -1

    def sample_all(self, masks: memoryview, chosen: memoryview) -> None:
        for game in range(self.games):
            self.streams[game] = streams.advance(self.streams[game])
            left = streams.below(self.streams[game], self.allowed[game])
            number = -1
            while left >= 0:
                number += 1
                left -= masks[game * ACTIONS + number]
            chosen[game] = number

    def begin(self, game: int) -> None:
        """A new game: lots deal armies and say who begins, as far as that is open."""
        x = self.streams[game]
        pair = 0
        side = self.begins
        if self.pairs > 1:
            x = streams.advance(x)
            pair = streams.below(x, self.pairs)
        if side == 2:
            x = streams.advance(x)
            side = streams.below(x, 2)
        self.streams[game] = x
        self.dealt[game] = pair
        self.fields[game] = 0
        self.reserves[game] = self.decks[pair]
        self.hands[game] = 0
        self.cards[game] = 0
        self.sides[game] = side
        steps.forget(self.chains, game * CHAIN)
        self.settle(game, self.force_of(pair))

    def settle(self, game: int, force: forces.Forces) -> bool:
        """Draw what is to be drawn, and see what the next player has to choose; or that all cards are played."""
        side = self.sides[game]
        while True:
            coming = rules.next_thing(self.reserves[game], self.hands[game], self.cards[game], side, force)
            if coming == COUNT:
                return True
            if coming != DRAW and coming != DRAW_OTHER:
                break
            drawer = side if coming == DRAW else 1 - side
            self.streams[game] = streams.advance(self.streams[game])
            left = rules.cards_of(self.reserves[game], drawer)
            drawn = rules.nth_card(self.reserves[game], drawer, streams.below(self.streams[game], left))
            self.reserves[game] -= rules.one_card(drawn)
            if force.hand and rules.cards_in(self.reserves[game]) + rules.cards_in(self.hands[game]) < TO_PLAY:
                self.hands[game] += rules.one_card(drawn)
            else:
                self.cards[game] = drawn
        if coming == DEPLOY:
            self.stages[game] = CHOOSE_CELL
        else:
            self.stages[game] = CHOOSE_CARD if force.hand else CHOOSE_COLUMN
        return False

    def play(self, game: int, number: int) -> int:
        """One number; 0 while the game goes on, else 1 + 2 * (1 + the value for the first seat)."""
        side = self.sides[game]
        force = self.force_of(self.dealt[game])
        link = game * CHAIN
        if self.stages[game] == CHOOSE_CARD:
            self.cards[game] = 8 * side + 1 + number - CARD_NUMBER
            self.hands[game] -= rules.one_card(self.cards[game])
            self.stages[game] = CHOOSE_COLUMN
            return 0
        if self.stages[game] == CHOOSE_CELL:
            self.fields[game] = rules.put(self.fields[game], turned(number - CELL_NUMBER, side), self.cards[game])
        else:
            field = follow(self.chains, link, self.fields[game], side, self.cards[game], number, force)
            self.fields[game] = field
            if field & BROKEN_THROUGH:
                return 1 if side else 5
            if self.chains[link + AIR]:
                self.stages[game] = CHOOSE_STEP
                return 0
            steps.forget(self.chains, link)
        self.cards[game] = 0
        self.sides[game] = 1 - side
        if self.settle(game, force):
            return 3 + 2 * rules.count_up(self.fields[game], force.elite)
        return 0

    def show(self, game: int, seen: memoryview, masks: memoryview, seats: memoryview) -> None:
        """What the player to act sees and may do."""
        side = self.sides[game]
        pair = self.dealt[game]
        force = self.force_of(pair)
        link = game * CHAIN
        stage = self.stages[game]
        mine = self.second_army[pair] if side else self.first_army[pair]
        theirs = self.first_army[pair] if side else self.second_army[pair]
        seats[game] = side
        write_seen(
            seen,
            game * OBSERVATION,
            side,
            stage,
            self.fields[game],
            self.reserves[game],
            self.hands[game],
            self.cards[game],
            self.chains,
            link,
            mine,
            theirs,
            force,
        )
        self.allowed[game] = write_mask(
            masks,
            game * ACTIONS,
            stage,
            self.fields[game],
            self.hands[game],
            self.cards[game],
            side,
            self.chains,
            link,
            force,
        )


# The same for one game, asked from outside


def see(
    seat: int,
    stage: int,
    state: jobs.State,
    chain: memoryview,
    mine: int,
    theirs: int,
    force: forces.Forces,
) -> bytearray:
    """What a seat sees of a state."""
    field, reserve, hands, card, side = state
    as_ruled = jobs.struct(force)
    found = bytearray(OBSERVATION)
    write_seen(memoryview(found), 0, seat, stage, field, reserve, hands, card, chain, 0, mine, theirs, as_ruled)
    return found


def mask(stage: int, state: jobs.State, chain: memoryview, force: forces.Forces) -> bytearray:
    """What the player to act may choose."""
    field, reserve, hands, card, side = state
    as_ruled = jobs.struct(force)
    found = bytearray(ACTIONS)
    write_mask(memoryview(found), 0, stage, field, hands, card, side, chain, 0, as_ruled)
    return found


def after_word(chain: memoryview, field: int, side: int, card: int, number: int, force: forces.Forces) -> int:
    """The field after one more word of a turn; the chain goes on."""
    as_ruled = jobs.struct(force)
    return follow(chain, 0, field, side, card, number, as_ruled)
