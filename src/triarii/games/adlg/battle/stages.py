"""The stages of a battle: what is decided now, by a seat or by dice, with all that this decision is about and nothing
else. Each knows what comes next: a charge the activation to which it goes back, a rout what follows it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple

from triarii.games.adlg.battle.charge.charging import Approach, Onset, PursuitRun
from triarii.games.adlg.battle.preparation import Preparation
from triarii.games.adlg.data.changing import replace


class Stage(StrEnum):
    """The words for the stages; those who need what a stage holds ask for its class."""

    SETUP = "setup"
    CORPS = "corps"
    EVENING = "evening"
    MARCH = "march"
    COMMAND = "command"
    ORDERS = "orders"
    RALLY = "rally"
    RECALL = "recall"
    ANSWER = "answer"
    RUN = "run"
    ABOUT = "about"
    PACE = "pace"
    PRESS = "press"
    SPRING = "spring"
    VOLLEY = "volley"
    ENGAGE = "engage"
    MELEE = "melee"
    STORM = "storm"
    RAMPAGE = "rampage"
    FATE = "fate"
    PURSUE = "pursue"
    OVER = "over"


BY_DICE = frozenset(
    {
        *(Stage.MARCH, Stage.COMMAND, Stage.RALLY, Stage.RECALL, Stage.RUN, Stage.PACE, Stage.VOLLEY),
        *(Stage.MELEE, Stage.STORM, Stage.RAMPAGE, Stage.FATE),
    }
)
BY_TWO_DICE = frozenset({Stage.VOLLEY, Stage.MELEE})
BY_THE_OTHER = frozenset({Stage.EVENING, Stage.ANSWER, Stage.ABOUT, Stage.SPRING})
"""Stages in which the seat decides whose sequence it is not."""

Losses = tuple[tuple[str, int], ...]
"""Cohesion that units will lose when the phase ends: all results of a phase count at once."""
Thrown = tuple[tuple[str, int], ...]
"""Elephants that run amok, and the die of each."""


class Chase(NamedTuple):
    """A pursuit that is possible."""

    pursuer: str
    beaten: str


# Before and between corps


@dataclass(frozen=True)
class Preparing:
    """The table is set up; what for, the preparation says."""

    stage: ClassVar[Stage] = Stage.SETUP
    preparation: Preparation


@dataclass(frozen=True)
class ChoosingCorps:
    """The active seat activates its next corps, or ends its movement."""

    stage: ClassVar[Stage] = Stage.CORPS


@dataclass(frozen=True)
class EndingEvening:
    """Whether the other seat agrees that this game turn be the last; then the active one goes on with its corps."""

    stage: ClassVar[Stage] = Stage.EVENING


@dataclass(frozen=True)
class MarchDie:
    """The die that brings a flank march; then the corps."""

    stage: ClassVar[Stage] = Stage.MARCH
    leader: str


@dataclass(frozen=True)
class CommandDie:
    """The command die of a corps."""

    stage: ClassVar[Stage] = Stage.COMMAND
    corps: str
    """By its commander."""
    resting: bool = False
    """Whether the movement was ended: the die only tells whether the corps obeys, and it gets no orders."""


# The activation of a corps


@dataclass(frozen=True)
class Activation:
    """A corps gets its orders."""

    stage: ClassVar[Stage] = Stage.ORDERS
    corps: str
    points: int = 0
    free: int = 0
    """The point for the commander and his own unit alone."""


@dataclass(frozen=True)
class LetLoose:
    """A corps has had its orders: those of its units charge whom nobody holds, then comes the next corps. Nobody
    decides anything here, so it is no stage, but what an uncontrolled charge goes back to."""

    corps: str
    resting: bool = False
    """Whether corps without orders let loose too, which is what comes of ending the movement."""


@dataclass(frozen=True)
class RallyDie:
    """The die of a unit that tries to rally."""

    stage: ClassVar[Stage] = Stage.RALLY
    activation: Activation
    unit: str


@dataclass(frozen=True)
class RecallDie:
    """The die of a commander who calls looters."""

    stage: ClassVar[Stage] = Stage.RECALL
    activation: Activation
    unit: str


# Charges, and pursuits that meet somebody


@dataclass(frozen=True)
class Pursuing:
    """Whether and how far the first of those who may pursue does; whoever waits behind it is asked then."""

    stage: ClassVar[Stage] = Stage.PURSUE
    chases: tuple[Chase, ...]

    @property
    def pursuer(self) -> str:
        return self.chases[0].pursuer


@dataclass(frozen=True)
class Charging:
    """A charge under way, and what comes when it is over."""

    onset: Onset
    then: Activation | LetLoose

    def with_stood(self, name: str) -> Charging:
        return replace(self, onset=self.onset.with_stood(name))

    def with_fled(self, names: tuple[str, ...]) -> Charging:
        return replace(self, onset=self.onset.with_fled(names))


@dataclass(frozen=True)
class Following:
    """A pursuit that comes upon somebody who may evade, and who may pursue after it (adlg.pursuit.contact)."""

    onset: PursuitRun
    then: Pursuing

    def with_stood(self, name: str) -> Following:
        return replace(self, onset=self.onset.with_stood(name))

    def with_fled(self, names: tuple[str, ...]) -> Following:
        return replace(self, onset=self.onset.with_fled(names))


Attack = Charging | Following


@dataclass(frozen=True)
class Answering:
    """A charged unit stands or evades: the first of those who wait."""

    stage: ClassVar[Stage] = Stage.ANSWER
    attack: Attack

    @property
    def unit(self) -> str:
        return self.attack.onset.waiting[0]


@dataclass(frozen=True)
class EvadeDie:
    """The die of a unit that evades in answer to an attack, or of a group that does as one (adlg.evade.group)."""

    stage: ClassVar[Stage] = Stage.RUN
    attack: Attack
    names: tuple[str, ...]
    """The one who was asked, and then who runs with it."""
    adapt: bool = False
    """Whether they follow the direction of the charge."""
    around: bool = False
    """Whether they avoid friends whom they could pass."""


@dataclass(frozen=True)
class OwnEvadeDie:
    """The die of a unit or a group that evades out of a zone in its own turn."""

    stage: ClassVar[Stage] = Stage.RUN
    activation: Activation
    names: tuple[str, ...]
    around: bool = False
    threat: str = ""
    """The enemy whom their owner named as the one from whom they evade (threat_tie)."""


@dataclass(frozen=True)
class TurningAbout:
    """Light troops may end their evade with a half turn, all of them or each on its own (adlg.evade.end)."""

    stage: ClassVar[Stage] = Stage.ABOUT
    then: Attack | Activation
    names: tuple[str, ...]


@dataclass(frozen=True)
class ChargeDie:
    """The charge die when all have evaded (adlg.charge.die)."""

    stage: ClassVar[Stage] = Stage.PACE
    attack: Charging


@dataclass(frozen=True)
class Pressing:
    """How far chargers go who met nobody."""

    stage: ClassVar[Stage] = Stage.PRESS
    attack: Charging


# After the movement


@dataclass(frozen=True)
class Springing:
    """Whether an ambush comes forward at the end of the enemy's movement: the first of these markers."""

    stage: ClassVar[Stage] = Stage.SPRING
    markers: tuple[str, ...]


