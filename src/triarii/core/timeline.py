"""A record brought to life: each entry changes the state in one place, for live play, replay and proof alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from triarii.core.contract import AnyGame, AnyPosition, Event, Eye, Refusal, Result, Timed, Turn
from triarii.core.options import complete
from triarii.core.records import (
    Acted,
    ChanceFell,
    ClockRead,
    DrawAgreed,
    DrawOffered,
    End,
    Entry,
    FlagFell,
    Header,
    Record,
    Resigned,
    Seal,
    TimeCalled,
    TookBack,
)

RESIGNED = "record.resigned"
DRAW_AGREED = "record.draw_agreed"
FLAG_FELL = "record.flag_fell"


@dataclass(frozen=True)
class Step:
    """One action or chance outcome on the line that was played in the end."""

    number: int
    """The entry's number in the record, from 1."""
    before: AnyPosition
    action: Any
    after: AnyPosition


@dataclass
class Timeline:
    """The game that a record tells. `append` is the only way on; it refuses without changing anything."""

    game: AnyGame
    header: Header
    start: AnyPosition
    entries: list[Entry] = field(default_factory=list)
    end: End | None = None
    seal: Seal | None = None
    """What a server put under the end, if it did."""
    steps: list[Step] = field(default_factory=list)
    chances: int = 0
    """Every chance of the game, taken back or not: the number of the next one never goes back."""
    offered: Turn | None = None
    """Who has a draw offer on the table."""
    settled: Result | None = None
    """A result that the position does not know: resignation, agreement, time."""

    @property
    def record(self) -> Record:
        """The game so far, as it is written."""
        return Record(self.header, tuple(self.entries), self.end, self.seal)

    @property
    def position(self) -> AnyPosition:
        return self.steps[-1].after if self.steps else self.start

    @property
    def result(self) -> Result | None:
        return self.settled or self.position.result()

    def append(self, entry: Entry) -> Refusal | None:
        """Add an entry, or say why it can't follow."""
        if self.end is not None:
            return Refusal("record.after_end")
        refusal = self._apply(entry)
        if refusal is None:
            self.entries.append(entry)
        return refusal

    def close(self, secret: str = "") -> Refusal | None:
        """Write the end, with the secret of chance."""
        if self.end is not None:
            return Refusal("record.after_end")
        result = self.result
        if result is None:
            return Refusal("record.not_over")
        self.end = End(result.winner, result.rule, secret)
        return None

    def events(self, step: Step, eye: Eye = Eye.OBSERVER) -> list[Event]:
        return [event.seen_by(eye) for event in self.game.events(step.before, step.action, step.after)]

    def seen_by(self, eye: Eye) -> Iterator[dict[str, object]]:
        """The live line as one eye may know it: numbered texts and events, never a chain or hash of hidden things."""
        for step in self.steps:
            yield {
                "number": step.number,
                "text": self.game.text_seen_by(step.before, step.action, eye),
                "events": [{"kind": event.kind, **event.fields} for event in self.events(step, eye)],
            }

    def last_turn_of(self, seat: Turn) -> int | None:
        """The entry to take back to, so that the seat has its last turn again (0: the start); None if it had none."""
        for index in range(len(self.steps) - 1, -1, -1):
            if self.steps[index].before.turn is seat:
                return self.steps[index - 1].number if index else 0
        return None

    def _apply(self, entry: Entry) -> Refusal | None:
        match entry:
            case ClockRead():
                return None
            case TookBack(to=number):
                return self._take_back(number)
        if self.result is not None:
            return Refusal("record.game_over")
        match entry:
            case Acted(seat=seat, text=text):
                return self._act(seat, text)
            case ChanceFell(text=text):
                return self._fall(text)
            case DrawOffered(seat=seat):
                self.offered = seat  # in answer to an offer: that one is declined
            case DrawAgreed(seat=seat):
                if self.offered != seat.other:
                    return Refusal("record.no_offer")
                self.settled = Result(None, DRAW_AGREED)
            case Resigned(seat=seat):
                self.settled = Result(seat.other, RESIGNED)
            case FlagFell(seat=seat):
                self.settled = Result(seat.other, FLAG_FELL)
            case TimeCalled():
                return self._call_time()
        return None

    def _act(self, seat: Turn, text: str) -> Refusal | None:
        position = self.position
        if position.turn is not seat:
            return Refusal("record.not_your_turn")
        action = self.game.action(text)
        if isinstance(action, Refusal):
            return action
        refusal = position.check(action)
        if refusal is not None:
            return refusal
        self._step(position, action)
        if self.offered is seat.other:
            self.offered = None
        return None

    def _fall(self, text: str) -> Refusal | None:
        position = self.position
        if position.turn is not Turn.CHANCE:
            return Refusal("record.no_chance_now")
        outcomes = {self.game.action_text(outcome): outcome for outcome, _ in position.chances()}
        if text not in outcomes:
            return Refusal("record.not_an_outcome", params={"text": text, "known": list(outcomes)})
        self._step(position, outcomes[text])
        self.chances += 1
        return None

    def _call_time(self) -> Refusal | None:
        """Tell the game that its time is up; in the line it is a step like others, though nobody's."""
        if not isinstance(self.game, Timed):
            return Refusal("record.no_time")
        call = self.game.time_up(self.position)
        if isinstance(call, Refusal):
            return call
        self._step(self.position, call)
        return None

    def _step(self, before: AnyPosition, action: Any) -> None:
        self.steps.append(Step(len(self.entries) + 1, before, action, before.play(action)))

    def _take_back(self, number: int) -> Refusal | None:
        kept = [step for step in self.steps if step.number <= number]
        if len(kept) == len(self.steps) and self.settled is None:
            return Refusal("record.nothing_to_take_back")
        if number and (not kept or kept[-1].number != number):
            return Refusal("record.take_back_to", params={"number": number})
        self.steps, self.settled, self.offered = kept, None, None
        return None


