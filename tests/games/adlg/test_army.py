"""Points, and the check of an army: what it comes to, what is wrong with it, and whatever else a file may hold."""

from __future__ import annotations

import copy
import datetime as dt
import tomllib
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from tests.hypothesis_profiles import given, st
from triarii.core import rulebook
from triarii.core.contract import Refusal
from triarii.core.texts import LANGUAGES
from triarii.games.adlg.armies import army, points, roster
from triarii.games.adlg.armies.army import NOT_TOGETHER, Report
from triarii.games.adlg.armies.points import FORMATS, TRIARII, Prices
from triarii.games.adlg.armies.roster import Corps, Roster, Unit
from triarii.games.adlg.combat.losses import Camp
from triarii.games.adlg.data.command import GRADES
from triarii.games.adlg.data.kit import ABILITIES, QUALITIES, WEAPONS
from triarii.games.adlg.data.tables import PACKAGE
from triarii.games.adlg.data.troops import TROOPS

RULES = rulebook.load(PACKAGE)

# What things cost in armies of 100, 200, 300 and 400 points.
BY_FORMAT = """
commanders ordinary      0  0  0  0
commanders competent     2  3  5  6
commanders brilliant     3  6 10 12
commanders strategist    5 10 15 20
discounts  commander     2  2  2  2
camps      normal        0  0  0  0
camps      fortified     3  6  9 12
camps      sacred        3  6  9 12
works      fortification 1  1  1  1
works      obstacle      1  1  1  1
"""
# Mediocre, ordinary and elite.
BY_QUALITY = """
light_infantry     3  4  5
javelinmen         5  7  9
bowmen             5  7  9
crossbowmen        5  7  9
handgunners        5  7  9
medium_swordsmen   4  6  8
medium_spearmen    5  7  9
heavy_swordsmen    6  8 10
foot_knights       - 12 14
heavy_spearmen     6  8 10
pikemen            8 11 13
levy               -  3  -
war_wagon          - 10  -
light_artillery    -  6  -
medium_artillery   - 10  -
heavy_artillery    - 10  -
light_cavalry      4  6  7
light_camels       5  7  -
medium_cavalry     5  7  9
light_chariot      -  7  9
medium_camels      6  8  -
heavy_cavalry      7  9 11
heavy_chariot      -  9 11
cataphracts        - 12 14
camel_cataphracts  - 12 14
medium_knights     - 10 13
heavy_knights      - 12 15
elephant          10 13 16
scythed_chariot    -  3  -
"""
# For everyone, then where it differs.
BY_TROOP = """
abilities armour             2 El=3
abilities heavy_armour       4 heavy_cavalry=2 heavy_chariot=2 medium_knights=2
abilities battle_ready       0
abilities blades            -2
abilities expendable        -1
abilities impact             1 LH=0 HCh=2
abilities impact_half_bow    2
abilities impetuous          0 levy=1 HCh=1
abilities incendiary         1
abilities javelin            1
abilities missile_support    1
abilities mixed             -1
abilities pavise             1
abilities polearm            1
abilities stakes             1
abilities two_handed_weapon  1
weapons   javelin            0 Cv=1
weapons   sling              0
weapons   atlatl             1
weapons   bow                0 MI=3 HI=3 Cv=2
weapons   longbow            2 MI=5 HI=5
weapons   crossbow           0 MI=3 HI=3 Cv=2
weapons   firearm            0 MI=3 HI=3 Cv=2
weapons   artillery          0 WWg=2
weapons   incendiary         1
"""


def lines(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()]


def an_army(**changes: object) -> dict[str, Any]:
    """A small army in order, with changes."""
    return {
        "name": "test",
        "format": 100,
        "command_value": 2,
        "corps": [
            {"commander": "brilliant", "units": [{"count": 4, "troop": "heavy_spearmen"}]},
            {"commander": "ordinary", "units": [{"count": 2, "troop": "light_cavalry", "weapon": "javelin"}]},
        ],
        **changes,
    }


def an_army_of(**unit: object) -> dict[str, Any]:
    """An army that has this unit among others."""
    table = an_army()
    table["corps"][0]["units"].append(unit)
    return table


