"""The companion's shots: every weapon of every troop against every target, reckoned up beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

from triarii.games.adlg.combat.combatants import SIDES, Combatant, Shot, Support
from triarii.games.adlg.combat.shooting import MOST_FROM_SUPPORT, shot_odds
from triarii.games.adlg.data.kit import WEAPONS, Weapon
from triarii.games.adlg.data.readings import Readings, of_profile
from triarii.games.adlg.data.troops import TROOPS, Troop
from triarii.games.adlg.pages.companion_odds import Ledgers, kits_of
from triarii.games.adlg.questions.combat_words import name_of

KITS = ("", "armour", "pavise")
"""What a target may have beside its row, one at a time."""
PLACES: Mapping[str, bool] = {"open": False, "covered": True}
"""Where the target stands, and whether that covers it."""
Row: TypeAlias = tuple[int, ...]


@dataclass
class Shots:
    """All shots of one profile: rows and sides each stand once, and are named by their place."""

    readings: Readings
    rows: dict[tuple[Row, ...], int] = field(default_factory=dict)
    sides: dict[tuple[Row, Row], int] = field(default_factory=dict)
    ledgers: Ledgers = field(default_factory=Ledgers)

    def row(self, shooter: Troop, weapon: Weapon) -> int:
        """Where a shooter's shots stand: wherever the target is, both sides of every shot, and what taps count."""
        against = [
            tuple(side for target in targets(covered) for side in self._shot(Shot(Combatant(shooter), target, weapon)))
            for covered in PLACES.values()
        ]
        taps = tuple(_value(tapped(shooter)[name], weapon, rule, self.readings) for name, rule in TAPS.items())
        return self.rows.setdefault((*against, taps), len(self.rows))

    def _shot(self, shot: Shot) -> list[int]:
        found = shot_odds(shot, self.readings)
        return [self.sides.setdefault(self.ledgers.places(found, side), len(self.sides)) for side in SIDES]


TAPS: Mapping[str, str] = {
    "disordered": "adlg.shooting.disorder",
    "hidden": "adlg.shooting.shooter_hidden",
    "shooters": "adlg.shooting.supports",
}
"""What players add to the shooter by hand, and the rule by which it counts."""


def tapped(shooter: Troop) -> Mapping[str, Combatant]:
    """The shooter with each of them once."""
    return {
        "disordered": Combatant(shooter, cohesion=shooter.cohesion - 1),
        "hidden": Combatant(shooter, cover=True),
        "shooters": Combatant(shooter, supports=(Support(TROOPS["bowmen"], "simple"),)),
    }


def _value(shooter: Combatant, weapon: Weapon, rule: str, readings: Readings) -> int:
    found = shot_odds(Shot(shooter, Combatant(TROOPS["heavy_swordsmen"]), weapon), readings)
    return sum(entry.value for entry in found.entries if entry.rule == rule)


def targets(covered: bool) -> list[Combatant]:
    """Everybody who may be shot at, in the order of the document."""
    return [
        Combatant(troop, bought=frozenset({kit} - {""}), cover=covered)
        for troop in TROOPS.values()
        for kit in kits_of(troop, KITS)
    ]


@cache
def shots(profile: str) -> dict[str, Any]:
    """The document's part without words; made once for a profile."""
    known = Shots(of_profile(profile))
    shooters = {
        troop.id: {weapon: known.row(troop, WEAPONS[weapon]) for weapon in troop.weapons}
        for troop in TROOPS.values()
        if troop.weapons
    }
    columns = [(troop.id, kit) for troop in TROOPS.values() for kit in kits_of(troop, KITS)]
    return {
        "shooters": shooters,
        "targets": {
            troop: {kit: place for place, (one, kit) in enumerate(columns) if one == troop} for troop in TROOPS
        },
        "rows": [dict(zip(PLACES, map(list, row), strict=False)) for row in known.rows],
        "taps": [list(row[-1]) for row in known.rows],
        "sides": [[list(lines), list(voids)] for lines, voids in known.sides],
        **known.ledgers.as_json(),
    }


def modifiers(lang: str) -> list[dict[str, Any]]:
    """What can be tapped for the shooter; what it counts stands with each row."""
    return [
        {"id": name, "rule": rule, "name": name_of(rule, lang), "most": MOST_FROM_SUPPORT if name == "shooters" else 1}
        for name, rule in TAPS.items()
    ]


def cites(profile: str) -> set[str]:
    """All rules that shots name."""
    found = shots(profile)
    return {rule for _, rule in found["lines"]} | {rule for void in found["voids"] for rule in void} | {*TAPS.values()}
