"""Light chariots shoot backwards too, at -1: on the table, in its ledgers, and where its zones are shown."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import play
from tests.games.adlg.table.tables import Placed, battlefield
from triarii.games.adlg.assist.overlays import overlays
from triarii.games.adlg.battle.fighting.shots import Volley, shots
from triarii.games.adlg.battle.stages import ChoosingCorps, Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.combat.shooting import shot_odds
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position
from triarii.games.adlg.questions import answers, form
from triarii.games.adlg.telling.ledgers import fight_facts

CHARIOT: Placed = ("u1", "light_chariot", (10000, 10000, 0), {"weapon": "bow"})
AHEAD: Pose = (10000, 12000, 18000)
BEHIND: Pose = (10000, 7500, 0)


def only(field: Field) -> Volley:
    [volley] = shots(field, 0)
    return volley


@pytest.mark.rule("adlg.shooting.zone")
def test_a_light_chariot_shoots_backwards_if_nobody_is_in_front() -> None:
    behind: Placed = ("e1", "levy", BEHIND)
    volley = only(battlefield([CHARIOT, behind]))
    assert (volley.target, volley.backwards) == ("e1", True)
    volley = only(battlefield([CHARIOT, behind, ("e2", "heavy_spearmen", AHEAD)]))
    assert (volley.target, volley.backwards) == ("e2", False)


@pytest.mark.rule("adlg.shooting.zone")
@pytest.mark.parametrize(
    ("where", "dice", "hit"),
    [
        (BEHIND, "4-2", False),  # 4 - 1 against 2 + 1 of the levy's protection
        (BEHIND, "5-2", True),
        (AHEAD, "4-2", True),
        (AHEAD, "3-2", False),
    ],
)
def test_a_light_chariot_shoots_backwards_at_minus_one(where: Pose, dice: str, hit: bool) -> None:
    others: list[Placed] = [(f"e{n}", "levy", (1000 * n, 18000, 18000)) for n in range(2, 6)]
    field = battlefield([CHARIOT, ("e1", "levy", where), *others], leaders={"c1": "u1", "d1": "e2"})
    position = play(Position(State(field, ChoosingCorps(), 0)), "done")
    assert (position.state.stage, position.state.who) == (Stage.VOLLEY, "e1")
    fight = fight_facts(position.state)
    assert fight is not None
    ledger: Any = fight["ledger"]
    numbers = [(row["side"], row["value"], row["rule"]) for row in ledger]
    assert (("a", -1, "adlg.shooting.zone") in numbers) is (where == BEHIND)
    asked = form.read(fight["asks"], "shooting")
    assert isinstance(asked, form.Asked)
    assert answers.answer(asked, field.setting.readings)["chance"] == fight["chance"], "the odds page says the same"
    after = play(position, dice)
    assert after.state.field.stands["e1"].cohesion == (2 if hit else 3)


@pytest.mark.rule("adlg.shooting.zone")
def test_in_a_volley_the_chariot_that_shoots_backwards_lets_another_lead() -> None:
    """One drives towards the target and one away from it; who supports does so in full."""
    target: Placed = ("e1", "levy", (10000, 7500, 0))
    towards: Placed = ("u2", "light_chariot", (8900, 9400, 18000), {"weapon": "bow"})
    field = battlefield([CHARIOT, towards, target])
    volley = only(field)
    assert (volley.shooter, volley.supporters, volley.backwards) == ("u2", ("u1",), False)
    assert shot_odds(volley.shot, field.setting.readings).totals["a"] == 1


@pytest.mark.rule("adlg.shooting.zone")
def test_the_zone_that_is_shown_lies_behind_a_chariot_that_shoots_backwards() -> None:
    field = battlefield([CHARIOT, ("e1", "levy", BEHIND)])
    (zone,) = [shape for shape in overlays(State(field, ChoosingCorps(), 0)) if shape["kind"] == "shot"]
    assert {y for _, y in zone["polygon"]} == {9000, 7000}
