"""The JSON Schema of a combat situation, made from the same tables that read it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from triarii.games.adlg.data.ground import TERRAINS
from triarii.games.adlg.data.kit import ABILITIES, QUALITIES, SHOOT_BACKWARDS, WEAPONS
from triarii.games.adlg.data.troops import TROOPS
from triarii.games.adlg.questions import form

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def situation_schema() -> dict[str, Any]:
    """One situation, or an array of them; without `kind` it is what the call asks for."""
    return {
        "$schema": DIALECT,
        "title": "A combat situation of L'Art de la Guerre",
        "description": "What `triarii adlg odds melee|shooting|fight` reads: one situation or an array of them.",
        "anyOf": [{"$ref": "#/$defs/situation"}, {"type": "array", "items": {"$ref": "#/$defs/situation"}}],
        "$defs": {
            "situation": {"anyOf": [{"$ref": "#/$defs/melee"}, {"$ref": "#/$defs/shooting"}]},
            "melee": _table(
                {
                    "kind": {"enum": ["melee", "fight"]},
                    "a": {"$ref": "#/$defs/side"},
                    "b": {"$ref": "#/$defs/side"},
                    **_course(),
                },
                ["a", "b"],
            ),
            "shooting": _table(
                {
                    "kind": {"const": "shooting"},
                    "a": {"$ref": "#/$defs/shooter"},
                    "b": {"$ref": "#/$defs/target"},
                    "weapon": {"enum": list(WEAPONS)},
                    "range": {
                        "type": "number",
                        "minimum": 0,
                        "exclusiveMaximum": form.LAST_ROUND,
                        "description": "UD; in reach where it is left out.",
                    },
                    **_course(),
                },
                ["a", "b", "weapon"],
            ),
            "side": _table(
                {**_side(), "supports": {**_list("support"), "maxItems": form.MOST_SUPPORTS}}, ["type"], same_type=True
            ),
            "shooter": _shooter(),
            "target": _table(_in_shooting(), ["type"], same_type=True),
            "support": _table(_support(), ["type", "kind"]),
            "shooting_support": _table(_support(), ["type"]),
        },
    }


def _side() -> dict[str, Any]:
    return {
        "type": _one_of(TROOPS),
        "quality": {**_one_of(QUALITIES), "default": "ordinary"},
        "abilities": {"type": "array", "items": _one_of(ABILITIES), "default": []},
        "cohesion": {
            "type": "integer",
            "minimum": 1,
            "maximum": max(troop.cohesion for troop in TROOPS.values()),
            "description": "Points left; full where it is left out. Fewer than full means disordered.",
        },
        "terrain": {**_one_of(TERRAINS), "default": "open"},
        **{flag: _flag() for flag in form.FLAGS},
    }


def _in_shooting() -> dict[str, Any]:
    return {**_side(), "cover": _flag(), "supports": _list("shooting_support")}


def _shooter() -> dict[str, Any]:
    """Only some troops shoot backwards (adlg.shooting.zone)."""
    shooter = _table({**_in_shooting(), "backwards": _flag()}, ["type"], same_type=True)
    backwards = {"properties": {"backwards": {"const": True}}, "required": ["backwards"]}
    shooter["allOf"] += [{"if": backwards, "then": {"properties": {"type": _one_of(sorted(SHOOT_BACKWARDS))}}}]
    return shooter


def _course() -> dict[str, Any]:
    return {
        "round": {"type": "integer", "minimum": 1, "maximum": form.LAST_ROUND, "default": 1},
        "charger": {"enum": list(form.CHARGERS), "default": "a"},
        "contact": {"enum": list(form.CONTACTS), "default": "front", "description": "How a meets b."},
    }


def _support() -> dict[str, Any]:
    return {"type": _one_of(TROOPS), "kind": {"enum": list(form.SUPPORT_KINDS)}}


def _table(properties: dict[str, Any], required: list[str], same_type: bool = False) -> dict[str, Any]:
    table: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
    if same_type:
        table["allOf"] = _cohesion_by_troop()
    return table


def _cohesion_by_troop() -> list[dict[str, Any]]:
    """Nobody has more cohesion than his row."""
    rows: dict[int, list[str]] = {}
    for troop in TROOPS.values():
        rows.setdefault(troop.cohesion, []).append(troop.id)
    return [
        {
            "if": {"properties": {"type": {"enum": names}}},
            "then": {"properties": {"cohesion": {"maximum": most}}},
        }
        for most, names in sorted(rows.items())
    ]


def _one_of(known: Iterable[str]) -> dict[str, Any]:
    return {"enum": list(known)}


def _flag() -> dict[str, Any]:
    return {"type": "boolean", "default": False}


def _list(name: str) -> dict[str, Any]:
    return {"type": "array", "items": {"$ref": f"#/$defs/{name}"}, "default": []}