def read(table: object) -> Roster:
    found = roster.read(table, "file")
    assert isinstance(found, Roster), found
    return found


def report_of(table: object) -> Report:
    return army.check(read(table))


def price(troop: str, **more: object) -> int | None:
    found = read(an_army_of(troop=troop, **more))
    return army.price_of_unit(found, found.corps[0].units[-1])


def sentences(refusal: Refusal) -> list[str]:
    """What it says in each language: one line each."""
    said = [army.TEXTS.say(refusal.message, lang) for lang in LANGUAGES]
    assert all(sentence.strip() and len(sentence.splitlines()) == 1 for sentence in said)
    assert not refusal.rule or RULES.find(refusal.rule) is not None, refusal
    return said


# Points


@pytest.mark.data
@pytest.mark.rule("adlg.army.points")
def test_everything_has_the_price_that_is_written_here() -> None:
    table = tomllib.loads(resources.files(PACKAGE).joinpath("points.toml").read_text(encoding="utf-8"))
    for section, thing, *prices in lines(BY_FORMAT):
        told = table[section].pop(thing)
        wanted = dict(zip(map(str, FORMATS), map(int, prices), strict=True))
        assert (dict.fromkeys(wanted, told) if isinstance(told, int) else told) == wanted, thing
    for troop, *prices in lines(BY_QUALITY):
        priced = zip(("mediocre", "ordinary", "elite"), prices, strict=True)
        assert table["troops"].pop(troop) == {quality: int(each) for quality, each in priced if each != "-"}, troop
    for section, thing, usual, *others in lines(BY_TROOP):
        told = table[section].pop(thing)
        differing = {group: int(each) for group, each in (other.split("=") for other in others)}
        assert (told if isinstance(told, dict) else {"all": told}) == {"all": int(usual), **differing}, thing
    assert not any(table.values()), "nothing else has a price"


def test_there_is_a_price_for_everything_that_an_army_can_have() -> None:
    assert set(TRIARII.table["troops"]) == set(TROOPS)
    assert all(TRIARII.troop(troop, QUALITIES["ordinary"]) is not None for troop in TROOPS.values())
    assert set(TRIARII.table["abilities"]) == set(ABILITIES)
    assert set(TRIARII.table["weapons"]) == set(WEAPONS)
    assert set(TRIARII.table["commanders"]) == set(GRADES)
    assert all(
        "all" in TRIARII.table[section][thing]
        for section in ("abilities", "weapons")
        for thing in TRIARII.table[section]
    )


@pytest.mark.parametrize(
    ("troop", "more", "wanted"),
    [
        ("heavy_swordsmen", {"abilities": ["impact", "armour"]}, 11),
        ("elephant", {"abilities": ["armour"]}, 16),
        ("bowmen", {"weapon": "longbow", "abilities": ["stakes"], "quality": "elite"}, 12),
        ("medium_swordsmen", {"weapon": "bow", "abilities": ["mixed"]}, 8),
        ("medium_swordsmen", {"weapon": "atlatl"}, 7),
        ("heavy_cavalry", {"abilities": ["impact_half_bow"]}, 11),
        ("heavy_cavalry", {"abilities": ["impact_half_bow"], "weapon": "bow"}, 11),
        ("light_infantry", {"weapon": "incendiary"}, 5),
        ("light_infantry", {"abilities": ["incendiary"]}, 5),
        ("light_infantry", {"weapon": "incendiary", "abilities": ["incendiary"]}, 5),
        ("light_infantry", {"weapon": "bow", "abilities": ["incendiary"]}, 5),
        ("light_infantry", {"weapon": "javelin", "abilities": ["javelin"]}, 4),
        ("light_chariot", {"weapon": "javelin", "quality": "elite"}, 10),
        ("light_cavalry", {"abilities": ["impact"]}, 6),
        ("heavy_chariot", {"abilities": ["impact"]}, 11),
        ("medium_knights", {"abilities": ["heavy_armour"]}, 12),
        ("levy", {"abilities": ["expendable"]}, 2),
        ("levy", {"quality": "elite"}, None),
    ],
)
def test_a_unit_costs_its_troop_and_quality_its_abilities_and_its_weapon(
    troop: str, more: dict[str, object], wanted: int | None
) -> None:
    assert price(troop, **more) == wanted


