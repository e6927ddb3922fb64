"""Whole jobs for compiled code: listing turns, counting lines of play, playing random games, by the same rules as all
else. A state is (field, reserve, hands, card, side); `card` lies face up before it is played."""

from array import array
from collections.abc import Sequence

from triarii.core import streams
from triarii.games.towar import codes, forces, rules, steps

try:
    import cython
except ImportError:
    from triarii.core import pure as cython

State = tuple[int, int, int, int, int]

LONGEST = codes.LONGEST
CHAIN = codes.CHAIN
FIGHTS = codes.FIGHTS
BROKEN_THROUGH = codes.BROKEN_THROUGH
DEPLOY = codes.DEPLOY
DRAW = codes.DRAW
DRAW_OTHER = codes.DRAW_OTHER
TURN = codes.TURN
COUNT = codes.COUNT
UNFINISHED = 2
"""Beside +1, 0 and -1 for the first seat."""
MISFIT = -1
"""The given cards are too few, or can't be drawn."""


def struct(force: forces.Forces) -> forces.Forces:
    """Both armies as compiled code takes them."""
    return forces.Forces(
        force[0],
        force[1],
        force[2],
        force[3],
        force[4],
        force[5],
        force[6],
        force[7],
        force[8],
        force[9],
        force[10],
        force[11],
        force[12],
        force[13],
    )


def meet(attacker: int, defender: int, direction: int, force: forces.Forces) -> int:
    """How a fight ends."""
    as_ruled = struct(force)
    return rules.fight(attacker, defender, direction, as_ruled)


def open_to(been: int, second: bool, force: forces.Forces) -> bool:
    """May an own unit that did this in this turn be displaced?"""
    as_ruled = struct(force)
    return rules.may_displace(been, second, as_ruled)


def entry_refusal(field: int, side: int, card: int, cell: int, force: forces.Forces) -> int:
    """Why a card can't come in on a cell of the back row; ALLOWED: it can."""
    as_ruled = struct(force)
    chain = memoryview(array("i", [0] * CHAIN))
    return steps.entry_refusal(chain, 0, field, side, card, cell, as_ruled)


def enter(field: int, side: int, card: int, cell: int, force: forces.Forces) -> tuple[int, list[int]]:
    """(field, chain) once a card has come in."""
    as_ruled = struct(force)
    chain = memoryview(array("i", [0] * CHAIN))
    after = steps.enter(chain, 0, field, side, card, cell, as_ruled)
    return after, list(chain)


def step_refusal(numbers: Sequence[int], field: int, side: int, direction: int, force: forces.Forces) -> int:
    """Why the unit in the air of a chain can't go there; ALLOWED: it can."""
    as_ruled = struct(force)
    chain = memoryview(array("i", numbers))
    return steps.step_refusal(chain, 0, field, side, direction, as_ruled)


def take_step(
    numbers: Sequence[int], field: int, side: int, direction: int, force: forces.Forces
) -> tuple[int, list[int]]:
    """(field, chain) after a step, with BROKEN_THROUGH if it led into the camp."""
    as_ruled = struct(force)
    chain = memoryview(array("i", numbers))
    after = steps.take_step(chain, 0, field, side, direction, as_ruled)
    return after, list(chain)


def comes_next(state: State, force: forces.Forces) -> int:
    """What comes next in a state, as long as nobody has broken through."""
    field, reserve, hands, card, side = state
    as_ruled = struct(force)
    return rules.next_thing(reserve, hands, card, side, as_ruled)


def free_cells(field: int, side: int, force: forces.Forces) -> int:
    """The cells, as bits, where a player may lay out a card."""
    as_ruled = struct(force)
    return rules.open_cells(field, side, as_ruled)


def list_ways(field: int, side: int, card: int, force: forces.Forces) -> list[tuple[bytes, int]]:
    """Every distinct result of the turns with a card, in the order of the shortest ways there: entry cell, then
    directions. No steps at all are a pass."""
    as_ruled = struct(force)
    turns = rules.Turns(True)
    turns.list_turns(field, side, card, as_ruled)
    found = []
    for place in range(turns.count):
        begin = place * LONGEST
        found.append((bytes(turns.paths[begin : begin + turns.lengths[place]]), turns.results[place]))
    found.sort()
    return found


def list_fights(field: int, side: int, card: int, force: forces.Forces) -> list[tuple[bytes, int, int, int]]:
    """(shortest way, attacker, cell, direction or ENTRY) of every fight that a turn with a card can come to, in the
    order of the ways."""
    as_ruled = struct(force)
    turns = rules.Turns(True, True)
    turns.list_turns(field, side, card, as_ruled)
    found = []
    for fight in range(FIGHTS):
        if turns.fights[fight]:
            begin = fight * LONGEST
            way = bytes(turns.fight_paths[begin : begin + turns.fights[fight]])
            found.append((way, fight & 15, fight >> 6, (fight >> 4) & 3))
    found.sort()
    return found


def count_ways(field: int, side: int, card: int, force: forces.Forces) -> tuple[int, int]:
    """(ways, distinct results) of all turns with a card."""
    as_ruled = struct(force)
    turns = rules.Turns()
    turns.list_turns(field, side, card, as_ruled)
    return turns.paths_seen, turns.count


def nth_cell(cells: int, n: int) -> int:
    """The number of the cell that comes after n others in a set of cells."""
    cell = 0
    while True:
        if (cells >> cell) & 1:
            if not n:
                return cell
            n -= 1
        cell += 1


def count_cells(cells: int) -> int:
    count = 0
    while cells:
        cells &= cells - 1
        count += 1
    return count


