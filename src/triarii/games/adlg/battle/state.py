"""A battle at one moment: the table, whose sequence it is, and what is being decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import ParamSpec

from triarii.games.adlg.battle import stages
from triarii.games.adlg.battle.charge.charging import Approach
from triarii.games.adlg.battle.preparation import Preparation
from triarii.games.adlg.battle.stages import CommandDie, Now, Preparing, Stage
from triarii.games.adlg.battle.table.field import Field
from triarii.games.adlg.battle.table.happenings import Happening
from triarii.games.adlg.data.changing import replace
from triarii.games.adlg.data.keeping import kept

P = ParamSpec("P")


class Evening(StrEnum):
    """Whether the battle will end for want of time (adlg.scoring.time)."""

    OPEN = ""
    PLAY_ON = "play_on"
    """The active seat has proposed in this sequence to end it, and the other wants to play on."""
    LAST_TURN = "last"
    """This game turn is the last."""


@dataclass(frozen=True)
class State:
    """Everything that decides the future of a battle."""

    field: Field
    now: Now
    """What is decided, with all that belongs to it."""
    active: int
    """The seat whose sequence it is."""
    sequence: int = 1
    """Counts player sequences."""
    done: tuple[str, ...] = ()
    """Corps that have been activated in this sequence, by their commanders."""
    evening: Evening = Evening.OPEN

    def noted(self, kind: Callable[P, Happening], *said: P.args, **named: P.kwargs) -> State:
        """The battle once something has happened, for the chronicle of its table."""
        if self.field.chronicle is None:
            return self
        return replace(self, field=self.field.noted(kind, *said, **named))

    @property
    def stage(self) -> Stage:
        return self.now.stage

    @property
    def whom(self) -> tuple[str, ...]:
        """All whom a decision or a die is about: a unit, or a group that evades as one."""
        return stages.about(self.now)

    @property
    def who(self) -> str:
        """The first of them; nobody where it is about nobody."""
        return "".join(stages.about(self.now)[:1])

    @property
    def setup(self) -> Preparation | None:
        """How far the set-up has come; None in battle."""
        return self.now.preparation if isinstance(self.now, Preparing) else None

    @kept
    def corps(self) -> str:
        """The commander whose corps is activated, if one is."""
        if isinstance(self.now, CommandDie):
            return self.now.corps
        corps = stages.activation_of(self.now) or stages.loose_of(self.now)
        return "" if corps is None else corps.corps

    @kept
    def points(self) -> int:
        """Command points that the corps has left."""
        activation = stages.activation_of(self.now)
        return 0 if activation is None else activation.points

    @kept
    def free(self) -> int:
        """The point that it has left for the commander and his own unit alone."""
        activation = stages.activation_of(self.now)
        return 0 if activation is None else activation.free

    @property
    def onset(self) -> Approach | None:
        """The charge or pursuit under way."""
        return stages.onset_of(self.now)
