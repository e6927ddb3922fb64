"""Missile support and furious charge: when they count, and how the one cancels the other."""

from __future__ import annotations

import pytest

from tests.games.adlg.fights import odds, on_flank, unit, voided
from tests.games.adlg.thrown import steps, thrown, thrown_later
from triarii.games.adlg.combat.resolution import ROUT

MISSILES = unit("heavy_swordsmen", "missile_support")
WILD = unit("heavy_swordsmen", "impetuous")
KNIGHTS = unit("heavy_knights", "impact")

both_edges = pytest.mark.parametrize("edge", ["flank", "rear"])


@pytest.mark.rule("adlg.missile_support.lost_round")
@pytest.mark.statement("AG-029")
def test_missile_support_adds_one_to_a_lost_first_round_on_the_front() -> None:
    for dice, without, lost in (((4, 3), 1, 0), ((6, 3), 2, 1), ((6, 1), 3, 2)):
        assert thrown("heavy_swordsmen", "heavy_swordsmen", dice).losses["b"] == without
        fought = thrown("heavy_swordsmen", MISSILES, dice)
        assert fought.losses == {"a": 0, "b": lost}
        assert steps(fought) == ["missile_support.lost_round"]
        # The charging unit has it too.
        assert thrown(MISSILES, "heavy_swordsmen", dice[::-1]).losses == {"a": lost, "b": 0}
    assert steps(thrown("heavy_swordsmen", MISSILES, (3, 4))) == []


@pytest.mark.rule("adlg.missile_support.lost_round")
@pytest.mark.statement("AG-030")
def test_missile_support_gives_nothing_from_the_second_round_on() -> None:
    assert steps(thrown_later("heavy_swordsmen", MISSILES, (6, 1))) == []
    assert steps(thrown("heavy_swordsmen", MISSILES, (6, 1), round=2)) == []
    assert odds(KNIGHTS, MISSILES, round=2)["furious_charge"]["a"] is False


@pytest.mark.rule("adlg.missile_support.lost_round")
@pytest.mark.statement("AG-031")
@both_edges
def test_missile_support_gives_nothing_in_a_melee_that_is_not_on_the_front(edge: str) -> None:
    assert steps(thrown("heavy_swordsmen", MISSILES, (6, 1), contact=edge)) == []
    assert steps(thrown(MISSILES, "heavy_swordsmen", (1, 6), contact=edge)) == []
    held = unit("heavy_swordsmen", supports=on_flank("levy"))
    assert steps(thrown(held, MISSILES, (4, 3))) == []


@pytest.mark.rule("adlg.missile_support.lost_round")
@pytest.mark.parametrize("profile", ["sheet", "common"])
def test_missile_support_never_turns_a_lost_round_into_a_won_one(profile: str) -> None:
    fought = thrown("heavy_swordsmen", MISSILES, (4, 3), profile=profile)
    assert (fought.winner, fought.margin, fought.losses) == (None, 0, {"a": 0, "b": 0})
    armoured = unit("heavy_swordsmen", "missile_support", "armour")
    assert thrown("heavy_swordsmen", armoured, (4, 3), profile=profile).losses == {"a": 0, "b": 0}


@pytest.mark.rule("adlg.missile_support.furious_charge")
@pytest.mark.statement("AG-032")
@pytest.mark.parametrize(
    ("charger", "rule"),
    [
        (KNIGHTS, "adlg.furious.mounted"),
        (unit("light_cavalry", "impetuous"), "adlg.furious.mounted"),
        ("elephant", "adlg.furious.beasts"),
        ("scythed_chariot", "adlg.furious.beasts"),
    ],
)
@pytest.mark.parametrize("profile", ["sheet", "common"])
def test_missile_support_cancels_the_furious_charge_of_mounted(
    charger: dict[str, object], rule: str, profile: str
) -> None:
    met = odds(charger, MISSILES, profile=profile)
    assert met["furious_charge"]["a"] is False
    assert voided(met, "a", rule) == "adlg.missile_support.furious_charge"
    assert odds(charger, "heavy_swordsmen", profile=profile)["furious_charge"]["a"] is True


