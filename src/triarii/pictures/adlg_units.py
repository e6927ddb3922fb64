"""Units and commanders on the battle table.

A unit is a base to scale. Its front has a thick edge and a point (the first player's is sharp, the second player's
blunt), its rear a band with as many parts as its corps has number. Pips are cohesion, hollow once lost; a star is
elite, a bar mediocre.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from triarii.pictures.adlg_look import (
    LETTERS,
    SYMBOLS,
    Facts,
    Point,
    Scene,
    breadth,
    centred,
    symbol,
)
from triarii.pictures.cards import moved, text
from triarii.pictures.svg import element, number, words

POINTS = ("M-15 3 0-13 15 3z", "M-18 3-9-11H9L18 3z")
"""What juts out of the front edge of each side's units."""
BAND = 11
"""How much room the rear has for the band of the corps."""
FRONT = 6
SHALLOW = 60
"""A base less deep than this has its marks beside the symbol, not below it."""
PIP = 12
"""From one pip to the next."""
LETTERS_OF_NAME = 15.0
BEHIND = 11.0
"""From the rear of a base to the middle of the name behind it."""
STANDARD, WITH_UNIT = 36, 25
"""How large a commander is drawn: alone, or with a unit."""
COMMANDER_DEPTH = 750
HESITATING = frozenset({"hesitant", "encouraged"})
"""What a corps that is doubted has shown when it hesitates."""
FACINGS = ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west")
TOLD_BY_TROOP = {
    "javelinmen": "javelin",
    "bowmen": "bow",
    "crossbowmen": "crossbow",
    "handgunners": "firearm",
    "light_artillery": "artillery",
    "medium_artillery": "artillery",
    "heavy_artillery": "artillery",
}
"""Weapons that need no mark of their own: the troop's symbol shows them."""


@dataclass(frozen=True)
class Layout:
    """Where everything stands on a base, in its own frame."""

    symbol: tuple[float, float, float]
    """Middle and height."""
    pips: Point
    """The first one."""
    quality: Point
    weapon: Point
    expendable: Point
    done: Point


def layout(width: float, depth: float, pips: int) -> Layout:
    half = width / 2
    if depth < SHALLOW:
        low = depth - BAND - 9
        return Layout(
            symbol=(-8, (depth - BAND + FRONT) / 2, min(32, depth - BAND - FRONT - 2)),
            pips=(half + 2 - PIP * pips, FRONT + 9),
            quality=(10 - half, FRONT + 8),
            weapon=(10 - half, low),
            expendable=(24 - half, FRONT + 8),
            done=(half - 11 - PIP * pips, FRONT + 9),
        )
    low = depth - BAND - 10
    return Layout(
        symbol=(0, (FRONT + low - 8) / 2, min(54, low - 8 - FRONT - 2)),
        pips=(11 - half, low),
        quality=(12 - half, FRONT + 11),
        weapon=(12 - half, FRONT + 31),
        expendable=(half - 12, FRONT + 11),
        done=(half - 12, FRONT + 31),
    )


@dataclass(frozen=True)
class Tone:
    """The colours of a base: its face, what is drawn on it, and its edge."""

    name: str
    face: str
    on: str
    rim: str


def tone_of(scene: Scene, unit: Facts, ghost: bool = False) -> Tone:
    """A unit that has acted is paler, and a ghost paler still."""
    side = scene.sides[unit["seat"]]
    if ghost:
        return Tone("ghost", side.soft, side.ink, side.ink)
    return Tone("done", side.done, side.on, side.rim) if unit["done"] else Tone("plain", side.face, side.on, side.rim)


def symbols(scene: Scene, ghosts: Collection[str]) -> Iterator[str]:
    """The troops that are there, drawn once for each side and tone and used by name."""
    wanted = {_symbol_id(scene, unit, tone): (unit, tone) for unit, tone in _toned(scene, ghosts)}
    for name, (unit, tone) in sorted(wanted.items(), key=lambda item: item[0]):
        if unit["troop"] in SYMBOLS["troop"]:
            yield element("g", symbol("troop", unit["troop"], tone.on, tone.face), id=name)


