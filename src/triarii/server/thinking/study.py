"""Study: a record or a position with a line of play, step by step. Pure; a worker process runs what may take long."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from msgspec import UNSET

from triarii.core import proof, records, registry, seals
from triarii.core.cast import EVERYBODY, Cast
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
from triarii.core.introductions import introduced
from triarii.core.records import SEAT_NAMES, Acted, ChanceFell, Entry, Header, Record, TimeCalled
from triarii.core.texts import Message
from triarii.core.timeline import Step
from triarii.server.play import rendering
from triarii.server.play.foresight import Foresight
from triarii.server.play.live_game import LiveGame
from triarii.server.thinking.jobs import (
    Aims,
    Fights,
    Foretell,
    Judge,
    NextWords,
    PlayedLine,
    Report,
    Shapes,
    Study,
    Weigh,
)
from triarii.server.wire import answers, shown
from triarii.server.wire.shown import Played
from triarii.server.wire.words import refused

MOST_TOLD = 100
"""So many outcomes of a chance are told in sentences too; of more, nobody reads a list."""


@dataclass(frozen=True)
class Unfit:
    """Why there is nothing to study, and the game whose words say so."""

    refusal: Refusal
    game: AnyGame | None = None
    cast: Cast = EVERYBODY

    def told(self, lang: str) -> shown.Refusal:
        return refused(self.refusal, lang, self.game, self.cast)


def study(job: Study) -> answers.Study | Unfit:
    """Every step with its view, text and events."""
    lang = job.lang
    found = of_record(job.record.encode(), job.own_key) if job.record else of_line(job)
    if isinstance(found, Unfit):
        return found
    live, proven = found
    line = live.line
    game, header = line.game, line.header
    return answers.Study(
        game=header.game,
        options=header.options,
        start=header.start,
        seats=header.seats,
        id=header.id,
        date=header.date,
        commit=header.commit,
        texts=header.texts,
        hides=game.info.hides(header.options),
        board=rendering.board(game, lang),
        position=line.start.text(),
        view=seen(game, line.start, job),
        steps=[_step(live, number, job) for number in range(job.since + 1, live.version + 1)],
        result=rendering.result(live, lang),
        proof=proven,
    )


def report(job: Report) -> answers.Report | Unfit:
    """A whole record as one page to read, print and keep; or as a moving picture."""
    from triarii import pictures  # only who asks for a report pays for the pictures of every game
    from triarii.pictures import report as reports

    found = of_record(job.record.encode())
    if isinstance(found, Unfit):
        return found
    line = found[0].line
    if not job.film:
        return answers.Report(reports.page(line, job.lang, brief=job.brief))
    film = pictures.offered(line.game, "film")
    return Unfit(Refusal("no_film")) if film is None else answers.Report(film(line, job.lang, theme=job.theme))


def _step(live: LiveGame, number: int, job: PlayedLine) -> answers.Step:
    """As in a room, with the whole action and position beside: whoever has the record knows them anyway."""
    game, position, played = live.line.game, live.positions[number], live.steps.get(number)
    eye = eye_for(job, position)
    if played is not None and not job.eye:
        eye = witness(game, played, eye)
    entry = rendering.entry(live, number, eye, job.lang)
    return answers.Step(
        **{name: getattr(entry, name) for name in Played.__struct_fields__},
        action=None if played is None else game.action_text(played.action),
        view=seen(game, position, job),
        position=position.text(),
    )


def seen(game: AnyGame, position: AnyPosition, job: PlayedLine) -> shown.View:
    """The view of the asked eye. Without one nothing is hidden: what whoever acts may not see, the other seat tells."""
    view = rendering.view(game, position, eye_for(job, position), job.lang)
    if not job.eye and game.info.hides(position.view(Eye.OBSERVER).options):
        for seat in SEATS:
            view.facts = _opened(view.facts, position.view(Eye(seat)).facts)
            _open_areas(game, position, seat, view)
    return view


def _opened(facts: Any, others: Any) -> Any:
    """The same facts, with those that are kept back taken from another eye."""
    if isinstance(facts, Mapping) and isinstance(others, Mapping):
        return {name: _opened(fact, others.get(name)) for name, fact in facts.items()}
    if isinstance(facts, list | tuple) and isinstance(others, list | tuple) and len(facts) == len(others):
        return [_opened(fact, other) for fact, other in zip(facts, others, strict=True)]
    return others if facts is None else facts


def _open_areas(game: AnyGame, position: AnyPosition, seat: Turn, view: shown.View) -> None:
    """What lies on a seat's side of a described board, such as its hand, as that seat sees it."""
    if isinstance(game, Described) and game.info.board is not None and view.scene is not UNSET:
        areas = game.scene(position.view(Eye(seat))).areas
        own = [area.id for area in game.info.board.areas if area.seat == SEAT_NAMES[seat]]
        opened = {area: things for area, things in areas.items() if area in own}
        view.scene = replace(view.scene, areas={**view.scene.areas, **opened})


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


