"""Troops, weapons, qualities and the costs of the ground against what is written out here by hand; every changed number
must fail."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import pytest

from triarii.games.adlg.data.tables import read

pytestmark = pytest.mark.data


def table(name: str) -> dict[str, Any]:
    # Read past the game's code, so that the tables are tested and not what is made of them.
    return tomllib.loads(resources.files("triarii.games").joinpath("adlg", name).read_text(encoding="utf-8"))


TROOPS = table("troops.toml")
WEAPONS: list[dict[str, Any]] = table("weapons.toml")["weapon"]
QUALITIES: list[dict[str, Any]] = table("qualities.toml")["quality"]
TERRAIN = table("terrain.toml")

# Troop, protection, cohesion, armour, moves in open, rough and difficult ground, depth.
NUMBERS = """
light_infantry    1 2 0  3 3 3   500
javelinmen        1 3 0  3 3 2  1000
bowmen            0 3 0  3 3 2  1000
crossbowmen       0 3 0  3 3 2  1000
handgunners       0 3 0  3 3 2  1000
medium_swordsmen  1 3 0  3 3 2  1000
medium_spearmen   1 3 0  3 3 2  1000
heavy_swordsmen   1 4 0  2 2 1   750
foot_knights      3 4 2  2 2 1   750
heavy_spearmen    1 4 0  2 2 1   750
pikemen           1 4 0  2 2 1  1000
levy              1 3 0  2 2 1   750
war_wagon         2 4 0  2 1 0  2000
light_artillery   1 2 0  2 1 0  1000
medium_artillery  1 2 0  2 1 0  1000
heavy_artillery   1 2 0  0 0 0  1000
light_cavalry     1 2 0  5 4 2   750
light_camels      1 2 0  5 4 2   750
medium_cavalry    0 3 0  4 3 1   750
light_chariot     0 3 0  4 2 0  1000
medium_camels     0 3 0  4 3 1   750
heavy_cavalry     1 3 1  4 3 1   750
heavy_chariot     1 3 1  3 1 0  1000
cataphracts       2 3 2  3 1 0   750
camel_cataphracts 2 3 2  3 1 0   750
medium_knights    1 3 1  3 2 1   750
heavy_knights     2 3 2  3 2 1   750
elephant          0 3 0  3 3 1  1000
scythed_chariot   0 1 0  4 2 0  1000
"""
# The lines of each row of factors in their order: value, against whom, and on what condition.
FACTORS = """
light_infantry   LI  -
javelinmen       LMI 1:LI,LH,El,SCh
shooters         LMI 1:LI,LH
medium_swordsmen MI  0:Ct,HCh,Kn 1:all
medium_spearmen  MI  0:Ct,HCh,Kn 1:all
heavy_swordsmen  HI  2:LMI:enemy_in_open 2:LH 1:all
foot_knights     HI  2:LMI:enemy_in_open 2:LH 1:all
heavy_spearmen   HI  2:LMI:enemy_in_open 2:LH 1:all
pikemen          HI  2:all
levy             HI  1:LI,LMI,LH
war_wagon        WWg 2:El:blades 0:El 2:mounted 1:LI
artillery        Art -
light_horse      LH  1:LI:enemy_in_open
cavalry          Cv  1:mounted,LI,LMI,MI,levy 1:HI:on_flank
heavy_chariots   HCh 2:LMI,LH 0:WWg 1:all
cataphracts      Ct  2:LMI,LH 0:WWg 1:all
knights          Kn  2:LMI,LH,Cv 0:WWg 1:all
elephant         El  2:mounted 1:foot
scythed_chariot  SCh -
"""
RANGES = {
    "javelin": {"LI": 1, "LH": 1, "Cv": 1, "javelinmen": 1},
    "sling": {"LI": 2, "LH": 2},
    "atlatl": {"MI": 2},
    "bow": {"LI": 2, "LH": 2, "Cv": 2, "foot": 4, "WWg": 4},
    "longbow": {"foot": 4},
    "crossbow": {"LI": 2, "LH": 2, "Cv": 2, "foot": 4, "WWg": 4},
    "firearm": {"LI": 2, "LH": 2, "Cv": 2, "foot": 4, "WWg": 4},
    "artillery": {"light_artillery": 4, "medium_artillery": 6, "heavy_artillery": 8, "WWg": 4},
    "incendiary": {"LI": 1},
}
FACES = {"elite": [2, 3, 4, 4, 5, 6], "ordinary": [1, 2, 3, 4, 5, 6], "mediocre": [1, 2, 3, 3, 4, 5]}
MALUS = {
    "rough": {
        "LI": 0,
        "LMI": 0,
        "MI": 0,
        "HI": -1,
        "heavy_spearmen": -2,
        "pikemen": -2,
        "WWg": -1,
        "Art": 0,
        "mounted": -2,
    },
    "difficult": {"LI": 0, "LMI": -1, "MI": -1, "HI": -2, "WWg": 0, "Art": 0, "mounted": -3},
}
GROUND = """
open        open      -              -
gentle_hill open      -              -
rough       rough     -              -
brush       rough     camel,elephant -
plantation  rough     -              cover
field       rough     elephant       -
gully       rough     -              -
difficult   difficult -              -
steep_hill  difficult -              -
wood        difficult -              cover
marsh       difficult -              -
dunes       difficult camel          -
village     difficult -              cover
"""


def lines(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def test_every_troop_has_the_numbers_written_here() -> None:
    found = [
        (one["id"], one["protection"], one["cohesion"], one["armour"], *one["moves"], one["depth"])
        for one in TROOPS["troop"]
    ]
    assert found == [(name, *map(int, numbers)) for name, *numbers in lines(NUMBERS)]


def clause(line: dict[str, Any]) -> str:
    conditions = [name for name in ("enemy_in_open", "on_flank") if line.get(name)]
    carried = [line["with"]] if "with" in line else []
    return ":".join([str(line["value"]), ",".join(line["against"]), *conditions, *carried])


def test_every_row_has_the_factors_written_here() -> None:
    found = [
        [row["id"], row["category"], *(clause(line) for line in row["factors"])]
        if row["factors"]
        else [row["id"], row["category"], "-"]
        for row in TROOPS["row"]
    ]
    assert found == lines(FACTORS)


def test_far_from_enemies_heavy_foot_moves_three_and_a_road_gives_one() -> None:
    assert TROOPS["heavy_foot_far_from_enemies"] == 3
    assert TROOPS["along_a_road"] == 1
    assert set(TROOPS) == {"heavy_foot_far_from_enemies", "along_a_road", "row", "troop"}


def test_every_weapon_reaches_as_far_as_written_here() -> None:
    assert {weapon["id"]: weapon["ranges"] for weapon in WEAPONS} == RANGES


def test_weapons_do_to_protection_and_mounted_what_is_written_here() -> None:
    assert {weapon["id"]: weapon["protection"] for weapon in WEAPONS if "protection" in weapon} == {
        "longbow": "longbow",
        "crossbow": "crossbow",
        "firearm": "crossbow",
        "artillery": "artillery",
        "incendiary": "artillery",
    }
    better = {weapon["id"] for weapon in WEAPONS if weapon.get("foot_at_mounted")}
    assert better == {"bow", "longbow", "crossbow", "firearm"}


@pytest.mark.rule("adlg.quality.elite")
@pytest.mark.rule("adlg.quality.mediocre")
def test_the_faces_of_the_die_count_what_is_written_here() -> None:
    assert {quality["id"]: quality["faces"] for quality in QUALITIES} == FACES
    assert {quality["id"]: quality["lowered"] for quality in QUALITIES} == {
        "elite": "ordinary",
        "ordinary": "mediocre",
        "mediocre": "mediocre",
    }


def test_the_ground_costs_what_is_written_here() -> None:
    assert TERRAIN["malus"] == MALUS


def test_every_terrain_is_of_the_class_written_here() -> None:
    found = [
        [
            ground["id"],
            ground["class"],
            ",".join(ground.get("spares", ())) or "-",
            "cover" if ground.get("cover") and ground.get("hides_shooter") else "-",
        ]
        for ground in TERRAIN["terrain"]
    ]
    assert found == lines(GROUND)
    assert all(bool(ground.get("cover")) == bool(ground.get("hides_shooter")) for ground in TERRAIN["terrain"])


@pytest.mark.parametrize(
    ("table", "kind"),
    [
        ("troops.toml", "troop"),
        ("weapons.toml", "weapon"),
        ("abilities.toml", "ability"),
        ("qualities.toml", "quality"),
        ("commanders.toml", "grade"),
        ("terrain.toml", "terrain"),
    ],
)
def test_every_entry_says_where_its_facts_come_from_and_has_a_name_in_both_languages(table: str, kind: str) -> None:
    entries = read(table)[kind]
    assert entries
    for entry in entries:
        assert set(entry["source"].values()) <= {"sheet", "notes", "ours"}, entry["id"]
        assert entry["source"], entry["id"]
        assert entry["en"], entry["id"]
        assert entry["de"], entry["id"]