@pytest.mark.parametrize("size", FORMATS)
def test_a_commander_in_a_unit_or_of_little_faith_costs_less_but_never_less_than_nothing(size: int) -> None:
    for kind in ("included", "allied", "unreliable"):
        for grade in GRADES.values():
            corps = [{"commander": "ordinary"}, {"commander": grade.id, kind: True}]
            found = read(an_army(format=size, corps=corps))
            full = army.price_of_commander(found, Corps(grade, ()))
            assert army.price_of_commander(found, found.corps[1]) == max(0, full - 2)


def test_camp_and_works_have_their_price() -> None:
    bare = report_of(an_army()).points
    assert report_of(an_army(camp="normal")).points == bare
    assert report_of(an_army(camp="fortified", fortifications=2, obstacles=3)).points == bare + 3 + 2 + 3
    assert report_of(an_army(camp="sacred", format=300)).points == report_of(an_army(format=300)).points + 9


@pytest.mark.rule("adlg.army.points")
def test_a_roster_may_change_any_price() -> None:
    own = {
        "troops": {"heavy_spearmen": {"ordinary": 20}},
        "commanders": {"brilliant": 1},
        "weapons": {"javelin": {"LH": 5}},
    }
    assert report_of(an_army()).points == 3 + 4 * 8 + 2 * 6
    assert report_of(an_army(points=own)).points == 1 + 4 * 20 + 2 * (6 + 5)
    sold = read(an_army(points={"troops": {"levy": {"elite": 5}}}))
    assert sold.prices.troop(TROOPS["levy"], QUALITIES["elite"]) == 5
    assert sold.prices.troop(TROOPS["levy"], QUALITIES["ordinary"]) == 3


@pytest.mark.rule("adlg.army.points")
def test_a_price_may_be_nothing() -> None:
    prices = read(an_army(points={"discounts": {"commander": 0}, "works": {"fortification": 0, "obstacle": 0}})).prices
    for size in FORMATS:
        for grade in GRADES.values():
            assert prices.commander(grade, size, discounted=True) == prices.commander(grade, size, discounted=False)
        assert [prices.work(work, size) for work in points.WORKS] == [0, 0]


@pytest.mark.rule("adlg.army.points")
@pytest.mark.parametrize(("price", "taken"), [(-101, False), (-100, True), (1000, True), (1001, False)])
def test_a_price_lies_between_minus_100_and_1000(price: int, taken: bool) -> None:
    assert isinstance(points.changed(TRIARII, {"troops": {"levy": {"ordinary": price}}}), Prices) is taken


