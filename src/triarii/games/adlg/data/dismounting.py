"""Dismounting as data: which mounted troops may become which troops on foot, and with what abilities
(adlg.dismount.before)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from triarii.games.adlg.data.tables import read
from triarii.games.adlg.data.troops import TROOPS, Troop

RULE = "adlg.dismount.before"


@dataclass(frozen=True)
class OnFoot:
    """What a unit is once it has dismounted."""

    troop: Troop
    abilities: frozenset[str]
    """Beside those of the troop's row."""


_PAIRS: Mapping[tuple[str, str], OnFoot] = {
    (mounted, entry["foot"]): OnFoot(TROOPS[entry["foot"]], frozenset(entry["abilities"]))
    for entry in read("dismounting.toml")["pair"]
    for mounted in entry["mounted"]
}


def on_foot(mounted: Troop, foot: Troop) -> OnFoot | None:
    """As what these troops fight on foot; None where they can't dismount as such."""
    return _PAIRS.get((mounted.id, foot.id))


def forms(mounted: Troop) -> tuple[Troop, ...]:
    """The troops on foot that a mounted troop may become."""
    return tuple(form.troop for (troop, _), form in _PAIRS.items() if troop == mounted.id)
