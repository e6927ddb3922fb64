"""The reference sheet as data: sections of rows for the two pages, each row with its rule, made from the tables of the
game for the readings that are played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from triarii.core.texts import LANGUAGES, PLACEHOLDER, Message, Texts
from triarii.games.adlg.data.readings import PRESETS, PROFILES, Readings
from triarii.games.adlg.data.tables import read
from triarii.games.adlg.data.texts import TEXTS as GAME_TEXTS
from triarii.games.adlg.pages import reference_tables as tables
from triarii.games.adlg.pages.reference_numbers import Words, numbers

_TABLE = read("reference.toml")
PAGES = 2
NO_TABLE: tables.Table = ((), ())
DIFFERING = frozenset(name for name in PRESETS[PROFILES[0]] if len({str(PRESETS[each][name]) for each in PROFILES}) > 1)
"""Options that the profiles read differently."""


@dataclass(frozen=True)
class Row:
    """One line of the sheet: its cells, the rule behind it, and the options whose value it tells."""

    cells: tuple[str, ...]
    rule: str
    reads: tuple[str, ...] = ()
    of: str = ""
    """The troop that it is about, if it is about one."""

    def as_json(self) -> dict[str, Any]:
        row: dict[str, Any] = {"cells": list(self.cells), "rule": self.rule}
        if self.of:
            row["of"] = self.of
        if self.reads:
            row |= {"reads": list(self.reads), "differs": not DIFFERING.isdisjoint(self.reads)}
        return row


@dataclass(frozen=True)
class Section:
    """A table with titles of its columns, or lines with a number in front, or plain lines."""

    id: str
    page: int
    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    """Of the table."""
    lines: tuple[Row, ...]
    """Of one cell, or of two where a number stands in front."""

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "page": self.page,
            "title": self.title,
            "columns": list(self.columns),
            "rows": [row.as_json() for row in self.rows],
            "lines": [row.as_json() for row in self.lines],
        }


def sheet(readings: Readings, lang: str) -> tuple[Section, ...]:
    """The whole sheet in one language."""
    counted = numbers(readings)
    blanks: dict[str, object] = {**counted, **_chosen(readings, counted)}
    tell = _Telling(_texts(), blanks, lang)
    found = []
    for section in _TABLE["section"]:
        made = tables.TABLES.get(section["id"])
        columns, rows = made(tell) if made is not None else NO_TABLE
        found.append(
            Section(
                section["id"],
                section["page"],
                section[lang],
                tuple(columns),
                tuple(Row(tuple(row.cells), row.rule, of=row.of) for row in rows),
                (*_lines(section["id"], readings, tell), *_written_lines(section["id"], tell)),
            )
        )
    return tuple(found)


def legend(readings: Readings, lang: str) -> tuple[str, ...]:
    """What the short forms and signs of the sheet mean."""
    tell = _Telling(_texts(), {**numbers(readings), "light": tables.light()}, lang)
    return tuple(tell(f"legend.{name}") for name in _TABLE["legend"])


class _Telling:
    """Says texts of the sheet with its numbers and readings filled in."""

    def __init__(self, texts: Texts, blanks: Mapping[str, object], lang: str) -> None:
        self.texts, self.blanks, self.lang = texts, blanks, lang

    def __call__(self, key: str, **more: object) -> str:
        return self.texts.say(Message(key, {**self.blanks, **more}), self.lang)

    def words(self, words: Words) -> str:
        return words[self.lang]


@cache
def _texts() -> Texts:
    """Lines and words of the sheet; those of the game behind them."""
    entries: dict[str, Mapping[str, object]] = {}
    for family in ("column", "word", "legend"):
        entries |= {f"{family}.{name}": entry for name, entry in _TABLE[family].items()}
    for option, values in _TABLE["reading"].items():
        entries |= {f"reading.{option}.{value}": entry for value, entry in values.items()}
    entries |= {f"line.{place}": line for place, line in enumerate(_TABLE["line"])}
    return Texts(entries, GAME_TEXTS)


def _chosen(readings: Readings, said: Mapping[str, Words]) -> dict[str, Message]:
    """What each option's value says, for the blanks that are named like options."""
    return {
        option: Message(f"reading.{option}.{_value(readings.chosen[option])}", said) for option in _TABLE["reading"]
    }


def _value(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _lines(section: str, readings: Readings, tell: _Telling) -> Iterator[Row]:
    for place, line in enumerate(_TABLE["line"]):
        when: Mapping[str, object] = line.get("when", {})
        if line["section"] != section or any(readings.chosen[option] != value for option, value in when.items()):
            continue
        asked = [name for name, *_ in PLACEHOLDER.findall(line[LANGUAGES[0]]) if name in _TABLE["reading"]]
        value: Sequence[str] = ()
        if "value" in line:
            number = tell.blanks[line["value"]]
            assert isinstance(number, Mapping)
            value = (tell.words(number),)
        text = tell(f"line.{place}")
        yield Row((*value, text if value else text[:1].upper() + text[1:]), line["rule"], (*when, *asked))


def _written_lines(section: str, tell: _Telling) -> Iterator[Row]:
    """Lines that the tables write themselves, below the others."""
    made = tables.LINES.get(section)
    for text, rule, reads in made(tell) if made is not None else ():
        yield Row((text,), rule, reads)
