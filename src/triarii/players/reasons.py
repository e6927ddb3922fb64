"""Why one move is better than another, where the move itself does not show it: what the other side answers the worse
one with, or what the better one leads to. Only what really happens on the board counts as a reason, never a number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from triarii.core.contract import AnyGame, AnyPosition, Budget, Decision, Eye, Turn, View
from triarii.players.analysts import best_lines

FAR = 5
"""Moves of a line up to which somebody can follow it."""


@dataclass(frozen=True)
class Happening:
    """An action of a line that does more than move somebody, with where it happens."""

    before: AnyPosition
    action: Any


@dataclass(frozen=True)
class Reasons:
    """What speaks for a better move."""

    averted: Happening | None = None
    """What the other side answers the worse move with, and can't answer the better one with."""
    gained: Happening | None = None
    """What the better move leads to a little later, by whoever makes it."""


def reasons(game: AnyGame, view: View, action: Any, best: Decision[Any], budget: Budget, rng: Random) -> Reasons:
    """None are given where chance stands between a move and its answer: too much may come."""
    position, seat = game.imagine(view, rng), Turn(view.turn)
    better = _line(position, best.line)
    replied = better[1] if len(better) > 1 else None
    averted = None
    if replied is None or not _eventful(game, replied):
        averted = _answer(game, position.play(action), seat, budget, rng)
    later = [step for step in better[1:] if step.before.turn is seat and _eventful(game, step)]
    return Reasons(averted, later[0] if later else None)


def _answer(game: AnyGame, after: AnyPosition, seat: Turn, budget: Budget, rng: Random) -> Happening | None:
    if after.turn not in (Turn.FIRST, Turn.SECOND) or after.turn is seat:
        return None
    [answer, *_] = best_lines(game, after.view(Eye(after.turn)), budget, rng, 1)
    found = Happening(after, answer.action)
    return found if _eventful(game, found) else None


def _line(position: AnyPosition, actions: Sequence[Any]) -> list[Happening]:
    """The steps of a line, as far as it can be played and chance does not fall."""
    steps: list[Happening] = []
    for action in actions[:FAR]:
        if position.turn not in (Turn.FIRST, Turn.SECOND) or position.check(action) is not None:
            break
        steps.append(Happening(position, action))
        position = position.play(action)
    return steps


def _eventful(game: AnyGame, step: Happening) -> bool:
    """Whether more is told of it than that somebody moved."""
    return len(game.events(step.before, step.action, step.before.play(step.action))) > 1
