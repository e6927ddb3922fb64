"""`python -m benchmarks.duel A B`: two evaluations of Cities & Heroes against each other, from balanced openings.

A and B are `present`, `yardstick` (the frozen master, search and all) or a set of weights that was tried, by its name
in benchmarks/tuning/cities_candidates.toml. Every opening is played twice with seats swapped. With --stop a sequential
test ends the match once it is clear whether A scores 0.5 or 0.55, with errors of 5 % each. Scores are told with the
standard error over pairs of games, and nodes a CPU second of both, for a comparison at equal time.
"""

from __future__ import annotations

import argparse
import math
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean, variance
from typing import Any

from triarii.core.contract import Turn
from triarii.games.cities import GAME
from triarii.games.cities.position import Position
from triarii.players.cities.search import Search
from triarii.players.cities.weights import PRESENT, Weights, Worth
from triarii.players.cities.yardstick.search import Search as Yardstick
from triarii.players.cities.yardstick.weights import PRESENT as FROZEN

CANDIDATES = Path(__file__).parent / "tuning" / "cities_candidates.toml"
LAYOUTS = ("gates", "flanks", "rear")
TURNS = (4, 6, 8)
"""Random turns of an opening."""
BALANCED = 100
"""Points that neither side may be ahead by at the end of an opening, as the yardstick sees it with 4,000 nodes."""
TABLE = 17
LOW, HIGH, SURE = 0.5, 0.55, math.log(0.95 / 0.05)


@dataclass(frozen=True)
class Candidate:
    """A set of weights, and what came of it."""

    worth: Worth
    taken: bool
    matches: tuple[str, ...]


def candidates() -> dict[str, Candidate]:
    """All sets that were tried, by name."""
    table = tomllib.loads(CANDIDATES.read_text(encoding="utf-8"))
    return {
        name: Candidate(
            Worth(Weights(*entry["early"]), Weights(*entry["late"])), entry["taken"], tuple(entry["matches"])
        )
        for name, entry in table.items()
    }


@dataclass
class Seated:
    """A search at work, and what it took."""

    search: Any
    nodes: int = 0
    seconds: float = 0.0

    def turn(self, here: Position, limit: int) -> int:
        begun = time.process_time()
        report = self.search.search(here.placement, here.stall, here.past_keys(), nodes=limit)
        self.seconds += time.process_time() - begun
        self.nodes += report.nodes
        return report.line[0] if report.line else here.actions()[0]


def seated(name: str) -> Seated:
    rulings = _begun("gates").setting.rulings
    if name == "yardstick":
        return Seated(Yardstick(FROZEN, rulings, TABLE))
    return Seated(Search(PRESENT if name == "present" else candidates()[name].worth, rulings, TABLE))


def opening(rng: Random) -> Position:
    """A position after a few random turns in which neither side is ahead."""
    judge = Yardstick(FROZEN, _begun("gates").setting.rulings, 14)
    while True:
        here = _begun(rng.choice(LAYOUTS))
        for _ in range(rng.choice(TURNS)):
            if here.turn is here.side:
                here = here.play(rng.choice(here.actions()))
        if here.turn is not here.side:
            continue
        if abs(judge.search(here.placement, here.stall, here.past_keys(), nodes=4_000).value) < BALANCED:
            return here


def play(here: Position, players: dict[Turn, Seated], nodes: int) -> Position:
    while here.turn is here.side:
        here = here.play(players[here.side].turn(here, nodes))
    return here


def certainty(pairs: list[float]) -> float:
    """The logarithm of how much more likely HIGH is than LOW, by the scores of the pairs."""
    spread = variance(pairs) if len(pairs) > 1 else 0.25
    return (HIGH - LOW) * (2 * mean(pairs) - HIGH - LOW) / (2 * (spread + 0.001)) * len(pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description="Two evaluations of Cities & Heroes against each other.")
    parser.add_argument("players", nargs=2, metavar="NAME")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stop", action="store_true", help="as soon as it is clear")
    chosen = parser.parse_args()
    unknown = [name for name in chosen.players if name not in {"present", "yardstick", *candidates()}]
    if unknown:
        parser.error(f"no such player: {', '.join(unknown)}; there are present, yardstick, {', '.join(candidates())}")
    one, other = (seated(name) for name in chosen.players)
    rng, pairs, counts = Random(chosen.seed), list[float](), {"won": 0, "drawn": 0, "lost": 0}
    for _ in range(chosen.games // 2):
        begun, score = opening(rng), 0.0
        for seat in (Turn.FIRST, Turn.SECOND):
            result = play(begun, {seat: one, seat.other: other}, chosen.nodes).result()
            assert result is not None
            what = "drawn" if result.winner is None else "won" if result.winner is seat else "lost"
            counts[what] += 1
            score += {"won": 0.5, "drawn": 0.25, "lost": 0.0}[what]
        pairs.append(score)
        if chosen.stop and len(pairs) >= 20 and abs(certainty(pairs)) >= SURE:
            break
    error = math.sqrt(variance(pairs) / len(pairs)) if len(pairs) > 1 else 0.5
    print(
        f"{chosen.players[0]} against {chosen.players[1]}, {chosen.nodes} nodes: {2 * len(pairs)} games, "
        f"{counts['won']} won, {counts['drawn']} drawn, {counts['lost']} lost; "
        f"score {mean(pairs):.3f} ± {1.96 * error:.3f}; "
        f"log likelihood {certainty(pairs):.2f} of ± {SURE:.2f}; "
        f"{one.nodes / one.seconds:.0f} and {other.nodes / other.seconds:.0f} nodes a CPU second"
    )


def _begun(layout: str) -> Position:
    found = GAME.start({"layout": layout})
    assert isinstance(found, Position)
    return found


if __name__ == "__main__":
    main()
