"""The rules of To War! as a text: in both languages, and in step with the options, the data and the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.towar.boards import UNITS, table
from triarii.core.rulebook import Rule, load
from triarii.games import towar
from triarii.games.towar import GAME, codes

BOOK = load("triarii.games.towar")
TERMS = {
    "army|armies": "Armee",
    "attack": "[Aa]ngriff|greif",
    "defence": "[Vv]erteidig",
    "reserve": "Reserve",
    "displac": "verdräng",
    "elite": "Elite",
    "cells?": "Pl[aä]tz|Feld|Reihe",
}

each_rule = pytest.mark.parametrize("rule", BOOK.rules, ids=[rule.id for rule in BOOK.rules])


@each_rule
def test_a_rule_says_the_same_in_both_languages(rule: Rule) -> None:
    english, german = rule.text["en"], rule.text["de"]
    assert english != german
    assert sorted(re.findall(r"\d+", english)) == sorted(re.findall(r"\d+", german))
    for term, word in TERMS.items():
        if re.search(rf"\b({term})", english):
            assert re.search(word, german), f"{term} is missing in German"


@each_rule
def test_a_rule_is_made_of_whole_sentences(rule: Rule) -> None:
    for text in [*rule.text.values(), *rule.why.values()]:
        assert text[0].isupper()
        assert text.endswith(".")
        assert text == " ".join(text.split())


@each_rule
def test_a_rule_tells_where_it_comes_from(rule: Rule) -> None:
    assert rule.kind in {"rule", "material", "reconstructed", "ruled_against"}
    # A text may raise a question without an answer: then the rule is ours although it covers a statement.
    assert rule.covers or rule.kind == "reconstructed"
    assert set(rule.why) == ({"en", "de"} if rule.kind in {"reconstructed", "ruled_against"} else set())
    assert rule.page["en"].startswith("To War! rules, ")
    assert rule.page["de"].startswith("To War!-Regeln, ")


def test_every_rule_has_an_id_of_its_own_and_the_book_is_complete() -> None:
    assert all(re.fullmatch(r"towar(\.[a-z_0-9]+){2}", rule.id) for rule in BOOK.rules)
    assert len({rule.id for rule in BOOK.rules}) == len(BOOK.rules)
    assert GAME.rulebook == BOOK
    assert BOOK.complete


def test_an_option_names_a_rule_that_names_the_option() -> None:
    from_rules = {(option, rule.id) for rule in BOOK.rules for option in rule.options}
    from_game = {(option.name, option.rule) for option in GAME.info.options}
    assert from_game <= from_rules
    assert {option for option, _ in from_rules} == {option for option, _ in from_game}


@pytest.mark.parametrize("unit", UNITS, ids=[unit["id"] for unit in UNITS])
def test_the_rule_of_a_card_tells_the_numbers_of_the_card_table(unit: dict[str, object]) -> None:
    rule = BOOK.find(f"towar.cards.{unit['id']}")
    assert rule is not None
    for language in ("en", "de"):
        assert str(unit[language]) in rule.text[language]
        assert re.findall(r"\d+", rule.text[language]) == [str(unit[key]) for key in ("cards", "defence", "attack")]
        # The crowns are inferred, and every card that has one says so.
        marked = {"en": "elite (reconstructed)", "de": "elite (rekonstruiert)"}[language]
        assert ("elite" in rule.text[language].lower()) is (marked in rule.text[language].lower()) is unit["elite"]


def test_every_rule_that_the_code_cites_exists() -> None:
    cited = set()
    for path in Path(next(iter(towar.__path__))).glob("*.py"):
        cited |= set(re.findall(r"\"(towar\.[a-z_]+\.[a-z_0-9]+)\"", path.read_text(encoding="utf-8")))
    assert len(cited) > 15
    assert all(BOOK.find(rule) is not None for rule in cited)


def test_compiled_code_has_the_numbers_of_the_box() -> None:
    box = table("box.toml")
    assert (box["field"]["columns"], box["field"]["columns"] * box["field"]["rows"]) == (codes.COLUMNS, codes.CELLS)
    assert 2 * (box["army"]["cards"] - box["field"]["deployed"]) == codes.TO_PLAY
    assert (
        max(sum(unit["army"] == army for unit in UNITS) for army in ("west", "north", "east", "south")) == codes.TYPES
    )
