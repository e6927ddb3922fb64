"""`make tune`: finds the weights of the evaluation of Cities & Heroes by self-play.

Games of the frozen `yardstick` with itself give positions and how their games ended (kept in benchmarks/tuning/); a
logistic regression finds the weights that foretell the ends best, early and late in the game. A new set is taken over
only if it wins a match.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from benchmarks import figures
from benchmarks.self_play import SelfPlay, parser_of, play_shard
from benchmarks.self_play import rows as rows_of
from triarii.core.contract import Turn
from triarii.games.cities import GAME
from triarii.games.cities.position import Position
from triarii.players.cities import evaluation
from triarii.players.cities.weights import PRESENT, Weights, Worth
from triarii.players.cities.yardstick.search import Search
from triarii.players.cities.yardstick.weights import PRESENT as FROZEN
from triarii.players.cities.yardstick.weights import SCALE as FROZEN_SCALE

DATA = Path(__file__).parent / "tuning" / "cities_positions.csv.gz"
LAYOUTS = ("gates", "gates", "gates", "flanks", "rear", "zigzag", "outpost", "scattered")
NODES = 2_000
KEPT = 0.25
"""Share of the positions of a game that are kept: neighbours tell the same story."""
BLUNDERS = 0.05
"""Random turns, so that both sides get into trouble and out of it."""
PIECE = 400
"""One of the last pieces is worth this much by definition; all else is measured against it."""
RIDGE = 1000.0
"""How strongly the frozen weights are believed, on features of the same spread: positions of one game are no
independent witnesses."""
SIXTY_FOURTHS = ("late_lead", "late_city")

Row = tuple[tuple[int, ...], int, float]
"""Features for the player to move, the phase of the game, and what the game brought him: 0, 0.5 or 1."""


def self_play(seed: int) -> list[Row]:
    """The positions of one game."""
    rng = Random(seed)
    position = GAME.start({"layout": rng.choice(LAYOUTS)})
    assert isinstance(position, Position)
    for _ in range(rng.randrange(4, 14)):
        position = position.play(rng.choice(position.actions()))
    search = Search(FROZEN, position.setting.rulings, 14)
    seen: list[tuple[Turn, tuple[int, ...], int]] = []
    while position.turn is position.side:
        report = search.search(position.placement, position.stall, position.past_keys(), nodes=NODES)
        if rng.random() < KEPT:
            phase = evaluation.phase(position.placement[0], position.placement[1])
            seen.append((position.side, evaluation.features(*position.placement, position.stall), phase))
        blunder = rng.random() < BLUNDERS or not report.line
        position = position.play(rng.choice(position.actions()) if blunder else report.line[0])
    result = position.result()
    assert result is not None
    return [
        (found, phase, 0.5 if result.winner is None else float(result.winner is side)) for side, found, phase in seen
    ]


def read_row(told: Any) -> Row:
    """A row that went through JSON."""
    features, phase, result = told
    return tuple(map(int, features)), int(phase), float(result)


def fit(rows: Sequence[Row], rounds: int = 12) -> tuple[list[float], list[float]]:
    """The weights (with the tempo last) that foretell the ends best, early and late, by Newton's method."""
    counted = np.array([(*features, 1) for features, _, _ in rows], float)
    early = np.array([phase for _, phase, _ in rows], float)[:, None] / evaluation_phases()
    ends = np.array([result for _, _, result in rows])
    both = np.concatenate([counted * early, counted * (1 - early)], axis=1)
    spread = both.std(axis=0)
    spread[spread == 0] = 1
    both /= spread
    before = np.array(frozen() * 2) * spread
    found = before
    for _ in range(rounds):
        chance = 1 / (1 + np.exp(-both @ found))
        slope = both.T @ (ends - chance) - RIDGE * (found - before)
        bend = (both * (chance * (1 - chance))[:, None]).T @ both + RIDGE * np.eye(len(found))
        found = found + np.linalg.solve(bend, slope)
    weights = [float(weight) for weight in found / spread]
    half = len(weights) // 2
    return weights[:half], weights[half:]


def frozen() -> list[float]:
    """The weights of the yardstick in the order of ours, for a scale of 1; it knows no lead."""
    known = FROZEN._asdict()
    return [known.get(name, 0) / FROZEN_SCALE / (64 if name in SIXTY_FOURTHS else 1) for name in Weights._fields]


def evaluation_phases() -> int:
    """How many phases there are: the phase of the start, which compiled code tells only this way."""
    begun = GAME.start({})
    assert isinstance(begun, Position)
    return evaluation.phase(begun.placement[0], begun.placement[1])


def as_worth(early: Sequence[float], late: Sequence[float]) -> tuple[Worth, float]:
    """Whole numbers, and the points that make a chance of e to 1: the scale of scores."""
    unit = PIECE / late[0]

    def whole(found: Sequence[float]) -> Weights:
        points = dict(zip(Weights._fields, found, strict=True))
        return Weights(
            **{name: round(weight * unit * (64 if name in SIXTY_FOURTHS else 1)) for name, weight in points.items()}
        )

    return Worth(whole(early), whole(late)), unit


def write(rows: Iterable[Row]) -> None:
    DATA.parent.mkdir(exist_ok=True)
    with gzip.GzipFile(DATA, "wb", mtime=0) as file:
        for features, phase, result in rows:
            file.write((",".join(map(str, features)) + f",{phase},{result}\n").encode())


def read() -> list[Row]:
    with gzip.open(DATA, "rt") as file:
        lines = [line.strip().split(",") for line in file]
    return [(tuple(int(x) for x in line[:-2]), int(line[-2]), float(line[-1])) for line in lines]


def main() -> None:
    chosen = parser_of("Tune the evaluation of Cities & Heroes by self-play.").parse_args()
    if chosen.games:
        how = {"nodes": NODES, "kept": KEPT, "blunders": BLUNDERS, "weights": list(FROZEN)}
        measured = SelfPlay("cities", chosen.seed, how, self_play, read_row)
        if play_shard(measured, chosen):
            return
        write(rows_of(measured, chosen))
    rows = read()
    worth, unit = as_worth(*fit(rows))
    print(f"{len(rows)} positions; scale {unit:.0f}")
    for when, found, before in (("early", worth.early, PRESENT.early), ("late", worth.late, PRESENT.late)):
        print(f"[{when}]")
        for name, value, was in zip(Weights._fields, found, before, strict=True):
            print(f"{name} = {value}  # was {was}")
    told = {"early": worth.early._asdict(), "late": worth.late._asdict()}
    figures.write("tuning", {"positions": len(rows), "scale": round(unit), "weights": told})


if __name__ == "__main__":
    main()
