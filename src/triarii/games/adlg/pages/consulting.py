"""What can be asked of the game outside of a battle: odds of a combat, armies, the sheet, readings, the companion."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from triarii.core.contract import Query, Question, Refusal
from triarii.core.options import unknown
from triarii.games.adlg.armies import roster, roster_text
from triarii.games.adlg.armies.roster import Roster
from triarii.games.adlg.data import readings
from triarii.games.adlg.pages import army_choices, companion, odds_page, reading_words
from triarii.games.adlg.pages.army_page import army_json
from triarii.games.adlg.pages.sheet_page import sheet_json
from triarii.games.adlg.questions import asking, form

Answer = Mapping[str, object] | Refusal
LONGEST_TEXT = 100_000
"""Letters of an army."""


def armies(query: Query) -> Answer:
    """The rosters that are shipped, and everything that an army can be made of, with its prices; or one roster."""
    if not query.item:
        return {"armies": army_choices.shipped(query.lang), "choices": army_choices.choices(query.lang)}
    if query.item not in roster.shipped():
        return unknown("army.unknown", query.item[:40], roster.shipped())
    found = roster.load(query.item)
    assert isinstance(found, Roster)
    return army_json(found, query.lang)


def check_army(query: Query) -> Answer:
    """An army added up, with everything that is wrong with it: `{"text": …}` or `{"army": …}`, as a roster has it."""
    asked = query.document
    if not isinstance(asked, Mapping) or set(asked) - {"text", "army", "lang"}:
        return Refusal("army.asked")
    text, table = asked.get("text"), asked.get("army")
    if isinstance(text, str) and table is None and len(text) <= LONGEST_TEXT:
        found = roster_text.read_text(text)
    elif isinstance(table, Mapping) and text is None:
        found = roster.read(table)
    else:
        return Refusal("army.asked")
    return found if isinstance(found, Refusal) else army_json(found, query.lang)


def odds_form(query: Query) -> Answer:
    """What a form for combats offers: troops, what they may have, ground, circumstances, profiles."""
    return asking.choices(query.lang)


def odds(query: Query) -> Answer:
    """The exact odds of a melee, a shot or a fight, by both profiles, with the rule behind every number."""
    read = readings.from_words(query.words.get("set", ()))
    if isinstance(read, Refusal):
        return read
    asked = form.read(query.document, "melee")
    return asked if isinstance(asked, Refusal) else odds_page.odds_json(asked, read, query.lang)


def companion_tables(query: Query) -> Answer:
    """All numbers that the table companion adds up and looks up, for use without a server."""
    read = readings.from_words([f"profile={query.word('profile', readings.DEFAULT)}"])
    return read if isinstance(read, Refusal) else companion.tables(read.profile, query.lang)


def reference(query: Query) -> Answer:
    """The reference sheet for a profile and whatever options are set: sections with rows, each with its rule."""
    read = readings.from_words(f"{name}={values[-1]}" for name, values in query.words.items())
    return read if isinstance(read, Refusal) else sheet_json(read, query.lang)


def all_readings(query: Query) -> Answer:
    """Every point that can be read in more than one way: its question, its values in words, what each profile says."""
    return _readings(query.lang)


@cache
def _readings(lang: str) -> dict[str, Any]:
    return reading_words.listed(lang)


TABLES: Mapping[str, Question] = {
    "armies": Question(armies, of_items=True),
    "companion": Question(companion_tables),
    "odds/form": Question(odds_form),
    "readings": Question(all_readings),
    "reference": Question(reference),
}
QUESTIONS: Mapping[str, Question] = {
    "armies": Question(check_army, most_bytes=262_144),
    "odds": Question(odds),
}
