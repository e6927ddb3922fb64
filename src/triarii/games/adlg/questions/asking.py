"""Everything that a form for combats offers, as data: who may fight, with what, and in which circumstances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from triarii.games.adlg.combat.contact import EXEMPT_FROM_FLANK, fears
from triarii.games.adlg.data import readings
from triarii.games.adlg.data.ground import TERRAINS
from triarii.games.adlg.data.kit import ABILITIES, QUALITIES, SHOOT_BACKWARDS, WEAPONS
from triarii.games.adlg.data.tables import Named
from triarii.games.adlg.data.texts import TEXTS
from triarii.games.adlg.data.troops import TROOPS, Category, Troop
from triarii.games.adlg.questions import form

NUMBERS: Mapping[str, tuple[str, ...]] = {
    "armour": ("adlg.armour.lost_round", "adlg.armour.protection"),
    "heavy_armour": ("adlg.armour.lost_round", "adlg.armour.protection"),
    "battle_ready": ("adlg.war_wagon.battle_ready",),
    "blades": ("adlg.war_wagon.blades",),
    "impact": ("adlg.impact.first_round",),
    "impact_half_bow": ("adlg.impact.first_round",),
    "impetuous": ("adlg.impact.first_round",),
    "incendiary": ("adlg.incendiary.melee", "adlg.incendiary.shooting"),
    "javelin": ("adlg.javelin.first_round",),
    "missile_support": ("adlg.missile_support.lost_round",),
    "pavise": ("adlg.pavise.protection",),
    "polearm": ("adlg.polearm.first_round",),
    "two_handed_weapon": ("adlg.two_handed.win",),
    "disordered": ("adlg.melee.disorder", "adlg.shooting.disorder"),
    "height": ("adlg.melee.ground",),
    "commander": ("adlg.melee.commander",),
    "uncontrolled": ("adlg.melee.uncontrolled",),
    "fortified": ("adlg.melee.ground", "adlg.shooting.target_cover"),
    "cover": ("adlg.shooting.target_cover", "adlg.shooting.shooter_hidden"),
    "backwards": ("adlg.shooting.zone",),
    "friendly_beast": ("adlg.panic.contact",),
    "enemy_beast": ("adlg.panic.contact",),
    "flanked": ("adlg.flank.factor",),
    "flanked_lightly": ("adlg.flank.factor",),
    "long_side": ("adlg.war_wagon.long_side",),
}
"""The lines of a ledger that an ability or a circumstance of a unit can bring it; the others work without a number."""
SHOOTER = ("cover", "backwards")
TARGET = ("cover", "fortified")
"""Of the flags of a unit those that can matter."""
AFRAID = frozenset(troop.id for troop in TROOPS.values() if any(fears(troop, beast) for beast in TROOPS.values()))
"""Troops that panic at something."""
FLANKED = frozenset(troop.id for troop in TROOPS.values() if troop.category not in EXEMPT_FROM_FLANK)
"""Troops to whom it matters that somebody is on their flank."""
ONLY_OF: Mapping[str, frozenset[str]] = {
    "backwards": SHOOT_BACKWARDS,
    "friendly_beast": AFRAID,
    "enemy_beast": AFRAID,
    "flanked": FLANKED,
    "flanked_lightly": FLANKED,
    "long_side": frozenset(troop.id for troop in TROOPS.values() if troop.category is Category.WWG),
}
"""Flags that only some troops can have."""
SHOOTING_ABILITIES: Mapping[str, tuple[str, ...]] = {
    "a": ("impact_half_bow", "incendiary"),
    "b": ("armour", "heavy_armour", "pavise"),
}
NOT_IN_MELEE = frozenset({"pavise", "stakes", "expendable"})
"""Pavises stop arrows, an expendable unit fights like any other, and stakes count where they are planted."""


def choices(lang: str) -> dict[str, Any]:
    """What there is to choose from."""
    return {
        "kinds": list(form.KINDS),
        "troops": [troop_facts(troop, lang) for troop in TROOPS.values()],
        "qualities": _named(QUALITIES.values(), lang),
        "abilities": [
            {**entry, "rules": list(NUMBERS.get(entry["id"], ()))} for entry in _named(ABILITIES.values(), lang)
        ],
        "weapons": _named(WEAPONS.values(), lang),
        "terrains": [
            {"id": each.id, "name": each.name[lang], "class": each.kind, "cover": each.cover}
            for each in TERRAINS.values()
        ],
        "circumstances": [
            {
                "id": name,
                "name": TEXTS.word(f"circumstance.{name}", lang),
                "rules": list(NUMBERS.get(name, ())),
                "melee": _sides(name),
                "shooting": [side for side, flags in (("a", SHOOTER), ("b", TARGET)) if name in flags],
                **({"troops": sorted(ONLY_OF[name])} if name in ONLY_OF else {}),
            }
            for name in (*form.FLAGS, *form.SHOT_FLAGS)
        ],
        "disordered": {"rules": list(NUMBERS["disordered"])},
        "chargers": list(form.CHARGERS),
        "contacts": list(form.CONTACTS),
        "supports": {"kinds": list(form.SUPPORT_KINDS), "most": form.MOST_SUPPORTS},
        "profiles": profiles(lang),
    }


def _sides(circumstance: str) -> list[str]:
    """To which sides of a melee it can matter: only `b` is met elsewhere than in front."""
    if circumstance not in form.FLAGS:
        return []
    return ["b"] if circumstance == "long_side" else ["a", "b"]


def profiles(lang: str) -> list[dict[str, str]]:
    return [{"id": name, "name": readings.PROFILE_NAMES[name][lang]} for name in readings.PROFILES]


def troop_facts(troop: Troop, lang: str) -> dict[str, Any]:
    """A kind of troops, with what it has and what it may have."""
    may = [each.id for each in ABILITIES.values() if troop.is_among(each.troops) and each.id not in troop.abilities]
    return {
        "id": troop.id,
        "name": troop.name[lang],
        "category": troop.category.value,
        "mounted": troop.mounted,
        "cohesion": troop.cohesion,
        "has": sorted(troop.abilities),
        "melee": [ability for ability in may if ability not in NOT_IN_MELEE],
        "shooting": {
            side: [ability for ability in may if ability in known] for side, known in SHOOTING_ABILITIES.items()
        },
        "weapons": [{"id": name, "reach": WEAPONS[name].reach(troop)} for name in troop.weapons],
    }


def _named(things: Iterable[Named], lang: str) -> list[dict[str, Any]]:
    return [{"id": each.id, "name": each.name[lang]} for each in things]
