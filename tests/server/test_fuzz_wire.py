"""Whatever is sent, the game is unharmed: malformed, reordered, duplicated, foreign and random messages."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from websockets.exceptions import ConnectionClosed

from tests.hypothesis_profiles import given, st
from tests.server.serving import WAIT, Client, new_room, open_socket, person, token

SLOW = settings(max_examples=settings().max_examples * 2 // 5, suppress_health_check=list(HealthCheck))
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12)
JSON = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
)
SAID = (
    "hello",
    "act",
    "do",
    "choices",
    "preview",
    "aim",
    "overlays",
    "hint",
    "look",
    "history",
    "standing",
    "text",
    "emote",
    "talk",
    "say",
    "ping",
    "welcome",
    "",
)
KINDS = st.sampled_from(SAID)
ACTIONS = ("i9i7", "b2b4", "a1a1", "corps c1", "u1 charge e6", "e6 stand", "", "!")
FIELDS = {
    "key": st.text(max_size=50) | JSON,
    "id": st.integers(-3, 2**60) | JSON,
    "version": st.integers(-2, 5) | JSON,
    "action": st.sampled_from(ACTIONS) | st.text(max_size=20) | JSON,
    "what": st.sampled_from(
        ["allow_take_back", "accept_draw", "decline_draw", "refuse_take_back", "rematch", "decline_rematch"]
    )
    | JSON,
    "prefix": st.lists(st.text(max_size=4), max_size=3) | JSON,
    "at": st.integers(-1, 9) | JSON,
    "before": st.integers(-1, 9) | JSON,
    "token": st.text(max_size=30) | JSON,
    "answers": st.dictionaries(st.sampled_from(["evade", "pursue"]), st.sampled_from(["always", "ask"])) | JSON,
    "who": st.lists(st.sampled_from(["u1", "e6", "u99", ""]), max_size=3) | JSON,
    "place": st.tuples(st.integers(-(10**7), 10**7), st.integers(0, 9000)) | JSON,
    "text": st.sampled_from(["", f"{'A' * 22}:{'0' * 64}"]) | st.text(max_size=220) | JSON,
    "kind": st.sampled_from(["hello", "wow"]) | JSON,
    "on": st.booleans() | JSON,
    "heading": st.integers(-1, 40000) | JSON,
    "target": st.sampled_from(["e6", "u1", ""]) | JSON,
}
MESSAGES = st.builds(
    lambda kind, fields: json.dumps({"t": kind, **fields}),
    KINDS,
    st.fixed_dictionaries({}, optional=FIELDS),
)
RAW = st.binary(max_size=60) | st.text(max_size=60) | JSON.map(json.dumps) | MESSAGES | MESSAGES


GAMES: dict[str, dict[str, object]] = {"cities": {}, "adlg": {"scenario": "drill_charge"}}
EACH_GAME = pytest.mark.parametrize("game", GAMES)


class Table:
    """A room that is fuzzed; opened once for all examples."""

    def __init__(self, address: str, game: str = "cities") -> None:
        self.address = address
        self.first, self.second = token(), token()
        made = new_room(address, person(self.first), person(self.second), game, options=GAMES[game])
        self.room, self.watch = made["room"], made["watch"]

    def stands(self) -> tuple[int, str]:
        with Client(self.address, self.room, self.first) as me:
            told = me.until("welcome")
        return told["version"], told["view"]["text"]


TABLES: dict[tuple[str, str], Table] = {}


def _table(address: str, game: str) -> Table:
    if (address, game) not in TABLES:
        TABLES[address, game] = Table(address, game)
    return TABLES[address, game]


def _send_all(table: Table, own: str | None, messages: list[Any]) -> None:
    """Send them all, and read whatever comes until the server has had enough."""
    socket = open_socket(table.address, table.room)
    with contextlib.suppress(ConnectionClosed):
        if own is not None:
            socket.send(json.dumps({"t": "hello", "token": own}))
        for message in messages:
            socket.send(message)
        socket.send(json.dumps({"t": "ping", "id": 77}))
        while json.loads(socket.recv(WAIT)) != {"t": "pong", "id": 77}:
            pass
    socket.close()


@EACH_GAME
@SLOW
@given(messages=st.lists(RAW, max_size=6))
def test_the_seat_that_is_not_to_act_can_not_change_the_position(address: str, game: str, messages: list[Any]) -> None:
    table = _table(address, game)
    before = table.stands()
    _send_all(table, table.second, messages)
    assert table.stands() == before


@EACH_GAME
@SLOW
@given(messages=st.lists(RAW, max_size=6), greets=st.booleans())
def test_watchers_and_strangers_can_not_change_anything(
    address: str, game: str, messages: list[Any], greets: bool
) -> None:
    table = _table(address, game)
    before = table.stands()
    _send_all(table, table.watch if greets else None, messages)
    assert table.stands() == before


@SLOW
@given(order=st.permutations([("b2b4", 0), ("c2c4", 0), ("b2b4", 1), ("d2d4", 0), ("b2b4", 2)]), same=st.booleans())
def test_of_reordered_and_doubled_actions_one_is_done(address: str, order: list[tuple[str, int]], same: bool) -> None:
    table = Table(address)
    with Client(address, table.room, table.first) as me:
        me.until("welcome")
        answers = [me.act(action, "same" if same else "", version) for action, version in order]
        done = [answer for answer in answers if answer["t"] == "accepted"]
        assert me.version == min(1, len(done))
        assert len({answer["version"] for answer in done}) <= 1
        assert len(done) <= (len(order) if same else 1)
        played = [entry for entry in me.entries.values() if entry["kind"] == "action"]
        assert len(played) == min(1, len(done))
