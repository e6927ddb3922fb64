"""The first-round bonus of cavalry against light-medium infantry and swordsmen."""

from __future__ import annotations

import pytest

from tests.games.adlg.fights import later, odds, on_flank, unit, value, voided

CAVALRY_BONUS = "adlg.cavalry.first_round"
ANY_CONTACT: dict[str, object] = {"cavalry_bonus_contact": "any_contact"}
LMI = ("javelinmen", "bowmen", "crossbowmen", "handgunners")
SPEARS = ("medium_spearmen", "heavy_spearmen", "pikemen")
CAVALRY = ("medium_cavalry", "light_chariot", "medium_camels", "heavy_cavalry")
HORSED = ("light_cavalry", "light_camels", *CAVALRY, "heavy_chariot", "cataphracts", "medium_knights", "heavy_knights")


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
        assert value(odds(cavalry, enemy), "a", CAVALRY_BONUS) == 1
        assert value(later(cavalry, enemy), "a", CAVALRY_BONUS) is None
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
        return value(odds("medium_cavalry", "bowmen", profile=profile, options=options, **contact), "a", CAVALRY_BONUS)

    assert bonus() == bonus(charger="b") == 1
    assert bonus(contact="flank") == bonus(contact="rear") == bonus(charger="none") == number


@pytest.mark.rule(CAVALRY_BONUS)
@pytest.mark.parametrize("polearm", [(), ("polearm",)])
@pytest.mark.parametrize("edge", ["flank", "rear"])
def test_cavalry_whose_factor_a_flank_attack_makes_0_has_not(edge: str, polearm: tuple[str, ...]) -> None:
    """Polearms on the flank of cavalry, for one: the bonus stands in the column of factors, and the factor is 0."""
    met = odds(unit("heavy_swordsmen", *polearm), "medium_cavalry", contact=edge)
    assert (value(met, "b", CAVALRY_BONUS), voided(met, "b", CAVALRY_BONUS)) == (None, "adlg.flank.factor")
    assert met["totals"] == {"a": 2, "b": 0}
    other = odds(unit("heavy_swordsmen", *polearm), "medium_cavalry", contact=edge, options=ANY_CONTACT)
    assert value(other, "b", CAVALRY_BONUS) == 1
    common = odds(unit("heavy_swordsmen", *polearm), "medium_cavalry", contact=edge, profile="common")
    assert value(common, "b", CAVALRY_BONUS) is None


@pytest.mark.rule(CAVALRY_BONUS)
def test_an_enemy_in_melee_support_on_its_flank_takes_it_too_and_a_flank_it_attacks_does_not() -> None:
    held = odds("medium_cavalry", unit("bowmen", supports=on_flank("levy")))
    assert voided(held, "a", CAVALRY_BONUS) == "adlg.flank.factor"
    assert value(odds("medium_cavalry", "bowmen", contact="flank"), "a", CAVALRY_BONUS) == 1
    light = unit("bowmen", supports=on_flank("light_infantry"))
    steady: dict[str, object] = {"flank_attack_zeroes_factor": "conformed_heavy_attacker"}
    assert value(odds("medium_cavalry", light, options=steady), "a", CAVALRY_BONUS) == 1, "its factor counts"


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
