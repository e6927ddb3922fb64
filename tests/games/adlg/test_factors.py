"""The combat factors: every row against every column of the two tables, in each ground and from each edge."""

from __future__ import annotations

import pytest

from tests.games.adlg.fights import later, odds, on_flank, simple, unit, value, voided
from triarii.games.adlg.combat.factors import changed_by, matrix

# Own row against enemy column, front to front in the open; what enemies of artillery get is in it.
TABLE = """
     LI Jav Bow MSw MSp HSw HSp Pik Lvy WWg Art LH Cv HCh Ct Kn El SCh
LI    0   0   0   0   0   0   0   0   0   0   0  0  0   0  0  0  0   0
Jav   1   0   0   0   0   0   0   0   0   0   1  1  0   0  0  0  1   1
Bow   1   0   0   0   0   0   0   0   0   0   1  1  0   0  0  0  0   0
MSw   1   1   1   1   1   1   1   1   1   1   2  1  1   0  0  0  1   1
MSp   1   1   1   1   1   1   1   1   1   1   2  1  1   0  0  0  1   1
HSw   1   2   2   1   1   1   1   1   1   1   2  2  1   1  1  1  1   1
HSp   1   2   2   1   1   1   1   1   1   1   2  2  1   1  1  1  1   1
Pik   2   2   2   2   2   2   2   2   2   2   3  2  2   2  2  2  2   2
Lvy   1   1   1   0   0   0   0   0   0   0   1  1  0   0  0  0  0   0
WWg   1   0   0   0   0   0   0   0   0   0   1  2  2   2  2  2  0   2
Art   0   0   0   0   0   0   0   0   0   0   1  0  0   0  0  0  0   0
LH    1   0   0   0   0   0   0   0   0   0   0  0  0   0  0  0  0   0
Cv    1   1   1   1   1   0   0   0   1   0   1  1  1   1  1  1  1   1
HCh   1   2   2   1   1   1   1   1   1   0   2  2  1   1  1  1  1   1
Ct    1   2   2   1   1   1   1   1   1   0   2  2  1   1  1  1  1   1
Kn    1   2   2   1   1   1   1   1   1   0   2  2  2   1  1  1  1   1
El    1   1   1   1   1   1   1   1   1   1   2  2  2   2  2  2  2   2
SCh   0   0   0   0   0   0   0   0   0   0   1  0  0   0  0  0  0   0
"""
ROWS = {
    "LI": ["light_infantry"],
    "Jav": ["javelinmen"],
    "Bow": ["bowmen", "crossbowmen", "handgunners"],
    "MSw": ["medium_swordsmen"],
    "MSp": ["medium_spearmen"],
    "HSw": ["heavy_swordsmen", "foot_knights"],
    "HSp": ["heavy_spearmen"],
    "Pik": ["pikemen"],
    "Lvy": ["levy"],
    "WWg": ["war_wagon"],
    "Art": ["light_artillery", "medium_artillery", "heavy_artillery"],
    "LH": ["light_cavalry", "light_camels"],
    "Cv": ["medium_cavalry", "light_chariot", "medium_camels", "heavy_cavalry"],
    "HCh": ["heavy_chariot"],
    "Ct": ["cataphracts", "camel_cataphracts"],
    "Kn": ["medium_knights", "heavy_knights"],
    "El": ["elephant"],
    "SCh": ["scythed_chariot"],
}
COLUMNS, *LINES = (line.split() for line in TABLE.strip().splitlines())
WRITTEN = {
    (own, enemy): int(number)
    for row, *numbers in LINES
    for column, number in zip(COLUMNS, numbers, strict=True)
    for own in ROWS[row]
    for enemy in ROWS[column]
}
ALL = " ".join(COLUMNS)
MOUNTED = "LH Cv HCh Ct Kn El SCh"
FOOT = "LI Jav Bow MSw MSp HSw HSp Pik Lvy WWg Art"
OTHERS = [column for column in COLUMNS if column not in ("Jav", "Bow", "LH")]
"""Against whom heavy foot has 1."""

