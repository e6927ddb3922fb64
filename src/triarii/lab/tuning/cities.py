"""Tuning of the evaluation of Cities & Heroes.

Games of the frozen `yardstick` with itself give positions and how their games ended; a logistic regression finds the
weights that foretell the ends best, early and late in the game. What it proposes is taken over only if it wins a match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from triarii.core.contract import Turn
from triarii.games.cities import GAME
from triarii.games.cities.position import Position
from triarii.lab.tuning.tuner import BEFORE, NOW, Change, Loss, Share, Tuned, Tuner, left_out
from triarii.players.cities import evaluation
from triarii.players.cities.weights import PRESENT, SCALE, Weights, Worth
from triarii.players.cities.yardstick.search import Search
from triarii.players.cities.yardstick.weights import PRESENT as FROZEN
from triarii.players.cities.yardstick.weights import SCALE as FROZEN_SCALE

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
ROUNDS = 12

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
    if len(features) != len(Weights._fields) - 1:
        raise ValueError
    return tuple(map(int, features)), int(phase), float(result)


def how() -> Mapping[str, object]:
    return {"nodes": NODES, "kept": KEPT, "blunders": BLUNDERS, "weights": list(FROZEN)}


def fit(games: Sequence[Sequence[Row]]) -> Tuned:
    learned, test = left_out(games)
    rows = [row for each in games for row in each]
    worth, unit = as_worth(regression(rows))
    before, now = judged(test, as_points(PRESENT, SCALE)), judged(test, regression(learned))
    changes = [
        Change(f"{when}.{name}", getattr(was, name), getattr(found, name))
        for when, was, found in (("early", PRESENT.early, worth.early), ("late", PRESENT.late, worth.late))
        for name in Weights._fields
    ]
    shares = (Share(BEFORE, before[0], len(test)), Share(NOW, now[0], len(test)))
    return Tuned(len(rows), toml(worth, unit), tuple(changes), shares, Loss(before[1], now[1]))


def laid_out(rows: Sequence[Row]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Features with the tempo last, once as far as it is early and once as far as it is late, and the ends."""
    import numpy as np

    counted = np.array([(*features, 1) for features, _, _ in rows], float)
    early = np.array([phase for _, phase, _ in rows], float)[:, None] / phases()
    return np.concatenate([counted * early, counted * (1 - early)], axis=1), np.array([end for _, _, end in rows])


def regression(rows: Sequence[Row]) -> list[float]:
    """The weights that foretell the ends best, early then late, by Newton's method."""
    import numpy as np

    both, ends = laid_out(rows)
    spread = both.std(axis=0)
    spread[spread == 0] = 1
    both /= spread
    before = np.array(frozen() * 2) * spread
    found = before
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-both @ found))
        slope = both.T @ (ends - chance) - RIDGE * (found - before)
        bend = (both * (chance * (1 - chance))[:, None]).T @ both + RIDGE * np.eye(len(found))
        found = found + np.linalg.solve(bend, slope)
    return [float(weight) for weight in found / spread]


def judged(rows: Sequence[Row], weights: Sequence[float]) -> tuple[float, float]:
    """In which share of positions the likelier side won, and the loss."""
    import numpy as np

    both, ends = laid_out(rows)
    chance = np.clip(1 / (1 + np.exp(-both @ np.array(weights))), 1e-9, 1 - 1e-9)
    right = np.where(chance > 0.5, ends, 1 - ends)
    return float(right.mean()), float(-(ends * np.log(chance) + (1 - ends) * np.log(1 - chance)).mean())


def frozen() -> list[float]:
    """The weights of the yardstick in the order of ours, for a scale of 1; it knows no lead."""
    known = FROZEN._asdict()
    return [known.get(name, 0) / FROZEN_SCALE / (64 if name in SIXTY_FOURTHS else 1) for name in Weights._fields]


def as_points(worth: Worth, scale: float) -> list[float]:
    """Whole numbers as the regression has them, for a scale of 1."""
    return [
        value / scale / (64 if name in SIXTY_FOURTHS else 1)
        for weights in worth
        for name, value in weights._asdict().items()
    ]


def as_worth(found: Sequence[float]) -> tuple[Worth, float]:
    """Whole numbers, and the points that make a chance of e to 1: the scale of scores."""
    half = len(found) // 2
    unit = PIECE / found[half]

    def whole(part: Sequence[float]) -> Weights:
        points = dict(zip(Weights._fields, part, strict=True))
        return Weights(
            **{name: round(weight * unit * (64 if name in SIXTY_FOURTHS else 1)) for name, weight in points.items()}
        )

    return Worth(whole(found[:half]), whole(found[half:])), unit


def phases() -> int:
    """How many phases there are: the phase of the start, which compiled code tells only this way."""
    begun = GAME.start({})
    assert isinstance(begun, Position)
    return evaluation.phase(begun.placement[0], begun.placement[1])


def toml(worth: Worth, unit: float) -> str:
    lines = [f"scale = {round(unit)}"]
    for when, weights in worth._asdict().items():
        lines += ["", f"[{when}]", *(f"{name} = {value}" for name, value in weights._asdict().items())]
    return "\n".join(lines) + "\n"


TUNER = Tuner(how, self_play, read_row, fit, fewest=10 * len(Weights._fields), with_numpy=True)
