"""`make strength`: matches between players, with intervals. Stopped and started again, it goes on where it was.

Games are counted as `triarii match` and `triarii ladder` count them: a copy of an earlier one is no evidence.

python -m benchmarks.strength [GAME …] plays only for some games and keeps what the others came to.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import permutations
from pathlib import Path

from benchmarks import figures, regret
from triarii.cli.progress import progress_bar
from triarii.core.contract import Tally
from triarii.games.towar.cards import ARMIES
from triarii.lab import matches, playing
from triarii.lab.ladders import neighbours
from triarii.lab.matches import NOTHING, Pairing, Score

BLOCK = 10
"""Games between two looks at the disk, at least."""


@dataclass(frozen=True)
class Promise:
    """A match, the score that the first-named player must reach and the games that it must win."""

    game: str
    players: tuple[str, str]
    games: int
    at_least: float
    wins: int = 0
    surely: bool = False
    """The whole 95 % interval must lie above `at_least`: luck is part of the game."""
    variant: str = ""
    finished: float = 0.0
    """The share of games that must come to their end by the rules, before the longest that is played."""
    openings: bool = False
    """Neither player takes a chance, so that games begin with random turns, the same from both seats."""

    @property
    def name(self) -> str:
        game = f"{self.game}, {self.variant.replace('_', ' ')}" if self.variant else self.game
        return f"{game}: {self.players[0]} against {self.players[1]}"

    @property
    def pairing(self) -> Pairing:
        rounds: tuple[Mapping[str, object], ...] = ()
        if self.game == "towar":
            rounds = tuple({**each, "variant": self.variant or "standard"} for each in ARMIES_AND_STARTERS)
        elif self.game == "adlg":
            rounds = tuple({"scenario": scenario} for scenario in BATTLES)
        return Pairing(
            self.game, self.players, {}, SEED, rounds=rounds, longest=LONGEST.get(self.game, playing.LONGEST)
        )

    def is_kept(self, score: Score) -> bool:
        reached = score.interval[0] > self.at_least if self.surely else score.score >= self.at_least
        ended = 1 - score.tally.unfinished / score.tally.games
        return reached and score.won >= self.wins and ended >= self.finished


SEED = 20_260
ARMIES_AND_STARTERS = tuple(
    {"armies": f"{one},{two}", "begins": begins}
    for one, two in permutations(ARMIES, 2)
    for begins in ("first", "second")
)
"""Every pair of armies with either seat beginning; the players swap seats within each."""
BATTLES = ("skirmish", "shield_wall", "desert_wells")
"""The scenarios of L'Art de la Guerre in which commanders meet, one after the other; they swap sides within each."""
LONGEST = {"adlg": 4_000}
"""Decisions after which a battle counts as unfinished: some sixty sequences."""
LADDER = tuple(Promise("cities", pair, 100, 0.7) for pair in neighbours("cities"))
TOWAR_LADDER = tuple(Promise("towar", pair, 120, 0.5) for pair in neighbours("towar"))
ADLG_LADDER = tuple(Promise("adlg", pair, 24, 0.5) for pair in neighbours("adlg"))
PROMISES = (
    Promise("cities", ("greedy", "random"), 100, 0.9),
    Promise("cities", ("twoply", "random"), 40, 0.95),
    Promise("cities", ("twoply", "greedy"), 100, 0.9),
    Promise("cities", ("master:ms=1000", "greedy"), 100, 0.97, wins=97),
    Promise("cities", ("master:ms=1000", "twoply"), 100, 0.9),
    Promise("cities", ("alphabeta:nodes=10000", "yardstick:nodes=10000"), 200, 0.55, openings=True),
    *LADDER,
    Promise("towar", ("greedy", "random"), 240, 0.9),
    Promise("towar", ("lookahead", "greedy"), 240, 0.5, surely=True),
    Promise("towar", ("master:ms=50", "lookahead"), 1_000, 0.5, surely=True),
    Promise("towar", ("master:ms=50", "greedy"), 1_000, 0.65),
    Promise("towar", ("master:ms=50", "lookahead"), 96, 0.5, surely=True, variant="hand_of_three"),
    Promise("towar", ("master:ms=50", "tree"), 24, 0.5, surely=True, variant="hand_of_three"),
    *TOWAR_LADDER,
    Promise("towar", ("master:ms=1000", "lookahead"), 100, 0.5, surely=True),
    Promise("adlg", ("general", "random"), 50, 1.0, wins=50),
    Promise("adlg", ("general", "brawler"), 100, 0.7),
    Promise("adlg", ("general", "general"), 20, 0.0, finished=0.9),
    *ADLG_LADDER,
)


