"""Who may evade, who is unmanoeuvrable, who charges uncontrolled, who pursues."""

from __future__ import annotations

import pytest

from triarii.games.adlg.combat.handling import Pursuit, charges_uncontrolled, is_unmanoeuvrable, may_evade, pursuit
from triarii.games.adlg.data.troops import TROOPS


@pytest.mark.rule("adlg.impact.half_bow_evades")
@pytest.mark.statement("AG-028")
def test_cavalry_with_impact_and_half_bow_may_evade() -> None:
    cavalry = TROOPS["heavy_cavalry"]
    assert may_evade(cavalry, {"impact_half_bow"})
    assert may_evade(cavalry, ())
    assert not may_evade(cavalry, {"impact"})
    assert not may_evade(cavalry, {"impetuous"})


@pytest.mark.rule("adlg.impetuous.unmanoeuvrable")
@pytest.mark.statement("AG-069")
def test_an_impetuous_unit_is_unmanoeuvrable() -> None:
    assert is_unmanoeuvrable(TROOPS["medium_swordsmen"], {"impetuous"})
    assert not is_unmanoeuvrable(TROOPS["medium_swordsmen"], {"impact"})


@pytest.mark.rule("adlg.impetuous.uncontrolled")
@pytest.mark.statement("AG-070")
def test_an_impetuous_unit_is_liable_to_uncontrolled_charges() -> None:
    assert charges_uncontrolled(TROOPS["heavy_knights"], {"impetuous"})
    assert not charges_uncontrolled(TROOPS["heavy_knights"], {"impact"})


# Pursuit


def after(troop: str, beaten: str, *abilities: str, active: bool = True, held_back: bool = False) -> Pursuit:
    return pursuit(TROOPS[troop], abilities, [TROOPS[beaten]], active=active, held_back=held_back)


@pytest.mark.rule("adlg.pursuit.who")
@pytest.mark.statement("AG-591")
def test_only_units_of_the_active_player_pursue() -> None:
    assert after("heavy_swordsmen", "levy", active=False) is Pursuit.NEVER
    assert after("elephant", "levy", active=False) is Pursuit.NEVER


@pytest.mark.rule("adlg.pursuit.who")
@pytest.mark.statement("AG-592")
def test_a_unit_of_the_active_player_may_pursue() -> None:
    assert after("heavy_swordsmen", "levy") is Pursuit.MAY


@pytest.mark.rule("adlg.pursuit.duty")
@pytest.mark.statement("AG-593")
def test_elephants_must_pursue() -> None:
    assert after("elephant", "levy") is Pursuit.MUST


@pytest.mark.rule("adlg.pursuit.duty")
@pytest.mark.statement("AG-594")
def test_impetuous_units_must_pursue() -> None:
    assert after("medium_swordsmen", "levy", "impetuous") is Pursuit.MUST


@pytest.mark.rule("adlg.pursuit.exceptions")
@pytest.mark.parametrize("beaten", ["light_artillery", "war_wagon", "scythed_chariot", "elephant"])
def test_there_is_no_duty_to_pursue_what_is_no_prey(beaten: str) -> None:
    assert after("heavy_knights", beaten, "impetuous") is Pursuit.MAY


@pytest.mark.rule("adlg.pursuit.exceptions")
def test_there_is_no_duty_for_impetuous_foot_after_mounted_nor_where_the_table_holds_it_back() -> None:
    assert after("heavy_swordsmen", "medium_cavalry", "impetuous") is Pursuit.MAY
    assert after("heavy_knights", "medium_cavalry", "impetuous") is Pursuit.MUST
    assert after("elephant", "levy", held_back=True) is Pursuit.MAY


@pytest.mark.rule("adlg.pursuit.exceptions")
def test_wagons_artillery_and_expendable_levy_never_pursue() -> None:
    assert after("war_wagon", "levy", "blades") is Pursuit.NEVER
    assert after("light_artillery", "levy") is Pursuit.NEVER
    assert after("levy", "levy", "expendable") is Pursuit.NEVER
    assert after("levy", "levy") is Pursuit.MAY
