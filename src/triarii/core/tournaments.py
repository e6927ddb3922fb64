"""Tournaments: who plays whom in which round, and how all stand. Nothing here knows games, rooms or people: players are
numbers, in the order in which they joined.

Round robin by the circle method; Swiss by score groups from the top, with as little of a difference as there is without
a pairing twice. Whoever is left over has a bye, which counts as a win and comes once at most as long as that can be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIN = 2
"""Points are counted in halves: 2 for a win, 1 for a draw."""


@dataclass(frozen=True)
class Pairing:
    """Two players of one round, the first with the first seat; without a second it is a bye."""

    first: int
    second: int | None = None
    score: int | None = None
    """Of the first, 0 to 2; none yet where it is still played."""
    points: tuple[int, int] | None = None
    """What the game was worth to both by its own scoring."""

    @property
    def done(self) -> bool:
        return self.second is None or self.score is not None


@dataclass(frozen=True)
class Standing:
    """How a player stands, in halves of a point."""

    player: int
    score: int
    buchholz: int
    """The sum of the opponents' scores: who had the stronger ones comes first."""
    points: int
    """By the game's own scoring."""
    won: int
    drawn: int
    lost: int


def round_robin_rounds(players: int) -> int:
    return players - 1 + players % 2


def round_robin(players: int, number: int) -> list[Pairing]:
    """Round `number`, from 0: everybody meets everybody once, and colours take turns."""
    seats = list(range(players)) + ([-1] if players % 2 else [])
    turning = seats[1:]
    at = number % len(turning)
    circle = [seats[0], *turning[at:], *turning[:at]]
    pairs = []
    for place in range(len(circle) // 2):
        one, two = circle[place], circle[-1 - place]
        if -1 in (one, two):
            pairs.append(Pairing(max(one, two)))
        else:
            swapped = (number + place) % 2 == 1
            pairs.append(Pairing(two, one) if swapped else Pairing(one, two))
    return sorted(pairs, key=lambda pair: pair.second is None)


def swiss(players: int, rounds: Sequence[Sequence[Pairing]]) -> list[Pairing]:
    """The next round."""
    scores = {standing.player: standing.score for standing in standings(players, rounds)}
    order = sorted(range(players), key=lambda player: (-scores[player], player))
    met = {frozenset((pair.first, pair.second)) for each in rounds for pair in each if pair.second is not None}
    had_bye = {pair.first for each in rounds for pair in each if pair.second is None}
    byes: list[int | None] = [None]
    if players % 2:
        byes = [*sorted(order, key=lambda player: (player in had_bye, scores[player], -player))]
    for allowed in (met, set()):  # where nobody new is left, somebody is met again
        for bye in byes:
            found = _paired([player for player in order if player != bye], allowed)
            if found is not None:
                pairs = [_coloured(one, two, rounds) for one, two in found]
                return pairs if bye is None else [*pairs, Pairing(bye)]
    raise AssertionError("everybody may meet everybody again")


def _paired(order: Sequence[int], met: set[frozenset[int]]) -> list[tuple[int, int]] | None:
    """The best with the nearest whom they have not met, so that all others can be paired too."""
    if not order:
        return []
    best, *others = order
    for rival in others:
        if frozenset((best, rival)) not in met:
            rest = _paired([player for player in others if player != rival], met)
            if rest is not None:
                return [(best, rival), *rest]
    return None


def _coloured(one: int, two: int, rounds: Sequence[Sequence[Pairing]]) -> Pairing:
    """Whoever had the first seat less often has it now."""
    began = {
        player: sum(pair.first == player and pair.second is not None for each in rounds for pair in each)
        for player in (one, two)
    }
    return Pairing(one, two) if began[one] <= began[two] else Pairing(two, one)


def standings(players: int, rounds: Sequence[Sequence[Pairing]]) -> list[Standing]:
    """All players, the leader first; whoever is equal in everything stands by the order of joining."""
    score = dict.fromkeys(range(players), 0)
    points = dict.fromkeys(range(players), 0)
    tally = {player: [0, 0, 0] for player in range(players)}
    opponents: Mapping[int, list[int]] = {player: [] for player in range(players)}
    for pair in (pair for each in rounds for pair in each):
        if pair.second is None:
            score[pair.first] += WIN
        elif pair.score is not None:
            for player, got, rival in (
                (pair.first, pair.score, pair.second),
                (pair.second, WIN - pair.score, pair.first),
            ):
                score[player] += got
                tally[player][WIN - got] += 1
                opponents[player].append(rival)
            for player, worth in zip((pair.first, pair.second), pair.points or (0, 0), strict=True):
                points[player] += worth
    found = [
        Standing(
            player, score[player], sum(score[rival] for rival in opponents[player]), points[player], *tally[player]
        )
        for player in range(players)
    ]
    return sorted(found, key=lambda each: (-each.score, -each.points, -each.buchholz, each.player))
