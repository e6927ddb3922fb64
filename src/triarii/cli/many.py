"""Commands that play many games: random playouts and matches between players."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated

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
    players_like,
    position_of,
    position_text,
)
from triarii.cli.measuring import (
    Games,
    Jobs,
    Nodes,
    On,
    Openings,
    PictureFile,
    ResumeFile,
    ShardWord,
    TableFile,
    Work,
    way,
)
from triarii.cli.speech import BadInput, CheckFailed, complain, insist, language, print_json, reason_of, say, show
from triarii.cli.usage import number_option
from triarii.core import files, registry
from triarii.core.contract import AnyGame, Budget, Refusal, Scored, Tally
from triarii.core.texts import Message
from triarii.lab import matches, sequential
from triarii.lab.executors import LOCAL
from triarii.lab.matches import Counting, Match, Outcome, Played
from triarii.lab.playouts import Playouts
from triarii.lab.sequential import SequentialTest, Verdict
from triarii.pictures.scores import ScoreLine

SprtWord = Annotated[
    str | None,
    typer.Option(
        "--sprt",
        metavar="LOW:HIGH",
        help="Stop once it is clear which score A has: in Elo points, such as 0:20, or in percent, such as 50%:55%.",
    ),
]
Errors = Annotated[
    str,
    typer.Option(
        "--errors", metavar="ALPHA:BETA", help="With --sprt: how often it may mistake low for high, and high for low."
    ),
]


def playouts(
    name: GameName,
    games: Games = 1000,
    seed: Seed = 1,
    on: On = LOCAL,
    jobs: Annotated[
        int | None,
        number_option("--jobs", 1, 256, "Games at once; by default one here, all cores elsewhere. No result changes."),
    ] = None,
    shard: ShardWord = None,
    resume: ResumeFile = None,
    table: TableFile = None,
    picture: PictureFile = None,
    settings: Settings = None,
    position: PositionWord = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Play random games and count how they end."""
    game, speak = game_of(name), language(lang)
    chosen, start = options_of(game, settings), position_text(position)
    position_of(game, chosen, start or None)
    # Random games are over before a process has begun, so one that was not asked for is not started.
    how = way(on, jobs or (1 if on == LOCAL else None), shard, resume, table, picture)
    measured = Playouts(name, chosen, start, games, seed)
    work = Work(how, game, say("playouts.title", speak), games, speak, quiet=json, chunk=measured.size)
    tally, seconds = Tally(0, 0, 0, 0, 0), 0.0
    with closing(work.results(measured)) as chunks:
        for _, chunk in chunks:
            tally, seconds = tally + chunk.tally, seconds + chunk.cpu_seconds
    if work.tell_shard(json):
        return
    score = 0.5 + (tally.first - tally.second) / (2 * tally.games)
    sides = _sides(game, speak)
    line = ScoreLine(
        say("playouts.first_seat", speak, side=sides["side"]), score, matches.interval(score, tally.games), tally.games
    )
    work.draw(f"{name}: {say('playouts.title', speak)}", [line])
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
    show(say("playouts.result", speak, **found, **sides, mean=round(tally.plies / tally.games, 1)))
    if tally.unfinished:
        show(say("playouts.unfinished", speak, count=tally.unfinished))