def test_a_file_of_prices_changes_those_of_the_roster(tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_text("troops.heavy_spearmen.ordinary = 2\nabilities.armour = 7\n", encoding="utf-8")
    found = read(an_army(points={"troops": {"heavy_spearmen": {"ordinary": 20, "elite": 21}}}))
    prices = points.changed_by_file(found.prices, file)
    assert isinstance(prices, Prices)
    assert prices.troop(TROOPS["heavy_spearmen"], QUALITIES["ordinary"]) == 2
    assert prices.troop(TROOPS["heavy_spearmen"], QUALITIES["elite"]) == 21
    assert prices.ability("armour", TROOPS["elephant"]) == 7, "a number replaces all prices of a thing"
    assert army.check(found.at(prices)).points == 3 + 4 * 2 + 2 * 6


def test_our_own_values_are_untouched_by_changes() -> None:
    before = copy.deepcopy(TRIARII.table)
    read(an_army(points={"troops": {"levy": {"elite": 5}}, "abilities": {"armour": {"HI": 9}}}))
    assert TRIARII.table == before


# What an army comes to


@pytest.mark.rule("adlg.losses.break")
def test_an_army_breaks_at_its_units_that_are_not_expendable_and_one_more_for_a_strong_camp() -> None:
    table = an_army_of(count=3, troop="levy", abilities=["expendable"])
    table["corps"][1]["units"].append({"count": 2, "troop": "scythed_chariot"})
    report = report_of(table)
    assert (report.units, report.expendables, report.cohesion) == (11, 5, 6)
    for camp, more in ((Camp.NORMAL, 0), (Camp.FORTIFIED, 1), (Camp.SACRED, 1)):
        assert report_of({**table, "camp": camp.value}).cohesion == 6 + more


def test_the_commander_in_chief_leads_the_first_corps_unless_another_is_named() -> None:
    assert [corps.chief for corps in read(an_army()).corps] == [True, False]
    table = an_army()
    table["corps"][1]["chief"] = True
    assert [corps.chief for corps in read(table).corps] == [False, True]
    assert report_of(table).ok


def test_an_army_may_cost_less_than_its_format() -> None:
    report = report_of(an_army(total=47))
    assert (report.points, report.ok) == (47, True)


def test_names_are_for_both_languages() -> None:
    assert read(an_army()).name == {"en": "test", "de": "test"}
    assert read(an_army(name={"de": "Heer"})).name == {"en": "Heer", "de": "Heer"}
    table = an_army()
    del table["name"]
    assert read(table).name == {"en": "file", "de": "file"}
    unit = read(an_army()).corps[0].units[0]
    assert unit.name == TROOPS["heavy_spearmen"].name


# What is wrong with it

Change = Callable[[dict[str, Any]], object]
FAULTS: list[tuple[str, str, Change, str]] = [
    (
        "adlg.army.points",
        "army.points",
        lambda army: army["corps"][0]["units"].append({"count": 9, "troop": "pikemen"}),
        "The army costs 146 points, 46 more than the 100 it may have.",
    ),
    (
        "adlg.army.points",
        "army.total",
        lambda army: army.update(total=48),
        "The army list says it has 48 points, but they add up to 47.",
    ),
    (
        "adlg.command.value",
        "army.command",
        lambda army: army["corps"][1].update(commander="competent"),
        "The commanders take 3 of the command value, but the army has only 2.",
    ),
    (
        "adlg.army.structure",
        "army.chiefs",
        lambda army: [corps.update(chief=True) for corps in army["corps"]],
        "An army has exactly one commander-in-chief, but corps 1 and 2 name one each.",
    ),
    (
        "adlg.army.structure",
        "army.chief_not_own",
        lambda army: army["corps"][0].update(allied=True),
        "Corps 1: the commander-in-chief can be neither allied nor unreliable.",
    ),
    (
        "adlg.army.structure",
        "army.allied",
        lambda army: army["corps"].extend(
            {"commander": "ordinary", "allied": True, "units": [{"troop": "levy"}]} for _ in range(2)
        ),
        "2 corps are allied; an army of 100 points may have 1.",
    ),
    (
        "adlg.army.structure",
        "army.no_corps",
        lambda army: army["corps"].clear(),
        "The army has no corps.",
    ),
    (
        "adlg.army.structure",
        "army.no_commander",
        lambda army: army["corps"][1].pop("commander"),
        "Corps 2 has no commander.",
    ),
    (
        "adlg.army.structure",
        "army.no_units",
        lambda army: army["corps"][1].update(units=[]),
        "Corps 2 has no unit.",
    ),
]


@pytest.mark.parametrize(
    ("code", "change", "sentence"),
    [
        pytest.param(code, change, sentence, marks=pytest.mark.rule(rule), id=code)
        for rule, code, change, sentence in FAULTS
    ],
)
def test_a_fault_of_the_army_is_said_in_a_sentence(code: str, change: Change, sentence: str) -> None:
    table = an_army()
    assert report_of(table).ok
    change(table)
    [fault] = report_of(table).faults
    assert fault.code == code
    assert sentences(fault)[0] == sentence
    assert {rule for rule, known, *_ in FAULTS if known == code} == {fault.rule}


@pytest.mark.rule("adlg.army.abilities")
@pytest.mark.parametrize(
    ("troop", "more", "sentence"),
    [
        ("levy", {"quality": "elite"}, "the quality elite is not available for these troops."),
        ("light_infantry", {"abilities": ["pavise"]}, "these troops can't have the ability pavise."),
        ("pikemen", {"abilities": ["expendable"]}, "these troops can't have the ability expendable."),
        ("elephant", {"abilities": ["impact"]}, "these troops have impact by their type; it can't be bought."),
        (
            "scythed_chariot",
            {"abilities": ["expendable"]},
            "these troops have expendable by their type; it can't be bought.",
        ),
        ("heavy_cavalry", {"abilities": ["armour"]}, "these troops have armour by their type; it can't be bought."),
        ("foot_knights", {"abilities": ["armour"]}, "these troops have armour by their type; it can't be bought."),
        (
            "heavy_knights",
            {"abilities": ["heavy_armour"]},
            "these troops have heavy armour by their type; it can't be bought.",
        ),
        ("levy", {"abilities": ["pavise", "pavise"]}, "the ability pavise is there twice."),
        ("heavy_swordsmen", {"abilities": ["impetuous", "impact"]}, "impact can't go together with impetuous."),
        ("foot_knights", {"abilities": ["polearm"]}, "polearm can't go together with two-handed weapon."),
        ("heavy_swordsmen", {"weapon": "sling"}, "these troops can't have slings."),
        (
            "heavy_cavalry",
            {"abilities": ["impact_half_bow"], "weapon": "crossbow"},
            "half bow means bows, so the weapon can't be crossbows.",
        ),
        ("medium_swordsmen", {"abilities": ["mixed"]}, "a mixed unit needs a weapon to shoot with."),
    ],
)
def test_a_unit_that_cannot_be_is_said_in_a_sentence(troop: str, more: dict[str, object], sentence: str) -> None:
    [fault] = report_of(an_army_of(troop=troop, **more)).faults
    assert fault.rule == "adlg.army.abilities"
    assert sentences(fault)[0] == f"Corps 1, entry 2 ({TROOPS[troop].name['en']}): {sentence}"


@pytest.mark.rule("adlg.army.abilities")
@pytest.mark.parametrize("pair", sorted(map(sorted, NOT_TOGETHER)))
def test_some_abilities_never_go_together(pair: list[str]) -> None:
    troop = "medium_cavalry" if "impact_half_bow" in pair else "heavy_swordsmen"
    more: dict[str, object] = {"weapon": "bow"} if "mixed" in pair else {}
    codes = [fault.code for fault in report_of(an_army_of(troop=troop, abilities=pair, **more)).faults]
    assert codes == ["army.together"]


def test_the_pairs_that_never_go_together() -> None:
    assert {" ".join(sorted(pair)) for pair in NOT_TOGETHER} == {
        "impact impetuous",
        "impact impact_half_bow",
        "impact_half_bow impetuous",
        "armour heavy_armour",
        "polearm two_handed_weapon",
        "missile_support mixed",
    }


@pytest.mark.rule("adlg.army.abilities")
def test_a_unit_may_have_just_the_abilities_and_weapons_of_the_tables() -> None:
    for troop in TROOPS.values():
        for ability in ABILITIES.values():
            more: dict[str, object] = {"weapon": "bow"} if ability.id == "mixed" else {}
            codes = {
                fault.code for fault in report_of(an_army_of(troop=troop.id, abilities=[ability.id], **more)).faults
            }
            built_in = (
                ability.id in troop.abilities or {"armour": 1, "heavy_armour": 2}.get(ability.id, 9) <= troop.armour
            )
            assert ("army.built_in" in codes) == built_in
            assert ("army.ability" in codes) == (not built_in and not troop.is_among(ability.troops))
        for weapon in WEAPONS:
            codes = {fault.code for fault in report_of(an_army_of(troop=troop.id, weapon=weapon)).faults}
            assert codes == (set() if weapon in troop.weapons else {"army.weapon"})


def test_all_faults_are_found_at_once() -> None:
    table = an_army_of(
        count=6, troop="light_infantry", quality="elite", abilities=["pavise", "pavise"], weapon="longbow"
    )
    table["corps"][1] = {"commander": "brilliant"}
    assert [fault.code for fault in report_of(table).faults] == [
        "army.command",
        "army.ability",
        "army.weapon",
        "army.no_units",
    ]


# What can't be read


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ([], "The army list: this must be a table of keys and values."),
        ({}, "The army list: format is missing."),
        (an_army(formt=1), "The army list: there is no key formt; did you mean format?"),
        (an_army(x=1), "The army list: there is no key x; there are name, format,"),
        (an_army(format=150), "The army list: format is one of the numbers 100, 200, 300 and 400, not 150."),
        (an_army(format=True), "The army list: format is one of the numbers 100, 200, 300 and 400, not true."),
        (an_army(format=200.0), "The army list: format is one of the numbers 100, 200, 300 and 400, not 200.0."),
        (an_army(format="200"), "The army list: format is one of the numbers"),
        (an_army(command_value="3"), "The army list: command_value takes a whole number from 0 to 99, not 3."),
        (an_army(camp="fort"), "The army list: camp can't be fort; did you mean fortified?"),
        (an_army(camp="none"), "The army list: camp can't be none; there are normal, fortified and sacred."),
        (an_army(total=0xF << 20000), "The army list: total takes a whole number from 0 to 100000, not 0xf000"),
        (an_army(corps={}), "The army list: corps takes a list."),
        (an_army(corps=[3]), "Corps 1: this must be a table of keys and values."),
        (an_army(corps=[{"commander": "genius"}]), "Corps 1: commander can't be genius;"),
        (an_army(corps=[{"commander": "briliant"}]), "Corps 1: commander can't be briliant; did you mean brilliant?"),
        (an_army(corps=[{"chief": 1}]), "Corps 1: chief is true or false, not 1."),
        (
            an_army(name=3),
            "The army list's name: a name is one line of at most 80 characters, in one language or both.",
        ),
        (an_army(name={"en": "two\nlines"}), "The army list's name: a name is one line"),
        (an_army(name={"fr": "armée"}), "The army list's name: there is no key fr;"),
        (an_army_of(count=1), "Corps 1, entry 2: troop is missing."),
        (an_army_of(troop="pikeman"), "Corps 1, entry 2: troop can't be pikeman; did you mean pikemen?"),
        (
            an_army_of(troop="Langbogenschützen"),
            "Corps 1, entry 2: troop can't be Langbogenschützen; did you mean bowmen?",
        ),
        (an_army_of(troop="levy", count=0), "Corps 1, entry 2: count takes a whole number from 1 to 99, not 0."),
        (an_army_of(troop="levy", quality="best"), "Corps 1, entry 2: quality can't be best;"),
        (an_army_of(troop="levy", abilities="pavise"), "Corps 1, entry 2: abilities takes a list."),
        (
            an_army_of(troop="levy", abilities=["2HW"]),
            "Corps 1, entry 2: abilities can't be 2HW; did you mean two_handed_weapon?",
        ),
        (
            an_army_of(troop="levy", weapon="Armbrust"),
            "Corps 1, entry 2: weapon can't be Armbrust; did you mean crossbow?",
        ),
        (an_army(points=3), "The prices: this must be a table of keys and values."),
        (an_army(points={"troop": {}}), "The prices: there is no key troop; did you mean troops?"),
        (an_army(points={"troops": {"levvy": 3}}), "The prices, troops: there is no key levvy; did you mean levy?"),
        (
            an_army(points={"troops": {"levy": {"elit": 3}}}),
            "The prices, troops.levy: there is no key elit; did you mean elite?",
        ),
        (an_army(points={"works": {"obstacle": 1.5}}), "The prices, works.obstacle: obstacle takes a whole number"),
    ],
)
def test_what_is_no_roster_is_refused_in_a_sentence(table: object, sentence: str) -> None:
    refusal = roster.read(table)
    assert isinstance(refusal, Refusal)
    assert sentences(refusal)[0].startswith(sentence)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"corps = [", "is not in the form of TOML"),
        (b"name = 'x'\nformat = = 3", "is not in the form of TOML: see line 2, column 10."),
        (b"\xff\xfe", "is not a text file."),
        (b"a = " + b"[" * 100_000, "is not in the form of TOML"),
        (b"a = " + b"1" * 10_000, "is not in the form of TOML"),
        (b"#" * 2_000_000, "is far too large for an army list."),
    ],
)
def test_a_file_that_holds_no_toml_is_refused_in_a_sentence(tmp_path: Path, data: bytes, sentence: str) -> None:
    file = tmp_path / "own.toml"
    file.write_bytes(data)
    for refusal in (roster.load(str(file)), points.changed_by_file(TRIARII, file)):
        assert isinstance(refusal, Refusal)
        assert sentence in sentences(refusal)[0]


