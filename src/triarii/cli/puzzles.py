"""`triarii puzzles`: finds puzzles in games of our players, proves them, and tries each on every level."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.inputs import AsJson, GameName, Language, Seed, game_of
from triarii.cli.measuring import Games, Jobs, On, PictureFile, ResumeFile, ShardWord, TableFile, Work, way
from triarii.cli.speech import BadInput, insist, language, print_json, reason_of, say, show
from triarii.core.contract import Refusal
from triarii.lab.executors import LOCAL
from triarii.lab.matches import interval
from triarii.pictures.scores import ScoreLine
from triarii.puzzles import shipped
from triarii.puzzles.puzzle import HARDNESS, LEVELS, Puzzle, Theme, settled

CACHE = "puzzles"


def puzzles(
    name: GameName,
    games: Games = 20,
    seed: Seed = 1,
    on: On = LOCAL,
    jobs: Jobs = None,
    shard: ShardWord = None,
    resume: ResumeFile = None,
    table: TableFile = None,
    picture: PictureFile = None,
    write: Annotated[
        Path | None,
        typer.Option(
            "--write", metavar="FILE", help="Write what was found, one puzzle to a line; packed as FILE.jsonl.gz."
        ),
    ] = None,
    again: Annotated[
        Path | None,
        typer.Option(
            "--again",
            metavar="FILE",
            help="Look for none, but judge those in a file again: what each is about, and who finds it.",
        ),
    ] = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Find puzzles in games of our players: positions with one best move, proven, and tried on every level."""
    # Late, because only this command should pay for the players of all games.
    from triarii.lab.mining.plan import MINERS, RENEWERS, Mine

    game, speak = game_of(name), language(lang)
    found: dict[str, Puzzle]
    if name not in MINERS:
        raise BadInput(Refusal("puzzles.no_miner", params={"game": name, "known": list(MINERS)}))
    if again is not None:
        known = _read(again)
        found = {puzzle.id: RENEWERS[name](game, puzzle) for puzzle in known if puzzle.game == name}
        _told(found, None, write, json, speak)
        return
    how = way(on, jobs, shard, resume, table, picture)
    work = Work(how, game, say("puzzles.title", speak), games, speak, json, CACHE)
    found = {}
    with closing(work.results(Mine(name, seed), known=lambda: say("puzzles.count", speak, count=len(found)))) as dug:
        for _, each in dug:
            found |= {puzzle.id: insist(settled(game, puzzle), game) for puzzle in each}
    if work.tell_shard(json):
        return
    work.draw(say("puzzles.who_finds_them", speak, game=name), _finders(list(found.values()), speak))
    _told(found, games, write, json, speak)


def _read(path: Path) -> Sequence[Puzzle]:
    try:
        text = path.read_bytes()
        return shipped.read(gzip.decompress(text) if path.suffix == ".gz" else text)
    except (OSError, EOFError, ValueError, TypeError) as problem:
        raise BadInput(Refusal("file.not_read", params={"file": str(path), "reason": reason_of(problem)})) from None


def _told(found: Mapping[str, Puzzle], games: int | None, write: Path | None, json: bool, speak: str) -> None:
    """Writes and shows what was found; `games`: in how many, if it was looked for."""
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


def _finders(found: list[Puzzle], lang: str) -> list[ScoreLine]:
    """For each level how many of the puzzles it finds; of those that it was tried on."""
    lines = []
    for level in LEVELS:
        tried = [puzzle.found[level] for puzzle in found if level in puzzle.found]
        if tried:
            share = sum(tried) / len(tried)
            lines.append(ScoreLine(say(f"puzzles.by_{level}", lang), share, interval(share, len(tried)), len(tried)))
    return lines


def _show(found: list[Puzzle], games: int | None, lang: str) -> None:
    proven = sum(puzzle.proven for puzzle in found)
    if games is None:
        show(say("puzzles.again", lang, count=len(found)))
    else:
        show(say("puzzles.found", lang, count=len(found), games=games, proven=proven))
    themes, levels = Counter(puzzle.theme for puzzle in found), Counter(puzzle.level for puzzle in found)
    for theme in Theme:
        if themes[theme]:
            show(say(f"puzzles.theme_{theme.value}", lang, count=themes[theme]))
    for level in HARDNESS:
        if levels[level]:
            show(say("puzzles.level", lang, level=say(f"puzzles.of_{level}", lang), count=levels[level]))
