"""Attacked in flank or rear: what the attacker gets, what the attacked loses and keeps, and who is exempt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.adlg.fights import Unit, later, odds, on_flank, unit, value, voided
from tests.games.adlg.test_worked_examples import PROFILES, fought
from triarii.core.contract import Refusal
from triarii.games.adlg.combat.combatants import Melee
from triarii.games.adlg.combat.melee import reckon
from triarii.games.adlg.data import readings
from triarii.games.adlg.questions import form

EDGES = ("flank", "rear")
FURIOUS = "adlg.furious.impetuous_foot"
HELD = {"supports": on_flank("levy")}
"""Levy on the enemy's flank: it holds him there and adds next to nothing."""


# The attacker


@pytest.mark.rule("adlg.melee.flank_bonus")
@pytest.mark.statement("AG-522")
@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("number", [1, 2, 5])
def test_a_main_unit_on_the_flank_or_rear_of_its_enemy_has_plus_one(edge: str, number: int) -> None:
    answer = odds("heavy_swordsmen", "levy", contact=edge, round=number)
    assert value(answer, "a", "adlg.melee.flank_bonus") == 1
    assert value(answer, "b", "adlg.melee.flank_bonus") is None
    assert answer["totals"] == {"a": 2, "b": 0}
    assert odds("heavy_swordsmen", "levy", round=number)["totals"] == {"a": 1, "b": 0}


@pytest.mark.rule("adlg.melee.flank_bonus")
@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize(
    ("target", "by_the_other_reading"), [("war_wagon", None), ("light_artillery", 1), ("pikemen", 1)]
)
def test_by_the_other_reading_a_war_wagon_has_only_fronts(
    target: str, by_the_other_reading: int | None, edge: str
) -> None:
    rule, other = "adlg.melee.flank_bonus", {"flank_bonus_on_war_wagon": False}
    assert value(later("levy", target, contact=edge), "a", rule) == 1
    assert value(later("levy", target, contact=edge, options=other), "a", rule) == by_the_other_reading
    assert value(later("levy", target, contact=edge, profile="common"), "a", rule) == by_the_other_reading


# Who is exempt


@pytest.mark.rule("adlg.flank.exempt")
@pytest.mark.statement("AG-556")
@pytest.mark.parametrize("profile", PROFILES)
def test_a_war_wagon_keeps_its_factor_in_flank_and_rear(profile: str) -> None:
    for edge in EDGES:
        answer = later("heavy_knights", "war_wagon", contact=edge, profile=profile)
        assert value(answer, "b", "adlg.factor.war_wagon") == 2
    held = later(unit("heavy_knights", supports=on_flank("heavy_knights")), "war_wagon", profile=profile)
    assert (value(held, "b", "adlg.factor.war_wagon"), value(held, "b", "adlg.flank.factor")) == (2, None)


@pytest.mark.rule("adlg.flank.exempt")
@pytest.mark.statement("AG-557")
@pytest.mark.parametrize("edge", EDGES)
def test_artillery_keeps_its_factor_and_what_belongs_to_it_in_flank_and_rear(edge: str) -> None:
    guns = later("medium_artillery", "light_artillery", contact=edge)
    assert value(guns, "b", "adlg.factor.artillery") == 0
    assert value(guns, "b", "adlg.flank.factor") is None
    assert guns["totals"]["b"] == 1  # enemies of artillery have +1, and these guns have not lost it
    assert later("medium_artillery", "heavy_swordsmen", contact=edge)["totals"]["b"] == 0


# What the attacked loses


@pytest.mark.rule("adlg.flank.factor")
@pytest.mark.statement("AG-558")
@pytest.mark.parametrize(("target", "factor"), [("pikemen", 2), ("heavy_swordsmen", 1), ("levy", 0)])
@pytest.mark.parametrize("attacker", ["levy", "medium_cavalry", "elephant"])
@pytest.mark.parametrize("profile", PROFILES)
def test_the_factor_of_a_unit_attacked_in_flank_or_rear_is_nothing(
    target: str, factor: int, attacker: str, profile: str
) -> None:
    assert later(attacker, target, profile=profile)["totals"]["b"] == factor
    attacks = [
        *(later(attacker, target, profile=profile, contact=edge) for edge in EDGES),
        later(unit("levy", supports=on_flank(attacker)), target, profile=profile),
    ]
    for answer in attacks:
        assert (value(answer, "b", "adlg.flank.factor"), answer["totals"]["b"]) == (0, 0)
        assert voided(answer, "b", f"adlg.factor.{target}") == ("adlg.flank.factor" if factor else None)


