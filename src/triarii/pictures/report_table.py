"""The battle table in a report: land, units and commanders as the pictures of the game draw them, what is the same in
several pictures only once, with the ways that units came and those who were lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from triarii.games.adlg.battle.state import State
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.geometry.shapes import Pose
from triarii.games.adlg.telling.facts import facts_of
from triarii.pictures import adlg_land, adlg_units, adlg_words
from triarii.pictures.adlg_look import UD, Scene, line, printable
from triarii.pictures.cards import text
from triarii.pictures.colours import PAGE
from triarii.pictures.report_context import ReportContext
from triarii.pictures.report_html import Markup
from triarii.pictures.svg import FONT, element, number, words

EDGE = 44
"""The frame, which counts every fifth UD."""


@dataclass(frozen=True)
class Lost:
    """A unit that is gone, where it last stood."""

    unit: str
    seat: int
    pose: Pose
    width: int
    depth: int


def lost_between(fields: Sequence[Field]) -> list[Lost]:
    """Who left the table in the course of these moments."""
    stood: dict[str, Pose] = {}
    for field in fields:
        stood |= {name: stand.pose for name, stand in field.stands.items()}
    last = fields[-1]
    return [
        Lost(unit.id, unit.seat, pose, unit.width, unit.depth)
        for name, pose in stood.items()
        if name not in last
        for unit in (last.unit(name),)
    ]


def table(
    context: ReportContext, state: State, title: str, before: Field | None = None, lost: Sequence[Lost] = ()
) -> Markup:
    """The table at one moment. Thin lines lead from where units stood `before`; who is `lost` has a crossed outline."""
    facts: dict[str, Any] = printable(facts_of(state))
    facts["units"] = [{**unit, "done": False} for unit in facts["units"]]
    scene = Scene(facts, (), PAGE, context.lang)
    context.stock.keep(adlg_units.symbols(scene, ()))
    left, width, height = number(-EDGE), scene.width + 2 * EDGE, scene.height + 2 * EDGE
    drawn = element(
        "svg",
        element("title", words(title)),
        element("desc", words(adlg_words.description(scene))),
        element("use", href=f"#{_land(context, facts)}"),
        *adlg_land.names(scene, adlg_land.pieces(scene)),
        *_ways(scene, state.field, before),
        *(_crossed(scene, each) for each in lost),
        *_units(context, scene),
        *(context.stock.shared(each) for each in adlg_units.commanders(scene)),
        *(context.stock.shared(each) for each in adlg_units.fights(scene)),
        context.stock.use("".join(_frame(scene))),
        role="img",
        lang=context.lang,
        viewBox=f"{left} {left} {number(width)} {number(height)}",
        font_family=FONT,
        **{"class": "table"},
    )
    return Markup(drawn)


def _land(context: ReportContext, facts: Mapping[str, Any]) -> str:
    """The name of the ground as it is without units: the same in all pictures, so it is drawn once."""
    key = repr([facts[name] for name in ("size", "terrain", "roads", "camps", "works")])
    if key not in context.grounds:
        context.grounds[key] = context.stock.put("".join(_ground({**facts, "units": []}, context.lang)))
    return context.grounds[key]


def _ground(facts: Mapping[str, Any], lang: str) -> Iterator[str]:
    scene = Scene(facts, (), PAGE, lang)
    yield from adlg_land.ground(scene)
    yield from adlg_land.areas(scene, adlg_land.pieces(scene))
    yield from adlg_land.camps(scene)
    yield from adlg_land.works(scene)


def _units(context: ReportContext, scene: Scene) -> Iterator[str]:
    """Points below all bases, as on the picture of a position."""
    units = list(scene.units.values())
    for unit in units:
        tone = adlg_units.tone_of(scene, unit)
        point = element(
            "path",
            d=adlg_units.POINTS[unit["seat"]],
            fill=tone.face,
            stroke=tone.rim,
            stroke_width=4,
            stroke_linejoin="round",
        )
        yield context.stock.use(point, transform=scene.set_down(unit["pose"]))
    for unit in units:
        yield context.stock.use(
            adlg_units.base(scene, unit),
            element("title", words(adlg_units.about(scene, unit))),
            transform=scene.set_down(unit["pose"]),
            data_unit=unit["id"],
        )


def _ways(scene: Scene, field: Field, before: Field | None) -> Iterator[str]:
    """A line from where a unit stood to where it stands."""
    if before is None:
        return
    for name, stand in field.stands.items():
        old = before.stands.get(name)
        if old is None or old.pose == stand.pose:
            continue
        half = field.unit(name).depth // 2
        start, end = scene.behind(old.pose, half), scene.behind(stand.pose, half)
        ink = scene.sides[field.unit(name).seat].ink
        yield element(
            "path",
            d=line((start, end)),
            stroke=ink,
            stroke_width=7,
            stroke_dasharray="4 14",
            fill="none",
            stroke_linecap="round",
            data_way=name,
        )
        yield element("circle", cx=start[0], cy=start[1], r=9, fill=scene.ink["surface"], stroke=ink, stroke_width=5)


def _crossed(scene: Scene, lost: Lost) -> str:
    """A broken outline with a cross where a unit last stood."""
    width, depth = lost.width / 10, lost.depth / 10
    ink = scene.sides[lost.seat].ink
    corners = [(-width / 2, 0.0), (width / 2, depth), (width / 2, 0.0), (-width / 2, depth)]
    frame: dict[str, str | float] = {"x": -width / 2, "y": 0, "width": width, "height": depth}
    return element(
        "g",
        element("title", words(lost.unit)),
        element("rect", **frame, fill=scene.sides[lost.seat].soft, stroke=ink, stroke_width=5, stroke_dasharray="12 8"),
        element("path", d=line(corners[:2]) + line(corners[2:]), stroke=scene.ink["threat"], stroke_width=6),
        transform=scene.set_down(lost.pose),
        data_lost=lost.unit,
    )


def _frame(scene: Scene) -> Iterator[str]:
    """The paper around the table with a number for every fifth UD."""
    ink, half, wide, high = scene.ink, EDGE / 2, scene.width, scene.height
    outer = f"M{-EDGE}-{EDGE}h{number(wide + 2 * EDGE)}v{number(high + 2 * EDGE)}h-{number(wide + 2 * EDGE)}z"
    yield element("path", d=f"{outer}M0 0v{number(high)}h{number(wide)}v-{number(high)}z", fill=ink["frame"])
    for step in range(0, int(wide / UD) + 1, 5):
        for y in (-half, high + half):
            yield text(ink["frame_ink"], step * UD, y, 28, str(step), text_anchor="middle")
    for step in range(5, int(high / UD), 5):
        for x in (-half, wide + half):
            yield text(ink["frame_ink"], x, high - step * UD, 28, str(step), text_anchor="middle")
