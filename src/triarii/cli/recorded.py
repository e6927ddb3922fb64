"""Commands for records: replay a game in words, verify every entry and every chance."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.inputs import AsJson, Language
from triarii.cli.narration import result_words, score_words
from triarii.cli.server_key import key_of
from triarii.cli.speech import TEXTS, BadInput, CheckFailed, complain, language, print_json, say, sentence_of, show
from triarii.cli.usage import number_option
from triarii.core import files, proof, registry, seals, timeline
from triarii.core.contract import AnyGame, Eye, Refusal, Result, Scored, Turn
from triarii.core.narration import narration
from triarii.core.records import Loaded, Record
from triarii.core.timeline import Timeline

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record.")]
HEADER_MARKS = (b'"chain":', b'"kind":"record"')
"""Two, so that damage at one place leaves one of them."""
LONGEST_HEADER = 1_000_000


def replay(
    file: RecordFile,
    lang: Language = None,
    json: AsJson = False,
    to: Annotated[
        int | None,
        number_option(
            "--to", 0, 1_000_000_000, "Stop after this many steps; every action and every roll or draw is one."
        ),
    ] = None,
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
    wrong = [refusal for refusal in (damage, problem) if refusal is not None]
    if json:
        print_json(
            {
                "game": record.header.game,
                "seats": list(record.header.seats),
                "options": dict(record.header.options),
                "steps": list(line.seen_by(Eye.OBSERVER))[: len(steps)],
                "result": as_json(line.result) if whole else None,
                **_points(line, whole),
                "position": here.text(),
                "problem": None if not wrong else sentence_of(wrong[0], game.texts, speak),
            }
        )
    else:
        _tell(line, len(steps), speak)
        if whole and line.settled is not None:
            show(result_words(game, line.settled, speak))
        for sentence in score_words(line, speak) if whole else ():
            show(sentence)
        print(here.text())
    for refusal in wrong:
        complain(sentence_of(refusal, game.texts, speak))
    if wrong:
        raise CheckFailed


def verify(
    file: RecordFile,
    lang: Language = None,
    json: AsJson = False,
    server: Annotated[
        str | None,
        typer.Option(
            "--server",
            metavar="URL|KEY",
            help="The record must be sealed by this server: its address, or its public key.",
        ),
    ] = None,
) -> None:
    """Check a record: nothing changed, every action legal, every chance as promised, and whose seal it bears."""
    speak = language(lang)
    loaded = _read(file)
    name, known = None, TEXTS
    if loaded.record is None:
        found = proof.Proof(0, 0, 0, _refuse_file(file, loaded))
    else:
        game = game_of(loaded.record)
        name, known = game.info.id, game.texts
        found = proof.prove(game, loaded.record)
    expected = "" if server is None else key_of(server)
    unsealed = None if loaded.record is None else seals.fault(loaded.record, expected)
    problem = loaded.damage or found.problem or unsealed
    words = "" if problem is None else sentence_of(problem, known, speak)
    if json:
        print_json(
            {
                "game": name,
                "entries": found.entries,
                "chances": found.chances,
                "proven": found.proven,
                "bound_texts": found.bound_texts,
                "over": loaded.record is not None and loaded.record.end is not None,
                "seal": _seal_as_json(loaded.record, expected),
                "ok": problem is None,
                "problem": words or None,
            }
        )
    elif problem is None:
        show(say("verify.well", speak, entries=found.entries))
        if found.open_chances:
            show(say(f"verify.{found.open_chances}", speak, chances=found.chances))
        elif found.chances:
            show(say("verify.proven", speak, chances=found.chances))
        if found.chances and found.bound_texts:
            show(say("verify.bound", speak, texts=found.bound_texts))
        show(_seal_in_words(loaded.record, bool(expected), speak))
    if problem is not None:
        complain(words)
        raise CheckFailed


def _seal_in_words(record: Record | None, known: bool, lang: str) -> str:
    """What a good seal tells to somebody who knows the server's key, or does not; or what its lack leaves open."""
    if record is None or record.seal is None:
        return say("verify.unsealed", lang)
    return say("verify.sealed_by_server" if known else "verify.sealed", lang, key=record.seal.key)


def _seal_as_json(record: Record | None, expected: str) -> dict[str, object] | None:
    if record is None or record.seal is None:
        return None
    of_server = record.seal.key == expected if expected else None
    return {"key": record.seal.key, "genuine": seals.fault(record) is None, "of_server": of_server}


def load(file: Path) -> tuple[Record, Refusal | None]:
    """A record, with what is damaged in it; a file that gives none at all is bad input."""
    loaded = _read(file)
    if loaded.record is None:
        raise BadInput(_refuse_file(file, loaded))
    return loaded.record, loaded.damage


def _read(file: Path) -> Loaded:
    """What a file holds; a device may never come to an end."""
    with suppress(OSError, ValueError):  # then there is no reading it either, and that says why
        if file.is_char_device() or file.is_block_device():
            raise BadInput(Refusal("file.no_record", params={"file": str(file)}))
    return files.load(file)


def _refuse_file(file: Path, loaded: Loaded) -> Refusal:
    """Why a file gives no record: its first line was damaged, or (that is bad input) it never was one."""
    damage = loaded.damage or Refusal("record.not_understood")
    if damage.code == "record.not_read":
        raise BadInput(damage)
    with file.open("rb") as opened:
        first_line = opened.readline(LONGEST_HEADER)
    if not any(mark in first_line for mark in HEADER_MARKS):
        raise BadInput(Refusal("file.no_record", params={"file": str(file)}))
    return damage


def game_of(record: Record) -> AnyGame:
    """The game by whose rules the record was made."""
    game = registry.game(record.header.game, record.header.rules_version)
    if isinstance(game, Refusal):
        raise BadInput(game)
    return game


def _points(line: Timeline, whole: bool) -> dict[str, object]:
    if not whole or line.result is None or not isinstance(line.game, Scored):
        return {}
    return {"score": line.game.score(line.position, line.result).as_json()}


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
        text = game.text_seen_by(step.before, step.action, Eye.OBSERVER)
        words = " ".join(game.texts.say(told, lang) for told in narration(game, line.events(step)))
        show(f"{label} {text}  {words}")
