"""Options of a game: checked against what it offers, completed with its defaults, read from words and files."""

from __future__ import annotations

import difflib
import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path

from triarii.core import toml_text
from triarii.core.contract import OptionInfo, Options, OptionSet, Refusal, Span
from triarii.core.texts import LANGUAGES

NUMBER_DIGITS = 9
"""Longer numbers are refused before they are read: no option needs them."""
LARGEST = 2**53
"""The largest number that every JSON reader keeps exact."""
DEEPEST = 16
"""How far tables and lists of a content may be nested."""


def load(package: str, name: str = "options.toml") -> list[OptionInfo]:
    """The options that a game's package ships."""
    table = tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))
    return [
        OptionInfo(
            name=entry["name"],
            values=entry.get("values") or entry.get("content") or Span(entry["low"], entry["high"]),
            default=entry["default"],
            rule=entry["rule"],
            about={lang: entry[lang] for lang in LANGUAGES},
        )
        for entry in table.get("option", [])
    ]


def with_names(options: Iterable[OptionInfo], shipped: Mapping[str, Sequence[str]]) -> list[OptionInfo]:
    """The same options, with the names of the contents that a game ships, by content type."""
    return [
        replace(option, names=shipped[option.values]) if isinstance(option.values, str) else option
        for option in options
    ]


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, or an empty string."""
    return next(iter(difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)), "")


def complete(offered: OptionSet, given: Options) -> dict[str, object] | Refusal:
    """All options of a set: those given, and the defaults of the others, which an option may preset."""
    known = [option.name for option in offered.options]
    for name in given:
        if offered.option(name) is None:
            return unknown("option.unknown", name, known)
    defaults: dict[str, object] = {option.name: option.default for option in offered.options}
    for name, by_value in offered.presets.items():
        defaults |= by_value.get(str(given.get(name, defaults[name])), {})
    chosen = {name: given.get(name, default) for name, default in defaults.items()}
    for option in offered.options:
        refusal = check(option, chosen[option.name])
        if refusal is not None:
            return refusal
    return chosen


def check(option: OptionInfo, value: object) -> Refusal | None:
    """Contents such as a layout are checked further by their game."""
    if not recordable(value):
        return Refusal("option.content", option.rule, {"name": option.name})
    if isinstance(option.values, Span):
        if value in option.values:
            return None
        return Refusal(
            "option.number", option.rule, {"name": option.name, "low": option.values.low, "high": option.values.high}
        )
    if isinstance(option.values, str):
        if isinstance(value, Mapping):
            return None
        if isinstance(value, str) and value in option.names:
            return None
        return _not_among(option, value, option.names)
    if any(value == allowed and type(value) is type(allowed) for allowed in option.values):
        return None
    return _not_among(option, value, [spell(allowed) for allowed in option.values])


def from_words(offered: OptionSet, words: Iterable[str]) -> dict[str, object] | Refusal:
    """Options from `KEY=VALUE` and `KEY=@FILE`."""
    found: dict[str, object] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            return Refusal("option.form", params={"word": word})
        option = offered.option(name)
        if option is None:
            return unknown("option.unknown", name, [each.name for each in offered.options])
        read = from_word(option, value)
        if isinstance(read, Refusal):
            return read
        found[name] = read
    return found


def from_word(option: OptionInfo, word: str) -> object | Refusal:
    """The value that a word spells."""
    if isinstance(option.values, Span):
        digits = word.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= NUMBER_DIGITS):
            return check(option, word)
        return int(word)
    if isinstance(option.values, str):
        return from_file(option, word[1:]) if word.startswith("@") else word
    return next((value for value in option.values if spell(value) == word), word)


def from_file(option: OptionInfo, path: str) -> object | Refusal:
    """The whole content of a TOML file, under its own name or the file's."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else type(problem).__name__
        return Refusal("option.file", params={"name": option.name, "file": path, "reason": reason})
    return from_text(option, text, path)


def from_text(option: OptionInfo, text: str, path: str) -> dict[str, object] | Refusal:
    """The content that TOML spells; `path` tells where it comes from and names it if it does not name itself."""
    try:
        content = toml_text.read(text)
    except (ValueError, RecursionError) as problem:
        reason = str(problem) if isinstance(problem, tomllib.TOMLDecodeError) else type(problem).__name__
        return Refusal("option.file", params={"name": option.name, "file": path, "reason": reason})
    content.setdefault("name", Path(path).stem)
    return content


def recordable(value: object, depth: int = DEEPEST) -> bool:
    """Whether a record can hold a value so that every program reads the same: no floats, dates or endless numbers."""
    if isinstance(value, str):
        return not any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, int):
        return abs(value) <= LARGEST
    if not depth or not isinstance(value, Mapping | list | tuple):
        return False
    items = value
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) and recordable(key) for key in value):
            return False
        items = list(value.values())
    return all(recordable(item, depth - 1) for item in items)


def digest(options: Iterable[OptionInfo], chosen: Options, settled_at_start: Iterable[str]) -> str:
    """Names rulings that are not the usual ones; empty where all are. Options that only matter at the start are left
    out: a position's text carries the digest, to be read by the same rules."""
    unusual = {
        option.name: chosen[option.name]
        for option in options
        if option.name not in settled_at_start and chosen[option.name] != option.default
    }
    return hashlib.sha256(json.dumps(unusual, sort_keys=True).encode()).hexdigest()[:8] if unusual else ""


def spell(value: object) -> str:
    """How a value is written in a word."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def unknown(code: str, word: str, known: Iterable[str]) -> Refusal:
    """Refuses a word, with the nearest known one where there is one."""
    known = list(known)
    meant = nearest(word, known)
    if meant:
        return Refusal(f"{code}_near", params={"name": word, "nearest": meant})
    return Refusal(code, params={"name": word, "known": known})


def _not_among(option: OptionInfo, value: object, known: Iterable[str]) -> Refusal:
    return Refusal("option.value", option.rule, {"name": option.name, "value": spell(value)[:80], "known": list(known)})
