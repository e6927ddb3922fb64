"""What both armies have lost, by cause, number by number."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from triarii.games.adlg.battle.fighting import aftermath
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.combat.losses import (
    CAMP_LOSS,
    COMMANDER,
    UNIT_DISORDERED,
    UNIT_LEFT_TABLE,
    UNIT_ROUTED,
    Camp,
    Toll,
)
from triarii.pictures.report_context import LETTERS, ReportContext
from triarii.pictures.report_curve import Moment
from triarii.pictures.report_html import Markup, tag

NONE = "–"


def moment(field: Field, label: str, name: str) -> Moment:
    """Where both armies stand now."""
    lost = [aftermath.army_losses(field, seat).total for seat in (0, 1)]
    value = [aftermath.army_value(field, seat).total for seat in (0, 1)]
    return Moment(label, (lost[0], lost[1]), (value[0], value[1]), name)


def table(context: ReportContext, field: Field, caption: str) -> Markup:
    """Each cause with its number of units and points, the sum, and what each army can bear."""
    both = [aftermath.army_toll(field, seat) for seat in (0, 1)]
    heads = [
        tag("th", context.badge(seat), " ", context.seat(seat), scope="col", class_=f"n {LETTERS[seat]}")
        for seat in (0, 1)
    ]
    rows = []
    for cause, words in _causes():
        cells = [words(toll) for toll in both]
        rows.append(_row(context.say(f"report.cause.{cause}"), cells))
    now = moment(field, "", "")
    foot = [
        _row(
            context.say("report.cause.total"),
            [str(lost) for lost in now.losses],
            context.why("adlg.losses.points"),
            "sum",
        ),
        _row(
            context.say("report.cause.breaks"), [str(value) for value in now.values], context.why("adlg.losses.break")
        ),
    ]
    head = tag("tr", tag("th", context.say("report.cause.cause"), scope="col"), *heads)
    parts = [tag("caption", caption), tag("thead", head), tag("tbody", *rows), tag("tfoot", *foot)]
    return tag("table", *parts, class_="losses")


def _row(name: str, cells: list[str], why: str = "", kind: str = "") -> Markup:
    numbers = [tag("td", cell, class_="n") for cell in cells]
    return tag("tr", tag("th", name, why, scope="row"), *numbers, **({"class_": kind} if kind else {}))


def _causes() -> Iterator[tuple[str, Callable[[Toll], str]]]:
    yield "routed", lambda toll: _times(toll.routed, UNIT_ROUTED)
    yield "disordered", lambda toll: _times(toll.disordered, UNIT_DISORDERED)
    yield "left_table", lambda toll: _times(toll.left_table, UNIT_LEFT_TABLE)
    yield "commanders", _commanders
    yield "camp", lambda toll: NONE if toll.camp is Camp.NONE else str(CAMP_LOSS[toll.camp])


def _times(count: int, points: int) -> str:
    return f"{count} × {points} = {count * points}" if count else NONE


def _commanders(toll: Toll) -> str:
    """Each counts 1 and his value."""
    return " + ".join(f"(1 + {grade.value})" for grade in toll.commanders) + (
        f" = {sum(COMMANDER + grade.value for grade in toll.commanders)}" if toll.commanders else NONE
    )
