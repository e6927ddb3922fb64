"""What may be asked that takes its time: outside of rooms about contents, positions and what games answer themselves;
inside of them about a position of a big battle.

Answered in a worker process, which has limits: whatever is sent is read, checked and computed there, and comes back as
an answer or as a refusal in words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from triarii.core import options, registry
from triarii.core.contract import AnyGame, Consulted, Query, Refusal
from triarii.core.records import Header
from triarii.server.play import set_up
from triarii.server.play.live_game import LiveGame
from triarii.server.thinking import position_questions, study
from triarii.server.thinking.study import Json, Unfit

Job = Mapping[str, Any]
Question = Callable[[Job], Json | Unfit]


def answered(name: str, job: Job) -> Json:
    """`{"answer": …}`, or `{"refused": …}`."""
    found = ANSWERS[name](job)
    return {"refused": found.as_json(job["lang"])} if isinstance(found, Unfit) else {"answer": found}


def content(job: Job) -> Json | Unfit:
    """The content that a text spells, read like a file of the command line; its game checks it when it is played."""
    game = _game(job["game"])
    wanted = game.info.option(job["option"])
    assert wanted is not None, "the route has looked"
    found = options.from_text(wanted, job["text"], f"{wanted.name}.toml")
    refusal = found if isinstance(found, Refusal) else options.check(wanted, found)
    return {"content": found} if refusal is None else Unfit(refusal, game)


def begin(job: Job) -> Json | Unfit:
    """Whether a game can begin with these options from this position."""
    game = _game(job["game"])
    begun = LiveGame.begin(game, Header(game.info.id, game.info.rules_version, job["options"], start=job["start"]))
    if isinstance(begun, Refusal):
        return Unfit(begun, game)
    unfair = set_up.refuse_hidden(begun.line) if job["people"] and job["start"] else None
    return {} if unfair is None else Unfit(unfair, game)


def consult(job: Job) -> Json | Unfit:
    """What a game answers to a question of its own."""
    game = _game(job["game"])
    assert isinstance(game, Consulted), "the route has looked"
    asked = (game.tables() if job["table"] else game.questions())[job["name"]]
    found = asked.answer(Query(job["lang"], job["document"], job["words"], job["item"]))
    return Unfit(found, game) if isinstance(found, Refusal) else dict(found)


def _game(name: str) -> AnyGame:
    game = registry.game(name)
    assert not isinstance(game, Refusal), "the route has looked"
    return game


ANSWERS: Mapping[str, Question] = {
    "content": content,
    "begin": begin,
    "consult": consult,
    "choices": study.choices,
    "fights": study.odds,
    "aims": study.aims,
    "overlays": study.overlays,
    "position": position_questions.answered,
}
