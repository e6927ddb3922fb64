"""A turn of To War! as the rule book has it: a card enters, units are displaced one by one, a fight or a gap ends it.

The field is one int: twelve cells of four bits, cell 0 at a1, then b1, c1, a2 … c4. A cell holds 0 or the code of a
card (forces.py). The first seat's back row is row 1 and it moves up, the second seat's is row 4 and it moves down.

This text is compiled as it stands (rules.pxd gives the types), so it keeps to ints, arrays and plain calls.
"""

from array import array

from triarii.core import bits
from triarii.games.towar import codes, forces

try:
    import cython
except ImportError:
    from triarii.core import pure as cython

CELLS = codes.CELLS
COLUMNS = codes.COLUMNS
FORWARD = codes.FORWARD
LEFT = codes.LEFT
RIGHT = codes.RIGHT
OVER_THE_EDGE = codes.OVER_THE_EDGE
INTO_THE_CAMP = codes.INTO_THE_CAMP
WON = codes.WON
LOST = codes.LOST
TIED = codes.TIED
SIDE_BONUS = codes.SIDE_BONUS
BROKEN_THROUGH = codes.BROKEN_THROUGH
LONGEST = codes.LONGEST
MOVED = codes.MOVED
ENTRY = codes.ENTRY
FIGHTS = codes.FIGHTS
FRESH = codes.FRESH
LOW_EDGE = codes.EDGES[0]
HIGH_EDGE = codes.EDGES[1]
TO_PLAY = codes.TO_PLAY
TYPES = codes.TYPES
DEPLOY = codes.DEPLOY
DRAW = codes.DRAW
DRAW_OTHER = codes.DRAW_OTHER
TURN = codes.TURN
COUNT = codes.COUNT

STAMP = 49
"""Bits of a result; above them a slot of the table carries the number of the listing that wrote it."""
LISTINGS = 32_767
SPREAD = 0x9E3779B97F4A7C15
ALL = 0xFFFFFFFFFFFFFFFF
EVEN = 0x0F0F0F0F0F0F0F0F
ONES = 0x0101010101010101
LOWEST = 0x111111111111
"""The lowest bit of every cell; the highest one of a card's code tells the seats apart."""
BACK_ROW = 0x111
UNKNOWN = -2
"""No end of a turn has been seen yet."""
SEAT = 0xFFFFFFFF
"""The half of a word of cards that belongs to one seat."""


def unit_on(field: int, cell: int) -> int:
    """The code of the card on a cell; 0: none."""
    return (field >> (4 * cell)) & 15


def put(field: int, cell: int, unit: int) -> int:
    """The field with this card, or none, on a cell."""
    word = field ^ field ^ unit  # of the width of a field
    return (field & ~(((field ^ field) | 15) << (4 * cell))) | (word << (4 * cell))


def number_of(table: int, unit: int) -> int:
    """The four bits of a table that belong to a card."""
    return (table >> (4 * unit)) & 15


def step_from(cell: int, direction: int, side: int) -> int:
    """The cell that a step leads to, or that it leads over the left or right edge or into the enemy camp."""
    if direction == FORWARD:
        target = cell - COLUMNS if side else cell + COLUMNS
        return INTO_THE_CAMP if target < 0 or target >= CELLS else target
    if (direction == RIGHT) != (side != 0):  # right is towards c for the first seat, towards a for the second
        return OVER_THE_EDGE if (HIGH_EDGE >> cell) & 1 else cell + 1
    return OVER_THE_EDGE if (LOW_EDGE >> cell) & 1 else cell - 1


def fight(attacker: int, defender: int, direction: int, force: forces.Forces) -> int:
    """Attack against defence; a step to the side gives the attacker 2 more (towar.combat.side_bonus)."""
    attack = number_of(force.attack, attacker)
    if direction != FORWARD:
        attack += SIDE_BONUS
    defence = number_of(force.defence, defender)
    if attack > defence:
        return WON
    return LOST if attack < defence else TIED


def after_fight(field: int, cell: int, attacker: int, outcome: int) -> int:
    """Who stays on the defender's cell: the winner, or nobody (towar.combat.win, .loss, .tie)."""
    if outcome == WON:
        return put(field, cell, attacker)
    return field if outcome == LOST else put(field, cell, 0)


def cards_in(cards: int) -> int:
    """How many cards a word holds that counts each type in four bits."""
    return ((((cards & EVEN) + ((cards >> 4) & EVEN)) * ONES) & ALL) >> 56


