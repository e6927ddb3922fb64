"""The form of what views, previews and overlays of a battle tell beside their texts; boards are written by it.

Distances are thousandths of a UD, headings hundredths of a degree (0 looks up the table, clockwise); a pose is the
middle of the front edge.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from triarii.core.contract import Forms, SeatName

Point: TypeAlias = tuple[int, int]
Pose: TypeAlias = tuple[int, int, int]
Side: TypeAlias = Literal["a", "b"]
Spoken: TypeAlias = dict[str, str]
"""In every language."""
Doubt: TypeAlias = Literal["allied", "unreliable"]
Ground: TypeAlias = Literal["open", "rough", "difficult", "impassable"]
_Class = TypedDict("_Class", {"class": Ground})
_Ends = TypedDict("_Ends", {"from": Point, "to": Point})
_As = TypedDict("_As", {"as": str})


class TerrainFact(_Class):
    id: str
    kind: str
    polygon: list[Point]
    crest: Point | None


class RoadFact(TypedDict):
    points: list[Point]


class WorkFact(_Ends):
    kind: str
    """fortification, obstacle, stakes."""
    seat: int


class CampFact(TypedDict):
    id: str
    seat: int
    kind: str
    pose: Pose
    width: int
    depth: int
    lost: bool


class Enlisted(TypedDict):
    """What is written of a unit before it stands anywhere."""

    id: str
    seat: int
    corps: int
    troop: str
    category: str
    name: Spoken
    quality: str
    abilities: list[str]
    weapon: str | None
    width: int
    depth: int
    full: int
    expendable: bool


class UnitFact(Enlisted):
    pose: Pose
    cohesion: int
    fighting: bool
    done: bool
    fire: NotRequired[str]
    """`held` if it holds its fire, or the target that its owner prefers."""


class CommanderFact(TypedDict):
    id: str
    seat: int
    corps: int
    grade: str
    pose: Pose
    unit: str | None
    chief: bool
    doubt: NotRequired[Doubt]
    """Why the corps may hesitate, and what it has shown so far; missing where nobody doubts it."""
    shown: NotRequired[Literal["untried", "hesitant", "encouraged", "reliable"]]


class OnsetFact(TypedDict):
    units: list[str]
    targets: list[str]


class CommandFact(TypedDict):
    """What is being decided, and by whom."""

    corps: str
    """The commander whose corps is activated."""
    points: int
    free: int
    done: list[str]
    """Commanders whose corps have been activated in this sequence."""
    who: str
    """The unit or commander that a decision or a die is about."""
    together: list[str]
    """Units that evade with it as one group, or have done so."""
    onset: OnsetFact | None
    """The charge that is under way: who charges whom."""


class LedgerEntry(TypedDict):
    side: Side
    value: int
    rule: str
    name: Spoken


class VoidEntry(TypedDict):
    side: Side
    rule: str
    name: Spoken
    by: str


class Totals(TypedDict):
    a: int
    b: int


class LossChances(TypedDict):
    a: dict[str, str]
    b: dict[str, str]


class Fight(TypedDict):
    """A melee or a shooting: every number of both sides with its rule, and the exact chances as fractions."""

    kind: Literal["melee", "shooting"]
    a: str
    b: str
    asks: dict[str, Any]
    """The same as a question about odds."""
    ledger: list[LedgerEntry]
    voided: list[VoidEntry]
    totals: Totals
    chance: dict[str, str]
    loss: LossChances
    """How likely each loss is, by side: "0", "1", … or "rout"."""


class ScoreFact(TypedDict):
    """What the battle is worth if it ends as it stands, and how long it goes on."""

    points: tuple[int, int]
    winner: SeatName | None
    ending: str
    parts: list[str]
    limit: int
    """Game turns after which it ends; 0: none."""
    last_turn: bool
    may_propose: bool
    """Whether the seat to act may propose that this turn be the last."""


class MarkerFact(TypedDict):
    """A marker for an ambush."""

    id: str
    seat: int
    x: int
    y: int
    side: int
    units: NotRequired[list[str]]
    """Who lies under it, only for whoever may know."""


class MarchFact(TypedDict):
    """A corps that marches around a flank, as far as it is known, and who of it waits at the edge."""

    seat: int
    leader: str
    flank: Literal["left", "right"] | None
    way: Literal["marching", "due", "here", "lost"]
    units: list[Enlisted]


class CampaignFact(TypedDict):
    title: Spoken
    battle: int
    of: int
    points: tuple[int, int]


class WaitingUnit(Enlisted):
    cohesion: int
    light: bool
    mounted: bool
    fighting: bool
    done: bool


class WaitingCorps(TypedDict):
    id: str
    """The commander's id, which names the corps."""
    seat: int
    corps: int
    grade: str
    chief: bool
    included: str | None
    """The unit that the commander is part of."""
    doubt: NotRequired[Doubt]
    """Why the corps may hesitate in battle, if it may."""
    radius: int
    """How far he is heard; light troops hear him from twice as far."""
    units: list[WaitingUnit]


