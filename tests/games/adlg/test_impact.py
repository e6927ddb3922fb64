"""Impact and impetuous: who has the first-round bonus, and everything that takes it away."""

from __future__ import annotations

import pytest

from tests.games.adlg.fights import later, odds, on_flank, unit, value, voided
from tests.games.adlg.thrown import steps, thrown

IMPACT = "adlg.impact.first_round"
FOOT = ("medium_swordsmen", "medium_spearmen", "heavy_swordsmen", "heavy_spearmen", "pikemen", "levy")
MOUNTED = (
    "light_cavalry",
    "light_camels",
    "medium_cavalry",
    "light_chariot",
    "medium_camels",
    "heavy_cavalry",
    "heavy_chariot",
    "cataphracts",
    "camel_cataphracts",
    "medium_knights",
    "heavy_knights",
)
SPEARS = ("medium_spearmen", "heavy_spearmen", "pikemen")
ORDINARY = "bowmen"
"""Foot that voids nobody's impact."""


def with_impact(troop: str) -> dict[str, object]:
    return unit(troop, "impact")


@pytest.mark.rule(IMPACT)
@pytest.mark.statement("AG-021")
@pytest.mark.parametrize("troop", [*FOOT, *MOUNTED])
def test_impact_adds_one_in_the_first_round(troop: str) -> None:
    plain, charge = odds(troop, ORDINARY), odds(with_impact(troop), ORDINARY)
    assert value(charge, "a", IMPACT) == 1
    assert value(plain, "a", IMPACT) is None
    assert value(later(with_impact(troop), ORDINARY), "a", IMPACT) is None
    assert value(odds(with_impact(troop), ORDINARY, round=2), "a", IMPACT) is None


@pytest.mark.rule(IMPACT)
@pytest.mark.statement("AG-022")
@pytest.mark.parametrize("edge", ["flank", "rear"])
@pytest.mark.parametrize("side", ["a", "b"])
def test_impact_needs_an_attack_on_the_front(edge: str, side: str) -> None:
    for one in ("heavy_swordsmen", "heavy_knights"):
        units = (with_impact(one), ORDINARY) if side == "a" else (ORDINARY, with_impact(one))
        assert value(odds(*units, contact=edge), side, IMPACT) is None
        assert voided(odds(*units, contact=edge), side, IMPACT) == IMPACT
        assert value(odds(*units, contact="front"), side, IMPACT) == 1


@pytest.mark.rule(IMPACT)
@pytest.mark.parametrize("profile", ["sheet", "common"])
def test_impact_belongs_to_the_charging_and_the_charged_unit_and_needs_a_charge(profile: str) -> None:
    for charger, number in (("a", 1), ("b", 1), ("none", None)):
        met = odds(with_impact("heavy_swordsmen"), "levy", charger=charger, profile=profile)
        assert value(met, "a", IMPACT) == number


@pytest.mark.rule("adlg.impact.elephants")
@pytest.mark.statement("AG-023")
def test_impact_gives_nothing_against_elephants() -> None:
    for troop in (*FOOT, *MOUNTED):
        for charger in ("a", "b"):
            met = odds(with_impact(troop), "elephant", charger=charger)
            assert value(met, "a", IMPACT) is None, troop
            assert voided(met, "a", IMPACT) == "adlg.impact.elephants", troop


@pytest.mark.rule("adlg.impact.elephants")
@pytest.mark.parametrize("profile", ["sheet", "common"])
def test_elephants_have_no_impact_against_elephants(profile: str) -> None:
    met = odds("elephant", "elephant", profile=profile)
    assert met["totals"] == {"a": 2, "b": 2}
    assert voided(met, "a", IMPACT) == "adlg.impact.elephants"


# Foot and mounted


@pytest.mark.rule("adlg.impact.foot_charging_mounted")
@pytest.mark.statement("AG-024")
@pytest.mark.parametrize("mounted", [*MOUNTED, "scythed_chariot"])
def test_foot_that_charge_mounted_have_no_impact(mounted: str) -> None:
    for foot in FOOT:
        met = odds(with_impact(foot), mounted, charger="a")
        assert value(met, "a", IMPACT) is None
        assert voided(met, "a", IMPACT) == "adlg.impact.foot_charging_mounted"


