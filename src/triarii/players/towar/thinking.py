"""Thought put into a turn of To War!: deeper and deeper, as long as the budget lasts, exact when few cards are left."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from triarii.core.contract import Budget
from triarii.games.towar import codes, rules
from triarii.games.towar.position import Position
from triarii.players.towar.search import Search

CERTAIN = 1 << 20
MARGIN = 0.9
"""Of the time allowed, less a few milliseconds: the answer must be there in time."""
OVERHEAD = 0.002
DEEPEST = 22


@dataclass(frozen=True)
class Way:
    """One way to go on, and the expected score that it is thought to bring."""

    action: str
    score: float
    depth: int = 0
    """Turns looked at after this one."""

    @property
    def moves(self) -> Sequence[str]:
        return [self.action]

    @property
    def ends_in(self) -> int:
        """A breakthrough ends the game at once."""
        return int(self.score >= 1.0)


def turns_left(position: Position) -> int:
    """How many turns the game still has, this one included."""
    if position.force.pile_ends and position.setting.hand:
        return rules.cards_in(position.reserve)
    return position.cards_left()


def seconds_of(budget: Budget) -> float:
    return max(0.0005, budget.milliseconds / 1000 * MARGIN - OVERHEAD) if budget.milliseconds else 0.0


def ways(
    position: Position,
    search: Search,
    budget: Budget,
    *,
    width: int,
    deepest: int = DEEPEST,
    every: bool = False,
) -> list[Way]:
    """The turns of a position, best first. With `every` all of them get their full value, for an analysis; else a turn
    that can't be the best is only known to be no better."""
    begun = time.monotonic()
    search.begin(budget.nodes or 0, seconds_of(budget))
    left = max(1, turns_left(position))
    afters = {action: position.play(action) for action in position.actions()}
    for action, after in afters.items():
        if after.broken_through:
            return [Way(action, 1.0, DEEPEST)]
    looked = [Way(action, _look(search, after, left - 1)) for action, after in afters.items()]
    found = sorted(looked, key=lambda way: -way.score)
    if len(found) == 1 and not every:
        return found
    for depth, wide in _stages(search, width, min(deepest, left - 1)):
        search.widen(wide)
        deeper: list[Way] = []
        best = 0
        for way in found:
            after = afters[way.action]
            ceiling = CERTAIN if every else CERTAIN - best
            worth = CERTAIN - search.value(
                after.field, after.reserve, after.hands, after.side, left - 1, depth, 0, ceiling
            )
            if search.stopped:
                break
            best = max(best, worth)
            deeper.append(Way(way.action, worth / CERTAIN, depth))
        if search.stopped and (every or len(deeper) < 2):
            break
        done = {way.action for way in deeper}
        rest = [way for way in found if way.action not in done]
        found = sorted(deeper, key=lambda way: -way.score) + rest
        if search.stopped or _no_time_for_more(budget, begun):
            break
    return found


def _stages(search: Search, width: int, deepest: int) -> Iterator[tuple[int, int]]:
    """(depth, width): deeper and deeper; once the end of the game is reached, wider and wider, until no turn is passed
    over any more and nothing is left to find out. So more nodes never buy less."""
    for depth in range(1, deepest + 1):
        yield depth, width
    while search.narrow and deepest:
        width *= 2
        yield deepest, width


def _look(search: Search, after: Position, left: int) -> float:
    return 1 - search.look(after.field, after.reserve + after.hands, after.side, left) / CERTAIN


def _no_time_for_more(budget: Budget, begun: float) -> bool:
    """The next depth takes several times as long as all before it."""
    limit = seconds_of(budget)
    return bool(limit) and time.monotonic() - begun > 0.6 * limit


def blended(thoughts: Sequence[Sequence[Way]]) -> list[Way]:
    """The same turns thought about with several imagined hands: the average of each."""
    total: dict[str, list[Way]] = {}
    for found in thoughts:
        for way in found:
            total.setdefault(way.action, []).append(way)
    mean = [
        Way(action, sum(way.score for way in same) / len(same), min(way.depth for way in same))
        for action, same in total.items()
    ]
    return sorted(mean, key=lambda way: -way.score)


def hidden(position: Position) -> bool:
    """Does the other player hold cards that this one can't see?"""
    return bool(rules.cards_of(position.hands, 1 - position.side)) and position.phase == codes.TURN