def cards_of(cards: int, side: int) -> int:
    """How many of them are of one seat."""
    return cards_in((cards >> (32 * side)) & SEAT)


def nth_card(cards: int, side: int, n: int) -> int:
    """The type of the card that comes after n others, in the order of the card table."""
    for code in range(8 * side + 1, 8 * side + TYPES + 1):
        n -= number_of(cards, code)
        if n < 0:
            return code
    return 0


def one_card(unit: int) -> int:
    """A word that holds this card alone."""
    return (ALL & 1) << (4 * unit)


def next_thing(reserve: int, hands: int, card: int, side: int, force: forces.Forces) -> int:
    """What comes next while nobody has broken through (towar.setup.draws, .turn.draw, .variant.hand, .end.count)."""
    left = cards_in(reserve) + cards_in(hands) + (1 if card else 0)
    if left > TO_PLAY:
        return DEPLOY if card else DRAW
    if not force.hand:
        if card:
            return TURN
        return DRAW if cards_of(reserve, side) else COUNT
    if cards_of(hands, side) < force.hand and cards_of(reserve, side):
        return DRAW
    if cards_of(hands, 1 - side) < force.hand and cards_of(reserve, 1 - side):
        return DRAW_OTHER
    if (force.pile_ends and not reserve) or not cards_of(hands, side):
        return COUNT
    return TURN


def open_cells(field: int, side: int, force: forces.Forces) -> int:
    """The cells, as bits, where a player may lay out a card: free ones of the own half (towar.setup.free_choice); the
    first card goes to the middle of the front row (towar.setup.first_cards)."""
    cells = 0
    begin = 6 * side
    for cell in range(begin, begin + 6):
        if not unit_on(field, cell):
            cells |= 1 << cell
    if force.first_middle and cells == 63 << begin:
        return 1 << (7 if side else 4)
    return cells


def units_of(field: int, side: int) -> int:
    """How many units a seat has on the field."""
    count = 0
    for cell in range(CELLS):
        unit = unit_on(field, cell)
        if unit and unit >> 3 == side:
            count += 1
    return count


def elite_of(field: int, side: int, elite: int) -> int:
    """How many of them are elite."""
    count = 0
    for cell in range(CELLS):
        unit = unit_on(field, cell)
        if unit and unit >> 3 == side and (elite >> unit) & 1:
            count += 1
    return count


def balance(field: int, elite: int) -> tuple[int, int]:
    """(units, elite units) that the first seat has more than the second."""
    units = 0
    crowned = 0
    for cell in range(CELLS):
        unit = unit_on(field, cell)
        if unit:
            sign = -1 if unit >> 3 else 1
            units += sign
            if (elite >> unit) & 1:
                crowned += sign
    return units, crowned


def units_ahead(field: int) -> int:
    """How many units the first seat has more than the second."""
    theirs = (field >> 3) & LOWEST
    ours = (field | field >> 1 | field >> 2) & LOWEST & ~theirs
    return bits.count(ours) - bits.count(theirs)


def free_entry(field: int, side: int) -> bool:
    """Is a cell of the own back row empty?"""
    row = field >> 4 * (CELLS - COLUMNS) if side else field
    return ((row | row >> 1 | row >> 2) & BACK_ROW) != BACK_ROW


def count_up(field: int, elite: int) -> int:
    """The end by count: +1 / 0 / -1 for the first seat; more units, then more elite units (towar.end.units, .elite)."""
    units = units_ahead(field)
    if units:
        return 1 if units > 0 else -1
    units, crowned = balance(field, elite)
    if crowned:
        return 1 if crowned > 0 else -1
    return 0


