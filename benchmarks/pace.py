"""How long a whole battle of L'Art de la Guerre takes, from the first command die to the break, in CPU seconds."""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from statistics import median

from benchmarks import battles
from benchmarks.by_contract import random_move
from triarii.games.adlg.assist.candidates import units_of
from triarii.games.adlg.position import Position
from triarii.lab import matches
from triarii.lab.matches import Pairing

SEED = 31
LONGEST = 4_000


@dataclass(frozen=True)
class Battle:
    """Who fights where, and how often it is measured."""

    scenario: str
    points: int
    players: tuple[str, str]
    times: int

    @property
    def name(self) -> str:
        return f"{' against '.join(self.players)}, {self.scenario} ({self.points} points)"


BATTLES = (
    Battle("shield_wall", 100, ("random", "random"), 5),
    Battle("shield_wall", 100, ("brawler", "brawler"), 5),
    Battle("shield_wall", 100, ("general", "general"), 5),
    Battle("olive_groves", 200, ("general", "general"), 2),
)


SIZES = ("drill_walls", "hastings", "between_the_woods", "olive_groves")
"""Scenarios with about 10, 20, 40 and 50 units."""
CHECKS = 200


def growth() -> list[dict[str, object]]:
    """What checking an order costs on tables with more and more units."""
    found: list[dict[str, object]] = []
    for scenario in SIZES:
        rng, begun = Random(SEED), battles.start(scenario)
        moment = begun.play(begun.actions()[0]).play("5")
        own = [unit.id for unit in units_of(moment.state)]  # orders to others are refused at once
        orders = [random_move(own, rng) for _ in range(CHECKS)]
        since = time.process_time()
        for order in orders:
            Position(moment.state).check(order)
        spent = time.process_time() - since
        units = len(moment.state.field.stands)
        found.append({"units": units, "microseconds_an_order": round(1_000_000 * spent / CHECKS)})
        print(f"adlg, order checks on a table of {units} units: {found[-1]['microseconds_an_order']} CPU microseconds")
    return found


def measure() -> list[dict[str, object]]:
    """The median CPU seconds of a battle and of a decision in it."""
    return [_measured(battle) for battle in BATTLES]


def _measured(battle: Battle) -> dict[str, object]:
    pairing = Pairing("adlg", battle.players, {"scenario": battle.scenario}, SEED, longest=LONGEST)
    seconds, decisions = [], []
    for number in range(battle.times):
        begun = time.process_time()
        played = matches.play(pairing, number)
        seconds.append(time.process_time() - begun)
        decisions.append(played.plies)
    found: dict[str, object] = {
        "what": battle.name,
        "battles": battle.times,
        "seconds": round(median(seconds), 1),
        "decisions": round(median(decisions)),
        "ms_a_decision": round(1000 * sum(seconds) / sum(decisions)),
    }
    print(f"adlg, {battle.name}: {found['seconds']} CPU seconds a battle, {found['ms_a_decision']} ms a decision")
    return found
