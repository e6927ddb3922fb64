"""What the set-up has put on the table, as one line of text, and the setting that follows from it.

begins=second t1:wood:small:12500,4000,3000 t2:coast:left t3:river:right:3000,4500,1500:rough
r1:1000,2000>9000,2000 k1:10000,1000,0 w1:fortification:0:8000,5000>11000,5000
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from triarii.core.contract import SEAT_NAMES, Refused
from triarii.games.adlg.armies.points import WORKS
from triarii.games.adlg.battle.table.scenery import Piece, Road, Work
from triarii.games.adlg.battle.table.setting import CAMP_SIZE, CampSite, Setting
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.keeping import kept
from triarii.games.adlg.geometry import paths, shapes
from triarii.games.adlg.geometry.bodies import Body
from triarii.games.adlg.geometry.shapes import Point, Pose
from triarii.games.adlg.setup import regions
from triarii.games.adlg.setup.regions import COAST, LAID_FREELY, RIVER, SIDES, SIZES, STATES, UNKNOWN

NOTHING = "-"
CAMP_IDS = ("k1", "k2")
LOT = re.compile(r"(t[1-9]\d?):([a-z_]+):([a-z]+):(\d{1,5}),(\d{1,5}),(\d{1,5})")
SEA = re.compile(r"(t[1-9]\d?):coast:([a-z]+)")
STREAM = re.compile(r"(t[1-9]\d?):river:([a-z]+):(\d{1,5}),(\d{1,5}),(\d{1,5}):([a-z]+)")
TRACK = re.compile(r"(r[1-9]\d?):(\d{1,5},\d{1,5}(?:>\d{1,5},\d{1,5}){1,2})")
SITE = re.compile(r"(k[12]):(\d{1,5}),(\d{1,5}),(\d{1,5})")
WALL = re.compile(r"(w[1-9]\d?):([a-z]+):([01]):(\d{1,5}),(\d{1,5})>(\d{1,5}),(\d{1,5})")
HALF = 18000
"""Pieces look the same after half a turn."""


def unreadable(word: str) -> Refused:
    """Says that a word of a position's text tells nothing."""
    return Refused.because("position.word", word=word[:60])


@dataclass(frozen=True)
class Lot:
    """A piece of terrain: what it is, how large, and where."""

    kind: str
    size: str
    x: int
    y: int
    turn: int
    """Hundredths of a degree, below half a turn; a coast has neither size nor place but a side."""
    side: str = ""
    course: tuple[int, int, int] = (0, 0, 0)
    """Of a river: how far it is from its side at the near and at the far edge, and how wide. Its size is its kind."""

    def piece(self, name: str, table: Point) -> Piece:
        if self.kind == COAST:
            return regions.coast(name, self.side, table)
        if self.kind == RIVER:
            return regions.river(name, self.side, self.course, self.size, table)
        return regions.piece(name, self.kind, self.size, self.x, self.y, self.turn)


def sea(side: str) -> Lot:
    """The coast along a short edge."""
    return Lot(COAST, "", 0, 0, 0, side)


def stream(side: str, course: tuple[int, int, int], flow: str = UNKNOWN) -> Lot:
    """A river along a short edge."""
    return Lot(RIVER, flow, 0, 0, 0, side, course)


@dataclass(frozen=True)
class Landscape:
    """All that was put down."""

    lots: Mapping[str, Lot] = field(default_factory=dict)
    roads: Mapping[str, tuple[Point, ...]] = field(default_factory=dict)
    camps: Mapping[int, Pose] = field(default_factory=dict)
    begins: int | None = None
    works: Mapping[str, Work] = field(default_factory=dict)

    @kept
    def text(self) -> str:
        words = [] if self.begins is None else [f"begins={SEAT_NAMES[self.begins]}"]
        for name, lot in self.lots.items():
            words.append(f"{name}:{lot.kind}:{_where(lot)}")
        words += [f"{name}:{'>'.join(f'{x},{y}' for x, y in points)}" for name, points in self.roads.items()]
        words += [f"{CAMP_IDS[seat]}:{','.join(map(str, pose))}" for seat, pose in sorted(self.camps.items())]
        words += [f"{name}:{_work(work)}" for name, work in self.works.items()]
        return " ".join(words) or NOTHING

    # Changing: each gives a new landscape

    def with_lot(self, name: str, lot: Lot) -> Landscape:
        return replace(self, lots={**self.lots, name: lot})

    def without(self, name: str) -> Landscape:
        return replace(self, lots={other: lot for other, lot in self.lots.items() if other != name})

    def with_road(self, name: str, points: tuple[Point, ...]) -> Landscape:
        return replace(self, roads={**self.roads, name: points})

    def with_camp(self, seat: int, pose: Pose) -> Landscape:
        return replace(self, camps={**self.camps, seat: pose})

    def with_work(self, name: str, work: Work) -> Landscape:
        return replace(self, works={**self.works, name: replace(work, id=name)})