@pytest.mark.rule("adlg.impact.foot_charged")
@pytest.mark.statement("AG-025")
@pytest.mark.parametrize("mounted", MOUNTED)
@pytest.mark.parametrize("ability", ["impact", "impetuous"])
def test_foot_charged_by_mounted_with_impact_have_none(mounted: str, ability: str) -> None:
    for foot in FOOT:
        met = odds(with_impact(foot), unit(mounted, ability), charger="b")
        assert value(met, "a", IMPACT) is None
        assert voided(met, "a", IMPACT) == "adlg.impact.foot_charged"


@pytest.mark.rule("adlg.impact.foot_charged")
@pytest.mark.statement("AG-026")
@pytest.mark.parametrize("mounted", [*MOUNTED, "scythed_chariot"])
def test_foot_charged_by_mounted_without_impact_keep_theirs(mounted: str) -> None:
    for foot in FOOT:
        met = odds(with_impact(foot), mounted, charger="b")
        assert value(met, "a", IMPACT) == 1
        assert voided(met, "a", IMPACT) is None


@pytest.mark.rule("adlg.impact.foot_charged")
def test_between_mounted_both_keep_their_impact() -> None:
    met = odds(with_impact("heavy_cavalry"), with_impact("medium_cavalry"))
    assert (value(met, "a", IMPACT), value(met, "b", IMPACT)) == (1, 1)


@pytest.mark.rule("adlg.impact.foot_charged")
def test_by_the_other_reading_charged_foot_keep_theirs_and_mounted_against_mounted_have_none() -> None:
    other: dict[str, object] = {"impact_of_both": "charged_mounted_cancel"}
    foot = odds(with_impact("levy"), with_impact("heavy_knights"), charger="b", options=other)
    assert (value(foot, "a", IMPACT), value(foot, "b", IMPACT)) == (1, 1)
    horse = odds(with_impact("heavy_cavalry"), with_impact("medium_cavalry"), options=other)
    assert (value(horse, "a", IMPACT), value(horse, "b", IMPACT)) == (None, None)
    one_sided = odds(with_impact("heavy_cavalry"), "medium_cavalry", options=other)
    assert value(one_sided, "a", IMPACT) == 1
    charging = odds(with_impact("levy"), "heavy_knights", charger="a", options=other)
    assert voided(charging, "a", IMPACT) == "adlg.impact.foot_charging_mounted"


@pytest.mark.rule("adlg.impact.foot_charged")
@pytest.mark.parametrize(
    ("profile", "options", "kept"),
    [
        ("sheet", {}, None),
        ("common", {}, None),
        ("sheet", {"foot_impact_void_by_owned_impact": False}, 1),
    ],
)
def test_foot_lose_impact_to_mounted_who_own_it_though_spears_void_it(
    profile: str, options: dict[str, object], kept: int | None
) -> None:
    met = odds(with_impact("heavy_knights"), with_impact("medium_spearmen"), profile=profile, options=options)
    assert voided(met, "a", IMPACT) == "adlg.spears.void_impact"
    assert value(met, "b", IMPACT) == kept


# Impetuous


@pytest.mark.rule("adlg.impact.impetuous")
@pytest.mark.statement("AG-067")
@pytest.mark.parametrize("troop", [*FOOT, *MOUNTED])
def test_impetuous_gives_the_same_bonus_as_impact(troop: str) -> None:
    wild = unit(troop, "impetuous")
    assert value(odds(wild, ORDINARY), "a", IMPACT) == 1
    assert value(odds(ORDINARY, wild), "b", IMPACT) == 1
    assert value(later(wild, ORDINARY), "a", IMPACT) is None
    assert value(odds(wild, ORDINARY, contact="flank"), "a", IMPACT) is None
    assert voided(odds(wild, "elephant"), "a", IMPACT) == "adlg.impact.elephants"
    assert value(odds(unit(troop, "impetuous", "impact"), ORDINARY), "a", IMPACT) == 1


