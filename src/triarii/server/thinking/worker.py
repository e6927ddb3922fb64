"""What a process that thinks does: it reads one job a line from its input and answers one line each, until the input
ends.

Each line is an `Order` of `jobs`. A player gets a view, never a position, here as everywhere.
Memory is limited for good, work by the job: what a stranger sends can at worst end this process.
"""

from __future__ import annotations

import gzip
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import msgspec

from triarii.core import registry
from triarii.core.cast import EVERYBODY, Cast
from triarii.core.contract import AnyGame, Budget, Decision, Eye, Prospect, Refusal, View
from triarii.core.introductions import introduced
from triarii.core.records import SEAT_NAMES
from triarii.players.analysts import best_lines
from triarii.players.reasons import Happening, Reasons, reasons
from triarii.players.verdicts import BLAMED, LEAST, judged
from triarii.server.thinking import jobs
from triarii.server.thinking.jobs import AnyJob, Order
from triarii.server.wire import answers
from triarii.server.wire.messages import written

HARDER = 5
"""Seconds after which a job that does not hear that its work is over is ended by the system."""
MEGABYTE = 1 << 20
LONGEST_REASON = 500
TIGHTNESS = 5
"""Of gzip: one view resembles the next, so that little is won by trying harder."""
ORDERS = msgspec.json.Decoder(Order)


def done(job: AnyJob) -> object:
    """What a job comes to."""
    match job:
        case jobs.Choose():
            return choose(job)
        case jobs.Weigh():
            return weigh(job)
        case jobs.Judge():
            return judge(job)
        case jobs.Unread():
            return unread(job)
        case _:
            from triarii.server.thinking import questions  # only who asks pays for the games behind it

            return questions.answered(job)


def choose(job: jobs.Choose) -> dict[str, object]:
    """The action of a player in a view; if asked for, also what it would bring, in sentences."""
    game, view = _game(job.game, job.rules), job.view.view()
    player = registry.player(job.player, game.info.id)
    if isinstance(player, Refusal):
        raise LookupError(player.code)
    budget = Budget(milliseconds=job.milliseconds) if job.milliseconds else Budget()
    decision = player.choose(game, view, budget, Random(job.seed))
    asked = Cast(you=view.eye.name.lower())  # only who holds a seat is given hints
    answer = msgspec.structs.asdict(_line(game, decision))
    if job.in_words:
        answer |= {"words": _words(game, view, decision, job.lang, asked), "plan": list(decision.drawn)}
    return answer


def _words(game: AnyGame, view: View, decision: Decision[Any], lang: str, cast: Cast) -> list[str]:
    """What an action would bring, and what whoever chose it has in mind."""
    from triarii.server.play import rendering  # only who asks for words pays for them

    position = game.imagine(view, Random(0))
    brings = rendering.foretold(game, position, decision.action, view.eye, lang, cast)
    known = introduced(cast, game, position)
    return [*brings, *(game.texts.say(message, lang, known) for message in decision.why)]


def weigh(job: jobs.Weigh) -> answers.Lines | dict[str, object]:
    """The best ways to go on in a position outside of any room, or a refusal: `{"refused": …}`."""
    from triarii.server.thinking import study as studying

    found = studying.to_weigh(job)
    if isinstance(found, studying.Unfit):
        return {"refused": found.told(job.lang)}
    game, view = found
    lines = best_lines(game, view, Budget(milliseconds=job.milliseconds), Random(0), job.count)
    return answers.Lines(SEAT_NAMES[view.turn], [_line(game, line) for line in lines])


def judge(job: jobs.Judge) -> answers.Judged | dict[str, object]:
    """What an action gives away, or a refusal."""
    from triarii.server.thinking import study as studying

    found = studying.to_judge(job)
    if isinstance(found, studying.Unfit):
        return {"refused": found.told(job.lang)}
    game, view, action = found
    told = judged(game, view, action, Budget(milliseconds=job.milliseconds), Random(0))
    if told is None:
        return answers.Judged(SEAT_NAMES[view.turn], job.action)
    looking = Budget(milliseconds=max(LEAST, job.milliseconds // 4))
    why = reasons(game, view, action, told.best, looking, Random(0)) if told.verdict in BLAMED else Reasons()
    return answers.Judged(
        seat=SEAT_NAMES[view.turn],
        action=job.action,
        verdict=told.verdict.value,
        score=round(told.score, 4),
        best_score=round(told.best_score, 4),
        best=_line(game, told.best),
        words=_words(game, view, told.best, job.lang, EVERYBODY),
        averted=_happening(game, why.averted, view.eye, job.lang),
        gained=_happening(game, why.gained, view.eye, job.lang),
    )


def _happening(game: AnyGame, step: Happening | None, eye: Eye, lang: str) -> answers.Foretold | None:
    from triarii.server.play import rendering

    if step is None:
        return None
    words = rendering.foretold(game, step.before, step.action, eye, lang)
    return answers.Foretold(game.action_text(step.action), words)


def study(job: jobs.Study) -> dict[str, object]:
    """A record or a line of play, step by step; packed here, for the views of a long battle are some megabytes."""
    from triarii.server.thinking import study as studying

    found = studying.study(job)
    if isinstance(found, studying.Unfit):
        return {"refused": found.told(job.lang)}
    return {"packed": gzip.compress(written(found), TIGHTNESS)}


def report(job: jobs.Report) -> answers.Report | dict[str, object]:
    """A record as a page to read and print."""
    from triarii.server.thinking import study as studying

    found = studying.report(job)
    return {"refused": found.told(job.lang)} if isinstance(found, studying.Unfit) else found


def unread(job: jobs.Unread) -> answers.Report | dict[str, object]:
    """What a body asks for; or that it says nothing that we understand."""
    from triarii.server.thinking import reading

    asked = reading.asked(job)
    match asked:
        case jobs.Study():
            return study(asked)
        case jobs.Report():
            return report(asked)
        case _:
            return asked


def _line(game: AnyGame, decision: Decision[Any]) -> answers.Line:
    return answers.Line(
        game.action_text(decision.action),
        None if decision.score is None else round(float(decision.score), 4),
        [game.action_text(action) for action in decision.line],
        decision.nodes,
        None if decision.prospect is None else _prospect(decision.prospect),
    )


def _prospect(prospect: Prospect) -> answers.Prospect:
    win, draw, loss = (round(float(share), 4) for share in (prospect.win, prospect.draw, prospect.loss))
    return answers.Prospect(win, draw, loss, None if prospect.error is None else round(prospect.error, 4))


def _game(name: str, rules: int) -> AnyGame:
    game = registry.game(name, rules)
    if isinstance(game, Refusal):
        raise LookupError(game.code)
    return game


class OutOfWork(Exception):
    """A job has taken the work that it may take."""


def work(megabytes: int) -> None:
    """Until the input ends."""
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
        order = ORDERS.decode(line)
        with _limited_work(order.work):
            return written({"answer": done(order.job)})
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
