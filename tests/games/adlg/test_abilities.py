"""The special abilities apart from charges and steps: incendiary, mixed units, half bow, panic, pavise, stakes."""

from __future__ import annotations

import pytest

from tests.games.adlg.fights import later, odds, on_flank, shoot, simple, unit, value, voided
from triarii.games.adlg.data.troops import TROOPS

IMPACT = "adlg.impact.first_round"
PANIC = "adlg.panic.contact"
HORSES = (
    "light_cavalry",
    "medium_cavalry",
    "light_chariot",
    "heavy_cavalry",
    "heavy_chariot",
    "cataphracts",
    "medium_knights",
    "heavy_knights",
)
CAMELS = ("light_camels", "medium_camels", "camel_cataphracts")
BEASTS_AND_WAGONS = ("elephant", "war_wagon")


def on_planted_stakes(**more: object) -> dict[str, object]:
    return unit("bowmen", stakes=True, **more)


# Incendiary weapons and artillery


@pytest.mark.rule("adlg.incendiary.shooting")
@pytest.mark.parametrize(
    "target",
    [
        pytest.param("elephant", marks=pytest.mark.statement("AG-034")),
        pytest.param("war_wagon", marks=pytest.mark.statement("AG-035")),
    ],
)
def test_incendiary_weapons_shoot_better_at(target: str) -> None:
    rule = "adlg.incendiary.shooting"
    assert value(shoot("incendiary", "light_infantry", target), "a", rule) == 1
    assert value(shoot("incendiary", unit("light_infantry", "incendiary"), target), "a", rule) == 1
    assert value(shoot("bow", unit("bowmen", "incendiary"), target), "a", rule) == 1
    assert value(shoot("bow", "bowmen", target), "a", rule) is None
    for other in TROOPS:
        if other not in BEASTS_AND_WAGONS:
            assert value(shoot("incendiary", "light_infantry", other), "a", rule) is None


@pytest.mark.rule("adlg.incendiary.melee")
@pytest.mark.parametrize(
    "enemy",
    [
        pytest.param("elephant", marks=pytest.mark.statement("AG-036")),
        pytest.param("war_wagon", marks=pytest.mark.statement("AG-037")),
    ],
)
def test_incendiary_weapons_fight_better_against(enemy: str) -> None:
    rule = "adlg.incendiary.melee"
    armed = unit("light_infantry", "incendiary")
    assert value(odds(armed, enemy), "a", rule) == 1
    assert value(later(armed, enemy), "a", rule) == 1
    assert value(odds(enemy, armed, contact="flank"), "b", rule) == 1
    assert value(odds("light_infantry", enemy), "a", rule) is None
    for other in TROOPS:
        if other not in BEASTS_AND_WAGONS:
            assert value(later(armed, other), "a", rule) is None


@pytest.mark.rule("adlg.artillery.shooting")
@pytest.mark.parametrize(
    "target",
    [
        pytest.param("elephant", marks=pytest.mark.statement("AG-241")),
        pytest.param("war_wagon", marks=pytest.mark.statement("AG-242")),
    ],
)
def test_artillery_shoots_better_at(target: str) -> None:
    rule = "adlg.artillery.shooting"
    for guns in ("light_artillery", "medium_artillery", "heavy_artillery"):
        shot = shoot("artillery", guns, target)
        assert value(shot, "a", rule) == 1
        assert shot["totals"]["a"] == 1
        for other in TROOPS:
            if other not in BEASTS_AND_WAGONS:
                assert value(shoot("artillery", guns, other), "a", rule) is None
    assert value(shoot("bow", "bowmen", target), "a", rule) is None


# Mixed units and half bow: hits of 36 at a protection of 1, and rounds won, tied and lost against a levy


HITS = {"elite": 12, "ordinary": 10, "mediocre": 7}
ROUNDS = {"elite": (18, 6, 12), "ordinary": (15, 6, 15), "mediocre": (12, 6, 18)}


def hits(shooter: dict[str, object], **more: object) -> int:
    found: int = shoot("bow", shooter, "levy", **more)["counts"]["hit"]
    return found


