"""`brawler`: advances straight at the enemy and charges whomever it reaches. The yardstick of the general."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from triarii.core.contract import AnyGame, Budget, Decision, View
from triarii.games.adlg.assist import candidates
from triarii.games.adlg.battle import order_execution
from triarii.games.adlg.battle.hiding import marches
from triarii.games.adlg.battle.orders import Advance, Enter, Move, Order, Recall, TurnInPlace, Wheel
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.data.troops import Category
from triarii.games.adlg.geometry import manoeuvres, shapes
from triarii.games.adlg.position import Position
from triarii.players.adlg import ranks
from triarii.players.adlg.bearings import bearing

STRAIGHT_ENOUGH = 500
"""cdeg to the nearest enemy within which nobody wheels."""
STEPS = (1000, 500)
"""mUD: shorter advances that are tried where the full one is refused."""


class Brawler:
    """Charges, else advances; never rallies, never waits."""

    games = frozenset({"adlg"})

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        position = game.imagine(view, rng)
        if position.state.setup is None and position.state.stage is Stage.ORDERS:
            return Decision(self.order(position.state))
        return Decision(self._other(position))

    def _other(self, position: Position) -> str:
        """Light troops evade, everybody else stands; all pursue, and commanders fight in front."""
        state, offered = position.state, position.actions()
        if state.setup is not None:
            return offered[0]
        if state.stage is Stage.ANSWER and state.field.unit(state.who).light:
            return next(action for action in offered if action.endswith(" evade"))
        if state.stage is Stage.ABOUT:
            return f"{'+'.join(state.whom)} half"
        return offered[0]

    def order(self, state: State) -> str:
        """The first wish that is allowed."""
        for order in self._wishes(state):
            if order_execution.allows(state, order):
                return str(order)
        return "done"

    def _wishes(self, state: State) -> Iterator[Order]:
        field, units = state.field, ranks.units_of(state)
        for names, place, distance in marches.entries(field, state.active):
            yield Enter(names, place, distance)
        for name in ranks.looters(field, units):
            yield Recall((name,))
        fresh = ranks.ready(field, units)
        groups = [*ranks.lines(field, fresh), *((name,) for name in fresh)]
        for group in groups:
            if all(_fights(field, name) for name in group):
                yield from candidates.charges_of(field, group)
        if not state.points:
            return
        moved = [group for group in groups if not any(field.stands[name].moves for name in group)]
        for group in sorted(moved, key=lambda each: (-len(each), _away(field, each[0]))):
            yield from _advances(field, group)
        for group in sorted((each for each in groups if each not in moved), key=len, reverse=True):
            yield from _advances(field, group)


def _fights(field: Field, name: str) -> bool:
    return field.unit(name).category not in (Category.LI, Category.ART)


def _away(field: Field, name: str) -> int:
    return field.nearest_enemy(name) or 0


def _advances(field: Field, group: tuple[str, ...]) -> Iterator[Order]:
    """Straight on towards the nearest enemy, turned to him first where he stands aside; shooters stop in range."""
    name = group[0]
    body = field.body(name)
    enemies = field.bodies(1 - field.unit(name).seat)
    if not enemies:
        return
    away = shapes.gaps(body.quad, [enemy.quad for enemy in enemies])
    nearest, gap = enemies[away.index(min(away))], min(away)
    if field.unit(name).weapon is not None and gap <= _range(field, name):
        return
    full = candidates.full_distance(field, group)
    turn = bearing(body.pose, nearest.centre)
    if len(group) == 1 and abs(turn) > STRAIGHT_ENOUGH:
        if abs(turn) > 13500:
            yield Move(group, (TurnInPlace(18000),))
        wheel = max(-9000, min(9000, turn))
        cost = manoeuvres.wheel_cost(wheel)
        if full > cost:
            yield Move(group, (Wheel(wheel), Advance(full - cost)))
        yield Move(group, (Wheel(wheel),))
    for distance in (full, *(each for each in STEPS if each < full)):
        if distance > 0:
            yield Move(group, (Advance(distance),))


def _range(field: Field, name: str) -> int:
    unit = field.unit(name)
    assert unit.weapon is not None
    return 1000 * (unit.weapon.reach(unit.troop) or 0)


def make() -> Brawler:
    return Brawler()
