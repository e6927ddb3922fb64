"""What a display needs to draw a position, by name: the field, the cards of both players, and how each unit is printed.

Built by adding what the eye may know. Of a hand that it may not see, it gets the number of cards, and hand and reserve
together as the cards that it has not seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from triarii.core.contract import SEATS, Turn
from triarii.games.towar import codes, rules
from triarii.games.towar.cards import Unit
from triarii.games.towar.cells import NAMES, placed

if TYPE_CHECKING:
    from triarii.games.towar.position import Position

SEAT_NAMES = ("first", "second")
PHASES = {
    0: "armies",
    -1: "lots",
    -2: "over",
    -3: "dealing",
    codes.DEPLOY: "deploy",
    codes.TURN: "turn",
    codes.COUNT: "over",
}
"""What is done now; everything else is a card being drawn."""


def facts_of(position: Position, known: tuple[bool, bool], sealed: str) -> dict[str, object]:
    """Everything open, the hands that are known, and an army chosen in secret if the eye may know it."""
    table = position.setting.table
    units = [table.armies[army] if army else () for army in position.armies]
    under_way = position.under_way
    hidden = [0 if known[seat] else position.hands for seat in SEATS]
    return {
        "phase": PHASES.get(position.phase, "draw"),
        "armies": list(position.armies),
        "in_secret": position.setting.options["armies"] == "secret",
        "sealed": sealed,
        "movement": table.name,
        "crowns_ours": not table.printed,
        "pushes_enemy": position.force.displace_on_entry,
        # The cards of both armies; of all four while they are chosen.
        "units": table.printed_of(frozenset(position.armies if all(position.armies) else table.armies)),
        "field": {
            NAMES[cell]: {
                "seat": SEAT_NAMES[code // codes.SIDE],
                "unit": units[code // codes.SIDE][code % codes.SIDE - 1].id,
            }
            for cell, code in placed(position.field)
        },
        "card": position.unit(position.card).id if position.card else "",
        "side": SEAT_NAMES[position.side] if under_way else "",
        "turn": max(0, codes.TO_PLAY - position.cards_left() + 1) if under_way else 0,
        "turns": codes.TO_PLAY,
        "hand_counts": [rules.cards_of(position.hands, seat) for seat in SEATS],
        "reserve_counts": [rules.cards_of(position.reserve, seat) for seat in SEATS],
        "hands": [_counted(units[seat], seat, position.hands) if known[seat] else None for seat in SEATS],
        "unseen": [_counted(units[seat], seat, position.reserve + hidden[seat]) for seat in SEATS],
        "fallen": [_counted(units[seat], seat, position.fallen(seat)) for seat in SEATS],
    }


def _counted(units: Sequence[Unit], seat: Turn, cards: int) -> dict[str, int]:
    """The cards of a seat, the number of each type."""
    first = seat * codes.SIDE + 1
    return {unit.id: number for code, unit in enumerate(units, first) if (number := cards >> 4 * code & 15)}
