"""Scythed chariots and war wagons: what the one does to its enemy in the first round, and what the other cancels."""

from __future__ import annotations

import pytest

from tests.games.adlg.fights import later, odds, on_flank, simple, unit, value, voided
from triarii.games.adlg.data.troops import TROOPS

IMPACT = "adlg.impact.first_round"
FIRST = "adlg.scythed_chariot.first_round"
CHARIOT = "scythed_chariot"

KEEPING = {
    "light_infantry": ("adlg.factor.light_infantry", 0),
    "light_cavalry": ("adlg.factor.light_horse", 0),
    "light_camels": ("adlg.factor.light_horse", 0),
    "javelinmen": ("adlg.factor.javelinmen", 1),
    "bowmen": ("adlg.factor.shooters", 0),
    "crossbowmen": ("adlg.factor.shooters", 0),
    "handgunners": ("adlg.factor.shooters", 0),
    "war_wagon": ("adlg.factor.war_wagon", 2),
    "elephant": ("adlg.factor.elephant", 2),
}


@pytest.mark.rule(FIRST)
@pytest.mark.statement("AG-326")
@pytest.mark.parametrize("enemy", [troop for troop in TROOPS if troop not in KEEPING])
def test_the_factor_against_a_scythed_chariot_is_nothing_in_the_first_round(enemy: str) -> None:
    for charger in ("a", "b", "none"):
        met = odds(CHARIOT, enemy, charger=charger)
        assert value(met, "b", FIRST) == 0
        assert not any(e["side"] == "b" and e["rule"].startswith("adlg.factor.") for e in met["ledger"])
    factor = {"medium_cavalry": 1, "heavy_swordsmen": 1, "pikemen": 2, "heavy_knights": 1}
    assert value(later(CHARIOT, enemy), "b", FIRST) is None
    if enemy in factor:
        assert later(CHARIOT, enemy)["totals"]["b"] == factor[enemy]


@pytest.mark.rule(FIRST)
@pytest.mark.parametrize(
    "enemies",
    [
        pytest.param(["light_infantry"], marks=pytest.mark.statement("AG-327")),
        pytest.param(["light_cavalry", "light_camels"], marks=pytest.mark.statement("AG-328")),
        pytest.param(["javelinmen", "bowmen", "crossbowmen", "handgunners"], marks=pytest.mark.statement("AG-329")),
        pytest.param(["war_wagon"], marks=pytest.mark.statement("AG-330")),
        pytest.param(["elephant"], marks=pytest.mark.statement("AG-331")),
    ],
)
@pytest.mark.parametrize("profile", ["sheet", "common"])
def test_its_factor_against_a_scythed_chariot_keeps(enemies: list[str], profile: str) -> None:
    for enemy in enemies:
        met = odds(CHARIOT, enemy, profile=profile)
        rule, number = KEEPING[enemy]
        assert value(met, "b", rule) == number
        assert value(met, "b", FIRST) is None


@pytest.mark.rule("adlg.scythed_chariot.supports")
@pytest.mark.statement("AG-332")
def test_a_scythed_chariot_cancels_the_supports_of_the_enemy_in_the_first_round() -> None:
    for enemy in ("heavy_swordsmen", "elephant", "javelinmen"):
        supported = unit(enemy, supports=[*simple("levy"), *on_flank("levy")])
        met = odds(CHARIOT, supported)
        for kind in ("simple", "melee"):
            assert value(met, "b", f"adlg.support.{kind}") is None
            assert voided(met, "b", f"adlg.support.{kind}") == "adlg.scythed_chariot.supports"
        after = later(CHARIOT, supported)
        assert value(after, "b", "adlg.support.simple") == 1
        assert value(after, "b", "adlg.support.melee") == 1
    own = odds(unit(CHARIOT, supports=simple("levy")), "heavy_swordsmen")
    assert value(own, "a", "adlg.support.simple") == 1


@pytest.mark.rule(FIRST)
@pytest.mark.parametrize(
    ("profile", "options", "number"),
    [
        ("sheet", {}, 1),
        ("common", {}, None),
        ("sheet", {"scythed_chariot_voids_spears": True}, None),
        ("common", {"scythed_chariot_voids_spears": False}, 1),
    ],
)
def test_whether_spears_have_their_bonus_against_a_scythed_chariot(
    profile: str, options: dict[str, object], number: int | None
) -> None:
    for spears in ("medium_spearmen", "heavy_spearmen", "pikemen"):
        met = odds(CHARIOT, spears, profile=profile, options=options)
        assert value(met, "b", "adlg.spears.first_round") == number
        assert met["totals"]["b"] == (number or 0)


