"""Shooting: what the shooter adds, what protects the target, and what a hit costs."""

from __future__ import annotations

import pytest

from tests.games.adlg.fights import Unit, shoot, simple, unit, value, voided
from tests.games.adlg.test_worked_examples import PROFILES, struck
from triarii.games.adlg.data import readings
from triarii.games.adlg.pages.odds_page import odds_json
from triarii.games.adlg.questions import form

# The dice


@pytest.mark.rule("adlg.shooting.dice")
@pytest.mark.statement("AG-407")
def test_shooter_and_target_roll_one_die_each() -> None:
    # Without modifiers 15 of the 36 pairs show more for the shooter.
    assert shoot("bow", "bowmen", "crossbowmen")["counts"] == {"hit": 15, "miss": 21}


@pytest.mark.rule("adlg.shooting.dice")
@pytest.mark.statement("AG-408")
@pytest.mark.parametrize(
    ("target", "protection", "hits"),
    [("bowmen", 0, 15), ("levy", 1, 10), ("war_wagon", 2, 6), ("foot_knights", 3, 3)],
)
def test_the_target_adds_its_protection(target: str, protection: int, hits: int) -> None:
    answer = shoot("bow", "bowmen", target)
    assert answer["totals"] == {"a": 0, "b": protection}
    assert answer["counts"]["hit"] == hits


@pytest.mark.rule("adlg.shooting.dice")
@pytest.mark.statement("AG-409")
def test_a_shooter_who_throws_more_costs_the_target_one_point_and_never_more() -> None:
    assert struck((4, 3), "bow", "bowmen", "bowmen") == ((0, 0), True)
    assert struck((6, 1), "bow", "bowmen", "bowmen") == ((0, 0), True)
    helped = unit("bowmen", supports=simple("bowmen", "bowmen", "bowmen"))
    answer = shoot("bow", helped, "medium_cavalry")
    assert answer["totals"] == {"a": 4, "b": 0}
    assert answer["loss"] == {"a": {"0": "1"}, "b": {"0": "1/12", "1": "11/12"}}
    assert answer["chance"] == {"hit": "11/12", "b_routs": "0"}
    for left, routs in ((2, "0"), (1, "11/12")):
        weak = shoot("bow", helped, unit("medium_cavalry", cohesion=left))
        assert weak["chance"] == {"hit": "11/12", "b_routs": routs}


@pytest.mark.rule("adlg.shooting.dice")
@pytest.mark.statement("AG-410")
@pytest.mark.parametrize("dice", [(1, 1), (3, 3), (6, 6), (2, 3), (1, 6)])
def test_a_shooter_who_throws_the_same_or_less_does_nothing(dice: tuple[int, int]) -> None:
    assert struck(dice, "bow", "bowmen", "bowmen") == ((0, 0), False)


# What the shooter adds


@pytest.mark.rule("adlg.shooting.light_troops")
@pytest.mark.parametrize(
    "target",
    [
        pytest.param("light_infantry", marks=pytest.mark.statement("AG-411")),
        pytest.param("light_cavalry", marks=pytest.mark.statement("AG-412")),
        pytest.param("light_camels", marks=pytest.mark.statement("AG-412")),
    ],
)
def test_shooting_at_light_troops_is_at_minus_one(target: str) -> None:
    assert shoot("sling", "light_infantry", target)["totals"] == {"a": -1, "b": 1}


@pytest.mark.rule("adlg.shooting.light_troops")
@pytest.mark.parametrize("target", ["light_infantry", "light_cavalry", "levy", "medium_cavalry"])
@pytest.mark.parametrize("shooter", ["light_infantry", "light_camels", "medium_camels"])
def test_by_the_other_reading_light_troops_shoot_at_minus_one(shooter: str, target: str) -> None:
    light_shooter, light_target = shooter.startswith("light"), target.startswith("light")
    rule = "adlg.shooting.light_troops"
    other = {"light_troops_shooting_malus": "shooter"}
    assert value(shoot("bow", shooter, target), "a", rule) == (-1 if light_target else None)
    assert value(shoot("bow", shooter, target, options=other), "a", rule) == (-1 if light_shooter else None)
    assert value(shoot("bow", shooter, target, profile="common"), "a", rule) == (-1 if light_shooter else None)


