"""What may be asked that takes its time: outside of rooms about contents, positions and what games answer themselves;
inside of them about a position of a big battle.

Answered in a worker process, which has limits: whatever is sent is read, checked and computed there, and comes back as
an answer or as a refusal in words.
"""

from __future__ import annotations

from random import Random
from typing import Any

from triarii.core import options, registry
from triarii.core.contract import AnyGame, Budget, Consulted, Eye, Query, Refusal, Turn
from triarii.core.records import Header
from triarii.server.play import set_up
from triarii.server.play.live_game import LiveGame
from triarii.server.thinking import drawing, jobs, position_questions, study
from triarii.server.thinking.jobs import Question
from triarii.server.thinking.study import Unfit

SETS_UP = "general"
"""The player that lays terrain and deploys."""
Document = dict[str, Any]
"""What only a game knows the form of."""


def answered(job: Question) -> dict[str, object]:
    """`{"answer": …}`, or `{"refused": …}`."""
    found = _answer(job)
    return {"refused": found.told(job.lang)} if isinstance(found, Unfit) else {"answer": found}


def _answer(job: Question) -> object | Unfit:
    match job:
        case jobs.Content():
            return content(job)
        case jobs.Prepare():
            return prepare(job)
        case jobs.Begin():
            return begin(job)
        case jobs.Consult():
            return consult(job)
        case jobs.AskPosition():
            return position_questions.answered(job)
        case jobs.NextWords():
            return study.choices(job)
        case jobs.Foretell():
            return study.preview(job)
        case jobs.Fights():
            return study.odds(job)
        case jobs.Aims():
            return study.aims(job)
        case jobs.Shapes():
            return study.overlays(job)
        case jobs.Draw():
            return drawing.picture(job)


def content(job: jobs.Content) -> Document | Unfit:
    """The content that a text spells, read like a file of the command line; its game checks it when it is played."""
    game = _game(job.game)
    wanted = game.info.option(job.option)
    assert wanted is not None, "the route has looked"
    found = options.from_text(wanted, job.text, f"{wanted.name}.toml")
    refusal = found if isinstance(found, Refusal) else options.check(wanted, found)
    return {"content": found} if refusal is None else Unfit(refusal, game)


def prepare(job: jobs.Prepare) -> Document | Unfit:
    """The text of the first position after the set-up; that of the start where a game has none."""
    game = _game(job.game)
    begun = LiveGame.begin(game, Header(game.info.id, game.info.rules_version, job.options))
    if isinstance(begun, Refusal):
        return Unfit(begun, game)
    general, rng = registry.player(SETS_UP, game.info.id), Random(job.seed)
    assert not isinstance(general, Refusal)
    position = begun.line.position
    while "setup" in position.view(Eye.OBSERVER).facts:
        if position.turn is Turn.CHANCE:
            outcomes, chances = zip(*position.chances(), strict=True)
            position = position.play(rng.choices(outcomes, [float(chance) for chance in chances])[0])
        else:
            view = position.view(Eye(int(position.turn)))
            position = position.play(general.choose(game, view, Budget(nodes=1), rng).action)
    return {"start": position.text()}


def begin(job: jobs.Begin) -> Document | Unfit:
    """Whether a game can begin with these options from this position."""
    game = _game(job.game)
    begun = LiveGame.begin(game, Header(game.info.id, game.info.rules_version, job.options, start=job.start))
    if isinstance(begun, Refusal):
        return Unfit(begun, game)
    unfair = set_up.refuse_hidden(begun.line) if job.people and job.start else None
    return {} if unfair is None else Unfit(unfair, game)


def consult(job: jobs.Consult) -> Document | Unfit:
    """What a game answers to a question of its own."""
    game = _game(job.game)
    assert isinstance(game, Consulted), "the route has looked"
    asked = (game.tables() if job.table else game.questions())[job.name]
    found = asked.answer(Query(job.lang, job.document, job.words, job.item))
    return Unfit(found, game) if isinstance(found, Refusal) else dict(found)


def _game(name: str) -> AnyGame:
    game = registry.game(name)
    assert not isinstance(game, Refusal), "the route has looked"
    return game