def test_files_that_are_not_there_are_refused_in_a_sentence(tmp_path: Path) -> None:
    for name, code in (
        ("romnas", "army.unknown_near"),
        ("zzz", "army.unknown"),
        ("romans.toml", "army.not_read"),
        ("./romans", "army.not_read"),
        (tmp_path, "army.not_read"),
        ("", "army.not_read"),
        ("a\0b", "army.not_read"),
        ("x" * 5000, "army.not_read"),
    ):
        refusal = roster.load(name)
        assert isinstance(refusal, Refusal), name
        assert refusal.code == code, name
        sentences(refusal)


# Whatever comes in

WORD = st.sampled_from(
    sorted({*TROOPS, *ABILITIES, *WEAPONS, *QUALITIES, *GRADES, *points.SECTIONS, *points.WORKS, *Camp, "all", "200"})
)
KEY = st.sampled_from([*roster.KEYS, *roster.CORPS_KEYS, *roster.UNIT_KEYS, *LANGUAGES]) | WORD | st.text()
LEAF = (
    WORD
    | st.text()
    | st.integers()
    | st.sampled_from([0, 1, 2, 4, 100, 200, 2**70])
    | st.booleans()
    | st.floats()
    | st.just(dt.date(476, 9, 4))
)
TOML = st.recursive(LEAF, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEY, inner, max_size=4))