# Statement, rule, the row or troop whose factor it is, the factor, the columns against which.
FACTORS = f"""
AG-157 light_infantry   LI  0 {ALL}
AG-168 javelinmen       Jav 1 LI
AG-169 javelinmen       Jav 1 LH
AG-170 javelinmen       Jav 1 El
AG-171 javelinmen       Jav 1 SCh
AG-172 javelinmen       Jav 0 Jav Bow MSw MSp HSw HSp Pik Lvy WWg Art Cv HCh Ct Kn
AG-177 shooters         Bow 1 LI
AG-178 shooters         Bow 1 LH
AG-179 shooters         Bow 0 Jav Bow MSw MSp HSw HSp Pik Lvy WWg Art Cv HCh Ct Kn El SCh
AG-184 medium_swordsmen MSw 1 {FOOT} LH Cv El SCh
AG-185 medium_swordsmen MSw 0 Ct HCh Kn
AG-190 medium_spearmen  MSp 1 {FOOT} LH Cv El SCh
AG-191 medium_spearmen  MSp 0 Ct HCh Kn
AG-197 heavy_swordsmen  heavy_swordsmen 2 Jav Bow
AG-198 heavy_swordsmen  heavy_swordsmen 2 LH
AG-211 heavy_spearmen   HSp 2 Jav Bow
AG-212 heavy_spearmen   HSp 2 LH
AG-219 pikemen          Pik 2 {ALL}
AG-225 levy             Lvy 1 LI
AG-226 levy             Lvy 1 Jav Bow
AG-227 levy             Lvy 1 LH
AG-228 levy             Lvy 0 MSw MSp HSw HSp Pik Lvy WWg Art Cv HCh Ct Kn El SCh
AG-232 war_wagon        WWg 2 LH Cv HCh Ct Kn SCh
AG-233 war_wagon        WWg 0 El
AG-234 war_wagon        WWg 1 LI
AG-235 war_wagon        WWg 0 Jav Bow MSw MSp HSw HSp Pik Lvy WWg Art
AG-245 artillery        Art 0 {ALL}
AG-250 light_horse      LH  1 LI
AG-252 light_horse      LH  0 Jav Bow MSw MSp HSw HSp Pik Lvy WWg Art {MOUNTED}
AG-267 cavalry          Cv  1 {MOUNTED}
AG-268 cavalry          Cv  1 LI
AG-269 cavalry          Cv  1 Jav Bow
AG-270 cavalry          Cv  1 MSw MSp
AG-271 cavalry          Cv  1 Lvy
AG-272 cavalry          Cv  0 HSw HSp Pik
AG-273 cavalry          Cv  0 WWg
AG-288 heavy_chariots   HCh 2 Jav Bow
AG-289 heavy_chariots   HCh 2 LH
AG-290 heavy_chariots   HCh 0 WWg
AG-291 heavy_chariots   HCh 1 LI MSw MSp HSw HSp Pik Lvy Art Cv HCh Ct Kn El SCh
AG-293 cataphracts      Ct  2 Jav Bow
AG-294 cataphracts      Ct  2 LH
AG-295 cataphracts      Ct  0 WWg
AG-296 cataphracts      Ct  1 LI MSw MSp HSw HSp Pik Lvy Art Cv HCh Ct Kn El SCh
AG-306 knights          Kn  2 Jav Bow
AG-307 knights          Kn  2 LH
AG-308 knights          Kn  2 Cv
AG-309 knights          Kn  0 WWg
AG-310 knights          Kn  1 LI MSw MSp HSw HSp Pik Lvy Art HCh Ct Kn El SCh
AG-316 elephant         El  2 {MOUNTED}
AG-317 elephant         El  1 {FOOT}
AG-325 scythed_chariot  SCh 0 {ALL}
"""
CASES = [
    pytest.param(
        f"adlg.factor.{rule}",
        ROWS.get(row, [row]),
        int(number),
        [enemy for column in columns for enemy in ROWS[column]],
        id=statement,
        marks=[pytest.mark.statement(statement), pytest.mark.rule(f"adlg.factor.{rule}")],
    )
    for statement, rule, row, number, *columns in (line.split() for line in FACTORS.strip().splitlines())
]


