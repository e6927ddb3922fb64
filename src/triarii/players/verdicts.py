"""What a move gave away: its worth beside that of the best one. What chance brings after it counts by its average, so
that nobody is blamed for bad luck or praised for good."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import Any

from triarii.core.contract import AnyGame, AnyPosition, Budget, Decision, Eye, Turn, View
from triarii.players.analysts import best_lines

COMPARED = 3
"""Ways that are looked at; a move that is none of them is weighed alone."""
FOR_BEST = 0.6
"""Of the milliseconds, for the best ways; the rest for a move that is none of them."""
LEAST = 10
"""Milliseconds for one look."""


class Verdict(StrEnum):
    """How good a move was."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


BLAMED = frozenset({Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER})
THRESHOLDS = ((0.2, Verdict.BLUNDER), (0.1, Verdict.MISTAKE), (0.05, Verdict.INACCURACY))
"""Winning chance given away, from which on a move is called so."""


def verdict_of(loss: float, is_best: bool = False) -> Verdict:
    if is_best:
        return Verdict.BEST
    return next((verdict for least, verdict in THRESHOLDS if loss >= least), Verdict.GOOD)


@dataclass(frozen=True)
class Judged:
    """A move beside the best one, by the expected score of whoever moves, 0 to 1."""

    best: Decision[Any]
    best_score: float
    score: float
    verdict: Verdict

    @property
    def loss(self) -> float:
        return self.best_score - self.score


def judged(game: AnyGame, view: View, action: Any, budget: Budget, rng: Random) -> Judged | None:
    """None where nobody can say what a way is worth."""
    lines = best_lines(game, view, _part(budget, FOR_BEST), rng, COMPARED)
    text = game.action_text(action)
    if not lines or lines[0].score is None:
        return None
    best, best_score = lines[0], float(lines[0].score)
    known = [line for line in lines if game.action_text(line.action) == text]
    if known and known[0].score is not None:
        score: float | None = float(known[0].score)
    else:
        after = game.imagine(view, rng).play(action)
        score = worth(game, after, Turn(view.turn), _part(budget, 1 - FOR_BEST), rng)
    if score is None:
        return None
    score = min(score, best_score)  # two looks of different length waver
    return Judged(best, best_score, score, verdict_of(best_score - score, bool(known) and known[0] is best))


def worth(game: AnyGame, position: AnyPosition, seat: Turn, budget: Budget, rng: Random) -> float | None:
    """The expected score of a seat; where chance is to fall, the mean of all that can."""
    if position.turn is Turn.OVER:
        result = position.result()
        assert result is not None, "it is over"
        return 0.5 if result.winner is None else float(result.winner is seat)
    if position.turn is Turn.CHANCE:
        outcomes = position.chances()
        each = _part(budget, 1 / len(outcomes))
        values = [worth(game, position.play(outcome), seat, each, rng) for outcome, _ in outcomes]
        if None in values:
            return None
        pairs = zip(outcomes, values, strict=True)
        return sum(float(chance) * (value or 0.0) for (_, chance), value in pairs)
    [best, *_] = best_lines(game, position.view(Eye(position.turn)), budget, rng, 1)
    if best.score is None:
        return None
    return float(best.score) if position.turn is seat else 1 - float(best.score)


def _part(budget: Budget, share: float) -> Budget:
    milliseconds = None if budget.milliseconds is None else max(LEAST, int(budget.milliseconds * share))
    nodes = None if budget.nodes is None else max(1, int(budget.nodes * share))
    return replace(budget, milliseconds=milliseconds, nodes=nodes)
