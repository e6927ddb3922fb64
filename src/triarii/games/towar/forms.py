"""The form of what views, events and previews of To War! tell beside their texts; boards are written by it."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from triarii.core.contract import Forms, SeatName


class Face(TypedDict):
    """What a card shows, and how many of it an army has."""

    army: str
    defence: int
    attack: int
    kind: str
    """F1, T1, F2 or T2."""
    elite: bool
    cards: int


class Standing(TypedDict):
    seat: SeatName
    unit: str


class Facts(TypedDict):
    phase: Literal["armies", "dealing", "lots", "deploy", "draw", "turn", "over"]
    armies: tuple[str, str]
    in_secret: bool
    """Whether armies are chosen in secret and shown together."""
    sealed: str
    """The own choice, once it is made."""
    movement: str
    crowns_ours: bool
    """Whether it is inferred, and not printed, who bears the crown."""
    pushes_enemy: bool
    """Whether a card that comes in on an enemy displaces it."""
    units: dict[str, Face]
    field: dict[str, Standing]
    card: str
    """The card face up; empty: none."""
    side: SeatName | Literal[""]
    turn: int
    turns: int
    hand_counts: tuple[int, int]
    reserve_counts: tuple[int, int]
    hands: tuple[dict[str, int] | None, dict[str, int] | None]
    """Null where this eye may not see it."""
    unseen: tuple[dict[str, int], dict[str, int]]
    fallen: tuple[dict[str, int], dict[str, int]]


Outcome = Literal["won", "lost", "tied"]


class Fight(TypedDict):
    """Both numbers of a fight, and how it ends."""

    unit: str
    cell: str
    enemy: str
    attack: int
    bonus: int
    total: int
    defence: int
    outcome: Outcome


class NoFight(TypedDict):
    unit: NotRequired[None]


class Preview(TypedDict):
    path: list[str]
    fight: Fight | NoFight
    captures: list[str]
    losses: list[str]
    ends: str
    """The rule by which the game would end, if it would."""


class Chose(TypedDict):
    kind: Literal["chose"]
    seat: SeatName
    army: str


class ChoseUnseen(TypedDict):
    kind: Literal["chose_unseen"]
    seat: SeatName


class Dealt(TypedDict):
    kind: Literal["dealt"]
    first: str
    second: str


class Revealed(TypedDict):
    kind: Literal["revealed"]
    first: str
    second: str


class Clashed(TypedDict):
    kind: Literal["clashed"]
    army: str


class Begins(TypedDict):
    kind: Literal["begins"]
    seat: SeatName


class TurnedUp(TypedDict):
    kind: Literal["turned_up"]
    seat: SeatName
    unit: str


class Drew(TypedDict):
    kind: Literal["drew"]
    seat: SeatName
    unit: str


class DrewUnseen(TypedDict):
    kind: Literal["drew_unseen"]
    seat: SeatName


class Deployed(TypedDict):
    kind: Literal["deployed"]
    seat: SeatName
    unit: str
    cell: str


class Passed(TypedDict):
    kind: Literal["passed"]
    seat: SeatName
    unit: str


_From = TypedDict("_From", {"from": str})
_MaybeFrom = TypedDict("_MaybeFrom", {"from": NotRequired[str]})


class BrokeThrough(_From):
    kind: Literal["broke_through"]
    seat: SeatName
    unit: str
    number: int


class Entered(TypedDict):
    kind: Literal["entered"]
    seat: SeatName
    unit: str
    number: int
    to: str


class Stepped(_From):
    kind: Literal["stepped"]
    seat: SeatName
    unit: str
    number: int
    to: str
    direction: str


class Displaced(TypedDict):
    kind: Literal["displaced"]
    seat: SeatName
    unit: str
    cell: str


class Attacked(_MaybeFrom):
    """Without `from` and `direction` it comes in where the enemy stands."""

    kind: Literal["attacked", "attacked_sideways", "attacked_entering"]
    seat: SeatName
    unit: str
    number: int
    to: str
    direction: NotRequired[str]
    enemy: str
    enemy_seat: SeatName
    attack: int
    bonus: int
    total: int
    defence: int
    outcome: Outcome


class Fought(TypedDict):
    kind: Literal["fight_won", "fight_lost", "fight_tied"]
    seat: SeatName
    unit: str
    enemy: str
    cell: str


class Counted(TypedDict):
    kind: Literal["counted"]
    first: int
    first_elite: int
    second: int
    second_elite: int


class Drawn(TypedDict):
    kind: Literal["drawn"]
    rule: str


class Won(TypedDict):
    kind: Literal["won"]
    seat: SeatName
    rule: str


FORMS = Forms(
    facts=Facts,
    preview=Preview,
    events=Chose
    | ChoseUnseen
    | Dealt
    | Revealed
    | Clashed
    | Begins
    | TurnedUp
    | Drew
    | DrewUnseen
    | Deployed
    | Passed
    | BrokeThrough
    | Entered
    | Stepped
    | Displaced
    | Attacked
    | Fought
    | Counted
    | Drawn
    | Won,
)
