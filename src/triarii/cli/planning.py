"""`triarii plan`: what a great many games will cost in time and money, before anybody rents a cluster for them."""

from __future__ import annotations

import os
import re
from typing import Annotated

import typer

from triarii.cli.inputs import AsJson, GameName, Language, Seed, Settings, game_of, options_of, players_like
from triarii.cli.many import split_players
from triarii.cli.measuring import Games, Nodes, misplayed
from triarii.cli.progress import progress_bar
from triarii.cli.speech import BadInput, language, print_json, say, show
from triarii.cli.usage import number_option
from triarii.core.contract import Budget, Refusal
from triarii.lab import matches
from triarii.lab.forecasts import Forecast, timed
from triarii.lab.playing import Misplayed

PRICE = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")


def plan(
    name: GameName,
    players: Annotated[
        str,
        typer.Option("--players", metavar="A,B", autocompletion=players_like, help="Who plays, as in `triarii match`."),
    ],
    games: Games = 1_000_000,
    sample: Annotated[int, number_option("--sample", 2, 10_000, "Games that are played and timed.")] = 10,
    cores: Annotated[
        int | None, number_option("--cores", 1, 1_000_000, "Cores that will work; by default those of this machine.")
    ] = None,
    price: Annotated[
        str | None, typer.Option("--price", metavar="P", help="What an hour of one core costs, in any currency.")
    ] = None,
    seed: Seed = 1,
    nodes: Nodes = None,
    settings: Settings = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Predict what many games between two players will cost, from a few that are timed."""
    game, speak = game_of(name), language(lang)
    if price is not None and not PRICE.fullmatch(price):
        raise BadInput(Refusal("plan.price", params={"word": price[:40]}))
    pair = split_players(players)
    pairing = matches.Pairing(name, pair, options_of(game, settings), seed, budget=Budget(nodes))
    refusal = matches.check(pairing)
    if refusal is not None:
        raise BadInput(refusal, game.texts)
    pairing = matches.with_opening(pairing, None)
    seconds = []
    try:
        with progress_bar(say("plan.title", speak), sample) as advance:
            for spent in timed(pairing, sample):
                seconds.append(spent)
                advance()
    except Misplayed as wrong:
        raise misplayed(wrong, game) from None
    _tell(Forecast(games, seconds), cores or os.cpu_count() or 1, price, speak, json)


def _tell(found: Forecast, cores: int, price: str | None, lang: str, as_json: bool) -> None:
    low, high = found.interval
    told: dict[str, object] = {
        "games": found.games,
        "sample": len(found.sample),
        "seconds": round(found.seconds, 6),
        "interval": [round(low, 6), round(high, 6)],
        "core_hours": round(found.core_hours, 4),
        "cores": cores,
        "hours": round(found.hours(cores), 2),
        "precision": round(found.precision, 6),
    }
    if price is not None:
        told |= {"price": float(price), "cost": round(found.cost(float(price)), 2)}
    if as_json:
        print_json(told)
        return
    shown = {**told, "seconds": round(found.seconds, 4), "core_hours": round(found.core_hours, 2)}
    shown |= {"low": round(low, 4), "high": round(high, 4)}
    show(say("plan.one", lang, **shown))
    show(say("plan.all", lang, **shown))
    if price is not None:
        show(say("plan.cost", lang, **shown))
