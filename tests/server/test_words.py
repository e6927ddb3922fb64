"""The server's sentences: complete, and not in the way of any game's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import triarii.server
from triarii.core import registry
from triarii.core.contract import Refusal, Result, Turn
from triarii.core.texts import LANGUAGES
from triarii.server.wire.words import TEXTS, language, result_words

SOURCES = sorted(Path(triarii.server.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("name", registry.game_names())
def test_no_sentence_of_ours_hides_one_of_a_game(name: str) -> None:
    game = registry.game(name)
    assert not isinstance(game, Refusal)
    assert not set(TEXTS.entries) & set(game.texts.entries)


def test_every_refusal_of_the_server_has_words() -> None:
    codes = {code for file in SOURCES for code in re.findall(r'Refusal\(\s*"([a-z_.]+)"', file.read_text())}
    assert len(codes) > 30
    for code in codes:
        assert f"refusal.{code}" in TEXTS, code
    for entry in TEXTS.entries.values():
        assert set(LANGUAGES) <= set(entry)


def test_the_language_is_the_first_known_one() -> None:
    assert language("fr,de-AT;q=0.8,en;q=0.5") == "de"
    assert language(None) == "en"
    assert language("xx") == "en"


def test_every_end_is_told() -> None:
    game = registry.game("towar")
    assert not isinstance(game, Refusal)
    assert result_words(game, Result(Turn.FIRST, "record.resigned"), "de") == "Blau gewinnt durch Aufgabe."
    assert "Durchbruch" in result_words(game, Result(Turn.SECOND, "towar.end.breakthrough"), "de")
    assert result_words(game, Result(None, "towar.end.draw"), "en").startswith("It is a draw")
    assert result_words(game, Result(None, "towar.turn.entry_enemy"), "en").startswith("It is a draw.")
