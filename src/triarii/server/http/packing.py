"""Answers that are packed with gzip: by a worker, for those who can unpack them and for those who can't; and what is
told of games to everybody, on its way out.

Nothing that holds a secret is packed beside what somebody else chose: its length would tell about the secret.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Mapping

from fastapi import Request
from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

GZIP = 31
"""How zlib is told of gzip's form."""
LENGTH = 4
"""Bytes at the end of what gzip has packed, which tell how long it was."""
PIECE = 65_536
TABLES = "/api/games"
SMALL = 1_000
"""Bytes that are not worth it."""
QUICK = 3
"""The level of packing while somebody waits."""


def answer_packed(request: Request, packed: bytes) -> Response:
    """JSON that a worker has written and packed with gzip; unpacked for the rare client that can't do it, bit by bit,
    for it may be a hundred times as long."""
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, 200, {**headers, "Content-Encoding": "gzip"}, "application/json")
    return Unpacked(packed, 200, headers, "application/json")


class Unpacked(Response):
    """Sends what is packed in pieces, as they are unpacked; others come in between, however fast they are read."""

    def init_headers(self, headers: Mapping[str, str] | None = None) -> None:
        super().init_headers(headers)
        self.headers["content-length"] = str(int.from_bytes(self.body[-LENGTH:], "little"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        unpacking, left = zlib.decompressobj(wbits=GZIP), bytes(self.body)
        while not unpacking.eof:
            piece = unpacking.decompress(left, PIECE)
            left = unpacking.unconsumed_tail
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            await asyncio.sleep(0)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class Packing:
    """Packs what is told of games."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.packer = GZipMiddleware(app, minimum_size=SMALL, compresslevel=QUICK)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        public = scope["type"] == "http" and scope["method"] == "GET" and scope["path"].startswith(TABLES)
        takes = public and "gzip" in Headers(scope=scope).get("accept-encoding", "")
        await (self.packer if takes else self.app)(scope, receive, send)
