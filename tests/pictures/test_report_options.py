"""What was agreed for a game stands in its report as people say it: no key, no value as it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from triarii.core import registry, timeline
from triarii.core.contract import AnyGame, OptionInfo, Refusal, Span
from triarii.core.records import Header
from triarii.core.texts import LANGUAGES
from triarii.core.timeline import Timeline
from triarii.pictures import report_options
from triarii.pictures.report_context import ReportContext

NAMES = ("cities", "towar", "adlg")
GAMES: list[AnyGame] = [game for name in NAMES if not isinstance(game := registry.game(name), Refusal)]


def values(option: OptionInfo) -> Iterator[object]:
    """All that can be chosen, but of numbers only the ends."""
    if isinstance(option.values, Span):
        yield from (option.values.low, option.values.high)
    elif isinstance(option.values, str):
        yield from option.names
    else:
        yield from option.values


def told(game: AnyGame, lang: str, **options: object) -> str:
    line = timeline.begin(game, Header(game.info.id, game.info.rules_version, options))
    assert isinstance(line, Timeline), line
    return re.sub(r"<a .*?</a>|<[^>]+>", " ", str(report_options.told(ReportContext(game, lang), line)))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.id)
def test_every_value_of_every_option_has_words(game: AnyGame, lang: str) -> None:
    context = ReportContext(game, lang)
    for option in game.info.options:
        for value in values(option):
            said = report_options.words_of(context, option, value)
            assert isinstance(value, int) or lang == "en" or said != value, (option.name, said)
            assert not re.search(r"_|\btrue\b|\bfalse\b|=", said), (option.name, said)


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        ("en", ["Layout: Scattered", "Who begins: Ochre", "Shelter in cities: yes", "Turns before a stall: 30"]),
        ("de", ["Aufstellung: Verstreut", "Wer beginnt: Ocker", "Schutz in Städten: ja", "Züge bis Stillstand: 30"]),
    ],
)
def test_what_is_other_than_usual_is_named_with_its_value(lang: str, sentences: list[str]) -> None:
    said = told(GAMES[0], lang, layout="scattered", begins="second", city_shelter=True, stall_plies=30)
    assert [sentence for sentence in sentences if sentence not in said] == []
    assert "city_shelter" not in said
    assert "Repetition" not in said


def test_an_option_without_a_name_says_what_it_is_about_and_then_its_value() -> None:
    said = told(GAMES[2], "en", scenario="shield_wall", crossbow_protection="at_most_one")
    assert re.search(r"Crossbow and firearm set .* lower it to 1\.\s+at most 1", said)
    assert "Shield wall" in said


def test_armies_are_called_by_their_names_and_a_content_of_ones_own_by_its_own() -> None:
    kinds = dict.fromkeys(("knight", "sergeant", "squire", "footman", "crossbowman"), "F1")
    others = ("berserker", "konung", "rider", "tinger", "archer", "hatamoto", "gokenin", "ashigaru", "ashigaru_archer")
    kinds |= dict.fromkeys((*others, "mamluk", "bedouin", "siqlab", "sarbaz"), "T1")
    said = told(GAMES[1], "de", armies="west,south", movement={"name": "Meine Karten", "kinds": kinds})
    assert "Armeen: Westen – Süden" in said
    assert "Bewegungstabelle: Meine Karten" in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_listed_where_all_is_as_usual(lang: str) -> None:
    assert told(GAMES[1], lang).strip() in ("Everything is set as usual.", "Alles ist eingestellt wie üblich.")