def of_record(data: bytes, own_key: str = "") -> tuple[LiveGame, answers.Proof] | Unfit:
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
    seal = _seal(record, own_key)
    return live, answers.Proof(checked.chances, checked.proven, checked.open_chances, checked.bound_texts, seal)


def _seal(record: Record, own_key: str) -> answers.Seal | None:
    """What the seal of a record tells: whether it fits the key that stands beside it, and whether that is ours."""
    if record.seal is None:
        return None
    key, genuine = record.seal.key, seals.fault(record) is None
    return answers.Seal(key, genuine, ours=key == own_key)


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


def choices(job: NextWords) -> shown.ChoicesAnswer | answers.Chances | Unfit:
    """The next words of an action in a position outside of any room; for chance, all that can fall."""
    live = played(job)
    if isinstance(live, Unfit):
        return live
    game, position, lang = live.line.game, live.position, job.lang
    if live.over:
        return Unfit(Refusal("record.game_over"), game)
    if position.turn is Turn.CHANCE:
        return answers.Chances(_outcomes(game, position, lang))
    ahead = Foresight(game, position, eye_for(job, position), lang)
    whole = job.whole and not game.info.heavy
    found = ahead.tree(job.prefix) if whole else ahead.next_words(job.prefix)
    return Unfit(found, game, introduced(EVERYBODY, game, position)) if isinstance(found, Refusal) else found


def preview(job: Foretell) -> shown.PreviewAnswer | Unfit:
    """What an action would bring, in a position outside of any room."""
    live = played(job)
    if isinstance(live, Unfit):
        return live
    game, position = live.line.game, live.position
    if live.over:
        return Unfit(Refusal("record.game_over"), game)
    found = rendering.preview(game, position, job.action, eye_for(job, position), job.lang)
    return Unfit(found, game, introduced(EVERYBODY, game, position)) if isinstance(found, Refusal) else found


def aims(job: Aims) -> shown.AimsAnswer | Unfit:
    """What brings pieces to a place, in a position outside of any room."""
    live = played(job)
    if isinstance(live, Unfit):
        return live
    game, position = live.line.game, live.position
    if live.over:
        return Unfit(Refusal("record.game_over"), game)
    found = rendering.aims(game, position, job, eye_for(job, position), job.lang)
    return Unfit(found, game, introduced(EVERYBODY, game, position)) if isinstance(found, Refusal) else found


def overlays(job: Shapes) -> shown.OverlaysAnswer | Unfit:
    """The shapes that a board shows on request."""
    live = played(job)
    if isinstance(live, Unfit):
        return live
    return rendering.overlays(live.line.game, live.position, eye_for(job, live.position))


def _outcomes(game: AnyGame, position: AnyPosition, lang: str) -> list[answers.Outcome]:
    """All that can fall, with what each would bring in sentences."""
    chances = position.chances()
    found = [answers.Outcome(game.action_text(outcome), str(chance)) for outcome, chance in chances]
    if len(found) <= MOST_TOLD:
        for told, (outcome, _) in zip(found, chances, strict=True):
            fallen = Step(0, position, outcome, position.play(outcome))
            eye = witness(game, fallen, Eye.OBSERVER)
            told.words = " ".join(rendering.step(game, fallen, eye, lang).words)
    return found


def odds(job: Fights) -> answers.Fights | Unfit:
    """Every fight that the seat to act can have now, with exact odds; none where the game has no fights to weigh."""
    live = played(job)
    if isinstance(live, Unfit):
        return live
    game, position = live.line.game, live.position
    if live.turn not in SEATS or not isinstance(game, Weighed):
        return answers.Fights(None, ())
    fights = game.odds(position.view(Eye(position.turn)))
    return answers.Fights(SEAT_NAMES[position.turn], [_fight(game, fight, job.lang) for fight in fights])


def _fight(game: AnyGame, fight: Fight, lang: str) -> answers.Fight:
    """Probabilities travel as exact text: 1, 0, 5/36."""
    words = game.texts.say(Message("odds.fight", fight.params), lang)
    return answers.Fight(fight.action, words, str(fight.wins), str(fight.ties), str(fight.losses))


def to_judge(job: Judge) -> tuple[AnyGame, View, Any] | Unfit:
    """What whoever is to act sees in a position, and the action that is to be judged."""
    found = to_weigh(job)
    if isinstance(found, Unfit):
        return found
    live = played(job)
    assert not isinstance(live, Unfit), "it was just played"
    game, view = found
    action = game.action(job.action)
    refusal = action if isinstance(action, Refusal) else live.position.check(action)
    return (game, view, action) if refusal is None else Unfit(refusal, game)


def to_weigh(job: Weigh | Judge) -> tuple[AnyGame, View] | Unfit:
    """What whoever is to act sees in a position."""
    live = played(job)
    if isinstance(live, Unfit):
        return live
    if live.turn not in SEATS:
        return Unfit(Refusal("no_lines"))
    return live.line.game, live.position.view(Eye(live.position.turn))
