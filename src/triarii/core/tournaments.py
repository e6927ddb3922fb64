"""Tournaments: who plays whom in which round, and how all stand. Nothing here knows games, rooms or people: players are
numbers, in the order in which they joined.

Round robin by the circle method; Swiss by score groups from the top, with as little of a difference as there is without
a pairing twice. Whoever is left over has a bye, which counts as a win and comes once at most as long as that can be.
Whoever has left is paired no more; what was played stands.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

WIN = 2
"""Points are counted in halves: 2 for a win, 1 for a draw."""


class How(StrEnum):
    """How a pairing comes to its result."""

    PLAYED = "played"
    ENTERED = "entered"
    """The host says how it ended."""
    BY_DEFAULT = "by_default"
    """The loser did not turn up."""
    NOBODY_CAME = "nobody_came"
    """Both lose by default."""


class Ruling(StrEnum):
    """What a host can say of a pairing that does not end by itself."""

    FIRST_WINS = "first_wins"
    SECOND_WINS = "second_wins"
    DRAW = "draw"
    FIRST_ABSENT = "first_absent"
    SECOND_ABSENT = "second_absent"
    BOTH_ABSENT = "both_absent"


RULINGS: Mapping[Ruling, tuple[int, How]] = {
    Ruling.FIRST_WINS: (WIN, How.ENTERED),
    Ruling.SECOND_WINS: (0, How.ENTERED),
    Ruling.DRAW: (1, How.ENTERED),
    Ruling.FIRST_ABSENT: (0, How.BY_DEFAULT),
    Ruling.SECOND_ABSENT: (WIN, How.BY_DEFAULT),
    Ruling.BOTH_ABSENT: (0, How.NOBODY_CAME),
}
"""The score of the first player, and how it came about."""


@dataclass(frozen=True)
class Pairing:
    """Two players of one round, the first with the first seat; without a second it is a bye."""

    first: int
    second: int | None = None
    score: int | None = None
    """Of the first, 0 to 2; none yet where it is still played."""
    points: tuple[int, int] | None = None
    """What the game was worth to both by its own scoring."""
    how: How = How.PLAYED

    @property
    def done(self) -> bool:
        return self.second is None or self.score is not None

    @property
    def held(self) -> bool:
        """Whether both sat down to it, as far as is known."""
        return self.second is not None and self.how in (How.PLAYED, How.ENTERED)

    @property
    def scores(self) -> tuple[int, int] | None:
        """Of both; a bye has none."""
        if self.second is None or self.score is None:
            return None
        return self.score, 0 if self.how is How.NOBODY_CAME else WIN - self.score

    def came(self, player: int) -> bool:
        return self.held or (self.how is How.BY_DEFAULT and (self.score == WIN) == (player == self.first))


@dataclass(frozen=True)
class Standing:
    """How a player stands, in halves of a point."""

    player: int
    score: int
    buchholz: int
    """The sum of the opponents' scores: who had the stronger ones comes first. Whoever won by default is credited with
    the opponent that the draw gave him; whoever stayed away met nobody."""
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


def round_robin_left(
    players: int, rounds: Sequence[Sequence[Pairing]], gone: Collection[int] = ()
) -> list[list[Pairing]]:
    """The rounds still to come. Whoever should meet somebody who has left has a bye; a round without any game is left
    out: it would give a win to everybody."""
    begun = 0
    if rounds:  # every two meet in one round only, so any game tells which one it was
        game = next(_players(pair) for pair in rounds[-1] if pair.second is not None)
        numbers = range(round_robin_rounds(players))
        begun = 1 + next(n for n in numbers if any(_players(pair) == game for pair in round_robin(players, n)))
    coming = [_without(round_robin(players, number), gone) for number in range(begun, round_robin_rounds(players))]
    return [pairs for pairs in coming if any(pair.second is not None for pair in pairs)]


def _players(pair: Pairing) -> frozenset[int | None]:
    return frozenset((pair.first, pair.second))


def _without(pairs: Sequence[Pairing], gone: Collection[int]) -> list[Pairing]:
    kept = []
    for pair in pairs:
        match [player for player in (pair.first, pair.second) if player is not None and player not in gone]:
            case [first, second]:
                kept.append(Pairing(first, second))
            case [alone]:
                kept.append(Pairing(alone))
    return sorted(kept, key=lambda pair: pair.second is None)


def swiss(players: int, rounds: Sequence[Sequence[Pairing]], gone: Collection[int] = ()) -> list[Pairing]:
    """The next round."""
    scores = {standing.player: standing.score for standing in standings(players, rounds)}
    here = [player for player in range(players) if player not in gone]
    order = sorted(here, key=lambda player: (-scores[player], player))
    # Also where one did not turn up: nobody shall wait for the same one twice.
    met = {frozenset((pair.first, pair.second)) for each in rounds for pair in each if pair.second is not None}
    had_bye = {player for each in rounds for pair in each for player in _unplayed_wins(pair)}
    byes: list[int | None] = [None]
    if len(order) % 2:
        byes = [*sorted(order, key=lambda player: (player in had_bye, scores[player], -player))]
    for allowed in (met, set()):  # where nobody new is left, somebody is met again
        for bye in byes:
            found = _paired([player for player in order if player != bye], allowed)
            if found is not None:
                pairs = [_coloured(one, two, rounds) for one, two in found]
                return pairs if bye is None else [*pairs, Pairing(bye)]
    raise AssertionError("everybody may meet everybody again")


def _unplayed_wins(pair: Pairing) -> list[int]:
    """Who had a win without a game, by a bye or by default."""
    if pair.second is None:
        return [pair.first]
    if pair.how is not How.BY_DEFAULT:
        return []
    return [pair.first if pair.score == WIN else pair.second]


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
        player: sum(pair.first == player and pair.held for each in rounds for pair in each) for player in (one, two)
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
        elif pair.scores is not None:
            for player, got, rival in zip(
                (pair.first, pair.second), pair.scores, (pair.second, pair.first), strict=True
            ):
                score[player] += got
                tally[player][WIN - got] += 1
                if pair.came(player):
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
