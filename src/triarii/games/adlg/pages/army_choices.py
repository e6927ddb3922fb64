"""What the army page offers: the rosters that are shipped, and everything that an army may be made of."""

from __future__ import annotations

from functools import cache
from typing import Any

from triarii.games.adlg.armies import army, roster
from triarii.games.adlg.armies.army import ARMOUR, NOT_TOGETHER, TEXTS
from triarii.games.adlg.armies.points import CAMPS, FORMATS, TRIARII, WORKS
from triarii.games.adlg.armies.roster import CORPS_FLAGS, MOST, Roster
from triarii.games.adlg.data import dismounting
from triarii.games.adlg.data.command import GRADES
from triarii.games.adlg.data.kit import ABILITIES, QUALITIES, WEAPONS
from triarii.games.adlg.data.tables import Named, read
from triarii.games.adlg.data.troops import TROOPS, Troop

GROUPS: dict[str, dict[str, str]] = read("armies/groups.toml")
"""Age and region of every roster, by which lists are ordered."""


@cache
def shipped(lang: str) -> list[dict[str, Any]]:
    """Every roster with its title, its size and its points."""
    listed = []
    for name in roster.shipped():
        found = roster.load(name)
        assert isinstance(found, Roster)
        report = army.check(found)
        listed.append(
            {
                "name": name,
                "title": found.name[lang],
                "format": found.format,
                "points": report.points,
                "units": report.units,
                "command_value": found.command_value,
                **GROUPS[name],
            }
        )
    return listed


@cache
def choices(lang: str) -> dict[str, Any]:
    """Every list that the page offers, in the order of the tables."""
    return {
        "formats": list(FORMATS),
        "most": MOST,
        "flags": [{"id": flag, "name": TEXTS.word(f"mark.{flag}", lang)} for flag in CORPS_FLAGS],
        "grades": [
            {
                **_named(grade, lang),
                "value": grade.value,
                "radius": grade.radius,
                "costs": grade.costs,
                "points": {str(size): TRIARII.commander(grade, size, False) for size in FORMATS},
            }
            for grade in GRADES.values()
        ],
        "camps": [
            {
                "id": camp.value,
                "name": TEXTS.word(f"camp.{camp}", lang),
                "points": {str(size): TRIARII.camp(camp, size) for size in FORMATS},
            }
            for camp in CAMPS
        ],
        "works": [
            {"id": f"{work}s", "points": {str(size): TRIARII.work(work, size) for size in FORMATS}} for work in WORKS
        ],
        "qualities": [_named(quality, lang) for quality in QUALITIES.values()],
        "troops": [_troop(troop, lang) for troop in TROOPS.values()],
        "not_together": sorted(sorted(pair) for pair in NOT_TOGETHER),
    }


def _named(thing: Named, lang: str) -> dict[str, Any]:
    return {"id": thing.id, "name": thing.name[lang]}


def _troop(troop: Troop, lang: str) -> dict[str, Any]:
    """With what may be bought for it: what it has by its row is not among it."""
    return {
        **_named(troop, lang),
        "category": troop.category.value,
        "foot": troop.foot,
        "has": [ABILITIES[ability].name[lang] for ability in sorted(troop.abilities)],
        "qualities": {
            quality.id: price for quality in QUALITIES.values() if (price := TRIARII.troop(troop, quality)) is not None
        },
        "abilities": [
            {**_named(ability, lang), "points": TRIARII.ability(ability.id, troop)}
            for ability in ABILITIES.values()
            if troop.is_among(ability.troops)
            and ability.id not in troop.abilities
            and not 0 < ARMOUR.get(ability.id, 0) <= troop.armour
            and not any(frozenset({ability.id, has}) in NOT_TOGETHER for has in troop.abilities)
        ],
        "weapons": [
            {**_named(WEAPONS[weapon], lang), "points": TRIARII.weapon(WEAPONS[weapon], troop)}
            for weapon in troop.weapons
        ],
        "dismounts": [_named(foot, lang) for foot in dismounting.forms(troop)],
        "always_armed": troop.category in roster.ALWAYS_ARMED,
    }
