"""Study: a record or a position with a line of play, step by step. Pure; a worker process runs what may take long."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from triarii.core import proof, records, registry, seals
from triarii.core.contract import (
    SEATS,
    AnyGame,
    AnyPosition,
    Described,
    Eye,
    Fight,
    Refusal,
    Timed,
    Turn,
    View,
    Weighed,
)
from triarii.core.records import SEAT_NAMES, Acted, ChanceFell, Entry, Header, Record, TimeCalled
from triarii.core.texts import Message
from triarii.core.timeline import Step
from triarii.server.play import rendering
from triarii.server.play.foresight import Foresight
from triarii.server.play.live_game import LiveGame
from triarii.server.thinking.jobs import Aims, Fights, NextWords, PlayedLine, Report, Shapes, Study, Weigh
from triarii.server.wire.words import refused

Json = dict[str, Any]
MOST_TOLD = 100
"""So many outcomes of a chance are told in sentences too; of more, nobody reads a list."""


@dataclass(frozen=True)
class Unfit:
    """Why there is nothing to study, and the game whose words say so."""

    refusal: Refusal
    game: AnyGame | None = None

    def as_json(self, lang: str) -> Json:
        return refused(self.refusal, lang, self.game)


def study(job: Study) -> Json:
    """Every step with its view, text and events, or a refusal: `{"refused": …}`."""
    lang = job.lang
    found = of_record(job.record.encode(), job.own_key) if job.record else of_line(job)
    if isinstance(found, Unfit):
        return {"refused": found.as_json(lang)}
    live, proven = found
    line = live.line
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
        "board": rendering.board(game, lang),
        "position": line.start.text(),
        "view": seen(game, line.start, job),
        "steps": [_step(live, number, job) for number in range(job.since + 1, live.version + 1)],
        "result": rendering.result(live, lang),
        "proof": proven,
    }


def report(job: Report) -> Json:
    """A whole record as one page to read, print and keep: `{"page": …}`, or a refusal."""
    from triarii.pictures import report as reports  # only who asks for a report pays for the pictures of every game

    found = of_record(job.record.encode())
    if isinstance(found, Unfit):
        return {"refused": found.as_json(job.lang)}
    return {"page": reports.page(found[0].line, job.lang)}


def _step(live: LiveGame, number: int, job: PlayedLine) -> Json:
    """As in a room, with the whole action and position beside: whoever has the record knows them anyway."""
    game, position, played = live.line.game, live.positions[number], live.steps.get(number)
    eye = eye_for(job, position)
    if played is not None and not job.eye:
        eye = witness(game, played, eye)
    return {
        **rendering.entry(live, number, eye, job.lang),
        "action": None if played is None else game.action_text(played.action),
        "view": seen(game, position, job),
        "position": position.text(),
    }


def seen(game: AnyGame, position: AnyPosition, job: PlayedLine) -> Json:
    """The view of the asked eye. Without one nothing is hidden: what whoever acts may not see, the other seat tells."""
    shown = rendering.view(game, position, eye_for(job, position), job.lang)
    if not job.eye and game.info.hides(position.view(Eye.OBSERVER).options):
        for seat in SEATS:
            shown["facts"] = _opened(shown["facts"], dict(position.view(Eye(seat)).facts))
            _open_areas(game, position, seat, shown)
    return shown


def _opened(facts: Any, others: Any) -> Any:
    """The same facts, with those that are kept back taken from another eye."""
    if isinstance(facts, Mapping) and isinstance(others, Mapping):
        return {name: _opened(fact, others.get(name)) for name, fact in facts.items()}
    if isinstance(facts, list | tuple) and isinstance(others, list | tuple) and len(facts) == len(others):
        return [_opened(fact, other) for fact, other in zip(facts, others, strict=True)]
    return others if facts is None else facts


def _open_areas(game: AnyGame, position: AnyPosition, seat: Turn, shown: Json) -> None:
    """What lies on a seat's side of a described board, such as its hand, as that seat sees it."""
    if isinstance(game, Described) and game.info.board is not None:
        areas = game.scene(position.view(Eye(seat))).as_json()["areas"]
        own = [area.id for area in game.info.board.areas if area.seat == SEAT_NAMES[seat]]
        shown["scene"]["areas"] |= {area: things for area, things in areas.items() if area in own}


def witness(game: AnyGame, played: Step, otherwise: Eye) -> Eye:
    """An eye that may read the whole action, such as that of the seat which drew a card in secret."""
    whole = game.action_text(played.action)
    eyes = (otherwise, *(Eye(seat) for seat in SEATS))
    return next((eye for eye in eyes if game.text_seen_by(played.before, played.action, eye) == whole), otherwise)


def eye_for(job: PlayedLine, position: AnyPosition) -> Eye:
    """Who looks: the asked eye, or whoever acts."""
    if job.eye:
        return Eye[job.eye.upper()]
    return Eye(position.turn) if position.turn in (Turn.FIRST, Turn.SECOND) else Eye.OBSERVER


def of_record(data: bytes, own_key: str = "") -> tuple[LiveGame, Json] | Unfit:
    """The game that a record tells, whole or not at all, with what a check of it finds; `own_key` is this server's."""
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
    live = LiveGame.begin(game, record.header)
    assert not isinstance(live, Refusal), "it was replayed before"
    for entry in record.entries:
        live.enter(entry)
    live.line.end = record.end
    proven = {"chances": checked.chances, "proven": checked.proven, "open": checked.open_chances}
    return live, {**proven, "bound": checked.bound_texts, "seal": _seal(record, own_key)}


