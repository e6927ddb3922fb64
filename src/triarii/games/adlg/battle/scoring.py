"""What a battle is worth in points, finished or not: by the shares of its strength that each army has lost, and a table
of numbers that players may change (adlg.scoring.broken, adlg.scoring.unfinished).

Shares are exact fractions; only the points that come of them are rounded, half a point up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from fractions import Fraction
from functools import cache
from math import floor

from triarii.core.contract import Refusal, Refused
from triarii.core.options import unknown
from triarii.core.texts import Message
from triarii.games.adlg.data import tables, toml_fields

USUAL = "club"
LEAST, MOST = -1000, 1000
"""What any number of a table may be."""
WHOLE = 100
"""The margin is in hundredths."""


@dataclass(frozen=True)
class Broken:
    """Points where one army has broken; `by` numbers are for a whole share."""

    winner: int
    winner_by_own_loss: int
    loser: int
    loser_by_enemy_loss: int


@dataclass(frozen=True)
class Unfinished:
    """Points where neither has, or both have."""

    margin: int
    """Hundredths by which the shares of loss must differ, or the battle is drawn."""
    winner: int
    winner_by_lead: int
    loser: int
    loser_by_lead: int
    draw: int
    draw_by_enemy_loss: int


@dataclass(frozen=True)
class Scoring:
    """A table of numbers by which battles are scored."""

    title: Mapping[str, str]
    broken: Broken
    unfinished: Unfinished

    @property
    def margin(self) -> Fraction:
        return Fraction(self.unfinished.margin, WHOLE)


class Ending(StrEnum):
    """How a battle ended, as far as points go by it."""

    BROKEN = "broken"
    LEAD = "lead"
    """Unfinished, and one side is far enough ahead."""
    LEVEL = "level"
    """Unfinished, or both have broken: drawn."""


@dataclass(frozen=True)
class Share:
    """What an army has lost of what it can bear."""

    lost: int
    value: int

    @property
    def part(self) -> Fraction:
        """Never more than the whole; an army that can bear nothing has lost everything."""
        return min(Fraction(1), Fraction(self.lost, self.value)) if self.value else Fraction(1)

    def __str__(self) -> str:
        return f"{self.lost}/{self.value}"


@dataclass(frozen=True)
class Sum:
    """How one side's points came about: `base` and `by` for a whole share, of which there was `part`."""

    base: int
    by: int
    part: Fraction

    @property
    def points(self) -> int:
        return max(0, floor(self.base + self.by * self.part + Fraction(1, 2)))


@dataclass(frozen=True)
class Score:
    """The points of both sides, and what they come from."""

    ending: Ending
    winner: int | None
    sums: tuple[Sum, Sum]
    shares: tuple[Share, Share]
    margin: Fraction = field(default=Fraction(0))

    @property
    def points(self) -> tuple[int, int]:
        return self.sums[0].points, self.sums[1].points

    @property
    def lead(self) -> Fraction:
        return abs(self.shares[0].part - self.shares[1].part)


def leader(scoring: Scoring, shares: tuple[Share, Share]) -> int | None:
    """Who has won a battle that was not fought to its end: the side with the smaller share of loss, by the margin at
    least and by anything at all (adlg.scoring.unfinished)."""
    first, second = (share.part for share in shares)
    lead = abs(first - second)
    if not lead or lead < scoring.margin:
        return None
    return 0 if first < second else 1


def of_broken(scoring: Scoring, shares: tuple[Share, Share], winner: int) -> Score:
    """One army has broken, or its general has given up (adlg.scoring.broken)."""
    table, part = scoring.broken, shares[winner].part
    won = Sum(table.winner, table.winner_by_own_loss, part)
    lost = Sum(table.loser, table.loser_by_enemy_loss, part)
    return Score(Ending.BROKEN, winner, (won, lost) if winner == 0 else (lost, won), shares)


def of_unfinished(scoring: Scoring, shares: tuple[Share, Share]) -> Score:
    """Time was up before an army broke (adlg.scoring.unfinished)."""
    winner = leader(scoring, shares)
    if winner is None:
        return of_draw(scoring, shares)
    table, lead = scoring.unfinished, abs(shares[0].part - shares[1].part)
    won, lost = Sum(table.winner, table.winner_by_lead, lead), Sum(table.loser, table.loser_by_lead, lead)
    return Score(Ending.LEAD, winner, (won, lost) if winner == 0 else (lost, won), shares, scoring.margin)


def of_draw(scoring: Scoring, shares: tuple[Share, Share]) -> Score:
    """Nobody is far enough ahead, both have broken, or both agreed on a draw."""
    table = scoring.unfinished
    first, second = (Sum(table.draw, table.draw_by_enemy_loss, shares[1 - seat].part) for seat in (0, 1))
    return Score(Ending.LEVEL, None, (first, second), shares, scoring.margin)


# Tables of numbers


def shipped() -> tuple[str, ...]:
    return tuple(_shipped())


def settle(content: object) -> Scoring | Refusal:
    """The table that an option names or brings; numbers that an own one leaves out are the usual ones."""
    if isinstance(content, str):
        found = _shipped().get(content)
        return unknown("scoring.unknown", content, _shipped()) if found is None else found
    try:
        return _read(content)
    except Refused as refused:
        return refused.refusal


def own_numbers(scoring: Scoring) -> dict[str, dict[str, int]]:
    """The numbers of a table, as a file has them."""
    return {
        "broken": {each.name: getattr(scoring.broken, each.name) for each in fields(Broken)},
        "unfinished": {each.name: getattr(scoring.unfinished, each.name) for each in fields(Unfinished)},
    }


@cache
def _shipped() -> dict[str, Scoring]:
    return {name: _read(entry) for name, entry in tables.read("scoring.toml").items()}


def _read(content: object) -> Scoring:
    where = Message("where.scoring")
    given = toml_fields.fields(content, ("name", "broken", "unfinished"), where)
    title = toml_fields.names(given.get("name", "scoring"), where)
    return _with(title, {part: given.get(part, {}) for part in ("broken", "unfinished")})


def _with(title: Mapping[str, str], given: Mapping[str, object]) -> Scoring:
    broken, unfinished = (
        _numbers(given[part], part, [each.name for each in fields(kind)])
        for part, kind in (("broken", Broken), ("unfinished", Unfinished))
    )
    return Scoring(title, Broken(**broken), Unfinished(**unfinished))


def _numbers(given: object, part: str, known: list[str]) -> dict[str, int]:
    where = Message("where.scoring_part", {"part": part})
    usual = tables.read("scoring.toml")[USUAL][part]
    table = toml_fields.fields(given, known, where)
    return {
        key: toml_fields.number(
            table.get(key, usual[key]), 0 if key == "margin" else LEAST, WHOLE if key == "margin" else MOST, key, where
        )
        for key in known
    }


CLUB = _shipped()[USUAL]
"""The usual table."""
