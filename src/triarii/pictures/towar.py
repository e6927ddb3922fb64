"""A view of To War! as one SVG: the field between the camps, every card that may be seen, the last turn, and what each
side has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from triarii.core.contract import SEATS, Turn, View
from triarii.core.texts import LANGUAGES, Message
from triarii.games.towar import GAME, codes, rules
from triarii.games.towar.cells import COLUMNS, LETTERS, NAMES, NUMBERS, ROWS, placed
from triarii.pictures import cards, colours, sides
from triarii.pictures.cards import HEIGHT, SERIF, WIDTH, moved, text
from triarii.pictures.colours import Theme
from triarii.pictures.svg import element, sheet
from triarii.pictures.symbols import symbol
from triarii.pictures.table import (
    CAMP,
    EDGE,
    FIELD_HEIGHT,
    FIELD_WIDTH,
    FULL_HEIGHT,
    FULL_WIDTH,
    HAND_ROW,
    MARGIN,
    SEAT_NAMES,
    TEXTS,
    Scene,
    outline,
)


def variables(theme: str) -> Iterator[str]:
    """The colours of cards, which a page declares once."""
    yield from colours.declared(cards.TABLE[theme], cards.FAMILY)


def picture(
    view: View,
    lang: str = "en",
    highlight: Sequence[str] = (),
    path: Sequence[str] = (),
    theme: Theme = "light",
) -> str:
    """A view as one SVG that needs nothing else.

    `path` names the cells that the last turn touched, in order; `highlight` marks cells where a card was or will be
    lost. ValueError for what is no cell, language or theme.
    """
    if lang not in LANGUAGES:
        raise ValueError(f"no language {lang!r}; there are {', '.join(LANGUAGES)}")
    for name in (*highlight, *path):
        if name not in NUMBERS:
            raise ValueError(f"no cell {name!r}; the field goes from a1 to c4")
    lost = sorted(set(highlight), key=NUMBERS.__getitem__)
    return _sheet(Scene(view, GAME.imagine(view, Random(0)), path, lost, lang, cards.look_of(theme)))


def _sheet(scene: Scene) -> str:
    height = FULL_HEIGHT + (HAND_ROW if scene.sees_hand(scene.near) else 0)
    return sheet(
        _title(scene),
        _description(scene),
        element("rect", width=FULL_WIDTH, height=height, rx=10, fill=scene.ink["paper"]),
        *(sides.side(scene, seat) for seat in SEATS),
        element("g", *_ground(scene), *_units(scene), *_losses(scene), *_steps(scene)),
        *sides.hand(scene),
        lang=scene.lang,
        width=FULL_WIDTH,
        height=height,
    )


# In words


def _title(scene: Scene) -> str:
    return f"{scene.say('game.title')} {TEXTS.say(_standing(scene), scene.lang)}"


def _description(scene: Scene) -> str:
    messages = [*GAME.words(scene.view)]
    if scene.position.turn is Turn.OVER:
        messages.append(_standing(scene))
    if scene.path:
        messages.append(Message("say.touched", {"cells": scene.path, "count": len(scene.path)}))
    if scene.lost:
        messages.append(Message("say.marked_cells", {"cells": scene.lost, "count": len(scene.lost)}))
    return " ".join(TEXTS.say(message, scene.lang) for message in messages)


def _standing(scene: Scene) -> Message:
    """How the game ended, or what comes next, which is what the game says last."""
    result = scene.position.result()
    if result is None:
        return GAME.words(scene.view)[-1]
    if result.winner is None:
        return Message("event.drawn", {"rule": result.rule})
    return Message("event.won", {"seat": SEAT_NAMES[result.winner], "rule": result.rule})


# The field, from the ground up


def _ground(scene: Scene) -> Iterator[str]:
    """Camps, coordinates, the line between the halves, and the cells."""
    look = scene.look
    yield element(
        "rect", x=MARGIN, y=MARGIN, width=FIELD_WIDTH, height=FIELD_HEIGHT, rx=10, fill=look.table, stroke=look.line
    )
    for seat in SEATS:
        yield _camp(scene, seat)
    for cell in range(COLUMNS):
        x = scene.corner(cell)[0] + WIDTH / 2
        for y in (MARGIN + CAMP + EDGE / 2, MARGIN + FIELD_HEIGHT - CAMP - EDGE / 2):
            yield text(scene.ink["ink_2"], x, y, 13, LETTERS[cell], text_anchor="middle")
    for row in range(ROWS):
        y = scene.corner(row * COLUMNS)[1] + HEIGHT / 2
        for x in (MARGIN + EDGE / 2, MARGIN + FIELD_WIDTH - EDGE / 2):
            yield text(scene.ink["ink_2"], x, y, 13, str(row + 1), text_anchor="middle")
    yield element(
        "path",
        d=f"M{MARGIN + EDGE} {MARGIN + FIELD_HEIGHT / 2:g}h{FIELD_WIDTH - 2 * EDGE}",
        stroke=look.line,
        stroke_width=2,
        stroke_dasharray="1 6",
        stroke_linecap="round",
    )
    for cell, name in enumerate(NAMES):
        x, y = scene.corner(cell)
        if name in scene.path:
            yield element(
                "rect",
                x=x - 4.5,
                y=y - 4.5,
                width=WIDTH + 9,
                height=HEIGHT + 9,
                rx=9,
                fill=scene.ink["last"],
                data_last=name,
            )
        if not rules.unit_on(scene.position.field, cell):
            yield outline(look.line, x, y)


def _camp(scene: Scene, seat: Turn) -> str:
    """A player's camp, and whether an enemy has broken into it."""
    y = MARGIN + (FIELD_HEIGHT - CAMP / 2 if seat is scene.near else CAMP / 2)
    broken = scene.position.broken_through and scene.position.side is seat
    name = scene.say(f"camp.{SEAT_NAMES[seat]}")
    words = f"{name}: {scene.say('camp.broken')}" if broken else name
    colour = scene.ink["threat" if broken else "ink_2"]
    middle = MARGIN + FIELD_WIDTH / 2
    left = middle - len(words) * 14 * cards.LETTER / 2 - 28
    parts = [
        element("g", symbol("camp", ink=colour), transform=moved(left, y - 9.5, 0.8)),
        text(colour, middle, y, 14, words, font_family=SERIF, font_weight="600", text_anchor="middle"),
    ]
    if broken:
        frame = {"x": MARGIN + 3, "y": y - CAMP / 2 + 3, "width": FIELD_WIDTH - 6, "height": CAMP - 6}
        parts.append(element("rect", **frame, rx=6, fill="none", stroke=colour, stroke_width=2))
    return element("g", *parts, data_camp=SEAT_NAMES[seat])