def _where(lot: Lot) -> str:
    if lot.kind == COAST:
        return lot.side
    if lot.kind == RIVER:
        return f"{lot.side}:{','.join(map(str, lot.course))}:{lot.size}"
    return f"{lot.size}:{lot.x},{lot.y},{lot.turn}"


def _work(work: Work) -> str:
    (ax, ay), (bx, by) = work.start, work.end
    return f"{work.kind}:{work.seat}:{ax},{ay}>{bx},{by}"


@lru_cache(maxsize=500)
def read(ground: str) -> Landscape:
    """The landscape that a text tells; raises Refused."""
    lots: dict[str, Lot] = {}
    roads: dict[str, tuple[Point, ...]] = {}
    camps: dict[int, Pose] = {}
    works: dict[str, Work] = {}
    begins = None
    for word in [] if ground == NOTHING else ground.split():
        if word.startswith("begins=") and word[7:] in SEAT_NAMES:
            begins = SEAT_NAMES.index(word[7:])
        elif found := SEA.fullmatch(word):
            if found[2] not in SIDES:
                raise unreadable(word)
            lots[found[1]] = sea(found[2])
        elif found := STREAM.fullmatch(word):
            near, far, breadth = (int(number) for number in found.groups()[2:5])
            if found[2] not in SIDES or found[6] not in STATES:
                raise unreadable(word)
            lots[found[1]] = stream(found[2], (near, far, breadth), found[6])
        elif found := LOT.fullmatch(word):
            x, y, turn = (int(number) for number in found.groups()[3:])
            if found[2] not in regions.KINDS or found[2] in LAID_FREELY or found[3] not in SIZES or turn >= HALF:
                raise unreadable(word)
            lots[found[1]] = Lot(found[2], found[3], x, y, turn)
        elif found := TRACK.fullmatch(word):
            points = [pair.split(",") for pair in found[2].split(">")]
            roads[found[1]] = tuple((int(x), int(y)) for x, y in points)
        elif (found := WALL.fullmatch(word)) and found[2] in WORKS:
            ax, ay, bx, by = (int(number) for number in found.groups()[3:])
            works[found[1]] = Work(found[1], found[2], (ax, ay), (bx, by), int(found[3]))
        elif (found := SITE.fullmatch(word)) and int(found[4]) < 2 * HALF:
            camps[CAMP_IDS.index(found[1])] = (int(found[2]), int(found[3]), int(found[4]))
        else:
            raise unreadable(word)
    landscape = Landscape(lots, roads, camps, begins, works)
    if landscape.text != " ".join(ground.split()):
        raise unreadable(ground)  # something is there twice, or not in its place
    return landscape


@lru_cache(maxsize=100)
def settled(setting: Setting, landscape_text: str) -> Setting:
    """The setting with what lies on the table; the same object for the same text."""
    landscape = read(landscape_text)
    pieces = tuple(lot.piece(name, setting.size) for name, lot in landscape.lots.items())
    works = tuple(landscape.works.values())
    roads = tuple(Road(points) for points in landscape.roads.values())
    scenery = replace(setting.scenery, pieces=pieces, works=works, roads=roads, limits=setting.limits)
    camps = {
        CAMP_IDS[seat]: CampSite(CAMP_IDS[seat], seat, setting.to_build[seat], pose)
        for seat, pose in sorted(landscape.camps.items())
    }
    begins = 0 if landscape.begins is None else landscape.begins
    return replace(setting, scenery=scenery, camps=camps, begins=begins, ground=landscape_text)


def of(setting: Setting) -> Landscape:
    """What lies on the table of a setting."""
    return read(setting.ground)


def lies_on(setting: Setting, piece: Piece) -> str:
    """The id of a piece on which another would lie; nothing where there is room."""
    for other in setting.scenery.pieces:
        if other.id != piece.id and any(
            shapes.overlapping(part, other.parts, setting.limits.touch) for part in piece.parts
        ):
            return other.id
    return ""


def off_table(setting: Setting) -> str:
    """The id of something that does not lie wholly on the table, or that nobody can lay; nothing where all is well."""
    width, height = setting.size
    for piece in setting.scenery.pieces:
        if not all(0 <= x <= width and 0 <= y <= height for x, y in piece.polygon):
            return piece.id
    for name, points in of(setting).roads.items():
        if not all(0 <= x <= width and 0 <= y <= height for x, y in points) or len(set(points)) < len(points):
            return name
    for camp in setting.camps.values():
        if not paths.on_table(Body(camp.pose, *CAMP_SIZE).quad, *setting.size, setting.limits):
            return camp.id
    return ""
