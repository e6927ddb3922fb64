"""`tree`: a tree search for any game, ours or a plug-in's: it imagines, tries, and counts how random games end."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from triarii.core.chance import drawn
from triarii.core.contract import AnyGame, AnyPosition, Budget, Decision, Turn, View

DEFAULT_NODES = 1_000
EXPLORATION = 0.9
ROLLOUT = 200
"""Plies of a random game; one that is not over by then counts as a draw."""
MARGIN = 0.9
"""Of the time allowed, so that the answer is there in time."""


@dataclass
class Branch:
    """What became of the games that went this way, seen by whoever chose it."""

    visits: int = 0
    score: float = 0.0
    below: dict[str, Branch] = field(default_factory=dict)

    def promise(self, tries: int) -> float:
        if not self.visits:
            return math.inf
        return self.score / self.visits + EXPLORATION * math.sqrt(math.log(tries) / self.visits)


class TreeSearch:
    """Plays any game. Each try imagines anew what is hidden, so that no hand is ever looked into."""

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        root = Branch()
        deadline = math.inf
        if budget.milliseconds:
            deadline = time.monotonic() + MARGIN * budget.milliseconds / 1000
        limit = budget.nodes or (DEFAULT_NODES if not budget.milliseconds else math.inf)
        nodes = 0
        while not root.visits or (nodes < limit and time.monotonic() < deadline):
            nodes += self._try(game, root, game.imagine(view, rng), rng)
        text, best = max(root.below.items(), key=lambda item: item[1].visits)
        action = game.action(text)
        score = best.score / best.visits if best.visits else 0.5
        return Decision(action, score, [action], nodes)

    def _try(self, game: AnyGame, root: Branch, position: AnyPosition, rng: Random) -> int:
        """One game: down the tree by promise, one new branch, then at random; returns how many plies it looked at."""
        path: list[tuple[Branch, Turn]] = []
        here, nodes, fresh = root, 0, False
        while position.turn is not Turn.OVER and not fresh:
            nodes += 1
            if position.turn is Turn.CHANCE:
                position = position.play(drawn(position, rng))
                continue
            text = self._most_promising(game, here, position, rng)
            seat: Turn = position.turn
            position = position.play(game.action(text))
            fresh = text not in here.below
            here = here.below.setdefault(text, Branch())
            path.append((here, seat))
        winner, plies = _rollout(position, rng)
        root.visits += 1
        for branch, seat in path:
            branch.visits += 1
            branch.score += 0.5 if winner is None else float(winner is seat)
        return nodes + plies

    def _most_promising(self, game: AnyGame, here: Branch, position: AnyPosition, rng: Random) -> str:
        texts = [game.action_text(action) for action in position.actions()]
        untried = [text for text in texts if text not in here.below]
        if untried:
            return rng.choice(untried)
        tries = sum(here.below[text].visits for text in texts)
        return max(texts, key=lambda text: here.below[text].promise(tries))


def _rollout(position: AnyPosition, rng: Random) -> tuple[Turn | None, int]:
    for ply in range(ROLLOUT):
        if position.turn is Turn.OVER:
            result = position.result()
            return (result.winner if result else None), ply
        chance = position.turn is Turn.CHANCE
        position = position.play(drawn(position, rng) if chance else rng.choice(position.actions()))
    return None, ROLLOUT


def make() -> TreeSearch:
    return TreeSearch()
