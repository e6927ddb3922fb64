"""Counts lines of play: the check that finds mistakes in listing and applying actions."""

from __future__ import annotations

from collections.abc import Sequence

from triarii.core.contract import AnyGame, AnyPosition, Quick, Refusal, Turn


def perft(game: AnyGame, position: AnyPosition, depth: int, outcomes: Sequence[str] = ()) -> int | Refusal:
    """The number of ways to play `depth` turns of players; chance outcomes are fed in order along every line."""
    if isinstance(game, Quick):
        counted = game.perft(position, depth, outcomes)
        if counted is not None:
            return counted
    return _count(game, position, depth, outcomes, 0)


def _count(game: AnyGame, position: AnyPosition, depth: int, outcomes: Sequence[str], fallen: int) -> int | Refusal:
    while position.turn is Turn.CHANCE:
        after = _fall(game, position, outcomes, fallen)
        if isinstance(after, Refusal):
            return after
        position, fallen = after, fallen + 1
    if position.turn is Turn.OVER:
        return 0
    actions = position.actions()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        below = _count(game, position.play(action), depth - 1, outcomes, fallen)
        if isinstance(below, Refusal):
            return below
        total += below
    return total


def _fall(game: AnyGame, position: AnyPosition, outcomes: Sequence[str], fallen: int) -> AnyPosition | Refusal:
    offered = {game.action_text(outcome): outcome for outcome, _ in position.chances()}
    if fallen >= len(outcomes):
        return Refusal("perft.no_outcome", params={"number": fallen + 1, "known": list(offered)})
    if outcomes[fallen] not in offered:
        return Refusal("record.not_an_outcome", params={"text": outcomes[fallen], "known": list(offered)})
    after: AnyPosition = position.play(offered[outcomes[fallen]])
    return after
