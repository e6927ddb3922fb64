"""Whole jobs for compiled code: counting lines of play and playing random games, by the same rules as all else."""

from array import array

from triarii.core import bits, streams
from triarii.games.cities import rules, rulings

try:
    import cython
except ImportError:
    from triarii.core import pure as cython

Placement = tuple[int, int, int, int, int]


class Trail:
    """The placements since the last capture or promotion, as keys; every second one has the same player to move."""

    def __init__(self, keys: list[int], room: int) -> None:
        self.keys = memoryview(array("Q", [*keys, *([0] * room)]))
        self.floor = 0
        self.length = len(keys)

    def seen(self, key: int) -> int:
        """How often this placement was there, now included."""
        times = 1
        i = self.length - 2
        while i >= self.floor:
            if self.keys[i] == key:
                times += 1
            i -= 2
        return times

    def push(self, key: int) -> None:
        self.keys[self.length] = key
        self.length += 1


def count_lines(
    mine: int,
    theirs: int,
    heroes: int,
    my_cities: int,
    their_cities: int,
    stall: int,
    trail: Trail,
    ruled: rulings.Rulings,
    depth: int,
) -> int:
    """The number of ways to play `depth` plies; a finished game has none."""
    why, value = rules.outcome(mine, theirs, heroes, my_cities, their_cities, ruled)
    if why != rules.ONGOING:
        return 0
    key = rules.placement_key(mine, theirs, heroes, my_cities, their_cities)
    worn = rules.worn_out(trail.seen(key), stall, ruled)
    total = 0
    if worn != rules.ONGOING:
        if not ruled.by_claim:
            return 0
        if depth == 1:
            total = 1
    able = rules.can_act(mine, theirs, heroes, my_cities)
    if depth == 1:
        return total + (rules.count_moves(mine, theirs, heroes, my_cities) if able else 1)
    floor = trail.floor
    length = trail.length
    if not able:
        trail.push(key)
        total += count_lines(theirs, mine, heroes, their_cities, my_cities, stall + 1, trail, ruled, depth - 1)
        trail.length = length
        return total
    empty = rules.BOARD & ~(mine | theirs)
    rest = mine
    while rest:
        piece = rest & -rest
        rest ^= piece
        targets = rules.targets_of(piece, empty, heroes, my_cities)
        while targets:
            target = targets & -targets
            targets ^= target
            a, b, h, c, d = rules.play(mine, theirs, heroes, my_cities, their_cities, piece, target, ruled.shelter)
            if rules.quiet(mine, theirs, heroes, a, b, h):
                trail.push(key)
                total += count_lines(a, b, h, c, d, stall + 1, trail, ruled, depth - 1)
                trail.length = length
            else:
                trail.floor = length
                total += count_lines(a, b, h, c, d, 0, trail, ruled, depth - 1)
                trail.floor = floor
    return total


def play_out(
    mine: int,
    theirs: int,
    heroes: int,
    my_cities: int,
    their_cities: int,
    stall: int,
    trail: Trail,
    ruled: rulings.Rulings,
    state: int,
    longest: int,
) -> tuple[int, int, int]:
    """One random game: (plies, why it ended, +1 / 0 / -1 for the player who is to move at its beginning)."""
    x = state
    key = 0
    sign = 1
    ply = 0
    while True:
        why, value = rules.outcome(mine, theirs, heroes, my_cities, their_cities, ruled)
        if why != rules.ONGOING:
            return ply, why, value * sign
        if ruled.repetition:  # keys cost time, so they are made only where the rule asks for them
            key = rules.placement_key(mine, theirs, heroes, my_cities, their_cities)
            worn = rules.worn_out(trail.seen(key), stall, ruled)
        else:
            worn = rules.worn_out(0, stall, ruled)
        if worn != rules.ONGOING and not ruled.by_claim:
            return ply, worn, rules.worn_out_value(worn, my_cities, their_cities, ruled) * sign
        if ply >= longest:
            return ply, rules.ONGOING, 0
        moves = rules.count_moves(mine, theirs, heroes, my_cities)
        actions = moves if moves else 1  # who has no move can only pass
        x = streams.advance(x)
        chosen = streams.below(x, actions + 1 if worn != rules.ONGOING else actions)
        if chosen == actions:  # the claim, listed last
            return ply + 1, worn, rules.worn_out_value(worn, my_cities, their_cities, ruled) * sign
        piece = mine ^ mine
        target = mine ^ mine
        if moves:
            piece, target = rules.nth_move(mine, theirs, heroes, my_cities, chosen)
        a, b, h, c, d = rules.play(mine, theirs, heroes, my_cities, their_cities, piece, target, ruled.shelter)
        if rules.quiet(mine, theirs, heroes, a, b, h):
            if ruled.repetition:
                trail.push(key)
            stall += 1
        else:
            trail.floor = trail.length
            stall = 0
        mine = a
        theirs = b
        heroes = h
        my_cities = c
        their_cities = d
        sign = -sign
        ply += 1


