"""Rounds of melee with given dice, for the tests of what counts after the factors."""

from __future__ import annotations

from typing import Any

from tests.games.adlg.fights import Unit, unit
from triarii.core.contract import Refusal
from triarii.games.adlg.combat.combatants import Melee
from triarii.games.adlg.combat.melee import Round, reckon
from triarii.games.adlg.combat.resolution import Outcome, resolve
from triarii.games.adlg.data import readings
from triarii.games.adlg.questions import form


def reckoned(a: Unit, b: Unit, profile: str = "sheet", options: dict[str, object] | None = None, **top: Any) -> Round:
    """A round before its dice."""
    chosen = readings.settle({"profile": profile, **(options or {})})
    assert not isinstance(chosen, Refusal), chosen
    asked = form.read({"a": unit(a), "b": unit(b), **top}, "melee")
    assert not isinstance(asked, Refusal), asked
    assert isinstance(asked.situation, Melee)
    return reckon(asked.situation, chosen)


def thrown(a: Unit, b: Unit, dice: tuple[int, int], **more: Any) -> Outcome:
    """The round with these dice: `thrown("pikemen", "levy", (3, 5), round=2, charger="none")`."""
    return resolve(reckoned(a, b, **more), dice)


def thrown_later(a: Unit, b: Unit, dice: tuple[int, int], **more: Any) -> Outcome:
    """The same in a later round."""
    return thrown(a, b, dice, round=2, charger="none", **more)


def steps(outcome: Outcome) -> list[str]:
    """The rules that changed by how much the round was won or what it cost, in their order."""
    return [step.rule.removeprefix("adlg.") for step in outcome.steps]