@pytest.mark.rule("adlg.melee.factor")
def test_every_troop_has_the_factor_of_the_table_against_every_other() -> None:
    found = {(own, enemy): number for own, line in matrix().items() for enemy, number in line.items()}
    assert found == WRITTEN
    assert len(found) == 29 * 29


@pytest.mark.parametrize(("rule", "troops", "number", "enemies"), CASES)
def test_a_row_has_this_factor(rule: str, troops: list[str], number: int, enemies: list[str]) -> None:
    for troop in troops:
        for enemy in enemies:
            assert value(later(troop, enemy), "a", rule) == number, (troop, enemy)


@pytest.mark.rule("adlg.melee.factor")
def test_a_later_round_in_the_open_is_the_factor_and_the_panic_alone() -> None:
    for (own, enemy), number in WRITTEN.items():
        round_ = later(own, enemy)
        assert round_["totals"]["a"] - (value(round_, "a", "adlg.panic.contact") or 0) == number, (own, enemy)


@pytest.mark.rule("adlg.melee.factor")
def test_each_circumstance_changes_the_cells_that_the_sheet_names_and_no_others() -> None:
    shooters = dict.fromkeys(["javelinmen", "bowmen", "crossbowmen", "handgunners"], 1)
    heavy_foot = dict.fromkeys(["heavy_swordsmen", "foot_knights", "heavy_spearmen", "pikemen"], 1)
    assert changed_by("enemy_not_in_open") == {
        "heavy_swordsmen": shooters,
        "foot_knights": shooters,
        "heavy_spearmen": shooters,
        "light_cavalry": {"light_infantry": 0},
        "light_camels": {"light_infantry": 0},
    }
    assert changed_by("on_flank") == {
        "medium_cavalry": heavy_foot,
        "heavy_cavalry": heavy_foot,
        "light_chariot": heavy_foot,
        "medium_camels": heavy_foot,
    }
    assert changed_by("blades") == {"war_wagon": {"elephant": 2}}


# Whose ground decides


@pytest.mark.rule("adlg.factor.heavy_swordsmen")
@pytest.mark.statement("AG-199")
def test_heavy_swordsmen_have_one_against_all_others_and_against_light_medium_infantry_outside_the_open() -> None:
    for column in OTHERS:
        for enemy in ROWS[column]:
            assert value(later("heavy_swordsmen", enemy), "a", "adlg.factor.heavy_swordsmen") == 1
    for enemy in ("javelinmen", "bowmen", "crossbowmen", "handgunners"):
        for ground in ("rough", "wood", "field", "marsh"):
            met = later("heavy_swordsmen", unit(enemy, terrain=ground))
            assert value(met, "a", "adlg.factor.heavy_swordsmen") == 1


@pytest.mark.rule("adlg.factor.foot_knights")
@pytest.mark.statement("AG-204")
def test_foot_knights_have_the_factors_of_heavy_swordsmen() -> None:
    expected = {"LI": 1, "Jav": 2, "Bow": 2, "LH": 2}
    for column, enemies in ROWS.items():
        for enemy in enemies:
            assert value(later("foot_knights", enemy), "a", "adlg.factor.foot_knights") == expected.get(column, 1)
    assert value(later("foot_knights", unit("bowmen", terrain="rough")), "a", "adlg.factor.foot_knights") == 1


@pytest.mark.rule("adlg.factor.heavy_spearmen")
@pytest.mark.statement("AG-213")
def test_heavy_spearmen_have_one_against_all_others_and_against_light_medium_infantry_outside_the_open() -> None:
    for column in OTHERS:
        for enemy in ROWS[column]:
            assert value(later("heavy_spearmen", enemy), "a", "adlg.factor.heavy_spearmen") == 1
    for ground in ("rough", "wood"):
        assert (
            value(later("heavy_spearmen", unit("javelinmen", terrain=ground)), "a", "adlg.factor.heavy_spearmen") == 1
        )


