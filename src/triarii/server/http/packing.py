"""Answers that a worker has packed with gzip, for those who can unpack them and for those who can't."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Mapping

from fastapi import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

GZIP = 31
"""How zlib is told of gzip's form."""
LENGTH = 4
"""Bytes at the end of what gzip has packed, which tell how long it was."""
PIECE = 65_536


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
