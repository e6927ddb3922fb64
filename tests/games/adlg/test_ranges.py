"""How far each weapon reaches in whose hands, to the unit of distance and not a hair further."""

from __future__ import annotations

import pytest

from tests.games.adlg.fights import unit
from triarii.core.contract import Refusal
from triarii.games.adlg.questions import form

# Statement, rule, reach, weapons, shooters.
RANGES = """
AG-083 one       1 javelin        light_infantry
AG-084 one       1 javelin        light_cavalry,light_camels
AG-085 one       1 javelin        medium_cavalry,light_chariot,medium_camels,heavy_cavalry
AG-086 one       1 javelin        javelinmen
AG-087 one       1 incendiary     light_infantry
AG-088 two       2 sling          light_infantry
AG-089 two       2 bow            light_infantry
AG-090 two       2 crossbow       light_infantry
AG-091 two       2 firearm        light_infantry
AG-092 two       2 sling          light_cavalry,light_camels
AG-093 two       2 bow            light_cavalry,light_camels
AG-094 two       2 crossbow       light_cavalry,light_camels
AG-095 two       2 firearm        light_cavalry,light_camels
AG-096 two       2 atlatl         medium_swordsmen,medium_spearmen
AG-097 two       2 bow            medium_cavalry,light_chariot,medium_camels,heavy_cavalry
AG-098 two       2 crossbow       medium_cavalry,light_chariot,medium_camels,heavy_cavalry
AG-099 two       2 firearm        medium_cavalry,light_chariot,medium_camels,heavy_cavalry
AG-100 four      4 bow,longbow    bowmen,medium_swordsmen,medium_spearmen,heavy_swordsmen,heavy_spearmen,pikemen,levy
AG-101 four      4 crossbow       crossbowmen,medium_swordsmen,medium_spearmen,heavy_swordsmen,heavy_spearmen,pikemen
AG-102 four      4 firearm        handgunners,medium_swordsmen,medium_spearmen,heavy_swordsmen,heavy_spearmen,pikemen
AG-103 four      4 bow,crossbow,firearm,artillery war_wagon
AG-104 four      4 artillery      light_artillery
AG-105 artillery 6 artillery      medium_artillery
AG-106 artillery 8 artillery      heavy_artillery
"""
CASES = [
    pytest.param(
        f"adlg.range.{rule}",
        int(reach),
        weapons.split(","),
        shooters.split(","),
        id=statement,
        marks=[pytest.mark.statement(statement), pytest.mark.rule(f"adlg.range.{rule}")],
    )
    for statement, rule, reach, weapons, shooters in (line.split() for line in RANGES.strip().splitlines())
]


def shot(weapon: str, shooter: str, distance: float) -> form.Asked | Refusal:
    return form.read({"a": unit(shooter), "b": unit("pikemen"), "weapon": weapon, "range": distance}, "shooting")


@pytest.mark.parametrize(("rule", "reach", "weapons", "shooters"), CASES)
def test_a_weapon_reaches_so_far_and_no_further(rule: str, reach: int, weapons: list[str], shooters: list[str]) -> None:
    for weapon in weapons:
        for shooter in shooters:
            assert isinstance(shot(weapon, shooter, reach), form.Asked), (weapon, shooter)
            refused = shot(weapon, shooter, reach + 0.001)
            assert isinstance(refused, Refusal), (weapon, shooter)
            assert (refused.code, refused.rule) == ("form.out_of_reach", rule)
            assert refused.params["reach"] == reach


@pytest.mark.parametrize(
    ("weapon", "shooter"),
    [
        ("bow", "heavy_knights"),
        ("javelin", "elephant"),
        ("sling", "medium_cavalry"),
        ("incendiary", "light_cavalry"),
        ("atlatl", "heavy_swordsmen"),
        ("javelin", "bowmen"),
        ("longbow", "light_infantry"),
        ("artillery", "crossbowmen"),
        ("bow", "heavy_artillery"),
        ("bow", "scythed_chariot"),
    ],
)
def test_a_weapon_that_a_troop_never_has_is_refused(weapon: str, shooter: str) -> None:
    refused = shot(weapon, shooter, 0)
    assert isinstance(refused, Refusal)
    assert refused.code in ("form.weapon", "form.no_weapon")
