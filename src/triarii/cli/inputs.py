"""The words that several commands share: a game, its options, a position; and how each is read."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.speech import BadInput, Lang, insist, reason_of
from triarii.cli.usage import language_word, number_option
from triarii.core import options, registry
from triarii.core.contract import AnyGame, AnyPosition, Refusal

SVG = (".svg", "")
"""How the name of a picture may end: with any other, whoever opens it would take it for something else."""


def games_like(incomplete: str) -> list[str]:
    """What the Tab key offers for a game."""
    return [name for name in registry.game_names() if name.startswith(incomplete)]


def players_like(context: typer.Context, incomplete: str) -> list[str]:
    """What the Tab key offers for `A,B`: players of the game that was named, the second one after a comma."""
    first, comma, begun = incomplete.rpartition(",")
    # Where words break off before the value of an option, those before them are not yet taken as arguments.
    words = (context.params.get("name"), *context.args)
    game = next((name for name in registry.game_names() if name in words), "")
    names = [name for name in registry.player_names() if name.startswith(begun)]
    return [f"{first}{comma}{name}" for name in names if not isinstance(registry.player(name, game), Refusal)]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", autocompletion=games_like, help="The game's id; `triarii games` lists them."),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="An option of the game; KEY=@FILE takes it from a TOML file."),
]
PositionWord = Annotated[
    str | None,
    typer.Option("--position", metavar="TEXT|@FILE|-", help="Start here instead of at the beginning of the game."),
]
Language = Annotated[
    Lang | None,
    typer.Option(
        "--lang",
        metavar="de|en",
        parser=language_word,
        help="German or English; by default the language of the terminal.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Seed = Annotated[
    int,
    number_option("--seed", 0, 2**63 - 1, "A whole number; the same seed gives the same games.", metavar="S"),
]

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


def position_text(word: str | None, more_follows: bool = False) -> str:
    """The text that `--position` stands for, empty if none was given; where more input follows, `-` takes one line."""
    if word is None:
        return ""
    if word == "-" or word.startswith("@"):
        word = _read(word, more_follows).removesuffix("\n").removesuffix("\r")
    if not word:
        raise BadInput(Refusal("position.empty"))
    return word


def _read(word: str, only_a_line: bool) -> str:
    """The text of `-`, the standard input, or of `@FILE`."""
    source, name = ("input", "") if word == "-" else ("file", word[1:])
    try:
        if word == "-":
            return (sys.stdin.buffer.readline if only_a_line else sys.stdin.buffer.read)(LARGEST).decode()
        with Path(name).open("rb") as file:
            return file.read(LARGEST).decode()
    except UnicodeDecodeError:
        raise BadInput(Refusal(f"{source}.not_text", params={"file": name})) from None
    except (OSError, ValueError) as problem:
        params = {"file": name, "reason": reason_of(problem)}
        raise BadInput(Refusal(f"{source}.not_read", params=params)) from None
