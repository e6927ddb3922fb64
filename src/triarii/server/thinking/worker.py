"""A process that thinks: reads one job a line from its input, answers one line each, ends when the input does.

A job names a function of this module and its arguments. A player gets a view, never a position, here as everywhere.
Memory is limited for good, work by the job: what a stranger sends can at worst end this process.
"""

from __future__ import annotations

import gzip
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any

import msgspec

from triarii.core import registry
from triarii.core.contract import AnyGame, Budget, Decision, Eye, Prospect, Refusal, Turn, View
from triarii.players.analysts import best_lines
from triarii.server import scheduling
from triarii.server.wire.messages import written

HARDER = 5
"""Seconds after which a job that does not hear that its work is over is ended by the system."""
MEGABYTE = 1 << 20
LONGEST_REASON = 500
QUESTIONS = ("aims", "begin", "choices", "consult", "content", "fights", "overlays", "position")
"""Jobs that `questions` answers."""
TIGHTNESS = 5
"""Of gzip: one view resembles the next, so that little is won by trying harder."""


def choose(job: Mapping[str, Any]) -> dict[str, object]:
    """The action of a player in a view; with a language, also what it would bring, in sentences."""
    game, view = _game(job), _view(job["view"])
    player = registry.player(job["player"], game.info.id)
    if isinstance(player, Refusal):
        raise LookupError(player.code)
    budget = Budget(milliseconds=job["milliseconds"]) if job.get("milliseconds") else Budget()
    decision = player.choose(game, view, budget, Random(job["seed"]))
    words = {"words": _words(game, view, decision.action, job["lang"])} if job.get("lang") else {}
    return decision_json(game, decision) | words


def _words(game: AnyGame, view: View, action: Any, lang: str) -> list[str]:
    from triarii.server.play import rendering  # only who asks for words pays for them

    return rendering.foretold(game, game.imagine(view, Random(0)), action, view.eye, lang)


def lines(job: Mapping[str, Any]) -> list[dict[str, object]]:
    """The best ways to go on, best first."""
    game, view = _game(job), _view(job["view"])
    budget, rng = Budget(milliseconds=job["milliseconds"]), Random(job["seed"])
    return [decision_json(game, found) for found in best_lines(game, view, budget, rng, job["count"])]


def weigh(job: Mapping[str, Any]) -> dict[str, object]:
    """The best ways to go on in a position outside of any room, or a refusal: `{"refused": …}`."""
    from triarii.server.thinking import study as studying

    found = studying.weighing(job)
    if isinstance(found, studying.Unfit):
        return {"refused": found.as_json(job["lang"])}
    return {"seat": found["seat"], "lines": lines(found)}


def study(job: Mapping[str, Any]) -> dict[str, object]:
    """A record or a line of play, step by step; packed here, for the views of a long battle are some megabytes."""
    from triarii.server.thinking import study as studying

    found = studying.study(job)
    return found if "refused" in found else {"packed": gzip.compress(written(found), TIGHTNESS)}


def report(job: Mapping[str, Any]) -> dict[str, object]:
    """A record as a page to read and print."""
    from triarii.server.thinking import study as studying

    return studying.report(job)


def decision_json(game: AnyGame, decision: Decision[Any]) -> dict[str, object]:
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


def _view(seen: Mapping[str, Any]) -> View:
    return View(Eye[seen["eye"].upper()], Turn[seen["turn"].upper()], seen["text"], seen["options"], seen["facts"])


class OutOfWork(Exception):
    """A job has taken the work that it may take."""


def _questioned(name: str) -> Callable[[Mapping[str, Any]], object]:
    """A question of a stranger, which is answered or refused in words."""

    def answered(job: Mapping[str, Any]) -> object:
        from triarii.server.thinking import questions  # only who asks pays for the games behind it

        return questions.answered(name, job)

    return answered


JOBS: Mapping[str, Callable[[Mapping[str, Any]], object]] = {
    "choose": choose,
    "lines": lines,
    "weigh": weigh,
    "study": study,
    "report": report,
    **{name: _questioned(name) for name in QUESTIONS},
}


def main(megabytes: int, nice: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    scheduling.think_behind(nice)
    _limit_memory(megabytes * MEGABYTE)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # whatever a player prints must not look like an answer
    for line in sys.stdin.buffer:
        try:
            answers.write(_answer(line) + b"\n")
            answers.flush()
        except BrokenPipeError:
            os._exit(0)  # the server has gone, and nobody listens


def _answer(line: bytes) -> bytes:
    try:
        job = msgspec.json.decode(line)
        with _limited_work(job.get("work", 0.0)):
            return written({"answer": JOBS[job["job"]](job)})
    except (MemoryError, OutOfWork, RecursionError) as problem:
        return written({"failed": type(problem).__name__, "too_heavy": True})
    except Exception as problem:
        return written({"failed": f"{type(problem).__name__}: {problem}"[:LONGEST_REASON]})


def _limit_memory(most: int) -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))


@contextmanager
def _limited_work(seconds: float) -> Iterator[None]:
    """So many seconds of a processor, however busy the machine is; 0: as many as it takes."""
    if not seconds or sys.platform == "win32":
        yield
        return
    import resource

    def over(*_: object) -> None:
        raise OutOfWork

    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    resource.setrlimit(resource.RLIMIT_CPU, (int(used + seconds) + HARDER, hard))
    signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
