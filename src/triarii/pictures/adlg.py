"""The table of L'Art de la Guerre as one SVG: terrain, units, commanders, overlays, and how the armies stand.

It shows the facts that it is given and knows no rules. The first player sits below, the second above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from triarii.core.contract import View
from triarii.core.texts import LANGUAGES
from triarii.core.timeline import Timeline
from triarii.pictures import adlg_land, adlg_look, adlg_overlays, adlg_units, adlg_words, cards, colours
from triarii.pictures.adlg_look import LETTERS, UD, Scene, breadth, printable
from triarii.pictures.cards import moved, text
from triarii.pictures.report_chapters import Story
from triarii.pictures.report_context import ReportContext
from triarii.pictures.report_html import Markup
from triarii.pictures.svg import element, number, sheet

SCALE = 0.48
"""The size of the table on the sheet: 48 for one UD."""
EDGE = 20
"""The frame, which counts the UD."""
MARGIN = 8
STRIP = 40
"""A player's losses, in a line where that player sits."""
ROW = 30
"""A line of the key below."""
NARROWEST = 640
BAR = 164
ACROSS = MARGIN + EDGE
TOP = MARGIN + STRIP + MARGIN + EDGE
KEY_TEXT = 13.5
SWATCH = 34


def variables(theme: str) -> Iterator[str]:
    """The colours of the table and of its cards, which a page declares once."""
    yield from colours.declared(adlg_look.COLOURS[theme])
    yield from colours.declared(cards.TABLE[theme], cards.FAMILY)


def brief(context: ReportContext, line: Timeline, head: Markup) -> tuple[str, Markup]:
    """A battle on two pages: its title and both of them."""
    from triarii.pictures import report_brief

    return report_brief.pages(context, line, head)


def story(context: ReportContext, line: Timeline, progress: Callable[[], None]) -> Story:
    """A report bound by bound; late, for a picture needs nothing of it."""
    from triarii.pictures import report_battle

    return report_battle.story(context, line, progress)


def film(line: Timeline, lang: str = "en", *, theme: str = "light") -> str:
    """A whole battle as one moving picture."""
    from triarii.pictures import adlg_film

    return adlg_film.film(line, lang, theme=theme)


def picture(view: View, lang: str = "en", *, theme: str = "light", overlays: Sequence[Mapping[str, Any]] = ()) -> str:
    """The table as an eye sees it, with the overlays that are asked for."""
    return table(view.facts, overlays, dark=theme == "dark", lang=lang)


def table(
    facts: Mapping[str, Any],
    overlays: Sequence[Mapping[str, Any]] = (),
    *,
    dark: bool = False,
    lang: str = "en",
    title: str = "",
) -> str:
    """A battle table as one SVG that needs nothing else. ValueError for a language or an overlay that there isn't."""
    if lang not in LANGUAGES:
        raise ValueError(f"no language {lang!r}; there are {', '.join(LANGUAGES)}")
    scene = Scene(printable(facts), printable(overlays), "dark" if dark else "light", lang)
    adlg_overlays.checked(scene)
    return _sheet(scene, printable(title) or adlg_words.title(scene))


@dataclass(frozen=True)
class Plan:
    """Where everything lies on the sheet: the table, a strip for each player, the key below."""

    scene: Scene

    @property
    def wide(self) -> float:
        return SCALE * self.scene.width

    @property
    def high(self) -> float:
        return SCALE * self.scene.height

    @property
    def full(self) -> float:
        """The width of the sheet."""
        return max(NARROWEST, self.wide + 2 * ACROSS)

    @property
    def left(self) -> float:
        """Where the table begins."""
        return (self.full - self.wide) / 2

    @property
    def foot(self) -> float:
        """Where what is below the table begins."""
        return TOP + self.high + EDGE + MARGIN

    @property
    def strip(self) -> float:
        """The width of a strip and of the key."""
        return self.full - 2 * MARGIN

    def height(self, rows: int) -> float:
        """Of the sheet, with so many lines of the key."""
        return self.foot + STRIP + rows * ROW + MARGIN

    def at(self, seat: int) -> str:
        """Where the strip of a player lies."""
        return moved(MARGIN, MARGIN if seat else self.foot)

    @property
    def key(self) -> str:
        return moved(MARGIN, self.foot + STRIP)

    def table(self, *drawn: str, rows: int) -> Iterator[str]:
        """What is on the table, in its frame."""
        yield element("g", *drawn, transform=moved(self.left, TOP, SCALE))
        # The paper lies over the table with a hole in it: what reaches beyond the table is cut off at its frame.
        full, height = number(self.full), number(self.height(rows))
        hole = f"M{number(self.left)} {TOP}v{number(self.high)}h{number(self.wide)}v-{number(self.high)}z"
        yield element("path", d=f"M0 0h{full}v{height}h-{full}z{hole}", fill=self.scene.ink["paper"])
        yield from _frame(self.scene, self.left, self.wide, self.high)


