"""Who may ask: hosts and origins that are ours, bodies that are not too long; and the headers of every answer."""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from triarii.core.contract import Refusal
from triarii.server.edge.addresses import Proxies
from triarii.server.settings import Settings
from triarii.server.wire.messages import written
from triarii.server.wire.words import language, refused

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
EMBEDDED = "/embed/"
"""Addresses of the one page that other sites may show in theirs: it looks at a game and holds no seat."""
NOBODYS_FRAME, ANYBODYS_FRAME = "frame-ancestors 'none'", "frame-ancestors *"
YEAR = 31_536_000
HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")
LONGEST_PATH = 2_000
NO_PLACE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
"""What no address of ours has, and no name of a file."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
RECORDS = frozenset({"/api/study", "/api/study/report"})
"""Where whole records are sent."""
ROOMS = "/api/rooms"
BESIDE_OPTIONS = 32_768
"""What a new room may say beside its options: a position, names, tokens."""


class TooBig(HTTPException):
    """A body that is longer than is taken."""

    def __init__(self) -> None:
        super().__init__(413)


def protecting(settings: Settings) -> dict[str, str]:
    """The headers of every answer. With an https address browsers are told to come by https from then on: to this name
    only, for what else stands under the operator's domain is not ours to decide."""
    if not settings.public_url.startswith("https://"):
        return dict(HEADERS)
    return {**HEADERS, "Strict-Transport-Security": f"max-age={YEAR}"}


class Guard:
    """Stands before everything else."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        proxies: Proxies,
        asks_too_much: Callable[[str, str], bool],
        turn: Callable[[str, str], float | None],
        answered: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.app = app
        self.asks_too_much = asks_too_much
        """Whether the limits of a client for an address of ours are used up, so that its body need not even be read."""
        self.turn = turn
        """Seconds until a client may be heard there; None where he has asked too much."""
        self.answered = answered
        """Told the status of every answer."""
        self.settings = settings
        self.proxies = proxies
        self.headers = protecting(settings)
        self.embedded = {**self.headers, "Content-Security-Policy": POLICY.replace(NOBODYS_FRAME, ANYBODYS_FRAME)}
        del self.embedded["X-Frame-Options"]
        self.public = urlsplit(settings.public_url)
        self.names = {"localhost", self.public.hostname or "", *own_names()} - {""}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        # A copy: what the protocol below knows of the request stays as it came.
        scope = {**scope, "path": self._own_path(scope["path"])}
        scope["client"] = (self.proxies.client(scope), 0)
        refusal, status = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            sent = _refused_in_words(self._with_headers(send), headers)
            if refusal is None and not await self._in_turn(scope):
                refusal, status = Refusal("too_many"), 429
            if refusal is None:
                await self.app(scope, receive, sent)
            else:
                await receive()
                await _answer(sent, status, refusal, headers, "websocket.http")
            return
        most = self._most(scope["path"])
        length = headers.get("content-length", "")
        if refusal is None and length.isascii() and length.isdigit() and int(length[:20]) > most:
            refusal, status = Refusal("too_big", params={"most": most}), 413
        elif refusal is None and scope["method"] == "POST" and not await self._may_ask(scope):
            refusal, status = Refusal("too_many"), 429
        sent = self._with_headers(send, scope["path"].startswith(EMBEDDED))
        if refusal is not None:
            await _answer(sent, status, refusal, headers)
            return
        if scope["method"] == "HEAD":
            scope["method"] = "GET"  # the protocol below sends the headers alone
        await self.app(scope, _measured(receive, most), sent)

    async def _may_ask(self, scope: Scope) -> bool:
        """Whether a request shall be heard at all; if so, back when it is the client's turn."""
        return not self.asks_too_much(scope["path"], scope["client"][0]) and await self._in_turn(scope)

    async def _in_turn(self, scope: Scope) -> bool:
        """Back when it is the client's turn; False if too much of his waits before."""
        wait = self.turn(scope["path"], scope["client"][0])
        if wait:
            await asyncio.sleep(wait)
        return wait is not None

    def _own_path(self, path: str) -> str:
        """Without what stands before it on its site. Who asks past the proxy, such as a program that looks whether all
        is well, leaves that away."""
        before = self.public.path
        if not before or not path.startswith(before) or path[len(before) :][:1] not in ("", "/"):
            return path
        return path[len(before) :] or "/"

    def _with_headers(self, send: Send, embedded: bool = False) -> Send:
        own = self.embedded if embedded else self.headers

        async def sent(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                self.answered(message["status"])
                headers = MutableHeaders(scope=message)
                for name, value in own.items():
                    headers.setdefault(name, value)
            await send(message)

        return sent

    def _most(self, path: str) -> int:
        """Bytes of a body that is sent there."""
        limits = self.settings.limits
        if path == ROOMS:
            return min(limits.body_bytes, limits.options_bytes + BESIDE_OPTIONS)
        return limits.record_bytes if path in RECORDS else limits.body_bytes

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[Refusal | None, int]:
        """Why nobody behind us shall see this request, and the status for it."""
        host = headers.get("host", "")
        if len(headers.getlist("host")) > 1 or (host and HOST.fullmatch(host) is None):
            return Refusal("malformed", params={"what": "Host"}), 400
        if not self._is_ours(host):
            # A page of another site may have pointed its own name at this machine.
            return Refusal("foreign_host", params={"host": host[:80]}), 403
        if len(scope["path"]) > LONGEST_PATH:
            return Refusal("too_big", params={"most": LONGEST_PATH}), 414
        if NO_PLACE.search(scope["path"]):
            return Refusal("not_found"), 404
        origin = headers.get("origin")
        if origin is None or (scope["type"] == "http" and scope["method"] in SAFE):
            return None, 200
        if _netloc(origin) == host or origin.rstrip("/") == f"{self.public.scheme}://{self.public.netloc}":
            return None, 200
        return Refusal("foreign_origin"), 403

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


def _netloc(origin: str) -> str:
    """The host of an origin; empty if it is none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


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


def _refused_in_words(send: Send, headers: Headers) -> Send:
    """A socket that is closed before it was opened, as under an unknown address, is an ordinary answer."""
    opened = False

    async def sent(message: Message) -> None:
        nonlocal opened
        if message["type"] == "websocket.close" and not opened:
            await _answer(send, 404, Refusal("not_found"), headers, "websocket.http")
            return
        opened = True
        await send(message)

    return sent


async def _answer(send: Send, status: int, refusal: Refusal, headers: Headers, by: str = "http") -> None:
    body = written(refused(refusal, language(headers.get("accept-language"))))
    fields = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        fields.append((b"retry-after", b"5"))
    await send({"type": f"{by}.response.start", "status": status, "headers": fields})
    await send({"type": f"{by}.response.body", "body": body})
