"""A battle at one moment: the table, whose sequence it is, what is being decided, and what still hangs in the air."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from triarii.games.adlg.battle.charge.charging import Onset
from triarii.games.adlg.battle.preparation import Preparation
from triarii.games.adlg.battle.table.field import Field


class Evening(StrEnum):
    """Whether the battle will end for want of time (adlg.scoring.time)."""

    OPEN = ""
    PLAY_ON = "play_on"
    """The active seat has proposed in this sequence to end it, and the other wants to play on."""
    LAST_TURN = "last"
    """This game turn is the last."""


class Stage(StrEnum):
    """What is decided now, by a seat or by dice."""

    SETUP = "setup"
    """The table is set up; what for, the preparation says."""
    CORPS = "corps"
    """The active seat activates its next corps, or ends its movement."""
    EVENING = "evening"
    """Whether the other seat agrees that this game turn be the last."""
    MARCH = "march"
    """The die that brings a flank march."""
    COMMAND = "command"
    """The command die of a corps."""
    ORDERS = "orders"
    RALLY = "rally"
    """The die of a unit that tries to rally."""
    RECALL = "recall"
    """The die of a commander who calls looters."""
    ANSWER = "answer"
    """A charged unit stands or evades."""
    RUN = "run"
    """The die of an evader."""
    ABOUT = "about"
    """Light troops may end their evade with a half turn."""
    PACE = "pace"
    """The charge die when all have evaded."""
    PRESS = "press"
    """How far chargers go who met nobody."""
    SPRING = "spring"
    """Whether an ambush comes forward at the end of the enemy's movement."""
    VOLLEY = "volley"
    """Two dice for a shot."""
    ENGAGE = "engage"
    """Whether a commander takes part in his unit's melee."""
    MELEE = "melee"
    """Two dice for a melee."""
    STORM = "storm"
    """The die of a unit that storms a fortified camp."""
    RAMPAGE = "rampage"
    """The die of a routed elephant."""
    FATE = "fate"
    """The die that decides over a commander."""
    PURSUE = "pursue"
    OVER = "over"


class AfterRout(StrEnum):
    """What follows when all who rout are gone and the dice over their commanders have fallen."""

    MELEE = "melee"
    """After shooting."""
    PURSUIT = ""
    """After melees."""
    END = "end"
    """Of the sequence, after a pursuit."""


class Chase(NamedTuple):
    """A pursuit that is possible."""

    pursuer: str
    beaten: str


BY_DICE = frozenset(
    {
        *(Stage.MARCH, Stage.COMMAND, Stage.RALLY, Stage.RECALL, Stage.RUN, Stage.PACE, Stage.VOLLEY),
        *(Stage.MELEE, Stage.STORM, Stage.RAMPAGE, Stage.FATE),
    }
)
BY_TWO_DICE = frozenset({Stage.VOLLEY, Stage.MELEE})
BY_THE_OTHER = frozenset({Stage.EVENING, Stage.ANSWER, Stage.ABOUT, Stage.SPRING})
"""Stages in which the seat decides whose sequence it is not."""


@dataclass(frozen=True)
class State:
    """Everything that decides the future of a battle."""

    field: Field
    stage: Stage
    active: int
    """The seat whose sequence it is."""
    sequence: int = 1
    """Counts player sequences."""
    corps: str = ""
    """The commander whose corps is activated."""
    points: int = 0
    free: int = 0
    """The point for the commander and his own unit alone."""
    done: tuple[str, ...] = ()
    """Corps that have been activated, by their commanders."""
    onset: Onset | None = None
    who: str = ""
    """The unit or commander that a decision or a die is about."""
    together: tuple[str, ...] = ()
    """Who evades with it as one group, or has ended such an evade with it (adlg.evade.group)."""
    adapt: bool = False
    """Whether the evader follows the direction of the charge."""
    around: bool = False
    """Whether the evader avoids friends whom it could pass."""
    threat: str = ""
    """The enemy whom its owner named as the one from whom a unit evades in its own turn (threat_tie)."""
    wild: bool = False
    """Whether the corps has had its orders, so that uncontrolled charges come now."""
    resting: bool = False
    """Whether corps without orders let loose, which is what comes of ending the movement."""
    queue: tuple[str, ...] = ()
    """Who comes next: targets of shots, attackers of melees, commanders."""
    losses: tuple[tuple[str, int], ...] = ()
    """Cohesion that will be lost when the phase ends: all results of a phase count at once."""
    beaten: tuple[str, ...] = ()
    """Commanders whose melee was lost: a die will decide over each."""
    rampages: tuple[tuple[str, int], ...] = ()
    """Elephants that run amok, and the die of each."""
    routed: tuple[str, ...] = ()
    """Commanders whose unit has routed under them."""
    chases: tuple[Chase, ...] = ()
    """Who may pursue whom."""
    after_rout: AfterRout = AfterRout.PURSUIT
    evening: Evening = Evening.OPEN
    setup: Preparation | None = None
    """How far the set-up has come; None in battle."""

    @property
    def whom(self) -> tuple[str, ...]:
        """All whom a decision or a die is about: a unit, or a group that evades as one."""
        return (self.who, *self.together)