def _sheet(scene: Scene, title: str) -> str:
    plan = Plan(scene)
    key, rows = _key(scene, plan.strip)
    return sheet(
        title,
        adlg_words.description(scene),
        element("defs", *adlg_units.symbols(scene, adlg_overlays.ghosts(scene))),
        *plan.table(*_field(scene), rows=rows),
        *(element("g", *strip(scene, seat, plan.strip), transform=plan.at(seat)) for seat in (1, 0)),
        element("g", *key, transform=plan.key),
        lang=scene.lang,
        width=plan.full,
        height=plan.height(rows),
    )


def _field(scene: Scene) -> Iterator[str]:
    """The table from the ground up."""
    yield from adlg_land.ground(scene)
    yield from adlg_land.land(scene)
    yield from adlg_land.camps(scene)
    yield from adlg_land.works(scene)
    yield from adlg_land.markers(scene)
    yield from adlg_overlays.below(scene)
    yield from adlg_units.units(scene, adlg_overlays.lit(scene))
    yield from adlg_units.commanders(scene)
    yield from adlg_units.fights(scene)
    yield from adlg_overlays.above(scene)
    yield from adlg_overlays.labels(scene)


def _frame(scene: Scene, left: float, wide: float, high: float) -> Iterator[str]:
    """A frame around the table with a tick for each UD and a number for every fifth."""
    ink, half = scene.ink["frame_ink"], EDGE / 2
    yield element(
        "rect",
        x=left - half,
        y=TOP - half,
        width=wide + EDGE,
        height=high + EDGE,
        fill="none",
        stroke=scene.ink["frame"],
        stroke_width=EDGE,
        stroke_linejoin="round",
    )
    ticks, one = [], UD * SCALE
    right, bottom = left + wide, TOP + high
    for step in range(int(scene.width / UD) + 1):
        x, length = left + step * one, 4
        if step % 5:
            ticks.append(f"M{number(x)} {TOP}v-{length}M{number(x)} {number(bottom)}v{length}")
            continue
        for y in (TOP - half, bottom + half):
            yield text(ink, x, y, 12, str(step), text_anchor="middle")
    for step in range(int(scene.height / UD) + 1):
        y, length = bottom - step * one, 4
        if step % 5:
            ticks.append(f"M{number(left)} {number(y)}h-{length}M{number(right)} {number(y)}h{length}")
            continue
        for x in (left - half, right + half):
            if 0 < step < scene.height / UD:
                yield text(ink, x, y, 12, str(step), text_anchor="middle")
    yield element("path", d="".join(ticks), stroke=ink, stroke_width=1)


# How the armies stand


