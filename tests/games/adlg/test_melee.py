"""A round of melee: what the dice cost, and everything that a side adds up, with its exceptions and other readings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.fights import Unit, later, odds, on_flank, simple, unit, value, voided
from tests.games.adlg.test_worked_examples import PROFILES, fought
from triarii.core.contract import Refusal
from triarii.games.adlg.combat.resolution import ROUT, loss_by
from triarii.games.adlg.questions import form

SWORDS = "heavy_swordsmen"
HIGH = unit(SWORDS, height=True)
HIGHEST = unit(SWORDS, height=True, commander=True)


# The dice


@pytest.mark.rule("adlg.melee.dice")
@pytest.mark.statement("AG-513")
@pytest.mark.parametrize(
    ("dice", "winner"), [((4, 3), None), ((5, 3), "a"), ((3, 3), "b"), ((6, 6), "b"), ((1, 1), "b")]
)
def test_both_sides_add_a_die_to_their_modifiers_and_the_higher_total_wins(
    dice: tuple[int, int], winner: str | None
) -> None:
    result = fought(dice, SWORDS, HIGH, round=2)
    assert (result.totals, result.winner) == ((1, 2), winner)
    assert (result.losses == (0, 0)) == (winner is None)


@pytest.mark.rule("adlg.melee.losses")
@pytest.mark.parametrize(
    ("winner", "dice", "margin", "loss"),
    [
        pytest.param(SWORDS, (2, 1), 1, 1, marks=pytest.mark.statement("AG-514")),
        pytest.param(SWORDS, (3, 1), 2, 1, marks=pytest.mark.statement("AG-514")),
        pytest.param(SWORDS, (4, 1), 3, 2, marks=pytest.mark.statement("AG-515")),
        pytest.param(SWORDS, (5, 1), 4, 2, marks=pytest.mark.statement("AG-515")),
        pytest.param(SWORDS, (6, 1), 5, 3, marks=pytest.mark.statement("AG-516")),
        pytest.param(HIGH, (6, 1), 6, 3, marks=pytest.mark.statement("AG-516")),
        pytest.param(HIGHEST, (6, 1), 7, ROUT, marks=pytest.mark.statement("AG-517")),
    ],
)
def test_a_defeat_costs_more_the_greater_the_difference(
    winner: Unit, dice: tuple[int, int], margin: int, loss: int
) -> None:
    for profile in PROFILES:
        result = fought(dice, winner, SWORDS, profile, round=2)
        assert (result.margin, result.losses) == (margin, (0, loss))


@pytest.mark.rule("adlg.melee.losses")
def test_whether_a_round_is_lost_by_seven_is_seen_after_all_steps() -> None:
    # Armour makes 7 into 6, a two-handed weapon makes 6 into 7.
    assert fought((6, 1), HIGHEST, unit(SWORDS, "armour"), round=2).losses == (0, 3)
    assert fought((6, 1), unit(HIGH, "two_handed_weapon"), SWORDS, round=2).losses == (0, ROUT)


# Factor, abilities, state


@pytest.mark.rule("adlg.melee.factor")
@pytest.mark.statement("AG-518")
def test_the_combat_factors_of_the_main_units_count_a_factor_of_nothing_is_listed_too() -> None:
    answer = later("pikemen", "levy")
    assert [(each["side"], each["value"], each["rule"]) for each in answer["ledger"]] == [
        ("a", 2, "adlg.factor.pikemen"),
        ("b", 0, "adlg.factor.levy"),
    ]
    assert answer["totals"] == {"a": 2, "b": 0}


@pytest.mark.rule("adlg.melee.abilities")
@pytest.mark.statement("AG-519")
def test_special_abilities_of_the_main_units_count() -> None:
    answer = odds(unit(SWORDS, "impact"), unit("javelinmen"))
    assert (value(answer, "a", "adlg.impact.first_round"), answer["totals"]["a"]) == (1, 3)
    answer = odds(unit(SWORDS, "incendiary"), "elephant", round=2)
    assert (value(answer, "a", "adlg.incendiary.melee"), answer["totals"]["a"]) == (1, 2)


@pytest.mark.rule("adlg.melee.disorder")
@pytest.mark.statement("AG-520")
def test_a_disordered_unit_has_minus_one_however_much_it_lost() -> None:
    assert [later(unit(SWORDS, cohesion=left), "levy")["totals"]["a"] for left in (4, 3, 2, 1)] == [1, 0, 0, 0]


@pytest.mark.rule("adlg.melee.uncontrolled")
@pytest.mark.statement("AG-521")
@pytest.mark.parametrize("profile", PROFILES)
def test_an_uncontrolled_charge_costs_one_in_the_first_round_only(profile: str) -> None:
    wild = unit("heavy_knights", uncontrolled=True)
    assert odds(wild, "levy", profile=profile)["totals"]["a"] == 0
    assert later(wild, "levy", profile=profile)["totals"]["a"] == 1


@pytest.mark.rule("adlg.melee.commander")
@pytest.mark.statement("AG-530")
@pytest.mark.parametrize("number", [1, 2, 9])
def test_a_commander_who_takes_part_adds_one_in_every_round(number: int) -> None:
    answer = odds(unit(SWORDS, commander=True), "levy", round=number)
    assert value(answer, "a", "adlg.melee.commander") == 1
    assert answer["totals"] == {"a": 2, "b": 0}


# Supports


@pytest.mark.rule("adlg.support.simple")
@pytest.mark.statement("AG-523")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_each_unit_in_simple_support_adds_one_whatever_it_is(number: int) -> None:
    helped = unit(SWORDS, supports=simple("light_infantry", "pikemen", "elephant")[:number])
    assert later(helped, "levy")["totals"] == {"a": 1 + number, "b": 0}


@pytest.mark.rule("adlg.support.melee")
@pytest.mark.statement("AG-524")
@pytest.mark.parametrize(
    ("supporter", "enemy", "added"),
    [
        ("pikemen", "medium_knights", 3),
        ("levy", "medium_knights", 1),
        ("medium_swordsmen", "medium_knights", 1),
        ("medium_swordsmen", "heavy_swordsmen", 2),
        ("medium_cavalry", "heavy_swordsmen", 2),  # on the flank of heavy foot its factor is 1
        ("heavy_knights", "medium_cavalry", 3),
        ("heavy_swordsmen", "light_artillery", 3),  # with the +1 against artillery
        ("light_cavalry", "light_artillery", 1),
    ],
)
@pytest.mark.parametrize("profile", PROFILES)
def test_each_unit_in_melee_support_adds_one_and_its_own_factor_against_this_enemy(
    supporter: str, enemy: str, added: int, profile: str
) -> None:
    answer = later(unit("heavy_spearmen", supports=on_flank(supporter)), enemy, profile=profile)
    assert value(answer, "a", "adlg.support.melee") == added


@pytest.mark.rule("adlg.support.melee")
@pytest.mark.parametrize("key", ["cohesion", "abilities", "commander", "quality"])
def test_the_disorder_abilities_and_commander_of_a_supporter_are_not_even_asked_for(key: str) -> None:
    supporter = {"type": "levy", "kind": "melee", key: 1}
    asked = form.read({"a": unit(SWORDS, supports=[supporter]), "b": unit("levy")}, "melee")
    assert isinstance(asked, Refusal)
    assert asked.code.startswith("form.key")


@pytest.mark.rule("adlg.scythed_chariot.supports")
@pytest.mark.statement("AG-525")
@pytest.mark.parametrize("profile", PROFILES)
def test_no_support_counts_against_a_scythed_chariot_in_the_first_round(profile: str) -> None:
    helped = unit("levy", supports=simple("pikemen", "pikemen") + on_flank("pikemen"))
    first = odds("scythed_chariot", helped, profile=profile)
    assert first["totals"] == {"a": 0, "b": 0}
    for rule in ("adlg.support.simple", "adlg.support.melee"):
        assert voided(first, "b", rule) == "adlg.scythed_chariot.supports"
    assert later("scythed_chariot", helped, profile=profile)["totals"] == {"a": 0, "b": 1 + 1 + 3}
    own = odds(unit("scythed_chariot", supports=simple("levy", "levy")), "levy", profile=profile)
    assert own["totals"] == {"a": 2, "b": 0}


# Ground and works


@pytest.mark.rule("adlg.melee.ground")
@pytest.mark.parametrize(
    ("ground", "english", "german"),
    [
        pytest.param("field", "stands higher", "höher", marks=pytest.mark.statement("AG-526")),
        pytest.param("rough", "river bank", "Flussufer", marks=pytest.mark.statement("AG-527")),
        pytest.param("gully", "edge of a gully", "Rand einer Schlucht", marks=pytest.mark.statement("AG-528")),
    ],
)
@pytest.mark.parametrize("troop", ["heavy_swordsmen", "heavy_knights", "light_infantry"])
def test_higher_ground_a_river_bank_and_the_edge_of_a_gully_give_plus_one(
    troop: str, ground: str, english: str, german: str
) -> None:
    # The form has one key for all three: who stands above the ground on which the enemy fights.
    answer = later(unit(troop, height=True), unit("elephant", terrain=ground))
    entry = next(each for each in answer["ledger"] if each["rule"] == "adlg.melee.ground")
    assert (entry["side"], entry["value"]) == ("a", 1)
    assert english in entry["text"]["en"]
    assert german in entry["text"]["de"]


@pytest.mark.rule("adlg.melee.ground")
@pytest.mark.statement("AG-529")
@pytest.mark.parametrize(
    ("defender", "by_the_other_reading"),
    [
        ("heavy_swordsmen", 1),
        ("bowmen", 1),
        ("light_artillery", 1),
        ("war_wagon", None),
        ("light_infantry", None),
        ("medium_cavalry", None),
        ("elephant", None),
    ],
)
def test_a_fortification_gives_plus_one_by_the_other_reading_not_to_all(
    defender: str, by_the_other_reading: int | None
) -> None:
    behind, other = unit(defender, fortified=True), {"fortification_bonus_for": "foot_except_light_and_wagons"}
    rule = "adlg.melee.ground"
    assert value(later(SWORDS, behind), "b", rule) == 1
    assert value(later(SWORDS, behind, options=other), "b", rule) == by_the_other_reading
    assert value(later(SWORDS, behind, profile="common"), "b", rule) == by_the_other_reading


@pytest.mark.rule("adlg.melee.ground")
@pytest.mark.parametrize("profile", PROFILES)
def test_height_and_fortification_give_one_bonus_in_all_unless_they_add_up(profile: str) -> None:
    both = unit(SWORDS, height=True, fortified=True)
    assert later(both, "levy", profile=profile)["totals"]["a"] == 2
    assert later(both, "levy", profile=profile, options={"ground_bonuses_add_up": True})["totals"]["a"] == 3


WORKS = [
    pytest.param("fortified", marks=[pytest.mark.statement("AG-531"), pytest.mark.rule("adlg.melee.works")]),
    pytest.param("obstacle", marks=[pytest.mark.statement("AG-532"), pytest.mark.rule("adlg.melee.works")]),
    pytest.param("stakes", marks=[pytest.mark.statement("AG-533"), pytest.mark.rule("adlg.stakes.malus")]),
]


@pytest.mark.parametrize("works", WORKS)
@pytest.mark.parametrize("mounted", ["light_cavalry", "medium_camels", "heavy_knights", "elephant", "scythed_chariot"])
def test_mounted_have_minus_two_against_works_but_elephants_not_against_stakes(mounted: str, works: str) -> None:
    rule = "adlg.stakes.malus" if works == "stakes" else "adlg.melee.works"
    for profile in PROFILES:
        answer = later(mounted, unit("levy", **{works: True}), profile=profile)
        assert value(answer, "a", rule) == (None if (mounted, works) == ("elephant", "stakes") else -2)
        foot = later("pikemen", unit("levy", **{works: True}), profile=profile)
        assert foot["totals"]["a"] == 2


@pytest.mark.rule("adlg.melee.works")
@pytest.mark.parametrize("mounted", ["heavy_knights", "elephant"])
def test_several_works_cost_mounted_two_in_all(mounted: str) -> None:
    behind = unit("levy", fortified=True, obstacle=True, stakes=True)
    assert later(mounted, behind)["totals"] == {"a": -1, "b": 1}


MALUS: list[tuple[str, str, str, int]] = [
    *(("AG-534", troop, "rough", -1) for troop in ("heavy_swordsmen", "foot_knights", "levy")),
    ("AG-535", "war_wagon", "rough", -1),
    ("AG-536", "heavy_spearmen", "rough", -2),
    ("AG-537", "pikemen", "rough", -2),
    *(("AG-538", "heavy_knights", ground, -2) for ground in ("rough", "brush", "plantation", "field", "gully")),
    *(("AG-538", troop, "rough", -2) for troop in ("light_cavalry", "medium_camels", "elephant", "scythed_chariot")),
    *(("AG-538", "elephant", ground, -2) for ground in ("plantation", "gully")),
    ("AG-539", "medium_swordsmen", "difficult", -1),
    ("AG-539", "medium_spearmen", "marsh", -1),
    ("AG-540", "javelinmen", "difficult", -1),
    ("AG-540", "bowmen", "village", -1),
    *(("AG-541", troop, "difficult", -2) for troop in ("heavy_swordsmen", "foot_knights", "levy")),
    *(("AG-541", troop, "steep_hill", -2) for troop in ("heavy_spearmen", "pikemen")),
    *(("AG-542", "medium_cavalry", ground, -3) for ground in ("difficult", "steep_hill", "wood", "marsh", "dunes")),
    *(("AG-542", "elephant", ground, -3) for ground in ("village", "dunes")),
    *(("AG-543", "light_infantry", ground, 0) for ground in ("rough", "brush", "difficult", "wood", "village")),
    *(("AG-543", troop, "rough", 0) for troop in ("medium_swordsmen", "medium_spearmen", "javelinmen", "bowmen")),
    *(("AG-544", troop, "brush", 0) for troop in ("light_camels", "medium_camels", "camel_cataphracts")),
    ("AG-545", "medium_camels", "dunes", 0),
    ("AG-546", "elephant", "brush", 0),
    ("AG-547", "elephant", "field", 0),
    *(("AG-543", "light_artillery", ground, 0) for ground in ("rough", "difficult")),
    ("AG-543", "war_wagon", "difficult", 0),
]


def terrain_rule(ag: str) -> str:
    if ag >= "AG-544":
        return "adlg.terrain.relief"
    return "adlg.terrain.rough" if ag <= "AG-538" else "adlg.terrain.difficult"


@pytest.mark.parametrize(
    ("troop", "ground", "malus"),
    [pytest.param(*row, marks=[pytest.mark.statement(ag), pytest.mark.rule(terrain_rule(ag))]) for ag, *row in MALUS],
)
@pytest.mark.parametrize("camels", ["combat", "combat_and_movement"])
def test_what_the_ground_under_a_unit_costs_it(troop: str, ground: str, malus: int, camels: str) -> None:
    # How camels move in their ground is another matter and changes nothing here.
    options: dict[str, object] = {"camel_terrain_relief": camels}
    for profile in PROFILES:
        there = later(unit(troop, terrain=ground), "scythed_chariot", profile=profile, options=options)
        plain = later(troop, "scythed_chariot", profile=profile, options=options)
        assert there["totals"]["a"] - plain["totals"]["a"] == malus


@pytest.mark.rule("adlg.impact.mounted_with_malus")
@pytest.mark.statement("AG-548")
@pytest.mark.parametrize(
    ("rider", "ground", "kept"),
    [
        (unit("heavy_knights", "impact"), "open", True),
        (unit("heavy_knights", "impact"), "gentle_hill", True),
        (unit("heavy_knights", "impetuous"), "rough", False),
        (unit("medium_camels", "impact"), "brush", True),
        (unit("medium_camels", "impact"), "field", False),
        ("elephant", "field", True),
        ("elephant", "gully", False),
        (unit("medium_swordsmen", "impact"), "difficult", True),  # a malus takes the impact of mounted only
    ],
)
def test_mounted_with_a_malus_by_their_ground_have_no_impact(rider: Unit, ground: str, kept: bool) -> None:
    for profile in PROFILES:
        answer = odds(unit(rider, terrain=ground), "levy", profile=profile)
        assert value(answer, "a", "adlg.impact.first_round") == (1 if kept else None)
        by = voided(answer, "a", "adlg.impact.first_round")
        assert by == (None if kept else "adlg.impact.mounted_with_malus")


# Panic

PANIC: list[tuple[str, Unit, Unit, bool, bool]] = [
    ("panic_from_melee_support", "heavy_knights", unit("levy", supports=on_flank("medium_camels")), True, True),
    ("panic_from_melee_support", "medium_camels", unit("levy", supports=on_flank("elephant")), True, True),
    ("panic_from_enemy_neighbour", "heavy_knights", unit("levy", supports=simple("elephant")), False, False),
    ("panic_from_friend", unit("heavy_knights", supports=simple("medium_camels")), "levy", True, False),
    ("panic_from_friend", unit("medium_camels", supports=simple("elephant")), "levy", True, False),
]


@pytest.mark.rule("adlg.panic.contact")
@pytest.mark.parametrize(("option", "a", "b", "by_the_sheet", "by_common_reading"), PANIC)
def test_whether_beasts_in_support_cause_panic_is_a_matter_of_reading(
    option: str, a: Unit, b: Unit, by_the_sheet: bool, by_common_reading: bool
) -> None:
    def panicked(**more: Any) -> bool:
        return value(later(a, b, **more), "a", "adlg.panic.contact") == -1

    assert panicked() is by_the_sheet
    assert panicked(profile="common") is by_common_reading
    for profile in PROFILES:
        assert [panicked(profile=profile, options={option: chosen}) for chosen in (True, False)] == [True, False]


@pytest.mark.rule("adlg.panic.contact")
def test_many_beasts_panic_a_unit_no_more_than_one_and_a_friend_on_the_enemys_flank_not_at_all() -> None:
    beasts = unit("elephant", supports=on_flank("elephant", "medium_camels"))
    assert value(later(unit("heavy_knights", supports=simple("elephant")), beasts), "a", "adlg.panic.contact") == -1
    apart = unit("heavy_knights", supports=on_flank("elephant"))
    assert value(later(apart, "levy"), "a", "adlg.panic.contact") is None


@pytest.mark.rule("adlg.melee.losses")
def test_a_round_that_armour_made_even_costs_nothing_and_others_by_their_difference() -> None:
    assert [loss_by(margin) for margin in range(9)] == [0, 1, 1, 2, 2, 3, 3, ROUT, ROUT]
