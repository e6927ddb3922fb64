"""What the numbers of actions and of observations mean in To War!: the table of docs/environments.md as names.

All is seen by the seat that acts or looks: its own back row comes first, and columns are counted from its left.
"""

from triarii.games.towar import codes

ARMY = 0
"""Take an army, in the order of the card table: west, north, east, south."""
ARMIES = 4
CELL = ARMY + ARMIES
"""Lay out a card on a cell of the own half."""
CELLS = 6
CARD = CELL + CELLS
"""Play a card of the hand, by its place in the card table of the army."""
COLUMN = CARD + codes.TYPES
"""Come in in a column."""
STEP = COLUMN + codes.COLUMNS
"""The unit in the air goes forward, left or right."""
STAY = STEP + codes.DIRECTIONS
PASS = STAY + 1
ACTIONS = PASS + 1

CHOOSE_ARMY, CHOOSE_CELL, CHOOSE_CARD, CHOOSE_COLUMN, CHOOSE_STEP = range(5)
"""Which word of an action comes next."""
STAGES = 5
NOBODY = -1
"""Stands for a stage where the seat that looks does not act."""

CARD_NUMBERS = 2 + codes.TYPES + 5
"""Of a card: whose it is, which of its army's types, attack, defence, sideways, second step, elite."""
PER_CELL = CARD_NUMBERS + 4
"""The card on a cell, whether it came in or moved this turn, whether the unit in the air was pushed off or stands here,
and whether it has been here."""
SEEN_CARD = codes.CELLS * PER_CELL
"""The card face up, or the one chosen from the hand."""
SEEN_AIR = SEEN_CARD + CARD_NUMBERS
"""The unit in the air."""
SEEN_RESERVE = SEEN_AIR + CARD_NUMBERS
"""How many cards of each type the own reserve holds."""
SEEN_HAND = SEEN_RESERVE + codes.TYPES
SEEN_UNSEEN = SEEN_HAND + codes.TYPES
"""How many cards of each type the other side has in reserve and hand together: an eye can't tell which are where."""
SEEN_HELD = SEEN_UNSEEN + codes.TYPES
"""How many cards the other side holds in hand."""
SEEN_ARMY = SEEN_HELD + 1
SEEN_THEIR_ARMY = SEEN_ARMY + ARMIES
SEEN_STAGE = SEEN_THEIR_ARMY + ARMIES
"""Which word the seat that looks has to choose; all zero if it does not act."""
SEEN_SECOND = SEEN_STAGE + STAGES
"""Whether the unit in the air may stay."""
OBSERVATION = SEEN_SECOND + 1
