"""Thousands of games at once in NumPy arrays: one step of all of them is one call of compiled code.

    games = batched("towar", 1024, seed=1)
    while training:
        now = games.step(policy(games.now.observation, games.now.mask, games.now.seat))

A game that ends begins anew within the same step: reward and ending are those of the old game, observation and mask
those of the new one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from triarii.adapters.cities import many as many_cities
from triarii.adapters.cities import numbers as cities
from triarii.adapters.sentences import illegal, invalid
from triarii.adapters.towar import many as many_towar
from triarii.adapters.towar import numbers as towar
from triarii.core import streams
from triarii.core.contract import Turn
from triarii.core.errors import insist
from triarii.games.cities import GAME as CITIES
from triarii.games.cities.actions import FIRST_BEGINS
from triarii.games.towar import GAME as TOWAR
from triarii.games.towar.cards import ARMIES
from triarii.games.towar.position import Position as ToWarPosition

LOTS = 2
"""Beside the seats: lots say who begins."""
SEATS = {"first": 0, "second": 1, "random": LOTS}
LONGEST = 1000
"""Turns after which a game of Cities & Heroes is given up, unless told otherwise."""


@dataclass(frozen=True)
class Batch:
    """One moment of all games. The arrays are the batch's own: the next step writes into them again."""

    observation: NDArray[np.uint8]
    """What the seat to act sees in each game."""
    mask: NDArray[np.bool_]
    """Which numbers it may choose."""
    seat: NDArray[np.uint8]
    """Which seat acts, 0 or 1."""
    reward: NDArray[np.float32]
    """For both seats what the step brought: 1 and -1 where a game was won, else 0."""
    terminated: NDArray[np.bool_]
    """Where a game ended by its rules."""
    truncated: NDArray[np.bool_]
    """Where one was given up."""


class Kernel(Protocol):
    """What compiled code offers for each game."""

    def reset(self, states: Any, seen: Any, masks: Any, seats: Any) -> None: ...
    def sample(self, masks: Any, chosen: Any) -> None: ...
    def state(self, game: int) -> tuple[Any, ...]: ...


class Batched:
    """Many games of one kind under way."""

    def __init__(
        self, kernel: Any, games: int, shape: tuple[int, ...], actions: int, seed: int | Sequence[int]
    ) -> None:
        self.games = games
        self.actions = actions
        """How many numbers there are."""
        self.kernel = kernel
        mask = np.zeros((games, actions), np.uint8)
        ended = np.zeros(games, np.uint8)
        given_up = np.zeros(games, np.uint8)
        self.now = Batch(
            np.zeros((games, *shape), np.uint8),
            mask.view(np.bool_),
            np.zeros(games, np.uint8),
            np.zeros((games, 2), np.float32),
            ended.view(np.bool_),
            given_up.view(np.bool_),
        )
        self._chosen = np.zeros(games, np.int32)
        self._seen, self._mask = _flat(self.now.observation), _flat(mask)
        self._ends = [_flat(self.now.reward), _flat(ended)]
        if isinstance(kernel, many_cities.Games):
            self._ends.append(_flat(given_up))
        self._seat = _flat(self.now.seat)
        self.reset(seed)

    def reset(self, seed: int | Sequence[int]) -> Batch:
        """Begin all games. One seed serves all, and each game still has a chance of its own; or one for each game."""
        if isinstance(seed, int | np.integer):
            states = [streams.begin(int(seed) & streams.MASK, number) for number in range(self.games)]
        elif len(seed) == self.games:
            states = [streams.begin(int(one) & streams.MASK, 0) for one in seed]
        else:
            raise invalid("batch.seeds", games=self.games, given=len(seed))
        self.now.reward[:] = 0
        self.now.terminated[:] = False
        self.now.truncated[:] = False
        self.kernel.reset(_flat(np.array(states, np.uint64)), self._seen, self._mask, self._seat)
        return self.now

    def step(self, actions: NDArray[np.integer[Any]] | Sequence[int]) -> Batch:
        """One action in each game; raises IllegalAction, and changes nothing, if one of them is not allowed."""
        given = np.asarray(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise invalid("batch.actions", games=self.games, given=f"{given.shape} of {given.dtype}")
        self._chosen[:] = np.clip(given, -1, self.actions)  # what is far outside may not wrap around into a number
        misplayed = self.kernel.step(_flat(self._chosen), self._seen, self._mask, *self._ends, self._seat)
        if misplayed >= 0:
            number = int(self._chosen[misplayed])
            raise illegal("batch.mask", game=misplayed, number=number)
        return self.now

    def sample(self) -> NDArray[np.int32]:
        """In each game any action that is allowed, each as likely as the other, from the chance of that game."""
        chosen = np.empty(self.games, np.int32)
        self.kernel.sample(self._mask, _flat(chosen))
        return chosen


def batched(game: str, games: int, seed: int | Sequence[int] = 0, longest: int = LONGEST, **options: object) -> Batched:
    """So many games of `cities` or `towar`. To War! deals the armies by lot unless its option `armies` names two."""
    if games < 1:
        raise invalid("batch.number", given=games)
    if longest < 1:
        raise invalid("batch.longest", given=longest)
    makers = {"cities": _cities, "towar": _towar}
    if game not in makers:
        raise invalid("batch.game", game=game, known=list(makers))
    return makers[game](games, longest, options, seed)


def _cities(games: int, longest: int, options: dict[str, object], seed: int | Sequence[int]) -> Batched:
    start = insist(CITIES.start(options), CITIES.texts)
    begins = LOTS if start.turn is Turn.CHANCE else int(start.side)
    placement = insist(CITIES.start({**options, "begins": "random"}), CITIES.texts).play(FIRST_BEGINS).placement
    kernel = many_cities.Games(games, placement, begins, start.setting.rulings, longest)
    return Batched(kernel, games, (cities.PLANES, 10, 10), cities.ACTIONS, seed)


def _towar(games: int, _: int, options: dict[str, object], seed: int | Sequence[int]) -> Batched:
    """A game has 34 turns at most, so none is given up."""
    options = {"armies": "random", **options}
    start = insist(TOWAR.start(options), TOWAR.texts)
    if options["armies"] in ("choose", "secret"):
        raise invalid("batch.armies", given=str(options["armies"]))
    names = list(ARMIES)
    dealt = [start.armies] if all(start.armies) else [outcome.split(",") for outcome in _pairs(options)]
    pairs = [(str(first), str(second)) for first, second in dealt]
    table = start.setting.table
    kernel = many_towar.Games(
        games,
        [(names.index(first), names.index(second)) for first, second in pairs],
        [table.deck(first, 0) + table.deck(second, 1) for first, second in pairs],
        [start.setting.forces(pair) for pair in pairs],
        SEATS[str(start.setting.options["begins"])],
    )
    return Batched(kernel, games, (towar.OBSERVATION,), towar.ACTIONS, seed)


def _pairs(options: dict[str, object]) -> list[str]:
    """What lots can deal."""
    start = insist(TOWAR.start(options), TOWAR.texts)
    assert isinstance(start, ToWarPosition)
    return [outcome for outcome, _ in start.chances()]


def _flat(values: NDArray[Any]) -> memoryview:
    """The same memory in one row, as compiled code takes it."""
    return values.reshape(-1).data
