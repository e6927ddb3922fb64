"""`triarii balance`: how armies fare against each other, in a matrix, with who begins, how long games are and how they
end. It goes on where it was broken off."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.inputs import AsJson, GameName, Language, Seed, Settings, game_of, options_of
from triarii.cli.many import Games, Jobs, Nodes, progress_bar, split_players
from triarii.cli.speech import TEXTS, BadInput, complain, insist, language, print_json, say, show
from triarii.cli.tables import print_table
from triarii.core.contract import AnyGame, Budget, Refusal
from triarii.core.texts import Message, Texts
from triarii.lab import balance as lab
from triarii.lab import kept as keeping
from triarii.lab.balance import Balance, Plan, Share
from triarii.lab.kept import Kept
from triarii.lab.playing import Misplayed


def balance(
    name: GameName,
    players: Annotated[
        str, typer.Option("--players", metavar="A,B", help="Who leads the armies; they swap them after every game.")
    ],
    games: Games = 100,
    seed: Seed = 1,
    jobs: Jobs = None,
    nodes: Nodes = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume",
            metavar="FILE",
            help="Keep every game here and go on from those that are here; by default in the user's cache until done.",
        ),
    ] = None,
    settings: Settings = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Let every army meet every army, N games each, and show who fares how."""
    game, speak = game_of(name), language(lang)
    for word in settings or ():
        if word.partition("=")[0] in lab.CHOSEN_HERE:
            raise BadInput(Refusal("balance.settled", params={"option": word.partition("=")[0]}))
    plan = insist(lab.plan_of(game, split_players(players), options_of(game, settings), seed, Budget(nodes)), game)
    total = games * len(plan.pairs)
    with _kept(plan, resume, total) as kept:
        found = _measure(game, plan, kept, total, jobs, speak, quiet=json)
    if json:
        print_json(_as_json(game, plan, found, games))
    else:
        _show(game, plan, found, games, speak)


def _measure(
    game: AnyGame, plan: Plan, kept: Kept | None, total: int, jobs: int | None, lang: str, quiet: bool
) -> Balance:
    """All games, those that were kept and those that are still to be played."""
    found = Balance()
    for number, kept_result in enumerate([] if kept is None else kept.results[:total]):
        outcome = lab.recalled(plan, number, kept_result)
        assert outcome is not None, "checked when the file was read"
        found.add(outcome)
    if found.games and not quiet:
        show(say("balance.going_on", lang, games=found.games))
    try:
        with progress_bar(say("balance.title", lang), total) as advance:
            advance(found.games)
            with closing(lab.play(plan, found.games, total, jobs)) as outcomes:
                for outcome in outcomes:
                    found.add(outcome)
                    if kept is not None:
                        kept.append(outcome.as_json())
                    advance()
    except Misplayed as wrong:
        refusal = Refusal("match.misplayed", params={"player": wrong.player, "reason": wrong.refusal.message})
        raise BadInput(refusal, game.texts) from None
    except KeyboardInterrupt:
        if kept is not None and sys.stderr.isatty():
            print(file=sys.stderr)  # what is said must not stand behind ^C
            complain(say("balance.kept", lang, games=len(kept.results)))
        raise
    return found


@contextmanager
def _kept(plan: Plan, chosen: Path | None, total: int) -> Iterator[Kept | None]:
    """Where games are kept: in the chosen file, else in the user's cache until all are played; where there is no cache
    to be had, nowhere."""
    about = plan.about
    path = chosen or _cached(keeping.digest_of(about))
    found = (
        None
        if path is None
        else keeping.open_kept(path, about, lambda result: lab.recalled(plan, 0, result) is not None)
    )
    if isinstance(found, Refusal):
        if chosen is not None or found.code != "file.not_written":
            raise BadInput(found)
        found = None
    if found is None:
        yield None
        return
    with closing(found):
        yield found
        if chosen is None and path is not None and len(found.results) >= total:
            with suppress(OSError):
                path.unlink()


def _cached(name: str) -> Path | None:
    """A file of the user's cache; TRIARII_DATA names another place for all that is the user's."""
    chosen = os.environ.get("TRIARII_DATA")
    try:
        folder = (
            Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "triarii"
        )
        (folder / "balance").mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError, ValueError):
        return None
    return folder / "balance" / f"{name}.jsonl"


# What came of it


def _as_json(game: AnyGame, plan: Plan, found: Balance, games: int) -> dict[str, object]:
    table: dict[str, object] = {
        "game": plan.game,
        "players": list(plan.players),
        "seed": plan.seed,
        "games": games,
        "armies": list(plan.armies),
        "matrix": [{"row": row, "column": column, **_share(found.cells[row, column])} for row, column in plan.pairs],
        "overall": [{"army": army, **_share(found.of_army(army))} for army in plan.armies],
        "starter": _share(found.starter),
        "turns": round(found.turns / found.games, 4),
        "ends": {rule: round(found.ends[rule] / found.games, 6) for rule in _ends(game, found)},
    }
    if found.ends[""]:
        table["unfinished"] = found.ends[""]
    return table


def _share(share: Share) -> dict[str, object]:
    return {
        "games": share.games,
        "score": round(share.score, 6),
        "interval": [round(end, 6) for end in share.interval],
    }


def _show(game: AnyGame, plan: Plan, found: Balance, games: int, lang: str) -> None:
    def word(army: str) -> str:
        return game.texts.say(Message(f"word.{army}"), lang) if f"word.{army}" in game.texts else army

    def cell(share: Share) -> str:
        low, high = share.interval
        words = f"{share.score:.3f}\n{low:.2f}–{high:.2f}"
        return words.replace(".", ",") if lang == "de" else words

    titles = [say("balance.army", lang), *map(word, plan.armies), say("balance.all", lang)]
    rows = [
        [word(row), *(cell(found.cells[row, column]) for column in plan.armies), cell(found.of_army(row))]
        for row in plan.armies
    ]
    print_table(titles, rows)
    show(say("balance.legend", lang, games=games))
    low, high = (round(end, 3) for end in found.starter.interval)
    show(say("balance.starter", lang, score=round(found.starter.score, 3), low=low, high=high))
    show(say("balance.length", lang, turns=round(found.turns / found.games, 1)))
    texts = Texts(TEXTS.entries, game.texts)
    for rule in _ends(game, found):
        share = round(100 * found.ends[rule] / found.games, 1)
        known = f"word.{rule}" in game.texts
        show(texts.say(Message("balance.end", {"share": share, "rule": rule}), lang) if known else f"{share} %: {rule}")
    if found.ends[""]:
        show(say("playouts.unfinished", lang, count=found.ends[""]))


def _ends(game: AnyGame, found: Balance) -> list[str]:
    """The rules by which a game can end, those that the game has words for first, whether one did or not."""
    known = [rule.id for rule in game.rulebook.rules if f"word.{rule.id}" in game.texts]
    return list(dict.fromkeys([*known, *sorted(filter(None, found.ends))]))
