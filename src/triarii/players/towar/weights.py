"""The weights of the evaluation, from a table, spread over the tables that compiled code reads."""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from triarii.games.towar import codes
from triarii.games.towar.cards import CardTable, Unit
from triarii.games.towar.forces import Forces
from triarii.games.towar.jobs import meet
from triarii.games.towar.setting import Setting
from triarii.players.towar.evaluation import Judgement

CERTAIN, STEEP, WIDEST = 1 << 20, 200, 2_000
ROWS = 4
PLACES = 2 * ROWS
"""Places of a card: for each row, from the own back row on, at the edge and in the middle column."""
CONTACTS = 8
PHASES = 2
"""Weights are given for the first turn and for the last; between them they change evenly."""


@dataclass(frozen=True)
class Weights:
    """Points at the first and at the last turn."""

    places: dict[str, tuple[tuple[float, ...], tuple[float, ...]]]
    """By unit: one number for each place, and one for the reserve."""
    contacts: tuple[tuple[float, ...], tuple[float, ...]]
    tempo: tuple[float, float]


def place_of(cell: int, side: int) -> int:
    """Which place a cell is for a seat: the row as that seat counts, edge or middle."""
    row, column = divmod(cell, codes.COLUMNS)
    return 2 * (ROWS - 1 - row if side else row) + (column == 1)


def table_text() -> str:
    """The table of the weights that self-play found."""
    return resources.files("triarii.players.towar").joinpath("weights.toml").read_text(encoding="utf-8")


@cache
def tuned() -> Weights:
    """The weights that self-play found."""
    table = tomllib.loads(table_text())
    return Weights(
        {name: (tuple(pair[0]), tuple(pair[1])) for name, pair in table["places"].items()},
        (tuple(table["contacts"][0]), tuple(table["contacts"][1])),
        (table["tempo"][0], table["tempo"][1]),
    )


def reference(table: CardTable) -> Weights:
    """The plain look of the reference players: units, with small terms for elite, rows gained and printed numbers."""
    places = {unit.id: (reference_places(unit),) * 2 for unit in table.units.values()}
    return Weights(places, ((0.0,) * CONTACTS,) * 2, (0.0, 0.0))


def reference_places(unit: Unit) -> tuple[float, ...]:
    worth = 100 + 12 * unit.elite + unit.attack + unit.defence
    return (*(worth + 4 * (place // 2) for place in range(PLACES)), 0.0)


def judgement(setting: Setting, armies: tuple[str, str], weights: Weights) -> Judgement:
    """The tables for a pair of armies."""
    force, table = setting.forces(armies), setting.table
    places = [0] * ((codes.TO_PLAY + 1) * 16 * codes.CELLS)
    reserves = [0] * ((codes.TO_PLAY + 1) * 16)
    contacts, tempo = [], []
    for left in range(codes.TO_PLAY + 1):
        share = left / codes.TO_PLAY
        for side, army in enumerate(armies):
            for unit in table.armies[army]:
                code = table.code(unit.id, side)
                sign = -1 if side else 1
                early, late = weights.places[unit.id]
                blend = [_blend(one, two, share) for one, two in zip(early, late, strict=True)]
                for cell in range(codes.CELLS):
                    places[(left * 16 + code) * codes.CELLS + cell] = sign * blend[place_of(cell, side)]
                reserves[left * 16 + code] = sign * blend[PLACES]
        contacts += [_blend(one, two, share) for one, two in zip(*weights.contacts, strict=True)]
        tempo.append(_blend(*weights.tempo, share))
    return Judgement(places, reserves, contacts, tempo, duels(force), force.elite, SCORES)


def _blend(early: float, late: float, share: float) -> int:
    return round(early * share + late * (1 - share))


def duels(force: Forces) -> list[int]:
    """For each attacker and defender: forward 1 wins, 2 ties; sideways the same, two bits higher."""
    shown = {codes.WON: 1, codes.TIED: 2, codes.LOST: 0}
    found = [0] * 256
    for attacker in range(16):
        for defender in range(16):
            forward = shown[meet(attacker, defender, codes.FORWARD, force)]
            aside = shown[meet(attacker, defender, codes.LEFT, force)] if force.sideways >> attacker & 1 else 0
            found[attacker * 16 + defender] = forward | aside << 2
    return found


SCORES = [round(CERTAIN / (1 + math.exp(-points / STEEP))) for points in range(-WIDEST, WIDEST + 1)]