def _toned(scene: Scene, ghosts: Collection[str]) -> Iterator[tuple[Facts, Tone]]:
    for unit in scene.units.values():
        yield unit, tone_of(scene, unit)
        if unit["id"] in ghosts:
            yield unit, tone_of(scene, unit, ghost=True)


def _symbol_id(scene: Scene, unit: Facts, tone: Tone) -> str:
    return scene.drawn(f"{LETTERS[unit['seat']]}-{unit['troop']}-{tone.name}")


def units(scene: Scene, lit: Collection[str]) -> Iterator[str]:
    """All units; those that something is shown of come last and stand out."""
    for unit in scene.units.values():
        # Points lie below all bases, so that where units touch the edge that they share is seen.
        tone = tone_of(scene, unit)
        yield element(
            "path",
            d=POINTS[unit["seat"]],
            fill=tone.face,
            stroke=tone.rim,
            stroke_width=4,
            stroke_linejoin="round",
            transform=scene.set_down(unit["pose"]),
            data_front=unit["id"],
        )
    for unit in sorted(scene.units.values(), key=lambda unit: unit["id"] in lit):
        yield _unit(scene, unit, unit["id"] in lit)


def _unit(scene: Scene, unit: Facts, lit: bool) -> str:
    parts = [element("title", words(about(scene, unit)))]
    frame = _frame(unit)
    if lit:
        parts.append(element("rect", **frame, fill="none", stroke=scene.ink["surface"], stroke_width=22))
        parts.append(element("rect", **frame, fill="none", stroke=scene.ink["reach"], stroke_width=13))
    parts.append(base(scene, unit))
    data = {"data_side": LETTERS[unit["seat"]], "data_troop": unit["troop"]}
    return element("g", *parts, transform=scene.set_down(unit["pose"]), data_unit=unit["id"], **data)


def _frame(unit: Facts) -> Mapping[str, float]:
    width, depth = unit["width"] / 10, unit["depth"] / 10
    return {"x": -width / 2, "y": 0, "width": width, "height": depth}


def base(scene: Scene, unit: Facts, ghost: bool = False) -> str:
    """A base with all its marks, the middle of the front edge at the origin; a ghost has a broken edge."""
    tone, frame = tone_of(scene, unit, ghost), _frame(unit)
    width, depth = frame["width"], frame["height"]
    place = layout(width, depth, unit["full"])
    edge: dict[str, str | float] = {"stroke": tone.rim, "stroke_width": 4}
    if ghost:
        edge |= {"stroke": scene.ink["reach"], "stroke_width": 7, "stroke_dasharray": "14 9"}
    parts = [
        element("rect", **frame, fill=tone.face),
        *_band(scene, unit["corps"], depth - BAND, width - 10, tone.rim),
        element("rect", x=-width / 2, y=0, width=width, height=FRONT, fill=tone.on),
        element("rect", **frame, fill="none", **edge),
        _upright(unit, place.symbol[0], place.symbol[1], _troop(scene, unit, tone, place.symbol[2])),
        *pips(unit, tone.on),
        _called(scene, unit, width, depth),
    ]
    if unit["quality"] in SYMBOLS["mark"]:
        parts.append(_mark(unit, unit["quality"], place.quality, tone.on))
    if unit["weapon"] and TOLD_BY_TROOP.get(unit["troop"]) != unit["weapon"]:
        parts.append(_upright(unit, *place.weapon, centred(symbol("weapon", unit["weapon"], tone.on), 0, 0, 16)))
    if unit["expendable"]:
        parts.append(_mark(unit, "expendable", place.expendable, tone.on))
    if unit["done"]:
        parts.append(_mark(unit, "done", place.done, tone.on))
    return "".join(parts)


def upside_down(heading: int) -> bool:
    """Whether what is drawn on a base that faces there has to be turned to be read."""
    return 9000 < heading % 36000 <= 27000


def _upright(unit: Facts, x: float, y: float, drawn: str) -> str:
    """Drawn around a point of the base, and never upside down."""
    turn = " rotate(180)" if upside_down(unit["pose"][2]) else ""
    return element("g", drawn, transform=moved(x, y) + turn)


