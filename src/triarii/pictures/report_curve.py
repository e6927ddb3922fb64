"""The losses of both armies in the course of a battle, as a chart and as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from triarii.pictures.report_context import LETTERS, ReportContext
from triarii.pictures.report_html import Markup, tag
from triarii.pictures.svg import FONT, element, number, words

WIDTH, HEIGHT = 760, 320
LEFT, RIGHT, TOP, BOTTOM = 44, 168, 16, 40
MOST_LABELS = 20
LINE = 17
"""From one label at the end of a line to the next."""
STYLES: Sequence[Mapping[str, str]] = ({}, {"stroke_dasharray": "9 5"})
"""The second player's line is broken."""


@dataclass(frozen=True)
class Moment:
    """What both armies had lost at the end of a sequence."""

    label: str
    losses: tuple[int, int]
    values: tuple[int, int]
    """What each can bear."""
    name: str = ""


def chart(context: ReportContext, moments: Sequence[Moment]) -> Markup:
    """Two lines, told apart by colour, by line and by mark, and where each army breaks."""
    return Markup(_Chart(context, moments).drawn())


@dataclass(frozen=True)
class _Chart:
    context: ReportContext
    moments: Sequence[Moment]

    @property
    def top(self) -> int:
        """The highest number that is shown."""
        return max(1, *(number for moment in self.moments for number in (*moment.losses, *moment.values)))

    def x(self, place: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * place / max(1, len(self.moments) - 1)

    def y(self, losses: int) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * losses / self.top

    def drawn(self) -> str:
        last = self.moments[-1]
        about = [
            self.context.say(
                "report.curve.about", seat=self.context.seat(seat), lost=last.losses[seat], value=last.values[seat]
            )
            for seat in (0, 1)
        ]
        parts = [*self._grid(), *self._limits()]
        for seat in (0, 1):
            parts += self._line(seat)
        parts += self._names()
        return element(
            "svg",
            element("title", words(self.context.say("report.curve.title"))),
            element("desc", words(" ".join(about))),
            *parts,
            role="img",
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            font_family=FONT,
            font_size=13,
            **{"class": "curve"},
        )

    def _grid(self) -> Iterator[str]:
        step = max(1, -(-self.top // 8))
        for losses in range(0, self.top + 1, step):
            y = self.y(losses)
            yield element("path", d=f"M{LEFT} {number(y)}H{WIDTH - RIGHT}", stroke="var(--line)", stroke_width=1)
            yield self._text(LEFT - 8, y + 4, str(losses), "var(--ink_2)", "end")
        labels = [(place, moment.label) for place, moment in enumerate(self.moments) if moment.label]
        for place, label in labels[:: -(-len(labels) // MOST_LABELS)]:
            yield self._text(self.x(place), HEIGHT - BOTTOM + 19, label, "var(--ink_2)", "middle")
        yield self._text(
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4, self.context.say("report.curve.across"), "var(--ink_2)", "middle"
        )

    def _limits(self) -> Iterator[str]:
        """Where the armies break, as it was at the end."""
        values = self.moments[-1].values
        for seat in (0, 1) if values[0] != values[1] else (0,):
            y, ink = self.y(values[seat]), f"var(--{LETTERS[seat]}_ink)" if values[0] != values[1] else "var(--ink)"
            key = "report.curve.breaks" if values[0] != values[1] else "report.curve.both_break"
            words = self.context.say(key, seat=self.context.seat(seat), value=values[seat])
            yield element(
                "path", d=f"M{LEFT} {number(y)}H{WIDTH - RIGHT}", stroke=ink, stroke_width=1.5, stroke_dasharray="2 3"
            )
            yield self._text(WIDTH - RIGHT + 10, y + 4, words, ink)

    def _line(self, seat: int) -> Iterator[str]:
        points = [(self.x(place), self.y(moment.losses[seat])) for place, moment in enumerate(self.moments)]
        drawn = "L".join(f"{number(x)} {number(y)}" for x, y in points)
        yield element(
            "path",
            d=f"M{drawn}",
            fill="none",
            stroke=f"var(--{LETTERS[seat]}_ink)",
            stroke_width=3,
            stroke_linejoin="round",
            data_losses=" ".join(str(moment.losses[seat]) for moment in self.moments),
            data_seat=seat,
            **STYLES[seat],
        )
        look: dict[str, str | float] = {
            "fill": f"var(--{LETTERS[seat]})",
            "stroke": f"var(--{LETTERS[seat]}_rim)",
            "stroke_width": 1.5,
        }
        for x, y in points:
            if seat:
                yield element("path", d=f"M{number(x - 2)} {number(y - 5)}h4l3 3v4l-3 3h-4l-3-3v-4z", **look)
            else:
                yield element("circle", cx=x, cy=y, r=4.5, **look)

    def _names(self) -> Iterator[str]:
        """Each line is named where it ends; names make room for each other and for those of the limits."""
        values, losses = self.moments[-1].values, self.moments[-1].losses
        taken = [self.y(value) for value in set(values)]
        for seat in sorted((0, 1), key=lambda seat: -losses[seat]):
            y = self.y(losses[seat])
            while any(abs(y - other) < LINE for other in taken):
                y += 1
            taken.append(y)
            words = f"{self.context.seat(seat)}: {losses[seat]}"
            yield self._text(WIDTH - RIGHT + 10, y + 4, words, f"var(--{LETTERS[seat]}_ink)", weight="600")

    def _text(self, x: float, y: float, content: str, ink: str, anchor: str = "start", weight: str = "400") -> str:
        return element("text", words(content), x=x, y=y, fill=ink, text_anchor=anchor, font_weight=weight)


def numbers(context: ReportContext, moments: Sequence[Moment]) -> Markup:
    """The same as a table, for those who can't see the chart or want the numbers."""
    head = tag(
        "tr",
        *(
            tag("th", head_words, scope="col")
            for head_words in (context.say("report.sequence"), context.seat(0), context.seat(1))
        ),
    )
    rows = [
        tag("tr", tag("th", moment.name, scope="row"), *(tag("td", str(lost), class_="n") for lost in moment.losses))
        for moment in moments
    ]
    table = tag("table", tag("caption", context.say("report.curve.title")), tag("thead", head), tag("tbody", *rows))
    return tag("details", tag("summary", context.say("report.curve.numbers")), table)
