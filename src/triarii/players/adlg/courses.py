"""Where a move would lead if nothing stood in its way: quick, for the sketch; the rules are asked afterwards."""

from __future__ import annotations

from triarii.games.adlg.battle.orders import Advance, Move, Slide, TurnInPlace, Wheel
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.geometry import groups, manoeuvres, shapes
from triarii.games.adlg.geometry.groups import Block
from triarii.games.adlg.geometry.shapes import Pose


def ends(field: Field, move: Move) -> list[tuple[str, Pose]] | None:
    """Where everybody would stand after a move; None where they form no group, or their steps are none of these."""
    if len(move.who) == 1:
        pose = _alone(field, move)
        return None if pose is None else [(move.who[0], pose)]
    block = block_of(field, move.who)
    if block is None:
        return None
    for step in move.steps:
        match step:
            case Advance(distance=distance):
                block = replace(block, anchor=shapes.at(block.anchor, 0, distance))
            case Slide(aside=aside):
                block = replace(block, anchor=shapes.at(block.anchor, aside, 0))
            case Wheel(angle=angle):
                corner = groups.wheel_corner(block, angle)
                block = replace(block, anchor=shapes.turned(block.anchor, corner, 0, 0, 0, angle))
            case TurnInPlace(angle=angle):
                block, _ = groups.block_turned(block, angle)
            case _:
                return None
    return list(zip(move.who, block.poses(), strict=True))


def block_of(field: Field, names: tuple[str, ...]) -> Block | None:
    """The group that units form where they stand."""
    bodies = [field.body(name) for name in names]
    return field.once(("block", names), lambda: groups.block_of(bodies, field.setting.limits))


def _alone(field: Field, move: Move) -> Pose | None:
    unit = field.unit(move.who[0])
    pose = field.stands[unit.id].pose
    for step in move.steps:
        match step:
            case Advance(distance=distance):
                pose = shapes.at(pose, 0, distance)
            case Slide(aside=aside):
                pose = shapes.at(pose, aside, 0)
            case Wheel(angle=angle):
                pose = manoeuvres.wheel(pose, unit.width, angle)
            case TurnInPlace(angle=angle) if abs(angle) == 2 * manoeuvres.QUARTER:
                pose = manoeuvres.half_turn(pose, unit.depth)
            case TurnInPlace(angle=angle):
                pose = manoeuvres.quarter_turn(pose, unit.width, unit.depth, angle > 0)
            case _:
                return None
    return pose