def _troop(scene: Scene, unit: Facts, tone: Tone, size: float) -> str:
    """The symbol of a troop, or its category where we have no symbol for it."""
    if unit["troop"] in SYMBOLS["troop"]:
        name = _symbol_id(scene, unit, tone)
        return element("use", href=f"#{name}", transform=moved(-size * 2 / 3, -size / 2, size / 24))
    return text(tone.on, 0, 0, 0.7 * size, unit["category"], font_weight="700", text_anchor="middle")


def _mark(unit: Facts, name: str, place: Point, ink: str) -> str:
    return _upright(unit, *place, centred(symbol("mark", name, ink), 0, 0, 18))


def pips(unit: Facts, ink: str) -> Iterator[str]:
    """Cohesion: full while it is there, hollow once it is lost."""
    first = layout(unit["width"] / 10, unit["depth"] / 10, unit["full"]).pips
    for pip in range(unit["full"]):
        x = first[0] + PIP * pip
        if pip < unit["cohesion"]:
            yield element("circle", cx=x, cy=first[1], r=4.7, fill=ink, data_pip="kept")
        else:
            yield element("circle", cx=x, cy=first[1], r=3.8, fill="none", stroke=ink, stroke_width=2, data_pip="lost")


def _called(scene: Scene, unit: Facts, width: float, depth: float) -> str:
    """What people call it, behind the base, as the table in the browser has it."""
    label = text(
        scene.ink["ink"],
        *(0, 0, LETTERS_OF_NAME, shortened(name_of(scene, unit), width)),
        font_weight="600",
        text_anchor="middle",
        stroke=scene.ink["surface"],
        stroke_width="3",
        paint_order="stroke",
        stroke_linejoin="round",
    )
    return _upright(unit, 0, depth + BEHIND, label)


def shortened(name: str, width: float) -> str:
    """As many letters of a name as its base has room for; the number at its end stays."""
    most = int(width / breadth("n", LETTERS_OF_NAME))
    if len(name) <= most:
        return name
    words, _, number = name.rpartition(" ")
    end = f" {number}" if words and number.isdigit() else ""
    return f"{name[: max(1, most - len(end) - 1)].rstrip()}…{end}"


def _band(scene: Scene, corps: int, top: float, width: float, edge: str) -> Iterator[str]:
    """A corps: as many parts as its number, each with its colour."""
    parts = max(1, corps)
    colour = scene.ink[f"corps_{(parts - 1) % 4 + 1}"]
    part = (width + 5) / parts
    for step in range(parts):
        yield element(
            "rect",
            x=step * part - width / 2,
            y=top,
            width=part - 5,
            height=BAND - 4,
            fill=colour,
            stroke=edge,
            stroke_width=2,
            data_corps=corps,
        )


def fights(scene: Scene) -> Iterator[str]:
    """Crossed swords where units fight, once for two that stand front to front."""
    shown: list[Point] = []
    for unit in scene.units.values():
        spot = scene.place(unit["pose"])
        if unit["fighting"] and not any(abs(x - spot[0]) + abs(y - spot[1]) < 25 for x, y in shown):
            shown.append(spot)
    for spot in shown:
        badge = element("circle", r=15, fill=scene.ink["ink"], stroke=scene.ink["surface"], stroke_width=3)
        swords = centred(symbol("mark", "fighting", scene.ink["surface"]), 0, 0, 21)
        yield element("g", badge, swords, transform=moved(*spot), data_fight=f"{number(spot[0])} {number(spot[1])}")


# Commanders


@dataclass(frozen=True)
class Standard:
    """A commander as it is drawn, and where."""

    spot: Point
    drawn: Sequence[str]


def commanders(scene: Scene) -> Iterator[str]:
    """A standard on the shield of its side: alone where it stands, or smaller at the rear of the unit it is with."""
    for commander in scene.facts["commanders"]:
        found = standard_of(scene, commander)
        if found is not None:
            yield element("g", *found.drawn, transform=moved(*found.spot), data_commander=commander["id"])


