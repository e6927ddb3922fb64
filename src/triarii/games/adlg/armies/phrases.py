"""A unit in a player's words, German or English: "heavy swordsmen impact elite", "Piken Elite im Wald"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from triarii.core.contract import Refusal
from triarii.core.options import nearest
from triarii.games.adlg.data.ground import TERRAINS
from triarii.games.adlg.data.kit import ABILITIES, QUALITIES, WEAPONS
from triarii.games.adlg.data.tables import Named, names_of, read
from triarii.games.adlg.data.troops import TROOPS

_TABLE = read("circumstances.toml")
FILLER = frozenset(_TABLE["filler"])
CIRCUMSTANCES: Mapping[str, Named] = {entry["id"]: Named(**names_of(entry)) for entry in _TABLE["circumstance"]}
VERSUS = frozenset({"vs", "v", "versus", "against", "gegen"})
LONGEST = 400
"""Letters of a phrase that are read."""


def plain(text: str) -> str:
    """Small letters without accents, umlauts written out, everything else blanks: so that spelling matters little."""
    text = text.lower()
    for letter, spelled in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"), ("½", "1/2")):
        text = text.replace(letter, spelled)
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[^a-z0-9/]+", " ", bare).split())


@cache
def _vocabulary(shooting: bool) -> Mapping[str, tuple[str, str]]:
    """What each known phrase means: a kind of thing, and its id. Of things that share a word, the first one has it."""
    groups: list[tuple[str, Iterable[Named]]] = [
        ("type", TROOPS.values()),
        ("quality", QUALITIES.values()),
        ("circumstance", CIRCUMSTANCES.values()),
    ]
    groups += [("weapon", WEAPONS.values())] if shooting else []
    groups += [("ability", ABILITIES.values()), ("terrain", TERRAINS.values()), ("weapon", WEAPONS.values())]
    known: dict[str, tuple[str, str]] = {}
    for group, things in groups:
        for thing in things:
            for name in (thing.id.replace("_", " "), *thing.name.values(), *thing.aliases):
                known.setdefault(plain(name), (group, thing.id))
    return known


def read_unit(phrase: str, shooting: bool = False) -> dict[str, Any] | Refusal:
    """The unit that a phrase describes, as a side of the JSON form; a weapon stands under its own key."""
    words = plain(phrase[:LONGEST]).split()
    known = _vocabulary(shooting)
    longest = max(len(name.split()) for name in known)
    found: list[tuple[str, str]] = []
    while words:
        for length in range(min(longest, len(words)), 0, -1):
            meant = known.get(" ".join(words[:length]))
            if meant is not None:
                found.append(meant)
                words = words[length:]
                break
        else:
            if words[0] not in FILLER:
                return _unknown(words, known)
            words = words[1:]
    return _unit(phrase, found)


def _unit(phrase: str, found: Iterable[tuple[str, str]]) -> dict[str, Any] | Refusal:
    unit: dict[str, Any] = {}
    abilities: list[str] = []
    for group, name in found:
        if group == "ability":
            abilities.append(name)
        elif group == "circumstance":
            unit[name] = True
        elif unit.get(group, name) == name:
            unit[group] = name
        elif group == "type":
            return Refusal("phrase.two_troops", params={"phrase": phrase, "first": unit["type"], "second": name})
        else:
            return Refusal("phrase.twice", params={"phrase": phrase, "first": unit[group], "second": name})
    if "type" not in unit:
        return Refusal("phrase.no_troop", params={"phrase": phrase})
    if abilities:
        unit["abilities"] = list(dict.fromkeys(abilities))
    if unit.pop("disordered", False):
        unit["cohesion"] = max(1, TROOPS[unit["type"]].cohesion - 1)
    return unit


def _unknown(words: list[str], known: Iterable[str]) -> Refusal:
    for count in (3, 2, 1):
        name = " ".join(words[:count])
        meant = nearest(name, known)
        if meant:
            return Refusal("phrase.unknown_near", params={"name": name, "nearest": meant})
    return Refusal("phrase.unknown", params={"name": words[0]})