def examined(table: object) -> None:
    found = roster.read(table, "any")
    if isinstance(found, Refusal):
        sentences(found)
        return
    report = army.check(found)
    for fault in report.faults:
        sentences(fault)
    assert report.expendables <= report.units
    assert report.points == sum(report.corps_points) + army.points_behind(found)


@given(TOML)
def test_any_table_is_a_roster_or_is_refused(table: object) -> None:
    examined(table)


UNIT = st.fixed_dictionaries(
    {"troop": st.sampled_from(sorted(TROOPS))},
    optional={
        "count": st.integers(1, 99),
        "quality": st.sampled_from(sorted(QUALITIES)),
        "abilities": st.lists(st.sampled_from(sorted(ABILITIES)), max_size=4),
        "weapon": st.sampled_from(sorted(WEAPONS)),
    },
)
CORPS = st.fixed_dictionaries(
    {},
    optional={
        "commander": st.sampled_from(sorted(GRADES)),
        **dict.fromkeys(roster.CORPS_FLAGS, st.booleans()),
        "units": st.lists(UNIT, max_size=4),
    },
)
ARMY = st.fixed_dictionaries(
    {
        "format": st.sampled_from(FORMATS),
        "command_value": st.integers(0, 9),
        "corps": st.lists(CORPS, max_size=4),
    },
    optional={"camp": st.sampled_from(["normal", "fortified", "sacred"]), "total": st.integers(0, 400)},
)


