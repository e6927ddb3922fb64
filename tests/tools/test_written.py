"""What our pages name is there: files and folders, commands, routes, messages of the socket."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from starlette.routing import Route
from typer.core import TyperGroup
from typer.main import get_command

from tools.pages import ROOT
from triarii.cli.app import app
from triarii.core import registry
from triarii.core.contract import Consulted
from triarii.server.http.routes import ROUTERS
from triarii.server.wire import messages

PROTOCOL = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
PLACES = (ROOT / "src/triarii", ROOT)
WRITTEN = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md")), ROOT / "web/README.md"]
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
TRIARII = get_command(app)
assert isinstance(TRIARII, TyperGroup)
COMMANDS = set(TRIARII.commands)


PAGES = ("docs/architecture.md", "SECURITY.md", *(f"docs/games/{game}.md" for game in ("adlg", "cities", "towar")))


@pytest.mark.parametrize("page", PAGES)
def test_files_and_folders_that_a_page_names_are_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:[\w.*-]+/)+(?:[\w*-]+\.\w+)?)(?:::\w+)?`", text))
    assert [name for name in named if not any([*place.glob(name.rstrip("/"))] for place in PLACES)] == []


def code(text: str) -> str:
    """What of a page stands in boxes or between backticks."""
    return "\n".join(box or line for box, line in re.findall(r"^```\w*\n(.*?)^```|`([^`\n]+)`", text, re.M | re.S))


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.stem)
def test_commands_that_a_page_names_are_there(page: Path) -> None:
    said = code(page.read_text(encoding="utf-8"))
    assert set(re.findall(r"\bmake(?: [A-Z_]+=\S+)* ([a-z]+)\b", said)) <= TARGETS
    assert set(re.findall(r"\btriarii ([a-z][a-z-]*)\b(?!\.)", said)) <= COMMANDS
    modules = re.findall(r"python -m ((?:tools|benchmarks)[\w.]+)", said)
    assert [name for name in modules if importlib.util.find_spec(name) is None] == []


def routes() -> Iterator[str]:
    """Every route of the server, with those that games add; parts that differ are stars."""
    for route in (route for router in ROUTERS for route in router.routes if isinstance(route, Route)):
        if ":path}" in route.path:
            continue
        yield from (f"{method} {re.sub(r'{.*?}', '*', route.path)}" for method in route.methods or ())
    for name in registry.game_names():
        game = registry.game(name)
        if isinstance(game, Consulted):
            for table, question in game.tables().items():
                yield from (f"GET /api/games/{name}/{table}{item}" for item in ("", "/*")[: 1 + question.of_items])
            yield from (f"POST /api/games/{name}/{question}" for question in game.questions())


def test_the_protocol_names_every_route_and_no_other() -> None:
    named = re.findall(r"^\| `((?:GET|POST|PUT|DELETE) [^?`]+)", PROTOCOL, re.MULTILINE)
    told = {re.sub(r"{.*?}", "*", route) for route in named}
    assert told == set(routes())


def test_the_protocol_names_every_message_of_a_client() -> None:
    client, server = PROTOCOL.split("From a client:")[1].split("From the server:")
    told = set(re.findall(r'^\| `{"t":"(\w+)"', client, re.MULTILINE))
    assert told == {kind.__struct_config__.tag for kind in get_args(messages.Said)}
    assert {"welcome", "news", "accepted", "refused", "error"} <= set(re.findall(r'{"t":"(\w+)"', server))
