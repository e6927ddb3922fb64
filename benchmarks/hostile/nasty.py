"""Values that nobody sends by accident, and ways to break a value that would do."""

from __future__ import annotations

import json
import string
from random import Random
from typing import Any

from benchmarks.attacks import toml_bombs

DEEP = "@@deep"
"""A word that is written as brackets in brackets; no writer of JSON goes so deep by itself."""
LONG_INTEGER = "@@digits"
STRINGS = (
    *("", " ", "\0", "a\0b", "\ud800", "x\udfffy", "\ud83d", "\ufeff", "\u202eabc", "\u2066a\u2069", "\u200b"),
    *("\x1b[2J", "\x7f", "\r\nX-Evil: 1", "%00", "%s%n%x", "../../etc/passwd", "..\\..", "'; DROP TABLE rooms;--"),
    *("<script>alert(1)</script>", "${7*7}", "{{7*7}}", "NaN", "null", "-1", "1e999", "0x10", "１２", "ÅÅ", "e\u0301"),
    *(
        "👩‍👩‍👧",
        "𝕏",
        "ß",
        "İ",
        "\u2028",
        "{",
        "[",
        '"',
        "\\",
        "\\u0000",
        "a" * 41,
        "b" * 500,
        "é" * 4_100,
        "[[",
        "a.b = ",
    ),
)
NUMBERS = (
    *(0, -1, 1, 2, 17, 255, 2**31, -(2**31) - 1, 2**53, 2**53 + 1, 2**63, -(2**63), 2**64, 10**18, 10**30, -(10**30)),
    *(0.1, -0.0, 1e308, -1e308, 5e-324, float("nan"), float("inf"), float("-inf"), 1.0, 3.5),
)
WORDS: dict[str, tuple[str, ...]] = {
    "game": ("cities", "cities", "cities", "towar", "towar", "adlg", "adlg", "adlg", "chess", "Cities"),
    "table": ("armies", "armies/romans", "companion", "odds/form", "readings", "reference", "nothing"),
    "question": ("armies", "odds", "nothing"),
    "option": ("layout", "movement", "scenario", "first_army", "claims", "nothing"),
    "kind": (*["person"] * 8, "computer", "robot"),
    "level": ("", "beginner", "random", "unheard"),
    "lang": ("de", "en", "fr", "de-AT,en;q=0.5", "*"),
    "eye": ("first", "second", "observer", "third"),
    "action": ("b2b4", "i9i7", "west", "corps c1", "u1 advance 1", "u1 charge e6", "pass", "f4-g7"),
    "actions": ("b2b4", "i9i7", "c2c4", "west", "corps c1", "u1 advance 1", "3"),
    "prefix": ("b2", "b4", "u1", "advance", "west", "corps"),
    "what": (
        *("resign", "offer_draw", "accept_draw", "decline_draw", "take_back", "allow_take_back", "refuse_take_back"),
        "decline_rematch",
        *("rematch", "resign ", "cheat"),
    ),
    "who": ("u1", "u2", "e6", "c1", "u99"),
    "target": ("e6", "u1", "nobody"),
    "start": (*[""] * 8, "x", "8/8/8 w"),
    "name": ("", "romans", "Ada", "skirmish", "a" * 40),
    "profile": ("common", "sheet", "mine"),
    "set": ("profile=sheet", "profile", "=", "a=b=c"),
    "answers": ("evade", "pursue", "always", "ask", "never"),
    "text": ("name = 'x'", "a = 1", "[a]\nb = [1, 2]", '{"a": 1}', "size = [1e400, nan]", "a = 2024-13-77", "a = 0o9"),
}
"""What would be right, or nearly, by the name of a field."""
NUMBERED: dict[str, tuple[int, ...]] = {
    "milliseconds": (10, 10, 20, 9, 10_001),  # nothing between: a long thought tells no more than a short one
    "version": (0, 0, 1, 2, 3, 999_999_999),
    "at": (0, 1, 2, 10**9),
    "seen": (0, 1, 5, 10**9),
    "count": (1, 3, 20, 21, 0),
    "minutes": (1, 5, 60, 1440, 0),
    "increment": (0, 0, 5, 3600, -1),
}
SELDOM = 400
"""One of so many is long: long ones are slow to send, and tell little more."""