def play_out(
    field: int,
    reserve: int,
    hands: int,
    card: int,
    side: int,
    force: forces.Forces,
    turns: rules.Turns,
    state: int,
    longest: int,
) -> tuple[int, int]:
    """One random game: (turns taken, +1 / 0 / -1 for the first seat). Every distinct result of a turn is as likely as
    every other; cards are drawn from what is left."""
    x = state
    plies = 0
    while True:
        coming = rules.next_thing(reserve, hands, card, side, force)
        if coming == COUNT:
            return plies, rules.count_up(field, force.elite)
        if DRAW <= coming <= DRAW_OTHER:
            drawer = side if coming == DRAW else 1 - side
            x = streams.advance(x)
            drawn = rules.nth_card(reserve, drawer, streams.below(x, rules.cards_of(reserve, drawer)))
            reserve -= rules.one_card(drawn)
            if force.hand and rules.cards_in(reserve) + rules.cards_in(hands) < rules.TO_PLAY:
                hands += rules.one_card(drawn)
            else:
                card = drawn
            continue
        if plies >= longest:
            return plies, UNFINISHED
        x = streams.advance(x)
        plies += 1
        if coming == DEPLOY:
            cells = rules.open_cells(field, side, force)
            field = rules.put(field, nth_cell(cells, streams.below(x, count_cells(cells))), card)
            card = 0
        else:
            turns.count = 0
            if force.hand:
                turns.list_hand(field, side, hands, force)
            else:
                turns.list_turns(field, side, card, force)
            chosen = streams.below(x, turns.count)
            field = turns.results[chosen]
            if field & BROKEN_THROUGH:
                return plies, -1 if side else 1
            if force.hand:
                hands -= rules.one_card(turns.cards[chosen])
            card = 0
        side = 1 - side


def many_play_outs(
    field: int,
    reserve: int,
    hands: int,
    card: int,
    side: int,
    force: forces.Forces,
    turns: rules.Turns,
    numbers: memoryview,
    games: int,
    seed: int,
    longest: int,
) -> tuple[int, int, int, int]:
    """(turns taken, won, lost, drawn) by the first seat, over the games with these numbers."""
    plies = 0
    won = 0
    lost = 0
    drawn = 0
    for i in range(games):
        state = streams.begin(seed, numbers[i])
        length, value = play_out(field, reserve, hands, card, side, force, turns, state, longest)
        plies += length
        if value == 1:
            won += 1
        elif value == -1:
            lost += 1
        elif value == 0:
            drawn += 1
    return plies, won, lost, drawn


def playouts(
    state: State, force: forces.Forces, numbers: Sequence[int], seed: int, longest: int
) -> tuple[int, int, int, int]:
    """(turns taken, won, lost, drawn) by the first seat, over the random games with these numbers."""
    field, reserve, hands, card, side = state
    as_ruled = struct(force)
    turns = rules.Turns()
    wanted = memoryview(array("q", numbers))
    games = len(numbers)
    with cython.nogil:
        plies, won, lost, drawn = many_play_outs(
            field, reserve, hands, card, side, as_ruled, turns, wanted, games, seed, longest
        )
    return plies, won, lost, drawn


def count_lines(
    field: int,
    reserve: int,
    hands: int,
    card: int,
    side: int,
    force: forces.Forces,
    turns: rules.Turns,
    outcomes: memoryview,
    given: int,
    fallen: int,
    depth: int,
) -> int:
    """The number of ways to take `depth` turns while the given cards are drawn; MISFIT if they can't be."""
    while True:
        coming = rules.next_thing(reserve, hands, card, side, force)
        if coming == COUNT:
            return 0
        if not DRAW <= coming <= DRAW_OTHER:
            break
        if fallen >= given:
            return MISFIT
        drawer = side if coming == DRAW else 1 - side
        drawn = (outcomes[fallen] >> (8 * drawer)) & 15
        if not drawn or not rules.number_of(reserve, drawn):
            return MISFIT
        fallen += 1
        reserve -= rules.one_card(drawn)
        if force.hand and rules.cards_in(reserve) + rules.cards_in(hands) < rules.TO_PLAY:
            hands += rules.one_card(drawn)
        else:
            card = drawn
    total = 0
    if coming == DEPLOY:
        cells = rules.open_cells(field, side, force)
        if depth == 1:
            return count_cells(cells)
        for cell in range(rules.CELLS):
            if (cells >> cell) & 1:
                after = rules.put(field, cell, card)
                below = count_lines(
                    after, reserve, hands, 0, 1 - side, force, turns, outcomes, given, fallen, depth - 1
                )
                if below < 0:
                    return below
                total += below
        return total
    first = turns.count
    if force.hand:
        turns.list_hand(field, side, hands, force)
    else:
        turns.list_turns(field, side, card, force)
    last = turns.count
    if depth == 1:
        total = last - first
    else:
        for place in range(first, last):
            after = turns.results[place]
            if after & BROKEN_THROUGH:
                continue
            held = hands - rules.one_card(turns.cards[place]) if force.hand else hands
            below = count_lines(after, reserve, held, 0, 1 - side, force, turns, outcomes, given, fallen, depth - 1)
            if below < 0:
                total = below
                break
            total += below
    turns.count = first
    return total


def perft(state: State, force: forces.Forces, outcomes: list[int], depth: int) -> int:
    """An outcome is the code of a card as the first seat's, and eight bits higher as the second's.

    The number of ways to take `depth` turns while the given cards are drawn; MISFIT if they can't be.
    """
    if depth <= 0:
        return 1
    field, reserve, hands, card, side = state
    as_ruled = struct(force)
    turns = rules.Turns()
    drawn = memoryview(array("i", outcomes))
    given = len(outcomes)
    with cython.nogil:
        total = count_lines(field, reserve, hands, card, side, as_ruled, turns, drawn, given, 0, depth)
    return total
