"""Exact odds: of one round of melee over all dice, and of a fight until one side breaks, as a Markov chain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from triarii.games.adlg.combat.combatants import SIDES, Melee, Side
from triarii.games.adlg.combat.melee import Round, reckon
from triarii.games.adlg.combat.resolution import PAIRS, ROUT, decide, leads, loss_by
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.readings import Readings

COUNTS = ("win_rout", "win_3", "win_2", "win_1", "tie", "lose_1", "lose_2", "lose_3", "lose_rout")


@dataclass(frozen=True)
class RoundOdds:
    """What one round of melee can bring."""

    round: Round
    counts: Mapping[str, int] | None
    """Of 36, seen from `a`, before the steps after the factors; None where light infantry is destroyed."""
    joint: Mapping[tuple[int, int], Fraction]
    """The chance of each pair of losses; ROUT stands for rout and destruction."""

    def loss(self, side: Side) -> dict[int, Fraction]:
        """The losses of one side alone."""
        place = SIDES.index(side)
        found: dict[int, Fraction] = {}
        for pair, chance in self.joint.items():
            found[pair[place]] = found.get(pair[place], Fraction(0)) + chance
        return dict(sorted(found.items()))

    def loses(self, side: Side) -> Fraction:
        """The chance that this side loses cohesion."""
        return sum((chance for loss, chance in self.loss(side).items() if loss), Fraction(0))

    def routs(self, side: Side) -> Fraction:
        """The chance that this side breaks, with the cohesion it has left."""
        left = self.round.melee.unit(side).left
        return sum((chance for loss, chance in self.loss(side).items() if loss >= left), Fraction(0))

    @property
    def neither(self) -> Fraction:
        return self.joint.get((0, 0), Fraction(0))


def round_odds(melee: Melee, readings: Readings) -> RoundOdds:
    """The odds of the next round."""
    fight = reckon(melee, readings)
    return RoundOdds(fight, None if fight.destroyed else _counts(fight), joint_losses(fight))


def joint_losses(fight: Round) -> dict[tuple[int, int], Fraction]:
    """The chance of each pair of losses of `a` and `b`, over all dice."""
    found: Counter[tuple[int, int]] = Counter()
    for ahead, count in leads(fight).items():
        losses = decide(fight, ahead).losses
        found[losses["a"], losses["b"]] += count
    return {pair: Fraction(count, PAIRS) for pair, count in sorted(found.items())}


def _counts(fight: Round) -> dict[str, int]:
    counts = dict.fromkeys(COUNTS, 0)
    for ahead, count in leads(fight).items():
        loss = loss_by(abs(ahead))
        size = "rout" if loss == ROUT else str(loss)
        counts["tie" if ahead == 0 else f"win_{size}" if ahead > 0 else f"lose_{size}"] += count
    return counts


@dataclass(frozen=True)
class FightOdds:
    """How a fight ends that goes on until one side breaks."""

    a_wins: Fraction
    rounds: Fraction
    """Expected number, the present one included."""

    @property
    def b_wins(self) -> Fraction:
        return 1 - self.a_wins


def fight_odds(melee: Melee, readings: Readings) -> FightOdds:
    """The exact end of a fight. Supports, contact, commanders and ground stay; nothing of the first round returns."""
    rounds: dict[tuple[bool, bool, bool], Mapping[tuple[int, int], Fraction]] = {}
    ends: dict[tuple[int, int], FightOdds] = {}

    def losses(state: Melee) -> Mapping[tuple[int, int], Fraction]:
        """A later round depends on cohesion by disorder alone, so there are few different ones."""
        key = (state.first_round, state.a.disordered, state.b.disordered)
        if key not in rounds:
            rounds[key] = joint_losses(reckon(state, readings))
        return rounds[key]

    def end(a_left: int, b_left: int) -> FightOdds:
        if a_left <= 0 or b_left <= 0:
            return FightOdds(Fraction(int(a_left > 0)), Fraction(0))
        if (a_left, b_left) not in ends:
            state = replace(melee, a=melee.a.after(a_left), b=melee.b.after(b_left), round=max(2, melee.round))
            ends[a_left, b_left] = after(state)
        return ends[a_left, b_left]

    def after(state: Melee) -> FightOdds:
        """Rounds that change nothing are fought again: only from the second on do they lead back to the same state."""
        a_wins, expected, same = Fraction(0), Fraction(1), Fraction(0)
        for (a_loss, b_loss), chance in losses(state).items():
            if not (a_loss or b_loss or state.first_round):
                same += chance
                continue
            then = end(state.a.left - a_loss, state.b.left - b_loss)
            a_wins += chance * then.a_wins
            expected += chance * then.rounds
        return FightOdds(a_wins / (1 - same), expected / (1 - same))

    return after(melee)