def main(wanted: Sequence[str] = ()) -> None:
    games = tuple(dict.fromkeys(promise.game for promise in PROMISES))
    unknown = [name for name in wanted if name not in games]
    if unknown:
        raise SystemExit(f"There are no matches of {', '.join(unknown)}; there are those of {', '.join(games)}.")
    chosen = [promise for promise in PROMISES if not wanted or promise.game in wanted]
    kept, failed = figures.read("strength") if wanted else {}, []
    for promise in chosen:
        score = keep(promise)
        low, high = score.interval
        kept[promise.name] = {
            "games": score.tally.games,
            "distinct": score.distinct,
            "won": score.won,
            "lost": score.lost,
            "draws": score.tally.draws,
            "score": round(score.score, 3),
            "interval": [round(low, 3), round(high, 3)],
            "at_least": promise.at_least,
            "wins_at_least": promise.wins,
            "surely": promise.surely,
            "unfinished": score.tally.unfinished,
            "finished_at_least": promise.finished,
            "mean_turns": round(score.tally.plies / score.tally.games, 1),
        }
        wanted = f"{promise.at_least}" + (f" and {promise.wins} won" if promise.wins else "")
        print(f"{promise.name}: {score.score:.3f} ({low:.3f} to {high:.3f}), {score.won} won, wanted {wanted}")
        if not promise.is_kept(score):
            failed.append(promise.name)
        figures.write("strength", kept)  # at once: the next match may take an hour
    if any(promise.game == "towar" for promise in chosen) and not regret.keep_levels():
        failed.append(f"towar: master gives away {regret.WANTED_OF_MASTER} or more")
    if failed:
        raise SystemExit(f"Too weak: {', '.join(failed)}")


def keep(promise: Promise) -> Score:
    """The match of a promise, begun as `triarii match` begins one."""
    variant = f"-{promise.variant}" if promise.variant else ""
    place = figures.WORK / "strength" / f"{promise.game}{variant}-{'-'.join(promise.players)}-{SEED}.json"
    with progress_bar(promise.name, promise.games) as advance:
        return play_missing(place, matches.with_opening(promise.pairing, None), promise.games, advance)


def play_missing(place: Path, pairing: Pairing, games: int, advance: Callable[[int], None]) -> Score:
    """Play what is missing of a match, block by block; a game that went like an earlier one is counted as its copy."""
    score, seen = _read(place)
    advance(score.tally.games)
    while score.tally.games < games:
        begin = score.tally.games
        count = min(max(BLOCK, games // 20), games - begin)
        for played in matches.match(pairing, count, begin=begin):
            digest = played.digest.hex()
            score = score.and_then(played, digest in seen)
            seen.add(digest)
            advance(1)
        _write(place, score, seen)
    return score


def _read(place: Path) -> tuple[Score, set[str]]:
    """What was played so far. Files of old do not tell which games there were: their matches begin anew."""
    kept = json.loads(place.read_text(encoding="utf-8")) if place.exists() else {}
    if "seen" not in kept:
        return NOTHING, set()
    return Score(Tally(**kept["tally"]), kept["won"], kept["lost"], copies=kept["copies"]), set(kept["seen"])


def _write(place: Path, score: Score, seen: set[str]) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = place.with_suffix(".new")
    fresh.write_text(json.dumps({**asdict(score), "seen": sorted(seen)}), encoding="utf-8")
    fresh.replace(place)


if __name__ == "__main__":
    main(sys.argv[1:])
