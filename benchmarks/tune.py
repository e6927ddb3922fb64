"""`make tune`: finds the weights of the evaluation of Cities & Heroes by self-play.

Rounds of self-play with the present weights give positions and how their games ended (kept in benchmarks/tuning/); a
logistic regression finds the weights that foretell the ends best. A new set is taken over only if it wins a match.
"""

from __future__ import annotations

import gzip
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from benchmarks import figures
from benchmarks.self_play import SelfPlay, parser_of, play_shard
from benchmarks.self_play import rows as rows_of
from triarii.core.contract import Turn
from triarii.games.cities import GAME
from triarii.games.cities.position import Position
from triarii.players.cities import evaluation
from triarii.players.cities.search import Search
from triarii.players.cities.weights import PRESENT, Weights

DATA = Path(__file__).parent / "tuning" / "cities_positions.csv.gz"
LAYOUTS = ("gates", "gates", "flanks", "rear", "zigzag")
NODES = 3_000
KEPT = 0.25
"""Share of the positions of a game that are kept: neighbours tell the same story."""
BLUNDERS = 0.06
"""Random turns, so that both sides get into trouble and out of it."""
PIECE = 400
"""A piece is worth this much by definition; all else is measured against it."""
RIDGE = 1.0

Row = tuple[tuple[int, ...], float]
"""Features for the player to move, and what the game brought him: 0, 0.5 or 1."""


def self_play(seed: int) -> list[Row]:
    """The positions of one game with the present weights."""
    rng = Random(seed)
    position = GAME.start({"layout": rng.choice(LAYOUTS)})
    assert isinstance(position, Position)
    for _ in range(rng.randrange(4, 14)):
        position = position.play(rng.choice(position.actions()))
    search = Search(PRESENT, position.setting.rulings, 14)
    seen: list[tuple[Turn, tuple[int, ...]]] = []
    while position.turn is position.side:
        if rng.random() < KEPT:
            seen.append((position.side, evaluation.features(*position.placement, position.stall)))
        report = search.search(position.placement, position.stall, position.past_keys(), nodes=NODES)
        blunder = rng.random() < BLUNDERS or not report.line
        position = position.play(rng.choice(position.actions()) if blunder else report.line[0])
    result = position.result()
    assert result is not None
    return [(found, 0.5 if result.winner is None else float(result.winner is side)) for side, found in seen]


def read_row(told: Any) -> Row:
    """A row that went through JSON."""
    features, result = told
    return tuple(map(int, features)), float(result)


def fit(rows: Sequence[Row], rounds: int = 8) -> list[float]:
    """The weights (with the tempo last) that foretell the ends best, by Newton's method, a piece worth PIECE."""
    size = len(rows[0][0]) + 1
    found = [0.0] * size
    for _ in range(rounds):
        slope = [-RIDGE * weight for weight in found]
        bend = [[RIDGE * (i == j) for j in range(size)] for i in range(size)]
        for features, result in rows:
            counted = (*features, 1)
            chance = 1 / (1 + math.exp(-sum(w * x for w, x in zip(found, counted, strict=True))))
            for i, x in enumerate(counted):
                slope[i] += (result - chance) * x
                if x:
                    share = chance * (1 - chance) * x
                    for j in range(size):
                        bend[i][j] += share * counted[j]
        found = [weight + step for weight, step in zip(found, solve(bend, slope), strict=True)]
    return found


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """A small linear system, by elimination with pivots."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(size):
            if r != i:
                times = rows[r][i] / rows[i][i]
                rows[r] = [x - times * y for x, y in zip(rows[r], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def as_weights(found: Sequence[float]) -> tuple[Weights, float]:
    """Whole numbers, and the points that make a chance of e to 1: the scale of scores."""
    unit = PIECE / found[0]
    worth = [round(weight * unit) for weight in found]
    worth[3] = round(found[3] * unit * (1 << 6))
    return Weights(*worth), unit


def write(rows: Iterable[Row]) -> None:
    DATA.parent.mkdir(exist_ok=True)
    with gzip.GzipFile(DATA, "wb", mtime=0) as file:
        for features, result in rows:
            file.write((",".join(map(str, features)) + f",{result}\n").encode())


def read() -> list[Row]:
    with gzip.open(DATA, "rt") as file:
        lines = [line.strip().split(",") for line in file]
    return [(tuple(int(x) for x in line[:-1]), float(line[-1])) for line in lines]


def main() -> None:
    chosen = parser_of("Tune the evaluation of Cities & Heroes by self-play.").parse_args()
    if chosen.games:
        how = {"nodes": NODES, "kept": KEPT, "blunders": BLUNDERS, "weights": list(PRESENT)}
        measured = SelfPlay("cities", chosen.seed, how, self_play, read_row)
        if play_shard(measured, chosen):
            return
        write(rows_of(measured, chosen))
    rows = read()
    worth, unit = as_weights(fit(rows))
    print(f"{len(rows)} positions; scale {unit:.0f}")
    for name, value, before in zip(Weights._fields, worth, PRESENT, strict=True):
        print(f"{name} = {value}  # was {before}")
    figures.write("tuning", {"positions": len(rows), "scale": round(unit), "weights": worth._asdict()})


if __name__ == "__main__":
    main()
