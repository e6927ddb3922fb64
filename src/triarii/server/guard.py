"""Who may ask: hosts and origins that are ours, bodies that are not too long; and the headers of every answer."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from triarii.core.contract import Refusal
from triarii.server.settings import Settings
from triarii.server.speech import language, refused
from triarii.server.wire import written

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; media-src 'self'; worker-src 'self'; manifest-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
RECORDS = frozenset({"/api/study", "/api/study/report"})
"""Where whole records are sent."""


class TooBig(HTTPException):
    """A body that is longer than is taken."""

    def __init__(self) -> None:
        super().__init__(413)


class Guard:
    """Stands before everything else."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.public = urlsplit(settings.public_url)
        self.names = {"localhost", self.public.hostname or "", *own_names()} - {""}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            if refusal is None:
                await self.app(scope, receive, send)
            else:
                await _deny_socket(send, receive, refusal)
            return
        most = self.settings.limits.record_bytes if scope["path"] in RECORDS else self.settings.limits.body_bytes
        length = headers.get("content-length", "")
        if refusal is None and length.isdigit() and int(length) > most:
            refusal = Refusal("too_big", params={"most": most})
        sent = _with_headers(send)
        if refusal is not None:
            await _answer(sent, 413 if refusal.code == "too_big" else 403, refusal, headers)
            return
        await self.app(scope, _measured(receive, most), sent)

    def _refusal(self, scope: Scope, headers: Headers) -> Refusal | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            # A page of another site may have pointed its own name at this machine.
            return Refusal("foreign_host", params={"host": host[:80]})
        origin = headers.get("origin")
        if origin is None or (scope["type"] == "http" and scope["method"] in SAFE):
            return None
        if urlsplit(origin).netloc == host or origin.rstrip("/") == f"{self.public.scheme}://{self.public.netloc}":
            return None
        return Refusal("foreign_origin")

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self.names or _is_address(name)


def own_names() -> set[str]:
    """Under which names this machine is known in its network."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return {name, short, f"{short}.local"}


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent


def _measured(receive: Receive, most: int) -> Receive:
    """A body may not say how long it is."""
    taken = 0

    async def received() -> Message:
        nonlocal taken
        message = await receive()
        if message["type"] == "http.request":
            taken += len(message.get("body", b""))
            if taken > most:
                raise TooBig
        return message

    return received


async def _answer(send: Send, status: int, refusal: Refusal, headers: Headers) -> None:
    body = written(refused(refusal, language(headers.get("accept-language"))))
    fields = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": fields})
    await send({"type": "http.response.body", "body": body})


async def _deny_socket(send: Send, receive: Receive, refusal: Refusal) -> None:
    """Before the handshake is done, a refusal is an ordinary answer: 403."""
    await receive()
    await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
