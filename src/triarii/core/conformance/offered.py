"""What a game is besides its positions: its words, rules, options, and the capabilities that it claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from triarii.core import options
from triarii.core.conformance import forms
from triarii.core.conformance.findings import Inquiry, moves, to_act
from triarii.core.conformance.scenes import check_board, check_scenes
from triarii.core.contract import (
    ASK,
    Aiming,
    Answering,
    AnyPosition,
    Briefed,
    Called,
    Consulted,
    Continued,
    Described,
    Drawn,
    Explained,
    Eye,
    Foretold,
    Narrated,
    OptionInfo,
    Overlaid,
    Previewed,
    Query,
    Quick,
    Refusal,
    Result,
    Scored,
    Span,
    Stocked,
    Tally,
    Timed,
    Turn,
    Worded,
)
from triarii.core.texts import LANGUAGES

CAPABILITIES: Mapping[str, type[Any]] = {
    "words": Worded,
    "drawing": Drawn,
    "legend": Explained,
    "brief": Briefed,
    "preview": Previewed,
    "foretold": Foretold,
    "narrated": Narrated,
    "called": Called,
    "overlays": Overlaid,
    "aiming": Aiming,
    "quick": Quick,
    "standing": Answering,
    "score": Scored,
    "time": Timed,
    "sequel": Continued,
    "contents": Stocked,
    "questions": Consulted,
    "board": Described,
}
FEW = 150
"""So many actions can be tried one by one."""
NO_DOCUMENTS: tuple[object, ...] = (None, 1, "nonsense", [], [[]], {}, {"no such thing": [1.5, None]})
"""What somebody may send to a question; it need not be refused, but answered somehow."""
GAMES = 6
LONGEST = 40


def check_declared(inquiry: Inquiry) -> None:
    """What a game says about itself, before any position is asked."""
    game = inquiry.game
    for key, entry in game.texts.entries.items():
        lacking = [lang for lang in LANGUAGES if not entry.get(lang)]
        inquiry.demand(not lacking, "The message {} has no text in {}.", key, ", ".join(lacking))
    ids = [rule.id for rule in game.rulebook.rules]
    inquiry.demand(len(set(ids)) == len(ids), "Two rules have the same id.")
    for rule in game.rulebook.rules:
        inquiry.demand(all(rule.text.get(lang) for lang in LANGUAGES), "The rule {} lacks a language.", rule.id)
    for name, protocol in CAPABILITIES.items():
        claimed, there = name in game.info.capabilities, isinstance(game, protocol)
        inquiry.demand(there or not claimed, "The capability {} is claimed but not there.", name)
        inquiry.demand(claimed or not there, "The capability {} is there but not claimed.", name)
    check_board(inquiry)
    if isinstance(game, Answering):
        _check_standing(inquiry, game)
    if isinstance(game, Stocked):
        _check_contents(inquiry, game)
    if isinstance(game, Consulted):
        _check_questions(inquiry, game)
    for level in game.info.levels:
        titled = all(level.title.get(lang) for lang in LANGUAGES)
        inquiry.demand(titled, "The level {} has no title in some language.", level.id)
    _check_options(inquiry)


def _check_contents(inquiry: Inquiry, game: Stocked) -> None:
    """What is shipped whole can be played; the names are those that the option tells."""
    for option in inquiry.game.info.options:
        if not isinstance(option.values, str):
            continue
        shipped = dict(game.contents(option.name))
        inquiry.sent(shipped, "the contents")
        contents = shipped.get("contents")
        inquiry.demand(isinstance(contents, Mapping), "The contents of {} are not under their name.", option.name)
        assert isinstance(contents, Mapping)
        for name, content in contents.items():
            inquiry.demand(name in option.names, "The content {} of {} is not among its names.", name, option.name)
            inquiry.demand(options.check(option, content) is None, "The content {} can't be kept.", name)
            inquiry.report.counts["contents"] += 1


def _check_questions(inquiry: Inquiry, game: Consulted) -> None:
    """Every table can be read in every language; what is no document is answered or refused, and never raises."""
    for table in game.tables().values():
        for lang in LANGUAGES:
            found = inquiry.accepted(table.answer(Query(lang)), "A table is refused without any setting: {}")
            inquiry.sent(dict(found), "a table")
            inquiry.report.counts["tables"] += 1
        if table.of_items:
            inquiry.refuses(table.answer(Query("en", item="no such item")), "A table has an item that can't be.")
    for question in game.questions().values():
        for document in NO_DOCUMENTS:
            answer = question.answer(Query("en", document))
            inquiry.report.counts["questions"] += 1
            if isinstance(answer, Refusal):
                inquiry.refuses(answer, "")
            else:
                inquiry.sent(dict(answer), "an answer")


def _check_standing(inquiry: Inquiry, game: Answering) -> None:
    """Every kind of standing answer can be left open, and all its words are explained."""
    kinds = game.standing_kinds()
    inquiry.demand(len({kind.name for kind in kinds}) == len(kinds), "Two standing answers have the same name.")
    for kind in kinds:
        inquiry.demand(ASK in kind.values, "The standing answer {} can't be left open.", kind.name)
        inquiry.says(kind.label)
        for value in kind.values:
            inquiry.demand(value in kind.labels, "The standing answer {}={} is not explained.", kind.name, value)
            inquiry.says(kind.labels[value])


def _check_options(inquiry: Inquiry) -> None:
    game = inquiry.game
    for option in game.info.options:
        inquiry.demand(options.check(option, option.default) is None, "The default of {} is illegal.", option.name)
        about = all(option.about.get(lang) for lang in LANGUAGES)
        inquiry.demand(about, "The option {} is not explained in every language.", option.name)
        inquiry.cites(option.rule)
    begun = inquiry.accepted(game.start({}), "The game does not start with its defaults: {}")
    inquiry.refuses(game.start({"no such option": 1}), "An option that does not exist is accepted.")
    inquiry.refuses(game.parse(begun.text(), {"no such option": 1}), "An option that does not exist is accepted.")
    for option in game.info.options:
        for value in _allowed(option):
            started = game.start({option.name: value})
            inquiry.report.counts["option values"] += 1
            if isinstance(started, Refusal):  # one option may need another, and then says so
                inquiry.refuses(started, "")
        for value in _forbidden(option):
            inquiry.refuses(game.start({option.name: value}), "The option {} accepts {!r}.", option.name, value)


def _allowed(option: OptionInfo) -> list[object]:
    if isinstance(option.values, Span):
        return [option.values.low, option.values.high]
    return list(option.names if isinstance(option.values, str) else option.values)


def _forbidden(option: OptionInfo) -> Iterator[object]:
    yield from ("no such value", None, 1.5, [["a"]])
    if isinstance(option.values, Span):
        yield option.values.low - 1
        yield option.values.high + 1
        yield True


def check_capabilities(inquiry: Inquiry, position: AnyPosition) -> None:
    """What a game offers beyond the contract, in one position."""
    game = inquiry.game
    with inquiry.looking_at(position):
        for eye in Eye:
            if isinstance(game, Worded):
                for message in game.words(position.view(eye)):
                    inquiry.says(message)
            if isinstance(game, Briefed):
                for message in (*game.introduction(position.view(eye)), *game.brief(position.view(eye))):
                    inquiry.says(message)
                inquiry.demand(isinstance(game.chapter(position.view(eye)), str), "A chapter is not named by a text.")
            if isinstance(game, Drawn):
                inquiry.demand(bool(game.drawing(position.view(eye)).strip()), "The drawing is empty.")
            if isinstance(game, Explained):
                for message in game.legend(position.view(eye)):
                    inquiry.says(message)
            if isinstance(game, Previewed) and to_act(position) is not None:
                for action in inquiry.some(moves(position), 3):
                    preview = game.preview(position, action, eye)
                    forms.check_preview(inquiry, preview)
                    inquiry.sent(dict(preview), "a preview")
            if isinstance(game, Foretold) and to_act(position) is not None:
                for action in inquiry.some(moves(position), 3):
                    for message in game.foretell(position, action, eye):
                        inquiry.says(message)
            if isinstance(game, Overlaid):
                shapes = list(game.overlays(position, eye))
                for shape in shapes:
                    forms.check_shape(inquiry, shape)
                inquiry.sent([dict(shape) for shape in shapes], "the overlays")
        if isinstance(game, Described):
            check_scenes(inquiry, game, position)
        if isinstance(game, Answering):
            _check_answers(inquiry, game, position)
        if isinstance(game, Quick) and position.turn is not Turn.CHANCE:
            _check_quick(inquiry, game, position)
        if isinstance(game, Scored):
            _check_score(inquiry, game, position)
        if isinstance(game, Continued):
            _check_sequel(inquiry, game, position)
        if isinstance(game, Timed):
            _check_time(inquiry, game, position)


def _check_score(inquiry: Inquiry, game: Scored, position: AnyPosition) -> None:
    """Points and their sentences are there at any time, by the rules and for whatever else ends a game."""
    for result in (position.result(), Result(Turn.FIRST, ""), Result(Turn.SECOND, ""), Result(None, "")):
        scored = game.score(position, result)
        inquiry.demand(inquiry.game.rulebook.find(scored.rule) is not None, "Points go by no rule: {}.", scored.rule)
        for message in scored.how:
            inquiry.says(message)


def _check_sequel(inquiry: Inquiry, game: Continued, position: AnyPosition) -> None:
    """What follows a game can begin, and is told."""
    result = position.result()
    found = None if result is None else game.sequel(position.view(Eye.OBSERVER).options, position, result)
    if found is not None:
        begun = inquiry.game.start(found.options)
        inquiry.demand(not isinstance(begun, Refusal), "What follows can't begin: {}.", begun)
        for message in found.words:
            inquiry.says(message)


def _check_time(inquiry: Inquiry, game: Timed, position: AnyPosition) -> None:
    """A clock can end a game until it is over, once, and no seat can say what a clock says."""
    call = game.time_up(position)
    if isinstance(call, Refusal):
        inquiry.says(call.message)
        return
    inquiry.report.counts["calls of time"] += 1
    inquiry.demand(position.turn is not Turn.OVER, "Time can be called after the end.")
    inquiry.demand(position.check(call) is not None, "A seat may say what only a clock can.")
    after = position.play(call)
    inquiry.demand(isinstance(game.time_up(after), Refusal), "Time can be called twice.")
    for event in inquiry.game.events(position, call, after):
        inquiry.says(event.message)


def _check_answers(inquiry: Inquiry, game: Answering, position: AnyPosition) -> None:
    """A standing answer is an action of the seat that is to act; where all is left open, there is none."""
    kinds = game.standing_kinds()
    silent = game.standing_answer(position, {}) is None
    inquiry.demand(silent, "Without standing answers there is one all the same.")
    answers = {kind.name: inquiry.rng.choice([value for value in kind.values if value != ASK]) for kind in kinds}
    action = game.standing_answer(position, answers)
    if action is not None:
        inquiry.report.counts["standing answers"] += 1
        allowed = to_act(position) is not None and position.check(action) is None
        inquiry.demand(allowed, "The standing answer {} is not allowed.", inquiry.game.action_text(action))


def _check_quick(inquiry: Inquiry, game: Quick, position: AnyPosition) -> None:
    """Whole jobs inside compiled code come to what walking through the contract comes to."""
    _check_playouts(inquiry, game, position)
    actions = position.actions()
    if not inquiry.game.info.lists_all_actions or len(actions) > FEW:
        return
    counted = game.perft(position, 1)
    inquiry.demand(
        counted in (None, len(actions)), "perft counts {} actions, but {} are listed.", counted, len(actions)
    )
    afters = [position.play(action) for action in actions]
    if all(after.turn is not Turn.CHANCE for after in afters):
        inquiry.report.counts["perfts"] += 1
        counted, walked = game.perft(position, 2), sum(len(after.actions()) for after in afters)
        inquiry.demand(counted in (None, walked), "perft counts {} lines of two plies, walking {}.", counted, walked)
        one_ply = game.playouts(position, GAMES, 1, 1)
        possible = [Tally.of_result(after.result()) for after in afters or [position]]
        for end in ("first", "second", "draws", "unfinished"):
            can_be = any(getattr(each, end) for each in possible)
            inquiry.demand(can_be or not getattr(one_ply, end), "After one ply playouts come to {}.", one_ply)


def _check_playouts(inquiry: Inquiry, game: Quick, position: AnyPosition) -> None:
    """Random games are numbered, repeatable and no longer than asked; a finished position is its own result."""
    seed = inquiry.rng.randrange(1 << 30)
    tally = game.playouts(position, GAMES, seed, LONGEST)
    halves = game.playouts(position, 2, seed, LONGEST) + game.playouts(position, GAMES - 2, seed, LONGEST, begin=2)
    inquiry.demand(tally == halves, "The same numbered games, played in two parts, come to another tally.")
    sound = tally.games == GAMES and tally.unfinished >= 0 and tally.plies <= GAMES * LONGEST
    inquiry.demand(sound, "The tally of {} games of at most {} plies is {}.", GAMES, LONGEST, tally)
    inquiry.report.counts["playouts"] += GAMES
    if position.turn is Turn.OVER:
        ended = Tally.of_result(position.result(), GAMES)
        inquiry.demand(tally == ended, "Games from a finished position come to {}.", tally)