@dataclass(frozen=True)
class ShotDice:
    """Two dice for the shots at the first of these targets."""

    stage: ClassVar[Stage] = Stage.VOLLEY
    targets: tuple[str, ...]
    losses: Losses = ()


@dataclass(frozen=True)
class Engaging:
    """Whether the first of these commanders takes part in his unit's melee."""

    stage: ClassVar[Stage] = Stage.ENGAGE
    leaders: tuple[str, ...]


@dataclass(frozen=True)
class MeleeDice:
    """Two dice for the melee of the first of these attackers."""

    stage: ClassVar[Stage] = Stage.MELEE
    attackers: tuple[str, ...]
    losses: Losses = ()
    beaten: tuple[str, ...] = ()
    """Commanders whose melee was lost: a die will decide over each."""


@dataclass(frozen=True)
class StormDie:
    """The die of the first of these units, which storms a fortified camp."""

    stage: ClassVar[Stage] = Stage.STORM
    units: tuple[str, ...]
    losses: Losses = ()
    beaten: tuple[str, ...] = ()


# Routs, and what follows them


@dataclass(frozen=True)
class AfterShooting:
    """A rout of the shooting phase; the melees follow."""


@dataclass(frozen=True)
class AfterMelee:
    """A rout of the melee phase; pursuits follow."""

    beaten: tuple[str, ...] = ()
    """Commanders whose melee was lost."""