def rounds(fighter: dict[str, object], **more: object) -> tuple[int, int, int]:
    """Won, tied and lost with levy against levy, so that quality alone decides."""
    counts = later(fighter, "levy", **more)["counts"]
    won, lost = (sum(counts[f"{end}_{size}"] for size in ("1", "2", "3", "rout")) for end in ("win", "lose"))
    return won, counts["tie"], lost


@pytest.mark.rule("adlg.impact.half_bow")
@pytest.mark.statement("AG-027")
def test_a_unit_with_impact_and_half_bow_shoots_one_step_lower() -> None:
    for quality, shoots_as in (("elite", "ordinary"), ("ordinary", "mediocre"), ("mediocre", "mediocre")):
        cavalry = unit("medium_cavalry", "impact_half_bow", quality=quality)
        assert hits(cavalry) == HITS[shoots_as]
        assert hits(unit("medium_cavalry", quality=quality)) == HITS[quality]
    assert value(odds(unit("medium_cavalry", "impact_half_bow"), "levy"), "a", IMPACT) == 1


@pytest.mark.rule("adlg.impact.half_bow")
def test_half_bow_leaves_the_quality_in_melee() -> None:
    for quality in ROUNDS:
        mounted = unit("medium_cavalry", "impact_half_bow", quality=quality)
        plain = unit("medium_cavalry", quality=quality)
        assert later(mounted, "levy")["counts"] == later(plain, "levy")["counts"]


@pytest.mark.rule("adlg.mixed.shooting")
@pytest.mark.statement("AG-043")
def test_a_mixed_unit_shoots_with_its_own_quality() -> None:
    for quality, number in HITS.items():
        assert hits(unit("heavy_swordsmen", "mixed", quality=quality)) == number


@pytest.mark.rule("adlg.mixed.melee")
@pytest.mark.statement("AG-044")
def test_a_mixed_unit_fights_one_step_lower() -> None:
    for quality, fights_as in (("elite", "ordinary"), ("ordinary", "mediocre"), ("mediocre", "mediocre")):
        assert rounds(unit("levy", "mixed", quality=quality)) == ROUNDS[fights_as]
        assert rounds(unit("levy", quality=quality)) == ROUNDS[quality]


@pytest.mark.rule("adlg.mixed.melee")
@pytest.mark.parametrize(
    ("profile", "options", "elite"),
    [
        ("sheet", {}, "ordinary"),
        ("common", {}, "ordinary"),
        ("sheet", {"mixed_quality_step": "ordinary_only"}, "elite"),
    ],
)
def test_whether_every_quality_drops_a_step(profile: str, options: dict[str, object], elite: str) -> None:
    for quality, lowered in (("elite", elite), ("ordinary", "mediocre"), ("mediocre", "mediocre")):
        mixed = unit("levy", "mixed", quality=quality)
        assert rounds(mixed, profile=profile, options=options) == ROUNDS[lowered]
        half_bow = unit("heavy_cavalry", "impact_half_bow", quality=quality)
        # Under the common reading of shooting this shooter has no malus either.
        assert hits(half_bow, profile=profile, options=options) == HITS[lowered]


# Panic


@pytest.mark.rule(PANIC)
@pytest.mark.statement("AG-045")
def test_panic_costs_mounted_in_contact_one_in_melee() -> None:
    for fight in (odds, later):
        assert value(fight("medium_cavalry", "elephant"), "a", PANIC) == -1
        assert value(fight("elephant", "medium_cavalry"), "b", PANIC) == -1
        assert value(fight("pikemen", "elephant"), "a", PANIC) is None
        assert value(fight("medium_cavalry", "heavy_knights"), "a", PANIC) is None
    assert later("medium_cavalry", "elephant")["totals"]["a"] == 0


@pytest.mark.rule(PANIC)
@pytest.mark.statement("AG-046")
def test_panic_strikes_friends_as_well_as_enemies_in_contact() -> None:
    for beast in (*CAMELS, "elephant"):
        assert value(later("heavy_knights", beast), "a", PANIC) == -1
        assert value(later("levy", unit(beast, supports=simple("heavy_knights"))), "b", PANIC) is None
        assert value(later(unit("heavy_knights", supports=simple(beast)), "levy"), "a", PANIC) == -1
    friendly = unit("heavy_knights", supports=simple("elephant"))
    assert value(later(friendly, "levy", profile="common"), "a", PANIC) is None
    assert value(later(friendly, "levy", options={"panic_from_friend": False}), "a", PANIC) is None


