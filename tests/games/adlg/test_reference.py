"""The reference sheet: numbers come from the tables, every line has its rule, and what is read differently shows."""

from __future__ import annotations

import re
from typing import Any

import pytest

from triarii.core import rulebook
from triarii.core.contract import Refusal, Span
from triarii.core.texts import LANGUAGES, PLACEHOLDER
from triarii.games.adlg.armies.points import TRIARII
from triarii.games.adlg.battle.movement import reach
from triarii.games.adlg.combat import factors, losses
from triarii.games.adlg.data import command, readings
from triarii.games.adlg.data.command import GRADES
from triarii.games.adlg.data.kit import WEAPONS
from triarii.games.adlg.data.readings import OPTIONS, PRESETS, PROFILES, Readings
from triarii.games.adlg.data.tables import PACKAGE, read
from triarii.games.adlg.data.troops import TROOPS
from triarii.games.adlg.pages import reading_words, reference, reference_tables
from triarii.games.adlg.pages.reference import DIFFERING, Row, Section

RULES = rulebook.load(PACKAGE)
TABLE = read("reference.toml")
TOLD_IN_TABLES = {"camel_terrain_relief"}
"""Options told by a line that the tables write."""


def sheet(lang: str = "en", /, **options: Any) -> dict[str, Section]:
    found = readings.settle(options)
    assert isinstance(found, Readings), found
    return {section.id: section for section in reference.sheet(found, lang)}


def rows(sections: dict[str, Section]) -> list[tuple[str, Row]]:
    return [(section.id, row) for section in sections.values() for row in (*section.rows, *section.lines)]


def asked_by(line: dict[str, Any]) -> set[str]:
    """Options whose value a line tells."""
    return {name for name, *_ in PLACEHOLDER.findall(line["en"])} & set(TABLE["reading"]) | set(line.get("when", {}))


def test_no_number_of_the_sheet_is_written_by_hand() -> None:
    said = [entry[lang] for key in ("section", "line") for entry in TABLE[key] for lang in LANGUAGES]
    said += [words[lang] for values in TABLE["reading"].values() for words in values.values() for lang in LANGUAGES]
    said += [entry[lang] for key in ("column", "word", "legend") for entry in TABLE[key].values() for lang in LANGUAGES]
    assert len(said) > 300
    assert [text for text in said if re.search(r"\d", text)] == []


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_row_has_its_cells_and_a_rule_that_there_is(lang: str, profile: str) -> None:
    sections = sheet(lang, profile=profile)
    assert {section.page for section in sections.values()} == {1, reference.PAGES}
    for section in sections.values():
        assert section.rows or section.lines, section.id
        assert {len(row.cells) for row in section.rows} <= {len(section.columns)}
        for row in (*section.rows, *section.lines):
            assert RULES.find(row.rule) is not None, row
            assert row.cells[-1] or row.of, row
            assert "{" not in "".join(row.cells)


def test_a_changed_table_changes_the_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    before = rows(sheet())
    monkeypatch.setattr(reach, "COMMANDER_REACH", 7500)
    monkeypatch.setattr(losses, "UNIT_ROUTED", 9)
    monkeypatch.setattr(command, "HOLD", 8)
    changed = {row.cells for _, row in rows(sheet("de"))} - {row.cells for _, row in before}
    told = ["|".join(cells) for cells in changed]
    assert any("7,5 UD" in text for text in told)
    assert any(text.startswith("9|") for text in told)
    assert any(text.startswith("8|") for text in told)


def test_the_factors_are_those_of_the_game() -> None:
    troops = sheet()["troops"]
    usual = factors.matrix()
    enemies = list(reference_tables._enemies())
    assert [row.of for row in troops.rows] == list(TROOPS)
    for row in troops.rows:
        cells = row.cells[8 : 8 + len(enemies)]
        for enemy, cell in zip(enemies, cells, strict=True):
            (number,) = re.findall(r"^\d+", cell.replace("·", "0"))
            assert int(number) == usual[row.of][enemy.id]


def test_every_enemy_has_a_column_that_speaks_for_it() -> None:
    enemies = list(reference_tables._enemies())
    for own in TROOPS.values():
        for enemy in TROOPS.values():
            shown = [reference_tables._factor(own, one) for one in enemies if one.category is enemy.category]
            assert reference_tables._factor(own, enemy) in shown


def test_what_circumstances_change_is_shown_in_the_cell() -> None:
    cells = {row.of: dict(zip(sheet()["troops"].columns, row.cells, strict=True)) for row in sheet()["troops"].rows}
    assert cells["heavy_swordsmen"]["LMI"] == "2/1"
    assert cells["medium_cavalry"]["HI"] == "0›1"
    assert cells["war_wagon"]["El"] == "0[2]"
    assert cells["medium_cavalry"]["levy"] == "1"


