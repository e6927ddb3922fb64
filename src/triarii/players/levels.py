"""Levels from beginner to master, for each game that has them: one search, with less to spend and human slips."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from random import Random
from typing import Any, Protocol, TypeVar

from triarii.core.contract import AnyGame, Budget, Decision, View
from triarii.players.adlg.general import General
from triarii.players.adlg.worth import eyes_without
from triarii.players.cities.alphabeta import AlphaBeta
from triarii.players.towar.expectimax import Expectimax


class Way(Protocol):
    """One way to go on, as every search of ours tells it."""

    @property
    def action(self) -> Any: ...
    @property
    def score(self) -> float: ...
    @property
    def moves(self) -> Sequence[Any]: ...
    @property
    def ends_in(self) -> int:
        """Turns until a forced end; 0: none is in sight."""
        ...


W = TypeVar("W", bound=Way)


@dataclass(frozen=True)
class Level:
    """How well an opponent plays."""

    id: str
    en: str
    de: str
    nodes: int
    candidates: int
    slips: int
    slack: int
    overlooks: Sequence[str] = ()
    """What a commander of this level does not look at; only where a game tells such things apart."""

    def title(self, lang: str) -> str:
        return self.de if lang == "de" else self.en


@cache
def levels_of(game_id: str) -> Sequence[Level]:
    """The levels of a game, weakest first; empty where it has none."""
    table = tomllib.loads(resources.files("triarii.players").joinpath("levels.toml").read_text(encoding="utf-8"))
    return [Level(**entry) for entry in table.get(game_id, ())]


GAMES = ("adlg", "cities", "towar")
"""Those that have levels; not every one has all six."""


class LevelPlayer:
    """Plays as a level says. Weaker ones see less and sometimes take the second best, never a plain blunder."""

    def __init__(self, name: str, milliseconds: int = 0) -> None:
        self.name = name
        self.games = frozenset(game for game in GAMES if name in [level.id for level in levels_of(game)])
        self.milliseconds = milliseconds
        self.alphabeta = AlphaBeta()
        self.expectimax = Expectimax()
        self.general = General()

    def choose(self, game: AnyGame, view: View, budget: Budget, rng: Random) -> Decision[Any]:
        level = next(level for level in levels_of(game.info.id) if level.id == self.name)
        spend = Budget(milliseconds=self.milliseconds) if self.milliseconds else Budget(nodes=level.nodes)
        found: Sequence[Way]
        if game.info.id == "cities":
            found, nodes = self.alphabeta.lines(game.imagine(view, rng), spend, level.candidates), self.alphabeta.nodes
        elif game.info.id == "adlg":
            self.general.eyes = eyes_without(level.overlooks)
            found, nodes = self.general.ways(game, view, spend, rng)[: level.candidates], self.general.nodes
        else:
            found, nodes = self._ways(game, view, spend, rng, level), self.expectimax.nodes
        chosen = slip(found, level, rng)
        score = chosen.score if game.info.id != "adlg" else None  # there it is no chance to win but loss points
        return Decision(chosen.action, score, chosen.moves, nodes)

    def _ways(self, game: AnyGame, view: View, spend: Budget, rng: Random, level: Level) -> Sequence[Way]:
        """Who may slip must know what the second best is worth."""
        found = self.expectimax.ways(game, view, spend, rng, every=level.candidates > 1)
        return found[: level.candidates]


def slip(found: Sequence[W], level: Level, rng: Random) -> W:
    """The best line, or now and then another that looks nearly as good: as people err."""
    best = found[0]
    near = [line for line in found[1:] if best.score - line.score <= level.slack / 100 and not line.ends_in]
    if best.ends_in or not near or rng.randrange(100) >= level.slips:
        return best
    return rng.choice(near)


def maker(name: str) -> Callable[..., LevelPlayer]:
    """What an entry point offers for a level."""

    def make(ms: str = "0") -> LevelPlayer:
        if int(ms) < 0:
            raise ValueError("a budget is not negative")
        return LevelPlayer(name, int(ms))

    return make


beginner, casual, club, strong, expert, master = (
    maker(name) for name in ("beginner", "casual", "club", "strong", "expert", "master")
)
