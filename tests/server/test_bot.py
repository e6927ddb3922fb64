"""The example bot plays whole games over the protocol."""

from __future__ import annotations

import asyncio
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.server.serving import Client, get, new_room, person, token
from triarii.core import proof, records, registry
from triarii.core.contract import Refusal

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.fixture(scope="module")
def bot() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bot", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("cities", {"stall_plies": 20}),
        ("towar", {}),
        ("towar", {"variant": "hand_of_three"}),
        ("adlg", {"scenario": "drill_charge"}),
    ],
)
def test_the_example_bot_plays_a_whole_game(
    bot: ModuleType, address: str, game: str, options: dict[str, object]
) -> None:
    room, own = bot.new_room(address, game, "beginner", options)
    result = asyncio.run(bot.Bot(address, room, own, seed=1).play())
    assert result["words"]
    record = records.parse(get(address, f"/api/rooms/{room}/record", Authorization=f"Bearer {own}").content).record
    assert record is not None
    known = registry.game(game)
    assert not isinstance(known, Refusal)
    found = proof.prove(known, record)
    assert found.problem is None
    assert found.proven == found.chances
    assert record.header.seats == ("Bot", "beginner")


def test_two_bots_meet_by_a_link(bot: ModuleType, address: str) -> None:
    own = token()
    made = new_room(address, person(own), person(), "towar")
    link = f"{address}/join/{made['room']}#{made['invitations']['second']}"
    room, other = bot.join_room(address, link)
    with Client(address, room, own) as me:
        assert me.until("welcome")["seats"]["second"]["name"] == "Bot"

    async def both() -> list[dict[str, object]]:
        return list(await asyncio.gather(bot.Bot(address, room, own).play(), bot.Bot(address, room, other).play()))

    one, two = asyncio.run(both())
    assert one.pop("words") != two.pop("words")  # each is told what it means to him
    assert one == two


def test_the_bot_explains_itself() -> None:
    done = subprocess.run([sys.executable, str(EXAMPLE), "--help"], capture_output=True, text=True, check=True)
    assert "--join" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--game", "nope"), "nope"),
        (("--level", "nobody"), "nobody"),
        (("--join", "http://127.0.0.1/join/nowhere#x"), "not understood: invitation"),
    ],
    ids=str,
)
def test_what_the_server_refuses_the_bot_says_in_the_servers_words(
    address: str, words: tuple[str, ...], said: str
) -> None:
    done = subprocess.run([sys.executable, str(EXAMPLE), address, *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr
    assert "HTTP" not in done.stderr
