"""What counts once the dice have fallen: the order of the steps, two-handed weapons, polearms and armour."""

from __future__ import annotations

import pytest

from tests.games.adlg.fights import Unit, shoot, unit, value
from tests.games.adlg.thrown import steps, thrown, thrown_later
from triarii.games.adlg.combat.resolution import ROUT, OutcomeStep

SPEARS = ("medium_spearmen", "heavy_spearmen")
TWO_HANDED = unit("heavy_swordsmen", "two_handed_weapon")
POLEARM = unit("heavy_swordsmen", "polearm")
WILD = unit("heavy_swordsmen", "impetuous")

both_edges = pytest.mark.parametrize("edge", ["flank", "rear"])


# The order


@pytest.mark.rule("adlg.steps.order")
@pytest.mark.statement("AG-016")
def test_first_quality_changes_the_die_and_not_the_total() -> None:
    # The elite pikemen's 2 counts 3; on the total of 4 quality would do nothing.
    assert thrown_later(unit("pikemen", quality="elite"), "levy", (2, 5)).winner is None
    # The mediocre pikemen's 3 stays; from the total of 5 quality would take 1.
    assert thrown_later(unit("pikemen", quality="mediocre"), "levy", (3, 5)).winner is None


@pytest.mark.rule("adlg.steps.order")
@pytest.mark.statement("AG-017")
def test_then_factors_and_bonuses_decide_who_has_won() -> None:
    # Equal dice, but the factor of the foot knights wins, so that their weapon adds to a win; with a malus they lose.
    assert thrown_later("foot_knights", "levy", (4, 4)).margin == 2
    lost = thrown_later(unit("foot_knights", terrain="difficult"), "levy", (4, 5))
    assert (lost.winner, lost.margin, steps(lost)) == ("b", 1, ["armour.lost_round"])
    # Behind by 1 alone, their armour makes it even.
    even = thrown_later(unit("foot_knights", terrain="difficult"), "levy", (4, 4))
    assert (even.winner, even.margin, steps(even)) == (None, 0, ["armour.lost_round"])


@pytest.mark.rule("adlg.steps.order")
@pytest.mark.statement("AG-018")
def test_then_two_handed_weapon_or_polearm_before_armour() -> None:
    # A tie has no loser whom armour could help; it is the weapon that makes one.
    tie = thrown_later(TWO_HANDED, unit("heavy_spearmen", "armour"), (4, 4))
    assert steps(tie) == ["two_handed.tie", "armour.lost_round"]
    assert (tie.margin, tie.losses) == (0, {"a": 0, "b": 0})
    won = thrown_later(POLEARM, "heavy_cavalry", (3, 3))
    assert steps(won) == ["polearm.win", "armour.lost_round"]
    assert (won.margin, won.losses["b"]) == (1, 1)


@pytest.mark.rule("adlg.steps.order")
@pytest.mark.statement("AG-019")
def test_then_armour_before_missile_support() -> None:
    # Lost by 1, armour alone is used; missile support has nothing left to do.
    both = unit("heavy_swordsmen", "armour", "missile_support")
    assert steps(thrown("heavy_swordsmen", both, (4, 3))) == ["armour.lost_round"]


@pytest.mark.rule("adlg.steps.order")
@pytest.mark.statement("AG-020")
def test_missile_support_comes_last_and_on_top_of_armour() -> None:
    both = unit("heavy_swordsmen", "armour", "missile_support")
    for dice, margin in (((5, 3), 0), ((6, 3), 1), ((6, 2), 2)):
        lost = thrown("heavy_swordsmen", both, dice)
        assert steps(lost) == ["armour.lost_round", "missile_support.lost_round"]
        assert lost.margin == margin
    heavier = thrown(TWO_HANDED, both, (5, 3))
    assert steps(heavier) == ["two_handed.win", "armour.lost_round", "missile_support.lost_round"]


@pytest.mark.rule("adlg.steps.order")
def test_every_step_is_told_with_its_side_and_counts_one() -> None:
    both = unit("heavy_swordsmen", "armour", "missile_support")
    assert thrown(TWO_HANDED, both, (5, 3)).steps == (
        OutcomeStep("a", 1, "adlg.two_handed.win"),
        OutcomeStep("b", 1, "adlg.armour.lost_round"),
        OutcomeStep("b", 1, "adlg.missile_support.lost_round"),
    )
    wild = unit("heavy_swordsmen", "impetuous", "two_handed_weapon")
    assert thrown("heavy_spearmen", wild, (4, 3)).steps == (
        OutcomeStep("b", 1, "adlg.two_handed.tie"),
        OutcomeStep("b", 1, "adlg.furious.first_round"),
    )
    tie = thrown_later("levy", "levy", (4, 4))
    assert (tie.winner, tie.loser, tie.margin, tie.losses, tie.steps) == (None, None, 0, {"a": 0, "b": 0}, ())


