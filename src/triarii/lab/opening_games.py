"""Games of our levels from the very start, for the opening explorer: as a measurement, so that it can be broken off, go
on, and be shared out."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from random import Random

from triarii import __version__
from triarii.core import registry, timeline
from triarii.core.chance import Dealer
from triarii.core.contract import AnyGame, Options, Refusal, Turn
from triarii.core.records import SEAT_NAMES, Header
from triarii.lab.measurements import Cell
from triarii.lab.playing import play_on
from triarii.openings.shipped import DEEP, Opened, from_json

LEVELS: Mapping[str, tuple[str, ...]] = {"cities": ("casual", "club", "club"), "towar": ("club", "strong", "lookahead")}
"""By game: who plays. Those that know openings, and are quick."""
OPTIONS: Mapping[str, Options] = {"cities": {}, "towar": {"armies": "random"}}
LONGEST = 400
"""Turns after which a game is left out: nobody has won it yet."""


@dataclass(frozen=True)
class Openings:
    """How many games of our levels begin and end."""

    game: str
    seed: int

    @property
    def about(self) -> dict[str, object]:
        rules = _game(self.game).info.rules_version
        return {"program": __version__, "measured": "openings", "game": self.game, "rules_version": rules} | {
            "seed": self.seed
        }

    @property
    def columns(self) -> dict[str, type[str] | type[int] | type[float]]:
        return {"game": int, "winner": str}

    def task(self, number: int) -> Callable[[], list[Opened]]:
        return partial(_played, self.game, f"{self.seed}/{number}")

    def as_json(self, found: list[Opened]) -> object:
        return [asdict(game) for game in found]

    def recalled(self, number: int, kept: object) -> list[Opened] | None:
        if not isinstance(kept, list):
            return None
        found = [from_json(each) for each in kept]
        return None if None in found else [game for game in found if game is not None]

    def row(self, number: int, found: list[Opened]) -> tuple[Cell, ...]:
        return number + 1, "".join(game.winner or "" for game in found)


def _game(name: str) -> AnyGame:
    game = registry.game(name)
    assert not isinstance(game, Refusal), "looked for before"
    return game


def _played(name: str, seed: str) -> list[Opened]:
    """One game; none if it does not end in time."""
    game, rng = _game(name), Random(seed)
    seats = rng.choice(LEVELS[name]), rng.choice(LEVELS[name])
    line = timeline.begin(game, Header(game.info.id, game.info.rules_version, OPTIONS[name], seats=seats))
    assert not isinstance(line, Refusal), "options of ours"
    players = {}
    for seat, level in zip((Turn.FIRST, Turn.SECOND), seats, strict=True):
        player = registry.player(level, name)
        assert not isinstance(player, Refusal), f"{level} is one of ours"
        players[seat] = player
    dealer = Dealer(hashlib.sha256(f"triarii-openings/{seed}".encode()).digest(), "openings")
    play_on(line, players, dealer, rng, turns=LONGEST)
    if line.result is None:
        return []
    moves = [game.action_text(step.action) for step in line.steps if step.before.turn in players]
    winner = line.result.winner
    return [Opened(seats, None if winner is None else SEAT_NAMES[winner], tuple(moves[:DEEP]))]
