"""Thinking beside the display: programs choose, advise and analyse in threads, so that the screen always answers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from triarii.core.contract import AnyGame, Budget, Decision

HINT = Budget(milliseconds=500)
ANALYSIS = Budget(milliseconds=1000)
LINES = 3
"""How many lines of play an analysis shows, where the player can tell more than one."""
LONGEST = 3
"""Turns of a line that are shown: what lies further ahead is guesswork."""


@dataclass(frozen=True)
class Thought:
    """What a thread came to; `question` tells whether anybody still wants to know."""

    question: int
    answer: Any = None
    failure: str = ""


class Thinker:
    """One question at a time. A new question, or `forget`, makes the answer to the old one worthless."""

    def __init__(self, deliver: Callable[[Thought], object]) -> None:
        self._deliver = deliver
        self._question = 0
        self.busy = False

    def ask(self, job: Callable[[], Any]) -> None:
        self._question += 1
        self.busy = True
        # A daemon, because a search can't be interrupted and must not hold up the way out.
        threading.Thread(target=self._think, args=(self._question, job), daemon=True).start()

    def forget(self) -> None:
        self._question += 1
        self.busy = False

    def wanted(self, thought: Thought) -> bool:
        """Whether this answers the question that was asked last; it is then answered."""
        if thought.question != self._question:
            return False
        self.busy = False
        return True

    def _think(self, question: int, job: Callable[[], Any]) -> None:
        try:
            thought = Thought(question, job())
        except Exception as problem:  # a stranger's player may fail in any way; the game must go on
            thought = Thought(question, failure=f"{type(problem).__name__}: {problem}")
        if question == self._question:
            self._deliver(thought)


def lines_of(game: AnyGame, found: Sequence[Decision[Any]], score: Callable[[int], str]) -> str:
    """Lines of play, each with what it promises to whoever begins it."""
    parts: list[str] = []
    for decision in found:
        moves = [game.action_text(action) for action in (decision.line or [decision.action])[:LONGEST]]
        promise = [] if decision.score is None else [score(round(100 * decision.score))]
        parts.append(" ".join([*promise, *moves]))
    return "  |  ".join(parts)
