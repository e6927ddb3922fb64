"""`triarii study-rules`: how a game goes under many settings: draws, length, who begins, changes of lead, ends."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from typing import Annotated

import typer

from triarii.cli.inputs import AsJson, GameName, Language, Seed, Settings, game_of, options_of
from triarii.cli.measuring import Games, Jobs, On, ResumeFile, ShardWord, TableFile, Work, way
from triarii.cli.speech import insist, language, print_json, say, show
from triarii.cli.tables import print_table
from triarii.core.contract import AnyGame
from triarii.core.texts import Message
from triarii.lab import rule_studies as lab
from triarii.lab.balance import Share
from triarii.lab.executors import LOCAL
from triarii.lab.rule_studies import Outcome, Plan


def study_rules(
    name: GameName,
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="Who plays, on both seats: name or name:key=value,…")
    ] = "alphabeta:nodes=10000",
    games: Games = 40,
    seed: Seed = 1,
    on: On = LOCAL,
    jobs: Jobs = None,
    shard: ShardWord = None,
    resume: ResumeFile = None,
    table: TableFile = None,
    settings: Settings = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Play a game under many settings, and show how it goes under each."""
    game, speak = game_of(name), language(lang)
    how = way(on, jobs, shard, resume, table)
    plan = insist(lab.plan_of(game, player, options_of(game, settings), seed), game)
    work = Work(how, game, say("study_rules.title", speak), games * len(plan.settings), speak, quiet=json)
    found: list[list[Outcome]] = [[] for _ in plan.settings]
    with closing(work.results(plan)) as outcomes:
        for number, outcome in outcomes:
            found[number % len(plan.settings)].append(outcome)
    if work.tell_shard(json):
        return
    told = [_summary(outcomes) for outcomes in found]
    if json:
        rows = [{"setting": dict(options), **row} for options, row in zip(plan.settings, told, strict=True)]
        print_json({"game": name, "player": player, "seed": seed, "games": games, "settings": rows})
    else:
        _show(game, plan, found, games, speak)


def _summary(outcomes: list[Outcome]) -> dict[str, object]:
    starter = _starter(outcomes)
    return {
        "games": len(outcomes),
        "draws": round(sum(each.drawn for each in outcomes) / len(outcomes), 4),
        "turns": round(sum(each.turns for each in outcomes) / len(outcomes), 1),
        "starter": round(starter.score, 4),
        "interval": [round(end, 4) for end in starter.interval],
        "changes": round(sum(each.changes for each in outcomes) / len(outcomes), 2),
        "ends": dict(Counter(each.rule for each in outcomes).most_common()),
    }


def _starter(outcomes: list[Outcome]) -> Share:
    return Share(sum(each.starter_points for each in outcomes), len(outcomes))


def _show(game: AnyGame, plan: Plan, found: list[list[Outcome]], games: int, lang: str) -> None:
    rows = []
    for options, outcomes in zip(plan.settings, found, strict=True):
        count, starter = len(outcomes), _starter(outcomes)
        low, high = starter.interval
        drawn = sum(each.drawn for each in outcomes)
        rule, often = Counter(each.rule for each in outcomes).most_common(1)[0]
        ended = game.texts.say(Message(f"word.{rule}"), lang) if f"word.{rule}" in game.texts else rule
        numbers = [
            f"{100 * drawn / count:.0f} %",
            f"{sum(each.turns for each in outcomes) / count:.0f}",
            f"{starter.score:.2f} ({low:.2f}–{high:.2f})",
            f"{sum(each.changes for each in outcomes) / count:.1f}",
        ]
        if lang == "de":
            numbers = [number.replace(".", ",") for number in numbers]
        setting = lab.name_of(options)
        title = say("study_rules.usual", lang) if setting == lab.USUAL else setting
        rows.append([title, *numbers, f"{ended} ({100 * often / count:.0f} %)"])
    titles = [say(f"study_rules.{word}", lang) for word in ("setting", "draws", "turns", "starter", "changes", "end")]
    print_table(titles, rows)
    show(say("study_rules.legend", lang, games=games, player=plan.player, opening=lab.OPENING))