@pytest.mark.rule(FIRST)
@pytest.mark.parametrize(
    ("profile", "options", "number"),
    [
        ("sheet", {}, 1),
        ("common", {}, None),
        ("sheet", {"scythed_chariot_voids_impact": True}, None),
        ("common", {"scythed_chariot_voids_impact": False}, 1),
    ],
)
def test_whether_impact_counts_against_a_scythed_chariot(
    profile: str, options: dict[str, object], number: int | None
) -> None:
    for enemy in ("heavy_swordsmen", "heavy_knights", "light_cavalry"):
        assert value(odds(CHARIOT, unit(enemy, "impact"), profile=profile, options=options), "b", IMPACT) == number
    assert value(odds(CHARIOT, "elephant", profile=profile, options=options), "b", IMPACT) == 1


# War wagons


@pytest.mark.rule("adlg.war_wagon.voids")
@pytest.mark.statement("AG-339")
@pytest.mark.parametrize("ability", ["impact", "impetuous"])
def test_a_war_wagon_cancels_impact_of_foot_and_mounted(ability: str) -> None:
    for troop in (
        "levy",
        "heavy_swordsmen",
        "pikemen",
        "light_cavalry",
        "medium_cavalry",
        "cataphracts",
        "heavy_knights",
    ):
        for charger in ("a", "b"):
            met = odds(unit(troop, ability), "war_wagon", charger=charger)
            assert value(met, "a", IMPACT) is None
            assert voided(met, "a", IMPACT) == "adlg.war_wagon.voids"


@pytest.mark.rule("adlg.war_wagon.voids")
@pytest.mark.statement("AG-340")
def test_a_war_wagon_cancels_javelins() -> None:
    for charger in ("a", "b"):
        met = odds("javelinmen", "war_wagon", charger=charger)
        assert met["totals"]["a"] == 0
        assert voided(met, "a", "adlg.javelin.first_round") is not None


@pytest.mark.rule("adlg.war_wagon.voids")
@pytest.mark.statement("AG-341")
def test_a_war_wagon_cancels_furious_charges() -> None:
    met = odds(CHARIOT, "war_wagon")
    assert met["furious_charge"]["a"] is False
    assert voided(met, "a", "adlg.furious.beasts") == "adlg.war_wagon.voids"
    for troop in ("heavy_knights", "light_cavalry", "levy"):
        assert odds(unit(troop, "impetuous"), "war_wagon")["furious_charge"]["a"] is False


@pytest.mark.rule("adlg.war_wagon.voids")
@pytest.mark.statement("AG-342")
@pytest.mark.parametrize("profile", ["sheet", "common"])
def test_a_war_wagon_cancels_nothing_that_elephants_have(profile: str) -> None:
    met = odds("elephant", "war_wagon", profile=profile)
    assert value(met, "a", IMPACT) == 1
    assert met["furious_charge"]["a"] is True
    assert met["voided"] == []


@pytest.mark.rule("adlg.war_wagon.blades")
@pytest.mark.statement("AG-344")
def test_a_war_wagon_with_blades_cancels_the_impact_of_elephants() -> None:
    met = odds("elephant", unit("war_wagon", "blades"))
    assert value(met, "a", IMPACT) is None
    assert voided(met, "a", IMPACT) == "adlg.war_wagon.blades"


@pytest.mark.rule("adlg.war_wagon.blades")
@pytest.mark.statement("AG-345")
def test_a_war_wagon_with_blades_cancels_the_furious_charge_of_elephants() -> None:
    met = odds("elephant", unit("war_wagon", "blades"))
    assert met["furious_charge"]["a"] is False
    assert voided(met, "a", "adlg.furious.beasts") == "adlg.war_wagon.blades"


@pytest.mark.rule("adlg.war_wagon.battle_ready")
@pytest.mark.parametrize(
    ("profile", "options", "mediocre"),
    [
        ("sheet", {}, 1),
        ("common", {}, None),
        ("sheet", {"mediocre_war_wagon_battle_ready": False}, None),
        ("common", {"mediocre_war_wagon_battle_ready": True}, 1),
    ],
)
def test_whether_a_mediocre_war_wagon_can_be_battle_ready(
    profile: str, options: dict[str, object], mediocre: int | None
) -> None:
    for quality, number in (("mediocre", mediocre), ("ordinary", 1), ("elite", 1)):
        ready = unit("war_wagon", "battle_ready", quality=quality)
        met = odds(ready, "levy", profile=profile, options=options)
        assert value(met, "a", "adlg.war_wagon.battle_ready") == number