def text(rng: Random, field: str = "") -> str:
    """By the name of its field it may well be right: then something else can be wrong."""
    if field == "text" and rng.random() < 0.5:
        return rng.choice(BOMBS if rng.randrange(SELDOM // 4) else LONG_BOMBS)
    if field in WORDS and rng.random() < 0.9:
        return rng.choice(WORDS[field])
    if field in ("token", "invitation", "profile") and rng.random() < 0.9:
        return "".join(rng.choices(string.ascii_letters + string.digits + "-_", k=22))
    if not rng.randrange(SELDOM):
        return rng.choice("a\0é\u202e") * rng.choice((17_000, 70_000, 250_000))
    if rng.random() < 0.5:
        return rng.choice(STRINGS)
    return "".join(chr(rng.choice((rng.randrange(32, 127), rng.randrange(0x110000)))) for _ in range(rng.randrange(12)))


BOMBS = [text[:4_000] for text in toml_bombs.texts(4_100)] + [
    ".".join("a" * 2_000) + " = 1",
    f"a = {'[' * 1_900}{']' * 1_900}",
    "a = '''" + "x" * 3_000,
    "\n".join("a" * number + " = 1" for number in range(1, 80)),
]


LONG_BOMBS = toml_bombs.texts()


def number(rng: Random, field: str = "") -> Any:
    if field in NUMBERED and rng.random() < 0.9:
        return rng.choice(NUMBERED[field])
    return rng.choice(NUMBERS)


def value(rng: Random, depth: int = 0) -> Any:
    """Anything at all."""
    kind = rng.randrange(9 if depth < 3 else 6)
    if kind < 2:
        return text(rng)
    if kind == 2:
        return number(rng)
    if kind == 3:
        return rng.choice((None, True, False))
    if kind == 4:
        return f"{DEEP}{rng.choice((5, 60, 900, 1_100, 8_000))}"
    if kind == 5:
        return rng.choice((f"{LONG_INTEGER}{rng.choice((19, 30, 400, 4_299, 4_301, 9_000))}", [], {}, ""))
    if kind == 6:
        return {text(rng)[:40]: value(rng, depth + 1) for _ in range(rng.randrange(4))}
    return [value(rng, depth + 1) for _ in range(rng.randrange(5))]


def broken(whole: Any, rng: Random) -> Any:
    """The same with one thing wrong, somewhere in it."""
    if isinstance(whole, dict) and whole and rng.random() < 0.8:
        name = rng.choice(list(whole))
        how = rng.random()
        if how < 0.15:
            return {key: kept for key, kept in whole.items() if key != name}
        if how < 0.25:
            return {**whole, text(rng)[:30]: value(rng)}
        return {**whole, name: broken(whole[name], rng)}
    if isinstance(whole, list) and whole and rng.random() < 0.7:
        place = rng.randrange(len(whole))
        return [*whole[:place], broken(whole[place], rng), *whole[place + 1 :]]
    return value(rng)


def written(content: Any) -> bytes:
    """As JSON, with the depths and digits that were asked for; lone surrogates stay escapes."""
    found = json.dumps(content)
    while DEEP in found:
        at = found.index(f'"{DEEP}') if f'"{DEEP}' in found else -1
        if at < 0:
            return found.replace(DEEP, "deep").encode()
        end = found.index('"', at + 1)
        depth = int(found[at + len(DEEP) + 1 : end])
        found = f"{found[:at]}{'[' * depth}{']' * depth}{found[end + 1 :]}"
    while f'"{LONG_INTEGER}' in found:
        at = found.index(f'"{LONG_INTEGER}')
        end = found.index('"', at + 1)
        found = found[:at] + "9" * int(found[at + len(LONG_INTEGER) + 1 : end]) + found[end + 1 :]
    return found.encode()


def damaged(data: bytes, rng: Random) -> bytes:
    """Bytes that are no longer what they were."""
    place = rng.randrange(len(data) + 1)
    return rng.choice(
        (
            data[:place],
            data[:place] + b"\xc3" + data[place:],
            data[:place] + b"\xed\xa0\x80" + data[place:],
            data[:place] + bytes(rng.randrange(256) for _ in range(6)) + data[place + 2 :],
            b"\xef\xbb\xbf" + data,
            data.decode("utf-8", "replace").encode("utf-16"),
            data + data,
            data[:place] + b"\0" + data[place:],
            b"",
            b"null",
            b"[]",
            b'"' + data + b'"',
            b"NaN",
            b"-",
            b"\x1f\x8b\x08" + data[:20],
        )
    )