def match(
    name: GameName,
    players: Annotated[
        str,
        typer.Option(
            "--players", metavar="A,B", autocompletion=players_like, help="Two players: name or name:key=value,…"
        ),
    ],
    games: Games = 10,
    seed: Seed = 1,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="DIR", help="Write every game to this folder.")
    ] = None,
    openings: Openings = None,
    sprt: SprtWord = None,
    errors: Errors = "0.05:0.05",
    on: On = LOCAL,
    jobs: Jobs = None,
    shard: ShardWord = None,
    resume: ResumeFile = None,
    table: TableFile = None,
    picture: PictureFile = None,
    nodes: Nodes = None,
    ms: Annotated[
        int | None,
        number_option(
            "--ms",
            1,
            1_000_000_000,
            "How many milliseconds a player may think in a turn: the match can't be repeated exactly.",
        ),
    ] = None,
    settings: Settings = None,
    position: PositionWord = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Let two players play a match. They swap sides after every game; in the first one A has the first side."""
    game, speak = game_of(name), language(lang)
    pair = split_players(players)
    chosen = options_of(game, settings)
    pairing = matches.Pairing(name, pair, chosen, seed, position_text(position), Budget(nodes, ms))
    refusal = matches.check(pairing)
    if refusal is not None:
        raise BadInput(refusal, game.texts)
    test = None if sprt is None else SequentialTest(insist(sequential.read(sprt, errors)))
    how = way(on, jobs, shard, resume, table, picture)
    if test is not None and not how.shard.is_whole:
        raise BadInput(Refusal("sprt.shard"))
    if record is not None:
        _make_folder(record)
    pairing = matches.with_opening(pairing, openings)
    work = Work(how, game, " – ".join(pair), games, speak, quiet=json)
    counting, records = Counting(), None if record is None else Records(record, len(str(games)))
    with closing(
        work.results(
            Match(pairing, recorded=record is not None),
            save=None if records is None else records.save,
            known=lambda: _interval(counting.score),
            enough=lambda: test is not None and test.verdict is not Verdict.OPEN,
        )
    ) as outcomes:
        for _, outcome in outcomes:
            if records is not None:
                records.insist_on(outcome)
            is_new = counting.add(outcome)
            if test is not None:
                test.hear(outcome.gained, is_new)
    if work.tell_shard(json):
        return
    score = counting.score
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
    if test is not None:
        found["sprt"] = _as_json(test)
    warn_of_copies(score, speak)
    work.draw(f"{name}: {pair[0]} – {pair[1]}", [ScoreLine(pair[0], score.score, (low, high), tally.games)])
    if json:
        print_json(found)
        return
    shown = {**found, "a": pair[0], "b": pair[1], "low": round(low, 3), "high": round(high, 3)}
    show(say("match.result", speak, **shown, **_sides(game, speak)))
    if pairing.opening:
        show(say("match.own_openings" if pairing.is_mirror else "match.openings", speak, turns=pairing.opening))
    if isinstance(game, Scored):
        show(say("match.points", speak, a=pair[0], b=pair[1], a_points=score.points[0], b_points=score.points[1]))
    if tally.unfinished:
        show(say("playouts.unfinished", speak, count=tally.unfinished))
    if test is not None:
        asked = {"a": pair[0], "low": round(test.question.low, 4), "high": round(test.question.high, 4)}
        show(say(f"sprt.{test.verdict}", speak, **asked, ratio=round(test.ratio, 2)))


def _sides(game: AnyGame, lang: str) -> dict[str, str]:
    """What the game calls its two sides."""
    names = ("word.first", "word.second")
    return dict(zip(("side", "other_side"), (game.texts.say(Message(name), lang) for name in names), strict=True))


class Records:
    """The folder to which the games of a match are written."""

    def __init__(self, folder: Path, width: int) -> None:
        self.folder = folder
        self.width = width

    def save(self, played: Outcome) -> None:
        """Before the outcome is kept, so that no game is kept without its record."""
        assert isinstance(played, Played), "asked for when records are wanted"
        insist(files.save(played.record, self._place(played.number)))

    def insist_on(self, outcome: Outcome) -> None:
        """A game that was kept earlier must have its record here too."""
        if not isinstance(outcome, Played) and not self._place(outcome.number).exists():
            raise BadInput(Refusal("match.not_recorded", params={"file": str(self._place(outcome.number))}))

    def _place(self, number: int) -> Path:
        return self.folder / f"game-{number + 1:0{self.width}}.jsonl"


def _interval(score: matches.Score) -> str:
    low, high = score.interval
    return f"{score.score:.3f} ({low:.2f}–{high:.2f})"


def _as_json(test: SequentialTest) -> dict[str, object]:
    question = test.question
    return {
        "low": round(question.low, 6),
        "high": round(question.high, 6),
        "alpha": question.alpha,
        "beta": question.beta,
        "log_ratio": round(test.ratio, 6),
        "verdict": test.verdict.value,
    }


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
    for place, word in _players_named(game, speak):
        if isinstance(missing := registry.player(word, name), Refusal):
            reason = BadInput(missing).sentence(speak)
            complain(say("conform.broken", speak, game=name, finding=f"{place}: {reason}"))
            raise CheckFailed
    show(say("conform.well", speak, game=name, report=str(report)))


def _players_named(game: AnyGame, lang: str) -> Iterator[tuple[str, str]]:
    """Where a game names players, and whom. That they are there can be asked only of a package that is installed."""
    for level in game.info.levels:
        yield say("conform.level", lang, level=level.id), level.word
    for word in game.info.analysts:
        yield say("conform.analyst", lang), word


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