def _seal(record: Record, own_key: str) -> Json | None:
    """What the seal of a record tells: whether it fits the key that stands beside it, and whether that is ours."""
    if record.seal is None:
        return None
    key, genuine = record.seal.key, seals.fault(record) is None
    return {"key": key, "genuine": genuine, "ours": key == own_key}


def of_line(job: PlayedLine) -> tuple[LiveGame, None] | Unfit:
    live = played(job)
    return live if isinstance(live, Unfit) else (live, None)


@dataclass(frozen=True)
class Remembered:
    """A line that was asked about of late: mostly the next question is about the same place or the step after it."""

    begun: str
    """Game, options and start."""
    actions: list[str]
    live: LiveGame


MOST_REMEMBERED = 6
REMEMBERED: list[Remembered] = []
"""Of this process; the latest last."""


def played(job: PlayedLine) -> LiveGame | Unfit:
    """A game begun and a line played; where chance is to fall, its outcome is the next text."""
    known = _remembered(job)
    if isinstance(known, Unfit):
        return known
    live = known.live
    for text in job.actions[len(known.actions) :]:
        refusal = live.enter(_entry_of(live, text))
        if refusal is not None:
            number = len(known.actions) + 1
            why = Refusal("study_step", refusal.rule, {"number": number, "reason": refusal.message})
            return Unfit(why, live.line.game)
        known.actions.append(text)
    return live


def _entry_of(live: LiveGame, text: str) -> Entry:
    """What a text enters: an outcome, an action, or that time was up."""
    game, position = live.line.game, live.position
    if isinstance(game, Timed) and text == game.time_up(position):
        return TimeCalled()
    return ChanceFell(text) if position.turn is Turn.CHANCE else Acted(position.turn, text)


def _remembered(job: PlayedLine) -> Remembered | Unfit:
    """The longest known beginning of the line, or the start of its game."""
    begun, actions = json.dumps([job.game, job.options, job.start], sort_keys=True), job.actions
    fits = [each for each in REMEMBERED if each.begun == begun and actions[: len(each.actions)] == each.actions]
    if fits:
        found = max(fits, key=lambda each: len(each.actions))
        REMEMBERED.remove(found)
    else:
        game = registry.game(job.game) if job.game else Refusal("study_form")
        if isinstance(game, Refusal):
            return Unfit(game)
        header = Header(game.info.id, game.info.rules_version, job.options, start=job.start)
        live = LiveGame.begin(game, header)
        if isinstance(live, Refusal):
            return Unfit(live, game)
        found = Remembered(begun, [], live)
    REMEMBERED.append(found)
    del REMEMBERED[:-MOST_REMEMBERED]
    return found


def choices(job: NextWords) -> Json | Unfit:
    """The next words of an action in a position outside of any room; for chance, all that can fall."""
    live = played(job)
    if isinstance(live, Unfit):
        return live
    game, position, lang = live.line.game, live.position, job.lang
    if live.over:
        return Unfit(Refusal("record.game_over"), game)
    if position.turn is Turn.CHANCE:
        return {"chances": _outcomes(game, position, lang)}
    ahead = Foresight(game, position, eye_for(job, position), lang)
    whole = job.whole and not game.info.heavy
    found = ahead.tree(job.prefix) if whole else ahead.next_words(job.prefix)
    return Unfit(found, game) if isinstance(found, Refusal) else found


def aims(job: Aims) -> Json | Unfit:
    """What brings pieces to a place, in a position outside of any room."""
    live = played(job)
    if isinstance(live, Unfit):
        return live
    game, position = live.line.game, live.position
    if live.over:
        return Unfit(Refusal("record.game_over"), game)
    found = rendering.aims(game, position, job, eye_for(job, position), job.lang)
    return Unfit(found, game) if isinstance(found, Refusal) else found


def overlays(job: Shapes) -> Json | Unfit:
    """The shapes that a board shows on request."""
    live = played(job)
    if isinstance(live, Unfit):
        return live
    return rendering.overlays(live.line.game, live.position, eye_for(job, live.position))


def _outcomes(game: AnyGame, position: AnyPosition, lang: str) -> list[Json]:
    """All that can fall, with what each would bring in sentences."""
    found = [{"text": game.action_text(outcome), "probability": str(chance)} for outcome, chance in position.chances()]
    if len(found) <= MOST_TOLD:
        for shown, (outcome, _) in zip(found, position.chances(), strict=True):
            fallen = Step(0, position, outcome, position.play(outcome))
            eye = witness(game, fallen, Eye.OBSERVER)
            shown["words"] = " ".join(rendering.step(game, fallen, eye, lang)["words"])
    return found


def odds(job: Fights) -> Json | Unfit:
    """Every fight that the seat to act can have now, with exact odds; none where the game has no fights to weigh."""
    live = played(job)
    if isinstance(live, Unfit):
        return live
    game, position = live.line.game, live.position
    if live.turn not in SEATS or not isinstance(game, Weighed):
        return {"seat": None, "fights": []}
    fights = game.odds(position.view(Eye(position.turn)))
    return {"seat": SEAT_NAMES[position.turn], "fights": [_fight(game, fight, job.lang) for fight in fights]}


def _fight(game: AnyGame, fight: Fight, lang: str) -> Json:
    """Probabilities travel as exact text: 1, 0, 5/36."""
    shares = {name: str(getattr(fight, name)) for name in ("wins", "ties", "losses")}
    return {"action": fight.action, "words": game.texts.say(Message("odds.fight", fight.params), lang), **shares}


def to_weigh(job: Weigh) -> tuple[AnyGame, View] | Unfit:
    """What whoever is to act sees in a position."""
    live = played(job)
    if isinstance(live, Unfit):
        return live
    if live.turn not in SEATS:
        return Unfit(Refusal("no_lines"))
    return live.line.game, live.position.view(Eye(live.position.turn))
