"""Text that strangers send and others see: names without tricks, and nothing that can't be written down."""

from __future__ import annotations

import re
from typing import Any
from unicodedata import category, normalize

import msgspec

JOINER = "\u200d"
"""Joins small pictures to one, and is a trick anywhere else."""
PICTURE = ("So", "Sk", "Mn")
"""What it may follow: a picture, its colour, its style."""
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffe\uffff")
"""Letters and signs that look like nothing."""
BEYOND = 0xE0000
"""From here on there are tags, styles and private signs only."""
MARKS = 3
"""Accents that one letter may carry, one above the other."""
HALVES = re.compile("[\ud800-\udfff]")
"""Halves of characters, which JSON can spell and nothing can write."""
HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
"""Control characters, and those that turn the direction of what is beside them."""
CONTROLS = re.compile(r"(?<!\\)(?:\\\\)*\\(?:u00|[bf])")
"""Control characters as JSON spells them; line feeds and tabs are none of these."""


def plain_name(name: Any) -> Any:
    """A name as others see it: nothing in it controls, turns, hides or piles up, and no spaces around it."""
    if not isinstance(name, str):
        return name  # whoever checks types says so
    name = normalize("NFC", name)
    kept: list[str] = []
    marks = 0
    for at, sign in enumerate(name):
        kind = category(sign)
        if sign.isspace():
            sign = " "
        elif sign == JOINER:
            if not kept or category(kept[-1]) not in PICTURE or category(name[at + 1 : at + 2] or " ") != "So":
                continue
        elif kind in ("Cc", "Cf", "Cs", "Co") or sign in BLANK or ord(sign) >= BEYOND:
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        bare = not kept or kept[-1] == " "  # nothing that a mark could stand on, or a space part from
        if marks <= MARKS and not (bare and (marks or sign == " ")):
            kept.append(sign)
    return "".join(kept).strip()


def whole(document: Any) -> Any:
    """The document itself; a ValueError if a text in it holds half a character."""
    spelled(document)
    return document


def visible(document: Any) -> Any:
    """The document itself; a ValueError if a text in it holds what others would not see, or see turned around."""
    text = spelled(document)
    if HIDDEN.search(text) or CONTROLS.search(text):
        raise ValueError("a hidden character")
    return document


def spelled(document: Any) -> str:
    """What JSON has brought, as JSON again: to look through one text is much faster than to walk through them all."""
    try:
        return msgspec.json.encode(document).decode()
    except UnicodeEncodeError:
        raise ValueError("half a character") from None
    except (OverflowError, RecursionError):
        raise ValueError("too large or too deep") from None


def writable(text: str) -> str:
    """What can be written of a text."""
    return HIDDEN.sub("�", HALVES.sub("�", text))
