"""What a commander looks at; weaker ones overlook some of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from triarii.games.adlg.data.changing import replace


@dataclass(frozen=True)
class Eyes:
    """Everything that he may overlook."""

    threats: bool = True
    flanks: bool = True
    shots: bool = True
    lines: bool = True
    plan: bool = True


SEES_ALL = Eyes()


def eyes_without(overlooked: Iterable[str]) -> Eyes:
    """The eyes of one who overlooks some things."""
    return replace(SEES_ALL, **dict.fromkeys(overlooked, False))
