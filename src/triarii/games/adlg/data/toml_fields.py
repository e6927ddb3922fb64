"""What a player's own TOML file gives: its values are taken out one by one, with their place, or refused by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from triarii.core import toml_text
from triarii.core.contract import Refused
from triarii.core.options import nearest
from triarii.core.texts import LANGUAGES, UNPRINTABLE, Message
from triarii.games.adlg.data.tables import Named

LARGEST = 1_000_000
"""Bytes that are read of a file; far more than any army needs."""
LONGEST_NAME = 80
SHOWN = 40
"""Letters of a wrong value that a refusal repeats."""
PLACE_IN_FILE = re.compile(r"at line (\d+), column (\d+)")


def toml(path: Path) -> dict[str, Any]:
    """The table that a file holds."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as problem:
        raise Refused.because(
            "army.not_read", file=str(path), reason=getattr(problem, "strerror", None) or str(problem)
        ) from None
    if len(data) > LARGEST:
        raise Refused.because("army.too_large", file=str(path))
    try:
        return toml_text.read(data.decode())
    except UnicodeDecodeError:
        raise Refused.because("army.not_text", file=str(path)) from None
    except (ValueError, RecursionError) as problem:
        place = PLACE_IN_FILE.search(str(problem))
        if place is None:
            raise Refused.because("army.not_toml", file=str(path)) from None
        raise Refused.because("army.not_toml_at", file=str(path), line=int(place[1]), column=int(place[2])) from None


def fields(value: object, known: Sequence[str], where: Message) -> Mapping[str, object]:
    """A table that has none but known keys."""
    if not isinstance(value, Mapping):
        raise Refused.because("army.not_a_table", where=where)
    for key in value:
        if key not in known:
            name = spell(key)
            meant = nearest(name.lower(), known)
            if meant:
                raise Refused.because("army.key_near", where=where, name=name, nearest=meant)
            raise Refused.because("army.key", where=where, name=name, known=list(known))
    return value


def one_of(value: object, known: Mapping[str, Named] | Iterable[str], key: str, where: Message) -> str:
    """An id; where it is none, the nearest is proposed, also by the words that people use for the thing."""
    ids = list(known)
    if isinstance(value, str) and value in ids:
        return value
    name = spell(value)
    words = {each.replace("_", " "): each for each in ids}
    if isinstance(known, Mapping):
        for thing in known.values():
            for word in (*thing.name.values(), *thing.aliases):
                words.setdefault(word.lower(), thing.id)
    meant = nearest(name.lower().replace("_", " ").replace("-", " "), words)
    if meant:
        raise Refused.because("army.value_near", where=where, key=key, name=name, nearest=words[meant])
    raise Refused.because("army.value", where=where, key=key, name=name, known=ids)


def number(value: object, low: int, high: int, key: str, where: Message) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    raise Refused.because("army.number", where=where, key=key, low=low, high=high, value=spell(value))


def flag(value: object, key: str, where: Message) -> bool:
    if isinstance(value, bool):
        return value
    raise Refused.because("army.flag", where=where, key=key, value=spell(value))


def entries(value: object, key: str, where: Message) -> Sequence[object]:
    if isinstance(value, list):
        return value
    raise Refused.because("army.not_a_list", where=where, key=key)


def names(value: object, where: Message) -> dict[str, str]:
    """A name for every language: one text for all, or a table of them, of which one is enough."""
    if isinstance(value, str):
        value = dict.fromkeys(LANGUAGES, value)
    if not isinstance(value, Mapping):
        raise Refused.because("army.name", where=where, most=LONGEST_NAME)
    given = fields(value, LANGUAGES, where)
    spellings = [given[lang] for lang in LANGUAGES if lang in given]
    if not spellings or not all(_printable(name) for name in spellings):
        raise Refused.because("army.name", where=where, most=LONGEST_NAME)
    return {lang: str(given.get(lang, spellings[0])).strip() for lang in LANGUAGES}


def _printable(name: object) -> bool:
    return isinstance(name, str) and 0 < len(name.strip()) <= LONGEST_NAME and not UNPRINTABLE.search(name)


def missing(key: str, where: Message) -> Refused:
    return Refused.because("army.missing", where=where, key=key)


def spell(value: object) -> str:
    """A value as a refusal repeats it: short, and never endless digits."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) >= 2**64:
        return f"{value:#x}"[:SHOWN]
    if isinstance(value, Mapping | list):
        return "{…}" if isinstance(value, Mapping) else "[…]"
    return str(value)[:SHOWN]
