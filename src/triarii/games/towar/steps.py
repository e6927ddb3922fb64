"""One turn step by step, fast: whether the next step of a chain is allowed, and what comes of it.

A chain is sixteen ints of an array, from `at` on: for the card on each cell what it did this turn, as rules.Turns has
it; then the unit in the air, the cell it was pushed off or stands on, what it did this turn, and whether it stands on
an empty cell and may take a second step. The field goes beside it. chains.py tells what happens here, for one chain.
"""

from triarii.games.towar import codes, forces, rules

CELLS = codes.CELLS
DIRECTIONS = codes.DIRECTIONS
FORWARD = codes.FORWARD
OVER_THE_EDGE = codes.OVER_THE_EDGE
INTO_THE_CAMP = codes.INTO_THE_CAMP
BROKEN_THROUGH = codes.BROKEN_THROUGH
MOVED = codes.MOVED
FRESH = codes.FRESH
AIR = codes.AIR
CELL = codes.CELL
SEEN = codes.SEEN
SECOND = codes.SECOND
CHAIN = codes.CHAIN
ALLOWED = codes.ALLOWED
ENDED = codes.ENDED
OWN_CAMP = codes.OWN_CAMP
NO_DIRECTION = codes.NO_DIRECTION
NO_SECOND_DIRECTION = codes.NO_SECOND_DIRECTION
EDGE = codes.EDGE
BEEN = codes.BEEN
NO_SECOND = codes.NO_SECOND
FRESH_LOCKED = codes.FRESH_LOCKED
HAS_MOVED = codes.HAS_MOVED
STUCK = codes.STUCK
ENEMY = codes.ENEMY
ENEMY_STUCK = codes.ENEMY_STUCK


def forget(chain: memoryview, at: int) -> None:
    """No chain is under way."""
    for place in range(at, at + CHAIN):
        chain[place] = 0


def entry_refusal(chain: memoryview, at: int, field: int, side: int, card: int, cell: int, force: forces.Forces) -> int:
    """Why a card can't come in on a cell of the back row; the chain must be empty, and is left so."""
    met = rules.unit_on(field, cell)
    if not met or met >> 3 == side:
        return ALLOWED
    if not force.displace_on_entry:
        return ALLOWED if force.attack_on_entry else ENEMY
    after = enter(chain, at, field, side, card, cell, force)
    why = ALLOWED if goes_on(chain, at, after, side, force) else ENEMY_STUCK
    forget(chain, at)
    return why


def enter(chain: memoryview, at: int, field: int, side: int, card: int, cell: int, force: forces.Forces) -> int:
    """The field once a card has come in (towar.turn.entry). Only after `entry_refusal`."""
    met = rules.unit_on(field, cell)
    forget(chain, at)
    if met and met >> 3 != side and not force.displace_on_entry:
        return rules.after_fight(field, cell, card, rules.fight(card, met, FORWARD, force))
    if met:
        chain[at + cell] = FRESH
        chain[at + AIR] = met
        chain[at + CELL] = cell
        chain[at + SEEN] = (1 << cell) | MOVED
    return rules.put(field, cell, card)


def step_refusal(chain: memoryview, at: int, field: int, side: int, direction: int, force: forces.Forces) -> int:
    """Why the unit in the air can't go there."""
    unit = chain[at + AIR]
    second = chain[at + SECOND]
    if not unit:
        return ENDED
    if direction == FORWARD and unit >> 3 != side:
        return OWN_CAMP
    if direction != FORWARD and not (force.sideways >> unit) & 1:
        if not second:
            return NO_DIRECTION
        if not force.second_any_way:
            return NO_SECOND_DIRECTION
    target = rules.step_from(chain[at + CELL], direction, side)
    if target == OVER_THE_EDGE:
        return EDGE
    if target == INTO_THE_CAMP:
        return ALLOWED
    if (chain[at + SEEN] >> target) & 1:
        return BEEN
    met = rules.unit_on(field, target)
    if not met or met >> 3 != unit >> 3:
        return ALLOWED
    if not rules.may_displace(chain[at + target], second != 0, force):
        if second and not force.second_step_displaces:
            return NO_SECOND
        return HAS_MOVED if chain[at + target] & MOVED else FRESH_LOCKED
    if unit >> 3 != side and not pushes_on(chain, at, field, side, direction, target, force):
        return STUCK
    return ALLOWED


def take_step(chain: memoryview, at: int, field: int, side: int, direction: int, force: forces.Forces) -> int:
    """The field after a step, with BROKEN_THROUGH if it led into the camp. Only after `step_refusal`."""
    unit = chain[at + AIR]
    cell = chain[at + CELL]
    seen = chain[at + SEEN]
    second = chain[at + SECOND]
    if second:
        field = rules.put(field, cell, 0)
    target = rules.step_from(cell, direction, side)
    chain[at + AIR] = 0
    chain[at + SECOND] = 0
    if target == INTO_THE_CAMP:
        return field | BROKEN_THROUGH
    met = rules.unit_on(field, target)
    if met and met >> 3 != unit >> 3:
        return rules.after_fight(field, target, unit, rules.fight(unit, met, direction, force))
    chain[at + CELL] = target
    if met:
        before = chain[at + target]
        chain[at + target] = seen
        chain[at + AIR] = met
        chain[at + SEEN] = before | (1 << target) | MOVED
    elif not second and (force.twice >> unit) & 1:
        chain[at + AIR] = unit
        chain[at + SEEN] = seen | (1 << target)
        chain[at + SECOND] = 1
    return rules.put(field, target, unit)


def pushes_on(
    chain: memoryview, at: int, field: int, side: int, direction: int, target: int, force: forces.Forces
) -> bool:
    """Would whoever is pushed off by this step have a way to go? Only a displaced enemy may have none."""
    unit = chain[at + AIR]
    cell = chain[at + CELL]
    seen = chain[at + SEEN]
    second = chain[at + SECOND]
    been = chain[at + target]
    after = take_step(chain, at, field, side, direction, force)
    going = goes_on(chain, at, after, side, force)
    chain[at + AIR] = unit
    chain[at + CELL] = cell
    chain[at + SEEN] = seen
    chain[at + SECOND] = second
    chain[at + target] = been
    return going


def goes_on(chain: memoryview, at: int, field: int, side: int, force: forces.Forces) -> bool:
    """May the unit in the air take any step?"""
    direction = FORWARD
    while direction < DIRECTIONS:
        if step_refusal(chain, at, field, side, direction, force) == ALLOWED:
            return True
        direction += 1
    return False
