"""Both armies and the open questions of the rules as compiled code asks them: one record, a C struct when compiled."""

from typing import NamedTuple


class Forces(NamedTuple):
    """What the cards of both seats can do, by their code: 1 to 5 are the types of the first seat's army in the order of
    the card table, 9 to 13 those of the second's. Numbers take four bits of a word each, yes and no one bit."""

    attack: int
    defence: int
    sideways: int
    """Kinds T1 and T2: left and right as well as forward."""
    twice: int
    """Kinds F2 and T2: a second step after a first one onto an empty cell."""
    elite: int
    redisplace: bool
    """A unit that has moved this turn can be displaced again."""
    fresh_locked: bool
    """The card that came in this turn can't be displaced."""
    second_step_displaces: bool
    """A second step may go onto an own unit."""
    attack_on_entry: bool
    """A card may enter on an enemy, and attacks it."""
    first_middle: bool
    """The first card of each player goes to the middle of the front row."""
    hand: int
    """Cards held in hand; 0: the drawn card is played at once."""
    pile_ends: bool
    """The game ends with the reserves, though cards are still in hand."""
    displace_on_entry: bool
    """A card may enter on an enemy, and displaces it like an own unit; with neither the cell is closed."""
    second_any_way: bool
    """A second step may go forward, left or right, whatever the arrows show."""
