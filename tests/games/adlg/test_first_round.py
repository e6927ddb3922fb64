"""The bonuses of the first round beside impact: javelin, spears and pikes, shooters that are charged, polearm."""

from __future__ import annotations

import pytest

from tests.games.adlg.fights import Unit, later, odds, on_flank, unit, value, voided

JAVELIN = "adlg.javelin.first_round"
SPEARS_BONUS = "adlg.spears.first_round"
CAVALRY_BONUS = "adlg.cavalry.first_round"
POLEARM = "adlg.polearm.first_round"
CHARGED = "adlg.shooters.charged"
SCYTHED = "adlg.scythed_chariot.first_round"

LMI = ("javelinmen", "bowmen", "crossbowmen", "handgunners")
SHOOTERS = ("bowmen", "crossbowmen", "handgunners")
SPEARS = ("medium_spearmen", "heavy_spearmen", "pikemen")
CAVALRY = ("medium_cavalry", "light_chariot", "medium_camels", "heavy_cavalry")
HORSED = (
    "light_cavalry",
    "light_camels",
    *CAVALRY,
    "heavy_chariot",
    "cataphracts",
    "camel_cataphracts",
    "medium_knights",
    "heavy_knights",
)
FOOT = ("medium_swordsmen", "medium_spearmen", "heavy_swordsmen", "heavy_spearmen", "pikemen", "levy")

both_edges = pytest.mark.parametrize("edge", ["flank", "rear"])


def first_round_only(rule: str, side: str, a: Unit, b: Unit) -> None:
    """The bonus is there in the first round and in no later one."""
    assert value(odds(a, b), side, rule) == 1
    assert value(later(a, b), side, rule) is None


# Javelin


@pytest.mark.rule(JAVELIN)
@pytest.mark.parametrize(
    ("troops", "enemy"),
    [
        pytest.param(["light_infantry"], "light_infantry", marks=pytest.mark.statement("AG-071")),
        pytest.param(["light_cavalry", "light_camels"], "levy", marks=pytest.mark.statement("AG-072")),
        pytest.param(list(LMI), "levy", marks=pytest.mark.statement("AG-073")),
    ],
)
def test_the_javelin_gives_one_in_the_first_round_to(troops: list[str], enemy: str) -> None:
    for troop in troops:
        armed = unit(troop, "javelin")
        first_round_only(JAVELIN, "a", armed, enemy)
        assert value(odds(enemy, armed), "b", JAVELIN) == 1
        if troop != "javelinmen":
            assert value(odds(troop, enemy), "a", JAVELIN) is None


@pytest.mark.rule(JAVELIN)
def test_cavalry_throws_its_javelins_but_has_nothing_from_them_in_melee() -> None:
    for cavalry in CAVALRY:
        assert value(odds(unit(cavalry, "javelin"), "levy"), "a", JAVELIN) is None


@pytest.mark.rule(JAVELIN)
@pytest.mark.statement("AG-074")
@both_edges
def test_the_javelin_needs_an_attack_on_the_front(edge: str) -> None:
    for troop in ("javelinmen", unit("light_cavalry", "javelin")):
        assert value(odds(troop, "levy", contact=edge), "a", JAVELIN) is None
        assert value(odds("levy", troop, contact=edge), "b", JAVELIN) is None
        assert value(odds(troop, "levy", charger="none"), "a", JAVELIN) is None
        assert value(odds(troop, "levy"), "a", JAVELIN) == 1


@pytest.mark.rule("adlg.javelin.against_impact")
@pytest.mark.statement("AG-075")
@pytest.mark.parametrize("enemy", [*FOOT, *HORSED])
@pytest.mark.parametrize("ability", ["impact", "impetuous"])
def test_the_javelin_gives_nothing_against_impact_on_the_front_edge(enemy: str, ability: str) -> None:
    met = odds("javelinmen", unit(enemy, ability))
    assert value(met, "a", JAVELIN) is None
    assert voided(met, "a", JAVELIN) == "adlg.javelin.against_impact"
    assert value(odds("javelinmen", enemy), "a", JAVELIN) == 1


@pytest.mark.rule("adlg.javelin.against_impact")
@pytest.mark.parametrize(
    ("profile", "options", "kept"),
    [("sheet", {}, None), ("common", {}, None), ("sheet", {"javelin_void_by_owned_impact": False}, 1)],
)
def test_owning_impact_is_enough_even_if_the_ground_takes_it(
    profile: str, options: dict[str, object], kept: int | None
) -> None:
    knights = unit("heavy_knights", "impact", terrain="rough")
    met = odds(knights, "javelinmen", profile=profile, options=options)
    assert voided(met, "a", "adlg.impact.first_round") == "adlg.impact.mounted_with_malus"
    assert value(met, "b", JAVELIN) == kept
    in_the_open = odds(unit("heavy_knights", "impact"), "javelinmen", profile=profile, options=options)
    assert value(in_the_open, "b", JAVELIN) is None