def test_points_ranges_and_grades_are_those_of_the_tables() -> None:
    sections = sheet()
    prices = {row.of: row.cells[2] for row in sections["troops"].rows}
    for troop in TROOPS.values():
        asked = [TRIARII.table["troops"][troop.id].get(quality) for quality in ("mediocre", "ordinary", "elite")]
        assert prices[troop.id] == "/".join("–" if price is None else str(price) for price in asked)
    assert {row.cells[0] for row in sections["ranges"].rows} == {weapon.name["en"] for weapon in WEAPONS.values()}
    artillery = next(row for row in sections["ranges"].rows if row.cells[0] == "artillery")
    assert "4/6/8" in artillery.cells
    told = {row.cells[0]: row.cells[1:] for row in sections["commanders"].rows}
    for grade in GRADES.values():
        assert told[grade.name["en"]][1] == f"{grade.radius} UD"


def test_every_point_that_the_profiles_read_differently_stands_on_the_sheet() -> None:
    told = {option for line in TABLE["line"] for option in asked_by(line)} | TOLD_IN_TABLES
    assert sorted(DIFFERING - told) == []


@pytest.mark.parametrize("option", sorted(TABLE["reading"]))
def test_an_option_changes_the_lines_that_tell_it_and_no_others(option: str) -> None:
    usual = PRESETS["sheet"][option]
    known = OPTIONS[option].values
    assert not isinstance(known, Span | str)
    for lang in LANGUAGES:
        before = rows(sheet(lang))
        for value in known:
            if value == usual:
                continue
            after = rows(sheet(lang, **{option: value}))
            changed = [row for _, row in after if row.cells not in {one.cells for _, one in before}]
            assert changed, (option, value)
            assert all(option in row.reads for row in changed), (option, changed)


@pytest.mark.parametrize("line", [line for line in TABLE["line"] if "when" in line], ids=lambda line: line["en"][:40])
def test_a_line_with_a_condition_stands_only_where_it_holds(line: dict[str, Any]) -> None:
    ((option, value),) = line["when"].items()
    there = {row.cells for _, row in rows(sheet(**{option: value})) if option in row.reads}
    away = {row.cells for _, row in rows(sheet(**{option: not value}))}
    assert there - away


def test_a_row_says_whether_the_profiles_read_it_differently() -> None:
    marked = [row for _, row in rows(sheet()) if row.as_json().get("differs")]
    assert all(not DIFFERING.isdisjoint(row.reads) for row in marked)
    same = {row.cells for _, row in rows(sheet(profile="common"))}
    for _, row in rows(sheet()):
        if row.cells not in same:
            assert row.as_json().get("differs") or row.reads, row


# The readings


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reading_is_told_with_its_values_in_words(lang: str) -> None:
    told = {one["name"]: one for one in reading_words.listed(lang)["readings"]}
    assert set(told) == set(OPTIONS) - {"profile"}
    for name, one in told.items():
        words = [value["words"] for value in one["values"]]
        assert len(set(words)) == len(words), name
        assert not any("_" in each for each in words), name
        assert one["about"]
        assert RULES.find(one["rule"]) is not None
        assert set(one["presets"]) == set(PROFILES)
        assert one["topic"] in reading_words.TOPICS


def test_readings_that_differ_are_marked() -> None:
    told = reading_words.listed("en")["readings"]
    assert {one["name"] for one in told if one["differs"]} == DIFFERING
    assert len(DIFFERING) > 50


def test_measures_are_told_in_their_units() -> None:
    told = {one["name"]: one for one in reading_words.listed("de")["readings"]}
    assert told["touch_tolerance"]["presets"]["sheet"]["words"] == "0,002 UD"
    assert told["facing_tolerance"]["span"] == {"low": "0,1°", "high": "2°"}
    assert [value["words"] for value in told["pass_facing"]["values"]] == ["45°", "0,5°"]
    assert [value["words"] for value in told["slide_min_advance"]["values"]] == ["0 UD", "1 UD"]


def test_words_for_values_are_those_of_real_values() -> None:
    for key in reading_words.TEXTS.entries:
        family, *rest = key.split(".")
        if family == "value":
            option = OPTIONS[rest[0]]
            assert not isinstance(option.values, Span | str)
            assert rest[1] in [str(value) for value in option.values]


def test_an_unknown_option_is_refused() -> None:
    assert isinstance(readings.from_words(["slide_timming=also_during"]), Refusal)