@pytest.mark.rule("adlg.flank.factor")
@pytest.mark.parametrize(
    ("a", "top", "kept"),
    [
        *((troop, {"contact": edge}, 2) for troop in ("light_cavalry", "light_camels") for edge in EDGES),
        (unit("levy", supports=on_flank("light_infantry")), {}, 2),
        (unit("levy", supports=on_flank("light_cavalry", "light_infantry")), {}, 2),
        (unit("levy", supports=on_flank("light_infantry", "levy")), {}, 0),
        ("medium_cavalry", {"contact": "flank"}, 0),
    ],
)
def test_by_the_other_reading_light_troops_on_flank_or_rear_leave_the_factor(
    a: Unit, top: dict[str, str], kept: int
) -> None:
    other = {"flank_attack_zeroes_factor": "conformed_heavy_attacker"}
    assert later(a, "pikemen", **top)["totals"]["b"] == 0
    assert later(a, "pikemen", options=other, **top)["totals"]["b"] == kept
    assert later(a, "pikemen", profile="common", **top)["totals"]["b"] == kept


@pytest.mark.rule("adlg.flank.factor")
@pytest.mark.parametrize(("flag", "kept"), [("flanked", 0), ("flanked_lightly", 2)])
def test_whoever_stands_on_a_flank_without_support_takes_the_factor_too(flag: str, kept: int) -> None:
    held = unit("pikemen", **{flag: True})
    assert later("levy", held)["totals"]["b"] == 0
    assert later("levy", held, profile="common")["totals"]["b"] == kept
    assert odds("levy", held | {"abilities": ["impact"]}, profile="common")["totals"]["b"] == kept, "no impact"
    assert later("levy", unit("war_wagon", **{flag: True}))["totals"] == later("levy", "war_wagon")["totals"]


@pytest.mark.rule("adlg.flank.factor")
@pytest.mark.parametrize(
    ("conformed", "side", "supports", "contact", "kept"),
    [
        (True, "b", (), "flank", 0),
        (False, "b", (), "flank", 2),
        (False, "b", ("levy",), "flank", 0),  # somebody else has conformed
        (False, "b", ("light_cavalry",), "flank", 2),
        (False, "b", ("levy",), "front", 0),
        (False, "a", ("levy",), "flank", 0),
    ],
)
def test_by_the_other_reading_who_has_not_conformed_leaves_the_factor(
    conformed: bool, side: str, supports: tuple[str, ...], contact: str, kept: int
) -> None:
    fighters = {"a": unit("pikemen"), "b": unit("pikemen")}
    fighters["a" if side == "b" else "b"]["supports"] = on_flank(*supports)
    asked = form.read({**fighters, "round": 2, "charger": "none", "contact": contact}, "melee")
    assert not isinstance(asked, Refusal)
    assert isinstance(asked.situation, Melee)
    chosen = readings.settle({"profile": "common"})
    assert not isinstance(chosen, Refusal)
    fight = reckon(replace(asked.situation, conformed=conformed), chosen)
    factors = [entry.value for entry in fight.entries if entry.side == side and "factor" in entry.rule]
    assert factors == [kept]


@pytest.mark.rule("adlg.flank.abilities")
@pytest.mark.statement("AG-559")
def test_a_unit_attacked_in_flank_or_rear_loses_its_two_handed_weapon() -> None:
    spears, held = "heavy_spearmen", unit("heavy_spearmen", **HELD)
    # A tie against spears, and a win by 2: front to front the weapon adds 1 to either.
    assert fought((3, 3), spears, "foot_knights", round=2).losses == (1, 0)
    assert fought((2, 4), spears, "foot_knights", round=2).margin == 3
    assert fought((1, 3), held, "foot_knights", round=2)[:2] == ((2, 0), None)
    assert fought((1, 5), held, "foot_knights", round=2).margin == 2
    for edge in EDGES:
        assert fought((1, 5), spears, "foot_knights", round=2, contact=edge).margin == 2


LOST: list[tuple[str, Unit, Unit, str]] = [
    ("AG-560", unit("heavy_swordsmen", "impact"), "pikemen", "adlg.impact.first_round"),
    ("AG-560", "elephant", "pikemen", "adlg.impact.first_round"),
    ("AG-561", "javelinmen", "pikemen", "adlg.javelin.first_round"),
    ("AG-561", unit("light_cavalry", "javelin"), "pikemen", "adlg.javelin.first_round"),
    ("AG-564", unit("heavy_swordsmen", "polearm"), "heavy_knights", "adlg.polearm.first_round"),
]


