"""Other games as chapters of a report: each turn of a player with its picture, and what happened in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from triarii import pictures
from triarii.core.contract import AnyPosition, Event, Eye, Turn
from triarii.core.narration import narration
from triarii.core.timeline import Step, Timeline
from triarii.pictures.colours import PAGE
from triarii.pictures.report_chapters import Chapter, Story
from triarii.pictures.report_context import ReportContext
from triarii.pictures.report_html import Markup, tag, together

DEFS = re.compile(r"<defs>(.*?)</defs>\n?", re.DOTALL)
TURNS = 10
"""Turns of a chapter."""


def story(context: ReportContext, line: Timeline, progress: Callable[[], None]) -> Story:
    """Ten turns a chapter; what chance brought before a turn belongs to it."""
    turns = list(_turns(line.steps))
    start = tag("div", _picture(context, line.start, ()), class_="turns")
    chapters = [Chapter("setup", context.say("report.setup"), start)]
    for begin in range(0, len(turns), TURNS):
        some = turns[begin : begin + TURNS]
        body = []
        for number, steps in enumerate(some, start=begin + 1):
            body.append(_turn(context, line, number, steps))
            for _ in steps:
                progress()
        title = context.say("report.turns", first=begin + 1, last=begin + len(some))
        chapters.append(Chapter(f"t{begin + 1}", title, tag("div", *body, class_="turns")))
    facts = [(context.say("report.fact.length"), context.say("report.fact.player_turns", count=len(turns)))]
    return Story(context.say("report.title", game=context.say("game.title")), chapters, facts)


def _turns(steps: Sequence[Step]) -> Iterator[list[Step]]:
    """Steps up to and with each action of a seat."""
    waiting: list[Step] = []
    for step in steps:
        waiting.append(step)
        if step.before.turn is not Turn.CHANCE:
            yield waiting
            waiting = []
    if waiting:
        yield waiting


def _turn(context: ReportContext, line: Timeline, number: int, steps: Sequence[Step]) -> Markup:
    items, events = [], []
    for step in steps:
        seen = line.events(step)
        events += seen
        words = " ".join(context.texts.say(told, context.lang) for told in narration(line.game, seen))
        items.append(
            together(tag("code", context.game.text_seen_by(step.before, step.action, Eye.OBSERVER)), " ", words)
        )
    turn = steps[-1].before.turn
    who = context.say("report.chance_turn") if turn is Turn.CHANCE else context.seat(int(turn))
    title = tag("h3", context.say("report.turn", number=number, seat=who))
    return tag("article", title, _picture(context, steps[-1].after, events), context.lines(items), class_="turn")


def _picture(context: ReportContext, position: AnyPosition, events: Sequence[Event]) -> Markup:
    """The position as an onlooker sees it; what all pictures share goes into the stock of the page."""
    view = position.view(Eye.OBSERVER)
    drawn = pictures.draw(context.game, view, context.lang, theme=PAGE, **pictures.marks_of(context.game, events))
    if drawn is None:
        return tag("pre", view.text)
    for shared in DEFS.findall(drawn):
        context.stock.keep([shared])
    return Markup(DEFS.sub("", drawn))
