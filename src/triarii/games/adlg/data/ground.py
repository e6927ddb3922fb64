"""Terrain: its class, what it costs whom in melee, and whom it hides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from triarii.games.adlg.data.tables import Named, names_of, read
from triarii.games.adlg.data.troops import Category, Troop


class Ambush(StrEnum):
    """Whom a kind of ground hides."""

    NONE = "none"
    LIGHT_INFANTRY = "light_infantry"
    NO_ELEPHANTS = "no_elephants"
    ALL = "all"

    def hides(self, troop: Troop) -> bool:
        match self:
            case Ambush.NONE:
                return False
            case Ambush.LIGHT_INFANTRY:
                return troop.category is Category.LI
            case Ambush.NO_ELEPHANTS:
                return troop.category is not Category.EL
        return True


@dataclass(frozen=True, eq=False)
class Terrain(Named):
    """One kind of ground."""

    kind: str
    """open, rough or difficult."""
    spares: frozenset[str]
    """Animals that have no malus in it (adlg.terrain.relief)."""
    cover: bool
    hides_shooter: bool
    ambush: Ambush
    """Who can lie in ambush inside (adlg.ambush.markers)."""

    @property
    def open(self) -> bool:
        return self.kind == "open"


_TABLE = read("terrain.toml")
MALUS: Mapping[str, Mapping[str, int]] = {"open": {}, **_TABLE["malus"]}
"""By class of the ground, then by troop, category or `mounted`."""
TERRAINS: Mapping[str, Terrain] = {
    entry["id"]: Terrain(
        **names_of(entry),
        kind=entry["class"],
        spares=frozenset(entry.get("spares", ())),
        cover=entry.get("cover", False),
        hides_shooter=entry.get("hides_shooter", False),
        ambush=Ambush(entry.get("ambush", "none")),
    )
    for entry in _TABLE["terrain"]
}
OPEN = TERRAINS["open"]


@cache
def malus(troop: Troop, terrain: Terrain) -> int:
    """What the ground under a unit takes from it in melee; 0 or less."""
    if troop.animal in terrain.spares:
        return 0
    table = MALUS[terrain.kind]
    for group in (troop.id, troop.category.value, "mounted" if troop.mounted else "foot"):
        if group in table:
            return table[group]
    return 0


def malus_rule(terrain: Terrain) -> str:
    return f"adlg.terrain.{terrain.kind}"
