"""Commands that play many games: random playouts and matches between players."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Protocol

import typer

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
from triarii.cli.speech import BadInput, CheckFailed, complain, insist, language, print_json, reason_of, say, show
from triarii.cli.usage import number_option
from triarii.core import files
from triarii.core.contract import Budget, Refusal, Scored
from triarii.lab import matches
from triarii.lab.playing import Misplayed
from triarii.lab.playouts import playouts as play_out

Games = Annotated[
    int,
    number_option("--games", 1, 1_000_000_000, "How many games."),
]

Jobs = Annotated[
    int | None,
    number_option("--jobs", 1, 256, "Processes; by default one a core. Their number does not change the match."),
]
Nodes = Annotated[
    int | None,
    number_option(
        "--nodes", 1, 1_000_000_000, "Positions that a player may look at in a turn: the match stays repeatable."
    ),
]
Openings = Annotated[
    int | None,
    number_option(
        "--openings",
        0,
        1_000,
        "Random turns at the beginning, the same from both seats; by default 4 where games would repeat, else none.",
        metavar="N",
    ),
]


class Advance(Protocol):
    """Hears how much more is done."""

    def __call__(self, more: int = 1) -> None: ...


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Advance]:
    """A bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _more=1: None
        return
    # Late, because every start of the program would pay for it.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
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
    show(say("playouts.result", speak, **found, mean=round(tally.plies / tally.games, 1)))
    if tally.unfinished:
        show(say("playouts.unfinished", speak, count=tally.unfinished))


def match(
    name: GameName,
    players: Annotated[str, typer.Option("--players", metavar="A,B", help="Two players: name or name:key=value,…")],
    games: Games = 10,
    seed: Seed = 1,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="DIR", help="Write every game to this folder.")
    ] = None,
    openings: Openings = None,
    jobs: Jobs = None,
    nodes: Nodes = None,
    ms: Annotated[
        int | None,
        number_option(
            "--ms", 1, 1_000_000_000, "Milliseconds that a player may think in a turn: no two matches need be alike."
        ),
    ] = None,
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
    pairing = matches.with_opening(pairing, openings)
    width = len(str(games))
    with progress_bar(" – ".join(pair), games) as advance:

        def hear(played: matches.Played) -> None:
            advance()
            if record is not None:
                insist(files.save(played.record, record / f"game-{played.number + 1:0{width}}.jsonl"))

        try:
            with closing(matches.match(pairing, games, jobs)) as played:
                score = matches.total(played, hear)
        except Misplayed as wrong:
            refusal = Refusal("match.misplayed", params={"player": wrong.player, "reason": wrong.refusal.message})
            raise BadInput(refusal, game.texts) from None
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
        "distinct": score.distinct,
        "openings": pairing.opening,
    }
    if tally.unfinished:
        found["unfinished"] = tally.unfinished
    if isinstance(game, Scored):
        found["points"] = list(score.points)
    warn_of_copies(score, speak)
    if json:
        print_json(found)
        return
    shown = {**found, "a": pair[0], "b": pair[1], "low": round(low, 3), "high": round(high, 3)}
    show(say("match.result", speak, **shown))
    if pairing.opening:
        show(say("match.own_openings" if pairing.is_mirror else "match.openings", speak, turns=pairing.opening))
    if isinstance(game, Scored):
        show(say("match.points", speak, a=pair[0], b=pair[1], a_points=score.points[0], b_points=score.points[1]))
    if tally.unfinished:
        show(say("playouts.unfinished", speak, count=tally.unfinished))


def warn_of_copies(score: matches.Score, lang: str) -> None:
    """Beside the result, which may be read by a program: games that repeat are no evidence."""
    if score.copies:
        complain(say("match.copies", lang, copies=score.copies, games=score.tally.games))


def conform(
    name: GameName,
    games: Annotated[
        int,
        number_option("--games", 1, 10_000, "Random games to check."),
    ] = 5,
    seed: Seed = 1,
    settings: Settings = None,
    lang: Language = None,
    with_traceback: Annotated[
        bool, typer.Option("--traceback", help="Where code of the game fails, show how Python got there.")
    ] = False,
) -> None:
    """Check a game, yours or ours, against the contract."""
    from triarii.core import conformance

    game, speak = game_of(name), language(lang)
    try:
        report = conformance.check_game(game, options=[options_of(game, settings)], games=games, seed=seed)
    except conformance.NotConforming as found:
        if with_traceback:
            # What the game raised, if it raised something: how we came to ask helps nobody.
            traceback.print_exception(found.__cause__ or found)
        complain(say("conform.broken", speak, game=name, finding=str(found)))
        raise CheckFailed from None
    show(say("conform.well", speak, game=name, report=str(report)))


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
        params = {"file": str(folder), "reason": reason_of(problem)}
        raise BadInput(Refusal("folder.not_made", params=params)) from None
