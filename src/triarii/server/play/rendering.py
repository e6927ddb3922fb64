"""What one eye may know, in one language, as it goes over the wire: views, entries, choices, results. All that leaves a
room comes from here."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import astuple

from triarii.core.cast import EVERYBODY, Cast
from triarii.core.contract import (
    SEATS,
    Aiming,
    AnyGame,
    AnyPosition,
    Board,
    Continued,
    Described,
    Event,
    Eye,
    EyeName,
    Overlaid,
    Refusal,
    Result,
    Scene,
    Scored,
    Turn,
    TurnName,
    View,
    Worded,
)
from triarii.core.introductions import introduced
from triarii.core.narration import narration
from triarii.core.records import SEAT_NAMES, ClockRead, TookBack
from triarii.core.standing import kinds_of
from triarii.core.texts import Message
from triarii.core.timeline import Step
from triarii.server.play import foresight
from triarii.server.play.foresight import Foresight
from triarii.server.play.levels import level_title
from triarii.server.play.live_game import LiveGame
from triarii.server.storage.kept import COMPUTER, Seat
from triarii.server.wire import shown, told
from triarii.server.wire.messages import written
from triarii.server.wire.words import refused, result_words, words_of

EYES: dict[Eye, EyeName] = {Eye.FIRST: "first", Eye.SECOND: "second", Eye.OBSERVER: "observer"}
MOST_AIMS = 6
TURNS: dict[Turn, TurnName] = {
    Turn.FIRST: "first",
    Turn.SECOND: "second",
    Turn.CHANCE: "chance",
    Turn.OVER: "over",
}


class Seen(Struct):
    """What a view tells in no language, for whichever eye it was made.

    To tell it in words costs more than all the rest, and a board needs none: in news they are for those who asked.
    """

    turn: TurnName
    text: str
    facts: shown.Facts
    scene: Scene | UnsetType


def view(game: AnyGame, position: AnyPosition, eye: Eye, lang: str, cast: Cast = EVERYBODY) -> shown.View:
    """A position as the eye may know it, in sentences too; options are told once, in the welcome."""
    looked = position.view(eye)
    known = seen(game, looked)
    words = words_of_view(game, looked, lang, introduced(cast, game, position))
    return shown.View(EYES[eye], known.turn, known.text, known.facts, words, known.scene)


def seen(game: AnyGame, looked: View) -> Seen:
    # Asked of the description first: to look for a method costs more, and most views have no scene.
    scene = game.scene(looked) if game.info.board is not None and isinstance(game, Described) else UNSET
    return Seen(TURNS[looked.turn], looked.text, looked.facts, scene)


def board(game: AnyGame, lang: str) -> shown.BoardTold | None:
    """The board that a game describes; None where displays have to know it, or show words."""
    return None if game.info.board is None else described_board(game.info.board, lang)


def described_board(told: Board, lang: str) -> shown.BoardTold:
    return shown.BoardTold(
        cells=[
            shown.CellTold(cell.id, cell.x, cell.y, cell.shape.value, cell.colour, cell.name.get(lang, cell.id))
            for cell in told.cells
        ],
        areas=[shown.AreaTold(area.id, area.name[lang], area.seat) for area in told.areas],
        pieces={
            piece.id: shown.PieceTold(piece.name[lang], piece.shape, piece.colour, piece.path, piece.sign)
            for piece in told.pieces
        },
        sides=[shown.SideTold(side.name[lang], side.colour) for side in told.sides],
        lines=told.lines,
        turns=told.turns,
    )


def words_of_view(game: AnyGame, seen: View, lang: str, cast: Cast = EVERYBODY) -> list[str]:
    """A position in sentences."""
    if not isinstance(game, Worded):
        return [seen.text]
    return [game.texts.say(message, lang, cast) for message in game.words(seen)]


class Happened(NamedTuple):
    """What an action or a chance did: its text, its sentences, its events."""

    text: str = ""
    words: Sequence[str] = ()
    events: Sequence[shown.Facts] = ()


def step(
    game: AnyGame,
    played: Step,
    eye: Eye,
    lang: str,
    cast: Cast = EVERYBODY,
    happened: Sequence[Event] | None = None,
) -> Happened:
    """An action or a chance: its text, events and sentences; `happened` are its events, where they are known."""
    if happened is None:
        happened = game.events(played.before, played.action, played.after)
    events = [event.seen_by(eye) for event in happened]
    cast = introduced(cast, game, played.after)
    return Happened(
        game.text_seen_by(played.before, played.action, eye),
        sentences(game, events, lang, cast),
        [{"kind": event.kind, **event.fields} for event in events],
    )


def entry(
    live: LiveGame,
    number: int,
    eye: Eye,
    lang: str,
    cast: Cast = EVERYBODY,
    happened: Sequence[Event] | None = None,
) -> shown.Entry:
    """Entry `number` of the record, without its view, told to a reader who knows the players as this cast."""
    game, made = live.line.game, live.line.entries[number - 1]
    acted = getattr(made, "seat", None)
    seat = "" if acted is None else SEAT_NAMES[acted]
    if number in live.steps:
        told = step(game, live.steps[number], eye, lang, cast, happened)
    else:
        said = Message(f"entry.{made.kind}", {"seat": seat})
        told = Happened(words=[] if isinstance(made, ClockRead) else [words_of(game).say(said, lang, cast)])
    return shown.Entry(
        number,
        made.kind,
        UNSET if acted is None else SEAT_NAMES[acted],
        made.to if isinstance(made, TookBack) else UNSET,
        made.first if isinstance(made, ClockRead) else UNSET,
        made.second if isinstance(made, ClockRead) else UNSET,
        *told,
        live.chances.get(number, UNSET),
    )


def events(live: LiveGame, number: int) -> Sequence[Event] | None:
    """What happened by an entry, before any eye looks at it; None where nothing was played."""
    played = live.steps.get(number)
    return None if played is None else live.line.game.events(played.before, played.action, played.after)


class Pointed(Protocol):
    """Who shall come where, and face which way, or meet whom."""

    @property
    def who(self) -> Sequence[str]: ...
    @property
    def place(self) -> tuple[int, int]: ...
    @property
    def heading(self) -> int | None: ...
    @property
    def target(self) -> str | None: ...


def seats(game: AnyGame, sitting: Mapping[Turn, Seat], lang: str) -> shown.Seats:
    """Who sits where; nothing of tokens."""
    return shown.Seats(*(_seat(game, sitting[each], lang) for each in SEATS))


def _seat(game: AnyGame, sitting: Seat, lang: str) -> shown.SeatInfo:
    if sitting.kind == COMPUTER:
        title = level_title(game, sitting.level, lang)
        return shown.SeatInfo("computer", sitting.name, sitting.taken, sitting.level, title)
    return shown.SeatInfo("person", sitting.name, sitting.taken)


def standing(game: AnyGame, answers: Mapping[str, str], lang: str) -> shown.Standing | None:
    """The questions that can be answered beforehand, and what this seat has answered; None where there are none."""
    kinds = kinds_of(game)
    if not kinds:
        return None
    say = game.texts.say
    told = [
        shown.StandingKind(
            kind.name,
            say(kind.label, lang),
            [shown.StandingValue(value, say(kind.labels[value], lang)) for value in kind.values],
        )
        for kind in kinds
    ]
    return shown.Standing(told, answers)


def sentences(game: AnyGame, events: Sequence[Event], lang: str, cast: Cast = EVERYBODY) -> list[str]:
    return [game.texts.say(message, lang, cast) for message in narration(game, events)]


def choices(
    game: AnyGame, position: AnyPosition, prefix: Sequence[str], lang: str, cast: Cast = EVERYBODY
) -> shown.ChoicesAnswer | Refusal:
    """The next words of an action, or the action that the words spell."""
    found = position.choices(prefix)
    told = foresight.spelled(game, found, lang, introduced(cast, game, position))
    return shown.ChoicesAnswer(action=game.action_text(found)) if told is None else told


def preview(
    game: AnyGame, position: AnyPosition, text: str, eye: Eye, lang: str, cast: Cast = EVERYBODY
) -> shown.PreviewAnswer | Refusal:
    """What an action would do. Its story is told of a position as the eye imagines it: nothing hidden decides."""
    action = game.action(text)
    if isinstance(action, Refusal):
        return action
    return position.check(action) or Foresight(game, position, eye, lang, cast).of(action)


def offers(game: AnyGame, position: AnyPosition, eye: Eye, lang: str, version: int, cast: Cast = EVERYBODY) -> bytes:
    """All that the seat to act can choose next with what it would bring, of this version; packed, as it repeats itself
    a lot."""
    tree = Foresight(game, position, eye, lang, cast).tree()
    offered = shown.ChoicesAnswer() if isinstance(tree, Refusal) else tree
    return zlib.compress(written(told.Offers(version, offered)))


def aims(
    game: AnyGame, position: AnyPosition, asked: Pointed, eye: Eye, lang: str, cast: Cast = EVERYBODY
) -> shown.AimsAnswer | Refusal:
    """What brings pieces to where somebody points, each with its preview; or why nothing does."""
    if not isinstance(game, Aiming):
        return Refusal("no_preview")
    found = game.aim(position, asked.who, asked.place, asked.heading, asked.target or "")
    offers = []
    for aim in found.aims[:MOST_AIMS]:
        tried = preview(game, position, aim.action, eye, lang, cast)
        if not isinstance(tried, Refusal):
            offers.append(shown.AimOffer(aim.snap, *astuple(tried)))
    why = None
    if not offers:
        said = refused(found.refusal or Refusal("no_preview"), lang, game, introduced(cast, game, position))
        why = shown.RefusedAim(said.code, said.words, said.rule, found.pose)
    short = refused(found.short, lang, game, introduced(cast, game, position)) if offers and found.short else None
    return shown.AimsAnswer(offers, why, short)


def overlays(game: AnyGame, position: AnyPosition, eye: Eye) -> shown.OverlaysAnswer:
    """Shapes that a board shows on request; none where the game has none."""
    return shown.OverlaysAnswer(list(game.overlays(position, eye)) if isinstance(game, Overlaid) else ())


def foretold(
    game: AnyGame, position: AnyPosition, action: Any, eye: Eye, lang: str, cast: Cast = EVERYBODY
) -> list[str]:
    """The sentences of an action that is not played yet."""
    return list(Foresight(game, position, eye, lang, cast).of(action).words)


def result(live: LiveGame, lang: str, cast: Cast = EVERYBODY) -> shown.Result | None:
    """How it ended, with the secret of chance, now that it can be shown."""
    ended = live.line.result
    if ended is None:
        return None
    cast = introduced(cast, live.line.game, live.position)
    return shown.Result(
        None if ended.winner is None else SEAT_NAMES[ended.winner],
        ended.rule,
        result_words(live.line.game, ended, lang, cast),
        live.line.end.secret if live.line.end is not None else "",
        _score(live, ended, lang, cast),
        _sequel(live, ended, lang, cast),
    )


def _sequel(live: LiveGame, ended: Result, lang: str, cast: Cast) -> shown.SequelTold | UnsetType:
    """How matters stand where games hang together, and whether there is a next one."""
    game = live.line.game
    found = game.sequel(live.line.header.options, live.position, ended) if isinstance(game, Continued) else None
    if found is None:
        return UNSET
    return shown.SequelTold([game.texts.say(message, lang, cast) for message in found.words], found.last)


def _score(live: LiveGame, ended: Result, lang: str, cast: Cast) -> shown.Points | UnsetType:
    """The points of both and how they came about, where a game is worth any."""
    game = live.line.game
    if not isinstance(game, Scored):
        return UNSET
    scored = game.score(live.position, ended)
    return shown.Points(*scored.points, scored.rule, [game.texts.say(message, lang, cast) for message in scored.how])