class Pick(TypedDict):
    kind: str
    seat: int
    compulsory: bool
    id: str


class Zone(TypedDict):
    seat: int
    light: bool
    polygon: list[Point]


class Lot(TypedDict):
    id: str
    kind: str
    size: str
    x: int
    y: int
    turn: int
    side: str


class RegionOffer(TypedDict):
    region: str
    compulsory: str
    most: dict[str, int]


class PickOffer(TypedDict):
    kind: str
    most: int
    taken: int
    open: bool
    claimed: bool


class Choosing(TypedDict):
    kinds: list[PickOffer]
    have: int
    least: int
    most: int


class RiverOffer(TypedDict):
    """The sides along which a river may run, and how narrow and wide it may be."""

    sides: list[str]
    widths: tuple[int, int]


class PieceInHand(_Class):
    kind: str
    outlines: dict[str, list[Point]]
    at_edge: NotRequired[bool]
    from_edges: NotRequired[int]


class Adjusting(TypedDict):
    open: list[str]
    attempts: int


class Altering(TypedDict):
    reach: int
    rotates: bool
    removes: bool


class Dismounting(_As):
    """A unit that may dismount, and as what troops."""

    unit: str


class Marcher(TypedDict):
    id: str
    corps: int
    grade: str


class MarchOffer(TypedDict):
    """Who may march around which flank."""

    corps: list[Marcher]
    flanks: list[Literal["left", "right"]]


class AmbushPlace(TypedDict):
    x: int
    y: int
    groups: list[list[str]]
    """Who could lie there; nobody: a false marker."""


class AmbushOffer(TypedDict):
    """Markers laid so far, and places for the next one."""

    have: int
    most: int
    places: list[AmbushPlace]
    names: dict[str, Spoken]


class CampOffer(TypedDict):
    kind: str
    width: int
    depth: int
    edge: int


Task: TypeAlias = Literal[
    "initiative",
    "region",
    "pick",
    "claim",
    "sector",
    "lay",
    "river",
    "way",
    "road",
    "adjust",
    "effort",
    "alter",
    "camp",
    "works",
    "march",
    "ambush",
    "corps",
    "deploy",
    "dismount",
]


