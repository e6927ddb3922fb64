"""Web Push: a message that only one browser can read (RFC 8291), brought to its push service by a server that says who
it is (VAPID, RFC 8292). Nothing here blocks: whoever is asked has a few seconds and may answer a few bytes."""

from __future__ import annotations

import asyncio
import base64
import binascii
import re
import ssl
import time
from collections.abc import Awaitable, Callable
from enum import Enum

import http_ece
import msgspec
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from triarii.server.reminders import endpoints

SECONDS = 15.0
"""For all of one message."""
LONGEST_HEAD = 8_192
"""Bytes of an answer that are read."""
SIGNED_FOR = 12 * 3600
STATUS = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d)\b")
GONE = (404, 410)
ACCEPTED = range(200, 300)
POINT, SECRET = 65, 16
"""Bytes of a browser's key and of what it shares with us."""
RECORD = 4_096


class Outcome(Enum):
    """What became of a message."""

    SENT = "sent"
    AGAIN = "again"
    """It surely did not get through; later it may."""
    GONE = "gone"
    """Nobody is reached that way any more."""
    NOT_OURS = "not ours"
    """Somebody else sends it, or it was stopped."""
    UNKNOWN = "unknown"
    """It was on its way, and nobody said what became of it."""


class Subscription(msgspec.Struct, frozen=True):
    """What a browser gives to be reached by."""

    endpoint: str
    p256dh: str
    auth: str

    def fits(self, private: bool) -> bool:
        """Whether messages can and may be sent there."""
        point, secret = unpadded(self.p256dh), unpadded(self.auth)
        if point is None or secret is None or len(secret) != SECRET or len(point) != POINT:
            return False
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        except ValueError:
            return False
        return endpoints.read(self.endpoint, private) is not None


class PushKey:
    """The key by which push services know this server."""

    def __init__(self, pem: str) -> None:
        self._vapid = Vapid02.from_pem(pem.encode())

    @classmethod
    def new(cls) -> str:
        key = ec.generate_private_key(ec.SECP256R1())
        private = serialization.PrivateFormat.PKCS8
        return key.private_bytes(serialization.Encoding.PEM, private, serialization.NoEncryption()).decode()

    @property
    def public(self) -> str:
        """As browsers want it when they subscribe."""
        point = self._vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def signed(self, origin: str, contact: str) -> str:
        """What the header Authorization says to the push service at this origin."""
        claims = {"aud": origin, "sub": contact, "exp": int(time.time()) + SIGNED_FOR}
        return str(self._vapid.sign(claims)["Authorization"])


class Pusher:
    """Brings messages to push services."""

    def __init__(self, key: PushKey, contact: str, private: bool) -> None:
        self.key = key
        self._contact = contact
        self._private = private
        self._tls = ssl.create_default_context()

    async def send(
        self, to: Subscription, content: bytes, topic: str, lasts: int, now: Callable[[], Awaitable[bool]]
    ) -> Outcome:
        """One message. `topic` stands for those of which only the last matters; `lasts` seconds it waits for a browser
        that is off; `now` is asked when the line is there, and says whether it still is to be sent."""
        begun = False
        writer: asyncio.StreamWriter | None = None
        try:
            async with asyncio.timeout(SECONDS):
                endpoint = endpoints.read(to.endpoint, self._private)
                address = None if endpoint is None else await endpoints.public_address(endpoint, self._private)
                if endpoint is None or address is None:
                    return Outcome.GONE
                request = self._request(to, endpoint, content, topic, lasts)
                reader, writer = await asyncio.open_connection(
                    address, endpoint.port, ssl=self._tls, server_hostname=endpoint.host, limit=LONGEST_HEAD
                )
                if not await now():
                    return Outcome.NOT_OURS
                begun = True
                writer.write(request)
                await writer.drain()
                return _outcome(await reader.readline())
        except (OSError, TimeoutError, ValueError):  # ValueError: an answer without an end
            return Outcome.UNKNOWN if begun else Outcome.AGAIN
        finally:
            if writer is not None:
                writer.transport.abort()

    def _request(self, to: Subscription, endpoint: endpoints.Endpoint, content: bytes, topic: str, lasts: int) -> bytes:
        body = encrypted(to, content)
        head = (
            f"POST {endpoint.path} HTTP/1.1",
            f"Host: {endpoint.named}",
            f"Authorization: {self.key.signed(endpoint.origin, self._contact)}",
            "Content-Encoding: aes128gcm",
            "Content-Type: application/octet-stream",
            f"Content-Length: {len(body)}",
            f"TTL: {lasts}",
            f"Topic: {topic}",
            "Urgency: normal",
            "Connection: close",
        )
        return "\r\n".join((*head, "", "")).encode() + body


def encrypted(to: Subscription, content: bytes) -> bytes:
    """For one browser alone, with a key that is used once."""
    once = ec.generate_private_key(ec.SECP256R1())
    sealed: bytes = http_ece.encrypt(
        content,
        private_key=once,
        dh=unpadded(to.p256dh),
        auth_secret=unpadded(to.auth),
        rs=RECORD,
        version="aes128gcm",
    )
    return sealed


def unpadded(text: str) -> bytes | None:
    """Base64 for addresses, with or without its end; None if it is none."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None


def _outcome(line: bytes) -> Outcome:
    found = STATUS.match(line)
    if found is None:
        return Outcome.UNKNOWN
    status = int(found[1])
    if status in ACCEPTED:
        return Outcome.SENT
    return Outcome.GONE if status in GONE else Outcome.AGAIN
