"""A part of a measurement for one of several machines that know nothing of each other: every n-th of its numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from triarii.core.contract import Refusal

MOST = 10_000
WORD = re.compile(r"([1-9][0-9]{0,4})/([1-9][0-9]{0,4})")


@dataclass(frozen=True)
class Shard:
    """Part `place`, counted from 1, `of` so many. Numbers are dealt out in turn, so that all parts take about as long,
    and more games later leave every number with its part."""

    place: int = 1
    of: int = 1

    @property
    def is_whole(self) -> bool:
        return self.of == 1

    def numbers(self, total: int) -> range:
        """Those of 0 to `total` that belong to it."""
        return range(self.place - 1, total, self.of)

    def __str__(self) -> str:
        return f"{self.place}/{self.of}"


WHOLE = Shard()


def read(word: str) -> Shard | Refusal:
    """A shard as it is written: 2/5."""
    found = WORD.fullmatch(word)
    if found is None or not int(found[1]) <= int(found[2]) <= MOST:
        return Refusal("shard.form", params={"word": word[:40], "most": MOST})
    return Shard(int(found[1]), int(found[2]))
