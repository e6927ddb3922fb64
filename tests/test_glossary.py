"""Every text that a player reads keeps to the words of `docs/glossary.md`: one thing has one word in each language."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "triarii"
APP = ROOT / "web" / "src" / "texts"
GLOSSARY = ROOT / "docs" / "glossary.md"
GAMES = {"Cities & Heroes": "cities", "To War!": "towar", "L'Art de la Guerre": "adlg"}
EVERYWHERE = "All games"
SAYS = ("en", "de")


class Text(NamedTuple):
    """What is said in one place."""

    place: str
    lang: str
    words: str


class Never(NamedTuple):
    section: str
    lang: str
    word: str


def forbidden() -> Iterator[Never]:
    """The words of the last two columns, each with the table that it stands in."""
    section = ""
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) == 5:
            for lang, cell in zip(SAYS, cells[3:], strict=True):
                yield from (Never(section, lang, word) for word in re.findall(r"`([^`]+)`", cell))


def of_tables() -> Iterator[Text]:
    """Messages, rules, options: whatever has a text for each language."""
    for file in sorted(SOURCE.rglob("*.toml")):
        yield from _told(tomllib.loads(file.read_text(encoding="utf-8")), file.relative_to(SOURCE).as_posix())


def _told(value: Any, place: str) -> Iterator[Text]:
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from _told(item, f"{place}[{number}]")
    if not isinstance(value, Mapping):
        return
    here = f"{place} {value['id']}" if isinstance(value.get("id"), str) else place
    for name, item in value.items():
        lang = name.rpartition("_")[2]
        if lang in SAYS and not name.startswith("page") and isinstance(item, str | list):
            for form in [item] if isinstance(item, str) else item:
                yield Text(here, lang, str(form))
        else:
            yield from _told(item, f"{here}.{name}")


def of_the_app() -> Iterator[Text]:
    for file in sorted(APP.glob("*.json")):
        lang = file.stem.rpartition(".")[2]
        yield from _leaves(json.loads(file.read_text(encoding="utf-8")), file.name, lang)


def _leaves(value: Any, place: str, lang: str) -> Iterator[Text]:
    if isinstance(value, str):
        yield Text(place, lang, value)
    else:
        for name, item in value.items():
            yield from _leaves(item, f"{place}.{name}", lang)


TEXTS = [*of_tables(), *of_the_app()]
NEVER = list(forbidden())


def about(section: str, place: str) -> bool:
    """Whether a text is about the game of a table; the first table is about all."""
    game = GAMES.get(section)
    return section == EVERYWHERE or (game is not None and re.search(rf"\b{game}(_|\b)", place) is not None)


def test_the_glossary_has_a_table_for_all_games_and_one_for_each() -> None:
    assert {never.section for never in NEVER} == {EVERYWHERE, *GAMES}
    assert {never.lang for never in NEVER} == set(SAYS)


def test_there_are_texts_of_every_game_in_both_languages() -> None:
    for section in GAMES:
        for lang in SAYS:
            assert sum(about(section, text.place) and text.lang == lang for text in TEXTS) > 100, (section, lang)


@pytest.mark.parametrize("section", [EVERYWHERE, *GAMES])
def test_no_text_uses_a_word_that_the_glossary_forbids(section: str) -> None:
    found = []
    for never in NEVER:
        if never.section != section:
            continue
        how = re.NOFLAG if never.word[0].isupper() else re.IGNORECASE  # a German noun is no adjective
        word = re.compile(rf"(?<!\w){re.escape(never.word)}(?!\w)", how)
        for text in TEXTS:
            said = re.sub(r"\{[^}]*\}", "", text.words)
            if text.lang == never.lang and about(section, text.place) and word.search(said):
                found.append((never.word, text.place, text.words[:120]))
    assert found == []
