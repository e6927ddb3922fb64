"""What stays the same during a game: the options, the cards, and the rulings that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from triarii.core import options as core_options
from triarii.core.contract import GameInfo, Options, Refusal
from triarii.games.towar.cards import HAND, CardTable, table_of
from triarii.games.towar.forces import Forces

OPTIONS = core_options.load("triarii.games.towar")
SETTLED_AT_START = ("armies", "begins")
"""Options that no longer matter once a position stands."""


@dataclass(frozen=True)
class Setting:
    """One object shared by all positions of a game."""

    options: Mapping[str, object]

    @cached_property
    def table(self) -> CardTable:
        found = table_of(self.options["movement"])
        assert not isinstance(found, Refusal), "checked when the setting was made"
        return found

    @property
    def hand(self) -> int:
        """Cards held in hand; 0 without the variant."""
        return HAND if self.options["variant"] == "hand_of_three" else 0

    @cached_property
    def _forces(self) -> dict[tuple[str, str], Forces]:
        return {}

    def forces(self, armies: tuple[str, str]) -> Forces:
        """Both armies as compiled code takes them."""
        if armies not in self._forces:
            self._forces[armies] = self._make_forces(armies)
        return self._forces[armies]

    def _make_forces(self, armies: tuple[str, str]) -> Forces:
        chosen = self.options
        attack = defence = sideways = twice = elite = 0
        for side, army in enumerate(armies):
            for unit in self.table.armies.get(army, ()):
                code = self.table.code(unit.id, side)
                attack |= unit.attack << 4 * code
                defence |= unit.defence << 4 * code
                sideways |= unit.sideways << code
                twice |= unit.twice << code
                elite |= unit.elite << code
        return Forces(
            attack=attack,
            defence=defence,
            sideways=sideways,
            twice=twice,
            elite=elite,
            redisplace=chosen["redisplace"] is True,
            fresh_locked=chosen["fresh_locked"] is True,
            second_step_displaces=chosen["second_step_displaces"] is True,
            attack_on_entry=chosen["enemy_on_entry"] == "attack",
            first_middle=chosen["first_card_middle"] is True,
            hand=self.hand,
            pile_ends=chosen["hand_end"] == "pile_empty",
            displace_on_entry=chosen["enemy_on_entry"] == "displaced",
            second_any_way=chosen["second_step"] == "other_direction",
        )

    @cached_property
    def digest(self) -> str:
        """Names rulings that are not the usual ones."""
        return core_options.digest(OPTIONS, self.options, SETTLED_AT_START)


def setting_of(info: GameInfo, given: Options) -> Setting | Refusal:
    """The setting of a game with these options."""
    options = core_options.complete(info, given)
    if isinstance(options, Refusal):
        return options
    table = table_of(options["movement"])
    if isinstance(table, Refusal):
        return table
    armies = str(options["armies"]).split(",")
    if len(set(armies)) < len(armies) and options["mirror_match"] is not True:
        return Refusal("setup.mirror", "towar.setup.armies", {"army": armies[0]})
    return Setting(options)