@pytest.mark.rule(PANIC)
@pytest.mark.statement("AG-047")
def test_panic_does_not_touch_scythed_chariots() -> None:
    for beast in (*CAMELS, "elephant"):
        assert value(later("scythed_chariot", beast), "a", PANIC) is None
        assert value(later(unit("scythed_chariot", supports=simple(beast)), "levy"), "a", PANIC) is None


@pytest.mark.rule(PANIC)
@pytest.mark.parametrize(
    ("profile", "options", "melee", "beside"),
    [
        ("sheet", {}, -1, None),
        ("common", {}, -1, None),
        ("sheet", {"panic_from_melee_support": False}, None, None),
        ("sheet", {"panic_from_enemy_neighbour": True}, -1, -1),
    ],
)
def test_whether_enemy_beasts_in_support_cause_panic(
    profile: str, options: dict[str, object], melee: int | None, beside: int | None
) -> None:
    for supports, number in ((on_flank("elephant"), melee), (simple("elephant"), beside)):
        met = later("heavy_knights", unit("levy", supports=supports), profile=profile, options=options)
        assert value(met, "a", PANIC) == number


@pytest.mark.rule(PANIC)
def test_several_beasts_cost_one_in_all() -> None:
    many = unit("elephant", supports=[*on_flank("elephant", "light_camels")])
    assert value(later(unit("heavy_knights", supports=simple("elephant")), many), "a", PANIC) == -1


@pytest.mark.rule("adlg.panic.sources")
@pytest.mark.parametrize(
    ("frightened", "beasts"),
    [
        pytest.param(HORSES, CAMELS, id="horses at camels", marks=pytest.mark.statement("AG-346")),
        pytest.param(HORSES, ("elephant",), id="horses at elephants", marks=pytest.mark.statement("AG-347")),
        pytest.param(CAMELS, ("elephant",), id="camels at elephants", marks=pytest.mark.statement("AG-348")),
    ],
)
def test_these_panic(frightened: tuple[str, ...], beasts: tuple[str, ...]) -> None:
    for mounts in frightened:
        for beast in beasts:
            met = later(mounts, beast)
            assert (value(met, "a", PANIC), value(met, "b", PANIC)) == (-1, None)


@pytest.mark.rule("adlg.panic.sources")
def test_camels_do_not_panic_at_camels_nor_elephants_at_elephants() -> None:
    for one, two in (("light_camels", "camel_cataphracts"), ("elephant", "elephant"), ("elephant", "medium_camels")):
        assert value(later(one, two), "a", PANIC) is None


# Pavise


@pytest.mark.rule("adlg.pavise.protection")
@pytest.mark.statement("AG-048")
@pytest.mark.parametrize("target", ["bowmen", "heavy_swordsmen", "foot_knights"])
@pytest.mark.parametrize("weapon", ["bow", "longbow", "crossbow", "firearm", "sling", "javelin"])
def test_a_pavise_adds_one_to_the_protection(target: str, weapon: str) -> None:
    shooter = "light_infantry" if weapon in ("sling", "javelin") else "heavy_swordsmen"
    bare, behind = shoot(weapon, shooter, target), shoot(weapon, shooter, unit(target, "pavise"))
    assert value(behind, "b", "adlg.pavise.protection") == 1
    assert behind["totals"]["b"] == bare["totals"]["b"] + 1


@pytest.mark.rule("adlg.pavise.protection")
def test_a_crossbow_sets_protection_to_one_before_a_pavise_adds_one() -> None:
    for target in ("bowmen", "heavy_swordsmen", "foot_knights"):
        assert shoot("crossbow", "crossbowmen", unit(target, "pavise"))["totals"]["b"] == 2


@pytest.mark.rule("adlg.pavise.exceptions")
@pytest.mark.parametrize(
    ("weapon", "shooter"),
    [
        pytest.param("artillery", "heavy_artillery", marks=pytest.mark.statement("AG-049")),
        pytest.param("incendiary", "light_infantry", marks=pytest.mark.statement("AG-050")),
    ],
)
def test_a_pavise_gives_nothing_against(weapon: str, shooter: str) -> None:
    shot = shoot(weapon, shooter, unit("bowmen", "pavise"))
    assert value(shot, "b", "adlg.pavise.protection") is None
    assert voided(shot, "b", "adlg.pavise.protection") == "adlg.pavise.exceptions"
    assert shot["totals"]["b"] == 0


