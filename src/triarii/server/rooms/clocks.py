"""Clocks by the server: what each seat has left, or what an evening has left for both, from what was last read and the
time since; the time is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from msgspec import UNSET

from triarii.core.contract import SEATS, AnyGame, Refusal, Turn
from triarii.core.options import LARGEST
from triarii.core.records import SEAT_NAMES, ClockRead
from triarii.server.wire import shown

MINUTE = 60_000
LONGEST_MINUTES = 1_440
LONGEST_INCREMENT = 3_600
LONGEST_DAYS = 14
DAY = 1_440 * MINUTE


@dataclass(frozen=True)
class Clock:
    """Both times as they were read at a moment, and whose runs since."""

    left: tuple[int, int]
    increment: int = 0
    """Milliseconds added for every action (Fischer)."""
    running: Turn | None = None
    since: int = 0
    together: bool = False
    """One time for both, which runs on whoever is to act; at its end the game is brought to its own."""
    days: int = 0
    """Of a slow game: so many days for every turn, and none are saved."""

    @classmethod
    def kept(cls, kept: Mapping[str, int]) -> Clock:
        """As it is stored. Both are full, none runs: the first action starts them, so nobody loses time before the
        other has come."""
        days = kept.get("days", 0)
        full = days * DAY if days else kept["minutes"] * MINUTE
        return cls((full, full), kept.get("increment", 0) * 1000, together=bool(kept.get("together")), days=days)

    def at(self, now: int) -> tuple[int, int]:
        """What both show; never below zero, and a system clock that was set back gives no time."""
        first, second = self.left
        gone = max(0, now - self.since)
        if self.together:
            gone = 0 if self.running is None else gone
            return max(0, first - gone), max(0, second - gone)
        if self.running is Turn.FIRST:
            return max(0, first - gone), second
        if self.running is Turn.SECOND:
            return first, max(0, second - gone)
        return first, second

    def fallen(self, now: int) -> Turn | None:
        """Whose time is over."""
        return next((seat for seat in SEATS if self.running is seat and self.at(now)[seat] <= 0), None)

    def falls_at(self) -> int | None:
        """The moment at which the running clock will be at zero."""
        return None if self.running is None else self.since + self.left[self.running]

    def acted(self, seat: Turn, now: int) -> Clock:
        """After an action: the increment is added; for the action that starts the clocks there is none."""
        left = list(self.at(now))
        if self.days:
            left[seat] = self.days * DAY
        elif self.running is seat and not self.together:
            left[seat] = min(LARGEST, left[seat] + self.increment)
        return replace(self, left=(left[0], left[1]), running=None, since=now)

    def turned_to(self, running: Turn | None, now: int) -> Clock:
        return replace(self, left=self.at(now), running=running, since=now)

    def entry(self) -> ClockRead:
        return ClockRead(*self.left)

    def shown(self, now: int) -> shown.Clock:
        first, second = self.at(now)
        running = None if self.running is None else SEAT_NAMES[self.running]
        return shown.Clock(first, second, running, self.increment, True if self.together else UNSET, self.days or UNSET)


def to_keep(
    game: AnyGame, minutes: int = 0, increment: int = 0, together: bool = False, days: int = 0
) -> dict[str, int] | Refusal:
    """A clock as it is stored; one for both needs a game that knows how to end when its time is up."""
    if days:
        return Refusal("two_clocks") if minutes or increment or together else {"days": days}
    if not minutes:
        return Refusal("no_time_given")
    if not together:
        return {"minutes": minutes, "increment": increment}
    if "time" not in game.info.capabilities:
        return Refusal("record.no_time")
    return {"minutes": minutes, "increment": 0, "together": 1}