@pytest.mark.rule("adlg.shooting.target_cover")
@pytest.mark.parametrize(
    "place",
    [
        pytest.param({"cover": True}, marks=pytest.mark.statement("AG-413")),
        pytest.param({"fortified": True}, marks=pytest.mark.statement("AG-414")),
        {"cover": True, "fortified": True},
    ],
)
def test_a_target_in_cover_or_behind_a_fortification_is_shot_at_with_minus_one(place: dict[str, bool]) -> None:
    for profile in PROFILES:
        assert shoot("bow", "bowmen", unit("levy", **place), profile=profile)["totals"] == {"a": -1, "b": 1}


@pytest.mark.rule("adlg.shooting.target_cover")
@pytest.mark.parametrize("place", ["cover", "fortified"])
@pytest.mark.parametrize(
    ("weapon", "shooter", "target", "option", "bonus"),
    [
        ("artillery", "heavy_artillery", "levy", "cover_against_artillery", 0),
        ("bow", "bowmen", "war_wagon", "war_wagon_takes_cover", 0),
        ("artillery", "light_artillery", "war_wagon", "war_wagon_takes_cover", 1),
    ],
)
def test_cover_counts_for_artillery_and_war_wagons_unless_the_other_reading_is_taken(
    weapon: str, shooter: str, target: str, option: str, bonus: int, place: str
) -> None:
    covered = unit(target, **{place: True})
    assert shoot(weapon, shooter, covered)["totals"]["a"] == bonus - 1
    assert shoot(weapon, shooter, covered, options={option: False})["totals"]["a"] == bonus
    assert shoot(weapon, shooter, covered, profile="common")["totals"]["a"] == bonus


@pytest.mark.rule("adlg.shooting.target_cover")
def test_the_ground_of_a_target_alone_is_no_cover() -> None:
    assert shoot("bow", "bowmen", unit("levy", terrain="wood"))["totals"] == {"a": 0, "b": 1}


@pytest.mark.rule("adlg.shooting.disorder")
@pytest.mark.statement("AG-415")
def test_disordered_shooters_have_minus_one_however_much_they_lost() -> None:
    assert [shoot("bow", unit("bowmen", cohesion=left), "levy")["totals"]["a"] for left in (3, 2, 1)] == [0, -1, -1]


@pytest.mark.rule("adlg.shooting.shooter_hidden")
@pytest.mark.parametrize(
    "place",
    [
        pytest.param({"cover": True}, marks=pytest.mark.statement("AG-416")),
        *(
            pytest.param({"terrain": ground}, marks=pytest.mark.statement("AG-417"))
            for ground in ("difficult", "steep_hill", "wood", "marsh", "dunes", "village")
        ),
        {"terrain": "plantation"},
    ],
)
def test_a_shooter_in_cover_or_in_any_difficult_ground_has_minus_one(place: dict[str, object]) -> None:
    assert shoot("bow", unit("bowmen", **place), "levy")["totals"]["a"] == -1


@pytest.mark.rule("adlg.shooting.shooter_hidden")
@pytest.mark.statement("AG-418")
@pytest.mark.parametrize("place", [{"cover": True}, {"terrain": "wood"}, {"terrain": "marsh"}, {"terrain": "village"}])
def test_light_infantry_shoots_from_cover_and_difficult_ground_without_malus(place: dict[str, object]) -> None:
    assert shoot("sling", unit("light_infantry", **place), "levy")["totals"]["a"] == 0
    assert shoot("sling", unit("light_cavalry", **place), "levy")["totals"]["a"] == -1


@pytest.mark.rule("adlg.shooting.shooter_hidden")
@pytest.mark.parametrize("ground", ["open", "gentle_hill", "rough", "brush", "field", "gully"])
def test_open_and_rough_ground_without_cover_hinders_no_shooter(ground: str) -> None:
    for profile in PROFILES:
        assert shoot("bow", unit("bowmen", terrain=ground), "levy", profile=profile)["totals"]["a"] == 0