@dataclass(frozen=True)
class AfterPursuit:
    """The rout of those whom a pursuit cost the last cohesion; the sequence ends."""


Occasion = AfterShooting | AfterMelee | AfterPursuit


@dataclass(frozen=True)
class RampageDie:
    """The die of a routed elephant."""

    stage: ClassVar[Stage] = Stage.RAMPAGE
    elephant: str
    occasion: Occasion
    thrown: Thrown = ()
    """Those that run amok with it and have thrown."""


@dataclass(frozen=True)
class FateDie:
    """The die that decides over the first of these commanders."""

    stage: ClassVar[Stage] = Stage.FATE
    leaders: tuple[str, ...]
    routed: tuple[str, ...] = ()
    """Those whose unit has routed under them."""
    then: AfterShooting | Pursuing | AfterPursuit = Pursuing(())
    """What comes when the last die has fallen."""


@dataclass(frozen=True)
class Over:
    """The battle has ended."""

    stage: ClassVar[Stage] = Stage.OVER


Now = (
    Preparing
    | ChoosingCorps
    | EndingEvening
    | MarchDie
    | CommandDie
    | Activation
    | RallyDie
    | RecallDie
    | Answering
    | EvadeDie
    | OwnEvadeDie
    | TurningAbout
    | ChargeDie
    | Pressing
    | Springing
    | ShotDice
    | Engaging
    | MeleeDice
    | StormDie
    | RampageDie
    | FateDie
    | Pursuing
    | Over
)


def about(now: Now) -> tuple[str, ...]:
    """All whom a decision or a die is about, the first before the others: a unit, a group that evades as one, a
    commander, a marker."""
    match now:
        case MarchDie(leader=name) | CommandDie(corps=name) | RallyDie(unit=name) | RecallDie(unit=name):
            return (name,)
        case Answering(unit=name) | RampageDie(elephant=name):
            return (name,)
        case Pursuing(chases=chases):
            return tuple(chase.pursuer for chase in chases[:1])
        case EvadeDie(names=names) | OwnEvadeDie(names=names) | TurningAbout(names=names):
            return names
        case Pressing(attack=attack):
            return attack.onset.names[:1]
        case Springing(markers=names) | ShotDice(targets=names) | Engaging(leaders=names):
            return names[:1]
        case MeleeDice(attackers=names) | StormDie(units=names) | FateDie(leaders=names):
            return names[:1]
    return ()


def attack_of(now: Now) -> Attack | None:
    """The charge or pursuit under way in which something is decided."""
    match now:
        case Answering(attack=attack) | EvadeDie(attack=attack) | ChargeDie(attack=attack) | Pressing(attack=attack):
            return attack
        case TurningAbout(then=Charging() | Following() as attack):
            return attack
    return None


def onset_of(now: Now) -> Approach | None:
    """Who comes upon whom in it."""
    attack = attack_of(now)
    return None if attack is None else attack.onset


def activation_of(now: Now) -> Activation | None:
    """The activation in the middle of which something is decided."""
    match now:
        case Activation():
            return now
        case RallyDie(activation=found) | RecallDie(activation=found) | OwnEvadeDie(activation=found):
            return found
        case TurningAbout(then=Activation() as found):
            return found
    attack = attack_of(now)
    return attack.then if attack is not None and isinstance(attack.then, Activation) else None


def loose_of(now: Now) -> LetLoose | None:
    """The corps that lets loose, in the middle of an uncontrolled charge."""
    attack = attack_of(now)
    return attack.then if attack is not None and isinstance(attack.then, LetLoose) else None
