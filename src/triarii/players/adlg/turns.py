"""Whole turns of a corps on the sketch: moves that only together are good, such as two lines that go on side by side.

A turn is begun with each of the best moves and goes on with whatever is worth most then, until the points are spent.
The enemy's best answer, all the charges that he could make, counts in the worth of every table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from triarii.games.adlg.battle.orders import Move
from triarii.games.adlg.geometry.shapes import Pose
from triarii.players.adlg.survey import Survey

HOPELESS = -0.8
"""A move that is worth less by itself begins no turn and goes on with none."""


@dataclass(frozen=True)
class Course:
    """A move, where it leads, and what it gains by itself."""

    move: Move
    ends: Sequence[tuple[str, Pose]]
    gain: float
    unseen: float = 0.0
    """What of its gain the sketch does not show: that somebody does not charge on his own."""


@dataclass(frozen=True)
class Turn:
    """Moves of one corps, in the order in which they were found."""

    moves: tuple[Move, ...]
    gain: float
    """Of all together, their command points paid."""

    @property
    def rate(self) -> float:
        """For each of the moves."""
        return self.gain / len(self.moves)


@dataclass(frozen=True)
class Breadth:
    """How many turns are begun, and how many moves are looked at for each next step."""

    turns: int
    moves: int


def whole_turns(
    survey: Survey, courses: Sequence[Course], points: int, now: float, price: float, breadth: Breadth
) -> list[Turn]:
    """Turns of so many points, the best first."""
    able = sorted((each for each in courses if each.gain > HOPELESS), key=lambda each: -each.gain)
    chosen = _various(able, breadth.moves)
    found = [_turn(survey, each, chosen, points, now, price) for each in _various(able, breadth.turns)]
    return sorted(found, key=lambda turn: -turn.gain)


def _various(courses: Sequence[Course], most: int) -> list[Course]:
    """The best moves, but for the same units at most two of them."""
    found: list[Course] = []
    seen: dict[tuple[str, ...], int] = {}
    for each in courses:
        if seen.get(each.move.who, 0) < 2:
            seen[each.move.who] = seen.get(each.move.who, 0) + 1
            found.append(each)
        if len(found) == most:
            break
    return found


def _turn(survey: Survey, first: Course, courses: Sequence[Course], points: int, now: float, price: float) -> Turn:
    moves, gain, busy, unseen = [first.move], first.gain, set(first.move.who), first.unseen
    gone = [survey.put(first.ends)]
    while len(moves) < points:
        best: tuple[float, Course] | None = None
        for each in courses:
            if not busy.isdisjoint(each.move.who):
                continue
            worth = survey.moved(each.ends)
            if worth is None:
                continue
            total = worth + unseen + each.unseen - now - price * (len(moves) + 1)
            if total > gain and (best is None or total > best[0]):
                best = total, each
        if best is None:
            break
        gain, chosen = best
        unseen += chosen.unseen
        moves.append(chosen.move)
        busy.update(chosen.move.who)
        gone.append(survey.put(chosen.ends))
    for back in reversed(gone):
        survey.take_back(back)
    return Turn(tuple(moves), gain)


def credit(turns: Sequence[Turn], courses: Mapping[Move, Course]) -> dict[Move, float]:
    """By how much more than its own gain each move of the best turn counts: for what it makes possible."""
    if not turns or len(turns[0].moves) < 2:
        return {}
    return {move: max(0.0, turns[0].rate - courses[move].gain) for move in turns[0].moves}
