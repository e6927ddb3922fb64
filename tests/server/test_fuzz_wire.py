"""Whatever is sent, the game is unharmed: malformed, reordered, duplicated, foreign and random messages."""

from __future__ import annotations

import contextlib
import json
from typing import Any

from hypothesis import HealthCheck, settings
from websockets.exceptions import ConnectionClosed

from tests.hypothesis_profiles import given, st
from tests.server.serving import Client, new_room, open_socket, person, token

SLOW = settings(max_examples=settings().max_examples * 2 // 5, suppress_health_check=list(HealthCheck))
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12)
JSON = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
)
KINDS = st.sampled_from(["hello", "act", "do", "choices", "preview", "hint", "look", "standing", "ping", "welcome", ""])
FIELDS = {
    "key": st.text(max_size=50) | JSON,
    "id": st.integers(-3, 2**60) | JSON,
    "version": st.integers(-2, 5) | JSON,
    "action": st.sampled_from(["i9i7", "b2b4", "a1a1", "", "!"]) | st.text(max_size=20) | JSON,
    "what": st.sampled_from(["allow_take_back", "accept_draw", "decline_draw", "refuse_take_back", "rematch"]) | JSON,
    "prefix": st.lists(st.text(max_size=4), max_size=3) | JSON,
    "at": st.integers(-1, 9) | JSON,
    "token": st.text(max_size=30) | JSON,
    "answers": JSON,
}
MESSAGES = st.builds(
    lambda kind, fields: json.dumps({"t": kind, **fields}),
    KINDS,
    st.fixed_dictionaries({}, optional=FIELDS),
)
RAW = st.binary(max_size=60) | st.text(max_size=60) | JSON.map(json.dumps) | MESSAGES | MESSAGES


class Table:
    """A room that is fuzzed; opened once for all examples."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.first, self.second = token(), token()
        made = new_room(address, person(self.first), person(self.second))
        self.room, self.watch = made["room"], made["watch"]

    def stands(self) -> tuple[int, str]:
        with Client(self.address, self.room, self.first) as me:
            told = me.until("welcome")
        return told["version"], told["view"]["text"]


TABLES: dict[str, Table] = {}


def _send_all(table: Table, own: str | None, messages: list[Any]) -> None:
    """Send them all, and read whatever comes until the server has had enough."""
    socket = open_socket(table.address, table.room)
    with contextlib.suppress(ConnectionClosed):
        if own is not None:
            socket.send(json.dumps({"t": "hello", "token": own}))
        for message in messages:
            socket.send(message)
        socket.send(json.dumps({"t": "ping", "id": 77}))
        while json.loads(socket.recv(10)) != {"t": "pong", "id": 77}:
            pass
    socket.close()


@SLOW
@given(messages=st.lists(RAW, max_size=6))
def test_the_seat_that_is_not_to_act_can_not_change_the_position(address: str, messages: list[Any]) -> None:
    table = TABLES.setdefault(address, Table(address))
    before = table.stands()
    _send_all(table, table.second, messages)
    assert table.stands() == before


@SLOW
@given(messages=st.lists(RAW, max_size=6), greets=st.booleans())
def test_watchers_and_strangers_can_not_change_anything(address: str, messages: list[Any], greets: bool) -> None:
    table = TABLES.setdefault(address, Table(address))
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
