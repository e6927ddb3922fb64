"""How armies fare against each other: every army meets every army, its own kind too, from both seats and with both
beginning equally often. For any game with an option `armies` whose values name the army of each seat: `west,north`."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from triarii import __version__
from triarii.core import registry
from triarii.core.contract import AnyGame, Budget, Options, Refusal, Span, Turn
from triarii.lab import matches
from triarii.lab.matches import Pairing
from triarii.lab.measurements import Cell
from triarii.lab.playing import UNLIMITED

ARMIES, BEGINS, MIRROR = "armies", "begins", "mirror_match"
CHOSEN_HERE = (ARMIES, BEGINS, MIRROR)
"""Options that a measurement sets game by game."""
SEAT_WORDS = {Turn.FIRST: "first", Turn.SECOND: "second"}


@dataclass(frozen=True)
class Plan:
    """What is measured: everything that decides it besides the number of games."""

    game: str
    armies: Sequence[str]
    players: tuple[str, str]
    """Who leads the armies; they swap them, so that the stronger one helps neither."""
    options: Options
    seed: int
    has_starter: bool
    """Can the game be told who begins?"""
    has_mirror: bool
    """Must the game be told that both may have the same army?"""
    budget: Budget = UNLIMITED

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Row against column, in the order of the matrix."""
        return [(row, column) for row in self.armies for column in self.armies]

    @property
    def about(self) -> dict[str, object]:
        """What results of two measurements must agree in to be put together."""
        game = registry.game(self.game)
        assert not isinstance(game, Refusal), "checked when the plan was made"
        return {
            "program": __version__,
            "measured": "balance",
            "game": self.game,
            "rules_version": game.info.rules_version,
            "armies": list(self.armies),
            "players": list(self.players),
            "options": {name: value for name, value in self.options.items() if name not in CHOSEN_HERE},
            "seed": self.seed,
            "nodes": self.budget.nodes,
            "milliseconds": self.budget.milliseconds,
        }

    @property
    def columns(self) -> dict[str, type[str] | type[int] | type[float]]:
        return {"row": str, "column": str, "game": int, "score": float, "starter": float, "rule": str, "turns": int}

    def task(self, number: int) -> Callable[[], Outcome]:
        return partial(play, self, number)

    def as_json(self, found: Outcome) -> list[object]:
        """Short, for a file that keeps many; which game it was, its place there tells."""
        return [found.points, found.starter_points, found.rule, found.turns]

    def recalled(self, number: int, kept: object) -> Outcome | None:
        match kept:
            case [int(points), int(starter_points), str(rule), int(turns)] if {points, starter_points} <= {0, 1, 2}:
                row, column = self.pairs[number % len(self.pairs)]
                return Outcome(row, column, points, starter_points, rule, turns)
        return None

    def row(self, number: int, found: Outcome) -> tuple[Cell, ...]:
        game = number // len(self.pairs) + 1
        scores = found.points / 2, found.starter_points / 2
        return found.row, found.column, game, *scores, found.rule, found.turns


@dataclass(frozen=True)
class Outcome:
    """What is kept of a game."""

    row: str
    column: str
    points: int
    """Of the row army: 2 for a win, 1 for a draw or an unfinished game."""
    starter_points: int
    rule: str
    """The rule that ended it; empty: unfinished."""
    turns: int


@dataclass(frozen=True)
class Share:
    """A score with the number of games behind it."""

    points: int = 0
    games: int = 0

    @property
    def score(self) -> float:
        return self.points / (2 * self.games) if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        return matches.interval(self.score, self.games)

    def and_then(self, points: int) -> Share:
        return Share(self.points + points, self.games + 1)