class Turns:
    """Lists what turns lead to: every distinct field once, with a shortest way there if ways are wanted.

    Several listings may lie on top of each other: `list_turns` adds results from `count` on, and whoever is done with
    them sets `count` back.
    """

    def __init__(self, ways: bool = False, duels: bool = False) -> None:
        self.ways = ways
        self.duels = duels
        """Are fights kept too?"""
        self.results = memoryview(array("Q", bytes(8 * 64)))
        """Each a field; or BROKEN_THROUGH alone, for then the game is over, whatever the field."""
        self.lengths = memoryview(array("H", bytes(2 * 64)))
        self.paths = memoryview(array("B", bytes(LONGEST * 64 if ways else 1)))
        """For each result its entry cell and steps."""
        self.fights = memoryview(array("H", bytes(2 * FIGHTS if duels else 2)))
        """For each fight (cell, direction or entry, attacker) the length of the shortest way to it; 0: it can't be."""
        self.fight_paths = memoryview(array("B", bytes(LONGEST * FIGHTS if duels else 1)))
        self.cards = memoryview(array("B", bytes(64)))
        """The card that each result plays."""
        self.card = 0
        self.slots = memoryview(array("Q", bytes(8 * 256)))
        self.places = memoryview(array("i", bytes(4 * 256)))
        self.bits = 8
        self.been = memoryview(array("i", bytes(4 * CELLS)))
        """For the card on each cell: the cells it has been on this turn, MOVED, FRESH."""
        self.path = memoryview(array("B", bytes(LONGEST)))
        self.steps = 0
        self.paths_seen = 0
        self.listing = 0
        self.base = 0
        self.count = 0
        self.room = 64
        """For so many results."""
        self.ends = False
        """Is only the best end of the game wanted, and no result kept?"""
        self.seat = 0
        self.elite = 0
        self.end = UNKNOWN

    def list_turns(self, field: int, side: int, card: int, force: forces.Forces) -> int:
        """Add the results of all turns with this card; returns the number of the first."""
        self.listing += 1
        if self.listing > LISTINGS:
            self.forget()
        self.base = self.count
        self.paths_seen = 0
        self.card = card
        for column in range(COLUMNS):
            self.enter(field, side, card, (CELLS - COLUMNS if side else 0) + column, force)
        if self.count == self.base:  # enemies hold the whole back row, and none may be attacked or displaced: a pass
            self.steps = 0
            self.record(field)
        return self.base

    def best_end(self, field: int, side: int, card: int, force: forces.Forces) -> int:
        """+1 / 0 / -1: what a player can make of the last card of the game. Nothing is listed, and nothing looked at
        any more once there is a win."""
        self.ends = True
        self.seat = side
        self.elite = force.elite
        self.end = UNKNOWN
        for column in range(COLUMNS):
            if self.end < 1:
                self.enter(field, side, card, (CELLS - COLUMNS if side else 0) + column, force)
        if self.end == UNKNOWN:  # a pass
            self.record(field)
        self.ends = False
        return self.end

    def list_hand(self, field: int, side: int, hand: int, force: forces.Forces) -> int:
        """Add the results of all turns with any card of a hand; returns the number of the first."""
        first = self.count
        for card in range(8 * side + 1, 8 * side + TYPES + 1):
            if number_of(hand, card):
                self.list_turns(field, side, card, force)
        return first

    def enter(self, field: int, side: int, card: int, cell: int, force: forces.Forces) -> None:
        """The card comes in on a cell of the back row (towar.turn.entry)."""
        unit = unit_on(field, cell)
        self.path[0] = cell
        self.steps = 1
        if not unit:
            self.record(put(field, cell, card))
        elif unit >> 3 != side:
            if force.attack_on_entry:
                if self.duels:
                    self.keep_fight((4 * cell + ENTRY) * 16 + card)
                self.record(after_fight(field, cell, card, fight(card, unit, FORWARD, force)))
            elif force.displace_on_entry:
                self.begin_chain(cell)
                self.displace(put(field, cell, card), side, cell, unit, 0, force)
        else:
            self.begin_chain(cell)
            self.displace(put(field, cell, card), side, cell, unit, 0, force)

    def begin_chain(self, cell: int) -> None:
        """Nobody has moved this turn; the card on this cell came in."""
        for other in range(CELLS):
            self.been[other] = 0
        self.been[cell] = FRESH

    def displace(self, field: int, side: int, cell: int, unit: int, been: int, force: forces.Forces) -> None:
        """A unit pushed off its cell takes a step in a direction of its kind (towar.turn.step)."""
        seen = been | (1 << cell) | MOVED
        if unit >> 3 == side:  # an enemy's way forward ends at the edge of the field: towar.turn.entry_pushes_enemy
            self.step(field, side, cell, FORWARD, unit, seen, False, force)
        if (force.sideways >> unit) & 1:
            self.step(field, side, cell, LEFT, unit, seen, False, force)
            self.step(field, side, cell, RIGHT, unit, seen, False, force)

    def step(
        self,
        field: int,
        side: int,
        cell: int,
        direction: int,
        unit: int,
        seen: int,
        second: bool,
        force: forces.Forces,
    ) -> None:
        """One step of a unit that is off the field; `seen` are the cells where it has been this turn."""
        if self.ends and self.end > 0:
            return
        target = step_from(cell, direction, side)
        if target == OVER_THE_EDGE or (target >= 0 and (seen >> target) & 1):
            return
        self.path[self.steps] = direction
        self.steps += 1
        if target == INTO_THE_CAMP:
            self.record(BROKEN_THROUGH)  # the game is won, so all of these are one result
        else:
            other = unit_on(field, target)
            if not other:
                self.record(put(field, target, unit))
                if not second and (force.twice >> unit) & 1:
                    seen |= 1 << target
                    if unit >> 3 == side:
                        self.step(field, side, target, FORWARD, unit, seen, True, force)
                    if (force.sideways >> unit) & 1 or force.second_any_way:
                        self.step(field, side, target, LEFT, unit, seen, True, force)
                        self.step(field, side, target, RIGHT, unit, seen, True, force)
            elif other >> 3 != unit >> 3:
                if self.duels:
                    self.keep_fight((4 * target + direction) * 16 + unit)
                self.record(after_fight(field, target, unit, fight(unit, other, direction, force)))
            elif may_displace(self.been[target], second, force):
                before = self.been[target]
                self.been[target] = seen
                self.displace(put(field, target, unit), side, target, other, before, force)
                self.been[target] = before
        self.steps -= 1

    def record(self, result: int) -> None:
        """Keep a result unless it is known; keep the shorter way."""
        if self.ends:
            self.keep_end(result)
            return
        self.paths_seen += 1
        mask = (1 << self.bits) - 1
        mark = result | ((result ^ result) | self.listing) << STAMP
        slot = ((result * SPREAD) & ALL) >> (64 - self.bits)
        while self.slots[slot] >> STAMP == self.listing:
            if self.slots[slot] == mark:
                if self.ways and self.steps < self.lengths[self.places[slot]]:
                    self.keep_way(self.places[slot])
                return
            slot = (slot + 1) & mask
        if self.count == self.room or 2 * (self.count - self.base) > mask:
            with cython.gil:
                self.grow()
            self.record(result)
            self.paths_seen -= 1
            return
        self.slots[slot] = mark
        self.places[slot] = self.count
        self.results[self.count] = result
        self.cards[self.count] = self.card
        if self.ways:
            self.keep_way(self.count)
        self.count += 1

    def keep_end(self, result: int) -> None:
        """What the game comes to, if that is better than what was seen before."""
        value = 1
        if not result & BROKEN_THROUGH:
            value = count_up(result, self.elite)
            value = -value if self.seat else value
        if value > self.end:
            self.end = value

    def keep_way(self, place: int) -> None:
        self.lengths[place] = self.steps
        for i in range(self.steps):
            self.paths[place * LONGEST + i] = self.path[i]

    def keep_fight(self, fight: int) -> None:
        """Different fights may leave the same field, so they are kept beside the results."""
        if self.fights[fight] and self.fights[fight] <= self.steps:
            return
        self.fights[fight] = self.steps
        for i in range(self.steps):
            self.fight_paths[fight * LONGEST + i] = self.path[i]

    def grow(self) -> None:
        """Twice the room; there is no bound on what a turn can lead to."""
        room = 2 * self.room
        self.room = room
        self.results = memoryview(array("Q", bytes(self.results) + bytes(4 * room)))
        self.lengths = memoryview(array("H", bytes(self.lengths) + bytes(room)))
        self.cards = memoryview(array("B", bytes(self.cards) + bytes(room // 2)))
        if self.ways:
            self.paths = memoryview(array("B", bytes(self.paths) + bytes(LONGEST * room // 2)))
        self.bits += 1
        self.slots = memoryview(array("Q", bytes(8 << self.bits)))
        self.places = memoryview(array("i", bytes(4 << self.bits)))
        mask = (1 << self.bits) - 1
        for place in range(self.base, self.count):
            result = self.results[place]
            slot = ((result * SPREAD) & ALL) >> (64 - self.bits)
            while self.slots[slot]:
                slot = (slot + 1) & mask
            self.slots[slot] = result | self.listing << STAMP
            self.places[slot] = place

    def forget(self) -> None:
        """Listings are counted from one again, so no slot may carry an older number."""
        for slot in range(1 << self.bits):
            self.slots[slot] = 0
        self.listing = 1


def may_displace(been: int, second: bool, force: forces.Forces) -> bool:
    """May an own unit be pushed off its cell? `been` is what it did this turn (towar.turn.displaced_again, .fresh_card,
    .second_step_displaces)."""
    if second and not force.second_step_displaces:
        return False
    if been & FRESH and not been & MOVED and force.fresh_locked:
        return False
    return not (been & MOVED) or force.redisplace
