"""Where fighters and cities start: the layouts that we ship, and a player's own, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from triarii.core.contract import Refusal
from triarii.core.options import unknown
from triarii.games.cities import rules
from triarii.games.cities.material import MATERIAL, table
from triarii.games.cities.squares import NUMBERS, board_of, names_in, turned

RULE = "cities.setup.layout"
FIGHTERS_EACH = MATERIAL["fighters"]["each"]
CITIES: int = MATERIAL["cities"]["number"]
"""Tiles in the box: our layouts use them all, four a player, which is inferred (cities.setup.four_each)."""
KEYS = ("fighters", "cities", "second_fighters", "second_cities")
REMARKS = ("name", "en", "de", "note", "note_en", "note_de", "mark")


@dataclass(frozen=True)
class Layout:
    """Both sides at the start, as boards."""

    name: str
    first_fighters: int
    second_fighters: int
    first_cities: int
    second_cities: int


SHIPPED: Mapping[str, Mapping[str, object]] = {layout["name"]: layout for layout in table("layouts.toml")["layout"]}


def layout_of(value: object) -> Layout | Refusal:
    """A shipped layout by name, or the one that a player's own table describes.

    A table gives `fighters` and `cities` of the first player; the second side is turned by half a circle unless
    `second_fighters` and `second_cities` place it freely.
    """
    content = SHIPPED[value] if isinstance(value, str) else value
    if not isinstance(content, Mapping):
        return Refusal("layout.not_a_table", RULE)
    for key in content:
        if key not in KEYS + REMARKS:
            return unknown("layout.key", str(key)[:40], KEYS)
    sides: dict[str, list[str]] = {}
    for key in KEYS:
        names = content.get(key)
        if names is None and key.startswith("second_"):
            names = [turned(name) for name in sides[key.removeprefix("second_")]]
        refusal = _refuse_squares(key, names)
        if refusal is not None:
            return refusal
        assert isinstance(names, Sequence)
        sides[key] = [str(name) for name in names]
    layout = Layout(
        str(content.get("name", ""))[:80],
        board_of(sides["fighters"]),
        board_of(sides["second_fighters"]),
        board_of(sides["cities"]),
        board_of(sides["second_cities"]),
    )
    return _refuse_layout(layout) or layout


def cities_in(value: object) -> int:
    """How many cities a layout has, of both players together; where it can't be read, as many as the box."""
    layout = SHIPPED[value] if isinstance(value, str) else layout_of(value)
    if isinstance(layout, Layout):
        return (layout.first_cities | layout.second_cities).bit_count()
    return CITIES


def _refuse_squares(key: str, names: object) -> Refusal | None:
    if not isinstance(names, Sequence) or isinstance(names, str):
        return Refusal("layout.no_list", RULE, {"key": key})
    seen: set[object] = set()
    for name in names:
        if not isinstance(name, str) or name not in NUMBERS:
            return Refusal("layout.off_board", RULE, {"key": key, "square": str(name)[:40]})
        if name in seen:
            return Refusal("layout.twice", RULE, {"key": key, "square": name})
        seen.add(name)
    return None


def _refuse_layout(layout: Layout) -> Refusal | None:
    fighters = (layout.first_fighters, layout.second_fighters)
    cities = (layout.first_cities, layout.second_cities)
    for word, board in zip(("first", "second"), fighters, strict=True):
        if board.bit_count() != FIGHTERS_EACH:
            return Refusal(
                "layout.fighters",
                "cities.material.fighters",
                {"seat": word, "count": board.bit_count(), "wanted": FIGHTERS_EACH},
            )
    counts = [board.bit_count() for board in cities]
    if not all(counts) or sum(counts) > CITIES:
        return Refusal(
            "layout.cities", "cities.setup.four_each", {"first": counts[0], "second": counts[1], "most": CITIES}
        )
    for both, code in ((fighters[0] & fighters[1], "layout.shared"), (cities[0] & cities[1], "layout.shared_city")):
        if both:
            return Refusal(code, RULE, {"square": names_in(both)[0]})
    intruders = fighters[0] & cities[1] | fighters[1] & cities[0]
    if intruders:
        return Refusal("layout.in_enemy_city", RULE, {"square": names_in(intruders)[0]})
    lost = rules.enclosed(*fighters) | rules.enclosed(fighters[1], fighters[0])
    if lost:
        return Refusal("layout.enclosed", RULE, {"squares": names_in(lost)})
    return None
