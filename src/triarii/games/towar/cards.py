"""The cards: 18 units in four armies, and how each of them moves, by a table of ours or a player's own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import resources
from typing import Any

from triarii.core.contract import Refusal
from triarii.core.options import unknown
from triarii.games.towar import codes

RULE = "towar.cards.movement"
SUM_RULE = "towar.cards.army"
KINDS = {"F1": (False, False), "T1": (True, False), "F2": (False, True), "T2": (True, True)}
"""Each kind of movement: may it go sideways, may it take a second step."""
REMARKS = ("name", "en", "de", "note", "note_en", "note_de", "mark")
PRINTED_MARK = "printed"
"""The mark of a table that agrees with the printed cards."""
NUMBERS = {"defence": 9, "attack": 9, "cards": 15}
"""What a table of one's own may change, and the largest value of each."""


def table(name: str) -> dict[str, Any]:
    """A data file of this game."""
    return tomllib.loads(resources.files("triarii.games.towar").joinpath(name).read_text(encoding="utf-8"))


BOX = table("box.toml")
ARMY_CARDS: int = BOX["army"]["cards"]
DEPLOYED: int = BOX["field"]["deployed"]
HAND: int = BOX["variant"]["hand"]
_DATA = table("units.toml")
ARMIES: dict[str, Mapping[str, Any]] = {army["id"]: army for army in _DATA["army"]}
SHIPPED: dict[str, Mapping[str, object]] = {entry["name"]: entry for entry in table("movement.toml")["table"]}


@dataclass(frozen=True)
class Unit:
    """One type of card."""

    id: str
    army: str
    letter: str
    en: str
    de: str
    defence: int
    attack: int
    cards: int
    elite: bool
    kind: str = ""
    glosses: Mapping[str, str] | None = None
    aliases: tuple[str, ...] = ()

    @property
    def sideways(self) -> bool:
        return KINDS[self.kind][0]

    @property
    def twice(self) -> bool:
        return KINDS[self.kind][1]


PRINTED: dict[str, Unit] = {
    entry["id"]: Unit(**{**entry, "aliases": tuple(entry.get("aliases", ()))}) for entry in _DATA["unit"]
}
"""The units as the cards print them, without movement."""

FACES = ("army", "defence", "attack", "kind", "elite", "cards")
"""What a display shows of a card."""


@dataclass(frozen=True)
class CardTable:
    """All cards of a game, with their movement."""

    name: str
    units: Mapping[str, Unit]
    printed: bool = False
    """Its maker has compared it with the printed cards; else the crowns are inferred (towar.cards.elite_types)."""

    @cached_property
    def armies(self) -> dict[str, tuple[Unit, ...]]:
        """The units of each army in the order of the card table."""
        return {army: tuple(unit for unit in self.units.values() if unit.army == army) for army in ARMIES}

    def unit(self, army: str, code: int) -> Unit:
        """The unit that a code means for a seat with this army."""
        return self.armies[army][code % codes.SIDE - 1]

    def code(self, unit_id: str, side: int) -> int:
        """The code of a unit of that seat."""
        return side * codes.SIDE + self._ranks[unit_id]

    @cached_property
    def _ranks(self) -> dict[str, int]:
        """The place of each unit in its army, from 1 on."""
        return {unit.id: rank for army in self.armies.values() for rank, unit in enumerate(army, 1)}

    def letters(self, armies: Sequence[str]) -> str:
        """The letter of every code where the seats have these armies, capital for the first; a point for none."""
        known = self._letters.get(tuple(armies))
        if known is None:
            halves = ["." + "".join(unit.letter for unit in self.armies.get(army, ())) for army in armies]
            first, second = (half.ljust(codes.SIDE, ".") for half in halves)
            known = self._letters[tuple(armies)] = first + second.lower()
        return known

    @cached_property
    def _letters(self) -> dict[tuple[str, ...], str]:
        return {}

    def printed_of(self, armies: frozenset[str]) -> Mapping[str, Mapping[str, object]]:
        """How the cards of these armies are printed, by unit: the same for every look at a game, so made once."""
        if armies not in self._printed_of:
            self._printed_of[armies] = {
                unit.id: {name: getattr(unit, name) for name in FACES}
                for army, units in self.armies.items()
                if army in armies
                for unit in units
            }
        return self._printed_of[armies]

    @cached_property
    def _printed_of(self) -> dict[frozenset[str], Mapping[str, Mapping[str, object]]]:
        return {}

    def deck(self, army: str, side: int) -> int:
        """All cards of an army, four bits for the number of each type."""
        return self._decks[army, side]

    @cached_property
    def _decks(self) -> dict[tuple[str, int], int]:
        return {
            (army, side): sum(unit.cards << 4 * self.code(unit.id, side) for unit in units)
            for army, units in self.armies.items()
            for side in (0, 1)
        }


def table_of(value: object) -> CardTable | Refusal:
    """A shipped movement table by name, or the one that a player's own content describes."""
    return _shipped(value) if isinstance(value, str) else _read(value)


@cache
def _shipped(name: str) -> CardTable | Refusal:
    return _read(SHIPPED[name])


def _read(content: object) -> CardTable | Refusal:
    if not isinstance(content, Mapping) or not isinstance(content.get("kinds"), Mapping):
        return Refusal("movement.not_a_table", RULE)
    for key in content:
        if key not in ("kinds", "cards", *REMARKS):
            return unknown("movement.key", str(key)[:40], ("kinds", "cards"))
    kinds = content["kinds"]
    assert isinstance(kinds, Mapping)
    units = dict(PRINTED)
    for name, kind in kinds.items():
        if name not in PRINTED:
            return unknown("movement.unit", str(name)[:40], PRINTED)
        if not isinstance(kind, str) or kind not in KINDS:
            return Refusal("movement.kind", RULE, {"unit": name, "kind": str(kind)[:40], "known": list(KINDS)})
        units[name] = replace(units[name], kind=kind)
    missing = [name for name, unit in units.items() if not unit.kind]
    if missing:
        return Refusal("movement.missing", RULE, {"units": missing, "count": len(missing)})
    refusal = _change_cards(units, content.get("cards", {}))
    if refusal is not None:
        return refusal
    for army in ARMIES:
        count = sum(unit.cards for unit in units.values() if unit.army == army)
        if count != ARMY_CARDS:
            return Refusal("movement.sum", SUM_RULE, {"army": army, "count": count, "wanted": ARMY_CARDS})
    return CardTable(str(content.get("name", ""))[:80], units, content.get("mark") == PRINTED_MARK)


def _change_cards(units: dict[str, Unit], changes: object) -> Refusal | None:
    """A designer's own numbers, unit by unit."""
    if not isinstance(changes, Mapping):
        return Refusal("movement.not_a_table", RULE)
    for name, change in changes.items():
        if name not in PRINTED:
            return unknown("movement.unit", str(name)[:40], PRINTED)
        if not isinstance(change, Mapping):
            return Refusal("movement.not_a_table", RULE)
        for key, number in change.items():
            if key == "elite":
                if not isinstance(number, bool):
                    return Refusal("movement.elite", RULE, {"unit": name})
                units[name] = replace(units[name], elite=number)
            elif key in NUMBERS:
                whole = isinstance(number, int) and not isinstance(number, bool)
                if not whole or not 0 <= number <= NUMBERS[key]:
                    return Refusal("movement.number", RULE, {"unit": name, "key": key, "highest": NUMBERS[key]})
                units[name] = replace(units[name], **{key: number})
            else:
                return unknown("movement.key", str(key)[:40], [*NUMBERS, "elite"])
    return None
