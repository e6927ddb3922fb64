"""`triarii play`: sets a game up at this terminal and seats people and programs at it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli import recorded, series, vault
from triarii.cli.inputs import (
    Language,
    PositionWord,
    Settings,
    game_of,
    games_like,
    options_of,
    players_like,
    position_text,
)
from triarii.cli.many import split_players
from triarii.cli.opening import open_game
from triarii.cli.plain import SPELLED, PlainTable
from triarii.cli.seating import MAIN, adviser, opponent, programs
from triarii.cli.speech import TEXTS, BadInput, hear, insist, language, say, show
from triarii.core import options, registry, standing, timeline
from triarii.core.contract import SEATS, AnyGame, Refusal
from triarii.core.records import HUMAN

YOUNGER = {"1": "first", "first": "first", "2": "second", "second": "second"}
"""Answers to the question who is the younger."""


def play(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            autocompletion=games_like,
            help="The game's id; `triarii games` lists them.",
            show_default=MAIN,
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Line by line, everything in words: for screen readers and scripts.")
    ] = False,
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            metavar="A,B",
            autocompletion=players_like,
            help="Who sits where: `human`, or a player as in `triarii match`.",
        ),
    ] = None,
    settings: Settings = None,
    position: PositionWord = None,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Save after every turn to this file.")
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            metavar="N",
            min=1,
            max=99,
            help="With --plain: a series of N games with the seats swapped and a score.",
        ),
    ] = 1,
    answers: Annotated[
        str | None,
        typer.Option(
            "--answers",
            metavar="KIND=VALUE,…",
            help="Standing answers for the people who play, such as evade=always,pursue=never.",
        ),
    ] = None,
    lang: Language = None,
) -> None:
    """Play at this terminal, against the computer or with someone beside you."""
    speak = language(lang)
    game = game_of(name or MAIN)
    if not plain and not sys.stdin.isatty():
        _pair_for(game, players)
        options_of(game, settings)
        show(say("play.no_terminal", speak))
        return
    if load is None:
        line, secret = _new_game(game, players, settings, position, speak)
    else:
        for option, given in (("--set", settings), ("--position", position)):
            if given:
                raise BadInput(Refusal("load.settled", params={"option": option}))
        line, secret = loaded_game(load, name)
    seated = split_players(players) if players else _who_sat(line.header.seats)
    computers = programs(line.game, seated)
    standing_answers = insist(standing.from_words(standing.kinds_of(line.game), answers.split(",") if answers else ()))
    if not plain and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        if games > 1:
            raise BadInput(Refusal("series.plain"))
        # Late, because only this command pays for the window.
        from triarii.cli.terminal import app

        app.run(line, computers, secret, speak, save, seated, standing_answers)
    else:
        _play_plain(line, secret, seated, speak, save, standing_answers, games)


def _play_plain(
    line: timeline.Timeline,
    secret: bytes,
    seated: tuple[str, str],
    lang: str,
    save: Path | None,
    answers: Mapping[str, str],
    games: int,
) -> None:
    """One game, or several in a row with the seats swapped after each."""
    played = series.Series(seated)
    for number in range(1, games + 1):
        file = series.numbered(save, number) if save is not None else None
        table = PlainTable(line, programs(line.game, seated), adviser(line.game), secret, lang, file)
        table.playing.answers = {seat: dict(answers) for seat in SEATS}
        table.run()
        if line.result is None or games == 1:
            return
        played = played.after(line.result)
        show(TEXTS.say(played.words, lang))
        if number < games:
            line, secret = insist(series.next_game(line), line.game)
            seated = seated[::-1]
            show(say("series.next", lang, game=number + 1, games=games))


def _pair_for(game: AnyGame, players: str | None) -> tuple[str, str]:
    """Who sits where in a new game; a program that does not play it is refused."""
    pair = split_players(players) if players else (HUMAN, opponent(game))
    programs(game, pair)
    return pair


def _new_game(
    game: AnyGame, players: str | None, settings: list[str] | None, position: str | None, lang: str
) -> tuple[timeline.Timeline, bytes]:
    pair = _pair_for(game, players)
    chosen = options_of(game, settings)
    start = position_text(position, more_follows=True)
    asked = insist(options.from_words(game.info, settings or ()), game)
    if not start:
        people = pair == (HUMAN, HUMAN) and not {"begins", "younger"} & set(asked)
        chosen = _with_answers(game, chosen, lang, people=people)
    if pair == (HUMAN, HUMAN) and "claims" in chosen and "claims" not in asked:
        chosen["claims"] = "by_claim"
    return insist(open_game(game, chosen, pair, start), game)


def _with_answers(game: AnyGame, chosen: dict[str, object], lang: str, *, people: bool) -> dict[str, object]:
    """What only the people at the table can say: who is the younger. Between two people who have not settled who
    begins (`people`) it is asked too, as the sheet has it, but they need not say it."""
    wanted = chosen.get("begins") == "younger"
    if chosen.get("younger") != "unasked" or not (wanted or people):
        return chosen
    while True:
        typed = hear(say("play.who_is_younger", lang))
        word = (typed or "").strip().lower()
        if word in YOUNGER:
            return {**chosen, "begins": "younger", "younger": YOUNGER[word]}
        if not word and not wanted:
            return chosen
        if typed is None:
            raise BadInput(Refusal("setup.younger", "cities.setup.begins"), game.texts)
        if SPELLED.get(word) == "quit":
            show(say("play.bye", lang))
            raise typer.Exit
        show(say("play.younger_help", lang))
        if not wanted:
            show(say("play.younger_open", lang))


def _who_sat(names: tuple[str, str]) -> tuple[str, str]:
    """A name that no player has is a person's: games from the browser are saved with them."""
    known = registry.player_names()
    first, second = (word if word.partition(":")[0] in known else HUMAN for word in names)
    return first, second


def loaded_game(file: Path, name: str | None) -> tuple[timeline.Timeline, bytes]:
    """A saved game that goes on, with its secret of chance if that is still on this machine."""
    record, damage = recorded.load(file)
    game = recorded.game_of(record)
    if name not in (None, game.info.id):
        raise BadInput(Refusal("load.other_game", params={"saved": game.info.id, "game": str(name)}))
    line, problem = timeline.replay(game, record)
    if line is None or problem is not None or damage is not None:
        raise BadInput(damage or problem or Refusal("record.not_understood"), game.texts)
    return line, vault.recall(record.header.commit)
