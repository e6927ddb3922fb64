"""What HTTP requests carry, as types; the description at /api/openapi.json is made of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from triarii.core.tournaments import Ruling
from triarii.server.rooms.clocks import LONGEST_DAYS, LONGEST_INCREMENT, LONGEST_MINUTES
from triarii.server.storage.tournaments import System
from triarii.server.wire.bodies import Body, PlayedLine
from triarii.server.wire.plain_text import plain_name, visible

TOKEN = r"^[A-Za-z0-9_-]{22}$"
NAME = 40
Name = Annotated[str, BeforeValidator(plain_name), Field(max_length=NAME)]
"""What a person wants to be called; what could deceive others is left out."""
Profile = Annotated[str | None, Field(pattern=TOKEN, description="The token of a profile that keeps the result.")]
LONGEST_BOX = 200_000
Chosen = Annotated[dict[str, Any], AfterValidator(visible)]
"""Options of a game that others play too, with the names in their layouts and armies."""


class SeatWish(Body):
    """Who sits there: a person with a token, a person still to be invited, or a computer of a level."""

    kind: str = "person"
    token: str | None = Field(default=None, pattern=TOKEN)
    name: Name = ""
    level: str = Field(default="", max_length=64)
    profile: Profile = None


class ClockWish(Body):
    minutes: int = Field(default=0, ge=0, le=LONGEST_MINUTES)
    increment: int = Field(default=0, ge=0, le=LONGEST_INCREMENT, description="Seconds added for every action.")
    together: bool = Field(
        default=False, description="One time for both, without increment; at its end the game is brought to its own."
    )
    days: int = Field(
        default=0, ge=0, le=LONGEST_DAYS, description="In place of minutes: so many days for every turn, none saved."
    )


class SeatWishes(Body):
    first: SeatWish
    second: SeatWish


class RoomWish(Body):
    game: str = Field(max_length=64)
    options: Chosen = Field(default_factory=dict)
    start: str = Field(
        default="", max_length=20_000, description="The text of a position; empty: the game's own start."
    )
    lang: str = Field(default="", max_length=40)
    listed: bool = False
    seats: SeatWishes
    clock: ClockWish | None = None


class Claim(Body):
    invitation: str = Field(pattern=TOKEN)
    token: str = Field(pattern=TOKEN)
    name: Name = ""
    text: str | None = Field(
        default=None,
        max_length=200,
        description="What this seat adds to chance: NONCE:DIGEST, or nothing; without, it is sent over the socket.",
    )
    profile: Profile = None
    lang: str = Field(default="", max_length=40)


class HandedOver(Body):
    """What one browser hands to another: sealed, so that nobody else can read it."""

    box: str = Field(min_length=1, max_length=LONGEST_BOX, pattern=r"^[A-Za-z0-9_-]+$")


class TournamentWish(Body):
    name: Annotated[str, BeforeValidator(plain_name), Field(min_length=1, max_length=60)]
    game: str = Field(max_length=64)
    options: Chosen = Field(default_factory=dict)
    clock: ClockWish | None = None
    system: System = System.ROUND_ROBIN
    rounds: int = Field(default=3, ge=1, le=9, description="Of a Swiss.")
    token: str = Field(pattern=TOKEN, description="Of the host: only with it can it be started and directed.")
    lang: str = Field(default="", max_length=40)


class TournamentJoin(Body):
    name: Annotated[str, BeforeValidator(plain_name), Field(min_length=1, max_length=NAME)]
    token: str = Field(pattern=TOKEN, description="It will hold the seats of this player.")
    profile: Profile = None
    lang: str = Field(default="", max_length=40)


class TournamentResult(Body):
    round: int = Field(ge=0, le=1_000, description="Its place in `rounds`, from 0.")
    match: int = Field(ge=0, le=1_000, description="The place of the pairing in that round, from 0.")
    result: Ruling


class TournamentRemoval(Body):
    player: int = Field(ge=0, le=1_000, description="The place in `players`, from 0.")
    name: str = Field(max_length=NAME, description="Who stands there, as it was seen: nobody else is taken out.")


class StudyLines(PlayedLine):
    count: int = Field(default=3, ge=1, le=20)
    milliseconds: int = Field(default=1000, ge=10, le=10_000)


class StudyVerdict(PlayedLine):
    action: str = Field(max_length=1_000)
    milliseconds: int = Field(default=500, ge=20, le=10_000)


class StudyChoices(PlayedLine):
    prefix: list[str] = Field(default_factory=list, max_length=200)
    whole: bool = False


class StudyAims(PlayedLine):
    who: list[str] = Field(min_length=1, max_length=60)
    place: tuple[int, int]
    heading: int | None = None
    target: str | None = Field(default=None, max_length=80)


class StudyPicture(PlayedLine):
    theme: Literal["light", "dark"] = "light"


class StudyPreview(PlayedLine):
    action: str = Field(max_length=2_000)


class Prepared(Body):
    """A game whose set-up the computer shall do for both."""

    options: dict[str, Any] = Field(default_factory=dict)
    seed: int = Field(default=0, ge=0, le=2**32, description="Another seed, another set-up.")
    lang: str = Field(default="", max_length=40)


class ContentText(Body):
    """A layout or card table as a TOML file has it."""

    text: str = Field(max_length=100_000)
    lang: str = Field(default="", max_length=40)


class OwnSeat(Body):
    room: str = Field(pattern=r"^[A-Za-z0-9]{1,16}$")
    token: str = Field(pattern=TOKEN, description="Of the seat there.")


class PushSubscription(Body):
    """What a browser gives to be reached by."""

    endpoint: str = Field(max_length=1_000)
    p256dh: str = Field(max_length=100)
    auth: str = Field(max_length=40)


Seats = Annotated[list[OwnSeat], Field(max_length=60)]


class ReminderWish(Body):
    """By which way to be told of turns: one of two."""

    token: str = Field(pattern=TOKEN, description="Made by the browser: with it this can be changed and ended.")
    push: PushSubscription | None = None
    mail: str = Field(default="", max_length=254, description="An address of e-mail, where push is null.")
    lasting: bool = Field(default=False, description="Keep it for games to come; else it goes with the last one.")
    seats: Seats = Field(default_factory=list)
    lang: str = Field(default="", max_length=40)


class MoreSeats(Body):
    token: str = Field(pattern=TOKEN)
    seats: Seats


class ReminderWord(Body):
    word: str = Field(pattern=TOKEN, description="What stands behind the # of the link in the mail.")
