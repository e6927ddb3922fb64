"""What stays the same during a game: the options, and the rulings that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from triarii.core import options as core_options
from triarii.core.contract import GameInfo, Options, Refusal
from triarii.games.cities.layouts import cities_in
from triarii.games.cities.rulings import Rulings

OPTIONS = core_options.load("triarii.games.cities")
SETTLED_AT_START = ("layout", "begins", "younger")
"""Options that no longer matter once a position stands, but for the number of cities that a layout has."""


@dataclass(frozen=True)
class Setting:
    """One object shared by all positions of a game."""

    options: Mapping[str, object]

    @cached_property
    def rulings(self) -> Rulings:
        chosen = self.options
        return Rulings(
            repetition=int(str(chosen["repetition"])),
            stall_plies=int(str(chosen["stall_plies"])),
            stall_by_cities=chosen["stall_result"] == "cities",
            pieces_before_cities=chosen["city_win_timing"] == "after_captures",
            cities_decide_few=chosen["low_count"] == "cities_first",
            shelter=chosen["city_shelter"] is True,
            blocked_loses=chosen["no_move"] == "loss",
            by_claim=chosen["claims"] == "by_claim",
        )

    @cached_property
    def cities(self) -> int:
        """All that lie on the board: whoever has them wins (cities.end.all_cities)."""
        return cities_in(self.options["layout"])

    @cached_property
    def digest(self) -> str:
        """Names rulings that are not the usual ones."""
        return core_options.digest(OPTIONS, self.options, SETTLED_AT_START)


def setting_of(info: GameInfo, given: Options) -> Setting | Refusal:
    """The setting of a game with these options."""
    options = core_options.complete(info, given)
    return options if isinstance(options, Refusal) else Setting(options)
