"""A turn step by step: which unit is in the air, where it may go, and what each step did. What a step may do and does,
steps.py says; here it is told. The listing in rules.py goes through all chains at once by the same rules."""

from __future__ import annotations

from dataclasses import dataclass

from triarii.games.towar import codes, jobs, rules
from triarii.games.towar.forces import Forces

REASONS = {
    codes.ENDED: "ended",
    codes.OWN_CAMP: "own_camp",
    codes.NO_DIRECTION: "direction",
    codes.NO_SECOND_DIRECTION: "second_direction",
    codes.EDGE: "edge",
    codes.BEEN: "been",
    codes.NO_SECOND: "second",
    codes.FRESH_LOCKED: "fresh",
    codes.HAS_MOVED: "moved",
    codes.STUCK: "stuck",
    codes.ENEMY: "enemy",
    codes.ENEMY_STUCK: "enemy_stuck",
}
"""What refusals call them."""


@dataclass(frozen=True)
class Step:
    """One thing that a card did in a turn."""

    unit: int
    start: int
    """Where it came from; -1: the own camp."""
    goal: int
    """-1: the enemy camp."""
    direction: int
    """Forward, left or right; -1 for a card that enters."""
    met: int = 0
    """The card on the goal cell: an own one is displaced, an enemy is attacked."""
    outcome: int = 0
    """Of a fight."""


@dataclass(frozen=True)
class Chain:
    """A turn under way, or done."""

    field: int
    side: int
    force: Forces
    steps: tuple[Step, ...]
    been: tuple[int, ...] = (0,) * codes.CELLS
    """For the card on each cell what it did this turn, as in the listing."""
    air: int = 0
    """The unit that has to move, or may take its second step."""
    cell: int = -1
    """Where it was pushed off, or stands after its first step."""
    seen: int = 0
    """What the unit in the air has done this turn."""
    second: bool = False
    """It stands on an empty cell and may take a second step."""
    broken_through: bool = False

    @property
    def may_end(self) -> bool:
        """Is this a whole turn?"""
        return not self.air or self.second

    @property
    def result(self) -> int:
        """The field after the turn, as the listing writes it."""
        return self.field | (codes.BROKEN_THROUGH if self.broken_through else 0)

    def directions(self) -> list[int]:
        """Where the unit in the air may go; no way is a dead end."""
        return [direction for direction in range(codes.DIRECTIONS) if isinstance(self.step(direction), Chain)]

    def step(self, direction: int) -> Chain | str:
        """The chain after one more step, or the code of the reason why not."""
        why = jobs.step_refusal(self._numbers(), self.field, self.side, direction, self.force)
        if why:
            return REASONS[why]
        target = rules.step_from(self.cell, direction, self.side)
        met = rules.unit_on(self.field, target) if target >= 0 else 0
        fights = met and met // codes.SIDE != self.air // codes.SIDE
        outcome = jobs.meet(self.air, met, direction, self.force) if fights else 0
        step = Step(self.air, self.cell, max(target, -1), direction, met, outcome)
        after = jobs.take_step(self._numbers(), self.field, self.side, direction, self.force)
        return _chain(*after, self.side, self.force, (*self.steps, step))

    def _numbers(self) -> list[int]:
        """As compiled code takes it."""
        return [*self.been, self.air, self.cell, self.seen, self.second]


def entered(field: int, side: int, card: int, cell: int, force: Forces) -> Chain | str:
    """The chain that begins when a card comes in on a cell of the back row, or the code of the reason why not."""
    why = jobs.entry_refusal(field, side, card, cell, force)
    if why:
        return REASONS[why]
    met = rules.unit_on(field, cell)
    fights = met and met // codes.SIDE != side and not force.displace_on_entry
    outcome = jobs.meet(card, met, codes.FORWARD, force) if fights else 0
    after = jobs.enter(field, side, card, cell, force)
    return _chain(*after, side, force, (Step(card, -1, cell, -1, met, outcome),))


def _chain(field: int, numbers: list[int], side: int, force: Forces, steps: tuple[Step, ...]) -> Chain:
    *been, air, cell, seen, second = numbers
    broken_through = bool(field & codes.BROKEN_THROUGH)
    field &= codes.FIELD
    return Chain(field, side, force, steps, tuple(been), air, cell, seen, bool(second), broken_through)