def standard_of(scene: Scene, commander: Facts) -> Standard | None:
    """None while it stands nowhere."""
    unit = scene.units.get(commander["unit"] or "")
    pose = unit["pose"] if unit else commander["pose"]
    if not pose:
        return None
    size = WITH_UNIT if unit else STANDARD
    spot = scene.behind(pose, unit["depth"] + 140 if unit else COMMANDER_DEPTH // 2)
    side = scene.sides[commander["seat"]]
    shield = {"fill": scene.ink["surface"], "stroke": side.ink}
    parts = [element("title", words(about_commander(scene, commander)))]
    if not unit:
        parts += _band(scene, commander["corps"], size + 3, 56, side.rim)
    parts.append(_shield(commander["seat"], size, stroke_width=6, **shield))
    if commander["chief"]:
        parts.append(_shield(commander["seat"], size + 6.5, fill="none", stroke=side.ink, stroke_width=3))
    drawn = symbol("grade", commander["grade"], side.ink, scene.ink["surface"])
    parts.append(centred(drawn, 0, 0, 1.45 * size))
    if commander.get("shown") in HESITATING:
        parts.append(_question(scene, 0.8 * size))
    return Standard(spot, parts)


def _question(scene: Scene, aside: float) -> str:
    """The sign of a corps that hesitates, at the upper right of its standard."""
    disc = element("circle", r=14, fill=scene.ink["ink"], stroke=scene.ink["surface"], stroke_width=3)
    hook = "M-4.5-3.5a4.5 4.5 0 1 1 6.6 4C.4 1.4 0 2.2 0 4M0 8v.1"
    look: dict[str, str | float] = {"fill": "none", "stroke": scene.ink["surface"], "stroke_width": 2.8}
    return element("g", disc, element("path", d=hook, stroke_linecap="round", **look), transform=moved(aside, -aside))


def _shield(seat: int, size: float, **look: str | float) -> str:
    """A disc for the first player, an octagon for the second."""
    if seat == 0:
        return element("circle", r=size, **look)
    cut = 0.4142 * size
    a, b = number(size), number(cut)
    return element("path", d=f"M-{b}-{a}H{b}L{a}-{b}V{b}L{b} {a}H-{b}L-{a} {b}V-{b}z", stroke_linejoin="round", **look)


def badge(scene: Scene, seat: int, size: float) -> str:
    """The sign of a side."""
    side = scene.sides[seat]
    return _shield(seat, size, fill=side.face, stroke=side.rim, stroke_width=2)


# In words


def name_of(scene: Scene, unit: Facts) -> str:
    """A unit's own name, or that of its troop."""
    name = unit.get("name") or {}
    return str(name.get(scene.lang) or scene.called(unit["troop"], "word"))


def about(scene: Scene, unit: Facts) -> str:
    """All that a unit shows, in words."""
    troop, quality = scene.called(unit["troop"], "word"), unit["quality"]
    parts = [name_of(scene, unit), troop] if name_of(scene, unit) != troop else [troop]
    parts += [scene.say(f"quality.{quality}")] if quality != "ordinary" else []
    parts += [scene.say(f"ability.{ability}") for ability in unit["abilities"]]
    parts += [scene.say(f"weapon.{unit['weapon']}")] if unit["weapon"] else []
    parts.append(scene.say("of.corps", corps=unit["corps"]))
    parts.append(scene.say("of.cohesion", left=unit["cohesion"], full=unit["full"]))
    parts += [scene.say(f"of.{state}") for state in ("expendable", "fighting", "done") if unit[state]]
    x, y, heading = unit["pose"]
    parts.append(scene.say("of.place", x=round(x / 1000, 1), y=round(y / 1000, 1)))
    parts.append(scene.say(f"facing.{FACINGS[(heading + 2250) // 4500 % 8]}"))
    return f"{unit['id']}: {', '.join(parts)}"


def about_commander(scene: Scene, commander: Facts) -> str:
    grade = scene.say(f"grade.{commander['grade']}")
    words = [scene.say("of.chief" if commander["chief"] else "of.commander", grade=grade)]
    words.append(scene.say("of.corps", corps=commander["corps"]))
    if commander["unit"]:
        words.append(scene.say("of.with_unit", unit=commander["unit"]))
    if commander.get("doubt"):
        words.append(scene.say(f"of.{commander['doubt']}"))
    if commander.get("shown") in HESITATING:
        words.append(scene.say("of.hesitates"))
    return f"{commander['id']}: {', '.join(words)}"
