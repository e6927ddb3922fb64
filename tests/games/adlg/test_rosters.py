"""The shipped rosters against what is written out here by hand: units, prices and sums; and what none of them has."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

import pytest

from triarii.core.contract import Refusal
from triarii.core.texts import LANGUAGES
from triarii.games.adlg.armies import army, roster
from triarii.games.adlg.armies.roster import Roster
from triarii.games.adlg.data.kit import ABILITIES, WEAPONS
from triarii.games.adlg.data.troops import TROOPS

# Army; commanders with the points of their corps; number, troop, kit and quality, name, points each and of all.
PRINTED = """
romans: 200 points, 24 units, 0 expendable, command value 3; Romans
  brilliant 6, corps 88
    4 heavy_swordsmen impact armour "legion, first line" 11 = 44
    2 heavy_spearmen armour elite "legion, last line" 12 = 24
    2 light_infantry javelin "skirmishers" 4 = 8
    1 light_artillery "bolt-throwers" 6 = 6
  competent 3, corps 68
    4 heavy_swordsmen impact "allied legion" 9 = 36
    3 javelinmen "light foot" 7 = 21
    2 light_infantry sling "slingers" 4 = 8
  ordinary 0, corps 44
    2 heavy_cavalry "Roman horse" 9 = 18
    2 medium_cavalry "allied horse" 7 = 14
    2 light_cavalry javelin "scouts" 6 = 12
carthaginians: 200 points, 24 units, 0 expendable, command value 5; Carthaginians
  strategist 10, corps 76
    3 heavy_spearmen armour "African foot" 10 = 30
    2 elephant "elephants" 13 = 26
    2 light_infantry sling elite "islanders" 5 = 10
  brilliant 6, corps 59
    4 medium_swordsmen impetuous "Gauls" 6 = 24
    2 medium_swordsmen impact "Iberians" 7 = 14
    1 javelinmen "hill men" 7 = 7
    2 light_infantry javelin "skirmishers" 4 = 8
  competent 3, corps 65
    2 heavy_cavalry impact "citizen horse" 10 = 20
    2 medium_cavalry "Gallic horse" 7 = 14
    4 light_cavalry javelin elite "Numidians" 7 = 28
seleucids: 200 points, 23 units, 1 expendable, command value 2; Seleucids
  competent 3, corps 95
    5 pikemen "phalanx" 11 = 55
    1 pikemen elite "guard phalanx" 13 = 13
    1 elephant armour "elephants" 16 = 16
    2 light_infantry sling "skirmishers" 4 = 8
  competent 3, corps 61
    3 cataphracts "armoured horse" 12 = 36
    1 scythed_chariot "scythed chariots" 3 = 3
    1 light_camels bow "camel archers" 7 = 7
    2 light_cavalry javelin "light horse" 6 = 12
  ordinary 0, corps 44
    2 medium_swordsmen impetuous "Galatians" 6 = 12
    2 medium_spearmen "hoplite settlers" 7 = 14
    2 javelinmen "hill men" 7 = 14
    1 light_infantry bow "archers" 4 = 4
parthians: 200 points, 24 units, 2 expendable, command value 5; Parthians
  brilliant 6, corps 87
    4 cataphracts impact elite "great lords" 15 = 60
    3 light_cavalry bow elite "retainers" 7 = 21
  brilliant 6, corps 60
    2 camel_cataphracts "camel lancers" 12 = 24
    5 light_cavalry bow "horse archers" 6 = 30
  competent 3, corps 53
    6 light_cavalry bow "horse archers" 6 = 36
    2 light_camels bow mediocre "camel train" 5 = 10
    2 levy expendable "town levy" 2 = 4
english: 200 points, 18 units, 0 expendable, command value 4; English of the Hundred Years War
  brilliant 6, corps 100
    5 bowmen longbow stakes elite "archers of the household" 12 = 60
    2 foot_knights elite "household" 14 = 28
    1 light_artillery "small guns" 6 = 6
  competent 3, corps 75
    4 bowmen longbow stakes "archers" 10 = 40
    2 foot_knights "men-at-arms" 12 = 24
    1 medium_swordsmen mixed "bills and bows" 8 = 8
  competent 3, corps 25
    1 heavy_swordsmen polearm "billmen" 9 = 9
    1 medium_spearmen "Welsh spears" 7 = 7
    1 light_cavalry javelin "prickers" 6 = 6
