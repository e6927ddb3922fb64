"""Commands that play many games: random playouts and matches between players."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Protocol

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from triarii.cli.inputs import (
    AsJson,
    GameName,
    Language,
    PositionWord,
    Seed,
    Settings,
    game_of,
    options_of,
    position_of,
    position_text,
)
from triarii.cli.speech import BadInput, insist, language, print_json, say
from triarii.core import files
from triarii.core.contract import Budget, Refusal
from triarii.lab import matches
from triarii.lab.playouts import playouts as play_out

Games = Annotated[int, typer.Option("--games", help="How many games.", min=1, max=1_000_000_000)]


class Advance(Protocol):
    """Hears how much more is done."""

    def __call__(self, more: int = 1) -> None: ...


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Advance]:
    """A bar on a terminal, nothing elsewhere."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(title, total=total)

        def advance(more: int = 1) -> None:
            progress.advance(task, more)

        yield advance


def playouts(
    name: GameName,
    games: Games = 1000,
    seed: Seed = 1,
    settings: Settings = None,
    position: PositionWord = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Play random games and count how they end."""
    game, speak = game_of(name), language(lang)
    here = position_of(game, options_of(game, settings), position)
    with progress_bar(say("playouts.title", speak), games) as advance:
        begun = time.process_time()
        tally = play_out(game, here, games, seed, progress=advance)
        seconds = time.process_time() - begun
    found: dict[str, object] = {
        "games": tally.games,
        "plies": tally.plies,
        "first": tally.first,
        "second": tally.second,
        "draws": tally.draws,
        "cpu_seconds": round(seconds, 6),
    }
    if tally.unfinished:
        found["unfinished"] = tally.unfinished
    if json:
        print_json(found)
        return
    print(say("playouts.result", speak, **found, mean=round(tally.plies / tally.games, 1)))
    if tally.unfinished:
        print(say("playouts.unfinished", speak, count=tally.unfinished))


def match(
    name: GameName,
    players: Annotated[str, typer.Option("--players", metavar="A,B", help="Two players: name or name:key=value,…")],
    games: Games = 10,
    seed: Seed = 1,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="DIR", help="Write every game to this folder.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", help="Processes; by default one a core.", min=1, max=256)
    ] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", help="Budget of a turn in nodes: repeatable.", min=1)] = None,
    ms: Annotated[int | None, typer.Option("--ms", help="Budget of a turn in milliseconds.", min=1)] = None,
    settings: Settings = None,
    position: PositionWord = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Let two players play a match. They swap seats after every game; A has the first seat in the first game."""
    game, speak = game_of(name), language(lang)
    pair = split_players(players)
    chosen = options_of(game, settings)
    pairing = matches.Pairing(name, pair, chosen, seed, position_text(position), Budget(nodes, ms))
    refusal = matches.check(pairing)
    if refusal is not None:
        raise BadInput(refusal, game.texts)
    if record is not None:
        _make_folder(record)
    width = len(str(games))
    with progress_bar(" – ".join(pair), games) as advance:

        def hear(played: matches.Played) -> None:
            advance()
            if record is not None:
                insist(files.save(played.record, record / f"game-{played.number + 1:0{width}}.jsonl"))

        score = matches.total(matches.match(pairing, games, jobs), hear)
    tally = score.tally
    low, high = score.interval
    found: dict[str, object] = {
        "games": tally.games,
        "first": tally.first,
        "second": tally.second,
        "draws": tally.draws,
        "score": round(score.score, 6),
        "interval": [round(low, 6), round(high, 6)],
        "won": score.won,
        "lost": score.lost,
        "plies": tally.plies,
    }
    if tally.unfinished:
        found["unfinished"] = tally.unfinished
    if json:
        print_json(found)
        return
    shown = {**found, "a": pair[0], "b": pair[1], "low": round(low, 3), "high": round(high, 3)}
    print(say("match.result", speak, **shown))
    if tally.unfinished:
        print(say("playouts.unfinished", speak, count=tally.unfinished))


def conform(
    name: GameName,
    games: Annotated[int, typer.Option("--games", help="Random games to check.", min=1, max=10_000)] = 5,
    seed: Seed = 1,
    settings: Settings = None,
    lang: Language = None,
) -> None:
    """Check a game, yours or ours, against the contract."""
    from triarii.core import conformance

    game, speak = game_of(name), language(lang)
    report = conformance.check_game(game, options=[options_of(game, settings)], games=games, seed=seed)
    print(say("conform.well", speak, game=name, report=str(report)))


def split_players(word: str) -> tuple[str, str]:
    """Two players from `A,B`, where each may have settings with commas of their own: `a:x=1,y=2,b`."""
    parts: list[str] = []
    for piece in word.split(","):
        if parts and "=" in piece and ":" not in piece.split("=")[0]:
            parts[-1] += f",{piece}"
        else:
            parts.append(piece)
    if len(parts) != 2 or not all(parts):
        raise BadInput(Refusal("match.players", params={"word": word[:80]}))
    return parts[0], parts[1]


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise BadInput(Refusal("file.not_written", params={"file": str(folder), "reason": reason})) from None
