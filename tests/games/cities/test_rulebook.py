"""The rules of Cities & Heroes as a text: in both languages, in order, and in step with the options of the game."""

from __future__ import annotations

import re
from itertools import groupby

import pytest

from triarii.core.rulebook import Rule, load
from triarii.games.cities import GAME

BOOK = load("triarii.games.cities")
SECTIONS = ["material", "aim", "setup", "turn", "move", "effects", "city", "enclosure", "promotion", "end"]
TERMS = {
    "fighter": "Kämpfer",
    "hero": "Held",
    "cit(y|ies)": "Stadt|Städte",
    "captur": "schl[aä]g",
    "enclos": "schl(ie|o)ss|schließ",
}

each_rule = pytest.mark.parametrize("rule", BOOK.rules, ids=[rule.id for rule in BOOK.rules])


@each_rule
def test_a_rule_says_the_same_in_both_languages(rule: Rule) -> None:
    english, german = rule.text["en"], rule.text["de"]
    assert english != german
    assert sorted(re.findall(r"\d+", english)) == sorted(re.findall(r"\d+", german))
    for term, word in TERMS.items():
        if re.search(rf"\b{term}", english, re.IGNORECASE):
            assert re.search(word, german, re.IGNORECASE), f"{term} is missing in German"


@each_rule
def test_a_rule_is_made_of_whole_sentences(rule: Rule) -> None:
    for text in [*rule.text.values(), *rule.why.values()]:
        assert text[0].isupper()
        assert text.endswith(".")
        assert text == " ".join(text.split())


@each_rule
def test_a_rule_tells_where_it_comes_from(rule: Rule) -> None:
    assert rule.kind in {"rule", "material", "reconstructed", "ruled_against"}
    assert bool(rule.covers) == (rule.kind != "reconstructed")
    assert (rule.page["en"] == "not on the rule sheet") == (rule.kind == "reconstructed")
    # What is not on the sheet, or goes against it, needs a reason in both languages; the rest needs none.
    assert set(rule.why) == ({"en", "de"} if rule.kind in {"reconstructed", "ruled_against"} else set())


def test_the_rules_are_in_sections_in_the_order_in_which_a_player_learns_them() -> None:
    assert [section for section, _ in groupby(rule.id.split(".")[1] for rule in BOOK.rules)] == SECTIONS
    assert all(re.fullmatch(r"cities(\.[a-z_]+){1,2}", rule.id) for rule in BOOK.rules)
    assert len({rule.id for rule in BOOK.rules}) == len(BOOK.rules)


def test_the_game_ships_this_rulebook_and_calls_it_complete() -> None:
    assert GAME.rulebook == BOOK
    assert BOOK.complete


def test_rules_and_options_name_each_other() -> None:
    from_rules = {(option, rule.id) for rule in BOOK.rules for option in rule.options}
    from_game = {(option.name, option.rule) for option in GAME.info.options}
    assert from_game <= from_rules
    assert {option for option, _ in from_rules} == {option for option, _ in from_game}
