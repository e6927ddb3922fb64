"""Study: a record or a position with a line of play, step by step. Pure; a worker process runs what may take long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from triarii.core import proof, records, registry
from triarii.core.contract import AnyGame, AnyPosition, Eye, Refusal, Turn
from triarii.core.records import SEAT_NAMES, Acted, ChanceFell, Header
from triarii.server import told
from triarii.server.course import Course
from triarii.server.speech import refused

Told = dict[str, Any]


@dataclass(frozen=True)
class Unfit:
    """Why there is nothing to study, and the game whose words say so."""

    refusal: Refusal
    game: AnyGame | None = None

    def told(self, lang: str) -> Told:
        return refused(self.refusal, lang, self.game)


def study(job: Mapping[str, Any]) -> Told:
    """Every step with its view, text and events, or a refusal: `{"refused": …}`."""
    lang = job["lang"]
    found = of_record(job["record"].encode()) if job["record"] else of_line(job)
    if isinstance(found, Unfit):
        return {"refused": found.told(lang)}
    course, proven = found
    line = course.line
    game, header = line.game, line.header
    return {
        "game": header.game,
        "options": dict(header.options),
        "start": header.start,
        "seats": list(header.seats),
        "id": header.id,
        "date": header.date,
        "commit": header.commit,
        "texts": list(header.texts),
        "hides": game.info.hides(header.options),
        "position": line.start.text(),
        "view": told.view(game, line.start, eye_for(job, line.start), lang),
        "steps": [_step(course, number, job) for number in range(1, course.version + 1)],
        "result": told.result(course, lang),
        "proof": proven,
    }


def _step(course: Course, number: int, job: Mapping[str, Any]) -> Told:
    """As in a room, with the whole position beside the view: whoever has the record knows it anyway."""
    position = course.positions[number]
    shown = told.entry(course, number, eye_for(job, position), job["lang"], with_view=True)
    return {**shown, "position": position.text()}


def eye_for(job: Mapping[str, Any], position: AnyPosition) -> Eye:
    """Who looks: the asked eye, or whoever acts."""
    if job.get("eye"):
        return Eye[job["eye"].upper()]
    return Eye(position.turn) if position.turn in (Turn.FIRST, Turn.SECOND) else Eye.OBSERVER


def of_record(data: bytes) -> tuple[Course, Told] | Unfit:
    """The game that a record tells, whole or not at all, with what a check of it finds."""
    loaded = records.parse(data)
    record = loaded.record
    if loaded.damage is not None or record is None:
        return Unfit(loaded.damage or Refusal("record.not_understood"))
    game = registry.game(record.header.game, record.header.rules_version)
    if isinstance(game, Refusal):
        return Unfit(game)
    checked = proof.prove(game, record)
    if checked.problem is not None:
        return Unfit(checked.problem, game)
    course = Course.begin(game, record.header)
    assert not isinstance(course, Refusal), "it was replayed before"
    for entry in record.entries:
        course.enter(entry, 0)
    course.line.end = record.end
    return course, {"chances": checked.chances, "proven": checked.proven, "open": checked.open_chances}


def of_line(job: Mapping[str, Any]) -> tuple[Course, None] | Unfit:
    course = played(job)
    return course if isinstance(course, Unfit) else (course, None)


def played(job: Mapping[str, Any]) -> Course | Unfit:
    """A game begun and a line played; where chance is to fall, its outcome is the next text."""
    game = registry.game(job["game"]) if job["game"] else Refusal("study_form")
    if isinstance(game, Refusal):
        return Unfit(game)
    course = Course.begin(game, Header(game.info.id, game.info.rules_version, job["options"], start=job["start"]))
    if isinstance(course, Refusal):
        return Unfit(course, game)
    for number, text in enumerate(job["actions"], start=1):
        turn = course.position.turn
        refusal = course.enter(ChanceFell(text) if turn is Turn.CHANCE else Acted(turn, text), 0)
        if refusal is not None:
            return Unfit(Refusal("study_step", refusal.rule, {"number": number, "reason": refusal.message}), game)
    return course


def choices(job: Mapping[str, Any]) -> Told | Unfit:
    """The next words of an action in a position outside of any room; for chance, all that can fall."""
    course = played(job)
    if isinstance(course, Unfit):
        return course
    game, position, lang = course.line.game, course.position, job["lang"]
    if course.over:
        return Unfit(Refusal("record.game_over"), game)
    if position.turn is Turn.CHANCE:
        outcomes = [(game.action_text(outcome), chance) for outcome, chance in position.chances()]
        return {"chances": [{"text": text, "probability": str(chance)} for text, chance in outcomes]}
    found = told.choices(game, position, job["prefix"], lang)
    if not isinstance(found, Refusal) and "action" in found:
        found = told.preview(game, position, found["action"], eye_for(job, position), lang)
    return Unfit(found, game) if isinstance(found, Refusal) else found


def weighing(job: Mapping[str, Any]) -> Told | Unfit:
    """The job for a worker that is to weigh a position."""
    course = played(job)
    if isinstance(course, Unfit):
        return course
    if course.turn not in (Turn.FIRST, Turn.SECOND):
        return Unfit(Refusal("no_lines"))
    info, position = course.line.game.info, course.position
    return {
        "job": "lines",
        "game": info.id,
        "rules": info.rules_version,
        "view": position.view(Eye(position.turn)).as_json(),
        "count": job["count"],
        "milliseconds": job["milliseconds"],
        "seed": 0,
        "seat": SEAT_NAMES[position.turn],
    }