@pytest.mark.rule("adlg.melee.losses")
def test_seven_or_more_counts_after_all_steps() -> None:
    # 1 + 6 against 0 + 1 is a win by 6, and the weapon makes it 7.
    assert thrown_later("foot_knights", "levy", (6, 1)).losses["b"] == ROUT
    assert thrown_later("heavy_swordsmen", "levy", (6, 1)).losses["b"] == 3
    # 2 + 6 against 0 + 1 is a win by 7, and armour makes it 6.
    assert thrown_later("pikemen", "levy", (6, 1)).losses["b"] == ROUT
    assert thrown_later("pikemen", unit("levy", "armour"), (6, 1)).losses["b"] == 3


# Two-handed weapons


@pytest.mark.rule("adlg.two_handed.win")
@pytest.mark.statement("AG-079")
@pytest.mark.parametrize("enemy", ["levy", "heavy_swordsmen", "pikemen", "elephant", "medium_cavalry", "war_wagon"])
def test_a_two_handed_weapon_adds_one_to_a_win_on_the_front_in_any_round(enemy: str) -> None:
    for fight in (thrown, thrown_later):
        plain, armed = fight("heavy_swordsmen", enemy, (6, 1)), fight(TWO_HANDED, enemy, (6, 1))
        assert (plain.winner, armed.winner) == ("a", "a")
        assert armed.margin == plain.margin + 1
        assert "two_handed.win" in steps(armed)
        lost = fight(TWO_HANDED, enemy, (1, 6))
        assert "two_handed.win" not in steps(lost)


@pytest.mark.rule("adlg.two_handed.tie")
@pytest.mark.parametrize(
    "enemies",
    [
        pytest.param(SPEARS, marks=pytest.mark.statement("AG-080")),
        pytest.param(("pikemen",), marks=pytest.mark.statement("AG-081")),
    ],
)
def test_a_two_handed_weapon_wins_a_tie_against(enemies: tuple[str, ...]) -> None:
    for enemy in enemies:
        dice = (5, 4) if enemy == "pikemen" else (4, 4)
        won = thrown_later(TWO_HANDED, enemy, dice)
        assert (won.winner, won.margin, won.losses["b"]) == ("a", 1, 1)
        assert steps(won) == ["two_handed.tie"]
        assert thrown_later("heavy_swordsmen", enemy, dice).winner is None
    for other in ("heavy_swordsmen", "elephant"):
        assert thrown_later(TWO_HANDED, other, (4, 4)).winner is None


@pytest.mark.rule("adlg.two_handed.once")
@pytest.mark.statement("AG-082")
@pytest.mark.parametrize(
    ("profile", "options", "margin"),
    [("sheet", {}, 1), ("common", {}, 1), ("sheet", {"two_handed_bonuses_add_up": True}, 2)],
)
def test_a_tie_won_by_a_two_handed_weapon_is_a_win_by_one(
    profile: str, options: dict[str, object], margin: int
) -> None:
    won = thrown_later(TWO_HANDED, "heavy_spearmen", (4, 4), profile=profile, options=options)
    assert won.margin == margin
    assert steps(won) == ["two_handed.tie", *["two_handed.win"] * (margin - 1)]


@pytest.mark.rule("adlg.two_handed.tie")
def test_two_two_handed_weapons_cancel_each_other_in_a_tie() -> None:
    armed = unit("heavy_spearmen", "two_handed_weapon")
    assert thrown_later(armed, armed, (4, 4)).winner is None


@pytest.mark.rule("adlg.two_handed.tie")
def test_a_furious_charge_adds_to_a_tie_won_by_a_two_handed_weapon() -> None:
    wild = unit("heavy_swordsmen", "impetuous", "two_handed_weapon")
    won = thrown(wild, "heavy_spearmen", (3, 4))
    assert steps(won) == ["two_handed.tie", "furious.first_round"]
    assert won.losses == {"a": 0, "b": 2}


@pytest.mark.rule("adlg.two_handed.once")
def test_two_handed_weapon_and_polearm_together_add_one() -> None:
    both = unit("heavy_swordsmen", "two_handed_weapon", "polearm")
    won = thrown_later(both, "light_cavalry", (3, 4))
    assert (won.margin, steps(won)) == (2, ["two_handed.win"])


# Polearms