@pytest.mark.rule("adlg.impact.impetuous_against_swords")
@pytest.mark.statement("AG-068")
@pytest.mark.parametrize("foot", FOOT)
@pytest.mark.parametrize("swordsmen", ["medium_swordsmen", "heavy_swordsmen"])
@pytest.mark.parametrize("charger", ["a", "b"])
def test_impetuous_foot_have_no_impact_against_swordsmen_on_the_front(foot: str, swordsmen: str, charger: str) -> None:
    wild = odds(unit(foot, "impetuous"), swordsmen, charger=charger)
    assert value(wild, "a", IMPACT) is None
    assert voided(wild, "a", IMPACT) is not None
    assert value(odds(with_impact(foot), swordsmen, charger=charger), "a", IMPACT) == 1
    assert value(odds(unit("heavy_knights", "impetuous"), swordsmen, charger=charger), "a", IMPACT) == 1
    assert wild["furious_charge"]["a"] is True  # never lost to swordsmen


@pytest.mark.rule("adlg.impact.impetuous_against_swords")
@pytest.mark.parametrize("foot", ["medium_spearmen", "heavy_spearmen", "pikemen", "levy"])
def test_the_ledger_names_the_sentence_about_all_impetuous_foot_where_the_marks_do_not_apply(foot: str) -> None:
    # The mark ** speaks of impetuous swordsmen alone.
    wild = odds(unit(foot, "impetuous"), "medium_swordsmen")
    assert voided(wild, "a", IMPACT) == "adlg.impact.impetuous_against_swords"


@pytest.mark.rule("adlg.swords.void_impact")
@pytest.mark.statement("AG-336")
@pytest.mark.parametrize("enemy", ["medium_swordsmen", "heavy_swordsmen", "foot_knights"])
@pytest.mark.parametrize("swordsmen", ["medium_swordsmen", "heavy_swordsmen"])
def test_two_stars_cancel_the_impact_of_impetuous_swordsmen_on_the_front(enemy: str, swordsmen: str) -> None:
    for charger in ("a", "b"):
        wild = odds(unit(swordsmen, "impetuous"), enemy, charger=charger)
        assert voided(wild, "a", IMPACT) == "adlg.swords.void_impact"
        assert value(odds(with_impact(swordsmen), enemy, charger=charger), "a", IMPACT) == 1


@pytest.mark.rule("adlg.swords.void_impact")
@pytest.mark.parametrize(
    ("profile", "options", "kept"),
    [
        ("sheet", {}, 1),
        ("common", {}, None),
        ("sheet", {"impetuous_impact_void": "all_impetuous_foot"}, None),
        ("common", {"impetuous_impact_void": "either_sentence"}, 1),
    ],
)
def test_foot_knights_cancel_that_of_other_impetuous_foot_by_the_common_reading_only(
    profile: str, options: dict[str, object], kept: int | None
) -> None:
    for foot in ("levy", "heavy_spearmen"):
        assert (
            value(odds(unit(foot, "impetuous"), "foot_knights", profile=profile, options=options), "a", IMPACT) == kept
        )
    for swordsmen in ("medium_swordsmen", "heavy_swordsmen"):
        wild = odds(unit("levy", "impetuous"), swordsmen, profile=profile, options=options)
        assert value(wild, "a", IMPACT) is None


# Spears and pikes


@pytest.mark.rule("adlg.spears.void_impact")
@pytest.mark.statement("AG-333")
@pytest.mark.parametrize("mounted", MOUNTED)
@pytest.mark.parametrize("spears", SPEARS)
def test_spears_cancel_the_impact_of_mounted_on_the_front(mounted: str, spears: str) -> None:
    for charger in ("a", "b"):
        for ability in ("impact", "impetuous"):
            met = odds(unit(mounted, ability), spears, charger=charger)
            assert value(met, "a", IMPACT) is None
            assert voided(met, "a", IMPACT) == "adlg.spears.void_impact"
    assert value(odds(with_impact("levy"), spears), "a", IMPACT) == 1


@pytest.mark.rule("adlg.spears.void_impact")
@pytest.mark.statement("AG-334")
@pytest.mark.parametrize("spears", SPEARS)
def test_spears_do_not_cancel_the_impact_of_elephants(spears: str) -> None:
    assert value(odds("elephant", spears), "a", IMPACT) == 1


@pytest.mark.rule("adlg.spears.void_impact")
@pytest.mark.statement("AG-335")
@pytest.mark.parametrize("spears", SPEARS)
def test_spears_do_not_cancel_a_furious_charge(spears: str) -> None:
    for profile in ("sheet", "common"):
        assert odds(with_impact("heavy_knights"), spears, profile=profile)["furious_charge"]["a"] is True
        assert odds("elephant", spears, profile=profile)["furious_charge"]["a"] is True
    won = thrown(with_impact("heavy_knights"), spears, (6, 1))
    assert steps(won) == ["furious.first_round"]