@pytest.mark.rule("adlg.pavise.exceptions")
@pytest.mark.statement("AG-051")
@pytest.mark.parametrize("works", ["cover", "fortified"])
def test_a_pavise_does_not_add_to_cover(works: str) -> None:
    shot = shoot("bow", "bowmen", unit("heavy_swordsmen", "pavise", **{works: True}))
    assert voided(shot, "b", "adlg.pavise.protection") == "adlg.pavise.exceptions"
    assert shot["totals"] == {"a": -1, "b": 1}  # the cover's -1 stays
    assert shoot("bow", "bowmen", unit("heavy_swordsmen", "pavise"))["totals"] == {"a": 0, "b": 2}


# Stakes


@pytest.mark.rule("adlg.stakes.charge")
@pytest.mark.statement("AG-052")
@pytest.mark.parametrize("mounted", [*HORSES, *CAMELS, "elephant"])
def test_stakes_cancel_the_impact_of_mounted(mounted: str) -> None:
    for charger in ("a", "b"):
        met = odds(unit(mounted, "impact"), on_planted_stakes(), charger=charger)
        assert value(met, "a", IMPACT) is None
        assert voided(met, "a", IMPACT) == "adlg.stakes.charge"
    assert value(odds(unit(mounted, "impact"), on_planted_stakes(), contact="flank"), "b", IMPACT) is None
    assert value(odds(unit(mounted, "impact"), unit("bowmen", "stakes")), "a", IMPACT) == 1  # not planted
    assert value(odds(unit("levy", "impact"), on_planted_stakes()), "a", IMPACT) == 1  # foot


@pytest.mark.rule("adlg.stakes.charge")
@pytest.mark.statement("AG-053")
@pytest.mark.parametrize("mounted", [*HORSES, *CAMELS, "elephant", "scythed_chariot"])
def test_stakes_cancel_the_furious_charge_of_mounted(mounted: str) -> None:
    charging = unit(mounted) if mounted in ("elephant", "scythed_chariot") else unit(mounted, "impact")
    met = odds(charging, on_planted_stakes())
    assert met["furious_charge"]["a"] is False
    assert "adlg.stakes.charge" in {each["by"]["rule"] for each in met["voided"] if "furious" in each["what"]["rule"]}
    assert odds(charging, "bowmen")["furious_charge"]["a"] is True
    assert odds(unit("levy", "impetuous"), on_planted_stakes())["furious_charge"]["a"] is True


@pytest.mark.rule("adlg.stakes.malus")
@pytest.mark.statement("AG-054")
@pytest.mark.parametrize("mounted", [*HORSES, *CAMELS, "scythed_chariot"])
def test_mounted_fight_at_minus_two_against_stakes(mounted: str) -> None:
    for fight in (odds, later):
        assert value(fight(mounted, on_planted_stakes()), "a", "adlg.stakes.malus") == -2
    assert value(later("levy", on_planted_stakes()), "a", "adlg.stakes.malus") is None
    assert value(later(mounted, "bowmen"), "a", "adlg.stakes.malus") is None


@pytest.mark.rule("adlg.stakes.malus")
@pytest.mark.statement("AG-055")
@pytest.mark.parametrize("profile", ["sheet", "common"])
def test_elephants_do_not(profile: str) -> None:
    met = odds("elephant", on_planted_stakes(), profile=profile)
    assert value(met, "a", "adlg.stakes.malus") is None
    assert met["totals"]["a"] == 1
    assert voided(met, "a", IMPACT) == "adlg.stakes.charge"


@pytest.mark.rule("adlg.melee.works")
def test_several_works_cost_mounted_two_in_all() -> None:
    many = unit("bowmen", stakes=True, fortified=True, obstacle=True)
    assert later("heavy_knights", many)["totals"]["a"] == 0
    assert later("heavy_knights", unit("bowmen", stakes=True))["totals"]["a"] == 0
    assert later("heavy_knights", "bowmen")["totals"]["a"] == 2
