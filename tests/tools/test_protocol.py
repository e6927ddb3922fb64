"""The app's types of what goes over the wire are those of the server and the games, and how they are written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, NotRequired, TypedDict, get_args

import pytest
from msgspec import UNSET, Struct, UnsetType

from tests.pages import DOCS
from tools import protocol
from triarii.server.wire import answers, hall, messages, told

WEB = Path(__file__).parents[2] / "web" / "src"


class Stone(TypedDict):
    """A stone."""

    colour: Literal["black", "white"]
    place: tuple[int, int]
    """Where it lies."""
    names: NotRequired[dict[str, str | None]]


class Bag(Struct, tag_field="t", tag="bag"):
    stones: list[Stone]
    owner: str | UnsetType = UNSET
    kinds: list[Literal["small", "large"]] = []


@pytest.mark.parametrize("path", protocol.files(), ids=lambda path: str(path.relative_to(WEB)))
def test_the_types_of_the_app_are_current(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == protocol.files()[path], "run make protocol"


def test_a_type_is_written_with_all_that_it_is_made_of() -> None:
    writer = protocol.Writer(protocol.interface, lambda kind: kind.__name__)
    assert writer.named(Bag) == "Bag"
    assert writer.written["Bag"] == (
        "export interface Bag {\n"
        '  t: "bag";\n'
        "  stones: Stone[];\n"
        "  owner?: string;\n"
        '  kinds: ("small" | "large")[];\n'
        "}\n"
    )
    assert writer.written["Stone"] == (
        "/** A stone. */\n"
        "export interface Stone {\n"
        '  colour: "black" | "white";\n'
        "  /** Where it lies. */\n"
        "  place: readonly [number, number];\n"
        "  names?: Record<string, string | null>;\n"
        "}\n"
    )


def test_a_list_of_one_or_the_other_has_brackets() -> None:
    writer = protocol.Writer(protocol.interface, lambda kind: kind.__name__)
    assert writer.of(list[str | list[int]]) == "(string | number[])[]"
    assert writer.of(list[list[str | None]]) == "(string | null)[][]"
    assert writer.of(list[dict[str, str | None]]) == "Record<string, string | null>[]"
    assert writer.of(list[list[tuple[int, int]]]) == "(readonly [number, number])[][]"


def test_a_type_that_nobody_can_write_is_named() -> None:
    writer = protocol.Writer(protocol.interface, lambda kind: kind.__name__)
    with pytest.raises(AssertionError, match="set"):
        writer.of(set[str])


def test_the_page_of_the_protocol_names_every_message_with_its_fields() -> None:
    page = (DOCS / "protocol.md").read_text(encoding="utf-8")
    for kind in (*get_args(told.Told), *get_args(messages.Said), *get_args(hall.HallTold), *get_args(hall.HallSaid)):
        assert f'"t":"{kind.__struct_config__.tag}"' in page
        for field in (*kind.__struct_fields__,):
            assert re.search(rf'[`"]{field}[`"]', page), f"{field} of {kind.__struct_config__.tag}"


@pytest.mark.parametrize("kind", [answers.Study, answers.RoomInfo, answers.RoomMade, answers.Line, answers.Proof])
def test_the_page_of_the_protocol_names_every_field_of_an_answer(kind: type[Struct]) -> None:
    page = (DOCS / "protocol.md").read_text(encoding="utf-8")
    assert [field for field in kind.__struct_fields__ if not re.search(rf'[`"]{field}[`"]', page)] == []


def test_no_line_is_too_long_for_the_style_of_the_app() -> None:
    for text in protocol.files().values():
        assert max(map(len, text.splitlines())) <= protocol.WIDTH