french: 200 points, 19 units, 0 expendable, command value 4; French of the Hundred Years War
  brilliant 6, corps 82
    2 heavy_knights impetuous elite "great lords" 15 = 30
    2 heavy_knights impetuous "knights" 12 = 24
    2 medium_knights impact "squires" 11 = 22
  competent 3, corps 67
    4 foot_knights "dismounted knights" 12 = 48
    2 heavy_spearmen "town foot" 8 = 16
  competent 3, corps 51
    4 crossbowmen pavise "crossbowmen" 8 = 32
    1 heavy_artillery "great gun" 10 = 10
    2 levy "peasants" 3 = 6
mongols: 200 points, 21 units, 0 expendable, command value 4; Mongols
  strategist 10, corps 110
    5 heavy_cavalry bow elite "guard" 13 = 65
    5 light_cavalry bow elite "horse archers" 7 = 35
  brilliant 6, corps 69
    3 heavy_cavalry impact_half_bow "lancers" 11 = 33
    5 light_cavalry bow "horse archers" 6 = 30
  ordinary 0, corps 21
    1 medium_artillery "siege engineers" 10 = 10
    1 light_infantry incendiary "fire lances" 5 = 5
    1 light_cavalry bow "scouts" 6 = 6
rus: 200 points, 23 units, 0 expendable, command value 4; Rus
  brilliant 6, corps 72
    4 heavy_cavalry impact elite "princely retinue" 12 = 48
    3 light_cavalry bow "steppe allies" 6 = 18
  competent 3, corps 78
    4 heavy_spearmen missile_support "city regiment" 9 = 36
    2 heavy_swordsmen two_handed_weapon "axemen" 9 = 18
    3 bowmen "archers" 7 = 21
  competent 3, corps 50
    3 heavy_cavalry "boyars" 9 = 27
    2 heavy_spearmen mediocre "militia" 6 = 12
    2 light_infantry bow "hunters" 4 = 8
hussites: 200 points, 23 units, 0 expendable, command value 4; Hussites
  brilliant 6, corps 72
    4 war_wagon battle_ready "wagons" 10 = 40
    2 war_wagon blades "scythe-sided wagons" 8 = 16
    1 medium_artillery "field gun" 10 = 10
  competent 3, corps 81
    6 handgunners "handgunners" 7 = 42
    4 heavy_swordsmen polearm "flailmen" 9 = 36
  competent 3, corps 47
    2 crossbowmen pavise "crossbowmen" 8 = 16
    2 medium_cavalry crossbow "mounted crossbowmen" 9 = 18
    1 light_infantry crossbow "skirmishers" 4 = 4
    1 light_cavalry javelin "scouts" 6 = 6
crusaders: 200 points, 22 units, 0 expendable, command value 2; Crusaders against the Hussites
  competent 3, corps 72
    3 heavy_knights impact "princes" 13 = 39
    3 medium_knights impetuous "knights" 10 = 30
  competent 3, corps 98
    2 foot_knights "dismounted men-at-arms" 12 = 24
    4 heavy_spearmen "town militia" 8 = 32
    4 crossbowmen pavise "crossbowmen" 8 = 32
    1 handgunners "handgunners" 7 = 7
  ordinary 0, corps 30
    1 heavy_artillery "bombard" 10 = 10
    2 light_cavalry crossbow "Hungarian horse" 6 = 12
    2 levy impetuous "peasants" 4 = 8
vikings: 100 points, 12 units, 0 expendable, command value 2; Vikings
  brilliant 3, corps 76
    5 heavy_swordsmen impetuous "raiders" 8 = 40
    3 heavy_swordsmen two_handed_weapon elite "axemen" 11 = 33
  ordinary 0, corps 24
    2 heavy_spearmen "shield wall" 8 = 16
    2 light_infantry bow "archers" 4 = 8