@pytest.mark.rule("adlg.shooting.shooter_hidden")
@pytest.mark.parametrize(
    ("ground", "by_table"),
    [("steep_hill", 0), ("marsh", 0), ("dunes", 0), ("wood", -1), ("village", -1), ("plantation", -1)],
)
def test_by_the_other_reading_only_ground_that_covers_hinders_a_shooter(ground: str, by_table: int) -> None:
    shooter = unit("bowmen", terrain=ground)
    assert shoot("bow", shooter, "levy")["totals"]["a"] == -1
    assert shoot("bow", shooter, "levy", options={"shooter_malus_ground": "terrain_table"})["totals"]["a"] == by_table
    assert shoot("bow", shooter, "levy", profile="common")["totals"]["a"] == by_table


@pytest.mark.rule("adlg.shooting.shooter_hidden")
@pytest.mark.parametrize("profile", PROFILES)
def test_ground_named_only_difficult_hinders_a_shooter_unless_the_other_reading_is_taken(profile: str) -> None:
    shooter, other = unit("bowmen", terrain="difficult"), {"unnamed_difficult_hides_shooter": False}
    assert shoot("bow", shooter, "levy", profile=profile)["totals"]["a"] == -1
    assert shoot("bow", shooter, "levy", profile=profile, options=other)["totals"]["a"] == 0


FOOT_AT_MOUNTED = [
    *(("AG-419", *pair) for pair in (("bowmen", "bow"), ("crossbowmen", "crossbow"), ("handgunners", "firearm"))),
    *(("AG-420", "medium_spearmen", weapon) for weapon in ("bow", "crossbow", "firearm")),
    *(("AG-421", "heavy_swordsmen", weapon) for weapon in ("bow", "crossbow", "firearm")),
    ("AG-419", "bowmen", "longbow"),
]


@pytest.mark.rule("adlg.shooting.foot_at_mounted")
@pytest.mark.parametrize(
    ("shooter", "weapon"),
    [pytest.param(shooter, weapon, marks=pytest.mark.statement(ag)) for ag, shooter, weapon in FOOT_AT_MOUNTED],
)
def test_foot_with_bow_crossbow_or_firearm_has_plus_one_at_mounted(shooter: str, weapon: str) -> None:
    for target, bonus in (("heavy_knights", 1), ("elephant", 1), ("levy", 0)):
        assert shoot(weapon, shooter, target)["totals"]["a"] == bonus


@pytest.mark.rule("adlg.shooting.foot_at_mounted")
@pytest.mark.parametrize(
    ("shooter", "weapon"),
    [
        ("light_infantry", "bow"),
        ("light_cavalry", "bow"),
        ("medium_cavalry", "crossbow"),
        ("war_wagon", "firearm"),
        ("heavy_artillery", "artillery"),
        ("javelinmen", "javelin"),
        ("medium_swordsmen", "atlatl"),
    ],
)
def test_other_shooters_and_weapons_have_no_bonus_at_mounted(shooter: str, weapon: str) -> None:
    assert shoot(weapon, shooter, "heavy_knights")["totals"]["a"] == 0


@pytest.mark.rule("adlg.shooting.supports")
@pytest.mark.parametrize(
    ("supporters", "bonus"),
    [
        pytest.param(["bowmen"], 1, marks=pytest.mark.statement("AG-422")),
        pytest.param(["bowmen", "crossbowmen"], 2, marks=pytest.mark.statement("AG-422")),
        pytest.param(["bowmen"] * 4, 3, marks=pytest.mark.statement("AG-423")),
        pytest.param(["bowmen"] * 3 + ["light_infantry"], 3, marks=pytest.mark.statement("AG-423")),
        pytest.param(["light_infantry"] * 8, 3, marks=pytest.mark.statement("AG-423")),
        pytest.param(["light_cavalry"] * 2, 1, marks=pytest.mark.statement("AG-424")),
        pytest.param(["light_infantry"] * 2, 1, marks=pytest.mark.statement("AG-424")),
        # A half that is left over is rounded up.
        pytest.param(["light_infantry"], 1, marks=pytest.mark.statement("AG-424")),
        pytest.param(["light_cavalry"] * 3, 2, marks=pytest.mark.statement("AG-424")),
        pytest.param(["bowmen", "light_cavalry"], 2, marks=pytest.mark.statement("AG-424")),
        pytest.param(["light_infantry"] * 5, 3, marks=pytest.mark.statement("AG-424")),
    ],
)
def test_supporting_shooters_add_one_each_light_ones_one_half_and_three_at_most(
    supporters: list[str], bonus: int
) -> None:
    for profile in PROFILES:
        answer = shoot("bow", unit("bowmen", supports=simple(*supporters)), "levy", profile=profile)
        assert answer["totals"] == {"a": bonus, "b": 1}


