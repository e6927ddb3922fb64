"""Combats for the tests, in the words of the JSON form."""

from __future__ import annotations

from typing import Any

from triarii.core.contract import Refusal
from triarii.games.adlg.data import readings
from triarii.games.adlg.questions import answers, form

Unit = str | dict[str, Any]


def unit(troop: Unit, *abilities: str, **more: Any) -> dict[str, Any]:
    """A unit with abilities and what else the form knows: `unit("levy", "impetuous", cohesion=2)`."""
    given = {"type": troop} if isinstance(troop, str) else dict(troop)
    return {**given, **({"abilities": list(abilities)} if abilities else {}), **more}


def simple(*troops: str) -> list[dict[str, str]]:
    """Units in simple support."""
    return [{"type": troop, "kind": "simple"} for troop in troops]


def on_flank(*troops: str) -> list[dict[str, str]]:
    """Units in melee support."""
    return [{"type": troop, "kind": "melee"} for troop in troops]


def odds(
    a: Unit, b: Unit, kind: str = "melee", profile: str = "sheet", options: dict[str, object] | None = None, **top: Any
) -> Any:
    """The answer to a situation: `odds("pikemen", "levy", charger="b")`; options beat the profile."""
    chosen = readings.settle({"profile": profile, **(options or {})})
    assert not isinstance(chosen, Refusal), chosen
    asked = form.read({"a": unit(a), "b": unit(b), **top}, kind)
    assert not isinstance(asked, Refusal), asked
    return answers.answer(asked, chosen)


def later(a: Unit, b: Unit, **more: Any) -> Any:
    """The same in a later round."""
    return odds(a, b, round=2, charger="none", **more)


def shoot(weapon: str, a: Unit, b: Unit, **more: Any) -> Any:
    """The answer to a shot."""
    return odds(a, b, kind="shooting", weapon=weapon, **more)


def value(answer: Any, side: str, rule: str) -> int | None:
    """What a rule adds to a side's total; None where it has no entry."""
    found = [entry["value"] for entry in answer["ledger"] if (entry["side"], entry["rule"]) == (side, rule)]
    return sum(found) if found else None


def voided(answer: Any, side: str, rule: str) -> str | None:
    """The rule that took away what this rule would have given; None where it was not taken away."""
    return next(
        (each["by"]["rule"] for each in answer["voided"] if each["side"] == side and each["what"]["rule"] == rule),
        None,
    )