saxons: 100 points, 15 units, 0 expendable, command value 1; Saxons
  competent 2, corps 56
    2 heavy_swordsmen two_handed_weapon elite "housecarls" 11 = 22
    4 heavy_spearmen "select fyrd" 8 = 32
  ordinary 0, corps 44
    5 heavy_spearmen mediocre "great fyrd" 6 = 30
    2 levy "camp servants" 3 = 6
    2 light_infantry javelin "skirmishers" 4 = 8
egyptians: 100 points, 13 units, 0 expendable, command value 2; Egyptians of the chariot age
  brilliant 3, corps 50
    4 light_chariot bow "chariotry" 9 = 36
    1 light_chariot bow elite "royal chariots" 11 = 11
  ordinary 0, corps 50
    3 medium_spearmen "close fighters" 7 = 21
    3 bowmen "archers" 7 = 21
    2 light_infantry javelin "runners" 4 = 8
hittites: 100 points, 13 units, 0 expendable, command value 1; Hittites
  competent 2, corps 42
    4 heavy_chariot impetuous "chariotry" 10 = 40
  ordinary 0, corps 58
    3 medium_spearmen impact "guard spears" 8 = 24
    2 medium_spearmen "spearmen" 7 = 14
    2 medium_swordsmen "allies" 6 = 12
    2 light_infantry bow "archers" 4 = 8
almoravids: 100 points, 14 units, 0 expendable, command value 1; Almoravids
  competent 2, corps 58
    3 medium_camels "camel riders" 8 = 24
    4 medium_spearmen missile_support "spear and bow line" 8 = 32
  ordinary 0, corps 42
    4 light_cavalry javelin "Berber horse" 6 = 24
    2 javelinmen "javelinmen" 7 = 14
    1 light_infantry bow "archers" 4 = 4
castilians: 100 points, 13 units, 0 expendable, command value 2; Castilians
  brilliant 3, corps 42
    3 medium_knights impetuous "knights" 10 = 30
    1 heavy_cavalry "mounted squires" 9 = 9
  ordinary 0, corps 58
    3 heavy_spearmen "town foot" 8 = 24
    2 crossbowmen "crossbowmen" 7 = 14
    2 light_cavalry javelin "jinetes" 6 = 12
    2 light_infantry javelin "skirmishers" 4 = 8
mexica: 100 points, 15 units, 0 expendable, command value 2; Mexica
  brilliant 3, corps 53
    4 medium_swordsmen impact elite "war orders" 9 = 36
    2 medium_swordsmen atlatl "dart throwers" 7 = 14
  ordinary 0, corps 47
    3 medium_spearmen "city wards" 7 = 21
    2 medium_swordsmen "young warriors" 6 = 12
    2 light_infantry sling "slingers" 4 = 8
    2 levy "porters" 3 = 6
tlaxcalans: 100 points, 15 units, 0 expendable, command value 1; Tlaxcalans
  competent 2, corps 44
    4 medium_swordsmen impetuous "border warriors" 6 = 24
    2 medium_swordsmen atlatl elite "captains with darts" 9 = 18
  ordinary 0, corps 56
    4 bowmen "archers" 7 = 28
    2 medium_spearmen "spearmen" 7 = 14
    2 light_infantry bow "scouts" 4 = 8
    1 medium_swordsmen "town warriors" 6 = 6
republican_romans: 100 points, 12 units, 0 expendable, command value 1; Romans of the Republic
  competent 2, corps 71
    3 heavy_swordsmen impact armour "legion" 11 = 33
    2 heavy_swordsmen impact "allied legion" 9 = 18
    1 heavy_spearmen elite "triarii" 10 = 10
    2 light_infantry javelin "velites" 4 = 8
  ordinary 0, corps 15
    1 heavy_cavalry "Roman horse" 9 = 9
    1 light_cavalry javelin "scouts" 6 = 6
  ordinary 0, corps 14
    2 medium_cavalry "allied horse" 7 = 14