@given(ARMY)
def test_any_army_of_known_things_is_read_and_checked(table: dict[str, object]) -> None:
    assert isinstance(roster.read(table), Roster)
    examined(table)


@given(st.data())
def test_a_shipped_roster_with_anything_in_place_of_something_is_read_or_refused(data: st.DataObject) -> None:
    table = tomllib.loads((resources.files(PACKAGE) / "rosters" / "hussites.toml").read_text(encoding="utf-8"))
    inner: Any = table
    while True:
        key = data.draw(st.sampled_from(sorted(inner) if isinstance(inner, dict) else range(len(inner))))
        if not isinstance(inner[key], dict | list) or not inner[key] or data.draw(st.booleans()):
            break
        inner = inner[key]
    inner[key] = data.draw(TOML)
    examined(table)


@given(TOML)
def test_any_table_is_a_list_of_prices_or_is_refused(table: object) -> None:
    found = points.changed(TRIARII, table)
    if isinstance(found, Refusal):
        sentences(found)
    else:
        examined(an_army(points=table))


def test_a_unit_knows_what_it_has_beside_its_row() -> None:
    unit = read(an_army_of(troop="elephant", abilities=["armour", "impact"])).corps[0].units[-1]
    assert isinstance(unit, Unit)
    assert unit.abilities == {"armour"}
    assert unit.all_abilities == {"armour", "impact"}
