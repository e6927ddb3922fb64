"""What `make soak` does with 100,000 hostile inputs, with some of them: nothing breaks, and every no is a sentence."""

from __future__ import annotations

import json
from random import Random

from benchmarks import soak
from benchmarks.attacks.visitor import Server
from benchmarks.hostile import nasty, raw, run, spoken
from benchmarks.hostile.described import Described
from triarii.server.wire import hall, messages

INPUTS = 500
SEED = 19


def test_hostile_inputs_break_nothing() -> None:
    found = run.fuzz(INPUTS, SEED, every=0.2)
    assert [fault.report(SEED) for fault in found.faults.values()] == []
    assert sum(found.inputs.values()) >= INPUTS
    assert set(found.inputs) == set(run.SHARES)
    assert found.moves > 0
    assert "hostile" in soak.PARTS


def test_every_message_of_the_wire_is_tried() -> None:
    assert {kind.tag for kind in spoken.KINDS} >= {"hello", "act", "do", "choices", "preview", "aim", "look", "ping"}
    assert {kind.cls for kind in spoken.KINDS} == set(messages.Said.__args__)
    rng = Random(1)
    for kind in spoken.KINDS:
        tried = [messages.read(nasty.written(spoken.made(kind, rng))) for _ in range(200)]
        assert any(isinstance(said, kind.cls) for said in tried), kind.tag


def test_every_message_of_the_hall_is_tried() -> None:
    assert {kind.tag for kind in spoken.IN_THE_HALL} >= {"hello", "seek", "join", "follow", "watch_list", "attend"}
    assert {kind.cls for kind in spoken.IN_THE_HALL} == set(hall.HallSaid.__args__)
    rng = Random(1)
    for kind in spoken.IN_THE_HALL:
        tried = [hall.read(nasty.written(spoken.made(kind, rng))) for _ in range(400)]
        assert any(isinstance(said, kind.cls) for said in tried), kind.tag


def test_every_route_of_a_description_is_tried() -> None:
    body = {"$ref": "#/components/schemas/Wish"}
    told = {
        "paths": {
            "/api/x/{room}": {"get": {"parameters": [{"name": "room", "in": "path", "schema": {"type": "string"}}]}},
            "/api/y": {"post": {"requestBody": {"content": {"application/json": {"schema": body}}}}},
        },
        "components": {"schemas": {"Wish": {"type": "object", "properties": {"game": {"type": "string"}}}}},
    }
    described = Described.read(told, Server("127.0.0.1", 1), {"room1": "token"}, "{}\n{}")
    made = [described.request(Random(number)) for number in range(300)]
    assert {"/api/x/{room}", "/api/y"} <= {request.path for request in made}
    assert any(b"/api/x/room1" in request.data for request in made)
    assert any(b'"game"' in request.data for request in made)
    assert any(b"Origin: " in request.data for request in made)


def test_an_input_follows_from_its_seed_and_number() -> None:
    server = Server("127.0.0.1", 1)
    assert raw.request(server, Random("1-5"), "r") == raw.request(server, Random("1-5"), "r")
    assert spoken.message(Random("1-5")) == spoken.message(Random("1-5"))
    assert nasty.written(nasty.value(Random(3))) == nasty.written(nasty.value(Random(3)))


def test_depths_and_digits_are_written_as_such() -> None:
    assert (
        nasty.written({"a": f"{nasty.DEEP}3", "b": f"{nasty.LONG_INTEGER}19"})
        == b'{"a": [[[]]], "b": ' + b"9" * 19 + b"}"
    )
    assert json.loads(nasty.written("\ud800")) == "\ud800"
    for number in range(2_000):
        nasty.written(nasty.broken(nasty.value(Random(number)), Random(number)))


def test_a_complaint_of_the_server_is_told_with_its_place() -> None:
    said = (
        'ERROR:    x\nTraceback (most recent call last):\n  File "/site-packages/b.py", line 1, in c\nValueError: d\n'
    )
    assert [what for what, _ in run._complaints(said)] == ["ERROR:    x", 'ValueError at b.py", line 1, in c']
    assert run._complaints("WARNING:  Invalid HTTP request received.\n") == []
