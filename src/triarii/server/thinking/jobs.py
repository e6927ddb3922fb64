"""What a worker process is asked to do, as types: each job is sent as JSON, named by its kind."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from triarii.core.cast import EVERYBODY, Cast
from triarii.core.contract import Eye, Turn, View
from triarii.server.wire.messages import Aim, Choices, Look, Overlays, Preview


class Job(Struct, frozen=True, kw_only=True, tag_field="job"):
    """Something to be worked out."""

    lang: str = "en"
    """In which words an answer or refusal is put."""


class Sight(Struct, frozen=True):
    """A view, as it goes over a wire."""

    eye: str
    turn: str
    text: str
    options: dict[str, Any]
    facts: dict[str, Any]

    @classmethod
    def of(cls, view: View) -> Sight:
        return cls(view.eye.name.lower(), view.turn.name.lower(), view.text, dict(view.options), dict(view.facts))

    def view(self) -> View:
        return View(Eye[self.eye.upper()], Turn[self.turn.upper()], self.text, self.options, self.facts)


class Choose(Job, frozen=True, kw_only=True, tag="choose"):
    """The action of a player in a view."""

    game: str
    rules: int
    view: Sight
    player: str
    seed: int
    milliseconds: int = 0
    """To think; 0: as the player likes."""
    in_words: bool = False
    """Whether it is also told what the action would bring."""


# Positions outside of any room


class PlayedLine(Job, frozen=True, kw_only=True):
    """Where a game starts and what was played since, chances too; and who looks, if not whoever acts."""

    game: str = ""
    options: dict[str, Any] = {}
    start: str = ""
    actions: list[str] = []
    eye: Literal["first", "second", "observer"] | None = None


class Study(PlayedLine, frozen=True, kw_only=True, tag="study"):
    """Every step of a line of play, or of a record."""

    record: str = ""
    since: int = 0
    """Only the steps after this one are told."""
    own_key: str = ""
    """The public key of this server, to know its own seals."""


class Unread(Job, frozen=True, kw_only=True, tag="unread"):
    """A study or report as it was sent: with a whole record it is large, and even to read it takes its time. Its own
    language goes before that of the job."""

    body: bytes
    report: bool
    own_key: str = ""


class Weigh(PlayedLine, frozen=True, kw_only=True, tag="weigh"):
    """The best ways to go on."""

    count: int
    milliseconds: int


class Judge(PlayedLine, frozen=True, kw_only=True, tag="judge"):
    """What an action gives away, beside the best one."""

    action: str
    milliseconds: int


class NextWords(PlayedLine, frozen=True, kw_only=True, tag="choices"):
    """The next words of an action; where chance is to fall, its outcomes."""

    prefix: list[str] = []
    whole: bool = False
    """All that can follow, not the next words alone."""


class Foretell(PlayedLine, frozen=True, kw_only=True, tag="preview"):
    """What an action would bring."""

    action: str


class Aims(PlayedLine, frozen=True, kw_only=True, tag="aims"):
    """What brings pieces to a place, facing which way, or meeting whom."""

    who: list[str]
    place: tuple[int, int]
    heading: int | None = None
    target: str | None = None


class Fights(PlayedLine, frozen=True, kw_only=True, tag="fights"):
    """The fights on offer, with their odds."""


class Shapes(PlayedLine, frozen=True, kw_only=True, tag="overlays"):
    """What a board shows on request."""


class Draw(PlayedLine, frozen=True, kw_only=True, tag="draw"):
    """A position as a picture."""

    theme: str = "light"


class Report(Job, frozen=True, kw_only=True, tag="report"):
    """A record as a page to read and print, or as a film."""

    record: str
    brief: bool = False
    film: bool = False
    theme: str = "light"


# Questions


class Content(Job, frozen=True, kw_only=True, tag="content"):
    """The content that a text spells."""

    game: str
    option: str
    text: str


class Prepare(Job, frozen=True, kw_only=True, tag="prepare"):
    """A game with its set-up done: terrain and deployment as the computer would for both seats."""

    game: str
    options: dict[str, Any]
    seed: int


class Begin(Job, frozen=True, kw_only=True, tag="begin"):
    """Whether a game can begin so."""

    game: str
    options: dict[str, Any]
    start: str
    people: bool
    """Whether two people will play it."""


class Consult(Job, frozen=True, kw_only=True, tag="consult"):
    """What a game answers itself: a table, or a question about a document."""

    game: str
    name: str
    table: bool
    words: dict[str, list[str]] = {}
    item: str = ""
    document: Any = None


PositionQuestion: TypeAlias = Choices | Preview | Look | Overlays | Aim
"""What may be asked about a position of a room."""


class AskPosition(Job, frozen=True, kw_only=True, tag="position"):
    """A question about a position of a room."""

    game: str
    rules: int
    options: str
    """As JSON, so that a worker can remember positions by it."""
    position: str
    said: PositionQuestion
    eye: str
    cast: Cast = EVERYBODY


Question: TypeAlias = (
    NextWords | Foretell | Aims | Fights | Shapes | Draw | Content | Prepare | Begin | Consult | AskPosition
)
"""Short, and a person waits for the answer."""
AnyJob: TypeAlias = Choose | Unread | Weigh | Judge | Question


class Order(Struct, frozen=True):
    """One line to a worker: a job, and the seconds of a processor that it may take; 0: as many as it takes."""

    job: AnyJob
    work: float = 0.0
