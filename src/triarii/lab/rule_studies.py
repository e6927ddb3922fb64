"""How a game goes under different settings: the same player on both seats, many games a setting, from random openings.
For games that list settings in `studies.toml` and whose lead can be told."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import resources
from itertools import pairwise

from triarii import __version__
from triarii.core import registry, timeline
from triarii.core.contract import AnyGame, AnyPosition, Options, Refusal, Turn
from triarii.games.cities.position import Position as CitiesPosition
from triarii.lab import matches
from triarii.lab.matches import Pairing
from triarii.lab.measurements import Cell

OPENING = 6
"""Random turns at the beginning of every game, others in each."""
USUAL = "usual"


def cities_lead(position: AnyPosition) -> int:
    """Above nothing if the first seat leads: in pieces, or where they are even in cities."""
    assert isinstance(position, CitiesPosition)
    first, second, _, first_cities, second_cities = position.absolute()
    pieces = first.bit_count() - second.bit_count()
    return pieces or first_cities.bit_count() - second_cities.bit_count()


LEADS: Mapping[str, Callable[[AnyPosition], int]] = {"cities": cities_lead}


@dataclass(frozen=True)
class Outcome:
    """What is kept of a game."""

    starter_points: int
    """Of who began: 2 for a win, 1 for a draw or an unfinished game."""
    drawn: bool
    rule: str
    """The rule that ended it; empty: unfinished."""
    turns: int
    changes: int
    """How often the lead passed from one side to the other."""


@dataclass(frozen=True)
class Plan:
    """What is measured: everything that decides it besides the number of games."""

    game: str
    settings: Sequence[Options]
    common: Options
    """Options of all settings; a setting beats them."""
    player: str
    seed: int

    @property
    def about(self) -> dict[str, object]:
        game = registry.game(self.game)
        assert not isinstance(game, Refusal), "checked when the plan was made"
        return {
            "program": __version__,
            "measured": "study-rules",
            "game": self.game,
            "rules_version": game.info.rules_version,
            "settings": [dict(options) for options in self.settings],
            "options": dict(self.common),
            "player": self.player,
            "seed": self.seed,
        }

    @property
    def columns(self) -> dict[str, type[str] | type[int] | type[float]]:
        return {"setting": str, "game": int, "starter": float, "rule": str, "turns": int, "changes": int}

    def task(self, number: int) -> Callable[[], Outcome]:
        return partial(play, self, number)

    def as_json(self, found: Outcome) -> list[object]:
        return [found.starter_points, found.drawn, found.rule, found.turns, found.changes]

    def recalled(self, number: int, kept: object) -> Outcome | None:
        match kept:
            case [int(points), bool(drawn), str(rule), int(turns), int(changes)]:
                return Outcome(points, drawn, rule, turns, changes)
        return None

    def row(self, number: int, found: Outcome) -> tuple[Cell, ...]:
        game, place = divmod(number, len(self.settings))
        name = name_of(self.settings[place])
        return name, game + 1, found.starter_points / 2, found.rule, found.turns, found.changes


def name_of(options: Options) -> str:
    """A setting as one would type it."""
    return " ".join(f"{key}={str(value).lower()}" for key, value in options.items()) or USUAL


def plan_of(game: AnyGame, player: str, common: Options, seed: int) -> Plan | Refusal:
    """A measurement that can be played, or why it can't."""
    if game.info.id not in LEADS:
        return Refusal("study.no_settings", params={"game": game.info.id})
    table = resources.files(f"triarii.games.{game.info.id}").joinpath("studies.toml").read_text(encoding="utf-8")
    plan = Plan(game.info.id, tomllib.loads(table)["settings"], common, player, seed)
    for options in plan.settings:
        refusal = matches.check(_pairing(plan, options))
        if refusal is not None:
            return refusal
    return plan


def play(plan: Plan, number: int) -> Outcome:
    """Game `number` of a measurement: settings take turns, so that a broken-off one is as far with each."""
    game, place = divmod(number, len(plan.settings))
    played = matches.play(_pairing(plan, plan.settings[place]), game)
    ruled = registry.game(plan.game)
    assert not isinstance(ruled, Refusal), "checked when the plan was made"
    line, _ = timeline.replay(ruled, played.record)
    assert line is not None, "it was just played"
    winner = played.result.winner if played.result is not None else None
    return Outcome(
        starter_points=1 if winner is None else 2 * (winner is Turn.FIRST),
        drawn=played.result is not None and winner is None,
        rule=played.result.rule if played.result is not None else "",
        turns=played.plies,
        changes=changes([LEADS[plan.game](step.after) for step in line.steps]),
    )


def changes(leads: Sequence[int]) -> int:
    """How often the lead passed to the other side; a tie in between changes nothing."""
    signs = [lead > 0 for lead in leads if lead]
    return sum(one is not other for one, other in pairwise(signs))


def _pairing(plan: Plan, options: Options) -> Pairing:
    both = (plan.player, plan.player)
    return Pairing(plan.game, both, {**plan.common, **options}, plan.seed, opening=OPENING)
