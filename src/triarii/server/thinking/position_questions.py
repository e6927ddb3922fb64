"""What may be asked about a position of a room. Nothing changes by it: the same question has the same answer, whether
the room gives it at once or a worker process for it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from triarii.core import registry
from triarii.core.contract import AnyGame, AnyPosition, Eye, Options, Refusal
from triarii.server.play import rendering
from triarii.server.thinking.jobs import AskPosition, PositionQuestion
from triarii.server.thinking.study import Unfit
from triarii.server.wire import messages

Json = dict[str, Any]
AT_HAND = 32
"""Positions that a worker keeps: most questions are about one that was asked about before."""


def kind(said: PositionQuestion) -> str:
    """What the answer is called on the wire."""
    match said:
        case messages.Choices():
            return "choices"
        case messages.Preview():
            return "preview"
        case messages.Look():
            return "looked"
        case messages.Overlays():
            return "overlays"
        case messages.Aim():
            return "aims"


def answer(game: AnyGame, position: AnyPosition, said: PositionQuestion, eye: Eye, lang: str) -> Json | Refusal:
    """What this eye may know of it."""
    match said:
        case messages.Choices():
            return rendering.choices(game, position, said.prefix, lang)
        case messages.Preview():
            return rendering.preview(game, position, said.action, eye, lang)
        case messages.Look():
            return {"at": said.at, "view": rendering.view(game, position, eye, lang)}
        case messages.Overlays():
            return rendering.overlays(game, position, eye)
        case messages.Aim():
            return rendering.aims(game, position, said, eye, lang)


def job(
    game: AnyGame, options: Options, position: AnyPosition, said: PositionQuestion, eye: Eye, lang: str
) -> AskPosition:
    """The same question for a worker process."""
    return AskPosition(
        game=game.info.id,
        rules=game.info.rules_version,
        options=messages.written(options).decode(),
        position=position.text(),
        said=said,
        eye=eye.name,
        lang=lang,
    )


def answered(job: AskPosition) -> Json | Unfit:
    """The answer of a worker process."""
    game, position = _position(job.game, job.rules, job.options, job.position)
    found = answer(game, position, job.said, Eye[job.eye], job.lang)
    return Unfit(found, game) if isinstance(found, Refusal) else found


@lru_cache(AT_HAND)
def _position(name: str, rules: int, options: str, text: str) -> tuple[AnyGame, AnyPosition]:
    game = registry.game(name, rules)
    assert not isinstance(game, Refusal), "the room plays it"
    position = game.parse(text, msgspec.json.decode(options))
    assert not isinstance(position, Refusal), "the room has written it"
    return game, position
