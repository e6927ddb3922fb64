"""The numbers by which compiled code knows cells, cards and steps, for everything around it."""

CELLS = 12
COLUMNS = 3
SIDE = 8
"""The bit of a card's code that tells the seats apart: 1 to 5 are the first seat's types, 9 to 13 the second's."""
TYPES = 5
"""Types of one army, at most."""
FORWARD, LEFT, RIGHT = 0, 1, 2
DIRECTIONS = 3
OVER_THE_EDGE = -1
INTO_THE_CAMP = -2
WON, LOST, TIED = 1, 2, 3
SIDE_BONUS = 2
"""For an attack to the side (towar.combat.side_bonus)."""
BROKEN_THROUGH = 1 << 48
"""Beside a field: a unit has left it into the enemy camp."""
FIELD = (1 << 48) - 1
LONGEST = 160
"""Room for the steps of one turn: 13 cards, none stands on a cell twice or falls back a row, so at most 11 steps each,
143 in all."""
ENTRY = 3
"""Stands for a direction where a card attacks as it enters."""
FIGHTS = CELLS * 4 * 16
"""Numbers for (cell, direction, attacker)."""
MOVED = 1 << 16
"""Beside the cells that a card has been on this turn: it has taken a step."""
FRESH = 1 << 17
"""It came in this turn."""
EDGES = (0b001001001001, 0b100100100100)
"""The cells of columns a and c."""
TO_PLAY = 22
"""Cards of both players that are left when the field is laid out: 11 turns each."""
DEPLOY, DRAW, DRAW_OTHER, TURN, COUNT = 1, 2, 3, 4, 5
"""What comes next: the player to move lays out a card; a card is drawn for that player or for the other; a turn; the
count at the end."""
AIR, CELL, SEEN, SECOND, CHAIN = CELLS, CELLS + 1, CELLS + 2, CELLS + 3, CELLS + 4
"""Where an array holds a turn under way after what the card on each cell did: the unit in the air, its cell, what it
did, whether it may take a second step; and how long that is."""
ALLOWED = 0
ENDED, OWN_CAMP, NO_DIRECTION, NO_SECOND_DIRECTION, EDGE, BEEN, NO_SECOND, FRESH_LOCKED, HAS_MOVED, STUCK = range(1, 11)
"""Why a step is not allowed."""
ENEMY, ENEMY_STUCK = 11, 12
"""Why a card can't come in."""