class SetupFacts(TypedDict):
    """How far the table is set up, and what the task asks for."""

    task: Task
    seat: int
    about: str
    """A kind of terrain, a piece or a corps, as the task has it."""
    defender: int | None
    region: str
    initiative: list[dict[str, int]]
    picks: list[Pick]
    dice: tuple[int, int]
    areas: list[list[Point]]
    zones: list[Zone]
    deployed: list[str]
    lots: list[Lot]
    waiting: list[WaitingCorps]
    regions: NotRequired[list[RegionOffer]]
    choosing: NotRequired[Choosing]
    coasts: NotRequired[list[str]]
    river: NotRequired[RiverOffer]
    piece: NotRequired[PieceInHand]
    adjusting: NotRequired[Adjusting]
    altering: NotRequired[Altering]
    works: NotRequired[dict[str, int]]
    """Pieces of each kind that are still to be built."""
    dismounting: NotRequired[list[Dismounting]]
    march: NotRequired[MarchOffer]
    ambush: NotRequired[AmbushOffer]
    camp: NotRequired[CampOffer]


class BriefingFact(TypedDict):
    title: Spoken
    about: Spoken


class FieldFacts(TypedDict):
    size: Point
    region: str
    """What the ground looks like: plain, forest, mountain, desert, steppe."""
    terrain: list[TerrainFact]
    roads: list[RoadFact]
    works: list[WorkFact]
    camps: list[CampFact]
    units: list[UnitFact]
    markers: NotRequired[list[MarkerFact]]
    """Only where battle plans are secret."""
    marches: NotRequired[list[MarchFact]]
    commanders: list[CommanderFact]
    setup: NotRequired[SetupFacts]
    """Only while the table is set up."""
    active: int
    """The seat whose sequence it is."""
    phase: str
    stage: str
    turn: int
    score: ScoreFact
    campaign: NotRequired[CampaignFact]
    """Only in a battle of a campaign: which one it is, and the points before it."""
    command: CommandFact
    pending: dict[str, int]
    """Losses that were thrown and count at the end of the phase, by unit."""
    fight: Fight | None
    """The fight whose dice fall next."""
    briefing: NotRequired[BriefingFact]
    """What the scenario tells of itself, before its first decision."""
    armies: list[Spoken]
    """Of each seat: what its army is called."""
    losses: list[tuple[int, int]]
    """Of each seat: losses, and at how many the army breaks."""


class Price(TypedDict):
    value: int
    rule: str
    name: Spoken


class LaidPiece(TypedDict):
    id: str
    polygon: list[Point]


class NotYet(TypedDict):
    """Why a corps can't stay like this."""

    code: str
    rule: str
    words: Spoken


class Preview(TypedDict, total=False):
    """What an order, an answer or a step of the set-up would bring."""

    refused: str
    rule: str
    params: dict[str, int | str | bool]
    cost: int
    bill: list[Price]
    left: tuple[int, int]
    spent: int
    limit: int
    ends: dict[str, Pose]
    path: list[list[Point]]
    difficult: list[str]
    panicked: list[str]
    targets: list[str]
    instead: list[str]
    """Of a charge that does not get to its target: whom it meets first."""
    odds: list[dict[str, Any]]
    fights: list[Fight]
    caught: str
    """Of an evade: the chance that the charge catches whoever runs."""
    terrain: list[LaidPiece]
    dismounts: list[str]
    then: NotYet


class Overlay(TypedDict):
    kind: Literal["zone", "threat", "reach", "ring", "acts", "radius", "shot", "card", "bout"]
    unit: str
    label: str
    polygon: NotRequired[list[Point]]
    line: NotRequired[list[Point]]
    circle: NotRequired[tuple[int, int, int]]
    """Its middle and its radius."""
    enemy: NotRequired[str]
    target: NotRequired[str]
    distance: NotRequired[int]
    can: NotRequired[bool]
    code: NotRequired[str]
    """Why a unit can't act, if it can't."""
    moves: NotRequired[list[int]]
    """Of a card: UD in open, rough and difficult ground."""
    protection: NotRequired[int]
    totals: NotRequired[Totals]
    """Of a bout: what both add to their dice, the unit's own first."""
    chance: NotRequired[dict[str, str]]
    """Of a bout: that the unit `wins` or `loses` the round, or `neither`."""


FORMS = Forms(facts=FieldFacts, preview=Preview, shapes=Overlay)
