"""What a report is made of: facts for its head, an overview, and chapters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from triarii.pictures.report_html import Markup


@dataclass(frozen=True)
class Chapter:
    """A part of the report with a place in its contents."""

    id: str
    title: str
    body: Markup
    note: str = ""
    """What the contents say of it beside its title."""


@dataclass(frozen=True)
class Story:
    """A game, told."""

    title: str
    chapters: Sequence[Chapter]
    facts: Sequence[tuple[str, str]] = ()
    """Names and values for the head of the report."""
    overview: Markup = field(default_factory=Markup)
