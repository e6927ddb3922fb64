"""Furious charge: what it costs the loser, who has it against whom, and what takes it away."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.fights import Unit, later, odds, unit, value, voided
from tests.games.adlg.test_worked_examples import PROFILES, fought
from triarii.games.adlg.combat.resolution import ROUT

SHOOTERS = ("bowmen", "crossbowmen", "handgunners")
LIGHT_MEDIUM = ("javelinmen", *SHOOTERS)
CLOSE_FOOT = (
    *("medium_swordsmen", "medium_spearmen", "heavy_swordsmen", "foot_knights", "heavy_spearmen", "pikemen", "levy"),
    *("light_artillery", "medium_artillery", "heavy_artillery"),
)
FOOT = ("light_infantry", *LIGHT_MEDIUM, *CLOSE_FOOT)
"""All foot but war wagons."""
MOUNTED = (
    *("light_cavalry", "light_camels", "medium_cavalry", "light_chariot", "medium_camels", "heavy_cavalry"),
    *("heavy_chariot", "cataphracts", "camel_cataphracts", "medium_knights", "heavy_knights", "elephant"),
    "scythed_chariot",
)
EVERYONE = (*FOOT, "war_wagon", *MOUNTED)
IMPETUOUS = unit("medium_swordsmen", "impetuous")
LANCERS = unit("heavy_knights", "impact")


def furious(a: Unit, b: Unit, **more: Any) -> bool:
    """Whether `a`, helped so that it can win, has a furious charge now: then no defeat costs a single point."""
    answer = odds(unit(a, height=True, commander=True), b, **more)
    now = answer["furious_charge"]["a"]
    if not answer["destroyed"]:
        assert ("1" not in answer["loss"]["b"]) is now
    return bool(now)


def victims(a: Unit, **more: Any) -> set[str]:
    """All against whom `a` has a furious charge in a frontal charge on open ground."""
    return {enemy for enemy in EVERYONE if furious(a, enemy, **more)}


# What it costs


@pytest.mark.rule("adlg.furious.first_round")
@pytest.mark.statement("AG-568")
def test_a_furious_charge_costs_the_loser_of_the_first_round_one_point_more() -> None:
    # Without impact against swordsmen both have the factor 1.
    for dice, loss in (((2, 1), 2), ((3, 1), 2), ((4, 1), 3), ((5, 1), 3), ((6, 1), 4)):
        assert fought(dice, IMPETUOUS, "heavy_swordsmen").losses == (0, loss)
        assert fought(dice, IMPETUOUS, "heavy_swordsmen", round=2).losses == (0, loss - 1)


@pytest.mark.rule("adlg.furious.first_round")
def test_a_furious_charge_adds_nothing_to_a_tie_a_defeat_that_costs_nothing_or_a_rout() -> None:
    assert fought((3, 3), IMPETUOUS, "heavy_swordsmen").losses == (0, 0)
    shot = unit("heavy_swordsmen", "missile_support")
    assert fought((4, 3), IMPETUOUS, shot)[2:] == (0, (0, 0), ("adlg.missile_support.lost_round",))
    assert fought((5, 3), IMPETUOUS, shot).losses == (0, 2)
    helped = unit(IMPETUOUS, height=True, commander=True)
    assert fought((6, 1), helped, "heavy_swordsmen")[2:] == (7, (0, ROUT), ())


@pytest.mark.rule("adlg.furious.first_round")
def test_a_furious_charge_adds_to_a_tie_that_a_two_handed_weapon_won() -> None:
    wild = unit("heavy_swordsmen", "impetuous", "two_handed_weapon", cohesion=3)
    assert fought((3, 3), wild, "heavy_spearmen")[:4] == ((1, 1), "a", 1, (0, 2))


@pytest.mark.rule("adlg.furious.first_round")
def test_the_charged_have_their_furious_charge_as_well() -> None:
    for charger in ("a", "b"):
        answer = odds(IMPETUOUS, unit("levy", "impetuous"), charger=charger)
        assert answer["furious_charge"] == {"a": True, "b": True}


@pytest.mark.rule("adlg.furious.first_round")
def test_a_furious_charge_counts_in_the_first_round_of_a_frontal_contact_only() -> None:
    assert furious(IMPETUOUS, "levy")
    assert not furious(IMPETUOUS, "levy", round=2)
    for edge in ("flank", "rear"):
        answer = odds(IMPETUOUS, "levy", contact=edge)
        assert answer["furious_charge"]["a"] is False
        assert voided(answer, "a", "adlg.furious.impetuous_foot") == "adlg.furious.first_round"


@pytest.mark.rule("adlg.furious.first_round")
def test_by_the_other_reading_a_furious_charge_needs_a_charge() -> None:
    assert furious(LANCERS, "levy", charger="none")
    assert not furious(LANCERS, "levy", charger="none", options={"furious_charge_needs_charge": True})
    assert not furious(LANCERS, "levy", charger="none", profile="common")
    assert furious(LANCERS, "levy", charger="b", profile="common")


# Who has it against whom


@pytest.mark.rule("adlg.furious.impetuous_foot")
@pytest.mark.statement("AG-569")
@pytest.mark.parametrize("troop", ["bowmen", "medium_spearmen", "heavy_swordsmen", "pikemen", "levy"])
def test_impetuous_foot_has_a_furious_charge_against_all_foot_and_nobody_else(troop: str) -> None:
    for profile in PROFILES:
        assert victims(unit(troop, "impetuous"), profile=profile) == set(FOOT)
        assert victims(troop, profile=profile) == set()
        assert victims(unit(troop, "impact"), profile=profile) == set()


@pytest.mark.rule("adlg.furious.impetuous_foot")
@pytest.mark.statement("AG-570")
def test_impetuous_foot_has_no_furious_charge_against_war_wagons() -> None:
    assert not furious(unit("heavy_swordsmen", "impetuous"), "war_wagon")


@pytest.mark.rule("adlg.furious.impetuous_foot")
def test_impetuous_foot_that_swordsmen_rob_of_its_impact_keeps_its_furious_charge() -> None:
    for profile in PROFILES:
        answer = odds(IMPETUOUS, "heavy_swordsmen", profile=profile)
        assert value(answer, "a", "adlg.impact.first_round") is None
        assert answer["furious_charge"]["a"] is True


@pytest.mark.rule("adlg.furious.mounted")
@pytest.mark.parametrize(
    "troop",
    [
        pytest.param("light_cavalry", marks=pytest.mark.statement("AG-571")),
        pytest.param("light_camels", marks=pytest.mark.statement("AG-571")),
        pytest.param("medium_cavalry", marks=pytest.mark.statement("AG-572")),
        pytest.param("light_chariot", marks=pytest.mark.statement("AG-572")),
        pytest.param("medium_camels", marks=pytest.mark.statement("AG-572")),
        pytest.param("heavy_cavalry", marks=pytest.mark.statement("AG-572")),
        pytest.param("heavy_chariot", marks=pytest.mark.statement("AG-573")),
        pytest.param("cataphracts", marks=pytest.mark.statement("AG-574")),
        pytest.param("camel_cataphracts", marks=pytest.mark.statement("AG-574")),
        pytest.param("medium_knights", marks=pytest.mark.statement("AG-575")),
        pytest.param("heavy_knights", marks=pytest.mark.statement("AG-575")),
    ],
)
@pytest.mark.parametrize("ability", ["impact", "impetuous"])
def test_mounted_with_impact_or_impetuous_have_a_furious_charge_against_all_foot_except_war_wagons(
    troop: str, ability: str
) -> None:
    for profile in PROFILES:
        assert victims(unit(troop, ability), profile=profile) == set(FOOT)


@pytest.mark.rule("adlg.furious.mounted")
@pytest.mark.parametrize("spears", ["medium_spearmen", "heavy_spearmen", "pikemen"])
def test_spears_and_pikes_take_the_impact_of_mounted_but_not_their_furious_charge(spears: str) -> None:
    for profile in PROFILES:
        answer = odds(LANCERS, spears, profile=profile)
        assert value(answer, "a", "adlg.impact.first_round") is None
        assert answer["furious_charge"]["a"] is True


@pytest.mark.rule("adlg.furious.light_foot")
@pytest.mark.parametrize(
    ("troop", "prey"),
    [
        *(
            pytest.param(troop, LIGHT_MEDIUM, marks=pytest.mark.statement("AG-576"))
            for troop in ("medium_cavalry", "light_chariot", "medium_camels", "heavy_cavalry")
        ),
        pytest.param("heavy_chariot", LIGHT_MEDIUM, marks=pytest.mark.statement("AG-577")),
        pytest.param("medium_knights", LIGHT_MEDIUM, marks=pytest.mark.statement("AG-578")),
        pytest.param("heavy_knights", LIGHT_MEDIUM, marks=pytest.mark.statement("AG-578")),
        pytest.param("light_cavalry", ("light_infantry",), marks=pytest.mark.statement("AG-580")),
        pytest.param("light_camels", ("light_infantry",), marks=pytest.mark.statement("AG-580")),
    ],
)
def test_mounted_without_impact_ride_down_light_foot(troop: str, prey: tuple[str, ...]) -> None:
    for profile in PROFILES:
        assert victims(troop, profile=profile) == set(prey)


@pytest.mark.rule("adlg.furious.light_foot")
@pytest.mark.statement("AG-579")
@pytest.mark.parametrize("troop", ["cataphracts", "camel_cataphracts"])
def test_cataphracts_without_impact_have_no_furious_charge_even_against_light_medium_foot(troop: str) -> None:
    assert victims(troop) == set()
    # By the other reading they always have impact.
    assert victims(troop, options={"cataphract_impact": "by_type"}) == set(FOOT)
    assert victims(troop, profile="common") == set(FOOT)


@pytest.mark.rule("adlg.furious.beasts")
@pytest.mark.parametrize(
    ("troop", "prey"),
    [
        pytest.param("elephant", {*SHOOTERS, *CLOSE_FOOT, "war_wagon"}, marks=pytest.mark.statement("AG-581")),
        pytest.param("scythed_chariot", {*SHOOTERS, *CLOSE_FOOT}, marks=pytest.mark.statement("AG-582")),
    ],
)
def test_beasts_have_a_furious_charge_against_foot_except_light_infantry_and_javelinmen(
    troop: str, prey: set[str]
) -> None:
    for profile in PROFILES:
        assert victims(troop, profile=profile) == prey
        assert not furious(troop, unit("war_wagon", "blades"), profile=profile)


# What takes it away


@pytest.mark.rule("adlg.furious.mounted_with_malus")
@pytest.mark.statement("AG-549")
@pytest.mark.parametrize(
    ("a", "ground", "kept"),
    [
        (LANCERS, "open", True),
        (LANCERS, "field", False),
        (LANCERS, "marsh", False),
        (unit("medium_camels", "impact"), "brush", True),
        (unit("medium_camels", "impact"), "dunes", True),
        (unit("medium_camels", "impact"), "field", False),
        ("elephant", "field", True),
        ("elephant", "dunes", False),
        ("scythed_chariot", "rough", False),
        (IMPETUOUS, "difficult", True),  # foot has a malus there, and its furious charge nonetheless
    ],
)
def test_mounted_with_a_malus_by_their_ground_have_no_furious_charge(a: Unit, ground: str, kept: bool) -> None:
    for profile in PROFILES:
        assert furious(unit(a, terrain=ground), "levy", profile=profile) is kept


@pytest.mark.rule("adlg.missile_support.furious_charge")
@pytest.mark.parametrize(("a", "kept"), [(LANCERS, False), ("elephant", False), (IMPETUOUS, True)])
def test_missile_support_cancels_the_furious_charge_of_mounted_and_elephants_not_of_foot(a: Unit, kept: bool) -> None:
    for profile in PROFILES:
        answer = odds(a, unit("heavy_swordsmen", "missile_support"), profile=profile)
        assert answer["furious_charge"]["a"] is kept


@pytest.mark.rule("adlg.missile_support.lost_round")
def test_missile_support_makes_a_lost_round_a_tie_at_best_never_a_win() -> None:
    shot = unit("heavy_swordsmen", "missile_support", "armour")
    # Armour makes nothing of a defeat by 1; there is nothing left for missile support to turn.
    assert fought((4, 3), "heavy_swordsmen", shot)[1:] == (None, 0, (0, 0), ("adlg.armour.lost_round",))
    assert fought((5, 3), "heavy_swordsmen", shot)[2:4] == (0, (0, 0))
    assert fought((6, 3), "heavy_swordsmen", shot)[2:4] == (1, (0, 1))


@pytest.mark.rule("adlg.missile_support.lost_round")
def test_missile_support_needs_a_charge_by_the_other_reading_only() -> None:
    def losses(b: Unit, **more: Any) -> Any:
        return odds("levy", b, charger="none", **more)["loss"]["b"]

    shot = unit("levy", "missile_support")
    assert losses(shot) != losses("levy")
    assert losses(shot, options={"missile_support_needs_charge": True}) == losses("levy")
    assert losses(shot, profile="common") == losses("levy")


# Works


def charge(a: Unit, b: Unit, **more: Any) -> tuple[bool, bool]:
    """Whether impact and furious charge of `a` count."""
    answer = odds(a, b, **more)
    return value(answer, "a", "adlg.impact.first_round") == 1, answer["furious_charge"]["a"]


@pytest.mark.rule("adlg.melee.works")
@pytest.mark.parametrize("works", ["fortified", "obstacle"])
@pytest.mark.parametrize("a", [LANCERS, "elephant", unit("levy", "impetuous")])
def test_works_take_neither_impact_nor_furious_charge_unless_the_other_reading_is_taken(a: Unit, works: str) -> None:
    behind = unit("heavy_artillery", **{works: True})
    assert charge(a, behind) == (True, True)
    assert charge(a, behind, options={"works_void_charge_abilities": True}) == (False, False)
    assert charge(a, behind, profile="common") == (False, False)
    # It is the same for those behind the works.
    mounted = a != unit("levy", "impetuous")
    attacked = odds("heavy_artillery", unit(a, **{works: True}), options={"works_void_charge_abilities": True})
    assert attacked["furious_charge"]["b"] is False
    # Where the malus of mounted takes both, foot keep theirs.
    kept = (not mounted, not mounted)
    assert charge(a, behind, options={"works_malus_takes_charge_abilities": True}) == kept


@pytest.mark.rule("adlg.stakes.charge")
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("malus", [True, False])
@pytest.mark.parametrize("a", [LANCERS, "elephant"])
def test_stakes_take_impact_and_furious_charge_of_mounted_by_every_reading(a: Unit, malus: bool, profile: str) -> None:
    options: dict[str, object] = {"works_malus_takes_charge_abilities": malus}
    assert charge(a, unit("levy", stakes=True), profile=profile, options=options) == (False, False)
    assert charge(a, "levy", profile=profile, options=options) == (True, True)


@pytest.mark.rule("adlg.light_infantry.destroyed")
def test_a_fortification_saves_light_infantry_in_the_open_by_the_other_reading_only() -> None:
    behind = unit("light_infantry", fortified=True)
    assert later("levy", behind)["destroyed"] == ["b"]
    assert later("levy", behind, options={"light_infantry_safe_behind_works": True})["destroyed"] == []
    assert later("levy", behind, profile="common")["destroyed"] == []
    assert later("levy", "light_infantry", profile="common")["destroyed"] == ["b"]
