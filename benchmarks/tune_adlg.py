"""Tunes the weights of the general of L'Art de la Guerre by self-play: `python -m benchmarks.tune_adlg STEPS`.

Step by step all weights are shaken at once, each a little up or down by lot; the general so shaken fights the general
shaken the other way, once from each side, and the weights move towards the winner (simultaneous perturbation). Every
step is a line of benchmarks/tuning/adlg.jsonl with what was tried, where, and how it ended: stopped and started again,
it goes on where it was. The scenarios are those of TUNED_ON; strength is measured on others.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from random import Random

from triarii.core.contract import Turn
from triarii.lab import matches
from triarii.lab.matches import Pairing, Played
from triarii.players.adlg.weights import WEIGHTS

PLACE = Path(__file__).parent / "tuning" / "adlg.jsonl"
TUNED_ON = ("skirmish", "shield_wall", "desert_wells", "sea_of_grass", "flower_war")
SHAKEN = (
    "threat",
    "chance",
    "now",
    "volley",
    "drive",
    "haste",
    "eager",
    "impatience",
    "bond",
    "ragged",
    "ground",
    "command",
    "hearing",
)
"""The weights that are tuned; what a melee is worth is reckoned, not tuned."""
SHAKE = 0.25
"""By what share a weight is shaken, up or down."""
PACE = 0.05
"""How far the weights move towards the winner of a step, as a share."""
SEED = 7_919
LONGEST = 4_000


def main(steps: int) -> None:
    lines = [json.loads(line) for line in PLACE.read_text(encoding="utf-8").splitlines()] if PLACE.exists() else []
    known = asdict(WEIGHTS)
    weights = lines[-1]["weights"] if lines else {name: known[name] for name in SHAKEN}
    for number in range(len(lines), steps):
        rng = Random(f"{SEED}/{number}")
        lots = {name: rng.choice((-1, 1)) for name in SHAKEN}
        scenario = TUNED_ON[number % len(TUNED_ON)]
        gained = _fought(weights, lots, scenario, number)
        weights = {name: value * math.exp(PACE * gained * lots[name]) for name, value in weights.items()}
        line = {"step": number, "scenario": scenario, "lots": lots, "gained": gained, "weights": weights}
        with PLACE.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
    print("\n".join(f"{name}: {known[name]} before, {weights[name]:.4f} now" for name in SHAKEN))


def _fought(weights: Mapping[str, float], lots: Mapping[str, int], scenario: str, number: int) -> int:
    """How many battles of two the general won who was shaken as the lots say, less those that he lost."""
    words = tuple(_word({name: weights[name] * (1 + sign * SHAKE * lots[name]) for name in SHAKEN}) for sign in (1, -1))
    pairing = Pairing("adlg", (words[0], words[1]), {"scenario": scenario}, SEED + number, longest=LONGEST)
    return sum(_gain(matches.play(pairing, game), game) for game in (0, 1))


def _word(weights: Mapping[str, float]) -> str:
    return "general:" + ",".join(f"{name}={value:.5f}" for name, value in weights.items())


def _gain(played: Played, game: int) -> int:
    if played.result is None or played.result.winner is None:
        return 0
    return 1 if (played.result.winner is Turn.FIRST) == (game == 0) else -1


if __name__ == "__main__":
    main(int(sys.argv[1]))
