"""A visitor from an address of its own: plain HTTP and WebSockets by hand, so that to attack costs little."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
from dataclasses import dataclass
from typing import Self

PATIENCE = 600.0
"""Seconds after which an answer is given up."""
MOST_READ = 64 << 20
TEXT, BINARY, CLOSE, PING, PONG = 0x81, 0x82, 0x88, 0x89, 0x8A
"""First bytes of frames."""
NO_MASK = b"\0\0\0\0"
"""A client must mask what it sends; with zeros it stays what it is."""
RESET = struct.pack("ii", 1, 0)


@dataclass(frozen=True)
class Server:
    """Where it listens."""

    host: str
    port: int

    @classmethod
    def at(cls, address: str) -> Self:
        host, _, port = address.removeprefix("http://").rstrip("/").rpartition(":")
        return cls(host, int(port))

    @property
    def name(self) -> str:
        return f"{self.host}:{self.port}"


@dataclass(frozen=True)
class Answer:
    """What came back; status 0 for nothing that is HTTP."""

    status: int
    head: bytes
    body: bytes


class Gone(ConnectionError):
    """The server ended it, with a close code where it gave one."""

    def __init__(self, code: int = 0) -> None:
        super().__init__(f"closed with {code}" if code else "lost")
        self.code = code


class Line:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, server: Server, source: str = "", receives: int = 0) -> Self:
        """From this source address; `receives` makes the system's buffer small, for those who don't read."""
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            made.setblocking(False)
            if receives:
                made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
            if source:
                made.bind((source, 0))
            async with asyncio.timeout(PATIENCE):
                await asyncio.get_running_loop().sock_connect(made, (server.host, server.port))
                return cls(*await asyncio.open_connection(sock=made, limit=1 << 20))
        except BaseException:
            made.close()
            raise

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        async with asyncio.timeout(PATIENCE):
            await self.writer.drain()

    def reset(self) -> None:
        """Gone without a word, as when a cable is pulled."""
        made = self.writer.get_extra_info("socket")
        if made is not None:
            with contextlib.suppress(OSError):
                made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self.writer.transport.abort()

    async def close(self) -> None:
        self.writer.close()
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1):
                await self.writer.wait_closed()


async def exchange(server: Server, data: bytes, source: str = "", patience: float = PATIENCE) -> Answer:
    """Send these bytes and read all that comes back until the end of the connection."""
    line = await Line.open(server, source)
    received = bytearray()
    try:
        # The answer may come, and the connection end, before all was sent: it counts all the same.
        with contextlib.suppress(ConnectionError):
            await line.send(data)
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(patience):
                while len(received) < MOST_READ and (more := await line.reader.read(1 << 18)):
                    received += more
    except TimeoutError:
        if b"\r\n\r\n" not in _answered(received):
            raise  # else an answer came, and the server waits for another question
    finally:
        line.reset()
    head, _, body = _answered(received).partition(b"\r\n\r\n")
    words = head.split(b"\r\n")[0].split()
    known = len(words) > 1 and words[0].startswith(b"HTTP/") and words[1].isdigit()
    if b"\r\ntransfer-encoding: chunked" in head.lower():
        body = _joined(body)
    return Answer(int(words[1]) if known else 0, head, body)


def _answered(received: bytes | bytearray) -> bytes:
    """Without the word to go on, which is no answer yet."""
    head, _, rest = bytes(received).partition(b"\r\n\r\n")
    return rest if head.startswith(b"HTTP/1.1 100 ") else bytes(received)


def _joined(chunks: bytes) -> bytes:
    found = bytearray()
    while chunks:
        size, _, rest = chunks.partition(b"\r\n")
        try:
            length = int(size, 16)
        except ValueError:  # cut off
            break
        if not length:
            break
        found += rest[:length]
        chunks = rest[length + 2 :]
    return bytes(found)


def request(server: Server, method: str, path: str, body: bytes | None = None, **headers: str) -> bytes:
    """A request as it goes over the line; the connection ends with its answer."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {server.name}", "Connection: close"]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape") + (body or b"")


def upgrade(server: Server, room: str, *more: str) -> bytes:
    """The wish for a WebSocket, to the hall where no room is named."""
    lines = [
        f"GET /api/{f'rooms/{room}' if room else 'hall'}/socket HTTP/1.1",
        f"Host: {server.name}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dHJpYXJpaSBtZWFzdXJlZA==",
        "Sec-WebSocket-Protocol: triarii.1",
        *more,
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def frame(kind: int, message: bytes) -> bytes:
    """As a client sends it."""
    length = len(message)
    if length < 126:
        return bytes((kind, 0x80 | length)) + NO_MASK + message
    if length < 65_536:
        return bytes((kind, 0x80 | 126)) + length.to_bytes(2, "big") + NO_MASK + message
    return bytes((kind, 0x80 | 127)) + length.to_bytes(8, "big") + NO_MASK + message


class Speaker:
    """A WebSocket to a room, or to the hall."""

    def __init__(self, line: Line) -> None:
        self.line = line

    @classmethod
    async def open(cls, server: Server, room: str, source: str = "", receives: int = 0, *more: str) -> Self:
        """Raises Gone with the status where no socket is given."""
        line = await Line.open(server, source, receives)
        try:
            await line.send(upgrade(server, room, *more))
            async with asyncio.timeout(PATIENCE):
                head = await line.reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            line.reset()
            raise Gone from None
        except BaseException:
            line.reset()
            raise
        status = head.split(b" ", 2)[1]
        if status != b"101":
            line.reset()
            raise Gone(int(status))
        return cls(line)

    async def say(self, **message: object) -> None:
        await self.line.send(frame(TEXT, json.dumps(message).encode()))

    async def heard(self, patience: float = PATIENCE) -> bytes:
        """The next message; raises Gone when the socket is closed."""
        try:
            async with asyncio.timeout(patience):
                while True:
                    kind, message = await self._frame()
                    if kind == PING:
                        await self.line.send(frame(PONG, message))
                    elif kind == CLOSE:
                        raise Gone(int.from_bytes(message[:2], "big"))
                    elif kind == TEXT:
                        return message
        except (asyncio.IncompleteReadError, ConnectionResetError, BrokenPipeError):
            raise Gone from None

    async def until(self, *starts: str, patience: float = PATIENCE) -> bytes:
        """The next message of one of these kinds; only its head is looked at."""
        heads = tuple(f'{{"t":"{kind}"'.encode() for kind in starts)
        async with asyncio.timeout(patience):
            while True:
                message = await self.heard(patience)
                if message.startswith(heads):
                    return message

    async def _frame(self) -> tuple[int, bytes]:
        reader = self.line.reader
        kind, length = await reader.readexactly(2)
        if length == 126:
            length = int.from_bytes(await reader.readexactly(2), "big")
        elif length == 127:
            length = int.from_bytes(await reader.readexactly(8), "big")
        return kind, await reader.readexactly(length)

    def drop(self) -> None:
        self.line.reset()

    async def close(self) -> None:
        with contextlib.suppress(OSError, TimeoutError):
            await self.line.send(frame(CLOSE, b"\x03\xe8"))
        await self.line.close()
