"""The fight that dice are about to decide, as plain facts: who against whom, every number with its rule, the
chances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from triarii.core.texts import LANGUAGES
from triarii.games.adlg.battle.fighting import fights, shots
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.combat.odds import round_odds
from triarii.games.adlg.combat.shooting import shot_odds
from triarii.games.adlg.questions import combat_words, form
from triarii.games.adlg.questions.answers import round_answer, shot_answer


def fight_facts(state: State) -> dict[str, object] | None:
    """The melee or the shooting whose dice fall next; None where other dice fall, or none."""
    readings = state.field.setting.readings
    if state.stage is Stage.MELEE:
        clash = next(each for each in fights.clashes(state.field) if each.a == state.who)
        return melee(clash, round_answer(round_odds(clash.melee, readings)))
    if state.stage is Stage.VOLLEY:
        volley = next(each for each in shots.shots(state.field, state.active) if each.target == state.who)
        answer = shot_answer(shot_odds(volley.shot, readings))
        facts = {"kind": "shooting", "a": volley.shooter, "b": volley.target, "asks": form.written(volley.shot)}
        return {**facts, **_ledger(answer)}
    return None


def melee(clash: fights.Clash, answer: Mapping[str, object]) -> dict[str, object]:
    """A melee with its odds; `asks` is the question that the odds page answers in the same way."""
    asks = form.written(clash.melee)
    return {"kind": "melee", "a": clash.a, "b": clash.b, "asks": asks, **_ledger(answer)}


def _ledger(answer: Mapping[str, object]) -> dict[str, object]:
    """Of an answer with odds what a display needs: numbers and what was taken away by their names, sums and chances."""
    entries, voided = _rows(answer["ledger"]), _rows(answer["voided"])
    return {
        "ledger": [
            {"side": row["side"], "value": row["value"], "rule": row["rule"], "name": name(str(row["rule"]))}
            for row in entries
        ],
        "voided": [{"side": row["side"], **_void(row)} for row in voided],
        "totals": answer["totals"],
        "chance": answer["chance"],
        "loss": answer["loss"],
    }


def _rows(entries: object) -> Iterable[Mapping[str, object]]:
    assert isinstance(entries, list)
    return entries


def _void(row: Mapping[str, object]) -> dict[str, object]:
    """Which number is void, and by which rule."""
    what, by = row["what"], row["by"]
    assert isinstance(what, dict)
    assert isinstance(by, dict)
    return {"rule": what["rule"], "name": name(what["rule"]), "by": by["rule"]}


def name(rule: str) -> dict[str, str]:
    """What a rule gives, in a word or two, in both languages."""
    return {lang: combat_words.name_of(rule, lang) for lang in LANGUAGES}
