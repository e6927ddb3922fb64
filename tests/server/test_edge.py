"""The edge: half-sent requests, crowds from one address, clients that read nothing; nobody else notices them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import select
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed

from tests.patience import SLOWNESS
from tests.server.raw import CONT, PING, TEXT, Answer, Raw, framed, handshake, until
from tests.server.serving import GENEROUS, WAIT, Client, Process, get, inside, inside_with_edge, new_room, person, token
from triarii.server.edge.connections import Edge
from triarii.server.edge.http_protocol import H11
from triarii.server.serving import usual_http
from triarii.server.settings import Settings

HEAD = "GET /api/network HTTP/1.1\r\nHost: localhost\r\n"
HALF = HEAD + "X-Half"
WHOLE = HEAD + "\r\n"
BOTH = pytest.mark.parametrize("http", [H11, usual_http()], ids=["h11", "httptools"])
QUICK = replace(GENEROUS, head_seconds=0.3, body_seconds=0.3)


@BOTH
@pytest.mark.parametrize("data", ["", "G", HALF, "\r\n", "\r\n" + HALF])
def test_a_request_that_does_not_come_whole_ends_with_a_word(
    tmp_path: Path, http: type[asyncio.Protocol], data: str
) -> None:
    with inside_with_edge(tmp_path, limits=QUICK, http=http) as (address, edge):
        with Raw(address) as raw:
            raw.send(data)
            told = _only(raw)
            # h11 takes no empty lines before a request.
            expected = (400, "malformed") if data.startswith("\r\n") and http is H11 else (408, "came_too_late")
            assert (told.status, told.json()["code"]) == expected
            assert told.headers["x-content-type-options"] == "nosniff"
        until(lambda: not edge.admission.inside)


@BOTH
def test_the_time_for_a_head_does_not_begin_again_with_every_byte(tmp_path: Path, http: type[asyncio.Protocol]) -> None:
    with inside_with_edge(tmp_path, limits=QUICK, http=http) as (address, _), Raw(address) as raw:
        raw.send(HALF)
        raw.socket.settimeout(0.02)
        found: list[bytes] = []

        def one_byte_more() -> bool:
            with contextlib.suppress(TimeoutError):
                raw.send("x")
                found.append(raw.socket.recv(1000))
            return bool(found)

        until(one_byte_more)
        assert b" 408 " in found[0]


@BOTH
@pytest.mark.parametrize("data", [HALF, "\r\n", "\r\n\r\n"])
def test_the_next_request_has_its_own_time(tmp_path: Path, http: type[asyncio.Protocol], data: str) -> None:
    with inside_with_edge(tmp_path, limits=GENEROUS, http=http) as (address, edge):
        with Raw(address) as raw:
            for _ in range(3):
                raw.send(WHOLE)
                assert raw.answer().status == 200
            edge.limits = QUICK
            raw.send(data)
            assert _only(raw).status == (400 if data.startswith("\r\n") and http is H11 else 408)
        until(lambda: not edge.admission.inside)


@BOTH
def test_a_body_that_does_not_come_whole_ends_with_a_word(tmp_path: Path, http: type[asyncio.Protocol]) -> None:
    with inside_with_edge(tmp_path, limits=QUICK, http=http) as (address, edge):
        for length in ("Content-Length: 100", "Transfer-Encoding: chunked"):
            with Raw(address) as raw:
                raw.send(f"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\n{length}\r\n\r\n2\r\n")
                assert _only(raw).status == 408
        until(lambda: not edge.admission.inside)


@BOTH
def test_a_request_that_is_answered_slowly_is_not_cut_off(tmp_path: Path, http: type[asyncio.Protocol]) -> None:
    """Whoever has sent all may wait for us; and what is idle stays as long as it may."""
    limits = replace(GENEROUS, head_seconds=0.3 * SLOWNESS, body_seconds=0.3 * SLOWNESS)
    with inside_with_edge(tmp_path, limits=limits, http=http) as (address, edge), Raw(address) as raw:
        body = json.dumps({"game": "cities", "milliseconds": min(10_000, int(600 * SLOWNESS)), "count": 1})
        head = "POST /api/study/lines HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        raw.send(f"{head}Content-Length: {len(body)}\r\n\r\n{body}")
        assert raw.answer().status == 200
        assert len(edge.admission.inside) == 1


@BOTH
@pytest.mark.parametrize(
    "data",
    [
        HEAD + "X: " + "x" * 40_000,
        "GET /" + "x" * 40_000,
        "GET /" + "x" * 40_000 + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    ],
)
def test_a_head_without_end_is_refused(tmp_path: Path, http: type[asyncio.Protocol], data: str) -> None:
    limits = replace(GENEROUS, head_bytes=32_000)
    with inside_with_edge(tmp_path, limits=limits, http=http) as (address, edge):
        with Raw(address) as raw:
            raw.send(data)
            told = _only(raw)
            assert 400 <= told.status < 500
            assert told.json()["words"]
        until(lambda: not edge.admission.inside)


def test_a_thousand_headers_or_requests_at_once_are_too_many(tmp_path: Path) -> None:
    with inside_with_edge(tmp_path, limits=GENEROUS) as (address, edge):
        for more in ("X: y\r\n" * 1_000, "X: " + "y" * 40_000 + "\r\n"):
            with Raw(address) as raw:
                raw.send(HEAD + more + "\r\n")
                assert _only(raw).status == 431
        with Raw(address) as raw:
            raw.send("POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
            raw.send("X: y\r\n" * 1_000 + "\r\n")
            raw.rest()
        with Raw(address) as raw:
            raw.send(WHOLE * 5_000)
            assert raw.rest().count(b"HTTP/1.1 200") < 100
        until(lambda: not edge.admission.inside)
        assert get(address, "/api/health").status_code == 200


def test_a_body_without_end_is_cut_off(tmp_path: Path) -> None:
    limits = replace(GENEROUS, body_bytes=1_000, record_bytes=10_000)
    with inside_with_edge(tmp_path, limits=limits) as (address, edge):
        with Raw(address) as raw:
            raw.send("POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            assert _send_on(raw, b"400\r\n" + b"x" * 1024 + b"\r\n", 50_000_000) < 50_000_000
        until(lambda: not edge.admission.inside)


def test_half_sent_requests_of_one_address_keep_nobody_else_out(tmp_path: Path) -> None:
    """The connections of an address are counted, and what is too much is closed at once."""
    limits = replace(GENEROUS, connections_an_address=40)
    own = token()
    with inside_with_edge(tmp_path, limits=limits) as (address, edge):
        crowd = [Raw(address, "127.0.0.2") for _ in range(300)]
        try:
            for each in crowd:
                _try_to_send(each, HALF)
            until(lambda: held(edge, "127.0.0.2") == 40 == len(edge.admission.inside))
            assert get(address, "/api/health").status_code == 200
            room = new_room(address, person(own), person())["room"]
            with Client(address, room, own) as me:
                me.until("welcome")
                assert me.act("b2b4")["t"] == "accepted"
        finally:
            for each in crowd:
                each.close()
        until(lambda: not edge.admission.inside)
        assert not edge.admission._half_open
        with Raw(address, "127.0.0.2") as raw:
            raw.send(WHOLE)
            assert raw.answer().status == 200


def test_when_all_is_full_those_with_most_half_sent_requests_go_first(tmp_path: Path) -> None:
    limits = replace(GENEROUS, connections=60, connections_an_address=60)
    own = token()
    with inside_with_edge(tmp_path, limits=limits) as (address, edge):
        room = new_room(address, person(own), person())["room"]
        with Client(address, room, own) as me, Raw(address, "127.0.0.3") as modest:
            me.until("welcome")
            modest.send(HALF)
            until(lambda: held(edge, "127.0.0.3") == 1)
            crowd: list[Raw] = []
            try:
                for _ in range(400):
                    crowd.append(Raw(address, "127.0.0.2"))
                    _try_to_send(crowd[-1], HALF)
                until(lambda: held(edge, "127.0.0.2") > 40)
                for number in range(4, 34):
                    with Raw(address, f"127.0.0.{number}") as raw:
                        raw.send(WHOLE)
                        assert raw.answer().status == 200
                modest.send(": x\r\n\r\n")
                assert modest.answer().status == 200, "it had sent half a request too, but only one"
                assert me.act("b2b4")["t"] == "accepted"
            finally:
                for each in crowd:
                    each.close()


def test_sockets_are_counted_by_address_and_released(tmp_path: Path) -> None:
    limits = replace(GENEROUS, connections_an_address=8)
    with inside_with_edge(tmp_path, limits=limits) as (address, edge):
        room = new_room(address, person(token()), person())["room"]
        for _ in range(3):
            with contextlib.ExitStack() as open_sockets:
                good = 0
                while good < 8:
                    each = open_sockets.enter_context(Raw(address, "127.0.0.2"))
                    if each.open_socket(room).status == 101:
                        good += 1
                    else:  # the room has not noticed yet that the ones before are gone
                        each.close()
                    until(partial(_counts, edge, good))
                with Raw(address, "127.0.0.2") as ninth:
                    assert ninth.rest() == b""
            until(lambda: held(edge, "127.0.0.2") == 0)


@pytest.fixture(params=[False, True], ids=["asyncio", "uvloop"])
def deaf(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[str, Edge, Raw]]:
    """A socket with a place in a room that reads nothing any more, of a server that counts no messages."""
    limits = replace(GENEROUS, messages_a_second=1e9, messages_at_once=1_000_000_000, unread_seconds=1.0)
    own = token()
    with inside_with_edge(tmp_path, limits=limits, as_people_do=request.param) as (address, edge):
        room = new_room(address, person(own), person())["room"]
        with Raw(address, small=True) as raw:
            assert raw.open_socket(room).status == 101
            raw.frame(TEXT, json.dumps({"t": "hello", "token": own}).encode())
            raw.socket.recv(1)
            yield address, edge, raw


@pytest.mark.parametrize(
    "frame", [framed(PING, b"x" * 125), framed(TEXT, b'{"t":"ping","id":9007199254740991}')], ids=["ping", "message"]
)
def test_pings_that_nobody_reads_do_not_pile_up(deaf: tuple[str, Edge, Raw], frame: bytes) -> None:
    address, edge, raw = deaf
    held: list[int] = []
    sent = _send_on(raw, frame * (60_000 // len(frame)), 400_000_000, lambda: held.append(edge.unsent.total))
    assert sent < 400_000_000, "it is held back at first, and sent away when it has read nothing for long"
    assert max(held) < 2_000_000
    until(lambda: not edge.admission.inside)
    assert edge.unsent.total == 0
    assert get(address, "/api/health").status_code == 200


def test_pings_without_end_are_too_many_even_if_they_are_read(tmp_path: Path) -> None:
    with inside_with_edge(tmp_path) as (address, _):
        room = new_room(address, person(), person())["room"]
        for data in (framed(PING, b""), framed(0x8A, b""), framed(0x01, b"x") + framed(CONT, b"") * 5):
            with Raw(address) as raw:
                assert raw.open_socket(room).status == 101
                _try_to_send(raw, data * 10_000)
                assert raw.rest()


def test_a_program_may_ping_now_and_then_but_not_all_the_time(tmp_path: Path) -> None:
    own, other = token(), token()
    with inside(tmp_path, limits=replace(GENEROUS, messages_a_second=1e-9, messages_at_once=60)) as address:
        room = new_room(address, person(own), person(other))["room"]
        with Client(address, room, own) as patient, Client(address, room, other) as hasty:
            for _ in range(8):
                assert patient.socket.ping().wait(WAIT)
            with contextlib.suppress(ConnectionClosed):
                for _ in range(61):  # each after the last: who writes on to a closed line does not hear why
                    assert hasty.socket.ping().wait(WAIT)
            assert hasty.socket.close_code == 4429
            assert patient.act("b2b4")["t"] == "accepted"


@pytest.mark.parametrize("loop", [False, True], ids=["asyncio", "uvloop"])
def test_who_reads_nothing_of_an_answer_is_not_waited_for(tmp_path: Path, loop: bool) -> None:
    files = _files(tmp_path)
    limits = replace(GENEROUS, unread_seconds=0.4)
    with (
        inside_with_edge(tmp_path / "data", limits=limits, files=files, as_people_do=loop) as (address, edge),
        Raw(address, small=True) as raw,
    ):
        raw.send("GET /assets/big.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert select.select([raw.socket], [], [], WAIT)[0], "the answer begins"
        until(lambda: not edge.admission.inside)
        assert edge.unsent.total == 0
        assert 0 < len(raw.rest()) < BIG


class Leaving(asyncio.Protocol):
    """Answers at length and closes at once; the transport waits until all is taken."""

    def __init__(self, edge: Edge) -> None:
        self.edge = edge
        self.over = asyncio.Event()

    def connection_made(self, transport: Any) -> None:
        self.line = self.edge.arrive(transport, "127.0.0.1", transport.abort)
        transport.write(b"x" * BIG)
        transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        assert self.line is not None
        self.line.leave()
        self.over.set()


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_what_closes_does_not_wait_for_its_last_bytes_for_ever(
    tmp_path: Path, loop: Literal["asyncio", "uvloop"]
) -> None:
    edge = Edge(Settings(tmp_path, limits=replace(GENEROUS, unread_seconds=0.2)))

    async def run() -> None:
        leaving = Leaving(edge)
        server = await asyncio.get_running_loop().create_server(lambda: leaving, "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()
        _, writer = await asyncio.open_connection(host, port, limit=1024)
        await asyncio.wait_for(leaving.over.wait(), WAIT)
        writer.close()
        server.close()

    with asyncio.Runner(loop_factory=uvicorn.Config("none", loop=loop).get_loop_factory()) as runner:
        runner.run(run())
    assert not edge.admission.inside


def test_all_together_may_leave_only_so_much_unread(tmp_path: Path) -> None:
    files = _files(tmp_path)
    limits = replace(GENEROUS, unsent_bytes_in_all=300_000)
    with inside_with_edge(tmp_path / "data", limits=limits, files=files) as (address, edge):
        lazy = [Raw(address, small=True) for _ in range(12)]
        for each in lazy:
            each.send("GET /assets/big.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: 0 < len(edge.admission.inside) < 6)
        assert edge.unsent.total <= 300_000
        assert len(get(address, "/assets/big.js").content) == BIG
        for each in lazy:
            each.close()
        until(lambda: edge.unsent.total == 0)


def test_a_crowd_at_the_door_of_a_real_server_leaves_no_trace_in_its_log(tmp_path: Path) -> None:
    """The same over uvloop, as people run it."""
    with Process(tmp_path) as server:
        crowd = [Raw(server.address, "127.0.0.2") for _ in range(600)]
        for number, each in enumerate(crowd):
            _try_to_send(
                each, (HALF, "\0\0\0\0\r\n\r\n", "BREW / HTTP/1.1\r\n\r\n", WHOLE, handshake("/none"))[number % 5]
            )
        assert get(server.address, "/api/health").status_code == 200
        for each in crowd:
            each.close()
        assert get(server.address, "/api/health").status_code == 200
        server.stop()
        assert server.errors.read_text() == ""


BIG = 30_000_000


def held(edge: Edge, address: str) -> int:
    """Connections that an address has."""
    return sum(line.address == address for line in list(edge.admission.inside))


def _counts(edge: Edge, count: int) -> bool:
    return held(edge, "127.0.0.2") == count


def _files(folder: Path) -> Path:
    files = folder / "files"
    (files / "assets").mkdir(parents=True)
    (files / "index.html").write_text("<!doctype html><title>Triarii</title>")
    (files / "assets" / "big.js").write_bytes(b"x" * BIG)
    return files


def _only(raw: Raw) -> Answer:
    return Answer(raw.rest())


def _try_to_send(raw: Raw, data: str | bytes) -> None:
    """It may be closed already."""
    with contextlib.suppress(ConnectionError):
        raw.send(data)


def _send_on(raw: Raw, data: bytes, most: int, each_time: Callable[[], None] = lambda: None) -> int:
    """How many bytes were sent until the server ended the connection."""
    sent = 0
    with contextlib.suppress(ConnectionError):
        while sent < most:
            raw.send(data)
            sent += len(data)
            each_time()
    return sent
