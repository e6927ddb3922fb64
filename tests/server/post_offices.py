"""Where a server's messages go in the tests: a push service that speaks https and lets a browser read what came, and a
mail server. Both are real ones on this machine; what they get is decrypted by what the standards say, not by us."""

from __future__ import annotations

import base64
import ipaddress
import queue
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID
from py_vapid import Vapid02

from tests import patience
from tests.server.serving import free_port
from triarii.server.smtp_address import Manner

Json = dict[str, Any]


@dataclass(frozen=True)
class Delivered:
    """A message as the push service got it, and as the browser reads it."""

    path: str
    headers: dict[str, str]
    body: bytes
    notice: Json


class Browser:
    """What a browser keeps of its subscription."""

    def __init__(self, service: PushService, name: str = "one") -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"0123456789abcdef"
        self.endpoint = f"{service.address}/{name}"
        service.browsers[f"/{name}"] = self

    @property
    def subscription(self) -> Json:
        return {"endpoint": self.endpoint, "p256dh": _text(self._point), "auth": _text(self._auth)}

    @property
    def _point(self) -> bytes:
        return _point(self._key.public_key())

    def read(self, body: bytes) -> bytes:
        """By RFC 8188 and RFC 8291."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = _derived(shared, self._auth, b"WebPush: info\0" + self._point + sender, 32)
        key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        opened = AESGCM(key).decrypt(nonce, sealed, None)
        content, end, padding = opened.rpartition(b"\x02")
        assert end
        assert not padding.strip(b"\0")
        return content


@dataclass
class PushService:
    """The push service of a browser's maker."""

    address: str
    browsers: dict[str, Browser] = field(default_factory=dict)
    arrived: queue.Queue[Delivered] = field(default_factory=queue.Queue)
    answers: dict[str, int] = field(default_factory=dict)
    """What a path answers, if not that all is well."""
    asked: list[str] = field(default_factory=list)
    """Every path that was asked, as often as it was."""
    held: threading.Event | None = None
    """Until then nobody is answered."""

    def next(self) -> Delivered:
        return self.arrived.get(timeout=patience.ANSWER)


@contextmanager
def push_service(folder: Path) -> Iterator[tuple[PushService, Path]]:
    """One on this machine, and the certificates by which it can be believed."""
    certificate, key = _certificate(folder)
    service = PushService("")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.asked.append(self.path)
            status = service.answers.get(self.path, 201)
            if status == 201:
                notice = msgspec.json.decode(service.browsers[self.path].read(body))
                assert Vapid02.verify(self.headers["Authorization"])
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.arrived.put(Delivered(self.path, headers, body, notice))
            if service.held is not None:
                service.held.wait(patience.ANSWER)
            self.send_response(status)
            if status == 307:
                self.send_header("Location", f"{service.address}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    service.address = f"https://localhost:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service, certificate
    finally:
        server.shutdown()
        server.server_close()


@dataclass
class MailServer:
    """Takes letters for anybody but those that it refuses."""

    address: str
    letters: queue.Queue[EmailMessage] = field(default_factory=queue.Queue)
    refused: dict[str, str] = field(default_factory=dict)
    readers: list[str] = field(default_factory=list)
    """Everybody for whom a letter was to be."""
    for_members: bool = False
    """Only who has logged in may send."""

    def next(self) -> EmailMessage:
        return self.letters.get(timeout=patience.ANSWER)

    async def handle_RCPT(self, _: object, session: Any, envelope: Any, address: str, __: object) -> str:  # noqa: N802
        self.readers.append(address)
        if self.for_members and not session.authenticated:
            return "530 Authentication required"
        if address in self.refused:
            return self.refused[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _: object, __: object, envelope: Any) -> str:  # noqa: N802
        letter = message_from_bytes(envelope.content, policy=default)
        assert isinstance(letter, EmailMessage)
        self.letters.put(letter)
        return "250 OK"


@contextmanager
def mail_server() -> Iterator[MailServer]:
    port = free_port()
    server = MailServer(f"smtp+plain://127.0.0.1:{port}")
    controller = Controller(server, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield server
    finally:
        controller.stop()


@contextmanager
def guarded_mail_server(folder: Path, manner: Manner, host: str = "localhost") -> Iterator[tuple[MailServer, Path]]:
    """One on this machine that takes letters over TLS alone, from who knows the password; and the certificates by which
    it can be believed, if it is asked for by the name that they are for."""
    certificate, key = _certificate(folder, host)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    port = free_port()
    server = MailServer(f"{manner.value}://club:p%40ss@localhost:{port}", for_members=True)

    def known(*asked: object) -> AuthResult:
        return AuthResult(success=asked[-1] == LoginPassword(b"club", b"p@ss"), handled=False)

    if manner is Manner.TLS:  # it is there before a word is said, so nobody asks for it
        asks: Json = {"ssl_context": context, "auth_require_tls": False}
    else:
        asks = {"tls_context": context, "require_starttls": True}
    controller = Controller(server, hostname="127.0.0.1", port=port, authenticator=known, **asks)
    controller.start()
    try:
        yield server, certificate
    finally:
        controller.stop()


def _certificate(folder: Path, host: str = "localhost") -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    names: list[x509.GeneralName] = [x509.DNSName(host)]
    if host == "localhost":
        names.append(x509.IPAddress(ipaddress.ip_address("127.0.0.1")))
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate, private = folder / "push.crt", folder / "push.key"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return certificate, private


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
