"""What an order of L'Art de la Guerre is, in numbers: its verbs and amounts, who gets it, whom it is aimed at.

Distances are UD. Places are seen by the seat that orders: x from its left, y from its own edge.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from triarii.core.contract import View
from triarii.games.adlg.battle.order_parser import FREE, NUMBER, VERBS
from triarii.games.adlg.geometry.measures import DEGREE, UD

WORDS = (*VERBS, *FREE, "left", "right", "back")
"""Each has a feature: how often the order says it."""
CATEGORIES = ("LI", "LMI", "MI", "HI", "WWg", "Art", "LH", "Cv", "HCh", "Ct", "Kn", "El", "SCh", "other")
AMOUNTS = len(WORDS)
"""The sum of the amounts of each kind: UD forward, UD to the side, degrees."""
WHO = AMOUNTS + 3
"""How many get the order; the mean of their place, heading (sine, cosine) and cohesion; the share of each category."""
WHOM = WHO + 1 + 5 + len(CATEGORIES)
"""Whether it is aimed at somebody, how far that is, in what cohesion, and of what category."""
NEAREST = WHOM + 3 + len(CATEGORIES)
"""How far the nearest enemy is."""
POINTS = NEAREST + 1
"""Command points that are left."""
FEATURES = POINTS + 1


def describe(view: View, texts: Sequence[str]) -> list[list[float]]:
    """The features of each order, by what the eye that gives it may know."""
    units: dict[str, Mapping[str, Any]] = {}
    for kind in ("units", "commanders"):
        listed = view.facts.get(kind, ())
        if isinstance(listed, Sequence):
            units.update({str(unit["id"]): unit for unit in listed})
    size = view.facts.get("size")
    width, depth = (float(side) for side in size) if isinstance(size, Sequence) and len(size) == 2 else (0.0, 0.0)
    command = view.facts.get("command")
    points = float(command.get("points", 0)) if isinstance(command, Mapping) else 0.0
    return [_order(text, units, int(view.eye), (width, depth), points) for text in texts]


def _order(
    text: str, units: Mapping[str, Mapping[str, Any]], seat: int, size: tuple[float, float], points: float
) -> list[float]:
    found = [0.0] * FEATURES
    words = text.split()
    named = [[units[name] for name in word.split("+") if name in units] for word in words]
    who = next(filter(None, named), [])
    verb = ""
    for word in words:
        if word in WORDS:
            found[WORDS.index(word)] += 1
            verb = word if word in VERBS else verb
        elif NUMBER.fullmatch(word):
            place = 2 if verb == "wheel" else 1 if verb in ("slide", "oblique") else 0
            found[AMOUNTS + place] += float(word)
    places = [_seen(unit, seat, size) for unit in who]
    found[WHO] = float(len(who))
    for unit, (x, y, turned) in zip(who, places, strict=True):
        share = 1 / len(who)
        for place, number in enumerate((x, y, math.sin(turned), math.cos(turned), _cohesion(unit))):
            found[WHO + 1 + place] += number * share
        found[WHO + 6 + _category(unit)] += share
    aimed = [unit for those in named[1:] for unit in those]
    if aimed and named[0]:
        found[WHOM] = 1.0
        found[WHOM + 1] = _distance(places, _seen(aimed[0], seat, size))
        found[WHOM + 2] = _cohesion(aimed[0])
        found[WHOM + 3 + _category(aimed[0])] = 1.0
    enemies = [_seen(unit, seat, size) for unit in units.values() if unit["seat"] != seat and "cohesion" in unit]
    if places and enemies:
        found[NEAREST] = min(_distance(places, enemy) for enemy in enemies)
    found[POINTS] = points
    return found


def _seen(unit: Mapping[str, Any], seat: int, size: tuple[float, float]) -> tuple[float, float, float]:
    """Place in UD and heading in radians, as a seat sees them."""
    pose = unit.get("pose") or (0, 0, 0)
    x, y, heading = (float(number) for number in pose[:3])
    if seat:
        x, y, heading = size[0] - x, size[1] - y, heading + 180 * DEGREE
    return x / UD, y / UD, math.radians(heading / DEGREE)


def _cohesion(unit: Mapping[str, Any]) -> float:
    value = unit.get("cohesion", 0)
    return float(value) if isinstance(value, int | float) else 0.0


def _category(unit: Mapping[str, Any]) -> int:
    known = unit.get("category")
    return CATEGORIES.index(known) if known in CATEGORIES else len(CATEGORIES) - 1


def _distance(places: Sequence[tuple[float, float, float]], other: tuple[float, float, float]) -> float:
    return min(math.hypot(x - other[0], y - other[1]) for x, y, _ in places)
