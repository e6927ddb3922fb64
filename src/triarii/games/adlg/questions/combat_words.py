"""Combats and costs in a player's words: what is special about a unit, and what each number of a ledger or bill is."""

from __future__ import annotations

from triarii.games.adlg.combat.combatants import Combatant
from triarii.games.adlg.data.texts import TEXTS
from triarii.games.adlg.questions import form
from triarii.games.adlg.questions.answers import RULES

CIRCUMSTANCES = (*form.FLAGS, *form.SHOT_FLAGS)


def describe(unit: Combatant, lang: str) -> str:
    """A unit with what is special about it: Heavy swordsmen (elite, impact, 3 of 4)."""
    special = specials(unit, lang)
    return unit.troop.name[lang] + (f" ({', '.join(special)})" if special else "")


def specials(unit: Combatant, lang: str) -> list[str]:
    """What makes a unit more than its troop here and now."""
    special = [] if unit.quality.id == "ordinary" else [unit.quality.name[lang]]
    special += [TEXTS.word(f"ability.{name}", lang) for name in sorted(unit.bought)]
    if unit.disordered:
        special.append(TEXTS.word("circumstance.left", lang, left=unit.left, full=unit.troop.cohesion))
    if unit.terrain.id != "open":
        special.append(unit.terrain.name[lang])
    special += [TEXTS.word(f"circumstance.{flag}", lang) for flag in CIRCUMSTANCES if getattr(unit, flag)]
    special += [TEXTS.word(f"supported.{each.kind}", lang, troop=each.troop.name[lang]) for each in unit.supports]
    return special


def name_of(rule_id: str, lang: str) -> str:
    """What a rule gives, in a word or two; a rule without such a name tells itself."""
    _, kind, *_ = rule_id.split(".")
    for key in (f"number.{rule_id.partition('.')[2]}", f"given.{kind}"):
        if key in TEXTS:
            return TEXTS.word(key, lang)
    return RULES.text(rule_id, lang)


def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"
