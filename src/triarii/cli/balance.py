"""`triarii balance`: how armies fare against each other, in a matrix, with who begins, how long games are and how they
end. It goes on where it was broken off."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.inputs import AsJson, GameName, Language, Seed, Settings, game_of, options_of, players_like
from triarii.cli.many import split_players
from triarii.cli.measuring import Games, Jobs, Nodes, On, PictureFile, ShardWord, TableFile, Work, way
from triarii.cli.speech import TEXTS, BadInput, insist, language, print_json, say, show
from triarii.cli.tables import print_table
from triarii.core.contract import AnyGame, Budget, Refusal
from triarii.core.texts import Message, Texts
from triarii.lab import balance as lab
from triarii.lab.balance import Balance, Plan, Share
from triarii.lab.executors import LOCAL
from triarii.pictures.scores import ScoreLine

CACHE = "balance"


def balance(
    name: GameName,
    players: Annotated[
        str,
        typer.Option(
            "--players",
            metavar="A,B",
            autocompletion=players_like,
            help="Who leads the armies; they swap them after every game.",
        ),
    ],
    games: Games = 100,
    seed: Seed = 1,
    on: On = LOCAL,
    jobs: Jobs = None,
    nodes: Nodes = None,
    shard: ShardWord = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume",
            metavar="FILE",
            help="Keep every game here and go on from those that are here; by default in the user's cache until done.",
        ),
    ] = None,
    table: TableFile = None,
    picture: PictureFile = None,
    settings: Settings = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Let every army meet every other, N games each, and show how they fare."""
    game, speak = game_of(name), language(lang)
    how = way(on, jobs, shard, resume, table, picture)
    for word in settings or ():
        if word.partition("=")[0] in lab.CHOSEN_HERE:
            raise BadInput(Refusal("balance.settled", params={"option": word.partition("=")[0]}))
    plan = insist(lab.plan_of(game, split_players(players), options_of(game, settings), seed, Budget(nodes)), game)
    total = games * len(plan.pairs)
    work = Work(how, game, say("balance.title", speak), total, speak, quiet=json, cache=CACHE)
    found = Balance()
    with closing(work.results(plan)) as outcomes:
        for _, outcome in outcomes:
            found.add(outcome)
    if work.tell_shard(json):
        return
    work.draw(f"{name}: {say('balance.title', speak)}", _lines(game, plan, found, speak))
    if json:
        print_json(_as_json(game, plan, found, games))
    else:
        _show(game, plan, found, games, speak)


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
        return _word(game, army, lang)

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


def _lines(game: AnyGame, plan: Plan, found: Balance, lang: str) -> list[ScoreLine]:
    """For a picture: each army against all others, then each against each."""

    def line(name: str, share: Share) -> ScoreLine:
        return ScoreLine(name, share.score, share.interval, share.games)

    overall = [
        line(f"{_word(game, army, lang)} {say('balance.all', lang)}", found.of_army(army)) for army in plan.armies
    ]
    pairs = [
        line(f"{_word(game, row, lang)} – {_word(game, column, lang)}", found.cells[row, column])
        for row, column in plan.pairs
    ]
    return [*overall, *pairs]


def _word(game: AnyGame, army: str, lang: str) -> str:
    return game.texts.say(Message(f"word.{army}"), lang) if f"word.{army}" in game.texts else army


def _ends(game: AnyGame, found: Balance) -> list[str]:
    """The rules by which a game can end, those that the game has words for first, whether one did or not."""
    known = [rule.id for rule in game.rulebook.rules if f"word.{rule.id}" in game.texts]
    return list(dict.fromkeys([*known, *sorted(filter(None, found.ends))]))