@pytest.mark.rule("adlg.factor.light_horse")
@pytest.mark.statement("AG-251")
def test_light_horse_has_nothing_against_light_infantry_outside_the_open() -> None:
    for horse in ("light_cavalry", "light_camels"):
        for ground in ("rough", "plantation", "wood", "dunes"):
            met = later(horse, unit("light_infantry", terrain=ground))
            assert value(met, "a", "adlg.factor.light_horse") == 0


@pytest.mark.parametrize(
    ("own", "enemy", "rule", "number"),
    [
        ("heavy_swordsmen", "bowmen", "adlg.factor.heavy_swordsmen", 2),
        ("heavy_spearmen", "javelinmen", "adlg.factor.heavy_spearmen", 2),
        ("light_cavalry", "light_infantry", "adlg.factor.light_horse", 1),
    ],
)
def test_these_go_by_the_ground_of_the_enemy_and_not_by_the_own(own: str, enemy: str, rule: str, number: int) -> None:
    assert value(later(unit(own, terrain="rough"), enemy), "a", rule) == number
    assert value(later(own, unit(enemy, terrain="rough")), "a", rule) == number - 1
    assert value(later(own, unit(enemy, terrain="gentle_hill")), "a", rule) == number


def test_others_have_their_factor_in_any_ground() -> None:
    for own, enemy, rule, number in (
        ("heavy_knights", "bowmen", "adlg.factor.knights", 2),
        ("heavy_chariot", "bowmen", "adlg.factor.heavy_chariots", 2),
        ("levy", "bowmen", "adlg.factor.levy", 1),
        ("medium_cavalry", "light_infantry", "adlg.factor.cavalry", 1),
    ):
        assert value(later(own, unit(enemy, terrain="wood")), "a", rule) == number


# Edges, blades, artillery


@pytest.mark.rule("adlg.cavalry.flank")
@pytest.mark.statement("AG-274")
@pytest.mark.parametrize("edge", ["flank", "rear"])
def test_cavalry_on_flank_or_rear_has_one_against_heavy_infantry(edge: str) -> None:
    for cavalry in ROWS["Cv"]:
        for heavy in ("heavy_swordsmen", "foot_knights", "heavy_spearmen", "pikemen"):
            met = odds(cavalry, heavy, round=2, charger="none", contact=edge)
            assert value(met, "a", "adlg.cavalry.flank") == 1
            assert met["totals"]["a"] == 2  # and the bonus for the flank
    assert value(odds("medium_cavalry", "levy", contact=edge), "a", "adlg.factor.cavalry") == 1
    assert value(odds("medium_cavalry", "war_wagon", contact=edge), "a", "adlg.factor.cavalry") == 0


@pytest.mark.rule("adlg.cavalry.flank")
def test_cavalry_in_melee_support_has_that_factor_too() -> None:
    supported = later(unit("heavy_swordsmen", supports=on_flank("medium_cavalry")), "pikemen")
    assert value(supported, "a", "adlg.support.melee") == 2
    knights = later(unit("heavy_swordsmen", supports=on_flank("light_cavalry")), "pikemen")
    assert value(knights, "a", "adlg.support.melee") == 1


@pytest.mark.rule("adlg.war_wagon.battle_ready")
@pytest.mark.statement("AG-236")
def test_a_battle_ready_war_wagon_has_one_more_against_all() -> None:
    for column, number in (("LI", 2), ("Jav", 1), ("Pik", 1), ("LH", 3), ("Kn", 3), ("El", 1), ("SCh", 3), ("WWg", 1)):
        for enemy in ROWS[column]:
            assert later(unit("war_wagon", "battle_ready"), enemy)["totals"]["a"] == number, enemy
            assert value(later(unit("war_wagon", "battle_ready"), enemy), "a", "adlg.war_wagon.battle_ready") == 1