# What protects the target

RULES = {"firearm": "crossbow", "incendiary": "artillery", **{w: w for w in ("crossbow", "longbow", "artillery")}}
WEAPONS = {"crossbow": "crossbowmen", "firearm": "handgunners", "longbow": "bowmen", "artillery": "light_artillery"}
PROTECTION: list[tuple[str, str, Unit, int]] = [
    *(
        (ag, weapon, target, protection)
        for weapon in ("crossbow", "firearm")
        for ag, target, protection in (
            ("AG-425", "bowmen", 1),
            ("AG-425", "medium_cavalry", 1),
            ("AG-425", "scythed_chariot", 1),
            ("AG-425", "levy", 1),
            ("AG-425", "light_infantry", 1),
            ("AG-425", "heavy_artillery", 1),
            ("AG-425", "foot_knights", 1),
            ("AG-426", "elephant", 0),
            ("AG-427", "war_wagon", 2),
            ("AG-428", unit("medium_spearmen", "armour"), 1),
            ("AG-428", "medium_knights", 1),
            ("AG-428", unit("elephant", "armour"), 0),
            ("AG-429", unit("heavy_spearmen", "heavy_armour"), 1),
            ("AG-429", "cataphracts", 1),
        )
    ),
    ("AG-430", "longbow", "levy", 0),
    ("AG-430", "longbow", "heavy_knights", 1),
    ("AG-430", "longbow", "foot_knights", 2),
    ("AG-430", "longbow", unit("elephant", "armour"), 0),
    ("AG-431", "longbow", "bowmen", 0),
    ("AG-431", "longbow", "elephant", 0),
    ("AG-432", "longbow", "medium_artillery", 1),
    ("AG-433", "longbow", "war_wagon", 2),
    ("AG-434", "longbow", "light_infantry", 1),
    ("AG-435", "longbow", "light_cavalry", 1),
    ("AG-435", "longbow", "light_camels", 1),
    ("AG-436", "artillery", "foot_knights", 0),
    ("AG-436", "artillery", "war_wagon", 0),
    ("AG-436", "artillery", "heavy_artillery", 0),
    ("AG-437", "incendiary", "heavy_knights", 0),
    ("AG-437", "incendiary", "war_wagon", 0),
    *(
        ("AG-438", weapon, target, 1)
        for weapon in ("artillery", "incendiary")
        for target in ("light_infantry", "light_cavalry", "light_camels")
    ),
]


@pytest.mark.parametrize(
    ("weapon", "target", "protection"),
    [
        pytest.param(
            *row[1:], marks=[pytest.mark.statement(row[0]), pytest.mark.rule(f"adlg.protection.{RULES[row[1]]}")]
        )
        for row in PROTECTION
    ],
)
def test_what_each_weapon_leaves_of_the_protection(weapon: str, target: Unit, protection: int) -> None:
    for profile in PROFILES:
        answer = shoot(weapon, WEAPONS.get(weapon, "light_infantry"), target, profile=profile)
        assert answer["totals"]["b"] == protection


@pytest.mark.rule("adlg.protection.crossbow")
@pytest.mark.parametrize(
    ("target", "default", "at_most"),
    [("bowmen", 1, 0), ("heavy_knights", 1, 1), ("levy", 1, 1), ("war_wagon", 2, 2), ("elephant", 0, 0)],
)
def test_by_the_other_reading_a_crossbow_only_lowers_protection_to_one(target: str, default: int, at_most: int) -> None:
    other = {"crossbow_protection": "at_most_one"}
    assert shoot("crossbow", "crossbowmen", target)["totals"]["b"] == default
    assert shoot("crossbow", "crossbowmen", target, options=other)["totals"]["b"] == at_most


