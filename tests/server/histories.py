"""Whether what the clients of a room lived through can be told in one order: the history is linearizable, or here is
the pair of moments that contradict each other.

A room is a log that only grows, so no search is needed. What has been entered stands at its number, and a look that
found so many entries stands right behind the last of them. The one order that comes into question is the order of these
places, and it is right exactly if nobody is told later, by the clock on the wall, of an earlier place.

    problems = check(log, deeds, sights)

`log` is what is stored in the end, `deeds` what clients wanted, each time they sent it, `sights` what they were told.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

FOREVER = float("inf")


@dataclass(frozen=True)
class Entry:
    """One entry of the log, as it is stored or as an eye is told of it."""

    kind: str
    seat: str = ""
    text: str | None = ""
    """None: this eye may not read it."""

    def agrees(self, other: Entry) -> bool:
        same_text = self.text is None or other.text is None or self.text == other.text
        return (self.kind, self.seat) == (other.kind, other.seat) and same_text


@dataclass(frozen=True)
class Deed:
    """Something that a client wanted entered, sent once; sent again it is another deed with the same key."""

    client: str
    key: str
    entry: Entry
    seen: int
    """The version upon which it was decided."""
    sent: float
    answered: float | None = None
    """When it was accepted; None: nobody answered."""
    version: int | None = None
    """What was said to have come of it."""


@dataclass(frozen=True)
class Sight:
    """How far a client was told that the game had come, and what it was told of it."""

    client: str
    at: float
    version: int
    entries: tuple[tuple[int, Entry], ...] = ()
    asked: float | None = None
    """When it asked how far the game is; None for news, which come by themselves and may come late."""


Moment = Deed | Sight


class Wrong(StrEnum):
    """In which ways a history can be wrong."""

    LOST = "it was acknowledged and is not there"
    DOUBLED = "it was wanted once and is there twice"
    UNASKED = "it is there and nobody wanted it"
    TWO_ANSWERS = "one wish got two answers"
    TWO_STORIES = "two were told different things of one number"
    BACKWARDS = "what came later stands before"


@dataclass(frozen=True)
class Problem:
    """What is wrong, and the pair that shows it; the second is missing where the log itself contradicts."""

    wrong: Wrong
    first: Moment | Entry
    second: Moment | Entry | None = None
    number: int | None = None

    def __str__(self) -> str:
        place = "" if self.number is None else f" at entry {self.number}"
        return f"{self.wrong}{place}:\n  {self.first}\n  {self.second}"


def check(
    log: Sequence[Entry], deeds: Sequence[Deed], sights: Sequence[Sight], people: Iterable[str] = ("first", "second")
) -> list[Problem]:
    """All that contradicts; nothing says: linearizable. `people` are the seats whose deeds are all known here."""
    wishes = _wishes(deeds)
    problems = [problem for wish in wishes for problem in wish.two_answers()]
    problems += _places(log, wishes, frozenset(people))
    problems += _stories(log, sights)
    return problems + _backwards(wishes, sights)


@dataclass
class _Wish:
    """All deeds of one key, and where the log has it."""

    deeds: list[Deed]
    number: int | None = None

    @property
    def sent(self) -> float:
        return min(deed.sent for deed in self.deeds)

    @property
    def accepted(self) -> list[Deed]:
        return [deed for deed in self.deeds if deed.version is not None]

    def two_answers(self) -> list[Problem]:
        pairs = itertools.pairwise(self.accepted)
        return [Problem(Wrong.TWO_ANSWERS, one, two) for one, two in pairs if one.version != two.version]


def _wishes(deeds: Sequence[Deed]) -> list[_Wish]:
    by_key: dict[tuple[str, str], list[Deed]] = {}
    for deed in deeds:
        by_key.setdefault((deed.entry.seat, deed.key), []).append(deed)
    return [_Wish(sorted(same, key=lambda deed: deed.sent)) for same in by_key.values()]


def _places(log: Sequence[Entry], wishes: Sequence[_Wish], people: frozenset[str]) -> list[Problem]:
    """Give every wish its place in the log: it stands behind what its sender had seen, and none has the place of
    another. Those that were acknowledged choose first, for they know best."""
    problems: list[Problem] = []
    free = {number for number, entry in enumerate(log, 1) if entry.kind == "action" and entry.seat in people}
    for wish in sorted(wishes, key=lambda wish: not wish.accepted):
        deed = (wish.accepted or wish.deeds)[0]
        last = len(log) if deed.version is None else deed.version
        fitting = [number for number in range(deed.seen + 1, min(last, len(log)) + 1) if log[number - 1] == deed.entry]
        mine = [number for number in fitting if number in free or deed.entry.kind != "action"]
        if mine:
            wish.number = mine[0]
            free.discard(mine[0])
        elif wish.accepted:
            problems.append(Problem(Wrong.LOST, deed, number=deed.seen + 1))
    for number in sorted(free):
        same = [wish.deeds[0] for wish in wishes if wish.number and log[wish.number - 1] == log[number - 1]]
        wrong = Wrong.DOUBLED if same else Wrong.UNASKED
        problems.append(Problem(wrong, log[number - 1], same[0] if same else None, number))
    return problems


def _stories(log: Sequence[Entry], sights: Sequence[Sight]) -> list[Problem]:
    """Whatever anybody was told of a number, at any time, is what stands there in the end."""
    problems: list[Problem] = []
    told: dict[int, tuple[Sight, Entry]] = {}
    for sight in sights:
        for number, entry in sight.entries:
            if number <= len(log) and entry.agrees(log[number - 1]):
                told.setdefault(number, (sight, entry))
                continue
            stored = log[number - 1] if number <= len(log) else None
            other = told[number][0] if number in told else stored
            problems.append(Problem(Wrong.TWO_STORIES, sight, other, number))
    return problems


@dataclass(frozen=True, order=True)
class _Event:
    """A moment on the wall's clock: a place was asked for, or known."""

    at: float
    known: bool
    """Sorted behind what is asked at the same moment: only what is surely later must not stand before."""
    place: float = field(compare=False)
    moment: Moment = field(compare=False)


def _backwards(wishes: Sequence[_Wish], sights: Sequence[Sight]) -> list[Problem]:
    """Whatever is asked after a place was known must be given a place behind it."""
    events: list[_Event] = []
    for wish in wishes:
        if wish.number is not None:
            events.append(_Event(wish.sent, False, wish.number, wish.deeds[0]))
        events += [
            _Event(deed.answered or FOREVER, True, deed.version + 0.5, deed)
            for deed in wish.accepted
            if deed.version is not None
        ]
    for sight in sights:
        if sight.asked is not None:
            events.append(_Event(sight.asked, False, sight.version + 0.5, sight))
        events.append(_Event(sight.at, True, sight.version + 0.5, sight))
    problems: list[Problem] = []
    furthest: _Event | None = None
    for event in sorted(events):
        if event.known:
            furthest = event if furthest is None or event.place > furthest.place else furthest
        elif furthest is not None and event.place < furthest.place:
            problems.append(Problem(Wrong.BACKWARDS, furthest.moment, event.moment))
    return problems
