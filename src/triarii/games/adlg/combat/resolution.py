"""What the dice of a round of melee bring: the steps after the factors, in the sheet's order (adlg.steps.order)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from triarii.games.adlg.combat.combatants import SIDES, Side, other
from triarii.games.adlg.combat.melee import Round

ROUT = 99
"""Stands for the loss of an automatic rout or of destruction, whatever cohesion is left."""
ROUT_FROM = 7
"""By so much a round is lost that routs at once (adlg.melee.losses)."""
PAIRS = 36
"""Of two dice."""


@dataclass(frozen=True)
class OutcomeStep:
    """One thing that changed how much a round was won by."""

    side: Side
    value: int
    rule: str


@dataclass(frozen=True)
class Outcome:
    """A fought round: who won by how much, and what each side lost."""

    winner: Side | None
    """Nobody if it ends even, be it by the loser's armour or missile support (adlg.commander.even_round)."""
    margin: int
    """After all steps."""
    losses: Mapping[Side, int]
    steps: tuple[OutcomeStep, ...]

    @property
    def loser(self) -> Side | None:
        return None if self.winner is None else other(self.winner)


def loss_by(margin: int) -> int:
    """Cohesion that a round costs which was lost by so much (adlg.melee.losses)."""
    if margin >= ROUT_FROM:
        return ROUT
    return (margin + 1) // 2 if margin > 0 else 0


@cache
def throws(first: tuple[int, ...], second: tuple[int, ...]) -> Mapping[int, int]:
    """How many of the 36 pairs of dice put the first ahead by so much, with what each face counts for either side."""
    return Counter(mine - yours for mine in first for yours in second)


def leads(fight: Round) -> dict[int, int]:
    """How many of the 36 pairs of dice put `a` ahead by so much, before the steps after the factors."""
    ahead = fight.totals["a"] - fight.totals["b"]
    thrown = throws(fight.means["a"].faces, fight.means["b"].faces)
    return {ahead + difference: count for difference, count in thrown.items()}


def resolve(fight: Round, dice: tuple[int, int]) -> Outcome:
    """The round with these dice of `a` and `b`."""
    first, second = (fight.means[side].faces[die - 1] for side, die in zip(SIDES, dice, strict=True))
    return decide(fight, fight.totals["a"] + first - fight.totals["b"] - second)


def decide(fight: Round, ahead: int) -> Outcome:
    """The round in which `a` is ahead by so much after dice and factors (adlg.melee.dice)."""
    if fight.destroyed:
        losses: dict[Side, int] = {side: ROUT if side in fight.destroyed else 0 for side in SIDES}
        destroyed = tuple(OutcomeStep(side, ROUT, "adlg.light_infantry.destroyed") for side in fight.destroyed)
        return Outcome(other(fight.destroyed[0]), ROUT_FROM, losses, destroyed)
    steps: list[OutcomeStep] = []
    winner: Side | None
    if ahead == 0:
        winner, margin = _break_tie(fight, steps)
    else:
        winner, margin = ("a" if ahead > 0 else "b"), abs(ahead)
        margin += _add_to_win(fight, winner, steps)
    if winner is None:
        return Outcome(None, 0, {"a": 0, "b": 0}, ())
    loser = other(winner)
    for rule in fight.means[loser].softens:
        if margin > 0:  # a lost round never turns into a won one
            margin -= 1
            steps.append(OutcomeStep(loser, 1, rule))
    if not margin and not fight.evened_is_lost:  # the result is read now, and it is even
        return Outcome(None, 0, {"a": 0, "b": 0}, tuple(steps))
    loss = loss_by(margin)
    if 0 < loss < ROUT and fight.means[winner].furious:
        loss += 1
        steps.append(OutcomeStep(winner, 1, "adlg.furious.first_round"))
    return Outcome(winner, margin, _losses(loser, loss), tuple(steps))


def _break_tie(fight: Round, steps: list[OutcomeStep]) -> tuple[Side | None, int]:
    """Two-handed weapons against spears or pikes win a tie by 1; if both sides could, it stays a tie."""
    winners = [side for side in SIDES if fight.means[side].wins_ties]
    if len(winners) != 1:
        return None, 0
    steps.append(OutcomeStep(winners[0], 1, "adlg.two_handed.tie"))
    return winners[0], 1 + (_add_to_win(fight, winners[0], steps) if fight.ties_add_to_win else 0)


def _add_to_win(fight: Round, winner: Side, steps: list[OutcomeStep]) -> int:
    rule = fight.means[winner].adds_to_win
    if not rule:
        return 0
    steps.append(OutcomeStep(winner, 1, rule))
    return 1


def _losses(loser: Side, loss: int) -> dict[Side, int]:
    return {"a": loss if loser == "a" else 0, "b": loss if loser == "b" else 0}