def many_play_outs(
    mine: int,
    theirs: int,
    heroes: int,
    my_cities: int,
    their_cities: int,
    stall: int,
    trail: Trail,
    ruled: rulings.Rulings,
    begin: int,
    end: int,
    seed: int,
    longest: int,
) -> tuple[int, int, int, int]:
    """(plies, won, lost, drawn) by the player to move, over the games numbered from `begin` up to `end`."""
    plies = 0
    won = 0
    lost = 0
    drawn = 0
    known = trail.length
    for number in range(begin, end):
        trail.floor = 0
        trail.length = known
        state = streams.begin(seed, number)
        length, why, value = play_out(
            mine, theirs, heroes, my_cities, their_cities, stall, trail, ruled, state, longest
        )
        plies += length
        if value > 0:
            won += 1
        elif value < 0:
            lost += 1
        elif why != rules.ONGOING:
            drawn += 1
    return plies, won, lost, drawn


def list_moves(mine: int, theirs: int, heroes: int, my_cities: int) -> list[int]:
    """Every move and promotion as start << 7 | goal, in pinned order."""
    found = []
    empty = rules.BOARD & ~(mine | theirs)
    rest = mine
    while rest:
        piece = rest & -rest
        rest ^= piece
        start = bits.lowest(piece) << 7
        targets = rules.targets_of(piece, empty, heroes, my_cities)
        while targets:
            target = targets & -targets
            targets ^= target
            found.append(start | bits.lowest(target))
    return found


def struct(ruled: rulings.Rulings) -> rulings.Rulings:
    """The rulings as compiled code takes them."""
    return rulings.Rulings(ruled[0], ruled[1], ruled[2], ruled[3], ruled[4], ruled[5], ruled[6], ruled[7])


def judge(placement: Placement, seen: int, stall: int, ruled: rulings.Rulings) -> tuple[int, int]:
    """(why the game is over or may be claimed to be, +1 / 0 / -1 for the player to move), or (ONGOING, 0)."""
    mine, theirs, heroes, my_cities, their_cities = placement
    as_ruled = struct(ruled)
    why, value = rules.outcome(mine, theirs, heroes, my_cities, their_cities, as_ruled)
    if why == rules.ONGOING:
        why = rules.worn_out(seen, stall, as_ruled)
        value = rules.worn_out_value(why, my_cities, their_cities, as_ruled)
    return why, value


def perft(placement: Placement, stall: int, past: list[int], ruled: rulings.Rulings, depth: int) -> int:
    """The number of ways to play `depth` plies; `past` are the keys of the placements before."""
    if depth <= 0:
        return 1  # not playing on is one way; the count below begins at one ply
    mine, theirs, heroes, my_cities, their_cities = placement
    trail = Trail(past, depth)
    as_ruled = struct(ruled)
    with cython.nogil:
        total = count_lines(mine, theirs, heroes, my_cities, their_cities, stall, trail, as_ruled, depth)
    return total


def playouts(
    placement: Placement,
    stall: int,
    past: list[int],
    ruled: rulings.Rulings,
    begin: int,
    end: int,
    seed: int,
    longest: int,
) -> tuple[int, int, int, int]:
    """(plies, won, lost, drawn) by the player to move, over the random games numbered from `begin` up to `end`."""
    mine, theirs, heroes, my_cities, their_cities = placement
    trail = Trail(past, longest)
    as_ruled = struct(ruled)
    with cython.nogil:
        plies, won, lost, drawn = many_play_outs(
            mine, theirs, heroes, my_cities, their_cities, stall, trail, as_ruled, begin, end, seed, longest
        )
    return plies, won, lost, drawn
