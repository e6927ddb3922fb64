"""The words of the line that tells a battle: names, numbers and places, written and read."""

from __future__ import annotations

import re
from collections.abc import Iterable

from triarii.core.contract import Refused
from triarii.games.adlg.battle.order_parser import NAME
from triarii.games.adlg.geometry.shapes import Pose

NOTHING = "-"
POSE = re.compile(r"(-?\d{1,6}),(-?\d{1,6}),(\d{1,5})")


def write_pose(pose: Pose) -> str:
    x, y, heading = pose
    return f"{x},{y},{heading}"


def read_pose(word: str) -> Pose:
    found = POSE.fullmatch(word)
    if found is None:
        raise Refused.because("position.pose", word=word[:40])
    x, y, heading = (int(each) for each in found.groups())
    if heading >= 36000:
        raise Refused.because("position.pose", word=word[:40])
    return x, y, heading


def number(word: str, most: int) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 6) or int(word) > most:
        raise Refused.because("position.number", word=word[:40])
    return int(word)


def known(name: str, among: Iterable[str]) -> str:
    if name not in among:
        raise Refused.because("position.name", name=name[:40])
    return name


def names(word: str) -> tuple[str, ...]:
    """Names with commas between them."""
    return tuple(one_name(name) for name in word.split(",")) if word else ()


def one_name(word: str) -> str:
    if not NAME.fullmatch(word):
        raise Refused.because("position.name", name=word[:40])
    return word
