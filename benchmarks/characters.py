"""`python -m benchmarks.characters`: whether people can tell the characters of Cities & Heroes apart.

Each character plays the plain player with the same nodes, from random openings, every opening from both seats. Counted
are its own captures, cities taken and pieces lost in a hundred of its turns, and how its games end.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from random import Random

from benchmarks import figures
from benchmarks.duel import opening
from triarii.core.contract import Turn
from triarii.games.cities.position import Position
from triarii.players.cities.characters import CHARACTERS, PLAIN, Character
from triarii.players.cities.search import Search


@dataclass
class Habits:
    """What a player did, added up."""

    games: int = 0
    points: float = 0.0
    draws: int = 0
    turns: int = 0
    captures: int = 0
    losses: int = 0
    cities: int = 0

    def told(self) -> dict[str, object]:
        def in_a_hundred(count: int) -> float:
            return round(100 * count / self.turns, 1)

        return {
            "games": self.games,
            "score": round(self.points / self.games, 3),
            "drawn": round(self.draws / self.games, 3),
            "captures": in_a_hundred(self.captures),
            "losses": in_a_hundred(self.losses),
            "cities": in_a_hundred(self.cities),
        }


def watch(character: Character, games: int, nodes: int, seed: int) -> Habits:
    """The habits of a character against the plain player."""
    habits, rng = Habits(), Random(seed)
    begun = opening(rng)
    one, other = (Search(each.worth, begun.setting.rulings, 16) for each in (character, PLAIN))
    for number in range(games):
        if number % 2 == 0 and number:
            begun = opening(rng)
        seat, here = (Turn.FIRST, Turn.SECOND)[number % 2], begun
        while here.turn is here.side:
            mover, contempt = (one, character.contempt) if here.side is seat else (other, 0)
            report = mover.search(here.placement, here.stall, here.past_keys(), nodes=nodes, contempt=contempt)
            after = here.play(report.line[0] if report.line else here.actions()[0])
            count(habits, here, after, here.side is seat)
            here = after
        result = here.result()
        assert result is not None
        habits.games += 1
        habits.draws += result.winner is None
        habits.points += 0.5 if result.winner is None else float(result.winner is seat)
    return habits


def count(habits: Habits, here: Position, after: Position, own: bool) -> None:
    """What a turn did, the character's own or the other's."""
    mine, theirs, _, cities, _ = here.placement
    left_theirs, left_mine, _, _, held = after.placement
    if own:
        habits.turns += 1
        habits.captures += theirs.bit_count() - left_theirs.bit_count()
        habits.losses += mine.bit_count() - left_mine.bit_count()
        habits.cities += held.bit_count() > cities.bit_count()
    else:
        habits.losses += theirs.bit_count() - left_theirs.bit_count()


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether people can tell the characters of Cities & Heroes apart.")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    found = {}
    for name, character in {"plain": PLAIN, **CHARACTERS}.items():
        found[name] = watch(character, chosen.games, chosen.nodes, chosen.seed).told()
        print(name, found[name])
    figures.write("characters", {"nodes": chosen.nodes, "seed": chosen.seed, "characters": found})


if __name__ == "__main__":
    main()
