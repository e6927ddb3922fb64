"""What keeps others out: origins, hosts, sizes, rates, headers; and the files of the app."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from starlette.websockets import WebSocketState
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.serving import (
    GENEROUS,
    PATIENT,
    WAIT,
    Client,
    computer,
    get,
    inside,
    new_room,
    open_socket,
    person,
    post,
    token,
)
from triarii.server.edge.unsent import AllUnsent, Unsent
from triarii.server.rate_limits import Bucket
from triarii.server.settings import Limits
from triarii.server.sockets.connection import Connection
from triarii.server.wire.messages import TOO_SLOW

SCRIPT = "export {}"
PAGE = '<!doctype html><html data-root="./"><title>Triarii</title><script src="./assets/app-12ab.js">'
WISH = {"game": "cities", "seats": {"first": {"kind": "person"}, "second": {"kind": "computer"}}}


@pytest.fixture(scope="module")
def app_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = tmp_path_factory.mktemp("files")
    (files / "assets").mkdir()
    (files / "index.html").write_text(PAGE)
    (files / "assets" / "app-12ab.js").write_text(SCRIPT)
    (files / "assets" / "app-12ab.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (files / ".hidden").write_text("secret")
    (files.parent / "outside.txt").write_text("secret")
    return files


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory, app_files: Path) -> Iterator[str]:
    """A server with an app, a public address and small limits."""
    limits = replace(PATIENT, rooms_a_minute=60, messages_a_second=1e-9, messages_at_once=20)
    data = tmp_path_factory.mktemp("strict")
    with inside(data, limits=limits, files=app_files, public_url="https://play.example.org") as found:
        yield found


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1.evil.example"]
)
def test_pages_of_other_sites_can_do_nothing(address: str, origin: str) -> None:
    refused = post(address, "/api/rooms", WISH, Origin=origin)
    assert (refused.status_code, refused.json()["code"]) == (403, "foreign_origin")
    room = new_room(address, person(token()), person())["room"]
    with pytest.raises(InvalidStatus) as closed:
        open_socket(address, room, origin=origin)
    assert closed.value.response.status_code == 403


def test_our_own_pages_and_programs_can(address: str) -> None:
    assert post(address, "/api/rooms", WISH, Origin=address).status_code == 201
    own = token()
    room = new_room(address, person(own), person())["room"]
    socket = open_socket(address, room, origin=address)
    socket.send(json.dumps({"t": "hello", "token": own}))
    assert json.loads(socket.recv(WAIT))["t"] == "welcome"
    socket.close()


def test_the_public_address_is_ours_too(strict: str) -> None:
    headers = {"Origin": "https://play.example.org", "Host": "play.example.org"}
    assert post(strict, "/api/rooms", WISH, **headers).status_code == 201


def test_below_a_path_of_its_site_everything_is_found_there_and_counted_alike(tmp_path: Path, app_files: Path) -> None:
    limits = replace(PATIENT, rooms_a_minute=1)
    with inside(tmp_path, limits=limits, files=app_files, public_url="https://club.example/games") as address:
        below = f"{address}/games"
        for place in ("", "/", "/room/abc"):
            page = get(below, place)
            assert (page.status_code, 'data-root="/games/"' in page.text) == (200, True), place
            assert 'src="/games/assets/app-12ab.js"' in page.text
        assert get(below, "/assets/app-12ab.js").text == "export {}"
        assert get(below, "/api/network").json()["public_url"] == "https://club.example/games"
        assert get(below, "/api/openapi.json").json()["servers"] == [{"url": "/games"}]
        assert get(address, "/ready").status_code == 200, "whoever looks after the process asks past the proxy"
        assert get(address, "/gamesome/api/games").status_code == 404
        own = token()
        headers = {"Host": "club.example", "Origin": "https://club.example"}
        made = post(
            below, "/api/rooms", {"game": "cities", "seats": {"first": person(own), "second": person()}}, **headers
        )
        assert made.status_code == 201, made.text
        assert post(address, "/api/rooms", WISH).status_code == 429, "a limit is one limit by both ways"
        with Client(below, made.json()["room"], own) as me:
            assert me.until("welcome")["t"] == "welcome"


def test_a_name_that_was_pointed_at_this_machine_is_not_answered(address: str) -> None:
    refused = get(address, "/api/games", Host="evil.example:8000")
    assert (refused.status_code, refused.json()["code"]) == (403, "foreign_host")
    assert get(address, "/api/health", Host="localhost:1234").status_code == 200


def test_a_body_that_is_too_long_is_refused(address: str) -> None:
    long = post(address, "/api/rooms", {**WISH, "start": "x" * 300_000})
    assert (long.status_code, long.json()["code"]) == (413, "too_big")

    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 10_000

    unmeasured = httpx.post(f"{address}/api/rooms", content=pieces(), timeout=WAIT)
    assert unmeasured.status_code == 413


def test_a_message_that_is_too_long_closes_the_socket_with_a_word(address: str) -> None:
    own = token()
    room = new_room(address, person(own), person(token()))["room"]
    with Client(address, room, own) as me:
        me.until("welcome")
        me.send(t="act", key="k", version=0, action="x" * 20_000)
        assert me.until("error")["code"] == "too_big"
        with pytest.raises(ConnectionClosed) as closed:
            me.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
    with Client(address, room, own) as me:
        me.until("welcome")
        with contextlib.suppress(ConnectionClosed):
            me.send(t="act", key="k", version=0, action="x" * 2_000_000)
        with pytest.raises(ConnectionClosed):
            me.until("never")


def test_who_does_not_greet_is_sent_away(tmp_path: Path) -> None:
    with inside(tmp_path, limits=replace(GENEROUS, hello_seconds=0.2)) as hasty:
        room = post(hasty, "/api/rooms", WISH).json()["room"]
        socket = open_socket(hasty, room)
        assert json.loads(socket.recv(WAIT))["code"] == "no_hello"
        with pytest.raises(ConnectionClosed):
            socket.recv(WAIT)
        socket.close()


def test_who_asks_too_much_is_sent_away(strict: str) -> None:
    own = token()
    wish = {**WISH, "seats": {"first": person(own), "second": computer()}}
    room = post(strict, "/api/rooms", wish).json()["room"]
    heard: dict[str, object] = {}
    with Client(strict, room, own) as me:
        me.arrive()
        for number in range(60):
            me.send(t="ping", id=number)
            while (heard := me.hear())["t"] not in ("pong", "error"):
                pass
            if heard["t"] == "error":
                break
    assert heard["code"] == "too_many"


def test_one_address_can_not_open_rooms_without_end(tmp_path: Path) -> None:
    with inside(tmp_path, limits=replace(PATIENT, rooms_a_minute=1e-9)) as strict:  # one at once, and none for years
        codes = [post(strict, "/api/rooms", WISH).status_code for _ in range(3)]
    assert codes == [201, 429, 429]


class Deaf:
    """A socket whose other end takes nothing."""

    application_state = WebSocketState.CONNECTED

    def __init__(self) -> None:
        self.codes: list[int] = []
        self.takes = asyncio.Event()

    async def send_text(self, text: str) -> None:
        await self.takes.wait()

    async def receive(self) -> dict[str, object]:
        await asyncio.sleep(60)
        return {}

    async def close(self, code: int) -> None:
        self.codes.append(code)


def test_a_client_that_reads_nothing_is_closed_and_nothing_piles_up() -> None:
    async def run() -> list[int]:
        deaf = Deaf()
        connection = Connection(deaf, Limits(unsent_messages=8))  # type: ignore[arg-type]
        serving = asyncio.create_task(connection.serve(None, "room"))  # type: ignore[arg-type]
        for _ in range(1000):
            connection.send(b'{"t":"news"}')
            await asyncio.sleep(0)
        deaf.takes.set()
        await asyncio.wait_for(serving, WAIT)
        return deaf.codes

    assert asyncio.run(run()) == [TOO_SLOW]


def test_a_client_that_reads_nothing_may_leave_only_so_many_bytes() -> None:
    async def run() -> tuple[list[int], int, int]:
        deaf, all_unsent = Deaf(), AllUnsent(1_000_000)
        connection = Connection(deaf, Limits(unsent_bytes=10_000), unsent=Unsent(all_unsent))  # type: ignore[arg-type]
        serving = asyncio.create_task(connection.serve(None, "room"))  # type: ignore[arg-type]
        most = 0
        for _ in range(100):
            connection.send(b"{" * 3_000)
            most = max(most, all_unsent.total)
            await asyncio.sleep(0)
        deaf.takes.set()
        await asyncio.wait_for(serving, WAIT)
        return deaf.codes, most, all_unsent.total

    codes, most, left = asyncio.run(run())
    assert codes == [TOO_SLOW]
    assert 10_000 <= most <= 13_000
    assert left == 0


def test_a_single_message_may_be_longer_than_what_may_wait() -> None:
    async def run() -> list[int]:
        deaf = Deaf()
        deaf.takes.set()
        connection = Connection(deaf, Limits(unsent_bytes=10_000))  # type: ignore[arg-type]
        serving = asyncio.create_task(connection.serve(None, "room"))  # type: ignore[arg-type]
        for _ in range(3):
            connection.send(b"x" * 50_000)
            await asyncio.sleep(0.01)
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        return deaf.codes

    assert asyncio.run(run()) == []


def test_every_answer_carries_the_headers_that_protect(strict: str) -> None:
    for path in ("/", "/api/health", "/assets/app-12ab.js", "/api/none", "/none"):
        headers = get(strict, path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in headers


def test_the_app_answers_under_all_its_addresses(strict: str) -> None:
    for path in (
        "/",
        "/room/k3v9a2m7qp",
        "/join/k3v9a2m7qp",
        "/watch/x",
        "/study",
        "/editor/towar",
        "/learn",
        "/rules/cities",
    ):
        page = get(strict, path)
        assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
        assert "Triarii" in page.text
    script = get(strict, "/assets/app-12ab.js")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-type"].startswith("text/javascript")
    assert get(strict, "/nowhere", Accept="text/html").status_code == 404
    assert get(strict, "/nowhere").json()["code"] == "not_found"
    assert get(strict, "/api/nowhere", Accept="text/html").json()["code"] == "not_found"


def test_what_a_browser_still_has_is_not_sent_again(strict: str) -> None:
    for path in ("/assets/app-12ab.js", "/python/triarii.zip"):
        first = get(strict, path)
        again = get(strict, path, **{"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["cache-control"] == first.headers["cache-control"]
        assert again.headers["x-content-type-options"] == "nosniff"
        assert get(strict, path, **{"If-None-Match": '"another"'}).content == first.content


@pytest.mark.parametrize(
    ("takes", "coding"), [("gzip, deflate, br", "gzip"), ("br", ""), ("gzip;q=0, identity", ""), ("identity", "")]
)
def test_a_script_comes_packed_to_whoever_can_unpack_it(strict: str, takes: str, coding: str) -> None:
    script = get(strict, "/assets/app-12ab.js", **{"Accept-Encoding": takes})
    assert (script.text, script.headers.get("content-encoding", "")) == (SCRIPT, coding)
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize("takes", ["gzip", "identity"])
def test_what_is_told_of_games_comes_packed_to_whoever_can_unpack_it(strict: str, takes: str) -> None:
    games = get(strict, "/api/games", **{"Accept-Encoding": takes})
    assert games.headers.get("content-encoding", "identity") == takes
    assert "cities" in [game["id"] for game in games.json()["games"]]


@pytest.mark.parametrize(
    "path", ["/.hidden", "/../outside.txt", "/%2e%2e/outside.txt", "/assets/..%2f..%2foutside.txt"]
)
def test_nothing_but_the_app_is_served(strict: str, path: str) -> None:
    host, port = strict.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(4096), b""))
    assert b"secret" not in answer
    assert b" 404 " in answer.splitlines()[0]


def test_without_the_app_a_plain_page_says_so(tmp_path: Path) -> None:
    with inside(tmp_path / "data", files=tmp_path / "nothing", limits=GENEROUS) as bare:
        page = get(bare, "/", **{"Accept-Language": "de-DE,de;q=0.9"})
    assert page.status_code == 503
    assert "nicht eingebaut" in page.text
    assert "<script" not in page.text


def test_a_bucket_refills_steadily() -> None:
    now = [0.0]
    bucket = Bucket(2, 3, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
