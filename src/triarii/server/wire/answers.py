"""What HTTP answers, one type for each; what a game answers itself, it knows alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from triarii.core.contract import SeatName, Value
from triarii.server.wire.shown import BoardTold, Played, Result, Seats, View


class Network(Struct):
    """Where other machines can open this server; empty if only this one can."""

    addresses: Sequence[str]
    public_url: str


class Privacy(Struct):
    """What is stored, and after how many days it is put away."""

    days: int
    words: str


class Key(Struct):
    """What the seals of this server's records are checked with."""

    key: str
    """The public key: 32 bytes, in hexadecimal."""
    algorithm: str


class Range(Struct):
    low: int
    high: int
    step: int


class OptionInfo(Struct):
    """A choice of whoever begins a game: of `values`, of the numbers in `span`, or a `content` by one of its names."""

    name: str
    default: Value
    rule: str
    about: str
    span: Range | UnsetType = UNSET
    content: str | UnsetType = UNSET
    names: Sequence[str] | UnsetType = UNSET
    """The contents that the game ships."""
    values: Sequence[Value] | UnsetType = UNSET
    kind: str = ""
    """That of its rule: `reconstructed` where the rule is ours."""


class Level(Struct):
    """A computer that can be played against."""

    id: str
    title: str


class GameInfo(Struct):
    """A game that this server knows, in the asked language."""

    id: str
    title: str
    about: str
    reconstructed: str
    credits: str
    rules_version: int
    options: Sequence[OptionInfo]
    presets: Mapping[str, Mapping[str, Mapping[str, Any]]]
    """Options whose values set the defaults of others: by option, then by its value."""
    levels: Sequence[Level]
    capabilities: Sequence[str]
    board: BoardTold | None
    """Of a game that describes its board."""
    picture: bool
    """Whether the server draws it."""
    has_chance: bool
    has_secrets: bool
    secret_under: Mapping[str, Value]
    lists_all_actions: bool


class Games(Struct):
    games: Sequence[GameInfo]


class Rule(Struct):
    id: str
    text: str
    kind: str
    page: str
    why: str
    options: Sequence[str]
    """The options that decide where more than one reading is possible."""
    covers: Sequence[str]


class Rules(Struct):
    game: str
    rules: Sequence[Rule]


class RoomMade(Struct):
    room: str
    invitations: Mapping[SeatName, str]
    """Of the seats that are free."""
    watch: str
    commit: str
    """What promises the secret of chance."""


class Claimed(Struct):
    room: str
    seat: SeatName


class SetUp(Struct):
    """What the creator of a room chose beside the usual."""

    position: bool
    """Whether it starts from a position that was set up."""
    options: Mapping[str, Any]
    own: Mapping[str, str]
    """Contents of the creator's own, such as a layout: the option and the name."""
    view: View | None
    """How it starts, where that is not as usual."""


class RoomInfo(Struct):
    """What anybody may know of a room."""

    room: str
    game: str
    seats: Seats
    version: int
    turn: str
    over: bool
    listed: bool
    clock: Mapping[str, int] | None
    commit: str
    created: int
    """Milliseconds since 1970, like `touched`, the moment of the last change."""
    touched: int
    left: int | None = None
    """Milliseconds until the clock of whoever is to act runs out; null where none runs."""
    set_up: SetUp | UnsetType | None = UNSET
    """Only told of one room; null for a usual game."""


class RatingTold(Struct):
    """A rating by Glicko-2, and how far off it may be."""

    game: str
    against: Literal["people", "levels"]
    rating: int
    deviation: int
    """One standard deviation: in two of three cases the true strength is nearer than this."""
    games: int


class ResultTold(Struct):
    """A game of somebody, as it ended."""

    room: str
    game: str
    opponent: str
    kind: Literal["person", "computer"]
    level: str
    """Words for the level of a computer, in the asked language."""
    score: int
    """2 won, 1 drawn, 0 lost."""
    rated: bool
    rating: int
    """After it, where it was rated."""
    at: int


class ProfileTold(Struct):
    """What is kept of somebody."""

    ratings: Sequence[RatingTold]
    results: Sequence[ResultTold]
    """The latest ones, the newest first."""
    games: int


class Box(Struct):
    """What one browser hands to another, sealed by a code that only these two know."""

    box: str


class StandingTold(Struct):
    """A row of the table; scores in halves of a point."""

    player: int
    score: int
    buchholz: int
    points: int
    won: int
    drawn: int
    lost: int


class MatchTold(Struct):
    """Two players of a round, by their places; without a second it is a bye."""

    first: int
    second: int | None
    room: str
    score: int | None
    """Of the first: 2, 1 or 0."""
    points: tuple[int, int] | None
    """By the game's own scoring."""
    how: Literal["played", "entered", "by_default", "nobody_came"]
    """How it came to its score: by a game, by the host's word, because the loser did not turn up, or because nobody
    did, which is lost for both."""