hannibal: 100 points, 13 units, 0 expendable, command value 3; Carthaginians of Hannibal
  strategist 5, corps 58
    3 medium_swordsmen impetuous "Gauls" 6 = 18
    1 medium_swordsmen impact "Iberians" 7 = 7
    2 heavy_spearmen armour "African foot" 10 = 20
    2 light_infantry sling "islanders" 4 = 8
  competent 2, corps 30
    2 heavy_cavalry impact "Iberian horse" 10 = 20
    1 medium_cavalry javelin "Gallic horse" 8 = 8
  ordinary 0, corps 12
    2 light_cavalry javelin "Numidians" 6 = 12
macedonians: 100 points, 11 units, 0 expendable, command value 3; Macedonians of Alexander
  brilliant 3, corps 38
    2 heavy_cavalry impact elite "Companions" 12 = 24
    1 javelinmen "Agrianians" 7 = 7
    1 light_infantry javelin "javelin throwers" 4 = 4
  competent 2, corps 47
    3 pikemen "phalanx" 11 = 33
    1 heavy_spearmen "hypaspists" 8 = 8
    1 light_infantry bow "archers" 4 = 4
  ordinary 0, corps 15
    1 heavy_cavalry "Thessalian horse" 9 = 9
    1 light_cavalry javelin "Thracian horse" 6 = 6
persians: 100 points, 14 units, 2 expendable, command value 2; Persians of Darius
  competent 2, corps 58
    2 heavy_spearmen armour "Greeks in Persian pay" 10 = 20
    2 bowmen "royal archers" 7 = 14
    1 heavy_cavalry impact elite "kinsmen of the king" 12 = 12
    1 scythed_chariot "scythed chariots" 3 = 3
    1 levy "levy of the provinces" 3 = 3
    1 light_infantry bow "skirmishers" 4 = 4
  competent 2, corps 29
    2 heavy_cavalry "Bactrians" 9 = 18
    1 light_cavalry bow "Scythians" 6 = 6
    1 scythed_chariot "scythed chariots" 3 = 3
  ordinary 0, corps 13
    1 medium_cavalry "Median horse" 7 = 7
    1 light_cavalry javelin "light horse" 6 = 6
athenians: 100 points, 12 units, 0 expendable, command value 2; Athenians and Plataeans
  brilliant 3, corps 57
    6 heavy_spearmen impact "Athenian hoplites" 9 = 54
  ordinary 0, corps 43
    4 heavy_spearmen impact "hoplites of the left wing" 9 = 36
    1 light_infantry javelin "javelin throwers" 4 = 4
    1 levy "freed slaves" 3 = 3
early_persians: 100 points, 13 units, 0 expendable, command value 1; Persians of the Greek campaigns
  competent 2, corps 66
    5 medium_spearmen mixed bow "shields and bows" 9 = 45
    1 bowmen "archers" 7 = 7
    3 light_infantry bow "skirmishers" 4 = 12
  ordinary 0, corps 34
    2 heavy_cavalry bow "Persian horse" 11 = 22
    2 light_cavalry bow "Saka" 6 = 12
caesarians: 100 points, 12 units, 0 expendable, command value 3; Caesarians
  brilliant 3, corps 54
    3 heavy_swordsmen impact elite "veteran legions" 11 = 33
    2 heavy_swordsmen impact "new cohorts" 9 = 18
  competent 2, corps 46
    1 heavy_spearmen elite "fourth line" 10 = 10
    2 medium_cavalry "Gauls and Germans" 7 = 14
    2 light_infantry javelin elite "skirmishers" 5 = 10
    2 light_infantry sling elite "slingers" 5 = 10
pompeians: 100 points, 13 units, 0 expendable, command value 2; Pompeians
  competent 2, corps 56
    6 heavy_swordsmen impact "legions" 9 = 54
  competent 2, corps 44
    3 medium_cavalry "horse of the allies" 7 = 21
    1 medium_cavalry "horse of Labienus" 7 = 7
    1 light_cavalry bow "horse archers" 6 = 6
    1 light_infantry sling "slingers" 4 = 4
    1 light_infantry bow "archers" 4 = 4
