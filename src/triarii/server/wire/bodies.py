"""What requests about positions and records carry, as types. Those with a whole record are read by a worker process, so
both sides know them; what only routes read is in `http/bodies.py`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from triarii.core.contract import Refusal
from triarii.server.wire.plain_text import whole, writable

LONGEST_PLACES = 200


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _whole(cls, data: Any) -> Any:
        return whole(data)


class PlayedLine(Body):
    """A position outside of any room: where it starts and what was played since, chances too."""

    game: str = Field(default="", max_length=64)
    options: dict[str, Any] = Field(default_factory=dict)
    start: str = Field(default="", max_length=20_000)
    actions: list[str] = Field(default_factory=list, max_length=10_000)
    lang: str = Field(default="", max_length=40)
    eye: Literal["first", "second", "observer"] | None = Field(
        default=None, description="Who looks; without: whoever acts."
    )


class Study(PlayedLine):
    record: str = Field(default="", description="A whole record, as a file has it; then nothing else is needed.")
    since: int = Field(default=0, ge=0, description="Only the steps after this one are told.")


class Recorded(Body):
    record: str = Field(min_length=1, description="A whole record, as a file has it.")
    lang: str = Field(default="", max_length=40)
    brief: bool = Field(default=False, description="A battle on two pages; other games are told whole.")
    film: bool = Field(default=False, description="A battle as a moving picture, as SVG.")
    theme: Literal["light", "dark"] = Field(default="light", description="The colours of the film.")


def malformed(errors: Iterable[Mapping[str, Any]], within: int = 0) -> Refusal:
    """Names the places of a body that are wrong; `within`: so many first parts of a place are not told."""
    places = [".".join(str(part) for part in error["loc"][within:]) or "body" for error in errors]
    return Refusal("malformed", params={"what": writable(", ".join(places)[:LONGEST_PLACES])})