@pytest.mark.rule("adlg.flank.abilities")
@pytest.mark.parametrize(
    ("target", "attacker", "bonus"), [pytest.param(*row, marks=pytest.mark.statement(ag)) for ag, *row in LOST]
)
@pytest.mark.parametrize("profile", PROFILES)
def test_a_unit_attacked_in_flank_or_rear_loses_its_bonus_of_the_first_round(
    target: Unit, attacker: Unit, bonus: str, profile: str
) -> None:
    assert value(odds(attacker, target, profile=profile), "b", bonus) == 1
    # Light troops on the flank take abilities by every reading.
    for supporter in ("levy", "light_infantry", "light_cavalry"):
        held = odds(unit(attacker, supports=on_flank(supporter)), target, profile=profile)
        assert (value(held, "b", bonus), voided(held, "b", bonus)) == (None, "adlg.flank.abilities")
    for edge in EDGES:
        assert value(odds(attacker, target, profile=profile, contact=edge), "b", bonus) is None


@pytest.mark.rule("adlg.flank.abilities")
@pytest.mark.statement("AG-562")
def test_a_unit_attacked_in_flank_or_rear_loses_its_furious_charge() -> None:
    wild = unit("levy", "impetuous")
    assert odds("pikemen", wild)["furious_charge"] == {"a": False, "b": True}
    held = odds(unit("pikemen", **HELD), wild)
    assert held["furious_charge"]["b"] is False
    assert voided(held, "b", FURIOUS) == "adlg.flank.abilities"
    assert "1" in held["loss"]["a"]
    for edge in EDGES:
        assert odds("pikemen", wild, contact=edge)["furious_charge"]["b"] is False


@pytest.mark.rule("adlg.flank.abilities")
@pytest.mark.statement("AG-563")
def test_a_unit_attacked_in_flank_or_rear_loses_its_missile_support() -> None:
    shot = unit("heavy_spearmen", "missile_support")
    assert fought((3, 1), "heavy_swordsmen", shot).margin == 1
    assert fought((3, 4), unit("heavy_swordsmen", **HELD), shot)[:3] == ((2, 0), "a", 1)
    for edge in EDGES:
        assert fought((3, 3), "heavy_swordsmen", shot, contact=edge).margin == 2
    # Nor does it cancel the furious charge of mounted any longer.
    knights = unit("heavy_knights", "impact")
    assert odds(knights, shot)["furious_charge"]["a"] is False
    assert odds(unit(knights, **HELD), shot)["furious_charge"]["a"] is True


@pytest.mark.rule("adlg.flank.abilities")
@pytest.mark.statement("AG-564")
def test_a_polearm_adds_nothing_to_a_win_of_a_unit_attacked_in_flank() -> None:
    bills = unit("heavy_swordsmen", "polearm")
    assert fought((1, 5), "medium_cavalry", bills, round=2).margin == 6
    assert fought((1, 5), unit("medium_cavalry", **HELD), bills, round=2)[:3] == ((1, 0), "b", 3)


# What the attacked keeps


@pytest.mark.rule("adlg.flank.keeps")
@pytest.mark.parametrize(
    "target",
    [
        pytest.param(unit("heavy_swordsmen", "armour"), marks=pytest.mark.statement("AG-565")),
        pytest.param("heavy_cavalry", marks=pytest.mark.statement("AG-565")),
        pytest.param(unit("heavy_swordsmen", "heavy_armour"), marks=pytest.mark.statement("AG-566")),
        pytest.param("cataphracts", marks=pytest.mark.statement("AG-566")),
    ],
)
def test_armour_helps_a_loser_who_is_attacked_in_flank_or_rear(target: Unit) -> None:
    for edge in EDGES:
        result = fought((3, 3), "medium_swordsmen", target, round=2, contact=edge)
        assert (result.margin, result.steps) == (result.totals[0] - 1, ("adlg.armour.lost_round",))
    held = fought((3, 3), unit("medium_swordsmen", **HELD), target, round=2)
    assert (held.margin, held.steps) == (held.totals[0] - 1, ("adlg.armour.lost_round",))


@pytest.mark.rule("adlg.flank.keeps")
@pytest.mark.statement("AG-567")
def test_beasts_attacked_in_flank_or_rear_still_cause_panic() -> None:
    for edge in EDGES:
        for beasts in ("elephant", "medium_camels"):
            assert value(odds("heavy_knights", beasts, contact=edge), "a", "adlg.panic.contact") == -1
    held = later(unit("heavy_knights", **HELD), "elephant")
    assert value(held, "a", "adlg.panic.contact") == -1


