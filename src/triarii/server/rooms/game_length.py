"""How long a game may grow: after so many entries it takes only what ends it, and nothing follows for ever."""

from __future__ import annotations

from collections.abc import Sequence

from triarii.core.records import DrawAgreed, DrawOffered, Entry, FlagFell, Resigned, TimeCalled

OFFERS = 10
"""Draw offers that are still taken then: without one no draw can be agreed."""
FOLLOWING = 1_000
"""Chances and standing answers that may still follow what was taken."""
KEYS = 2
"""Keys of wishes that are remembered for each entry that there may be: not every wish becomes an entry."""


def takes(entries: Sequence[Entry], version: int, keys: int, keyed: bool, most: int) -> bool:
    """Whether a game of this version takes these entries; `keyed`: they are a wish, whose key has to be remembered."""
    if any(isinstance(entry, Resigned | DrawAgreed | FlagFell | TimeCalled) for entry in entries):
        return True
    if keyed and keys >= KEYS * most:
        return False
    if version < most or not entries:
        return True
    return version < most + OFFERS and all(isinstance(entry, DrawOffered) for entry in entries)


def may_follow(version: int, most: int) -> bool:
    """Whether one more entry may follow by itself."""
    return version < most + FOLLOWING
