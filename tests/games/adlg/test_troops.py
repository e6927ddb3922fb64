"""The troops of the two tables: category, protection, cohesion, armour, abilities and marks of every row."""

from __future__ import annotations

import pytest

from tests.games.adlg.fights import later, odds, shoot, simple, unit, value, voided
from tests.games.adlg.thrown import steps, thrown_later
from triarii.core.contract import Refusal
from triarii.games.adlg.combat.combatants import Combatant
from triarii.games.adlg.data.troops import TROOPS
from triarii.games.adlg.questions import form

# Rule, troops, category, protection, cohesion, and the statements that say the last three.
ROWS = """
light_infantry   light_infantry                                   LI  1 2 AG-154 AG-155 AG-156
javelinmen       javelinmen                                       LMI 1 3 AG-165 AG-166 AG-167
shooters         bowmen,crossbowmen,handgunners                   LMI 0 3 AG-174 AG-175 AG-176
medium_swordsmen medium_swordsmen                                 MI  1 3 AG-181 AG-182 AG-183
medium_spearmen  medium_spearmen                                  MI  1 3 AG-187 AG-188 AG-189
heavy_swordsmen  heavy_swordsmen                                  HI  1 4 AG-194 AG-195 AG-196
foot_knights     foot_knights                                     HI  3 4 AG-201 AG-202 AG-203
heavy_spearmen   heavy_spearmen                                   HI  1 4 AG-208 AG-209 AG-210
pikemen          pikemen                                          HI  1 4 AG-216 AG-217 AG-218
levy             levy                                             HI  1 3 AG-222 AG-223 AG-224
war_wagon        war_wagon                                        WWg 2 4 AG-229 AG-230 AG-231
artillery        light_artillery,medium_artillery,heavy_artillery Art 1 2 AG-238 AG-239 AG-240
light_horse      light_cavalry,light_camels                       LH  1 2 AG-246 AG-247 AG-248
cavalry          medium_cavalry                                   Cv  0 3 AG-253 AG-254 AG-255
cavalry          light_chariot                                    Cv  0 3 AG-256 AG-257 AG-258
cavalry          medium_camels                                    Cv  0 3 AG-259 AG-260 AG-261
cavalry          heavy_cavalry                                    Cv  1 3 AG-263 AG-264 AG-265
heavy_chariots   heavy_chariot                                    HCh 1 3 AG-279 AG-280 AG-281
cataphracts      cataphracts,camel_cataphracts                    Ct  2 3 AG-283 AG-284 AG-285
knights          medium_knights                                   Kn  1 3 AG-298 AG-299 AG-300
knights          heavy_knights                                    Kn  2 3 AG-302 AG-303 AG-304
elephant         elephant                                         El  0 3 AG-312 AG-313 AG-314
scythed_chariot  scythed_chariot                                  SCh 0 1 AG-322 AG-323 AG-324
"""
TABLE = [line.split() for line in ROWS.strip().splitlines()]
COLUMNS = {"category": (2, 5), "protection": (3, 6), "cohesion": (4, 7)}


def each(column: str) -> pytest.MarkDecorator:
    """Rule, troops and what this column says of them, a case for each row."""
    said, statement = COLUMNS[column]
    cases = [
        pytest.param(
            f"adlg.troop.{row[0]}",
            row[1].split(","),
            row[said],
            id=row[1],
            marks=[pytest.mark.statement(row[statement]), pytest.mark.rule(f"adlg.troop.{row[0]}")],
        )
        for row in TABLE
    ]
    return pytest.mark.parametrize(("rule", "troops", "said"), cases)


def test_the_two_tables_have_these_troops_and_no_others() -> None:
    assert list(TROOPS) == [troop for row in TABLE for troop in row[1].split(",")]


@each("category")
def test_a_row_belongs_to_its_category(rule: str, troops: list[str], said: str) -> None:
    for troop in troops:
        assert TROOPS[troop].category.value == said
        assert TROOPS[troop].rule == rule


@each("protection")
def test_a_row_has_its_protection_with_its_armour_against_a_bow(rule: str, troops: list[str], said: str) -> None:
    for troop in troops:
        shot = shoot("bow", "bowmen", troop)
        assert value(shot, "b", rule) == int(said)
        assert shot["totals"]["b"] == int(said)