normans: 100 points, 11 units, 0 expendable, command value 3; Normans
  brilliant 3, corps 39
    2 medium_knights impact "knights" 11 = 22
    1 medium_knights impact elite "the duke's knights" 14 = 14
  competent 2, corps 61
    3 heavy_spearmen armour "mailed foot" 10 = 30
    3 bowmen "archers" 7 = 21
    2 light_infantry bow "skirmishers" 4 = 8
harolds_saxons: 100 points, 12 units, 0 expendable, command value 2; Saxons of Harold
  brilliant 3, corps 68
    3 heavy_swordsmen two_handed_weapon elite "housecarls" 11 = 33
    4 heavy_spearmen "select fyrd" 8 = 32
  ordinary 0, corps 32
    3 heavy_spearmen "fyrd of the shires" 8 = 24
    2 light_infantry javelin "skirmishers" 4 = 8
scots: 100 points, 12 units, 0 expendable, command value 3, fortified camp, 8 obstacles; Scots
  strategist 5, corps 51
    2 pikemen "schiltrons" 11 = 22
    1 pikemen mediocre "men of the Isles" 8 = 8
    1 pikemen elite "the king's schiltron" 13 = 13
    1 levy "small folk" 3 = 3
  competent 2, corps 38
    1 pikemen mediocre "schiltron of the vanguard" 8 = 8
    1 medium_cavalry "light horse" 7 = 7
    3 light_infantry bow elite "forest archers" 5 = 15
    2 levy "small folk" 3 = 6
edwardian_english: 100 points, 10 units, 0 expendable, command value 2; English of Edward II
  competent 2, corps 38
    2 heavy_knights impact "great lords" 13 = 26
    1 medium_knights impetuous "knights" 10 = 10
  competent 2, corps 62
    3 bowmen longbow "archers" 9 = 27
    1 heavy_spearmen "shire spears" 8 = 8
    2 heavy_swordsmen polearm "billmen" 9 = 18
    1 medium_spearmen "Welsh spears" 7 = 7
lombards: 100 points, 12 units, 0 expendable, command value 1, sacred camp; Lombard League
  competent 2, corps 66
    5 heavy_spearmen "militia of Milan" 8 = 40
    1 heavy_spearmen elite "guard of the carroccio" 10 = 10
    2 crossbowmen "crossbowmen" 7 = 14
  ordinary 0, corps 31
    2 medium_knights impact "knights of the cities" 11 = 22
    1 light_infantry bow "archers" 4 = 4
    1 light_infantry javelin elite "javelin throwers" 5 = 5
imperials: 100 points, 10 units, 0 expendable, command value 2; Imperials of Barbarossa
  brilliant 3, corps 61
    1 medium_knights impact elite "the emperor's household" 14 = 14
    4 medium_knights impact "German knights" 11 = 44
  ordinary 0, corps 39
    2 heavy_cavalry "mounted serjeants" 9 = 18
    1 heavy_spearmen "spearmen of Como" 8 = 8
    1 crossbowmen "crossbowmen" 7 = 7
    1 light_cavalry javelin "scouts" 6 = 6
east_franks: 100 points, 11 units, 0 expendable, command value 3; East Franks
  brilliant 3, corps 55
    4 heavy_cavalry impact "Bavarians and Franconians" 10 = 40
    1 heavy_cavalry impact elite "the king's thousand" 12 = 12
  competent 2, corps 45
    2 heavy_cavalry impact "Swabians" 10 = 20
    2 heavy_spearmen "foot of Augsburg" 8 = 16
    1 light_infantry bow "archers" 4 = 4
    1 light_infantry javelin mediocre "grooms" 3 = 3
magyars: 100 points, 16 units, 0 expendable, command value 1; Magyars
  competent 2, corps 54
    2 heavy_cavalry bow "chieftains" 11 = 22
    5 light_cavalry bow "horse archers" 6 = 30
  ordinary 0, corps 46
    6 light_cavalry bow "horse archers" 6 = 36
    1 light_infantry bow "archers" 4 = 4
    2 levy "driven captives" 3 = 6