def begin(game: AnyGame, header: Header) -> Timeline | Refusal:
    """A timeline at its start; its record names every option, whatever the header left to the defaults."""
    if header.game != game.info.id:
        return Refusal("record.other_game", params={"game": header.game})
    if header.rules_version != game.info.rules_version:
        return Refusal(
            "record.rules_version",
            params={"game": header.game, "named": header.rules_version, "present": game.info.rules_version},
        )
    options = complete(game.info, header.options)
    if isinstance(options, Refusal):
        return options
    start = game.parse(header.start, options) if header.start else game.start(options)
    return start if isinstance(start, Refusal) else Timeline(game, replace(header, options=options), start)


def replay(
    game: AnyGame, record: Record, progress: Callable[[], None] = lambda: None
) -> tuple[Timeline | None, Refusal | None]:
    """The timeline of a whole record, up to the first entry that can't be; `progress` hears of each entry."""
    timeline = begin(game, record.header)
    if isinstance(timeline, Refusal):
        return None, timeline
    for number, entry in enumerate(record.entries, start=1):
        refusal = timeline.append(entry)
        if refusal is not None:
            return timeline, Refusal("record.entry", refusal.rule, {"number": number, "reason": refusal.message})
        progress()
    if record.end is not None:
        result = timeline.result
        if result is None or (result.winner, result.rule) != (record.end.winner, record.end.rule):
            return timeline, Refusal("record.other_result")
        timeline.header, timeline.end, timeline.seal = record.header, record.end, record.seal
    return timeline, None


@dataclass(frozen=True)
class Cursor:
    """A place in a game that is being looked through, forward and back."""

    timeline: Timeline
    at: int = 0

    @property
    def position(self) -> AnyPosition:
        return self.timeline.steps[self.at - 1].after if self.at else self.timeline.start

    @property
    def step(self) -> Step | None:
        """The step that led here."""
        return self.timeline.steps[self.at - 1] if self.at else None

    def moved(self, by: int) -> Cursor:
        """So many steps on (or back), stopping at both ends."""
        return Cursor(self.timeline, max(0, min(len(self.timeline.steps), self.at + by)))


def actions_played(steps: Sequence[Step]) -> int:
    """How many steps were made by a seat."""
    return sum(step.before.turn is not Turn.CHANCE for step in steps)