@each("cohesion")
def test_a_row_has_its_cohesion_and_never_more(rule: str, troops: list[str], said: str) -> None:
    full = int(said)
    for troop in troops:
        fresh = later(troop, "pikemen")
        assert fresh == later(unit(troop, cohesion=full), "pikemen")
        assert value(fresh, "a", "adlg.melee.disorder") is None
        refused = form.read({"a": unit(troop, cohesion=full + 1), "b": unit("levy")}, "melee")
        assert isinstance(refused, Refusal)
        assert refused.params["high"] == full


# Armour


@pytest.mark.parametrize(
    ("troop", "worn"),
    [
        pytest.param(
            "foot_knights", 2, marks=[pytest.mark.statement("AG-205"), pytest.mark.rule("adlg.troop.foot_knights")]
        ),
        pytest.param(
            "heavy_cavalry", 1, marks=[pytest.mark.statement("AG-266"), pytest.mark.rule("adlg.troop.cavalry")]
        ),
        pytest.param(
            "heavy_chariot", 1, marks=[pytest.mark.statement("AG-282"), pytest.mark.rule("adlg.troop.heavy_chariots")]
        ),
        pytest.param(
            "cataphracts", 2, marks=[pytest.mark.statement("AG-286"), pytest.mark.rule("adlg.troop.cataphracts")]
        ),
        pytest.param("camel_cataphracts", 2, marks=pytest.mark.rule("adlg.troop.cataphracts")),
        pytest.param(
            "medium_knights", 1, marks=[pytest.mark.statement("AG-301"), pytest.mark.rule("adlg.troop.knights")]
        ),
        pytest.param(
            "heavy_knights", 2, marks=[pytest.mark.statement("AG-305"), pytest.mark.rule("adlg.troop.knights")]
        ),
    ],
)
def test_a_row_with_armour_loses_by_less_against_lighter_armour(troop: str, worn: int) -> None:
    lighter = unit("levy", "armour") if worn == 2 else unit("levy")
    same = unit("levy", "heavy_armour") if worn == 2 else unit("levy", "armour")
    assert steps(thrown_later(troop, lighter, (1, 6))) == ["armour.lost_round"]
    assert steps(thrown_later(troop, same, (1, 6))) == []
    assert Combatant(TROOPS[troop]).armour == worn


@pytest.mark.rule("adlg.armour.lost_round")
def test_all_other_rows_have_no_armour() -> None:
    armoured = {troop.id for troop in TROOPS.values() if Combatant(troop).armour}
    assert armoured == {
        "foot_knights",
        "heavy_cavalry",
        "heavy_chariot",
        "cataphracts",
        "camel_cataphracts",
        "medium_knights",
        "heavy_knights",
    }


# Abilities by the row


@pytest.mark.rule("adlg.troop.javelinmen")
@pytest.mark.statement("AG-173")
def test_javelinmen_have_the_javelin_without_buying_it() -> None:
    assert value(odds("javelinmen", "levy"), "a", "adlg.javelin.first_round") == 1


@pytest.mark.rule("adlg.troop.foot_knights")
@pytest.mark.statement("AG-206")
def test_foot_knights_have_a_two_handed_weapon_without_buying_it() -> None:
    assert steps(thrown_later("foot_knights", "levy", (4, 4))) == ["two_handed.win"]


@pytest.mark.rule("adlg.troop.knights")
@pytest.mark.statement("AG-311")
@pytest.mark.parametrize("knights", ["medium_knights", "heavy_knights"])
@pytest.mark.parametrize("profile", ["sheet", "common"])
def test_knights_have_no_impact_by_their_row(knights: str, profile: str) -> None:
    plain = odds(knights, "levy", profile=profile)
    assert plain["totals"]["a"] == 1
    assert value(plain, "a", "adlg.impact.first_round") is None
    assert voided(plain, "a", "adlg.impact.first_round") is None
    assert value(odds(unit(knights, "impact"), "levy", profile=profile), "a", "adlg.impact.first_round") == 1


@pytest.mark.rule("adlg.elephant.impact")
def test_no_other_row_has_an_ability_built_in() -> None:
    built_in = {troop.id: set(troop.abilities) for troop in TROOPS.values() if troop.abilities}
    assert built_in == {
        "javelinmen": {"javelin"},
        "foot_knights": {"two_handed_weapon"},
        "elephant": {"impact"},
        "scythed_chariot": {"expendable"},
    }


# Marks: **, *, @, # and (1)