@pytest.mark.rule("adlg.missile_support.furious_charge")
@pytest.mark.statement("AG-033")
def test_missile_support_does_not_cancel_the_furious_charge_of_foot() -> None:
    assert odds(WILD, MISSILES)["furious_charge"]["a"] is True
    # By 4 less 1 for the missiles is 3: 2 lost, and 1 for the charge.
    won = thrown(WILD, MISSILES, (5, 1))
    assert steps(won) == ["missile_support.lost_round", "furious.first_round"]
    assert won.losses["b"] == 3


@pytest.mark.rule("adlg.missile_support.lost_round")
@pytest.mark.parametrize(
    ("profile", "options", "works"),
    [
        ("sheet", {}, True),
        ("common", {}, False),
        ("sheet", {"missile_support_needs_charge": True}, False),
        ("common", {"missile_support_needs_charge": False}, True),
    ],
)
def test_whether_missile_support_needs_a_charge(profile: str, options: dict[str, object], works: bool) -> None:
    fought = thrown("heavy_swordsmen", MISSILES, (6, 1), charger="none", profile=profile, options=options)
    assert steps(fought) == (["missile_support.lost_round"] if works else [])


# Furious charge


@pytest.mark.rule("adlg.furious.first_round")
@pytest.mark.statement("AG-041")
def test_a_furious_charge_costs_one_more_when_its_owner_wins_the_first_round() -> None:
    for dice, plain in (((4, 3), 1), ((6, 3), 2), ((6, 1), 3)):
        won = thrown(WILD, "heavy_swordsmen", dice)
        assert won.losses == {"a": 0, "b": plain + 1}
        assert steps(won) == ["furious.first_round"]
        assert thrown("heavy_swordsmen", WILD, dice[::-1]).losses == {"a": plain + 1, "b": 0}
        assert thrown_later(WILD, "heavy_swordsmen", dice).losses == {"a": 0, "b": plain}
    assert thrown(WILD, "heavy_swordsmen", (3, 4)).losses == {"a": 1, "b": 0}


@pytest.mark.rule("adlg.furious.first_round")
@pytest.mark.statement("AG-042")
@both_edges
def test_a_furious_charge_works_in_a_melee_on_the_front_only(edge: str) -> None:
    for owner in (WILD, KNIGHTS, "elephant"):
        assert odds(owner, "heavy_spearmen", contact=edge)["furious_charge"]["a"] is False
        assert odds("heavy_spearmen", owner, contact=edge)["furious_charge"]["b"] is False
        assert odds(owner, "heavy_spearmen")["furious_charge"]["a"] is True
        assert odds("heavy_spearmen", owner)["furious_charge"]["b"] is True


@pytest.mark.rule("adlg.furious.first_round")
def test_a_furious_charge_adds_nothing_where_nothing_was_lost_or_the_enemy_routs_at_once() -> None:
    undone = thrown(WILD, MISSILES, (4, 3))
    assert (undone.losses, steps(undone)) == ({"a": 0, "b": 0}, ["missile_support.lost_round"])
    rout = thrown(unit("pikemen", "impetuous"), "levy", (6, 1))
    assert (rout.losses, steps(rout)) == ({"a": 0, "b": ROUT}, [])


@pytest.mark.rule("adlg.furious.first_round")
@pytest.mark.parametrize(
    ("profile", "options", "works"),
    [
        ("sheet", {}, True),
        ("common", {}, False),
        ("sheet", {"furious_charge_needs_charge": True}, False),
        ("common", {"furious_charge_needs_charge": False}, True),
    ],
)
def test_whether_a_furious_charge_needs_a_charge(profile: str, options: dict[str, object], works: bool) -> None:
    for owner in (WILD, KNIGHTS, "elephant"):
        met = odds(owner, "heavy_spearmen", charger="none", profile=profile, options=options)
        assert met["furious_charge"]["a"] is works
        assert odds(owner, "heavy_spearmen", profile=profile, options=options)["furious_charge"]["a"] is True
