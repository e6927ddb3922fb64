"""A battle on two pages: who fought, how it ended and how the losses grew; then the moments that decided it, each with
its picture, what happened and how likely it was."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from triarii.core.timeline import Timeline
from triarii.games.adlg.battle.fighting import aftermath
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table import naming
from triarii.games.adlg.telling.facts import PHASES
from triarii.games.adlg.telling.ledgers import fight_facts
from triarii.pictures import report_curve, report_losses, report_table
from triarii.pictures.report_context import ReportContext
from triarii.pictures.report_html import Markup, tag, together
from triarii.pictures.report_steps import BattleStep, last_state, steps_of

MOST = 4
"""Moments that fit on one page."""
SENTENCES = 5
"""Of one moment."""
TELLING = ("routed", "destroyed", "left_table", "fallen", "taken", "lost", "won", "drawn", "won_on_points")
"""Events that are told of a moment, the weightiest first."""


ID = re.compile(r"\b[a-z]\d+\b")
"""Units and commanders as the record names them."""


@dataclass(frozen=True)
class TurningPoint:
    """One phase of one player's sequence in which the balance shifted."""

    steps: Sequence[BattleStep]
    swing: Fraction
    """By which part of an army's strength the balance has shifted, to whose ever good."""

    @property
    def before(self) -> State:
        return self.steps[0].before

    @property
    def after(self) -> State:
        return self.steps[-1].after


def turning_points(steps: Sequence[BattleStep], most: int = MOST) -> list[TurningPoint]:
    """The phases that shifted the balance of losses most, in the order in which they came."""
    fought = [step for step in steps if step.before.setup is None]
    found = []
    for _, group in groupby(fought, key=phase_of):
        those = list(group)
        swing = balance(those[-1].after) - balance(those[0].before)
        if swing:
            found.append(TurningPoint(those, abs(swing)))
    heaviest = sorted(found, key=lambda point: point.swing, reverse=True)[:most]
    return [point for point in found if point in heaviest]


def phase_of(step: BattleStep) -> tuple[int, str]:
    """Routs and pursuits belong to the melees that they come from."""
    phase = PHASES.get(step.before.stage, "movement")
    return step.before.sequence, "melee" if phase in ("rout", "pursuit") else phase


def balance(state: State) -> Fraction:
    """How far the second army is nearer to its end than the first: parts of what each can bear."""
    parts = []
    for seat in (0, 1):
        lost, value = aftermath.army_losses(state.field, seat).total, aftermath.army_value(state.field, seat).total
        parts.append(min(Fraction(1), Fraction(lost, max(1, value))))
    return parts[1] - parts[0]


def pages(context: ReportContext, line: Timeline, head: Markup) -> tuple[str, Markup]:
    """Title and both pages; `head` tells who played and how it ended."""
    steps, last = steps_of(line), last_state(line)
    setting = last.field.setting
    fought = [step for step in steps if step.before.setup is None]
    first = fought[0].before if fought else last
    moments = [report_losses.moment(first.field, "0", context.say("report.start"))]
    for number, group in groupby(fought, key=lambda step: step.before.sequence):
        end = list(group)[-1].after
        moments.append(report_losses.moment(end.field, str((number + 1) // 2) if number % 2 else "", ""))
    start = _plate(report_table.table(context, first, ""), context.say("report.figure.start"))
    finish = _plate(report_table.table(context, last, ""), context.say("report.brief.end"))
    curve = tag(
        "figure",
        report_curve.chart(context, moments),
        tag("figcaption", context.say("report.curve.caption")),
        class_="chart",
    )
    title = context.say("report.battle_title", name=setting.name[context.lang])
    about = setting.about.get(context.lang, "")
    one = tag(
        "section",
        tag("h1", title),
        head,
        *((tag("p", about),) if about else ()),
        tag("div", start, finish, class_="pair"),
        curve,
        report_losses.table(context, last.field, context.say("report.losses.caption")),
        class_="sheet",
    )
    points = turning_points(steps)
    told = [_told(context, number, point) for number, point in enumerate(points, 1)]
    two = tag(
        "section",
        tag("h2", context.say("report.brief.points")),
        *(told or [tag("p", context.say("report.brief.none"))]),
        class_="sheet",
    )
    return title, together(one, two)


def _plate(picture: Markup, caption: str) -> Markup:
    return tag("figure", picture, tag("figcaption", caption), class_="plate")


def _told(context: ReportContext, number: int, point: TurningPoint) -> Markup:
    state = point.before
    army = naming.armies(state.field.setting)[state.active][context.lang]
    title = context.say(
        "report.brief.moment",
        number=number,
        turn=(state.sequence + 1) // 2,
        army=army or context.seat(state.active),
        phase=context.say(f"report.brief.phase.{phase_of(point.steps[0])[1]}"),
    )
    fields = [state.field, *(step.after.field for step in point.steps)]
    picture = report_table.table(context, point.after, title, state.field, report_table.lost_between(fields))
    before, after = (report_losses.moment(each.field, "", "") for each in (state, point.after))
    stand = context.say(
        "report.brief.stand",
        first_before=before.losses[0],
        first_after=after.losses[0],
        first_value=after.values[0],
        second_before=before.losses[1],
        second_after=after.losses[1],
        second_value=after.values[1],
    )
    sentences = [tag("li", sentence) for sentence in _sentences(context, point)]
    chances = [tag("li", said, class_="chance") for said in _chances(context, point)]
    words = tag("div", tag("h3", title), tag("ul", *sentences, *chances), tag("p", stand, class_="note"))
    return tag("article", picture, words, class_="moment")


def _sentences(context: ReportContext, point: TurningPoint) -> list[str]:
    """What happened, the weightiest first, each once; of who is gone only that."""
    events = [event for step in point.steps for event in step.events if event.kind in TELLING]
    gone = {event.fields.get("unit") for event in events if event.kind in ("routed", "destroyed", "left_table")}
    events = [event for event in events if event.kind != "lost" or event.fields.get("unit") not in gone]
    events.sort(key=lambda event: TELLING.index(event.kind))
    names = naming.called(point.before.field.setting)

    def spoken(found: re.Match[str]) -> str:
        return names[found[0]][context.lang] if found[0] in names else found[0]

    said = [ID.sub(spoken, context.texts.say(event.message, context.lang)) for event in events]
    return list(dict.fromkeys(said))[:SENTENCES]


def _chances(context: ReportContext, point: TurningPoint) -> Iterator[str]:
    """The least likely fight of the moment, with what could be expected of it before the dice fell."""
    found = []
    for step in point.steps:
        if step.before.stage not in (Stage.MELEE, Stage.VOLLEY):
            continue
        fight = fight_facts(step.before)
        struck = {name for name, points in _losses(step.after) if points} - {
            name for name, points in _losses(step.before) if points
        }
        struck |= {str(event.fields.get("unit")) for event in step.events if event.kind == "lost"}
        if fight is None:
            continue
        chances = fight["chance"]
        assert isinstance(chances, Mapping)
        for side, other in (("a", "b"), ("b", "a")):
            if fight[side] in struck:
                chance = Fraction(chances.get(f"{side}_loses") or chances["hit"])
                found.append((chance, str(fight[side]), str(fight[other])))
    if found:
        chance, loser, winner = min(found, key=lambda each: each[0])
        names = naming.called(point.before.field.setting)
        yield context.say(
            "report.brief.chance",
            loser=names[loser][context.lang],
            winner=names[winner][context.lang],
            percent=round(100 * chance),
        )


def _losses(state: State) -> Sequence[tuple[str, int]]:
    return getattr(state.now, "losses", ())
