"""A process that thinks: reads one job a line from its input, answers one line each, ends when the input does.

A job names a function of this module and its arguments. A player gets a view, never a position, here as everywhere.
"""

from __future__ import annotations

import gzip
import os
import signal
import sys
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec

from triarii.core import registry
from triarii.core.contract import Analyst, AnyGame, Budget, Decision, Eye, Prospect, Refusal, Turn, View
from triarii.server.wire import written

ANALYSTS = ("alphabeta", "expectimax", "tree")
"""Who looks at positions, the best first; the last one plays every game."""
BACKGROUND = 5
"""How much less urgent a thought is than an answer to a person."""

TIGHTNESS = 5
"""Of gzip: one view resembles the next, so that little is won by trying harder."""


def choose(job: Mapping[str, Any]) -> dict[str, object]:
    """The action of a player in a view."""
    game, view = _game(job), _view(job["view"])
    player = registry.player(job["player"], game.info.id)
    if isinstance(player, Refusal):
        raise LookupError(player.code)
    budget = Budget(milliseconds=job["milliseconds"]) if job.get("milliseconds") else Budget()
    return told(game, player.choose(game, view, budget, Random(job["seed"])))


def lines(job: Mapping[str, Any]) -> list[dict[str, object]]:
    """The best ways to go on, best first."""
    game, view = _game(job), _view(job["view"])
    budget, rng = Budget(milliseconds=job["milliseconds"]), Random(job["seed"])
    for word in ANALYSTS:
        player = registry.player(word, game.info.id)
        if isinstance(player, Analyst):
            found = player.analyse(game, view, budget, rng, job["count"])
            return [told(game, decision) for decision in found]
    player = registry.player(ANALYSTS[-1], game.info.id)
    assert not isinstance(player, Refusal), "it plays every game"
    return [told(game, player.choose(game, view, budget, rng))]


def study(job: Mapping[str, Any]) -> dict[str, object]:
    """A record or a line of play, step by step; packed here, for the views of a long battle are some megabytes."""
    from triarii.server import study as studying

    found = studying.study(job)
    return found if "refused" in found else {"packed": gzip.compress(written(found), TIGHTNESS)}


def report(job: Mapping[str, Any]) -> dict[str, object]:
    """A record as a page to read and print."""
    from triarii.server import study as studying

    return studying.report(job)


def told(game: AnyGame, decision: Decision[Any]) -> dict[str, object]:
    return {
        "action": game.action_text(decision.action),
        "score": None if decision.score is None else round(float(decision.score), 4),
        "line": [game.action_text(action) for action in decision.line],
        "nodes": decision.nodes,
        "prospect": None if decision.prospect is None else _prospect(decision.prospect),
    }


def _prospect(prospect: Prospect) -> dict[str, object]:
    shares = {name: round(float(getattr(prospect, name)), 4) for name in ("win", "draw", "loss")}
    return {**shares, "error": None if prospect.error is None else round(prospect.error, 4)}


def _game(job: Mapping[str, Any]) -> AnyGame:
    game = registry.game(job["game"], job.get("rules"))
    if isinstance(game, Refusal):
        raise LookupError(game.code)
    return game


def _view(told: Mapping[str, Any]) -> View:
    return View(Eye[told["eye"].upper()], Turn[told["turn"].upper()], told["text"], told["options"], told["facts"])


JOBS: Mapping[str, Callable[[Mapping[str, Any]], object]] = {
    "choose": choose,
    "lines": lines,
    "study": study,
    "report": report,
}


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    if hasattr(os, "nice"):
        os.nice(BACKGROUND)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # whatever a player prints must not look like an answer
    for line in sys.stdin.buffer:
        job = msgspec.json.decode(line)
        try:
            answer: dict[str, object] = {"answer": JOBS[job["job"]](job)}
        except Exception as problem:
            answer = {"failed": f"{type(problem).__name__}: {problem}"}
        try:
            answers.write(written(answer) + b"\n")
            answers.flush()
        except BrokenPipeError:
            os._exit(0)  # the server has gone, and nobody listens


if __name__ == "__main__":
    main()
