"""Random battles for tests, `make soak` and `make bench`: legal and wrong orders alike, and what must always hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from triarii.core.contract import Refusal, Turn
from triarii.games.adlg.battle.fighting import aftermath
from triarii.games.adlg.battle.hiding.hidden import VANISHED
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.game import GAME
from triarii.games.adlg.geometry import paths, shapes
from triarii.games.adlg.position import Position

SCENARIOS = ("drill_line", "drill_zone", "drill_charge", "skirmish")
VERBS = (
    "advance",
    "wheel",
    "slide",
    "turn",
    "charge",
    "rally",
    "disengage",
    "leave",
    "evade",
    "ride",
    "pivot",
    "plant",
)
WORTH = {"routed": 2, "destroyed": 2, "left_table": 1, VANISHED: 0}
"""Loss points of a unit, by how it is gone."""


@dataclass(frozen=True)
class Tried:
    """One order that was tried, and what came of it."""

    before: Position
    order: str
    refusal: Refusal | None
    after: Position


def start(scenario: str, **options: object) -> Position:
    found = GAME.start({"scenario": scenario, **options})
    assert isinstance(found, Position), found
    return found


def random_order(position: Position, rng: Random) -> str:
    """Any order at all: most of them wrong."""
    field = position.state.field
    names = [*field.stands, *field.leaders, "u99"]
    who = "+".join(rng.sample(names, rng.choice((1, 1, 1, 2, 3))))
    words = [who]
    for _ in range(rng.choice((1, 1, 2, 3))):
        verb = rng.choice(VERBS)
        words.append(verb)
        if verb in ("wheel", "slide", "pivot"):
            words += [rng.choice(("left", "right")), str(rng.choice((1, 7.5, 30, 90, 0.4, 1)))]
        elif verb in ("advance", "ride"):
            words.append(str(rng.choice((0.01, 0.5, 1, 2.345, 4, 9))))
        elif verb == "turn":
            words.append(rng.choice(("left", "right", "back")))
        elif verb == "charge":
            words.append(rng.choice(names))
    return " ".join(words)


def random_move(position: Position, rng: Random) -> str:
    """A plain move of one unit, right or wrong."""
    name = rng.choice(list(position.state.field.stands))
    side, number = rng.choice(("left", "right")), rng.choice((0.3, 1, 2, 30))
    return rng.choice(
        (f"{name} advance {number}", f"{name} wheel {side} {number} advance 1", f"{name} slide {side} 0.5")
    )


def whole_battle(scenario: str, seed: int, longest: int, **options: object) -> Iterator[Position]:
    """Every position of a battle of random candidates, to its end or so many decisions."""
    rng = Random(f"{scenario}-{seed}")
    position, decisions = start(scenario, **options), 0
    while position.turn is not Turn.OVER and decisions < longest:
        if position.turn is Turn.CHANCE:
            position = position.play(rng.choice(position.chances())[0])
        else:
            position = position.play(position.sample(rng))
            decisions += 1
        yield position


def battle(scenario: str, seed: int, orders: int, wrong: float = 0.6, **options: object) -> Iterator[Tried]:
    """A random battle, order by order; a new one begins where one ends."""
    rng = Random(f"{scenario}-{seed}")
    position = start(scenario, **options)
    tried = 0
    while tried < orders:
        if position.turn is Turn.OVER:
            position = start(scenario, **options)
        if position.turn is Turn.CHANCE:
            position = position.play(rng.choice(position.chances())[0])
            continue
        order = ""
        if position.state.stage is Stage.ORDERS and rng.random() < wrong:
            order = random_order(position, rng)
        else:
            order = rng.choice(position.actions())
        tried += 1
        refusal = position.check(order)
        after = position if refusal is not None else position.play(order)
        yield Tried(position, order, refusal, after)
        position = after


def faults(position: Position) -> list[str]:
    """Everything about a table that must not be."""
    field, found = position.state.field, []
    setting = field.setting
    bodies = field.bodies()
    camps = [*field.camps(0), *field.camps(1)]
    for number, body in enumerate(bodies):
        others = [*bodies[number + 1 :], *camps]
        hit = shapes.overlapping(body.quad, [other.quad for other in others], setting.limits.touch)
        found += [f"{body.id} overlaps {others[each].id}" for each in hit]
        if not paths.on_table(body.quad, *setting.size, setting.limits):
            found.append(f"{body.id} is off the table")
        if setting.scenery.blocks(body.quad):
            found.append(f"{body.id} stands on impassable ground")
    for leader, where in field.leaders.items():
        enemies = field.bodies(1 - setting.corps[leader].seat)
        hit = shapes.overlapping(
            field.leader_body(leader).quad, [enemy.quad for enemy in enemies], setting.limits.touch
        )
        found += [f"{enemies[each].id} stands on commander {leader}" for each in hit if not where.unit]
    for name, stand in field.stands.items():
        if not 0 <= stand.cohesion <= field.full(name):
            found.append(f"{name} has cohesion {stand.cohesion}")
    away = _away(position)
    if {*field.stands, *field.gone, *away} != {*setting.units} or len(setting.units) != sum(
        map(len, (field.stands, field.gone, away))
    ):
        found.append("a unit is nowhere, or twice")
    for seat in (0, 1):
        found += _loss_faults(position, seat)
    return found


def _away(position: Position) -> set[str]:
    """Units in ambush, or on a flank march that has not come."""
    field = position.state.field
    marching = {
        unit.id
        for unit in field.setting.units.values()
        if field.marches_along(unit) and unit.id not in field and unit.id not in field.gone
    }
    return {*field.in_ambush, *marching}


def _loss_faults(position: Position, seat: int) -> list[str]:
    """Loss points counted anew, unit by unit."""
    field = position.state.field
    points, away = 0, _away(position)
    for unit in field.setting.units.values():
        if unit.seat != seat or unit.expendable or unit.id in away:
            continue
        if unit.id in field.gone:
            points += WORTH[field.gone[unit.id]]
        elif field.disordered(unit.id):
            points += 1
    points += sum(
        1 + field.setting.corps[leader].grade.value
        for leader in field.fallen
        if field.setting.corps[leader].seat == seat
    )
    for camp in field.setting.camps.values():
        if camp.seat == seat and camp.id in field.taken:
            points += 4 if camp.kind.value == "normal" else 6
    reckoned = aftermath.army_losses(field, seat).total
    return [] if reckoned == points else [f"losses of seat {seat} are {reckoned}, counted {points}"]


# Mirror images

POSE = re.compile(r"(-?\d+),(-?\d+),(\d+)")
SWAPPED = {"left": "right", "right": "left"}


def mirrored_text(text: str, width: int) -> str:
    """A position seen in a mirror that stands beside the table."""

    def turn(found: re.Match[str]) -> str:
        x, y, heading = (int(number) for number in found.groups())
        return f"{width - x},{y},{(36000 - heading) % 36000}"

    # Attached commanders have no pose of their own, and (0, 0, 0) is none.
    return re.sub(r":(left|right):", lambda found: f":{SWAPPED[found[1]]}:", POSE.sub(turn, text))


def mirrored_order(order: str) -> str:
    return " ".join(SWAPPED.get(word, word) for word in order.split())