@pytest.mark.parametrize(
    "troop",
    [
        pytest.param(troop, marks=[pytest.mark.statement(statement), pytest.mark.rule(f"adlg.troop.{troop}")])
        for troop, statement in (
            ("medium_swordsmen", "AG-186"),
            ("heavy_swordsmen", "AG-200"),
            ("foot_knights", "AG-207"),
        )
    ],
)
def test_a_row_with_two_stars_cancels_the_impact_of_impetuous_swordsmen(troop: str) -> None:
    for impetuous in ("medium_swordsmen", "heavy_swordsmen"):
        met = odds(unit(impetuous, "impetuous"), troop)
        assert voided(met, "a", "adlg.impact.first_round") == "adlg.swords.void_impact"
        assert met["totals"]["a"] == 1


@pytest.mark.parametrize(
    "troop",
    [
        pytest.param(troop, marks=[pytest.mark.statement(statement), pytest.mark.rule(f"adlg.troop.{troop}")])
        for troop, statement in (("medium_spearmen", "AG-192"), ("heavy_spearmen", "AG-214"), ("pikemen", "AG-220"))
    ],
)
def test_a_row_with_one_star_cancels_the_impact_of_mounted(troop: str) -> None:
    met = odds(unit("heavy_knights", "impact"), troop)
    assert voided(met, "a", "adlg.impact.first_round") == "adlg.spears.void_impact"
    assert met["totals"]["a"] == 1


@pytest.mark.parametrize(
    "troop",
    [
        pytest.param(troop, marks=[pytest.mark.statement(statement), pytest.mark.rule(f"adlg.troop.{troop}")])
        for troop, statement in (("medium_spearmen", "AG-193"), ("heavy_spearmen", "AG-215"), ("pikemen", "AG-221"))
    ],
)
def test_a_row_with_the_mark_at_has_the_bonus_against_mounted(troop: str) -> None:
    assert value(odds("heavy_knights", troop), "b", "adlg.spears.first_round") == 1


@pytest.mark.rule("adlg.troop.war_wagon")
@pytest.mark.statement("AG-237")
def test_the_war_wagon_has_the_mark_of_those_that_cancel_nearly_everything() -> None:
    met = odds(unit("heavy_swordsmen", "impact"), "war_wagon")
    assert voided(met, "a", "adlg.impact.first_round") == "adlg.war_wagon.voids"


def test_the_marks_belong_to_these_rows_alone() -> None:
    marked = {
        mark: {troop.id for troop in TROOPS.values() if troop.mark == mark} for mark in ("swords", "spears", "wagon")
    }
    assert marked == {
        "swords": {"medium_swordsmen", "heavy_swordsmen", "foot_knights"},
        "spears": {"medium_spearmen", "heavy_spearmen", "pikemen"},
        "wagon": {"war_wagon"},
    }


@pytest.mark.parametrize(
    ("beast", "frightened"),
    [
        pytest.param(
            "light_camels",
            "heavy_knights",
            marks=[pytest.mark.statement("AG-249"), pytest.mark.rule("adlg.troop.light_horse")],
        ),
        pytest.param(
            "medium_camels",
            "heavy_knights",
            marks=[pytest.mark.statement("AG-262"), pytest.mark.rule("adlg.troop.cavalry")],
        ),
        pytest.param(
            "camel_cataphracts",
            "heavy_knights",
            marks=[pytest.mark.statement("AG-287"), pytest.mark.rule("adlg.troop.cataphracts")],
        ),
        pytest.param(
            "elephant",
            "heavy_knights",
            marks=[pytest.mark.statement("AG-315"), pytest.mark.rule("adlg.troop.elephant")],
        ),
    ],
)
def test_a_row_with_the_mark_of_panic_frightens_horses(beast: str, frightened: str) -> None:
    met = later(frightened, beast)
    assert value(met, "a", "adlg.panic.contact") == -1
    assert value(met, "b", "adlg.panic.contact") is None


def test_light_camels_and_camel_cataphracts_fight_like_their_rows() -> None:
    # Against a levy, which no beast frightens.
    assert later("light_camels", "levy")["totals"] == later("light_cavalry", "levy")["totals"]
    assert later("camel_cataphracts", "levy")["totals"] == later("cataphracts", "levy")["totals"]


def test_no_other_row_causes_panic() -> None:
    frightening = {troop for troop in TROOPS if value(later("heavy_knights", troop), "a", "adlg.panic.contact")}
    assert frightening == {"light_camels", "medium_camels", "camel_cataphracts", "elephant"}


@pytest.mark.rule("adlg.panic.sources")
def test_a_light_chariot_is_drawn_by_horses() -> None:
    assert value(later(unit("light_chariot", supports=simple("levy")), "light_camels"), "a", "adlg.panic.contact") == -1
