"""Requests that no browser sends: each gets a sentence and a 4xx, never a fault and never a line in the log."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.raw import Answer, Raw, handshake
from tests.server.serving import GENEROUS, WAIT, Process, get, inside, new_room, person, post, token
from triarii.server.edge.addresses import Proxies, counted_as
from triarii.server.wire.plain_text import plain_name

HALF = "\ud800"
LINES = "GET {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
POST = "POST /api/study HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """As people run it; when all is over its log is empty."""
    with Process(tmp_path_factory.mktemp("hostile")) as found:
        yield found
        assert get(found.address, "/api/health").status_code == 200
        found.stop()
        assert found.errors.read_text() == ""


@pytest.mark.parametrize(
    "data",
    [
        "GET / HTTP/1.1\r\nHost: [\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost/x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: user@localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        LINES.format("/%00"),
        LINES.format("/assets/%00"),
        LINES.format("/api/rooms/%00"),
        LINES.format("/%0a%0d"),
        LINES.format("/none%ED%A0%80"),
        LINES.format("/" + "x" * 300),
        LINES.format("/assets/" + "x" * 1_900),
        LINES.format("/" + "x" * 10_000),
        LINES.format("/" + "x/" * 900),
        LINES.format("http://[/"),
        LINES.format("\xff"),
        LINES.format("none"),
        "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "OPTIONS /api/rooms HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "DELETE /api/rooms HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00",
        POST + "Origin: http://[\r\nContent-Length: 2\r\n\r\n{}",
        POST + "Origin: \xff\r\nContent-Length: 2\r\n\r\n{}",
        POST + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x",
        POST + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        POST + "Transfer-Encoding: gzip\r\n\r\n{}",
        POST + "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
        POST + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        POST + "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        POST + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
        POST + "Content-Length: -1\r\n\r\n",
        POST + "Content-Length: 99999999999999999999999\r\n\r\n",
        POST + "Content-Length: \xb2\r\n\r\n",
        POST + "Content-Length: 1e3\r\n\r\n",
        POST + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}",
        POST + "Expect: a miracle\r\nContent-Length: 2\r\n\r\n{}",
        POST + "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00",
        POST + "Content-Length: 4\r\n\r\n\xff\xfe\x00\x00",
        POST + "Content-Length: 4\r\n\r\nnull",
        POST + "Upgrade: h2c\r\nConnection: Upgrade\r\nContent-Length: 2\r\n\r\n{}",
        POST + "Broken\r\n\r\n",
        POST + " : x\r\n\r\n",
        POST + "X: \x00\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ],
)
def test_what_is_no_request_of_ours_gets_a_sentence(server: Process, data: str) -> None:
    with Raw(server.address) as raw:
        raw.send(data if "Connection" in data else data.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n", 1))
        told = Answer(_without_continue(raw))
    assert 400 <= told.status < 500, told.status
    assert told.json()["words"]
    assert told.headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in told.headers["content-security-policy"]


def _without_continue(raw: Raw) -> bytes:
    return raw.rest().removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")


SEATS = {"first": {"kind": "person"}, "second": {"kind": "computer"}}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/study", {"record": HALF}),
        ("/api/study", {"game": "cities", "actions": [HALF]}),
        ("/api/study", {"game": "cities", "start": HALF}),
        ("/api/study", {"game": HALF}),
        ("/api/study", {"game": "cities", "lang": HALF}),
        ("/api/study", {"game": "cities", "options": {"layout": HALF}}),
        ("/api/study", {"game": "cities", "options": {HALF: 1}}),
        ("/api/study", {"game": "cities", "options": {"layout": {"name": [{"x": HALF}]}}}),
        ("/api/study", {HALF: 1}),
        ("/api/study", HALF),
        ("/api/study", [HALF]),
        ("/api/study/lines", {"game": "cities", "actions": [HALF]}),
        ("/api/study/choices", {"game": "cities", "prefix": [HALF]}),
        ("/api/study/odds", {"game": "cities", "actions": [HALF]}),
        ("/api/study/aims", {"game": "adlg", "who": [HALF], "place": [0, 0], "target": HALF}),
        ("/api/study/preview", {"game": "cities", "action": HALF}),
        ("/api/study/overlays", {"game": "adlg", "start": HALF}),
        ("/api/study/report", {"record": HALF}),
        ("/api/games/cities/contents/layout", {"text": HALF}),
        ("/api/games/adlg/armies", {"text": HALF}),
        ("/api/games/adlg/armies", {"army": {"name": HALF}}),
        ("/api/games/adlg/odds", {"a": HALF}),
        ("/api/games/adlg/odds", HALF),
        ("/api/rooms", {"game": "cities", "start": HALF, "seats": SEATS}),
        ("/api/rooms", {"game": "cities", "options": {"layout": {"name": HALF}}, "seats": SEATS}),
        ("/api/rooms", {"game": "cities", "seats": {**SEATS, "second": {"kind": HALF}}}),
        ("/api/rooms", {"game": "cities", "seats": {**SEATS, "second": {"kind": "computer", "level": HALF}}}),
        ("/api/rooms/none/claim", {"invitation": HALF, "token": HALF}),
        ("/api/rooms", {"game": "cities", "options": {"layout": {"name": "a\u202eb"}}, "seats": SEATS}),
        ("/api/rooms", {"game": "cities", "options": {"layout": {"name": "a\x07b"}}, "seats": SEATS}),
    ],
)
def test_half_a_character_is_refused_wherever_it_stands(server: Process, path: str, body: Any) -> None:
    told = httpx.post(
        server.address + path,
        content=json.dumps(body),
        headers={"Content-Type": "application/json"},
        timeout=WAIT,
    )
    assert 400 <= told.status_code < 500, told.text
    assert told.json()["words"]


@pytest.mark.parametrize(
    ("sent", "seen"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("\u202eadA", "adA"),
        ("A\u2066d\u2069a\u200e\u200f\u061c", "Ada"),
        ("A\u200bd\u200c\u200d\ufeff\u2060a", "Ada"),
        ("A\x00d\x07\x1b\x85a", "Ad a"),
        ("A\ud800da", "Ada"),
        ("\u3164\u2800\u115f ", ""),
        (" \u00a0\u2003 ", ""),
        ("\ufe0f\ufe0f", ""),
        ("\U000e0041\U000e0042", ""),
        ("Z" + "\u0351" * 30, "Z" + "\u0351" * 3),
        ("Jürgen Groß", "Jürgen Groß"),
        ("Ju\u0308rgen", "Jürgen"),
        ("Łukasz 王 עדה أدا", "Łukasz 王 עדה أدا"),
        ("👩\u200d🚀 👍🏽", "👩\u200d🚀 👍🏽"),
        (7, 7),
    ],
)
def test_a_name_hides_nothing_and_turns_nothing(sent: Any, seen: Any) -> None:
    assert plain_name(sent) == seen


def test_names_are_cleaned_for_those_who_create_and_those_who_join(address: str) -> None:
    own, other = token(), token()
    made = new_room(address, person(own, name=" \u202eevil\x00 "), person(name="\u200b"))
    invitation = made["invitations"]["second"]
    claim = {"invitation": invitation, "token": other, "name": "\u2067Be\u200ba\ud83d"}
    told = httpx.post(
        f"{address}/api/rooms/{made['room']}/claim",
        content=json.dumps(claim),
        headers={"Content-Type": "application/json"},
        timeout=WAIT,
    )
    assert told.status_code == 422, "half a character is refused, not guessed"
    claim["name"] = "\u2067Be\u200ba"
    assert post(address, f"/api/rooms/{made['room']}/claim", claim).status_code == 200
    seats = get(address, f"/api/rooms/{made['room']}").json()["seats"]
    assert (seats["first"]["name"], seats["second"]["name"]) == ("evil", "Bea")
    long = {**claim, "name": "x" * 41}
    assert post(address, f"/api/rooms/{made['room']}/claim", long).status_code == 422


def test_a_refused_socket_is_answered_in_words_with_all_headers(tmp_path: Path) -> None:
    limits = replace(GENEROUS, sockets=1)
    with inside(tmp_path, limits=limits, public_url="https://play.example.org") as address:
        room = new_room(address, person(token()), person())["room"]
        place = f"/api/rooms/{room}/socket"
        with Raw(address) as taken:
            assert taken.open_socket(room).status == 101
            for data, status, code in (
                (handshake(place, "Origin: https://evil.example"), 403, "foreign_origin"),
                (handshake(place, "Origin: http://["), 403, "foreign_origin"),
                (handshake(place).replace("localhost", "evil.example"), 403, "foreign_host"),
                (handshake("/api/none"), 404, "not_found"),
                (handshake("/%00"), 404, "not_found"),
                (handshake(place, "Sec-WebSocket-Protocol: other.1"), 400, "malformed"),
                (handshake(place).replace("Sec-WebSocket-Key", "No-Key"), 400, "malformed"),
                (handshake(place).replace("Version: 13", "Version: 12"), 400, "malformed"),
                (handshake(place, "Content-Length: 0").replace("GET", "POST"), 400, "malformed"),
                (handshake(place), 503, "full"),
            ):
                with Raw(address) as raw:
                    raw.send(data)
                    told = Answer(raw.rest())
                assert (told.status // 100, told.json()["code"]) == (status // 100, code), data
                assert told.json()["words"]
                assert told.headers["x-content-type-options"] == "nosniff"
                assert told.headers["strict-transport-security"] == "max-age=31536000"


def test_browsers_are_told_to_stay_with_https_where_that_is_the_address(tmp_path: Path) -> None:
    with inside(tmp_path / "a", public_url="https://play.example.org") as address:
        for path in ("/", "/api/health", "/api/none"):
            assert get(address, path).headers["strict-transport-security"] == "max-age=31536000"
        with Raw(address) as raw:
            raw.send("\0\r\n\r\n")
            assert "strict-transport-security" in Answer(raw.rest()).headers
    with inside(tmp_path / "b", public_url="http://play.example.org") as address:
        assert "strict-transport-security" not in get(address, "/api/health").headers


@pytest.mark.parametrize("path", ["/", "/study", "/api/health", "/api/games", "/api/none", "/none", "/api/rooms/none"])
def test_head_answers_like_get_without_a_body(address: str, path: str) -> None:
    asked, full = httpx.head(address + path, timeout=WAIT), get(address, path)
    assert asked.status_code == full.status_code
    assert asked.content == b""
    assert asked.headers["content-length"] == full.headers["content-length"], "packed alike"
    assert asked.headers["content-type"] == full.headers["content-type"]


def test_an_address_that_is_used_wrongly_tells_how_it_is_used(address: str) -> None:
    told = httpx.delete(f"{address}/api/health", timeout=WAIT)
    assert (told.status_code, told.json()["code"], told.headers["allow"]) == (405, "not_allowed", "GET")


def _asks(address: str, *forwarded: str) -> int:
    """The status for somebody who opens a room."""
    headers = [("X-Forwarded-For", each) for each in forwarded]
    return httpx.post(f"{address}/api/rooms", json=WISH, headers=headers, timeout=WAIT).status_code


WISH = {"game": "cities", "seats": SEATS}
LOCAL = (ip_network("127.0.0.1/32"),)


def test_behind_a_trusted_proxy_each_client_counts_for_itself(tmp_path: Path) -> None:
    limits = replace(GENEROUS, rooms_a_minute=4, connections_an_address=2)
    with inside(tmp_path, limits=limits, trusted_proxies=LOCAL) as address:
        for client in ("198.51.100.1", "198.51.100.2:4711", "[2001:db8:1::1]:80"):
            assert [_asks(address, client) for _ in range(3)] == [201, 201, 429]
        assert _asks(address, "2001:db8:1::2") == 429, "the same household"
        assert _asks(address, "2001:db8:1:1::2") == 201
        assert _asks(address, "198.51.100.3, 198.51.100.1") == 429, "what the client itself says is not believed"
        assert _asks(address, "198.51.100.3", "198.51.100.1, 127.0.0.1") == 429
        assert _asks(address, "198.51.100.4, nonsense") == 201, "it counts as the proxy"
        room = post(address, "/api/rooms", WISH, **{"X-Forwarded-For": "198.51.100.9"}).json()["room"]
        with Raw(address) as one, Raw(address) as two, Raw(address) as three, Raw(address) as other:
            assert one.open_socket(room, "X-Forwarded-For: 198.51.100.9").status == 101
            assert two.open_socket(room, "X-Forwarded-For: 198.51.100.9").status == 101
            assert three.open_socket(room, "X-Forwarded-For: 198.51.100.9").status == 429
            assert other.open_socket(room, "X-Forwarded-For: 198.51.100.10").status == 101


def test_without_a_trusted_proxy_nobody_is_believed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    limits = replace(GENEROUS, rooms_a_minute=4)
    with (
        caplog.at_level(logging.WARNING, "triarii.server"),
        inside(tmp_path, limits=limits, public_url="https://play.example.org") as address,
    ):
        codes = [_asks(address, f"198.51.100.{number}") for number in range(4)]
    assert codes == [201, 201, 429, 429]
    said = [record.getMessage() for record in caplog.records if "X-Forwarded-For" in record.getMessage()]
    assert len(said) == 1
    assert "--trusted-proxy" in said[0]


def test_a_trusted_proxy_that_tells_nothing_is_said_in_the_log_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "triarii.server"), inside(tmp_path, trusted_proxies=LOCAL) as address:
        for _ in range(3):
            assert get(address, "/api/health").status_code == 200
    said = [record.getMessage() for record in caplog.records if "X-Forwarded-For" in record.getMessage()]
    assert said == ["The trusted proxy 127.0.0.1 sends no X-Forwarded-For: all clients behind it count as one."]


def test_whoever_asks_past_the_proxy_whether_all_is_well_is_not_taken_for_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "triarii.server"), inside(tmp_path, trusted_proxies=LOCAL) as address:
        assert [get(address, path).status_code for path in ("/health", "/ready")] == [200, 200]
    assert caplog.messages == []


def test_addresses_are_counted_by_household() -> None:
    assert counted_as("192.0.2.7") == "192.0.2.7"
    assert counted_as("::ffff:192.0.2.7") == "192.0.2.7"
    assert counted_as("2001:db8::1") == counted_as("2001:db8::ffff:1") == "2001:db8::/64"
    assert counted_as("nonsense") == "nonsense"
    proxies = Proxies((ip_network("10.0.0.0/8"), ip_network("fd00::/8")))
    assert proxies.trusts("10.1.2.3")
    assert proxies.trusts("::ffff:10.1.2.3")
    assert proxies.trusts("fd00::7")
    assert not proxies.trusts("11.1.2.3")
    assert not proxies.trusts("")
