"""The exact odds of a combat by both readings, as the page of odds shows them."""

from __future__ import annotations

from typing import Any

from triarii.games.adlg.data import readings
from triarii.games.adlg.data.readings import OPTIONS, PROFILES, Readings
from triarii.games.adlg.data.texts import TEXTS
from triarii.games.adlg.questions import answers, combat_words, differing
from triarii.games.adlg.questions.form import Asked


def odds_json(asked: Asked, read: Readings, lang: str) -> dict[str, Any]:
    """The answer of each profile, and which readings speak in this combat."""
    both = {each.profile: each for each in (read, readings.other_profile(read))}
    situation = asked.situation
    return {
        "kind": asked.kind,
        "profile": read.profile,
        "units": {side: combat_words.describe(situation.unit(side), lang) for side in ("a", "b")},
        "readings": [
            {
                "profile": name,
                "name": readings.PROFILE_NAMES[name][lang],
                "answer": _answer(asked, both[name], lang),
            }
            for name in PROFILES
        ],
        "spoken": [
            {
                "name": name,
                "about": OPTIONS[name].about[lang],
                "rule": OPTIONS[name].rule,
                "values": {profile: both[profile].chosen[name] for profile in PROFILES},
                "decides": decides,
            }
            for name, decides in differing.spoken(asked, both[PROFILES[0]], both[PROFILES[1]]).items()
        ],
    }


def _answer(asked: Asked, read: Readings, lang: str) -> dict[str, Any]:
    """As the command line answers, with the 36 rolls, mean losses and a name for each number; a fight with a round."""
    found: dict[str, Any] = dict(answers.answer(asked, read))
    if asked.kind == "fight":
        return {**found, "round": _answer(Asked("melee", asked.situation), read, lang)}
    for entry in found["ledger"]:
        entry["name"] = combat_words.name_of(entry["rule"], lang)
        if "of" in entry:
            entry["troop"] = TEXTS.word(f"word.{entry['of']}", lang)
    for each in found["voided"]:
        each["name"] = combat_words.name_of(each["what"]["rule"], lang)
    rolls = answers.rolls(asked, read)
    used = sorted({step["rule"] for row in rolls for cell in row for step in cell["steps"]})
    return {
        **found,
        "left": {side: asked.situation.unit(side).left for side in ("a", "b")},
        "mean": answers.mean_losses(asked, read),
        "rolls": rolls,
        "steps": {rule: {**answers.cited(rule), "name": combat_words.name_of(rule, lang)} for rule in used},
    }
