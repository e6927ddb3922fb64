"""Work of L'Art de la Guerre that asks the contract alone, so that an older checkout can be asked the same questions:
python benchmarks/by_contract.py JOB SIZE prints units and CPU seconds of the package that Python finds, as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from triarii.core.contract import Eye, Turn
from triarii.games.adlg.game import GAME

OPENINGS = (("skirmish", "c1"), ("skirmish", "c2"), ("drill_charge", "c1"), ("drill_zone", "c1"))
"""Scenarios, and the corps that is given orders there."""
BATTLE = "shield_wall"


def start(scenario: str) -> Any:
    return GAME.start({"scenario": scenario})


def fresh(position: Any) -> Any:
    """The same moment, about which nobody has thought before."""
    return type(position)(position.state)


def laid_anew(position: Any) -> Any:
    """The same moment on a table about which nobody has thought before."""
    state = position.state
    return type(position)(replace(state, field=replace(state.field)))


@cache
def moments() -> list[Any]:
    """Moments at which orders are given, the same in every run."""
    return [start(scenario).play(f"corps {corps}").play("5") for scenario, corps in OPENINGS]


def random_move(names: list[str], rng: Random) -> str:
    """A plain move of one unit, right or wrong."""
    name = rng.choice(names)
    side, number = rng.choice(("left", "right")), rng.choice((0.3, 1, 2, 30))
    return rng.choice(
        (f"{name} advance {number}", f"{name} wheel {side} {number} advance 1", f"{name} slide {side} 0.5")
    )


def checks(rounds: int) -> int:
    """Orders checked, each at a position that has not thought about it before."""
    rng, checked = Random(1), 0
    for _ in range(rounds):
        for moment in moments():
            names = list(moment.state.field.stands)
            for _ in range(25):
                fresh(moment).check(random_move(names, rng))
                checked += 1
    return checked


def previews(rounds: int) -> int:
    shown = 0
    for _ in range(rounds):
        for moment in moments():
            for action in moment.actions()[:20]:
                GAME.preview(fresh(moment), action, Eye.FIRST)
                shown += 1
    return shown


def actions(rounds: int) -> int:
    """Whole lists of well-chosen actions; counts the lists."""
    for _ in range(rounds):
        for moment in moments():
            laid_anew(moment).actions()
    return rounds * len(moments())


def samples(rounds: int) -> int:
    """Well-chosen actions drawn at random, each at a position that has not thought about any."""
    rng, drawn = Random(1), 0
    for _ in range(rounds):
        for moment in moments():
            for _ in range(5):
                laid_anew(moment).sample(rng)
                drawn += 1
    return drawn


def views(rounds: int) -> int:
    shown = 0
    for _ in range(rounds):
        for moment in moments():
            for _ in range(25):
                laid_anew(moment).view(Eye.FIRST)
                shown += 1
    return shown


def battle(decisions: int) -> int:
    """Actions and throws of a random battle, to its end or so many decisions."""
    rng, position, decided, played = Random(f"{BATTLE}-1"), start(BATTLE), 0, 0
    while position.turn is not Turn.OVER and decided < decisions:
        if position.turn is Turn.CHANCE:
            position = position.play(rng.choice(position.chances())[0])
        else:
            position = position.play(position.sample(rng))
            decided += 1
        played += 1
    return played


JOBS: dict[str, Callable[[int], int]] = {
    "adlg_checks": checks,
    "adlg_previews": previews,
    "adlg_actions": actions,
    "adlg_samples": samples,
    "adlg_views": views,
    "adlg_battle": battle,
}


def run(jobs: Mapping[str, Callable[[int], int]]) -> None:
    """The job that the command line names, in the size that it names; tells what it did a CPU second."""
    job, size = jobs[sys.argv[1]], int(sys.argv[2])
    job(1)  # loads what must be loaded
    begun = time.process_time()
    units = job(size)
    print(json.dumps({"units": units, "per_cpu_second": units / (time.process_time() - begun)}))


if __name__ == "__main__":
    run(JOBS)