# Rulings on contacts of flank and rear


@pytest.mark.rule("adlg.light_infantry.destroyed")
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("edge", EDGES)
def test_light_infantry_in_the_open_is_destroyed_on_a_flank_too_unless_the_other_reading_is_taken(
    edge: str, profile: str
) -> None:
    other: dict[str, object] = {"light_infantry_destroyed_when_flanking": False}
    assert odds("light_infantry", "levy", profile=profile, contact=edge)["destroyed"] == ["a"]
    assert odds("light_infantry", "levy", profile=profile, contact=edge, options=other)["destroyed"] == []
    # Front to front, or taken in flank itself, it is destroyed by either reading.
    assert odds("light_infantry", "levy", profile=profile, options=other)["destroyed"] == ["a"]
    assert odds("levy", "light_infantry", profile=profile, contact=edge, options=other)["destroyed"] == ["b"]


@pytest.mark.rule("adlg.melee.works")
@pytest.mark.rule("adlg.stakes.charge")
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("works", ["fortified", "obstacle", "stakes"])
@pytest.mark.parametrize("edge", EDGES)
def test_works_do_nothing_in_a_contact_of_flank_or_rear_unless_the_other_reading_is_taken(
    edge: str, works: str, profile: str
) -> None:
    behind, other = unit("levy", **{works: True}), {"works_only_in_front": False}
    assert later("heavy_knights", behind, profile=profile)["totals"]["a"] == 1 - 2
    assert later("heavy_knights", behind, profile=profile, contact=edge)["totals"] == {"a": 1 + 1, "b": 0}
    counted = later("heavy_knights", behind, profile=profile, contact=edge, options=other)
    assert counted["totals"] == {"a": 1 + 1 - 2, "b": int(works == "fortified")}


@pytest.mark.rule("adlg.scythed_chariot.first_round")
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("edge", EDGES)
def test_a_scythed_chariot_taken_in_flank_still_makes_the_factor_nothing_unless_the_other_reading_is_taken(
    edge: str, profile: str
) -> None:
    other: dict[str, object] = {"flanked_scythed_chariot_zeroes": False}
    assert odds("pikemen", "scythed_chariot", profile=profile, contact=edge)["totals"]["a"] == 0 + 1
    assert odds("pikemen", "scythed_chariot", profile=profile, contact=edge, options=other)["totals"]["a"] == 2 + 1
    assert later("pikemen", "scythed_chariot", profile=profile, contact=edge)["totals"]["a"] == 2 + 1
    # Or held there by another, while the main units fight front to front.
    holding = unit("heavy_swordsmen", **HELD)
    assert odds(holding, "scythed_chariot", profile=profile)["totals"]["a"] == 0
    assert odds(holding, "scythed_chariot", profile=profile, options=other)["totals"]["a"] == 1


@pytest.mark.rule("adlg.scythed_chariot.supports")
@pytest.mark.parametrize("profile", PROFILES)
def test_a_support_that_a_scythed_chariot_negates_still_takes_its_furious_charge_unless_read_otherwise(
    profile: str,
) -> None:
    held = unit("heavy_swordsmen", supports=on_flank("pikemen"))
    other: dict[str, object] = {"negated_support_still_flanks": False}
    negated = odds("scythed_chariot", held, profile=profile)
    assert negated["totals"] == {"a": 0, "b": 0}
    assert negated["furious_charge"]["a"] is False
    assert voided(negated, "a", "adlg.furious.beasts") == "adlg.flank.abilities"
    assert odds("scythed_chariot", held, profile=profile, options=other)["furious_charge"]["a"] is True
    alone = odds("scythed_chariot", "heavy_swordsmen", profile=profile)
    assert alone["furious_charge"]["a"] is True


@pytest.mark.rule("adlg.war_wagon.long_side")
def test_a_war_wagon_has_the_bonus_of_its_long_side_only_where_that_is_met() -> None:
    rule, wagon = "adlg.war_wagon.long_side", unit("war_wagon", long_side=True)
    assert value(odds("heavy_swordsmen", wagon, contact="flank"), "b", rule) == 1
    for edge in ("front", "rear"):
        assert value(odds("heavy_swordsmen", wagon, contact=edge), "b", rule) is None
    assert value(odds("heavy_swordsmen", "war_wagon", contact="flank"), "b", rule) is None
    bladed = unit("war_wagon", "blades", long_side=True)
    assert value(odds(bladed, "heavy_swordsmen", contact="flank"), "a", rule) is None, "it strikes with its front"
