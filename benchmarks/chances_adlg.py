"""What the general's judgement is worth: battles of the general with itself, and how they ended.

`python -m benchmarks.chances_adlg [BATTLES]` fights until so many are kept in benchmarks/tuning/adlg_battles.jsonl. It
prints how steep the chance to win grows with the lead (STEEPNESS in players/adlg/prospects.py), how often who was said
to win did, and what each part of the judgement foretold of the final margin beside the losses so far. A line is the end
of a corps' orders: what the table was worth to its side, by parts, and how the battle ended. Stopped and started again,
it goes on where it was.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from triarii.core.contract import Budget, Eye, Turn
from triarii.games.adlg.battle.fighting import aftermath
from triarii.games.adlg.battle.stages import Stage
from triarii.games.adlg.game import GAME
from triarii.games.adlg.position import Position
from triarii.players.adlg.general import General
from triarii.players.adlg.weights import WEIGHTS
from triarii.players.adlg.worth import Judge

PLACE = Path(__file__).parent / "tuning" / "adlg_battles.jsonl"
SCENARIOS = ("skirmish", "shield_wall", "desert_wells", "sea_of_grass", "flower_war")
PARTS = ("losses", "melees", "threats", "soon", "later", "shots")
SIGNS = (1, 1, -1, 1, 1, 1)
LONGEST = 400
"""Lines of one battle, at most."""
SEED = 1_000
BINS = (-9.0, -0.5, -0.25, -0.1, 0.1, 0.25, 0.5, 9.0)
RIDGE = 5.0
"""Keeps parts that are seldom there from being believed too much."""

Line = dict[str, Any]


def main(battles: int) -> None:
    lines = [json.loads(line) for line in PLACE.read_text(encoding="utf-8").splitlines()] if PLACE.exists() else []
    for number in range(len({line["battle"] for line in lines}), battles):
        found = fought(number)
        with PLACE.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in found)
        lines += found
    print("\n".join(told(lines)))


def fought(number: int) -> list[Line]:
    """One battle of the general with itself."""
    scenario, rng, general = SCENARIOS[number % len(SCENARIOS)], Random(SEED + number), General()
    position, found = GAME.start({"scenario": scenario}), list[Line]()
    assert isinstance(position, Position)
    while position.turn is not Turn.OVER and len(found) < LONGEST:
        if position.turn is Turn.CHANCE:
            faces, shares = zip(*position.chances(), strict=True)
            position = position.play(rng.choices(faces, [float(share) for share in shares])[0])
            continue
        chosen = general.choose(GAME, position.view(Eye(int(position.turn))), Budget(), rng).action
        if chosen == "done" and position.state.stage is Stage.ORDERS:
            found.append(_line(position, scenario, number))
        position = position.play(chosen)
    result, field = position.result(), position.state.field
    end = [aftermath.army_losses(field, seat).total for seat in (0, 1)]
    winner = None if result is None or result.winner is None else int(result.winner)
    return [{**line, "end": end, "winner": winner} for line in found]


def _line(position: Position, scenario: str, number: int) -> Line:
    state, seat = position.state, int(position.turn)
    judge = Judge(state, seat)
    judge.value(state)
    look = judge.survey.outlook
    parts = (judge.material_before, judge.fray_before, look.threats, look.soon, look.later, look.volleys)
    values = [aftermath.army_value(state.field, each).total for each in (0, 1)]
    named = {name: round(value, 3) for name, value in zip(PARTS, parts, strict=True)}
    return {"scenario": scenario, "battle": number, "seat": seat, "sequence": state.sequence, "values": values, **named}


def told(lines: Sequence[Line]) -> Iterator[str]:
    """What was found, in lines to print."""
    parts = np.array([[sign * line[name] for name, sign in zip(PARTS, SIGNS, strict=True)] for line in lines])
    won = np.array([0.5 if line["winner"] is None else float(line["winner"] == line["seat"]) for line in lines])
    margin = np.array([line["end"][1 - line["seat"]] - line["end"][line["seat"]] for line in lines], float)
    weights = (1.0, WEIGHTS.fray, WEIGHTS.threat, WEIGHTS.now, WEIGHTS.chance, WEIGHTS.volley)
    lead = parts @ np.array(weights) * np.array([2 / sum(line["values"]) for line in lines])
    steep = _steepness(lead, won)
    yield f"{len(lines)} lines of {len({line['battle'] for line in lines})} battles; steepness {steep:.2f}"
    for low, high in pairwise(BINS):
        here = (lead >= low) & (lead < high)
        if here.any():
            said = (1 / (1 + np.exp(-steep * lead[here]))).mean()
            yield f"lead {low:+.2f} to {high:+.2f}: {here.sum()} lines, said {said:.2f}, won {won[here].mean():.2f}"
    fitted = np.linalg.solve(parts.T @ parts + RIDGE * np.eye(len(PARTS)), parts.T @ margin)
    for name, fit, weight in zip(PARTS, fitted / fitted[0], weights, strict=True):
        yield f"{name}: foretells {fit:.2f} for each loss point of the losses, weighs {weight}"


def _steepness(lead: Any, won: Any) -> float:
    """By Newton's method on the likelihood."""
    steep = 0.1
    for _ in range(100):
        chance = 1 / (1 + np.exp(-steep * lead))
        steep += float(((won - chance) * lead).sum() / (chance * (1 - chance) * lead * lead).sum())
    return steep


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
