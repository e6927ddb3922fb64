"""A game under way: its timeline, and what the wire needs beside it: all positions and steps."""

from __future__ import annotations

from collections.abc import Sequence

from triarii.core import timeline
from triarii.core.contract import AnyGame, AnyPosition, Refusal, Turn
from triarii.core.records import Acted, ChanceFell, ClockRead, DrawOffered, Entry, Header, TimeCalled, TookBack
from triarii.core.timeline import Step, Timeline


class LiveGame:
    """Versions count entries: the position of version n is the one after entry n."""

    def __init__(self, line: Timeline) -> None:
        self.line = line
        self.secretive = line.game.info.hides(line.header.options)
        """Whether this game, as it is set up, keeps anything from an eye."""
        self.steps: dict[int, Step] = {}
        """By the number of their entry; those that were taken back too."""
        self.positions: list[AnyPosition] = [line.start]
        self.chances: dict[int, int] = {}
        """The number of each chance, by the number of its entry."""
        self.decided = 0
        """The version since which the decision is the same: offers and clocks don't change it, nor that time is up."""
        self.acted = 0
        """The version of the last action or take-back, to see whether an offer was made at this place before."""

    @classmethod
    def begin(cls, game: AnyGame, header: Header) -> LiveGame | Refusal:
        line = timeline.begin(game, header)
        return line if isinstance(line, Refusal) else cls(line)

    @classmethod
    def replayed(cls, game: AnyGame, header: Header, entries: Sequence[Entry]) -> LiveGame | Refusal:
        """The game that these entries tell."""
        live = cls.begin(game, header)
        refusal = live if isinstance(live, Refusal) else live.enter_all(entries)
        return live if refusal is None else refusal

    @property
    def version(self) -> int:
        return len(self.line.entries)

    @property
    def position(self) -> AnyPosition:
        return self.line.position

    @property
    def turn(self) -> Turn:
        return Turn.OVER if self.line.result is not None else self.line.position.turn

    @property
    def over(self) -> bool:
        return self.line.result is not None

    def enter(self, entry: Entry) -> Refusal | None:
        """Add an entry, or say why it can't follow."""
        chance, turn = self.line.chances, self.line.position.turn
        refusal = self.line.append(entry)
        if refusal is not None:
            return refusal
        number = self.version
        if isinstance(entry, Acted | ChanceFell | TimeCalled):
            self.steps[number] = self.line.steps[-1]
        if isinstance(entry, ChanceFell):
            self.chances[number] = chance
        same = isinstance(entry, TimeCalled) and self.line.position.turn is turn
        if not same and not isinstance(entry, ClockRead | DrawOffered):
            self.decided = number
        if isinstance(entry, Acted | TookBack):
            self.acted = number
        self.positions.append(self.line.position)
        return None

    def enter_all(self, entries: Sequence[Entry], secret: str = "") -> Refusal | None:
        """Add all of these, up to the first that can't follow; with the secret of chance, the end too."""
        for entry in entries:
            refusal = self.enter(entry)
            if refusal is not None:
                return refusal
        if secret and self.over and self.line.end is None:
            self.line.close(secret)
        return None

    def entries_since(self, version: int) -> Sequence[Entry]:
        return self.line.entries[version:]

    def offer_number(self) -> int:
        """The entry of the draw offer that stands; 0 without one."""
        if self.line.offered is None:
            return 0
        entries = self.line.entries
        return next(number for number in range(len(entries), 0, -1) if isinstance(entries[number - 1], DrawOffered))
