"""Moves of single units that are measured in one go come to the same as those that are looked at closely."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks import battles
from tests import lengths
from triarii.core.contract import Refusal, Refused
from triarii.games.adlg.battle.movement import striding, walking
from triarii.games.adlg.battle.movement.walk import Walk
from triarii.games.adlg.battle.order_parser import parse
from triarii.games.adlg.battle.orders import Move
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.table.field import Field


def told(walk: Walk | Refusal) -> object:
    if isinstance(walk, Refusal):
        return walk
    return walk.ends, walk.spent, walk.limit, walk.swept, walk.difficult, walk.near, walk.slid, walk.panicked


def in_one_go(field: Field, order: Move) -> object | None:
    try:
        found = striding.stride(field, order.who[0], order.steps)
    except Refused as refused:
        return refused.refusal
    return None if found is None else told(found)


def looked_at(field: Field, order: Move) -> object:
    try:
        return told(walking._Walking(field, order.who).go(order.steps))
    except Refused as refused:
        return refused.refusal


@pytest.mark.parametrize("scenario", ["skirmish", "shield_wall", "drill_walls", "between_the_woods"])
def test_both_ways_to_measure_a_move_agree(scenario: str) -> None:
    rng, agreed = Random(scenario), 0
    for position in battles.whole_battle(scenario, 1, longest=lengths.at_length(40, 400)):
        if position.state.stage is not Stage.ORDERS:
            continue
        field = position.state.field
        for _ in range(4):
            order = parse(battles.random_move(position, rng))
            assert isinstance(order, Move)
            for steps in (order.steps, *((step,) for step in order.steps)):
                alone = Move(order.who, steps)
                found = in_one_go(field, alone)
                if found is not None:
                    assert found == looked_at(field, alone), (position.text(), str(alone))
                    agreed += 1
    assert agreed > 20, "most moves are measured in one go"
