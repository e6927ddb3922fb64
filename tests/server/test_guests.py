"""Who is connected: one connection a seat, seats that always get in, and guests that leave no ghost behind."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import socket
import struct
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed

from tests.server.serving import GENEROUS, WAIT, Client, Json, computer, inside, new_room, person, token

WATCHERS = 20
DROPPED = 800
LIVELY = replace(GENEROUS, sockets_a_room=WATCHERS, messages_a_second=1e6, messages_at_once=1_000_000)
THERE_AND_BACK = ["b2b4", "i9i7", "b4b2", "i7i9"]


@contextlib.contextmanager
def seated(address: str) -> Iterator[tuple[Client, Client, Json]]:
    first, second = token(), token()
    made = {**new_room(address, person(first), person(second)), "first": first, "second": second}
    with Client(address, made["room"], first) as me, Client(address, made["room"], second, "de") as you:
        me.until("welcome")
        you.until("welcome")
        yield me, you, made


def closed_with(client: Client) -> int | None:
    """The code that a socket is closed with, after all that still comes."""
    try:
        while True:
            client.hear()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def test_a_seat_that_goes_on_elsewhere_is_told_so_in_its_language(address: str) -> None:
    with seated(address) as (me, you, made):
        with Client(address, made["room"], made["second"]) as again:
            assert again.until("welcome")["eye"] == "second"
            told = you.until("error")
            assert (told["code"], told["words"]) == ("replaced", "Du spielst in einem anderen Fenster weiter.")
            assert closed_with(you) == 4409
            assert again.until("presence")["seats"] == {"first": True, "second": True}
            me.act(THERE_AND_BACK[0])
            again.until_version(1)
            assert again.act(THERE_AND_BACK[1])["t"] == "accepted"
            me.until_version(2)
        with Client(address, made["room"], made["first"], "en") as back:
            back.until("welcome")
            assert me.until("error")["words"] == "You went on playing in another window."
            assert closed_with(me) == 4409
            assert back.until("presence", seats={"first": True, "second": False}), "the replaced one is gone"


def test_two_seats_of_one_client_and_all_who_watch_stay(address: str) -> None:
    with seated(address) as (me, you, made):
        watching = [Client(address, made["room"], made["watch"]) for _ in range(3)]
        for client in watching:
            client.until("welcome")
        me.act(THERE_AND_BACK[0])
        for client in (you, *watching):
            client.until_version(1)
        for client in watching:
            client.socket.close()


def test_a_seat_gets_in_however_many_watch(tmp_path: Path) -> None:
    with inside(tmp_path, limits=replace(GENEROUS, sockets_a_room=2)) as address, contextlib.ExitStack() as stack:
        first, second = token(), token()
        made = new_room(address, person(first), person(second))
        for _ in range(2):
            stack.enter_context(Client(address, made["room"], made["watch"])).until("welcome")
        third = stack.enter_context(Client(address, made["room"], made["watch"], "de"))
        assert third.hear()["words"] == "Für weitere Verbindungen ist kein Platz."
        assert closed_with(third) == 4429
        for own in (first, second):
            assert stack.enter_context(Client(address, made["room"], own)).until("welcome")


def test_those_who_only_watch_come_and_go_without_a_word(address: str) -> None:
    with seated(address) as (me, you, made):
        me.until("presence", seats={"first": True, "second": True})
        for _ in range(3):
            with Client(address, made["room"], made["watch"]) as watcher:
                assert watcher.until("presence")["seats"] == {"first": True, "second": True}
        me.act(THERE_AND_BACK[0])
        you.until_version(1)
        assert not any('"presence"' in said for said in me.log[-2:])
        assert [json.loads(said)["t"] for said in me.log].count("presence") == 2, "their own coming, nothing else"


def test_standing_answers_stay_with_the_seat_when_it_goes_on_elsewhere(address: str) -> None:
    own = token()
    made = new_room(address, person(own), computer(), "adlg", options={"scenario": "drill_charge"})
    with Client(address, made["room"], own) as one:
        one.until("welcome")
        one.send(t="standing", answers={"evade": "never"})
        assert one.until("standing")["answers"] == {"evade": "never"}
        with Client(address, made["room"], own) as other:
            assert other.until("welcome")["standing"]["answers"] == {"evade": "never"}


def dropped(address: str, room: str, own: str) -> None:
    """A guest that says hello and is gone: the connection is reset, without any word."""
    place = urlsplit(address)
    with socket.create_connection((place.hostname or "", place.port or 0), WAIT) as line:
        key = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET /api/rooms/{room}/socket HTTP/1.1",
            f"Host: {place.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        )
        line.sendall("\r\n".join((*head, "", "")).encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += line.recv(4096)
        hello = json.dumps({"t": "hello", "token": own, "seen": 0}).encode()
        mask = bytes(4)  # each message of a client is masked, here by zeros
        line.sendall(struct.pack("!BB", 0x81, 0x80 | len(hello)) + mask + hello)
        line.recv(1)  # it is in, or nearly
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def test_guests_that_are_dropped_during_moves_leave_no_ghosts(tmp_path: Path) -> None:
    with inside(tmp_path, limits=LIVELY) as address, contextlib.ExitStack() as stack:
        own, other = token(), token()
        made = new_room(address, person(own), person(other))
        room, watch = made["room"], made["watch"]
        ended = threading.Event()
        with ThreadPoolExecutor() as pool:
            playing = pool.submit(_play, address, room, own, other, ended)
            for _ in pool.map(lambda _: dropped(address, room, watch), range(DROPPED)):
                pass
            ended.set()
            assert playing.result(WAIT) > 0, "moves were made meanwhile"
        first = stack.enter_context(Client(address, room, own))
        second = stack.enter_context(Client(address, room, other))
        assert first.until("welcome")["eye"] == "first"
        assert second.until("welcome")["eye"] == "second"
        watching, deadline = 0, time.monotonic() + WAIT
        while watching < WATCHERS:  # those who were dropped last may still be on their way out
            assert time.monotonic() < deadline, "ghosts keep the places"
            client = Client(address, room, watch)
            stack.callback(client.socket.close)
            watching += client.hear()["t"] == "welcome"
        one_more = stack.enter_context(Client(address, room, watch))
        assert one_more.hear()["code"] == "full", "every place was free, and none more"
        second.socket.close()
        assert first.until("presence", seats={"first": True, "second": False})


def _play(address: str, room: str, own: str, other: str, ended: threading.Event) -> int:
    """The first move and its taking back again and again, until it is enough; how often."""
    moves = 0
    with Client(address, room, own) as me, Client(address, room, other) as you:
        me.until("welcome")
        you.until("welcome")
        while not ended.is_set():
            assert me.act(THERE_AND_BACK[0])["t"] == "accepted"
            assert me.do("take_back")["t"] == "accepted"
            you.until_version(me.version)
            moves += 1
    return moves
