"""Turns on the spot: none, a quarter to either side, or about."""

from collections.abc import Sequence
from enum import StrEnum

from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.limits import LIMITS, Limits
from triarii.games.adlg.geometry.manoeuvres import free_quarter_turn, half_turn
from triarii.games.adlg.geometry.shapes import Figure


class Turn(StrEnum):
    """In the order in which ties are broken."""

    NONE = "none"
    LEFT = "left"
    RIGHT = "right"
    ABOUT = "about"


def turn_in_place(
    body: Body,
    turn: Turn,
    solids: Sequence[Figure] = (),
    *,
    quarter_turn_anchor: str = "front_corner_then_centred",
    limits: Limits = LIMITS,
) -> Body | None:
    """A base after a turn; None if a quarter turn has no room among the solid things around it."""
    if turn is Turn.NONE:
        return body
    if turn is Turn.ABOUT:
        return body.moved(half_turn(body.pose, body.depth))
    centred = quarter_turn_anchor == "centred"
    pose = free_quarter_turn(body.pose, body.width, body.depth, turn is Turn.RIGHT, solids, centred, limits)
    return None if pose is None else body.moved(pose)
