"""What a scenario file gives, value by value: numbers, points, poses and lists, with their place or refused by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from triarii.core.contract import SEAT_NAMES, Refused
from triarii.core.texts import Message
from triarii.games.adlg.data.toml_fields import entries, missing, number, one_of, spell
from triarii.games.adlg.geometry.shapes import Point, Pose

TOP = Message("where.scenario")
MOST = 120
"""Entries of one kind."""
MOST_CORNERS = 64
LAST_HEADING = 35_999
T = TypeVar("T")


def each(given: Mapping[str, object], key: str, reader: Callable[[object, Message, Point], T], size: Point) -> list[T]:
    """All entries of one kind, each read with its place in the file."""
    found = enumerate(listed(given.get(key, []), key, TOP, 0, MOST), 1)
    return [reader(entry, Message(f"where.{key}_entry", {"entry": place}), size) for place, entry in found]


def once(code: str, ids: Sequence[str]) -> None:
    for name in ids:
        if ids.count(name) > 1:
            raise Refused.because(f"scenario.{code}", name=name)


def listed(value: object, key: str, where: Message, least: int, most: int) -> Sequence[object]:
    found = entries(value, key, where)
    if not least <= len(found) <= most:
        raise Refused.because("scenario.count", where=where, key=key, low=least, high=most, count=len(found))
    return found


def numbers(value: object, key: str, where: Message, *spans: tuple[int, int]) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != len(spans):
        raise Refused.because("scenario.numbers", where=where, key=key, count=len(spans), value=spell(value))
    return tuple(number(one, low, high, key, where) for one, (low, high) in zip(value, spans, strict=True))


def point(value: object, key: str, where: Message, size: Point) -> Point:
    x, y = numbers(value, key, where, (0, size[0]), (0, size[1]))
    return x, y


def points(value: object, key: str, where: Message, size: Point, least: int) -> tuple[Point, ...]:
    return tuple(point(one, key, where, size) for one in listed(value, key, where, least, MOST_CORNERS))


def pose(given: Mapping[str, object], where: Message, size: Point) -> Pose:
    x, y, heading = numbers(needed(given, "at", where), "at", where, (0, size[0]), (0, size[1]), (0, LAST_HEADING))
    return x, y, heading


def needed(given: Mapping[str, object], key: str, where: Message) -> object:
    if key not in given:
        raise missing(key, where)
    return given[key]


def seat_of(value: object, key: str, where: Message) -> int:
    return SEAT_NAMES.index(one_of(value, SEAT_NAMES, key, where))


def from_roster(given: Mapping[str, object], keys: Sequence[str], where: Message) -> None:
    """Refuses what the roster says already."""
    for key in keys:
        if key in given:
            raise Refused.because("scenario.from_roster", where=where, key=key)
