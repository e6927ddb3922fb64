"""The search for puzzles as a measurement: game by game, so that it can be broken off, go on, and be shared out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from triarii import __version__
from triarii.core import registry
from triarii.core.contract import AnyGame, Refusal
from triarii.lab.measurements import Cell
from triarii.lab.mining import adlg, cities, towar
from triarii.puzzles.puzzle import Puzzle, from_json

Miner = Callable[[AnyGame, str], Iterator[Puzzle]]
MINERS: Mapping[str, Miner] = {"cities": cities.mined, "towar": towar.mined, "adlg": adlg.mined}
"""By game: the puzzles of one game of our players, which follows from a seed."""

RENEWERS: Mapping[str, Callable[[AnyGame, Puzzle], Puzzle]] = {
    "cities": cities.renewed,
    "towar": towar.renewed,
    "adlg": adlg.renewed,
}
"""By game: a puzzle that was found before, with what is cheap to tell of it told anew."""


@dataclass(frozen=True)
class Mine:
    """Puzzles of one game, found in many games of our players."""

    game: str
    seed: int

    @property
    def about(self) -> dict[str, object]:
        game = game_of(self.game)
        return {
            "program": __version__,
            "measured": "puzzles",
            "game": self.game,
            "rules_version": game.info.rules_version,
            "seed": self.seed,
        }

    @property
    def columns(self) -> dict[str, type[str] | type[int] | type[float]]:
        return {"game": int, "puzzles": int, "proven": int}

    def task(self, number: int) -> Callable[[], list[Puzzle]]:
        return partial(_dig, self.game, f"{self.seed}/{number}")

    def as_json(self, found: list[Puzzle]) -> object:
        return [puzzle.as_json() for puzzle in found]

    def recalled(self, number: int, kept: object) -> list[Puzzle] | None:
        if not isinstance(kept, list):
            return None
        found = [from_json(each) for each in kept]
        return None if None in found else [puzzle for puzzle in found if puzzle is not None]

    def row(self, number: int, found: list[Puzzle]) -> tuple[Cell, ...]:
        return number + 1, len(found), sum(puzzle.proven for puzzle in found)


def game_of(name: str) -> AnyGame:
    game = registry.game(name)
    assert not isinstance(game, Refusal), "looked for before"
    return game


def _dig(name: str, seed: str) -> list[Puzzle]:
    return list(MINERS[name](game_of(name), seed))