@pytest.mark.rule("adlg.polearm.win")
@pytest.mark.statement("AG-065")
def test_a_polearm_adds_one_to_a_win_on_the_front_against_mounted() -> None:
    for enemy, margin in (("light_cavalry", 2), ("medium_cavalry", 2), ("scythed_chariot", 2)):
        won = thrown_later(POLEARM, enemy, (3, 4 if enemy == "light_cavalry" else 3))
        assert (won.margin, steps(won)) == (margin, ["polearm.win"])
    assert steps(thrown_later(POLEARM, "levy", (6, 1))) == []
    assert steps(thrown_later(POLEARM, "medium_cavalry", (1, 6))) == []


@pytest.mark.rule("adlg.polearm.win")
@pytest.mark.statement("AG-066")
def test_that_holds_against_elephants_too_and_in_every_round() -> None:
    for fight in (thrown, thrown_later):
        assert steps(fight(POLEARM, "elephant", (6, 1))) == ["polearm.win"]
        assert steps(fight(POLEARM, "medium_cavalry", (6, 1))) == ["polearm.win"]
    assert steps(thrown(POLEARM, "elephant", (6, 1), round=3)) == ["polearm.win"]


@pytest.mark.rule("adlg.polearm.win")
@pytest.mark.parametrize(
    ("profile", "options", "expected"),
    [
        ("sheet", {}, ["polearm.win"]),
        ("common", {}, ["polearm.win"]),
        ("sheet", {"polearm_win_against_elephants": False}, []),
    ],
)
def test_whether_it_counts_against_elephants(profile: str, options: dict[str, object], expected: list[str]) -> None:
    assert steps(thrown_later(POLEARM, "elephant", (6, 1), profile=profile, options=options)) == expected
    horse = thrown_later(POLEARM, "medium_cavalry", (6, 1), profile=profile, options=options)
    assert steps(horse) == ["polearm.win"]


@pytest.mark.rule("adlg.polearm.win")
@both_edges
@pytest.mark.parametrize(
    ("profile", "options", "kept"),
    [("sheet", {}, False), ("common", {}, False), ("sheet", {"flanker_keeps_frontal_weapons": True}, True)],
)
def test_a_unit_on_a_flank_or_rear_has_neither_weapon(
    edge: str, profile: str, options: dict[str, object], kept: bool
) -> None:
    two_handed = thrown_later(TWO_HANDED, "levy", (5, 4), contact=edge, profile=profile, options=options)
    assert steps(two_handed) == (["two_handed.win"] if kept else [])
    polearm = thrown_later(POLEARM, "medium_cavalry", (5, 4), contact=edge, profile=profile, options=options)
    assert steps(polearm) == (["polearm.win"] if kept else [])


# Armour


@pytest.mark.rule("adlg.armour.protection")
@pytest.mark.parametrize(
    ("ability", "more"),
    [
        pytest.param("armour", 1, marks=pytest.mark.statement("AG-056")),
        pytest.param("heavy_armour", 2, marks=pytest.mark.statement("AG-057")),
    ],
)
def test_armour_adds_to_protection(ability: str, more: int) -> None:
    shot = shoot("bow", "bowmen", unit("heavy_swordsmen", ability))
    assert value(shot, "b", "adlg.armour.protection") == 1 + more
    assert shoot("bow", "bowmen", "heavy_swordsmen")["totals"]["b"] == 1
    assert shoot("bow", "bowmen", unit("medium_cavalry", ability))["totals"]["b"] == more
    # What the row has already is not added again.
    assert shoot("bow", "bowmen", unit("heavy_cavalry", ability))["totals"]["b"] == more
    assert shoot("bow", "bowmen", unit("foot_knights", ability))["totals"]["b"] == 3


@pytest.mark.rule("adlg.armour.lost_round")
@pytest.mark.statement("AG-058")
@pytest.mark.parametrize(
    ("winner", "loser"),
    [
        ("levy", unit("levy", "armour")),
        ("levy", unit("levy", "heavy_armour")),
        (unit("levy", "armour"), unit("levy", "heavy_armour")),
        ("levy", "foot_knights"),
        ("heavy_cavalry", "heavy_knights"),
    ],
)
def test_heavier_armour_adds_one_to_a_lost_round_before_it_is_read(winner: Unit, loser: Unit) -> None:
    lost = thrown_later(winner, loser, (6, 1))
    assert steps(lost) == ["armour.lost_round"]
    assert steps(thrown_later(winner, loser, (1, 6)))[-1:] != ["armour.lost_round"]
    levies = thrown_later("levy", unit("levy", "armour"), (4, 3))
    assert (levies.margin, levies.losses) == (0, {"a": 0, "b": 0})
    assert thrown_later("levy", unit("levy", "armour"), (5, 2)).losses["b"] == 1