def strip(scene: Scene, seat: int, width: float) -> Iterator[str]:
    """A player: name, whose turn it is or who has won, and the losses on the way to the army's cohesion."""
    ink, side = scene.ink, scene.sides[seat]
    state = adlg_words.state_of(scene, seat)
    lost, value = scene.facts["losses"][seat]
    if state:
        yield element("rect", width=width, height=STRIP, rx=6, fill=ink["accent_soft"])
    yield element("g", adlg_units.badge(scene, seat, 10), transform=moved(22, STRIP / 2))
    name = adlg_words.army(scene, seat)
    yield text(ink["ink"], 42, STRIP / 2, 16, name, font_weight="600")
    if state:
        words = scene.say(f"state.{state}")
        yield text(ink["accent_ink"], 42 + 0.9 * breadth(name, 16) + 8, STRIP / 2, 15, words, font_weight="600")
    words = scene.say("battle.losses", lost=lost, value=value)
    right = width - 12
    yield text(ink["ink"], right - BAR - 12, STRIP / 2, 15, words, text_anchor="end")
    yield element("rect", x=right - BAR, y=STRIP / 2 - 8, width=BAR, height=16, fill=ink["sunken"])
    gone = BAR * min(1.0, lost / value) if value else 0.0
    if gone:
        yield element("rect", x=right - BAR, y=STRIP / 2 - 8, width=gone, height=16, fill=side.face)
    if gone and seat == 1:
        stripes = "".join(f"M{number(right - BAR + x)} {STRIP / 2 - 8:g}v16" for x in range(5, int(gone), 9))
        yield element("path", d=stripes or "M0 0", stroke=side.rim, stroke_width=2)
    yield element(
        "rect",
        x=right - BAR,
        y=STRIP / 2 - 8,
        width=BAR,
        height=16,
        fill="none",
        stroke=side.ink,
        stroke_width=1.5,
        data_losses=LETTERS[seat],
    )


# The key


def _key(scene: Scene, width: float) -> tuple[list[str], int]:
    """Turn and phase, the overlays that are shown, and the scale; with the number of lines that they take."""
    words = scene.say("battle.turn", turn=scene.facts["turn"], phase=adlg_words.phase(scene))
    parts = [text(scene.ink["ink"], 12, ROW / 2, 15, words, font_weight="600")]
    length = min(4, max(1, int(scene.width / UD)))
    end = width - 12 - length * UD * SCALE - 56
    x, row = 12 + 0.92 * breadth(words, 15) + 18, 0
    for kind in adlg_overlays.KINDS:
        if not any(overlay["kind"] == kind for overlay in scene.overlays):
            continue
        name = scene.say(f"overlay.{kind}")
        needed = SWATCH + 6 + 0.86 * breadth(name, KEY_TEXT) + 16
        if x + needed > end:
            x, row = 12.0, row + 1
        parts.append(element("g", *_swatch(scene, kind, name), transform=moved(x, row * ROW), data_key=kind))
        x += needed
    parts.append(element("g", *_scale(scene, length), transform=moved(end + 20, 0)))
    return parts, row + 1


def _swatch(scene: Scene, kind: str, name: str) -> Iterator[str]:
    look = dict(adlg_overlays.look_of(scene, kind))
    look["stroke_width"] = 0.5 * float(look["stroke_width"])
    if "stroke_dasharray" in look:
        look["stroke_dasharray"] = " ".join(f"{float(part) / 2:g}" for part in str(look["stroke_dasharray"]).split())
    middle = ROW / 2
    if kind in ("path", "threat"):
        arrow = f"M0 {middle:g}H{SWATCH - 8}"
        yield element("path", d=arrow, **look)
        yield element("path", d=f"M{SWATCH} {middle:g}l-10-6v12z", fill=str(look["stroke"]))
    else:
        yield element("rect", x=1, y=middle - 8, width=SWATCH - 2, height=16, **look)
    yield text(scene.ink["ink"], SWATCH + 6, middle, KEY_TEXT, name)


def _scale(scene: Scene, length: int) -> Iterator[str]:
    """A bar of some UD, every other one filled."""
    one, ink = UD * SCALE, scene.ink["ink"]
    for step in range(length):
        fill = ink if step % 2 == 0 else scene.ink["paper"]
        yield element("rect", x=step * one, y=ROW / 2 - 4, width=one, height=8, fill=fill, stroke=ink, stroke_width=1)
    words = scene.say("battle.scale", length=length)
    yield text(ink, length * one + 8, ROW / 2, KEY_TEXT, words, font_weight="600")
