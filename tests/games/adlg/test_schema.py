"""The shipped JSON Schema takes what the form takes, and refuses what it refuses by shape."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import jsonschema
import pytest

from tests.games.adlg.test_oracle import random_situation
from triarii.core.contract import Refusal
from triarii.games.adlg.questions import form
from triarii.games.adlg.questions.schema import situation_schema

SCHEMA = jsonschema.Draft202012Validator(situation_schema())


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(situation_schema())
    json.dumps(situation_schema())


@pytest.mark.parametrize("kind", ["melee", "shooting", "fight"])
def test_every_situation_that_the_form_reads_is_valid(kind: str) -> None:
    dice = Random(kind)
    for _ in range(150):
        situation = random_situation(dice, kind)
        assert not isinstance(form.read(situation, kind), Refusal)
        SCHEMA.validate(situation)
        SCHEMA.validate([situation])


@pytest.mark.rule("adlg.shooting.zone")
@pytest.mark.parametrize(
    ("a", "b", "right"),
    [
        ({"type": "light_chariot", "backwards": True}, {"type": "levy"}, True),
        ({"type": "medium_cavalry", "backwards": False}, {"type": "levy"}, True),
        ({"type": "medium_cavalry", "backwards": True}, {"type": "levy"}, False),
        ({"type": "light_chariot"}, {"type": "light_chariot", "backwards": True}, False),
    ],
)
def test_who_shoots_backwards_by_the_form_does_so_by_the_schema(a: Any, b: Any, right: bool) -> None:
    situation = {"kind": "shooting", "a": a, "b": b, "weapon": "bow"}
    assert isinstance(form.read(situation, "shooting"), Refusal) is not right
    assert SCHEMA.is_valid(situation) is right


def spoiled(dice: Random, situation: dict[str, Any]) -> dict[str, Any]:
    """A situation with one thing wrong."""
    bad = copy.deepcopy(situation)
    side = bad[dice.choice("ab")]
    match dice.randrange(8):
        case 0:
            side["type"] = "legionaries"
        case 1:
            side["morale"] = 3
        case 2:
            side["cohesion"] = dice.choice((0, 5, "2"))
        case 3:
            side["abilities"] = ["courage"]
        case 4:
            bad["weather"] = "rain"
        case 5:
            del bad[dice.choice("ab")]
        case 6:
            side["height"] = "yes"
        case 7:
            side["supports"] = [{"type": "levy", "kind": "moral"}]
    return bad


@pytest.mark.parametrize("kind", ["melee", "shooting", "fight"])
def test_what_is_wrong_is_wrong_for_both(kind: str) -> None:
    dice = Random(f"spoiled-{kind}")
    for _ in range(150):
        bad = spoiled(dice, random_situation(dice, kind))
        assert isinstance(form.read(bad, kind), Refusal), bad
        assert not SCHEMA.is_valid(bad), bad
