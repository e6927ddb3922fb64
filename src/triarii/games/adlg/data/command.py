"""Command: what commanders are worth, the points they bring, what orders cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from triarii.games.adlg.data.bills import Bill, Item, bill
from triarii.games.adlg.data.tables import Named, names_of, read
from triarii.games.adlg.data.troops import Troop

_TABLE = read("commanders.toml")
LIGHT_TROOPS_TIMES: int = _TABLE["light_troops_radius_times"]
FREE_POINT = 1
MOVE = 1
HOLD = 3
"""Of impetuous troops in charge range."""


@dataclass(frozen=True, eq=False)
class Grade(Named):
    """How good a commander is (adlg.command.grades)."""

    value: int
    radius: int
    """UD."""
    costs: int
    """Of the army's command value (adlg.command.value)."""

    def radius_for(self, troop: Troop) -> int:
        """Light troops hear him from twice as far (adlg.command.light_troops)."""
        return self.radius * (LIGHT_TROOPS_TIMES if troop.light else 1)


GRADES: Mapping[str, Grade] = {
    entry["id"]: Grade(**names_of(entry), value=entry["value"], radius=entry["radius"], costs=entry["costs"])
    for entry in _TABLE["grade"]
}


def command_points(commander: Grade | None, die: int) -> Bill:
    """What a corps has to spend in this sequence; the last point is free for the commander and his unit alone."""
    if commander is None:
        return Bill((Item(_half(die), "adlg.command.leaderless"),))
    return Bill(
        (Item(_half(die + commander.value), "adlg.command.points"), Item(FREE_POINT, "adlg.command.free_point"))
    )


def _half(number: int) -> int:
    """Rounded up."""
    return (number + 1) // 2


def move_cost(*, in_radius: bool, difficult: bool = False, commander_engaged: bool = False) -> Bill:
    """A move, or a charge that was ordered."""
    return bill(
        (
            (True, MOVE, "adlg.orders.move"),
            *_surcharges(in_radius, commander_engaged),
            (difficult, 1, "adlg.orders.difficult"),
        )
    )


def free_charge() -> Bill:
    """A spontaneous or an uncontrolled charge."""
    return Bill((Item(0, "adlg.orders.charges_cost_nothing"),))


def hold_cost(*, in_radius: bool, commander_engaged: bool = False) -> Bill:
    """Keeping impetuous troops or scythed chariots from an uncontrolled charge."""
    return bill(((True, HOLD, "adlg.orders.hold"), *_surcharges(in_radius, commander_engaged)))


def _surcharges(in_radius: bool, commander_engaged: bool) -> tuple[tuple[bool, int, str], ...]:
    return (
        (not in_radius, 1, "adlg.orders.out_of_radius"),
        (commander_engaged, 1, "adlg.orders.engaged"),
    )
