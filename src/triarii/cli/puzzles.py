"""`triarii puzzles`: finds puzzles in games of our players, proves them, and tries each on every level."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.inputs import AsJson, GameName, Language, Seed, game_of
from triarii.cli.measuring import Games, Jobs, On, ResumeFile, ShardWord, Work, way
from triarii.cli.speech import BadInput, insist, language, print_json, reason_of, say, show
from triarii.core.contract import Refusal
from triarii.lab.executors import LOCAL
from triarii.puzzles import shipped
from triarii.puzzles.puzzle import LEVELS, Puzzle, Theme, settled

CACHE = "puzzles"


def puzzles(
    name: GameName,
    games: Games = 20,
    seed: Seed = 1,
    on: On = LOCAL,
    jobs: Jobs = None,
    shard: ShardWord = None,
    resume: ResumeFile = None,
    write: Annotated[
        Path | None,
        typer.Option(
            "--write", metavar="FILE", help="Write what was found, one puzzle to a line; packed as FILE.jsonl.gz."
        ),
    ] = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Find puzzles in games of our players: positions with one best move, proven, and tried on every level."""
    # Late, because only this command should pay for the players of all games.
    from triarii.lab.mining.plan import MINERS, Mine

    game, speak = game_of(name), language(lang)
    if name not in MINERS:
        raise BadInput(Refusal("puzzles.no_miner", params={"game": name, "known": list(MINERS)}))
    work = Work(way(on, jobs, shard, resume), game, say("puzzles.title", speak), games, speak, json, CACHE)
    found: dict[str, Puzzle] = {}
    with closing(work.results(Mine(name, seed), known=lambda: say("puzzles.count", speak, count=len(found)))) as dug:
        for _, each in dug:
            found |= {puzzle.id: insist(settled(game, puzzle), game) for puzzle in each}
    if work.tell_shard(json):
        return
    if write is not None:
        try:
            shipped.write(found.values(), write)
        except (OSError, ValueError) as problem:
            reason = {"file": str(write), "reason": reason_of(problem)}
            raise BadInput(Refusal("file.not_written", params=reason)) from None
    if json:
        print_json([puzzle.as_json() for puzzle in found.values()])
    else:
        _show(list(found.values()), games, speak)


def _show(found: list[Puzzle], games: int, lang: str) -> None:
    proven = sum(puzzle.proven for puzzle in found)
    show(say("puzzles.found", lang, count=len(found), games=games, proven=proven))
    themes, levels = Counter(puzzle.theme for puzzle in found), Counter(puzzle.level for puzzle in found)
    for theme in Theme:
        if themes[theme]:
            show(say(f"puzzles.theme_{theme.value}", lang, count=themes[theme]))
    for level in LEVELS:
        if levels[level]:
            show(say("puzzles.level", lang, level=say(f"puzzles.of_{level}", lang), count=levels[level]))
