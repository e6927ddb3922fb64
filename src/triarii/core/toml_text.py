"""TOML that somebody wrote: read as `tomllib` does, but what is nested too deep is refused before it is read.

For a key of n parts `tomllib` keeps every beginning of it: 40 kB of `a.a.a…` would take gigabytes.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

DEEPEST = 16
"""Parts of a key, and brackets within each other; no content that a game takes has more."""
_STRINGS = ('"""', "'''", '"', "'")
_WEIGHTY = re.compile(r"""[\n#"'.=,\[\]{}]""")
"""Everything that opens, closes or joins; what lies between needs no look."""


class TooDeep(tomllib.TOMLDecodeError):
    """A key of too many parts, or too many brackets within each other."""


def read(text: str) -> dict[str, Any]:
    """The table that a text spells; raises `tomllib.TOMLDecodeError`, whose words name line and column."""
    _check_depth(text)
    return tomllib.loads(text)


def _check_depth(text: str) -> None:
    """Walks over keys and brackets, past strings and comments; what is no TOML at all is left to `tomllib`."""
    at = dots = open_brackets = 0
    while (found := _WEIGHTY.search(text, at)) is not None:
        mark, at = found[0], found.end()
        if mark == ".":
            dots += 1
        elif mark in "\"'":
            at = _end_of_string(text, found.start())
        elif mark == "#":
            at = _end_of_line(text, at)
        else:
            dots = 0
            open_brackets += (mark in "[{") - (mark in "]}")
        if dots >= DEEPEST or open_brackets > DEEPEST:
            line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at) - 1
            raise TooDeep(f"Nested too deep (at line {line}, column {column})")


def _end_of_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _end_of_string(text: str, at: int) -> int:
    """Where a string is over that begins here; one that never ends goes to the end of its line or of the text."""
    quotes = next(each for each in _STRINGS if text.startswith(each, at))
    here = at + len(quotes)
    while True:
        end = text.find(quotes, here)
        if len(quotes) == 1:
            line = _end_of_line(text, here)
            if end < 0 or end > line:
                return line
        elif end < 0:
            return len(text)
        if quotes[0] == "'" or not _is_escaped(text, end):
            return end + len(quotes)
        here = end + 1


def _is_escaped(text: str, at: int) -> bool:
    slashes = 0
    while text[at - 1 - slashes] == "\\":
        slashes += 1
    return slashes % 2 == 1
