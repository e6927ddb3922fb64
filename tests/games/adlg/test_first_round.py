"""The other bonuses of the first round: javelin, spears, shooters, cavalry, polearm; and what scythed chariots do in it."""

from __future__ import annotations

import pytest

from tests.games.adlg.fights import later, odds, on_flank, simple, unit, value, voided

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


def first_round_only(rule: str, side: str, a: object, b: object) -> None:
    """The bonus is there in the first round and in no later one."""
    assert value(odds(a, b), side, rule) == 1  # type: ignore[arg-type]
    assert value(later(a, b), side, rule) is None  # type: ignore[arg-type]


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


# Cavalry


@pytest.mark.rule(CAVALRY_BONUS)
@pytest.mark.parametrize(
    "enemies",
    [
        pytest.param(LMI, marks=pytest.mark.statement("AG-275")),
        pytest.param(("medium_swordsmen", "heavy_swordsmen"), marks=pytest.mark.statement("AG-276")),
    ],
)
@pytest.mark.parametrize("cavalry", CAVALRY)
def test_cavalry_has_one_in_the_first_round_against(cavalry: str, enemies: tuple[str, ...]) -> None:
    for enemy in enemies:
        first_round_only(CAVALRY_BONUS, "a", cavalry, enemy)
    for enemy in ("light_infantry", *SPEARS, "foot_knights", "levy", "war_wagon", "heavy_artillery", *HORSED):
        assert value(odds(cavalry, enemy), "a", CAVALRY_BONUS) is None
    for other in ("light_cavalry", "heavy_knights", "heavy_chariot", "cataphracts"):
        assert value(odds(other, enemies[0]), "a", CAVALRY_BONUS) is None


@pytest.mark.rule(CAVALRY_BONUS)
@pytest.mark.statement("AG-277")
@pytest.mark.parametrize("cavalry", CAVALRY)
@pytest.mark.parametrize("ability", ["impact", "impact_half_bow", "impetuous"])
def test_cavalry_with_impact_has_not(cavalry: str, ability: str) -> None:
    for enemy in (*LMI, "medium_swordsmen", "heavy_swordsmen"):
        met = odds(unit(cavalry, ability), enemy)
        assert value(met, "a", CAVALRY_BONUS) is None
        assert voided(met, "a", CAVALRY_BONUS) == CAVALRY_BONUS


@pytest.mark.rule(CAVALRY_BONUS)
@pytest.mark.statement("AG-278")
def test_cavalry_with_a_malus_of_the_ground_has_not() -> None:
    for enemy in ("bowmen", "medium_swordsmen", "heavy_swordsmen"):
        for cavalry in CAVALRY:
            for ground in ("rough", "wood"):
                assert value(odds(unit(cavalry, terrain=ground), enemy), "a", CAVALRY_BONUS) is None
            assert value(odds(unit(cavalry, terrain="gentle_hill"), enemy), "a", CAVALRY_BONUS) == 1
        # Camels have no malus in brush, horses have.
        assert value(odds(unit("medium_camels", terrain="brush"), enemy), "a", CAVALRY_BONUS) == 1
        assert value(odds(unit("medium_cavalry", terrain="brush"), enemy), "a", CAVALRY_BONUS) is None
        assert value(odds("medium_cavalry", unit(enemy, terrain="rough")), "a", CAVALRY_BONUS) == 1


@pytest.mark.rule(CAVALRY_BONUS)
@pytest.mark.parametrize(
    ("profile", "options", "heavy", "knights"),
    [
        ("sheet", {}, 1, None),
        ("common", {}, None, None),
        ("sheet", {"cavalry_bonus_swordsmen": "medium_only"}, None, None),
        ("common", {"cavalry_bonus_swordsmen": "medium_and_heavy"}, 1, None),
        ("sheet", {"cavalry_bonus_foot_knights": True}, 1, 1),
    ],
)
def test_whether_heavy_swordsmen_and_foot_knights_are_swordsmen_to_cavalry(
    profile: str, options: dict[str, object], heavy: int | None, knights: int | None
) -> None:
    for enemy, number in (
        ("medium_swordsmen", 1),
        ("bowmen", 1),
        ("heavy_swordsmen", heavy),
        ("foot_knights", knights),
    ):
        assert value(odds("medium_cavalry", enemy, profile=profile, options=options), "a", CAVALRY_BONUS) == number


@pytest.mark.rule(CAVALRY_BONUS)
@pytest.mark.parametrize(
    ("profile", "options", "number"),
    [
        ("sheet", {}, 1),
        ("common", {}, None),
        ("sheet", {"cavalry_bonus_contact": "frontal_charge"}, None),
        ("common", {"cavalry_bonus_contact": "any_contact"}, 1),
    ],
)
def test_whether_cavalry_has_it_in_any_contact(profile: str, options: dict[str, object], number: int | None) -> None:
    def bonus(**contact: str) -> int | None:
        return value(odds("medium_cavalry", "bowmen", profile=profile, options=options, **contact), "a", CAVALRY_BONUS)  # type: ignore[arg-type]

    assert bonus() == bonus(charger="b") == 1
    assert bonus(contact="flank") == bonus(contact="rear") == bonus(charger="none") == number


@pytest.mark.rule(CAVALRY_BONUS)
@pytest.mark.parametrize(
    ("profile", "options", "number"),
    [("sheet", {}, 2), ("common", {}, 2), ("sheet", {"supporting_cavalry_gets_first_round_bonus": True}, 3)],
)
def test_cavalry_in_melee_support_does_not_bring_it(profile: str, options: dict[str, object], number: int) -> None:
    supported = unit("levy", supports=on_flank("medium_cavalry"))
    met = odds(supported, "medium_swordsmen", profile=profile, options=options)
    assert value(met, "a", "adlg.support.melee") == number
    assert value(later(supported, "medium_swordsmen", profile=profile, options=options), "a", "adlg.support.melee") == 2


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


@pytest.mark.rule("adlg.melee.uncontrolled")
def test_the_malus_of_an_uncontrolled_charge_counts_in_the_first_round_only() -> None:
    wild = unit("levy", "impetuous", uncontrolled=True)
    assert value(odds(wild, "pikemen"), "a", "adlg.melee.uncontrolled") == -1
    assert value(later(wild, "pikemen"), "a", "adlg.melee.uncontrolled") is None
