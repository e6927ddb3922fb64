"""Rallying on the table: who is offered it, who is refused, and what the die brings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import cohesion, play, ready, refused, stage
from tests.games.adlg.table.tables import Placed, meets
from triarii.core.contract import Budget
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.position import Position
from triarii.players.adlg.general import General

RULE = "adlg.rally.never"
FAR: list[Placed] = [("e1", "levy", (2000, 2000, 0)), ("u9", "levy", (18000, 18000, 18000))]
HERE: Pose = (10000, 12000, 18000)


def shaken(troop: str, *more: Placed, **options: Any) -> Position:
    """A unit that has lost a point stands far from every enemy, its commander beside it."""
    return ready([("u1", troop, HERE, {"cohesion": 2}), *FAR, *more], **options)


@pytest.mark.rule(RULE)
@pytest.mark.statement("AG-628")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"leaders": {"c1": "u1", "d1": (2000, 3000, 0)}},
        {"leaders": {"c1": "u1", "d1": (2000, 3000, 0)}, "included": ["c1"]},
        {"profile": "common"},
    ],
)
def test_elephants_that_lost_cohesion_can_not_be_rallied(options: dict[str, Any]) -> None:
    """Not even far from every enemy, where it costs nothing, and with their commander at their side."""
    position = shaken("elephant", **options)
    assert refused(position, "u1 rally") == ("order.never_rallies", RULE, {"unit": "u1"})


@pytest.mark.rule(RULE)
@pytest.mark.statement("AG-628")
def test_elephants_in_melee_or_near_the_enemy_can_not_be_rallied_either() -> None:
    near = shaken("elephant", ("e2", "levy", (10000, 9000, 0)))
    assert refused(near, "u1 rally")[:2] == ("order.never_rallies", RULE)
    fighting = shaken("elephant", ("e2", "levy", (10000, 12000, 0)), meetings=[meets("u1", "e2")])
    assert refused(fighting, "u1 rally")[:2] == ("order.never_rallies", RULE)


@pytest.mark.rule(RULE)
@pytest.mark.statement("AG-628")
def test_rallying_is_not_offered_for_elephants_and_the_computer_does_not_try() -> None:
    position = shaken("elephant")
    assert "u1 rally" not in position.actions()
    offered = position.choices(("u1",))
    assert isinstance(offered, list)
    assert "rally" not in [choice.text for choice in offered]
    ways = General().consider(position, Budget(nodes=200))
    assert "u1 rally" not in [way.action for way in ways]


@pytest.mark.rule("adlg.rally.far")
@pytest.mark.parametrize(("die", "left"), [(2, 2), (3, 3)])
def test_any_other_unit_in_their_place_is_offered_it_and_rallies(die: int, left: int) -> None:
    position = shaken("medium_swordsmen")
    assert "u1 rally" in position.actions()
    tried = play(position, "u1 rally")
    assert stage(tried) == ("rally", "u1")
    assert cohesion(play(tried, str(die)), "u1") == left