@pytest.mark.rule("adlg.war_wagon.blades")
@pytest.mark.statement("AG-343")
def test_a_war_wagon_with_blades_has_two_against_elephants() -> None:
    bladed = unit("war_wagon", "blades")
    assert value(later(bladed, "elephant"), "a", "adlg.war_wagon.blades") == 2
    assert later(bladed, "elephant")["totals"]["a"] == 2
    assert later("war_wagon", "elephant")["totals"]["a"] == 0
    assert later(bladed, "levy")["totals"]["a"] == 0


@pytest.mark.rule("adlg.artillery.enemies")
@pytest.mark.statement("AG-243")
def test_enemies_of_artillery_have_one_more() -> None:
    for guns in ROWS["Art"]:
        for column in COLUMNS:
            if column in ("LI", "LH"):
                continue
            for enemy in ROWS[column]:
                assert value(later(enemy, guns), "a", "adlg.artillery.enemies") == 1, enemy


@pytest.mark.rule("adlg.artillery.enemies")
@pytest.mark.statement("AG-244")
def test_light_infantry_and_light_horse_have_not() -> None:
    for guns in ROWS["Art"]:
        for enemy in ("light_infantry", "light_cavalry", "light_camels"):
            assert value(later(enemy, guns), "a", "adlg.artillery.enemies") is None
            assert later(enemy, guns)["totals"]["a"] == 0


@pytest.mark.rule("adlg.artillery.enemies")
def test_a_factor_that_becomes_nothing_takes_that_bonus_along_unless_the_other_reading_is_chosen() -> None:
    held = unit("heavy_artillery", supports=on_flank("levy"))
    met = later("pikemen", held)
    assert value(met, "a", "adlg.flank.factor") == 0
    assert value(met, "a", "adlg.artillery.enemies") is None
    assert voided(met, "a", "adlg.artillery.enemies") == "adlg.flank.factor"
    assert later("pikemen", held, profile="common")["totals"]["a"] == 0
    kept = later("pikemen", held, options={"zeroed_factor_keeps_artillery_bonus": True})
    assert value(kept, "a", "adlg.artillery.enemies") == 1
    assert kept["totals"]["a"] == 1


@pytest.mark.rule("adlg.support.melee")
def test_melee_support_against_artillery_has_the_bonus_in_its_factor() -> None:
    met = later(unit("pikemen", supports=[*on_flank("levy"), *simple("levy")]), "heavy_artillery")
    assert value(met, "a", "adlg.support.melee") == 2
    assert value(met, "a", "adlg.support.simple") == 1


# Light infantry destroyed


@pytest.mark.rule("adlg.light_infantry.destroyed")
@pytest.mark.parametrize(
    "column",
    [
        pytest.param("Jav Bow", marks=pytest.mark.statement("AG-158")),
        pytest.param("MSw MSp", marks=pytest.mark.statement("AG-159")),
        pytest.param("HSw HSp Pik Lvy", marks=pytest.mark.statement("AG-160")),
        pytest.param("Cv", marks=pytest.mark.statement("AG-161")),
        pytest.param("Ct", marks=pytest.mark.statement("AG-162")),
        pytest.param("HCh", marks=pytest.mark.statement("AG-163")),
        pytest.param("Kn", marks=pytest.mark.statement("AG-164")),
    ],
)
def test_light_infantry_in_the_open_is_destroyed_by(column: str) -> None:
    for name in column.split():
        for enemy in ROWS[name]:
            for met in (odds("light_infantry", enemy), later("light_infantry", enemy)):
                assert met["destroyed"] == ["a"]
                assert met["joint"] == {"rout:0": "1"}
            assert odds(enemy, "light_infantry", charger="b")["destroyed"] == ["b"]
            assert odds(enemy, unit("light_infantry", terrain="gentle_hill"))["destroyed"] == ["b"]
            assert odds(enemy, unit("light_infantry", terrain="rough"))["destroyed"] == []


@pytest.mark.rule("adlg.light_infantry.destroyed")
def test_light_infantry_is_destroyed_by_nobody_else() -> None:
    for column in ("LI", "WWg", "Art", "LH", "El", "SCh"):
        for enemy in ROWS[column]:
            assert odds("light_infantry", enemy)["destroyed"] == []
