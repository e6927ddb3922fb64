"""Orders: one class for each kind, and how each is written. `order_parser` reads them.

    u7+u8 advance 2.5      u3 wheel left 30 advance 1.2      u5 charge e2

Distances are mUD and angles cdeg, to the left negative; they are written in UD with up to three decimals and in degrees
with up to two.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from triarii.core.texts import decimal
from triarii.games.adlg.data.keeping import kept
from triarii.games.adlg.geometry.measures import DEGREE, UD

HALF_TURN = 18000
QUARTER_TURN = 9000


def side_of(amount: int) -> str:
    """The word for a hand."""
    return "left" if amount < 0 else "right"


# Steps of a move


@dataclass(frozen=True)
class Advance:
    """Straight ahead."""

    word: ClassVar[str] = "advance"
    distance: int

    def __str__(self) -> str:
        return f"advance {decimal(self.distance, UD)}"


@dataclass(frozen=True)
class Slide:
    """Sideways, with the front as it is."""

    word: ClassVar[str] = "slide"
    aside: int

    def __str__(self) -> str:
        return f"slide {side_of(self.aside)} {decimal(abs(self.aside), UD)}"


@dataclass(frozen=True)
class Oblique:
    """A slide during the advance."""

    word: ClassVar[str] = "oblique"
    aside: int
    ahead: int

    def __str__(self) -> str:
        return f"oblique {side_of(self.aside)} {decimal(abs(self.aside), UD)} {decimal(self.ahead, UD)}"


@dataclass(frozen=True)
class Wheel:
    """About a front corner."""

    word: ClassVar[str] = "wheel"
    angle: int

    def __str__(self) -> str:
        return f"wheel {side_of(self.angle)} {decimal(abs(self.angle), DEGREE)}"


@dataclass(frozen=True)
class TurnInPlace:
    """By a quarter or by half a circle."""

    word: ClassVar[str] = "turn"
    angle: int

    def __str__(self) -> str:
        return "turn back" if abs(self.angle) == HALF_TURN else f"turn {side_of(self.angle)}"


Step = Advance | Slide | Wheel | TurnInPlace | Oblique
STEPS: tuple[type[Step], ...] = (Advance, Slide, Wheel, TurnInPlace, Oblique)
"""In the order in which they are offered."""
Steps = tuple[Step, ...]


# Orders


@dataclass(frozen=True)
class Order:
    """What a seat wants of its units; it speaks to nobody if `who` is empty."""

    word: ClassVar[str]
    who: tuple[str, ...]

    @property
    def verb(self) -> str:
        """The word by which people know it."""
        return self.word

    def __str__(self) -> str:
        return self._text

    @kept
    def _text(self) -> str:
        words = [self.words] if self.words else []
        return " ".join(["+".join(self.who), *words] if self.who else words)

    @property
    def words(self) -> str:
        """All but to whom it speaks."""
        return self.verb


@dataclass(frozen=True)
class Move(Order):
    """Step by step."""

    word: ClassVar[str] = "move"
    steps: Steps

    @property
    def words(self) -> str:
        return " ".join(map(str, self.steps))


@dataclass(frozen=True)
class Charge(Order):
    """At an enemy, with the manoeuvre that it begins with."""

    word: ClassVar[str] = "charge"
    target: str
    steps: Steps = ()

    @property
    def words(self) -> str:
        return " ".join([*map(str, self.steps), "charge", self.target])


@dataclass(frozen=True)
class Press(Order):
    """How far chargers go who met nobody, and how they align anew before that."""

    word: ClassVar[str] = "press"
    distance: int
    steps: Steps = ()

    @property
    def words(self) -> str:
        return " ".join([*map(str, self.steps), "press", decimal(self.distance, UD)])


@dataclass(frozen=True)
class Extend(Order):
    """Units of the rear ranks come up on both sides of the first."""

    word: ClassVar[str] = "extend"
    left: int
    right: int
    steps: Steps = ()

    @property
    def words(self) -> str:
        return " ".join(["extend", str(self.left), str(self.right), *map(str, self.steps)])


@dataclass(frozen=True)
class Contract(Order):
    """The group becomes narrower behind those who lead."""

    word: ClassVar[str] = "contract"
    leading: tuple[str, ...]
    steps: Steps = ()

    @property
    def words(self) -> str:
        return " ".join(["contract", "+".join(self.leading), *map(str, self.steps)])


@dataclass(frozen=True)
class Rally(Order):
    word: ClassVar[str] = "rally"


@dataclass(frozen=True)
class Disengage(Order):
    word: ClassVar[str] = "disengage"


@dataclass(frozen=True)
class Hold(Order):
    """Impetuous troops are kept where they are."""

    word: ClassVar[str] = "hold"


@dataclass(frozen=True)
class Recall(Order):
    """Looters are called."""

    word: ClassVar[str] = "recall"


@dataclass(frozen=True)
class Leave(Order):
    """Backwards out of a zone; whose, may be named."""

    word: ClassVar[str] = "leave"
    threat: str = ""

    @property
    def words(self) -> str:
        return f"leave {self.threat}" if self.threat else "leave"


@dataclass(frozen=True)
class Evade(Order):
    """Away from a charge, or in the own turn out of a zone; whose, may be named there."""

    word: ClassVar[str] = "evade"
    adapt: bool = False
    """Along the direction of the charge."""
    around: bool = False
    """Past friends, not through them."""
    threat: str = ""

    @property
    def verb(self) -> str:
        return EVADES[self.adapt, self.around]

    @property
    def words(self) -> str:
        return f"{self.verb} {self.threat}" if self.threat else self.verb


EVADES = {(False, False): "evade", (True, False): "adapt", (False, True): "around", (True, True): "adapt_around"}


@dataclass(frozen=True)
class Ride(Order):
    """Mounted troops ride out of a zone behind them."""

    word: ClassVar[str] = "ride"
    distance: int

    @property
    def words(self) -> str:
        return f"ride {decimal(self.distance, UD)}"


@dataclass(frozen=True)
class Pivot(Order):
    """Artillery turns about its middle."""

    word: ClassVar[str] = "pivot"
    angle: int

    @property
    def words(self) -> str:
        return f"pivot {side_of(self.angle)} {decimal(abs(self.angle), DEGREE)}"


@dataclass(frozen=True)
class Plant(Order):
    """Stakes are set."""

    word: ClassVar[str] = "plant"


@dataclass(frozen=True)
class Lift(Order):
    """Stakes are taken up again."""

    word: ClassVar[str] = "lift"


@dataclass(frozen=True)
class MakeReady(Order):
    """War wagons are."""

    word: ClassVar[str] = "ready"


@dataclass(frozen=True)
class Dismount(Order):
    word: ClassVar[str] = "dismount"


@dataclass(frozen=True)
class HoldFire(Order):
    """A unit shoots at nobody until something else is said."""

    word: ClassVar[str] = "hold_fire"


@dataclass(frozen=True)
class Fire(Order):
    """A unit shoots again, at whom it usually would."""

    word: ClassVar[str] = "fire"


@dataclass(frozen=True)
class ShootAt(Order):
    """Whom a unit shoots at where the rules leave a choice."""

    word: ClassVar[str] = "shoot"
    target: str

    @property
    def words(self) -> str:
        return f"shoot {self.target}"


AboutShooting = HoldFire | Fire | ShootAt


@dataclass(frozen=True)
class Go(Order):
    """A commander goes to a place."""

    word: ClassVar[str] = "go"
    x: int
    y: int

    @property
    def words(self) -> str:
        return f"go {decimal(self.x, UD)} {decimal(self.y, UD)}"


@dataclass(frozen=True)
class Join(Order):
    """A commander joins a unit."""

    word: ClassVar[str] = "join"
    unit: str

    @property
    def words(self) -> str:
        return f"join {self.unit}"


@dataclass(frozen=True)
class Encourage(Order):
    """The commander-in-chief speaks for a corps of allies that hesitates, named by its commander."""

    word: ClassVar[str] = "encourage"
    ally: str

    @property
    def words(self) -> str:
        return f"encourage {self.ally}"


@dataclass(frozen=True)
class Enter(Order):
    """Units of a flank march come over the edge, at a place along it and so far in."""

    word: ClassVar[str] = "enter"
    place: int
    distance: int

    @property
    def words(self) -> str:
        return f"enter {decimal(self.place, UD)} {decimal(self.distance, UD)}"


# Answers


class Formation(StrEnum):
    """How those come forward who lay in ambush: side by side, or one behind the other."""

    LINE = "line"
    COLUMN = "column"


@dataclass(frozen=True)
class Reveal(Order):
    """Those under a marker come forward."""

    word: ClassVar[str] = "reveal"
    formation: Formation
    heading: int

    @property
    def words(self) -> str:
        return f"reveal {self.formation} {decimal(self.heading, DEGREE)}"


@dataclass(frozen=True)
class Wait(Order):
    """An ambush stays where it is."""

    word: ClassVar[str] = "wait"


@dataclass(frozen=True)
class StandFast(Order):
    """A charged unit does not evade."""

    word: ClassVar[str] = "stand"


@dataclass(frozen=True)
class TurnBack(Order):
    """Light troops end their evade with a half turn."""

    word: ClassVar[str] = "half"


@dataclass(frozen=True)
class Stay(Order):
    """No half turn; no pursuit."""

    word: ClassVar[str] = "stay"


@dataclass(frozen=True)
class TakePart(Order):
    """A commander fights in the melee of his unit."""

    word: ClassVar[str] = "engage"


@dataclass(frozen=True)
class StandAside(Order):
    """He does not."""

    word: ClassVar[str] = "aside"


@dataclass(frozen=True)
class Pursue(Order):
    word: ClassVar[str] = "pursue"
    distance: int

    @property
    def words(self) -> str:
        return f"pursue {decimal(self.distance, UD)}"


# Words to nobody


@dataclass(frozen=True)
class Activate(Order):
    """The next corps, named by its commander."""

    word: ClassVar[str] = "corps"
    who: tuple[str, ...] = ()
    corps: str = ""

    @property
    def words(self) -> str:
        return f"corps {self.corps}"


@dataclass(frozen=True)
class Done(Order):
    """Of a corps, or of all movement."""

    word: ClassVar[str] = "done"
    who: tuple[str, ...] = ()


@dataclass(frozen=True)
class ProposeEnd(Order):
    """That this game turn be the last."""

    word: ClassVar[str] = "time"
    who: tuple[str, ...] = ()


@dataclass(frozen=True)
class AgreeToEnd(Order):
    word: ClassVar[str] = "agree"
    who: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlayOn(Order):
    word: ClassVar[str] = "play_on"
    who: tuple[str, ...] = ()


@dataclass(frozen=True)
class TimeUp(Order):
    """What a clock says."""

    word: ClassVar[str] = "time_up"
    who: tuple[str, ...] = ()


PLAIN: tuple[type[Order], ...] = (
    *(Rally, Disengage, Hold, Recall, Plant, Lift, MakeReady, Dismount, HoldFire, Fire),
    *(StandFast, Stay, TakePart, StandAside, TurnBack, Wait),
)
"""They need nothing but those to whom they speak."""
ALONE: tuple[type[Order], ...] = (Done, ProposeEnd, AgreeToEnd, PlayOn, TimeUp)
"""Of one word, to nobody."""
