"""What may be asked about a position of a room. Nothing changes by it: the same question has the same answer, whether
the room gives it at once or a worker process for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from triarii.core import registry
from triarii.core.cast import EVERYBODY, Cast
from triarii.core.contract import AnyGame, AnyPosition, Eye, Options, Refusal
from triarii.core.introductions import introduced
from triarii.server.play import rendering
from triarii.server.thinking.jobs import AskPosition, PositionQuestion
from triarii.server.thinking.study import Unfit
from triarii.server.wire import messages, shown, told

Found: TypeAlias = (
    shown.ChoicesAnswer | shown.PreviewAnswer | shown.LookAnswer | shown.OverlaysAnswer | shown.AimsAnswer
)
AT_HAND = 32
"""Positions that a worker keeps: most questions are about one that was asked about before."""


TOLD: Mapping[type[PositionQuestion], Callable[..., told.Told]] = {
    messages.Choices: told.Choices,
    messages.Preview: told.Preview,
    messages.Look: told.Looked,
    messages.Overlays: told.Overlays,
    messages.Aim: told.Aims,
}
"""The message that answers each question: its id, and then what was found."""


def message(said: PositionQuestion, found: Found) -> told.Told:
    return TOLD[type(said)](said.id, *msgspec.structs.astuple(found))


def message_of_worker(said: PositionQuestion, found: Mapping[str, Any]) -> told.Told:
    """The same of what a worker has found: it came as JSON, made from the same types, and goes on as it is."""
    return TOLD[type(said)](id=said.id, **found)


def answer(
    game: AnyGame, position: AnyPosition, said: PositionQuestion, eye: Eye, lang: str, cast: Cast = EVERYBODY
) -> Found | Refusal:
    """What this eye may know of it, told to whoever knows the players as this cast."""
    match said:
        case messages.Choices():
            return rendering.choices(game, position, said.prefix, lang, cast)
        case messages.Preview():
            return rendering.preview(game, position, said.action, eye, lang, cast)
        case messages.Look():
            return shown.LookAnswer(said.at, rendering.view(game, position, eye, lang, cast))
        case messages.Overlays():
            return rendering.overlays(game, position, eye)
        case messages.Aim():
            return rendering.aims(game, position, said, eye, lang, cast)


def job(
    game: AnyGame,
    options: Options,
    position: AnyPosition,
    said: PositionQuestion,
    eye: Eye,
    lang: str,
    cast: Cast = EVERYBODY,
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
        cast=cast,
    )


def answered(job: AskPosition) -> Found | Unfit:
    """The answer of a worker process."""
    game, position = _position(job.game, job.rules, job.options, job.position)
    found = answer(game, position, job.said, Eye[job.eye], job.lang, job.cast)
    return Unfit(found, game, introduced(job.cast, game, position)) if isinstance(found, Refusal) else found


@lru_cache(AT_HAND)
def _position(name: str, rules: int, options: str, text: str) -> tuple[AnyGame, AnyPosition]:
    game = registry.game(name, rules)
    assert not isinstance(game, Refusal), "the room plays it"
    position = game.parse(text, msgspec.json.decode(options))
    assert not isinstance(position, Refusal), "the room has written it"
    return game, position
