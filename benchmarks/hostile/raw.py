"""What is no HTTP, or only nearly, sent over a plain connection."""

from __future__ import annotations

from random import Random

from benchmarks.attacks.visitor import Server, upgrade

GARBAGE = (
    *(
        b"\0" * 50,
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\r\n\r\n\r\n",
    ),
    *(b"SSH-2.0-x\r\n", b"HELO x\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET  HTTP/1.1\r\n\r\n"),
    *(b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.0\r\n\r\n", b" GET / HTTP/1.1\r\n\r\n", b"\xff\xfe / HTTP/1.1\r\n\r\n"),
)
LINES = (
    *(
        b"GET /\0 HTTP/1.1",
        b"GET /\xff HTTP/1.1",
        b"GET http://[ HTTP/1.1",
        b"GET // HTTP/1.1",
        b"GET /api/../x HTTP/1.1",
    ),
    *(b"GET http://evil.example/ HTTP/1.1", b"CONNECT x:1 HTTP/1.1", b"OPTIONS * HTTP/1.1", b"GET ? HTTP/1.1"),
    *(b"GET /" + b"a" * 9_000 + b" HTTP/1.1", b"GET /%00 HTTP/1.1", b"GET /api/rooms/%00 HTTP/1.1", b"GET # HTTP/1.1"),
    *(b"GET /api/rooms/\xc3 HTTP/1.1", b"POST /api/rooms HTTP/1.1", b"POST /api/study HTTP/1.1", b"HEAD / HTTP/1.1"),
    *(b"GET /api/health HTTP/1.1", b"DELETE /api/rooms HTTP/1.1", b"GET /assets/%2e%2e/%2e%2e/x HTTP/1.1"),
)
HEADERS = (
    *(
        b"Content-Length: 5\r\nContent-Length: 6",
        b"Content-Length: 5\r\nTransfer-Encoding: chunked",
        b"Content-Length: -5",
    ),
    *(b"Transfer-Encoding: chunked, chunked", b"Transfer-Encoding: gzip", b": empty", b"A B: c", b"X:\x00", b"X: \xff"),
    *(
        b"X: y\n continued",
        b" folded: x",
        b"X" * 9_000 + b": y",
        b"X: " + b"y" * 60_000,
        b"Host: a\r\nHost: b",
        b"Host:",
    ),
    *(b"Expect: 100-continue", b"Upgrade: websocket\r\nConnection: Upgrade", b"Connection: close, keep-alive", b""),
    *(b"\r".join([b"X: y"] * 3), b"\r\n".join(b"X%d: y" % number for number in range(300))),
)
BODIES = (
    b"",
    b"5\r\nhello\r\n0\r\n\r\n",
    b"ffffffffffffffffff\r\n",
    b"-1\r\n",
    b"hello",
    b"{}",
    b"\0\0\0",
    b"zz\r\nx\r\n0\r\n\r\n",
)
SOCKETS = (
    "Sec-WebSocket-Version: 8",
    "Sec-WebSocket-Key: short",
    "Sec-WebSocket-Protocol: another.1",
    'Sec-WebSocket-Extensions: permessage-deflate; x="',
    "Origin: http://[",
    "Origin: http://evil.example",
    "Origin: null",
    "Origin: http://127.0.0.1:1",
    "Host: [",
    "Host: evil.example",
)


def request(server: Server, rng: Random, room: str) -> bytes:
    """Bytes for a new connection."""
    how = rng.randrange(5)
    if how == 0:
        return rng.choice(GARBAGE)
    if how == 1:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(1, 200)))
    if how == 2:
        name = rng.choice((room, "%00", "x" * 500, "%ff", "nowhere000", "a b", "..", "%2e%2e"))
        return upgrade(server, name, rng.choice(SOCKETS))
    host = rng.choice((b"Host: " + server.name.encode(), b"Host: " + server.name.encode(), b""))
    lines = [rng.choice(LINES), host, b"Connection: close", rng.choice(HEADERS)]
    return b"\r\n".join([*(line for line in lines if line), b"", rng.choice(BODIES)])
