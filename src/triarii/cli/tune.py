"""`triarii tune`: finds weights of a game's player by self-play."""

from __future__ import annotations

import math
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from triarii.cli.inputs import AsJson, GameName, Language, Seed, game_of
from triarii.cli.measuring import Games, Jobs, On, PictureFile, ResumeFile, ShardWord, TableFile, Work, way
from triarii.cli.speech import BadInput, language, print_json, reason_of, say, show
from triarii.core import files
from triarii.core.contract import Refusal
from triarii.lab.executors import LOCAL
from triarii.lab.matches import interval
from triarii.pictures.scores import ScoreLine

if TYPE_CHECKING:
    from triarii.lab.tuning.tuner import Tuned

FEWEST_GAMES = 10
"""One of ten is left out, and the fit is judged by it."""


def tune(
    name: GameName,
    games: Games = 200,
    seed: Seed = 1,
    on: On = LOCAL,
    jobs: Jobs = None,
    shard: ShardWord = None,
    resume: ResumeFile = None,
    table: TableFile = None,
    picture: PictureFile = None,
    write: Annotated[
        Path | None, typer.Option("--write", metavar="FILE.toml", help="Write the proposed weights.")
    ] = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Find weights for a game's player by self-play. They are a proposal: a match shows whether they are better."""
    # Late, because only this command should pay for the players of all games.
    from triarii.lab.tuning.plan import TUNERS
    from triarii.lab.tuning.self_play import SelfPlay

    game, speak = game_of(name), language(lang)
    tuner = TUNERS.get(name)
    if tuner is None:
        raise BadInput(Refusal("tune.no_tuner", params={"game": name, "known": list(TUNERS)}))
    if tuner.with_numpy and find_spec("numpy") is None:
        raise BadInput(Refusal("tune.no_numpy"))
    work = Work(
        way(on, jobs, shard, resume, table, picture), game, say("tune.title", speak), games, speak, json, "tuning"
    )
    rows: list[list[Any]] = []
    measured = SelfPlay(name, seed, tuner)
    with closing(work.results(measured, known=lambda: say("tune.count", speak, count=sum(map(len, rows))))) as played:
        for _, found in played:
            rows.append(found)
    if work.tell_shard(json):
        return
    count = sum(map(len, rows))
    if count < tuner.fewest or len(rows) < FEWEST_GAMES:
        params = {"rows": count, "games": len(rows), "fewest": tuner.fewest, "fewest_games": FEWEST_GAMES}
        raise BadInput(Refusal("tune.too_few", params=params))
    tuned = tuner.fit(rows)
    if write is not None:
        _written(write, tuned.weights)
    work.draw(say(f"tune.{_kind(tuned)}", speak, game=name), _lines(tuned, speak))
    if json:
        print_json(_as_json(tuned, games))
    else:
        _show(tuned, games, speak)


def _written(path: Path, text: str) -> None:
    try:
        files.put_in_place(text.encode(), path)
    except (OSError, ValueError) as problem:
        params = {"file": str(path), "reason": reason_of(problem)}
        raise BadInput(Refusal("file.not_written", params=params)) from None


def _kind(tuned: Tuned) -> str:
    """What the shares are about: how often the likelier side won, or how generals with one weight turned up fared."""
    return "turned_up" if tuned.loss is None else "foretold"


def _lines(tuned: Tuned, lang: str) -> list[ScoreLine]:
    names = {
        share.name: share.name if tuned.loss is None else say(f"tune.{share.name}", lang) for share in tuned.shares
    }
    return [
        ScoreLine(names[share.name], share.share, interval(share.share, share.of), share.of) for share in tuned.shares
    ]


def _as_json(tuned: Tuned, games: int) -> dict[str, object]:
    loss = tuned.loss
    return {
        "games": games,
        "rows": tuned.rows,
        "loss": None if loss is None else {"before": round(loss.before, 6), "now": round(loss.now, 6)},
        "shares": [{"name": share.name, "share": round(share.share, 6), "of": share.of} for share in tuned.shares],
        "changes": [{"name": one.name, "before": one.before, "now": round(one.now, 6)} for one in tuned.changes],
        "weights": tuned.weights,
    }


def _show(tuned: Tuned, games: int, lang: str) -> None:
    show(say("tune.found", lang, games=games, count=tuned.rows))
    lines = {line.name: line for line in _lines(tuned, lang)}
    if tuned.loss is not None:
        coin = round(math.log(2), 4)
        show(say("tune.loss", lang, before=round(tuned.loss.before, 4), now=round(tuned.loss.now, 4), coin=coin))
        for name, line in lines.items():
            show(say("tune.right", lang, when=name, percent=round(100 * line.score, 1), of=line.games))
    width = max(len(change.name) for change in tuned.changes)
    for change in tuned.changes:
        told = f"  {change.name:<{width}}  {change.before:9.6g} → {change.now:.6g}"
        if tuned.loss is None:
            low, high = lines[change.name].interval
            told += f"  ({lines[change.name].score:.3f}, {low:.2f}–{high:.2f})"
        show(told)
