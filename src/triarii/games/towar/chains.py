"""A turn step by step: which unit is in the air, where it may go, and what each step did. The listing in rules.py goes
through all chains at once by the same rules; this is the slow and telling way, for one chain at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from triarii.games.towar import codes, rules
from triarii.games.towar.forces import Forces
from triarii.games.towar.jobs import meet, open_to


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

    @property
    def can_end(self) -> bool:
        """Is there a way on to a whole turn? With an own unit in the air there is: a chain never falls back a row, so
        whoever stands straight ahead has not moved this turn and can be displaced. A displaced enemy may be stuck."""
        return self.may_end or self.air // codes.SIDE == self.side or bool(self.directions())

    def directions(self) -> list[int]:
        """Where the unit in the air may go; no way is a dead end."""
        return [direction for direction in range(codes.DIRECTIONS) if isinstance(self.step(direction), Chain)]

    def step(self, direction: int) -> Chain | str:
        """The chain after one more step, or the code of the reason why not."""
        unit = self.air
        if not unit:
            return "ended"
        owner = unit // codes.SIDE
        if direction == codes.FORWARD and owner != self.side:
            return "own_camp"
        if direction != codes.FORWARD and not self.force.sideways >> unit & 1:
            if not self.second:
                return "direction"
            if not self.force.second_any_way:
                return "second_direction"
        target = rules.step_from(self.cell, direction, self.side)
        if target == codes.OVER_THE_EDGE:
            return "edge"
        field = rules.put(self.field, self.cell, 0) if self.second else self.field
        if target == codes.INTO_THE_CAMP:
            return replace(
                self,
                field=field,
                steps=(*self.steps, Step(unit, self.cell, -1, direction)),
                air=0,
                broken_through=True,
            )
        if self.seen >> target & 1:
            return "been"
        met = rules.unit_on(field, target)
        steps = (*self.steps, Step(unit, self.cell, target, direction, met))
        if not met:
            again = not self.second and bool(self.force.twice >> unit & 1)
            return replace(
                self,
                field=rules.put(field, target, unit),
                steps=steps,
                air=unit if again else 0,
                cell=target,
                seen=self.seen | 1 << target,
                second=again,
            )
        if met // codes.SIDE != owner:
            outcome = meet(unit, met, direction, self.force)
            fought = replace(steps[-1], outcome=outcome)
            after = rules.after_fight(field, target, unit, outcome)
            return replace(self, field=after, steps=(*self.steps, fought), air=0, second=False)
        if not open_to(self.been[target], self.second, self.force):
            if self.second and not self.force.second_step_displaces:
                return "second"
            return "fresh" if not self.been[target] & codes.MOVED else "moved"
        been = list(self.been)
        been[target] = self.seen
        pushed = replace(
            self,
            field=rules.put(field, target, unit),
            steps=steps,
            been=tuple(been),
            air=met,
            cell=target,
            seen=self.been[target] | 1 << target | codes.MOVED,
            second=False,
        )
        return pushed if pushed.can_end else "stuck"


def entered(field: int, side: int, card: int, cell: int, force: Forces) -> Chain | str:
    """The chain that begins when a card comes in on a cell of the back row, or the code of the reason why not."""
    met = rules.unit_on(field, cell)
    step = Step(card, -1, cell, -1, met)
    if not met:
        return Chain(rules.put(field, cell, card), side, force, (step,))
    if met // codes.SIDE != side and not force.displace_on_entry:
        if not force.attack_on_entry:
            return "enemy"
        outcome = meet(card, met, codes.FORWARD, force)
        return Chain(rules.after_fight(field, cell, card, outcome), side, force, (replace(step, outcome=outcome),))
    been = [0] * codes.CELLS
    been[cell] = codes.FRESH
    displacing = Chain(
        rules.put(field, cell, card),
        side,
        force,
        (step,),
        tuple(been),
        air=met,
        cell=cell,
        seen=1 << cell | codes.MOVED,
    )
    return displacing if displacing.can_end else "enemy_stuck"