@dataclass
class Balance:
    """What all games came to."""

    cells: dict[tuple[str, str], Share] = field(default_factory=dict)
    starter: Share = field(default_factory=Share)
    ends: Counter[str] = field(default_factory=Counter)
    turns: int = 0

    @property
    def games(self) -> int:
        return self.starter.games

    def add(self, outcome: Outcome) -> None:
        pair = outcome.row, outcome.column
        self.cells[pair] = self.cells.get(pair, Share()).and_then(outcome.points)
        self.starter = self.starter.and_then(outcome.starter_points)
        self.ends[outcome.rule] += 1
        self.turns += outcome.turns

    def of_army(self, army: str) -> Share:
        """An army against all others, from rows and columns alike."""
        points = games = 0
        for (row, column), share in self.cells.items():
            if row != column and army in (row, column):
                points += share.points if army == row else 2 * share.games - share.points
                games += share.games
        return Share(points, games)


def plan_of(
    game: AnyGame, players: tuple[str, str], options: Options, seed: int, budget: Budget = UNLIMITED
) -> Plan | Refusal:
    """A measurement that can be played, or why it can't."""
    armies = armies_of(game)
    if not armies:
        return Refusal("balance.no_armies", params={"game": game.info.id})
    begins = game.info.option(BEGINS)
    known = begins.values if begins is not None and not isinstance(begins.values, str) else ()
    has_starter = all(word in known for word in SEAT_WORDS.values())
    has_mirror = game.info.option(MIRROR) is not None
    plan = Plan(game.info.id, armies, players, options, seed, has_starter, has_mirror, budget)
    for number in range(2 * len(plan.pairs)):
        refusal = matches.check(pairing_of(plan, number)[0])
        if refusal is not None:
            return refusal
    return plan


def armies_of(game: AnyGame) -> list[str]:
    """The armies that both seats can have, in the order of the option's values."""
    option = game.info.option(ARMIES)
    if option is None or isinstance(option.values, str | Span):
        return []
    pairs = [str(value).split(",") for value in option.values if str(value).count(",") == 1]
    return list(dict.fromkeys(army for pair in pairs for army in pair))


def pairing_of(plan: Plan, number: int) -> tuple[Pairing, int]:
    """Game `number` of a measurement: the pairing, and which game of it. Pairs take turns, so that a measurement that
    was broken off is as far with each; four games of a pair have every seat with every starter, and players swap."""
    game, place = divmod(number, len(plan.pairs))
    row, column = plan.pairs[place]
    options: dict[str, object] = dict(plan.options)
    options[ARMIES] = f"{row},{column}" if _row_sits(game) is Turn.FIRST else f"{column},{row}"
    if plan.has_starter:
        options[BEGINS] = SEAT_WORDS[_begins(plan, game)]
    if plan.has_mirror:
        options[MIRROR] = row == column
    # Row against column and column against row are different games, or they would tell us the same thing twice.
    digest = hashlib.sha256(f"triarii-balance/{plan.seed}/{row}/{column}".encode()).digest()
    seed = int.from_bytes(digest[:8], "big") >> 1
    return Pairing(plan.game, plan.players, options, seed, budget=plan.budget), game


def play(plan: Plan, number: int) -> Outcome:
    """Game `number` of a measurement."""
    pairing, game = pairing_of(plan, number)
    played = matches.outcome_of(pairing, game)
    row, column = plan.pairs[number % len(plan.pairs)]
    winner = played.result.winner if played.result is not None else None
    rule = played.result.rule if played.result is not None else ""
    row_points, starter_points = (
        1 if winner is None else 2 * (winner is seat) for seat in (_row_sits(game), _begins(plan, game))
    )
    return Outcome(row, column, row_points, starter_points, rule, played.plies)


def _row_sits(game: int) -> Turn:
    return Turn.FIRST if game // 2 % 2 == 0 else Turn.SECOND


def _begins(plan: Plan, game: int) -> Turn:
    """The row army begins every other game; a game that can't be told lets the first seat begin."""
    if not plan.has_starter:
        return Turn.FIRST
    return _row_sits(game) if game % 2 == 0 else _row_sits(game).other
