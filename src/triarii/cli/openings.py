"""`triarii openings`: plays games of our levels and keeps how each began and ended, for the opening explorer."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.inputs import AsJson, GameName, Language, Seed, game_of
from triarii.cli.measuring import Games, Jobs, On, ResumeFile, ShardWord, TableFile, Work, way
from triarii.cli.speech import BadInput, language, print_json, reason_of, say, show
from triarii.core.contract import Refusal
from triarii.lab.executors import LOCAL
from triarii.openings import shipped

CACHE = "openings"


def openings(
    name: GameName,
    games: Games = 200,
    seed: Seed = 1,
    on: On = LOCAL,
    jobs: Jobs = None,
    shard: ShardWord = None,
    resume: ResumeFile = None,
    table: TableFile = None,
    write: Annotated[
        Path | None,
        typer.Option(
            "--write", metavar="FILE", help="Write what was played, one game to a line; packed as FILE.jsonl.gz."
        ),
    ] = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Play games of our levels and keep how each began and ended: what the opening explorer counts."""
    from triarii.lab.opening_games import LEVELS, Openings

    game, speak = game_of(name), language(lang)
    if name not in LEVELS:
        raise BadInput(Refusal("openings.none", params={"game": name, "known": list(LEVELS)}))
    work = Work(way(on, jobs, shard, resume, table), game, say("openings.title", speak), games, speak, json, CACHE)
    found: list[shipped.Opened] = []
    with closing(
        work.results(Openings(name, seed), known=lambda: say("openings.count", speak, count=len(found)))
    ) as all_of:
        for _, each in all_of:
            found += each
    if work.tell_shard(json):
        return
    if write is not None:
        try:
            shipped.write(found, write)
        except (OSError, ValueError) as problem:
            reason = {"file": str(write), "reason": reason_of(problem)}
            raise BadInput(Refusal("file.not_written", params=reason)) from None
    wins = Counter(each.winner for each in found)
    told = {"count": len(found), "first": wins["first"], "second": wins["second"], "drawn": wins[None]}
    if json:
        print_json({"game": name, "games": games, "seed": seed, **told})
    else:
        show(say("openings.found", speak, **told))
