"""What orders cost while a commander fights, and that he rallies his own unit at the plain price, in battles."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.table.onsets import cohesion, play, price, ready, stage
from tests.games.adlg.table.tables import Placed, meets
from triarii.games.adlg.battle.order_execution import Executed
from triarii.games.adlg.position import Position

ENGAGED = "adlg.orders.engaged"
SPEARS = "heavy_spearmen"
LINES: list[Placed] = [
    ("u1", SPEARS, (10000, 10000, 18000)),
    ("e1", SPEARS, (10000, 10000, 0)),
    ("u2", SPEARS, (12000, 10000, 18000), {"cohesion": 3}),
    ("e2", SPEARS, (12000, 10000, 0)),
    ("u3", SPEARS, (8000, 12000, 18000), {"cohesion": 3}),
    ("u4", SPEARS, (7000, 12000, 18000)),
    ("e3", SPEARS, (4000, 4000, 0)),
]
"""Two melees, and behind them two units of which one is disordered."""


def battle(**more: Any) -> Position:
    """The commander is with the first of those who fight."""
    met = [meets("u1", "e1", rounds=1), meets("u2", "e2", rounds=1)]
    return ready(LINES, leaders={"c1": "u1", "d1": (10000, 7000, 0)}, meetings=met, **more)


def own_sequence_again(position: Position, *asked: str) -> Position:
    """His unit loses a round, he lives, the second player's sequence changes nothing, and his corps has 9 points."""
    lost = play(position, "done", *asked, "2-4", "3-3")
    assert stage(lost) == ("fate", "c1")
    theirs = play(lost, "6", "corps d1", "3", "done", *asked, "3-3", "3-3")
    again = play(theirs, "corps c1", "6")
    assert (stage(again), cohesion(again, "u1")) == (("orders", ""), 3)
    return again


def items(position: Position, order: str) -> list[tuple[int, str]]:
    found = position.considered(order)
    assert isinstance(found, Executed), found
    return [(item.value, item.rule) for item in found.bill.items]


@pytest.mark.rule(ENGAGED)
@pytest.mark.parametrize(
    ("included", "asked"),
    [
        pytest.param(["c1"], (), id="included", marks=pytest.mark.statement("AG-119")),
        pytest.param([], ("c1 engage",), id="attached", marks=pytest.mark.statement("AG-120")),
    ],
)
def test_a_commander_who_fights_rallies_his_own_unit_at_the_plain_price_and_others_for_one_more(
    included: list[str], asked: tuple[str, ...]
) -> None:
    again = own_sequence_again(battle(included=included), *asked)
    assert items(again, "u1 rally") == [(2, "adlg.orders.rally")]
    assert items(again, "u2 rally") == [(2, "adlg.orders.rally"), (1, ENGAGED)]
    assert items(again, "u3 rally") == [(1, "adlg.orders.rally"), (1, ENGAGED)]
    assert items(again, "u4 advance 1") == [(1, "adlg.orders.move"), (1, ENGAGED)]


@pytest.mark.rule(ENGAGED)
@pytest.mark.parametrize(
    ("included", "asked"),
    [
        pytest.param(["c1"], (), id="included", marks=pytest.mark.statement("AG-119")),
        pytest.param([], ("c1 engage",), id="attached", marks=pytest.mark.statement("AG-120")),
    ],
)
def test_what_is_told_is_what_is_paid(included: list[str], asked: tuple[str, ...]) -> None:
    """The free point of a commander pays for his own unit first."""
    again = own_sequence_again(battle(included=included), *asked)
    before = again.state.points + again.state.free
    rallied = play(again, "u1 rally", "4")
    assert cohesion(rallied, "u1") == 4, "4 and 1 for the commander"
    assert rallied.state.points + rallied.state.free == before - 2
    assert play(again, "u2 rally", "4").state.points == again.state.points - 3


@pytest.mark.rule(ENGAGED)
@pytest.mark.statement("AG-118")
def test_a_commander_who_stands_aside_costs_nothing_more() -> None:
    aside = play(battle(), "done", "c1 aside", "2-4", "3-3")
    assert stage(aside) != ("fate", "c1"), "he took no part"
    again = play(aside, "corps d1", "3", "done", "c1 aside", "3-3", "3-3", "corps c1", "6")
    assert [price(again, order) for order in ("u1 rally", "u2 rally", "u3 rally", "u4 advance 1")] == [2, 2, 1, 1]


@pytest.mark.rule(ENGAGED)
@pytest.mark.statement("AG-118")
def test_an_included_commander_fights_as_soon_as_his_unit_is_in_melee_an_attached_one_when_he_is_asked() -> None:
    """Orders that follow the charge of his unit in the same movement."""
    units: list[Placed] = [("u1", SPEARS, (10000, 11500, 18000)), ("e1", SPEARS, (10000, 10000, 0)), LINES[5]]
    leaders: dict[str, Any] = {"c1": "u1", "d1": (10000, 7000, 0)}
    for included, cost in ((["c1"], 2), ([], 1)):
        charged = play(ready(units, leaders=leaders, included=included), "u1 charge e1")
        assert price(charged, "u4 advance 1") == cost


@pytest.mark.rule(ENGAGED)
def test_an_included_commander_whose_unit_only_supports_does_not_fight() -> None:
    """His unit stands on the flank of an enemy whom another fights in front."""
    units: list[Placed] = [
        ("u2", SPEARS, (10000, 10000, 18000)),
        ("e1", SPEARS, (10000, 10000, 0)),
        ("u1", SPEARS, (9500, 9500, 9000)),
        LINES[5],
    ]
    met = [meets("u2", "e1", rounds=1), meets("u1", "e1", "left", rounds=1)]
    leaders: dict[str, Any] = {"c1": "u1", "d1": (10000, 7000, 0)}
    position = ready(units, leaders=leaders, included=["c1"], meetings=met)
    assert price(position, "u4 advance 1") == 1


@pytest.mark.rule(ENGAGED)
@pytest.mark.rule("adlg.commander.engaged")
def test_a_commander_who_fought_is_free_again_once_the_melee_of_his_unit_has_ended() -> None:
    """His enemy routs; in the next sequence the unit charges anew, and until he is asked he takes part in nothing."""
    units: list[Placed] = [
        ("u1", SPEARS, (10000, 10000, 18000)),
        ("e1", SPEARS, (10000, 10000, 0), {"cohesion": 1}),
        ("e2", SPEARS, (10000, 8000, 0)),
        ("e3", SPEARS, (4000, 4000, 0)),
        ("u2", SPEARS, (7000, 12000, 18000)),
    ]
    position = ready(units, leaders={"c1": "u1", "d1": (4000, 3000, 0)}, meetings=[meets("u1", "e1", rounds=1)])
    won = play(position, "done", "c1 engage", "6-1", "u1 stay")
    assert not won.state.field.leaders["c1"].engaged
    again = play(won, "done", "corps c1", "6", "u1 charge e2")
    assert again.state.field.fights("u1")
    assert (1, ENGAGED) not in items(again, "u2 advance 1")