class TournamentTold(Struct):
    id: str
    name: str
    game: str
    clock: Mapping[str, int] | None
    system: Literal["round_robin", "swiss"]
    players: Sequence[str]
    """Their names, in the order of joining."""
    gone: Sequence[int]
    """The places of those who have left: they are paired no more, their results stand."""
    you: int | None
    """Your place among them, by your token."""
    host: bool
    rounds: Sequence[Sequence[MatchTold]]
    rounds_wanted: int
    over: bool
    table: Sequence[StandingTold]
    revision: int
    """How often it has changed."""


class Rooms(Struct):
    rooms: Sequence[RoomInfo]


class Seal(Struct):
    """A server's signature under a record."""

    key: str
    genuine: bool
    """It fits the record and the key beside it."""
    ours: bool
    """That key is this server's."""


class Proof(Struct):
    """What the check of a record found."""

    chances: int
    proven: int
    open: str
    """Why chances stay unproven (`by_hand`, `not_over`), or nothing."""
    bound: int
    """The texts that were made for the promise."""
    seal: Seal | None


class Step(Played, kw_only=True):
    """One step of a studied record: the entry, and the position after it."""

    action: str | None
    """The whole action or outcome; null for entries that are none."""
    view: View
    position: str
    """Whole: whoever has the record knows it anyway."""


class Study(Struct):
    """A record or a line of play, step by step."""

    game: str
    options: Mapping[str, Any]
    start: str
    """Text of the position that it starts from; empty: the game's own start."""
    seats: Sequence[str]
    id: str
    """The room that it was played in."""
    date: str
    commit: str
    texts: Sequence[str]
    """What each seat added to chance."""
    hides: bool
    """Whether this game keeps something from an eye."""
    board: BoardTold | None
    """Of a game that describes its board."""
    position: str
    """The start, as text; `view` shows it."""
    view: View
    steps: Sequence[Step]
    result: Result | None
    proof: Proof | None
    """Only of a record."""


class Report(Struct):
    """A whole game as one HTML page, or as a moving picture."""

    page: str


class Picture(Struct):
    """A position, drawn."""

    svg: str


class Prospect(Struct):
    win: float
    draw: float
    loss: float
    error: float | None
    """Standard error of the expected score; null where the chances are exact."""


class Line(Struct):
    """A way to go on."""

    action: str
    score: float | None
    """Expected score of the seat to act, 0 to 1."""
    line: Sequence[str]
    nodes: int
    prospect: Prospect | None


class Lines(Struct):
    """What an engine thinks of a position."""

    seat: SeatName
    lines: Sequence[Line]


class Foretold(Struct):
    """An action that was not played, and what it would do."""

    action: str
    words: Sequence[str]


class Judged(Struct):
    """What an action gave away, by the expected score of whoever acts; luck after it is taken out. Without a verdict
    where nobody can say what a way is worth."""

    seat: SeatName
    action: str
    verdict: Literal["best", "good", "inaccuracy", "mistake", "blunder"] | None = None
    score: float | None = None
    best_score: float | None = None
    best: Line | None = None
    words: Sequence[str] = ()
    """What the best one would do."""
    averted: Foretold | None = None
    """What the other side answers the action with, and could not answer the best one with."""
    gained: Foretold | None = None
    """What the best one leads to a little later."""


class Outcome(Struct):
    """Something that can fall where chance decides."""

    text: str
    probability: str
    """Exact: 1/6."""
    words: str | UnsetType = UNSET


class Chances(Struct):
    chances: Sequence[Outcome]


class Fight(Struct):
    """A fight on offer, with exact odds as fractions: 1, 0, 5/36."""

    action: str
    words: str
    wins: str
    ties: str
    losses: str


class Fights(Struct):
    seat: SeatName | None
    fights: Sequence[Fight]


class PuzzleEntry(Struct):
    """A puzzle in a list."""

    id: str
    theme: str
    level: str
    """The weakest level that finds it at least every second time."""


class Puzzles(Struct):
    """All puzzles of a game, in the order of the days: that of a day has its number, counted from 1970-01-01, modulo
    how many there are."""

    puzzles: Sequence[PuzzleEntry]


class OpenedGame(Struct):
    """How a game of two of our levels began: its first decisions, without what chance brought; and who won it."""

    seats: tuple[str, str]
    winner: SeatName | None
    moves: Sequence[str]


class Openings(Struct):
    """Games that an opening explorer counts."""

    games: Sequence[OpenedGame]


class PuzzleWay(Struct):
    """A move of a puzzle with what it is worth to whoever makes it, 0 to 1: a fraction where it is exact."""

    action: str
    value: str
    odds: Sequence[str] | None
    """Of a charge: the chances to win and to lose its first round."""
    who: Sequence[str] | None
    """Of a charge: who charges, and whom."""


class Puzzle(Struct):
    """A position with one best move, and the game that it comes from."""

    id: str
    game: str
    options: Mapping[str, Any]
    position: str
    seat: SeatName
    """Who is to find the move."""
    theme: str
    level: str
    proven: bool
    ways: Sequence[PuzzleWay]
    """The best first."""
    line: Sequence[str]
    """How it may go on, from the best move on."""
    found: Mapping[str, float]
    """By level: how often it finds the best move."""
    seats: Sequence[str]
    played: Sequence[str]