@pytest.mark.rule("adlg.javelin.exceptions")
@pytest.mark.statement("AG-076")
def test_the_javelin_gives_nothing_against_war_wagons() -> None:
    for troop in ("javelinmen", unit("light_infantry", "javelin"), unit("light_cavalry", "javelin")):
        met = odds(troop, "war_wagon")
        assert value(met, "a", JAVELIN) is None
        assert voided(met, "a", JAVELIN) == "adlg.javelin.exceptions"


@pytest.mark.rule("adlg.javelin.exceptions")
@pytest.mark.parametrize(
    "beast",
    [
        pytest.param("elephant", marks=pytest.mark.statement("AG-077")),
        pytest.param("scythed_chariot", marks=pytest.mark.statement("AG-078")),
    ],
)
@pytest.mark.parametrize("profile", ["sheet", "common"])
def test_the_javelin_works_against(beast: str, profile: str) -> None:
    for troop in ("javelinmen", unit("light_infantry", "javelin"), unit("light_cavalry", "javelin")):
        assert value(odds(troop, beast, profile=profile), "a", JAVELIN) == 1
        assert value(odds(beast, troop, profile=profile), "b", JAVELIN) == 1
        assert value(odds(troop, unit(beast, "impact"), profile=profile), "a", JAVELIN) == 1, "whatever it may own"


# Spears and pikes


@pytest.mark.rule(SPEARS_BONUS)
@pytest.mark.statement("AG-337")
@pytest.mark.parametrize("spears", SPEARS)
def test_spears_have_one_in_the_first_round_against_mounted_on_the_front(spears: str) -> None:
    for enemy in (*HORSED, "scythed_chariot"):
        first_round_only(SPEARS_BONUS, "b", enemy, spears)
        assert value(odds(enemy, spears, charger="b"), "b", SPEARS_BONUS) == 1
        for refused in (odds(enemy, spears, contact="flank"), odds(enemy, spears, charger="none")):
            assert value(refused, "b", SPEARS_BONUS) is None
        assert value(odds(spears, enemy, contact="rear"), "a", SPEARS_BONUS) is None
    for enemy in (*FOOT, "war_wagon", "bowmen"):
        assert value(odds(enemy, spears), "b", SPEARS_BONUS) is None


@pytest.mark.rule(SPEARS_BONUS)
@pytest.mark.statement("AG-338")
@pytest.mark.parametrize("spears", SPEARS)
def test_spears_have_nothing_in_the_first_round_against_elephants(spears: str) -> None:
    met = odds("elephant", spears)
    assert value(met, "b", SPEARS_BONUS) is None
    assert met["totals"]["b"] == (2 if spears == "pikemen" else 1)


@pytest.mark.rule(SPEARS_BONUS)
@pytest.mark.parametrize(
    ("profile", "options", "kept"),
    [("sheet", {}, None), ("common", {}, None), ("sheet", {"flanked_spears_keep_bonus": True}, 1)],
)
def test_spears_held_in_flank_lose_their_bonus_in_front(
    profile: str, options: dict[str, object], kept: int | None
) -> None:
    met = odds(unit("heavy_knights", supports=on_flank("levy")), "pikemen", profile=profile, options=options)
    assert value(met, "b", SPEARS_BONUS) == kept
    assert voided(met, "b", SPEARS_BONUS) == (None if kept else "adlg.flank.abilities")


# Bowmen, crossbowmen, handgunners


@pytest.mark.rule(CHARGED)
@pytest.mark.statement("AG-180")
@pytest.mark.parametrize("shooters", SHOOTERS)
def test_shooters_have_one_in_the_first_round_when_mounted_charge_them(shooters: str) -> None:
    for enemy in (*HORSED, "elephant", "scythed_chariot"):
        first_round_only(CHARGED, "b", enemy, shooters)
        for charger in ("b", "none"):
            assert value(odds(enemy, shooters, charger=charger), "b", CHARGED) is None
        assert value(odds(enemy, shooters, contact="flank"), "b", CHARGED) is None
        assert value(odds(unit(enemy, supports=on_flank("levy")), shooters), "b", CHARGED) is None
    for foot in FOOT:
        assert value(odds(foot, shooters), "b", CHARGED) is None
    assert value(odds("heavy_knights", "javelinmen"), "b", CHARGED) is None


@pytest.mark.rule(CHARGED)
@pytest.mark.parametrize("profile", ["sheet", "common"])
def test_scythed_chariots_and_elephants_do_not_take_it(profile: str) -> None:
    for enemy in ("elephant", "scythed_chariot"):
        assert value(odds(enemy, "bowmen", profile=profile), "b", CHARGED) == 1


