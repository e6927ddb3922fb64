"""One measurement in a process of its own, by whichever build it gets: python -m benchmarks.speed JOB SIZE."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from random import Random

from triarii.games.cities import GAME
from triarii.games.cities.position import Position
from triarii.lab.playouts import LONGEST


def start() -> Position:
    position = GAME.start({})
    assert isinstance(position, Position)
    return position


def playouts(games: int) -> int:
    return GAME.playouts(start(), games, seed=1, longest=LONGEST).plies


def perft(depth: int) -> int:
    return GAME.perft(start(), depth)


def contract(games: int) -> int:
    """Random games driven from outside, as any program would drive them."""
    rng, listed = Random(1), 0
    for _ in range(games):
        position = start()
        while actions := position.actions():
            listed += len(actions)
            position = position.play(rng.choice(actions))
    return listed


JOBS: dict[str, Callable[[int], int]] = {"playouts": playouts, "perft": perft, "contract": contract}


def main() -> None:
    job, size = JOBS[sys.argv[1]], int(sys.argv[2])
    begun = time.process_time()
    units = job(size)
    print(json.dumps({"units": units, "per_cpu_second": units / (time.process_time() - begun)}))


if __name__ == "__main__":
    main()