@pytest.mark.rule("adlg.spears.void_impact")
@pytest.mark.parametrize(
    ("profile", "options", "kept"),
    [("sheet", {}, None), ("common", {}, None), ("sheet", {"flanked_foot_voids_impact": False}, 1)],
)
def test_spears_and_swordsmen_held_in_flank_still_cancel_impact(
    profile: str, options: dict[str, object], kept: int | None
) -> None:
    knights = unit("heavy_knights", "impact", supports=on_flank("levy"))
    assert value(odds(knights, "heavy_spearmen", profile=profile, options=options), "a", IMPACT) == kept
    wild = unit("heavy_swordsmen", "impetuous", supports=on_flank("levy"))
    assert value(odds(wild, "heavy_swordsmen", profile=profile, options=options), "a", IMPACT) == kept


# Elephants, knights, wagons, stakes


@pytest.mark.rule("adlg.elephant.impact")
@pytest.mark.statement("AG-318")
@pytest.mark.parametrize(
    "enemy", ["bowmen", "crossbowmen", "handgunners", *FOOT, "foot_knights", "heavy_artillery", *MOUNTED[2:]]
)
def test_elephants_have_impact(enemy: str) -> None:
    assert value(odds("elephant", enemy), "a", IMPACT) == 1
    assert value(odds(enemy, "elephant"), "b", IMPACT) == 1


@pytest.mark.rule("adlg.elephant.impact")
@pytest.mark.parametrize(
    "enemies",
    [
        pytest.param(["light_infantry"], marks=pytest.mark.statement("AG-319")),
        pytest.param(["light_cavalry", "light_camels"], marks=pytest.mark.statement("AG-320")),
        pytest.param(["javelinmen"], marks=pytest.mark.statement("AG-321")),
    ],
)
def test_elephants_have_no_impact_against(enemies: list[str]) -> None:
    for enemy in enemies:
        met = odds("elephant", enemy)
        assert value(met, "a", IMPACT) is None
        assert voided(met, "a", IMPACT) == "adlg.elephant.impact"


@pytest.mark.rule("adlg.impact.against_knights")
@pytest.mark.parametrize(
    "troops",
    [
        pytest.param(["heavy_chariot"], marks=pytest.mark.statement("AG-292")),
        pytest.param(["cataphracts", "camel_cataphracts"], marks=pytest.mark.statement("AG-297")),
    ],
)
@pytest.mark.parametrize("profile", ["sheet", "common"])
def test_heavy_chariots_and_cataphracts_have_no_impact_against_mounted_knights(troops: list[str], profile: str) -> None:
    for troop in troops:
        for charger in ("a", "b"):
            for knights in ("medium_knights", "heavy_knights"):
                met = odds(with_impact(troop), knights, charger=charger, profile=profile)
                assert voided(met, "a", IMPACT) == "adlg.impact.against_knights"
            for enemy in ("foot_knights", "heavy_cavalry"):
                assert value(odds(with_impact(troop), enemy, charger=charger, profile=profile), "a", IMPACT) == 1
    assert value(odds(with_impact("heavy_cavalry"), "heavy_knights", profile=profile), "a", IMPACT) == 1


@pytest.mark.rule("adlg.impact.cataphracts")
@pytest.mark.parametrize("troop", ["cataphracts", "camel_cataphracts"])
@pytest.mark.parametrize(
    ("profile", "options", "number"),
    [
        ("sheet", {}, None),
        ("common", {}, 1),
        ("sheet", {"cataphract_impact": "by_type"}, 1),
        ("common", {"cataphract_impact": "if_bought"}, None),
    ],
)
def test_cataphracts_have_impact_by_the_common_reading_only(
    troop: str, profile: str, options: dict[str, object], number: int | None
) -> None:
    met = odds(troop, "levy", profile=profile, options=options)
    assert value(met, "a", IMPACT) == number
    assert met["furious_charge"]["a"] is (number == 1)
    assert value(odds("heavy_chariot", "levy", profile=profile, options=options), "a", IMPACT) is None