@pytest.mark.rule("adlg.pavise.protection")
@pytest.mark.statement("AG-439")
@pytest.mark.parametrize(("weapon", "protection"), [("bow", 1), ("longbow", 1), ("crossbow", 2), ("firearm", 2)])
def test_a_pavise_adds_one_to_the_protection_that_the_weapon_leaves(weapon: str, protection: int) -> None:
    shooter = WEAPONS.get(weapon, "bowmen")
    for profile in PROFILES:
        assert shoot(weapon, shooter, unit("crossbowmen", "pavise"), profile=profile)["totals"]["b"] == protection


@pytest.mark.rule("adlg.pavise.exceptions")
@pytest.mark.statement("AG-440")
@pytest.mark.parametrize(
    ("weapon", "shooter"),
    [("artillery", "light_artillery"), ("artillery", "war_wagon"), ("incendiary", "light_infantry")],
)
def test_a_pavise_gives_nothing_against_artillery_and_incendiary_weapons(weapon: str, shooter: str) -> None:
    for profile in PROFILES:
        answer = shoot(weapon, shooter, unit("medium_swordsmen", "pavise"), profile=profile)
        assert answer["totals"]["b"] == 0
        assert voided(answer, "b", "adlg.pavise.protection") == "adlg.pavise.exceptions"


@pytest.mark.rule("adlg.pavise.exceptions")
@pytest.mark.parametrize("place", ["cover", "fortified"])
@pytest.mark.parametrize("profile", PROFILES)
def test_in_cover_the_malus_of_the_shooter_stays_and_the_pavise_is_void(profile: str, place: str) -> None:
    answer = shoot("bow", "bowmen", unit("crossbowmen", "pavise", **{place: True}), profile=profile)
    assert answer["totals"] == {"a": -1, "b": 0}
    assert voided(answer, "b", "adlg.pavise.protection") == "adlg.pavise.exceptions"


# How it is told


@pytest.mark.rule("adlg.protection.crossbow")
@pytest.mark.parametrize(
    ("weapon", "shooter", "target", "by"),
    [
        ("bow", "bowmen", "foot_knights", None),
        ("crossbow", "crossbowmen", "foot_knights", "adlg.protection.crossbow"),
        ("crossbow", "crossbowmen", "levy", None),
        ("longbow", "bowmen", "levy", "adlg.protection.longbow"),
        ("longbow", "bowmen", "elephant", None),
        ("artillery", "light_artillery", "levy", "adlg.protection.artillery"),
    ],
)
def test_protection_that_a_weapon_changes_is_told_as_void(
    weapon: str, shooter: str, target: str, by: str | None
) -> None:
    assert voided(shoot(weapon, shooter, target), "b", f"adlg.troop.{target}") == by


@pytest.mark.rule("adlg.protection.crossbow")
def test_the_armour_of_an_elephant_is_what_a_crossbow_takes_from_it() -> None:
    bare = shoot("crossbow", "crossbowmen", "elephant")
    assert value(bare, "b", "adlg.troop.elephant") == 0
    assert value(bare, "b", "adlg.protection.crossbow") is None
    armoured = shoot("crossbow", "crossbowmen", unit("elephant", "armour"))
    assert value(armoured, "b", "adlg.protection.crossbow") == 0
    assert value(armoured, "b", "adlg.troop.elephant") is None


@pytest.mark.rule("adlg.shooting.dice")
def test_the_page_of_odds_tells_shooter_and_target_apart() -> None:
    asked = form.read({"a": unit("bowmen"), "b": unit("pikemen"), "weapon": "bow"}, "shooting")
    read = readings.settle({"profile": "sheet"})
    assert isinstance(asked, form.Asked)
    assert isinstance(read, readings.Readings)
    page = odds_json(asked, read, "en")
    assert page["units"] == {"a": "bowmen", "b": "pikemen"}
    assert [each["answer"]["left"] for each in page["readings"]] == [{"a": 3, "b": 4}] * 2