def _units(scene: Scene) -> Iterator[str]:
    for cell, code in placed(scene.position.field):
        x, y = scene.corner(cell)
        yield scene.card(scene.position.unit(code), Turn(code // codes.SIDE), x, y, data_cell=NAMES[cell])


def _losses(scene: Scene) -> Iterator[str]:
    """A red frame and a cross: on a badge beside the card that stands there, in the middle where none does."""
    red = scene.ink["threat"]
    for name in scene.lost:
        x, y = scene.corner(NUMBERS[name])
        drawn = element(
            "rect", x=-1.5, y=-1.5, width=WIDTH + 3, height=HEIGHT + 3, rx=7, fill="none", stroke=red, stroke_width=3
        )
        if rules.unit_on(scene.position.field, NUMBERS[name]):
            drawn += element("circle", cx=WIDTH - 3, cy=3, r=10, fill=red)
            drawn += element(
                "path", d=f"M{WIDTH - 7} -1l8 8m0 -8l-8 8", stroke=scene.ink["on_threat"], stroke_width=2.6
            )
        else:
            cross = f"M{WIDTH / 2 - 13:g} {HEIGHT / 2 - 13:g}l26 26m0 -26l-26 26"
            drawn += element("path", d=cross, stroke=red, stroke_width=4)
        yield element("g", drawn, data_mark=name, stroke_linecap="round", transform=moved(x, y))


def _steps(scene: Scene) -> Iterator[str]:
    """At each cell that the last turn touched, when it did; a cell may be touched twice."""
    for name in dict.fromkeys(scene.path):
        x, y = scene.corner(NUMBERS[name])
        numbers = ", ".join(str(number) for number, cell in enumerate(scene.path, start=1) if cell == name)
        width = 22 + 6.5 * (len(numbers) - 1)
        yield element(
            "g",
            element("rect", x=-8, y=-11, width=width, height=22, rx=11, fill=scene.ink["accent_ink"]),
            text(scene.ink["on_threat"], width / 2 - 8, 0, 13, numbers, font_weight="700", text_anchor="middle"),
            data_step=name,
            transform=moved(x, y),
        )
