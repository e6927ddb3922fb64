"""Commands for records: replay a game in words, verify every entry and every chance."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.inputs import AsJson, Language
from triarii.cli.speech import TEXTS, BadInput, CheckFailed, complain, language, print_json, say
from triarii.core import files, proof, registry, timeline
from triarii.core.contract import AnyGame, Eye, Refusal, Result, Turn
from triarii.core.records import Record
from triarii.core.texts import Message, Texts
from triarii.core.timeline import Timeline

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record.")]


def replay(
    file: RecordFile,
    lang: Language = None,
    json: AsJson = False,
    to: Annotated[int | None, typer.Option("--to", help="Stop after so many steps.", min=0)] = None,
) -> None:
    """Tell a recorded game step by step and print the position it leads to."""
    speak = language(lang)
    record, damage = load(file)
    game = game_of(record)
    line, problem = timeline.replay(game, record)
    if line is None:
        raise BadInput(problem or Refusal("record.not_understood"), game.texts)
    steps = line.steps if to is None else line.steps[:to]
    here = steps[-1].after if steps else line.start
    whole = len(steps) == len(line.steps)
    if json:
        print_json(
            {
                "game": record.header.game,
                "seats": list(record.header.seats),
                "options": dict(record.header.options),
                "steps": list(line.told(Eye.OBSERVER))[: len(steps)],
                "result": as_json(line.result) if whole else None,
                "position": here.text(),
                "problem": None if damage is None and problem is None else sentence(game, damage or problem, speak),
            }
        )
    else:
        _tell(line, len(steps), speak)
        if whole and line.settled is not None:
            print(result_words(game, line.settled, speak))
        print(here.text())
    for wrong in (damage, problem):
        if wrong is not None:
            complain(sentence(game, wrong, speak))
    if damage is not None or problem is not None:
        raise CheckFailed


def verify(file: RecordFile, lang: Language = None, json: AsJson = False) -> None:
    """Check a record: nothing changed, every action legal, every chance as promised."""
    speak = language(lang)
    record, damage = load(file)
    game = game_of(record)
    found = proof.prove(game, record)
    problem = damage or found.problem
    words = sentence(game, problem, speak) if problem is not None else ""
    if json:
        print_json(
            {
                "game": record.header.game,
                "entries": found.entries,
                "chances": found.chances,
                "proven": found.proven,
                "over": record.end is not None,
                "ok": problem is None,
                "problem": words or None,
            }
        )
    elif problem is None:
        print(say("verify.well", speak, entries=found.entries))
        if found.open_chances:
            print(say(f"verify.{found.open_chances}", speak, chances=found.chances))
        elif found.chances:
            print(say("verify.proven", speak, chances=found.chances))
    if problem is not None:
        complain(words)
        raise CheckFailed


def load(file: Path) -> tuple[Record, Refusal | None]:
    """A record, with what is damaged in it; a file that gives none at all is bad input."""
    loaded = files.load(file)
    if loaded.record is None:
        raise BadInput(loaded.damage or Refusal("record.not_understood"))
    return loaded.record, loaded.damage


def game_of(record: Record) -> AnyGame:
    """The game by whose rules the record was made."""
    game = registry.game(record.header.game, record.header.rules_version)
    if isinstance(game, Refusal):
        raise BadInput(game)
    return game


def sentence(game: AnyGame, refusal: Refusal | None, lang: str) -> str:
    return "" if refusal is None else game.texts.say(refusal.message, lang)


def result_words(game: AnyGame, result: Result, lang: str) -> str:
    """Who won by resignation, agreement or time; other ends are told by the game's own events."""
    how = Message(f"result.{result.rule}")
    words = Texts(TEXTS.entries, game.texts)
    if result.winner is None:
        return words.say(Message("result.drawn", {"how": how}), lang)
    return words.say(Message("result.won", {"seat": result.winner.name.lower(), "how": how}), lang)


def as_json(result: Result | None) -> dict[str, object] | None:
    if result is None:
        return None
    return {"winner": None if result.winner is None else result.winner.name.lower(), "rule": result.rule}


def _tell(line: Timeline, steps: int, lang: str) -> None:
    game, turn = line.game, 0
    for step in line.steps[:steps]:
        chance = step.before.turn is Turn.CHANCE
        turn += not chance
        label = "!" if chance else f"{turn}."
        told = game.told(step.before, step.action, Eye.OBSERVER)
        words = " ".join(game.texts.say(event.message, lang) for event in line.events(step))
        print(f"{label} {told}  {words}")
