"""What a display needs to draw a position, by name: the field, the cards of both players, and how each unit is printed.

Built by adding what the eye may know. Of a hand that it may not see, it gets the number of cards, and hand and reserve
together as the cards that it has not seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from triarii.core.contract import SEATS, Turn
from triarii.games.towar import codes, rules
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
    held = [rules.cards_of(position.hands, seat) for seat in SEATS]
    hidden = [0 if known[seat] else position.hands for seat in SEATS]
    return {
        "phase": PHASES.get(position.phase, "draw"),
        "armies": list(position.armies),
        "in_secret": position.setting.options["armies"] == "secret",
        "sealed": sealed,
        "movement": position.setting.table.name,
        "crowns_ours": not position.setting.table.printed,
        "pushes_enemy": position.force.displace_on_entry,
        "units": _units(position),
        "field": {
            NAMES[cell]: {"seat": SEAT_NAMES[code // codes.SIDE], "unit": position.unit(code).id}
            for cell, code in placed(position.field)
        },
        "card": position.unit(position.card).id if position.card else "",
        "side": SEAT_NAMES[position.side] if position.under_way else "",
        "turn": max(0, codes.TO_PLAY - position.cards_left() + 1) if position.under_way else 0,
        "turns": codes.TO_PLAY,
        "hand_counts": held,
        "reserve_counts": [rules.cards_of(position.reserve, seat) for seat in SEATS],
        "hands": [_counted(position, seat, position.hands) if known[seat] else None for seat in SEATS],
        "unseen": [_counted(position, seat, position.reserve + hidden[seat]) for seat in SEATS],
        "fallen": [_counted(position, seat, position.fallen(seat)) for seat in SEATS],
    }


def _units(position: Position) -> dict[str, object]:
    """The cards of both armies; of all four while they are chosen."""
    table = position.setting.table
    wanted = set(position.armies) if all(position.armies) else set(table.armies)
    return {
        unit.id: {
            "army": unit.army,
            "defence": unit.defence,
            "attack": unit.attack,
            "kind": unit.kind,
            "elite": unit.elite,
            "cards": unit.cards,
        }
        for army in table.armies
        if army in wanted
        for unit in table.armies[army]
    }


def _counted(position: Position, seat: Turn, cards: int) -> dict[str, int]:
    """The cards of a seat, the number of each type."""
    if not position.armies[seat]:
        return {}
    units = position.setting.table.armies[position.armies[seat]]
    return {unit.id: number for unit in units if (number := rules.number_of(cards, position.code(unit.id, seat)))}
