"""Bare connections to a server of tests, from any address of this machine, to send what no client would."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Callable
from typing import Any

from tests.patience import eventually
from tests.server.serving import WAIT

PING, TEXT, CONT = 0x89, 0x81, 0x00


class Raw:
    """One connection."""

    def __init__(self, address: str, source: str = "127.0.0.1", small: bool = False) -> None:
        host, _, port = address.removeprefix("http://").partition(":")
        self.socket = socket.socket()
        if small:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.bind((source, 0))
        self.socket.settimeout(WAIT)
        self.socket.connect((host, int(port)))

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.socket.close()

    def send(self, data: str | bytes) -> None:
        self.socket.sendall(data.encode("latin-1") if isinstance(data, str) else data)

    def rest(self) -> bytes:
        """All that comes until the server ends the connection."""
        found = b""
        with contextlib.suppress(ConnectionError):
            while piece := self.socket.recv(65_536):
                found += piece
        return found

    def answer(self) -> Answer:
        """One answer, of a connection that goes on."""
        found = b""
        while b"\r\n\r\n" not in found:
            piece = self.socket.recv(65_536)
            assert piece, f"it ended after {found!r}"
            found += piece
        told = Answer(found)
        while len(told.body) < int(told.headers.get("content-length", "0")):
            told.body += self.socket.recv(65_536)
        return told

    def open_socket(self, room: str, *more: str) -> Answer:
        """A handshake; only its head is read."""
        self.send(handshake(f"/api/rooms/{room}/socket", *more))
        return self.answer()

    def frame(self, kind: int, data: bytes) -> None:
        self.send(framed(kind, data))


class Answer:
    """A status, headers, a body."""

    def __init__(self, data: bytes) -> None:
        head, _, self.body = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split(" ")[1]) if data else 0
        pairs = (line.partition(":") for line in lines[1:])
        self.headers = {name.lower(): value.strip() for name, _, value in pairs}

    def json(self) -> Any:
        return json.loads(self.body)


def handshake(path: str, *more: str) -> str:
    lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Connection: Upgrade", "Upgrade: websocket"]
    lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dHJpYXJpaSBtZWFzdXJlZA==", *more]
    return "\r\n".join([*lines, "", ""])


def framed(kind: int, data: bytes) -> bytes:
    """As a client sends it; masked with zeros it stays what it is."""
    if len(data) < 126:
        return bytes((kind, 0x80 | len(data))) + bytes(4) + data
    return bytes((kind, 0x80 | 126)) + len(data).to_bytes(2, "big") + bytes(4) + data


def until(what: Callable[[], bool]) -> None:
    """Wait for it; the time bounds a hang only."""
    eventually(what)