# Polearms


@pytest.mark.rule(POLEARM)
@pytest.mark.statement("AG-062")
@pytest.mark.parametrize("foot", FOOT)
def test_a_polearm_gives_one_in_the_first_round_against_mounted(foot: str) -> None:
    for enemy in (*HORSED, "scythed_chariot"):
        first_round_only(POLEARM, "a", unit(foot, "polearm"), enemy)
        assert value(odds(unit(foot, "polearm"), enemy, charger="b"), "a", POLEARM) == 1
    for enemy in (*FOOT, "bowmen", "war_wagon", "heavy_artillery"):
        assert value(odds(unit(foot, "polearm"), enemy), "a", POLEARM) is None


@pytest.mark.rule(POLEARM)
@pytest.mark.statement("AG-063")
def test_but_not_against_elephants() -> None:
    for foot in FOOT:
        assert value(odds("elephant", unit(foot, "polearm")), "b", POLEARM) is None


@pytest.mark.rule(POLEARM)
@pytest.mark.statement("AG-064")
@both_edges
def test_a_polearm_needs_an_attack_on_the_front(edge: str) -> None:
    armed = unit("heavy_swordsmen", "polearm")
    assert value(odds(armed, "heavy_knights", contact=edge), "a", POLEARM) is None
    assert value(odds("heavy_knights", armed, contact=edge), "b", POLEARM) is None
    assert value(odds("heavy_knights", armed, charger="none"), "b", POLEARM) is None
    assert value(odds("heavy_knights", armed), "b", POLEARM) == 1


@pytest.mark.rule(POLEARM)
def test_spears_and_polearm_add_up() -> None:
    assert odds("heavy_knights", unit("heavy_spearmen", "polearm"))["totals"]["b"] == 3


# Everyone


@pytest.mark.parametrize("profile", ["sheet", "common"])
@pytest.mark.parametrize(
    ("owner", "enemy", "rule"),
    [
        (unit("heavy_swordsmen", "impact"), "levy", "adlg.impact.first_round"),
        ("javelinmen", "levy", JAVELIN),
        ("heavy_spearmen", "heavy_knights", SPEARS_BONUS),
        (unit("levy", "polearm"), "heavy_knights", POLEARM),
        ("medium_cavalry", "medium_swordsmen", CAVALRY_BONUS),
    ],
)
def test_first_round_bonuses_belong_to_whoever_charged_and_whoever_was_charged(
    profile: str, owner: dict[str, object], enemy: str, rule: str
) -> None:
    for charger in ("a", "b"):
        assert value(odds(owner, enemy, charger=charger, profile=profile), "a", rule) == 1


@pytest.mark.rule("adlg.javelin.against_impact")
@pytest.mark.rule("adlg.impact.impetuous_against_swords")
@both_edges
def test_the_edge_in_these_sentences_is_the_front_edge_and_not_that_of_a_terrain(edge: str) -> None:
    # Over another edge the attack on the front is missing already; ground changes nothing.
    wild, impact = unit("levy", "impetuous"), "adlg.impact.first_round"
    assert voided(odds(wild, "medium_swordsmen", contact=edge), "a", impact) == impact
    assert voided(odds("javelinmen", wild, contact=edge), "a", JAVELIN) == JAVELIN
    for ground in ("open", "gentle_hill", "wood", "gully"):
        assert value(odds(wild, unit("medium_swordsmen", terrain=ground)), "a", impact) is None
        assert value(odds("javelinmen", unit("levy", "impetuous", terrain=ground)), "a", JAVELIN) is None


@pytest.mark.rule("adlg.melee.uncontrolled")
def test_the_malus_of_an_uncontrolled_charge_counts_in_the_first_round_only() -> None:
    wild = unit("levy", "impetuous", uncontrolled=True)
    assert value(odds(wild, "pikemen"), "a", "adlg.melee.uncontrolled") == -1
    assert value(later(wild, "pikemen"), "a", "adlg.melee.uncontrolled") is None


@pytest.mark.rule("adlg.terrain.rough")
@pytest.mark.rule("adlg.terrain.difficult")
def test_artillery_has_no_malus_in_any_ground_and_a_war_wagon_none_in_difficult_ground() -> None:
    for ground in ("rough", "gully", "difficult", "wood", "marsh"):
        for guns in ("light_artillery", "medium_artillery", "heavy_artillery"):
            assert later(unit(guns, terrain=ground), "levy")["totals"]["a"] == 0
    assert later(unit("war_wagon", terrain="wood"), "levy")["totals"]["a"] == 0
    assert later(unit("war_wagon", terrain="rough"), "levy")["totals"]["a"] == -1