late_romans: 100 points, 13 units, 0 expendable, command value 2; Late Romans
  brilliant 3, corps 58
    3 heavy_spearmen missile_support "legions" 9 = 27
    2 medium_swordsmen impact "palace auxiliaries" 7 = 14
    2 light_infantry bow elite "archers" 5 = 10
    1 light_infantry sling "slingers" 4 = 4
  ordinary 0, corps 42
    2 heavy_cavalry "guard horse" 9 = 18
    1 cataphracts "armoured horse" 12 = 12
    2 light_cavalry bow "horse archers" 6 = 12
goths: 100 points, 12 units, 0 expendable, command value 2, fortified camp; Goths
  brilliant 3, corps 51
    3 heavy_swordsmen impetuous "warriors" 8 = 24
    2 heavy_spearmen "shield wall" 8 = 16
    2 light_infantry javelin "javelin throwers" 4 = 8
  ordinary 0, corps 46
    4 heavy_cavalry impact "riders of the Greuthungi" 10 = 40
    1 light_cavalry javelin "Alans" 6 = 6
"""
SAID_BESIDES = {("english", "bills and bows"): "bow", ("hussites", "wagons"): "firearm"}
"""What these shoot with, which the table leaves open; it costs nothing."""
NOWHERE: set[str] = set()
"""Weapons, abilities and troops of the sheet that no army has."""


@dataclass
class Printed:
    """An army of the table."""

    id: str
    name: str
    points: int
    units: int
    expendable: int
    command_value: int
    camp: str
    obstacles: int
    corps: list[tuple[str, int, int, list[tuple[int, str, frozenset[str], str, int, int]]]] = field(
        default_factory=list
    )


def _printed() -> Iterator[Printed]:
    army_now: Printed | None = None
    for line in PRINTED.strip("\n").splitlines():
        if line.startswith("    "):
            found = re.fullmatch(r' {4}(\d+) (\w+)((?: \w+)*) "(.+)" (\d+) = (\d+)', line)
            assert found is not None, line
            assert army_now is not None
            kit = frozenset(found[3].split())
            army_now.corps[-1][3].append((int(found[1]), found[2], kit, found[4], int(found[5]), int(found[6])))
        elif line.startswith("  "):
            found = re.fullmatch(r"  (\w+) (\d+), corps (\d+)", line)
            assert found is not None, line
            assert army_now is not None
            army_now.corps.append((found[1], int(found[2]), int(found[3]), []))
        else:
            form = r"(\w+): (\d+) points, (\d+) units, (\d+) expendable, command value (\d+)"
            found = re.fullmatch(form + r"(?:, (\w+) camp)?(?:, (\d+) obstacles)?; (.+)", line)
            assert found is not None, line
            if army_now is not None:
                yield army_now
            points, units, expendable, command_value = (int(found[group]) for group in (2, 3, 4, 5))
            behind = found[6] or "normal", int(found[7] or 0)
            army_now = Printed(found[1], found[8], points, units, expendable, command_value, *behind)
    assert army_now is not None
    yield army_now


ARMIES = {each.id: each for each in _printed()}


def raw(name: str) -> dict[str, Any]:
    # Read past the game's code, so that the tables are tested and not what is made of them.
    folder = resources.files("triarii.games").joinpath("adlg", "rosters")
    return tomllib.loads(folder.joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def shipped(name: str) -> Roster:
    found = roster.load(name)
    assert isinstance(found, Roster), found
    return found


def test_the_rosters_are_the_ones_of_the_table() -> None:
    assert set(roster.shipped()) == set(ARMIES)
    assert len(ARMIES) == 36


@pytest.mark.data
@pytest.mark.parametrize("name", ARMIES)
def test_a_roster_has_the_units_of_the_table(name: str) -> None:
    table, wanted = raw(name), ARMIES[name]
    assert (table["format"], table["command_value"]) == (wanted.points, wanted.command_value)
    assert (table.get("camp", "normal"), table.get("obstacles", 0)) == (wanted.camp, wanted.obstacles)
    assert table["name"]["en"] == wanted.name
    assert [corps["commander"] for corps in table["corps"]] == [corps[0] for corps in wanted.corps]
    for corps, (_, _, _, units) in zip(table["corps"], wanted.corps, strict=True):
        told = []
        for unit in corps["units"]:
            kit = {*unit.get("abilities", []), unit.get("weapon"), unit.get("quality"), None} - {None}
            besides = SAID_BESIDES.get((name, unit["name"]["en"]))
            assert besides is None or besides in kit
            told.append((unit["count"], unit["troop"], frozenset(kit - {besides}), unit["name"]["en"]))
        assert told == [unit[:4] for unit in units]


@pytest.mark.rule("adlg.army.points", "adlg.command.value")
@pytest.mark.parametrize("name", ARMIES)
def test_a_roster_is_in_order_and_comes_to_the_numbers_of_the_table(name: str) -> None:
    found, wanted = shipped(name), ARMIES[name]
    report = army.check(found)
    assert report.faults == ()
    assert (report.points, report.units, report.expendables) == (wanted.points, wanted.units, wanted.expendable)
    assert report.command_cost == report.command_value == wanted.command_value
    assert report.cohesion == wanted.units - wanted.expendable + (wanted.camp != "normal")
    assert report.corps_points == tuple(corps[2] for corps in wanted.corps)
    for corps, (grade, price, points, units) in zip(found.corps, wanted.corps, strict=True):
        assert corps.commander is not None
        assert (corps.commander.id, army.price_of_commander(found, corps)) == (grade, price)
        each = [army.price_of_unit(found, unit) for unit in corps.units]
        assert each == [unit[4] for unit in units]
        assert all(unit[0] * unit[4] == unit[5] for unit in units), "the table itself"
        assert price + sum(unit[5] for unit in units) == points, "the table itself"


@pytest.mark.parametrize("name", ARMIES)
def test_armies_and_units_have_names_in_both_languages(name: str) -> None:
    table = raw(name)
    for names in (table["name"], *(unit["name"] for corps in table["corps"] for unit in corps["units"])):
        assert list(names) == list(LANGUAGES)
        assert all(names.values())


@pytest.mark.rule("adlg.army.abilities")
def test_every_troop_weapon_and_ability_of_the_sheet_is_fielded_by_an_army_but_one_weapon() -> None:
    units = [unit for name in ARMIES for unit in shipped(name).units]
    troops = {unit.troop.id for unit in units}
    abilities = {ability for unit in units for ability in unit.all_abilities}
    abilities |= {("", "armour", "heavy_armour")[unit.troop.armour] for unit in units}
    weapons = {unit.weapon.id for unit in units if unit.weapon is not None}
    assert (TROOPS.keys() - troops) | (ABILITIES.keys() - abilities) | (WEAPONS.keys() - weapons) == NOWHERE


def test_shooters_are_armed_without_saying_so() -> None:
    weapons = {
        unit.name["en"]: unit.weapon.id if unit.weapon else None
        for name in ("rus", "french", "hussites", "romans", "mongols")
        for unit in shipped(name).units
    }
    assert weapons["archers"] == "bow"
    assert weapons["great gun"] == "artillery"
    assert weapons["handgunners"] == "firearm"
    assert weapons["light foot"] == "javelin"
    assert weapons["lancers"] == "bow", "half bow"
    assert weapons["scythe-sided wagons"] is None
    assert weapons["legion, first line"] is None


def test_a_weapon_that_is_an_ability_too_brings_it() -> None:
    abilities = {unit.name["en"]: unit.abilities for name in ("romans", "mongols") for unit in shipped(name).units}
    assert abilities["skirmishers"] == {"javelin"}
    assert abilities["fire lances"] == {"incendiary"}
    assert abilities["light foot"] == set(), "javelinmen have theirs by their row"


def test_no_roster_but_the_shipped_ones_goes_by_a_name() -> None:
    found = roster.load("roman")
    assert isinstance(found, Refusal)
    assert (found.code, found.params) == ("army.unknown_near", {"name": "roman", "nearest": "romans"})
