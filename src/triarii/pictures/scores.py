"""Scores with their intervals as a picture: a line for each, with the even score in the middle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from triarii.pictures import colours
from triarii.pictures.svg import element, number, sheet, words

WIDTH = 820
LEFT, RIGHT, TOP, BOTTOM = 250, 240, 58, 44
ROW = 30
MARKS = (0.0, 0.25, 0.5, 0.75, 1.0)
LONGEST = 34
"""Letters of a name; what is longer is cut."""


@dataclass(frozen=True)
class ScoreLine:
    """One score, 0 to 1, with its 95 % interval."""

    name: str
    score: float
    interval: tuple[float, float]
    games: int


def draw(title: str, lines: Sequence[ScoreLine], lang: str, theme: colours.Theme = "light") -> str:
    """The whole picture; the scores stand beside the lines as numbers too."""
    colour = colours.of(theme)
    height = TOP + ROW * len(lines) + BOTTOM
    about = " ".join(f"{line.name}: {_numbers(line, lang)}." for line in lines)
    drawn = [
        element("rect", x=0, y=0, width=WIDTH, height=height, fill=colour["paper"]),
        _text(24, 34, title, colour["ink"], size=18, weight="600"),
        *_scale(height, colour, lang),
        *(part for place, line in enumerate(lines) for part in _line(place, line, colour, lang)),
    ]
    return sheet(title, about, *drawn, lang=lang, width=WIDTH, height=height)


def _scale(height: float, colour: Mapping[str, str], lang: str) -> Iterator[str]:
    for mark in MARKS:
        even = mark == 0.5
        yield element(
            "path",
            d=f"M{number(_x(mark))} {TOP - 8}V{number(height - BOTTOM + 4)}",
            stroke=colour["ink_2"] if even else colour["square_dark"],
            stroke_width=1.5 if even else 1,
        )
        yield _text(_x(mark), height - BOTTOM + 22, _decimal(mark, 2, lang), colour["ink_2"], anchor="middle")


def _line(place: int, line: ScoreLine, colour: Mapping[str, str], lang: str) -> Iterator[str]:
    y = TOP + ROW * (place + 0.5)
    low, high = line.interval
    # Blue above the even score, ochre below, and empty where the interval holds it: told apart without colours too.
    side = "a" if line.score >= 0.5 else "b"
    sure = not low <= 0.5 <= high
    name = line.name if len(line.name) <= LONGEST else line.name[: LONGEST - 1] + "…"
    yield _text(LEFT - 14, y + 4.5, name, colour["ink"], anchor="end")
    yield element(
        "path",
        d=f"M{number(_x(low))} {number(y)}H{number(_x(high))}M{number(_x(low))} {number(y - 5)}v10"
        f"M{number(_x(high))} {number(y - 5)}v10",
        fill="none",
        stroke=colour[f"{side}_ink"],
        stroke_width=2,
    )
    look = {"fill": colour[side] if sure else colour["paper"], "stroke": colour[f"{side}_ink"]}
    yield element("circle", cx=_x(line.score), cy=y, r=6, stroke_width=2, data_score=line.score, **look)
    yield _text(WIDTH - RIGHT + 14, y + 4.5, _numbers(line, lang), colour["ink_2"])


def _x(score: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * score


def _numbers(line: ScoreLine, lang: str) -> str:
    low, high = line.interval
    return f"{_decimal(line.score, 3, lang)} ({_decimal(low, 2, lang)}–{_decimal(high, 2, lang)}), n = {line.games}"


def _decimal(value: float, places: int, lang: str) -> str:
    text = f"{value:.{places}f}"
    return text.replace(".", ",") if lang == "de" else text


def _text(
    x: float, y: float, content: str, ink: str, anchor: str = "start", size: float = 13, weight: str = "400"
) -> str:
    look: dict[str, str | float] = {"fill": ink, "text_anchor": anchor, "font_size": size, "font_weight": weight}
    return element("text", words(content), x=x, y=y, **look)
