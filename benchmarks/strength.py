"""`make strength`: matches between players, with intervals. Stopped and started again, it goes on where it was."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks import figures
from triarii.cli.many import progress_bar
from triarii.core.contract import Tally
from triarii.lab import matches
from triarii.lab.ladders import neighbours
from triarii.lab.matches import NOTHING, Pairing, Score

BLOCK = 10
"""Games between two looks at the disk."""


@dataclass(frozen=True)
class Promise:
    """A match and the score that the first-named player must reach."""

    game: str
    players: tuple[str, str]
    games: int
    at_least: float

    @property
    def name(self) -> str:
        return f"{self.game}: {self.players[0]} against {self.players[1]}"


LADDER = tuple(Promise("cities", pair, 100, 0.7) for pair in neighbours("cities"))
PROMISES = (
    Promise("cities", ("greedy", "random"), 100, 0.9),
    Promise("cities", ("twoply", "random"), 40, 0.95),
    Promise("cities", ("twoply", "greedy"), 100, 0.9),
    *LADDER,
    Promise("cities", ("master:ms=1000", "greedy"), 100, 0.97),
    Promise("cities", ("master:ms=1000", "twoply"), 100, 0.9),
)
SEED = 20_260


def main() -> None:
    kept, failed = {}, []
    for promise in PROMISES:
        score = keep(promise)
        low, high = score.interval
        good = score.score >= promise.at_least
        kept[promise.name] = {
            "games": score.tally.games,
            "won": score.won,
            "lost": score.lost,
            "draws": score.tally.draws,
            "score": round(score.score, 3),
            "interval": [round(low, 3), round(high, 3)],
            "at_least": promise.at_least,
            "mean_turns": round(score.tally.plies / score.tally.games, 1),
        }
        print(f"{promise.name}: {score.score:.3f} ({low:.3f} to {high:.3f}), wanted {promise.at_least}")
        if not good:
            failed.append(promise.name)
    figures.write("strength", kept)
    if failed:
        raise SystemExit(f"Too weak: {', '.join(failed)}")


def keep(promise: Promise) -> Score:
    """Play what is missing of a match, block by block."""
    place = figures.WORK / "strength" / f"{promise.game}-{'-'.join(promise.players)}-{SEED}.json"
    score = _read(place)
    pairing = Pairing(promise.game, promise.players, {}, SEED)
    with progress_bar(promise.name, promise.games) as advance:
        advance(score.tally.games)
        while score.tally.games < promise.games:
            begin = score.tally.games
            count = min(BLOCK, promise.games - begin)
            for played in matches.match(pairing, count, begin=begin):
                score = score.and_then(played)
                advance()
            _write(place, score)
    return score


def _read(place: Path) -> Score:
    if not place.exists():
        return NOTHING
    kept = json.loads(place.read_text(encoding="utf-8"))
    return Score(Tally(**kept["tally"]), kept["won"], kept["lost"])


def _write(place: Path, score: Score) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = place.with_suffix(".new")
    fresh.write_text(json.dumps(asdict(score)), encoding="utf-8")
    fresh.replace(place)


if __name__ == "__main__":
    main()
