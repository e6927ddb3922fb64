"""The open questions of the rules as compiled code asks them: one small immutable record, a C struct when compiled."""

from typing import NamedTuple


class Rulings(NamedTuple):
    """What the options decide, without their names. Defaults are in options.toml."""

    repetition: int
    """Occurrences of a position that end the game; 0: never."""
    stall_plies: int
    """Plies without capture or promotion that end the game; 0: never."""
    stall_by_cities: bool
    """More cities win a stalled game; otherwise it is drawn."""
    pieces_before_cities: bool
    """Piece counts are looked at before the owners of the cities."""
    cities_decide_few: bool
    """Cities decide whenever both sides have one or two pieces, also two against one."""
    shelter: bool
    """A piece in a city of its own can't be captured."""
    blocked_loses: bool
    """Who can't act loses; otherwise he passes."""
    by_claim: bool
    """Repetition and stall end the game when the player to move says so; otherwise by themselves."""