@pytest.mark.rule("adlg.armour.lost_round")
@pytest.mark.statement("AG-059")
@pytest.mark.parametrize(
    ("winner", "loser"),
    [
        ("levy", "levy"),
        (unit("levy", "armour"), unit("levy", "armour")),
        (unit("levy", "heavy_armour"), unit("levy", "heavy_armour")),
        (unit("levy", "heavy_armour"), unit("levy", "armour")),
        (unit("levy", "armour"), "levy"),
        ("heavy_knights", "cataphracts"),
    ],
)
def test_equal_or_lighter_armour_gives_nothing(winner: Unit, loser: Unit) -> None:
    lost = thrown_later(winner, loser, (6, 1))
    assert lost.winner == "a"
    assert steps(lost) == []


@pytest.mark.rule("adlg.armour.elephants")
@pytest.mark.statement("AG-060")
def test_armour_does_not_help_against_elephants() -> None:
    for loser in ("foot_knights", "heavy_knights", unit("levy", "heavy_armour")):
        assert steps(thrown_later("elephant", loser, (6, 1))) == []


@pytest.mark.rule("adlg.armour.furious_charge")
@pytest.mark.statement("AG-061")
def test_armour_does_not_help_in_the_first_round_against_a_furious_charge() -> None:
    armoured = unit("heavy_swordsmen", "armour")
    for owner in (unit("medium_cavalry", "impact"), unit("light_cavalry", "impetuous"), WILD, "scythed_chariot"):
        assert "armour.lost_round" not in steps(thrown(owner, armoured, (6, 1)))
        assert steps(thrown_later(owner, armoured, (6, 1))) == ["armour.lost_round"]
    for other in ("medium_cavalry", "levy", unit("levy", "impact")):
        assert steps(thrown(other, armoured, (6, 1))) == ["armour.lost_round"]
    # Cavalry with impact has no furious charge against mounted.
    assert steps(thrown(unit("medium_cavalry", "impact"), "heavy_knights", (6, 1))) == ["armour.lost_round"]


@pytest.mark.rule("adlg.armour.furious_charge")
@pytest.mark.parametrize(
    ("profile", "options", "expected"),
    [
        ("sheet", {}, []),
        ("common", {}, ["armour.lost_round"]),
        ("sheet", {"armour_stopped_by": "effective_furious_charge"}, ["armour.lost_round"]),
        ("common", {"armour_stopped_by": "owned_furious_charge"}, []),
    ],
)
def test_whether_a_furious_charge_that_is_void_stops_armour(
    profile: str, options: dict[str, object], expected: list[str]
) -> None:
    staked = unit("heavy_swordsmen", "armour", stakes=True)
    lost = thrown(unit("medium_cavalry", "impact"), staked, (6, 1), profile=profile, options=options)
    assert lost.winner == "a"
    assert steps(lost) == expected
    free = unit("heavy_swordsmen", "armour")
    charged = thrown(unit("medium_cavalry", "impact"), free, (6, 1), profile=profile, options=options)
    assert steps(charged) == ["furious.first_round"]


@pytest.mark.rule("adlg.armour.furious_charge")
@both_edges
@pytest.mark.parametrize(
    ("profile", "options", "expected"),
    [
        ("sheet", {}, []),
        ("common", {}, ["armour.lost_round"]),
        ("sheet", {"armour_off_against_flanking_charger": False}, ["armour.lost_round"]),
        ("common", {"armour_off_against_flanking_charger": True}, []),
    ],
)
def test_whether_an_owner_of_furious_charge_on_a_flank_stops_armour(
    edge: str, profile: str, options: dict[str, object], expected: list[str]
) -> None:
    armoured = unit("heavy_swordsmen", "armour")
    lost = thrown(unit("medium_cavalry", "impact"), armoured, (4, 3), contact=edge, profile=profile, options=options)
    assert steps(lost) == expected
    other = thrown("medium_cavalry", armoured, (4, 3), contact=edge, profile="common")
    assert steps(other) == ["armour.lost_round"]


@pytest.mark.rule("adlg.furious.first_round")
@pytest.mark.parametrize("option", [False, True])
def test_a_furious_charge_adds_nothing_to_a_round_that_was_made_even(option: bool) -> None:
    """Missile support takes the last point; it cancels the furious charge of mounted troops only."""
    spears = unit("heavy_spearmen", "missile_support")
    options: dict[str, object] = {"evened_round_is_lost": option}
    assert steps(thrown(WILD, spears, (5, 2), options=options)) == ["missile_support.lost_round", "furious.first_round"]
    even = thrown(WILD, spears, (1, 1), options=options)
    assert steps(even) == ["missile_support.lost_round"]
    assert even.losses == {"a": 0, "b": 0}
