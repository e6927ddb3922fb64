"""The words that several commands share: a game, its options, a position; and how each is read."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.speech import BadInput, Lang, insist
from triarii.core import options, registry
from triarii.core.contract import AnyGame, AnyPosition, Refusal

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game's id; `triarii games` lists them.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="An option of the game; KEY=@FILE takes it from a TOML file."),
]
PositionWord = Annotated[
    str | None,
    typer.Option("--position", metavar="TEXT|@FILE|-", help="Start here instead of at the beginning of the game."),
]
Language = Annotated[
    Lang | None, typer.Option("--lang", help="German or English; by default the language of the terminal.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same games.", min=0, max=2**63 - 1)]

LARGEST = 10_000_000
"""Bytes of a position's file; far more than any position needs."""


def game_of(name: str) -> AnyGame:
    found: AnyGame | Refusal = registry.game(name)
    return insist(found)


def options_of(game: AnyGame, words: Sequence[str] | None) -> dict[str, object]:
    """All options of the game: those of `--set`, and the defaults."""
    given = insist(options.from_words(game.info, words or ()), game)
    return insist(options.complete(game.info, given), game)


def position_of(game: AnyGame, chosen: dict[str, object], word: str | None) -> AnyPosition:
    """The start of the game, or the position that `--position` gives."""
    text = position_text(word)
    found: AnyPosition | Refusal = game.parse(text, chosen) if text else game.start(chosen)
    return insist(found, game)


def position_text(word: str | None) -> str:
    """The text that a `--position` word stands for; empty if none was given."""
    if word is None:
        return ""
    if word == "":
        raise BadInput(Refusal("position.empty"))
    if word == "-":
        text = _read_text("-")
    elif word.startswith("@"):
        text = _read_text(word[1:])
    else:
        return word
    text = text.removesuffix("\n").removesuffix("\r")
    if not text:
        raise BadInput(Refusal("position.empty"))
    return text


def _read_text(path: str) -> str:
    try:
        if path == "-":
            return sys.stdin.buffer.read(LARGEST).decode()
        with Path(path).open("rb") as file:
            return file.read(LARGEST).decode()
    except UnicodeDecodeError:
        raise BadInput(Refusal("file.not_text", params={"file": path})) from None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise BadInput(Refusal("file.not_read", params={"file": path, "reason": reason})) from None
