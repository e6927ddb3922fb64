"""Tries the files of docs/hosting.md with the programs that they are for: a game over https through nginx and through
Caddy, addresses that a proxy forwards and that a visitor makes up, and what systemd says of the unit."""

from __future__ import annotations

import datetime as dt
import os
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import TypeAlias

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests import patience
from tests.server.serving import Client, Process, person, token

DEPLOY = Path(__file__).parents[1] / "deploy"
NAME = "localhost"
ADA, BEN = "127.0.0.2", "127.0.0.3"
"""Two visitors: every address of 127.0.0.0/8 is this machine, and a proxy tells them apart."""
BELOW = "/games"
"""A path of a site below which the games may lie."""
Proxy: TypeAlias = Callable[[Path, int, int, Path, Path, str], AbstractContextManager[None]]
"""Runs one: its folder, its port, the one behind it, a certificate and its key, the path below which it shows us."""
EXPOSED = re.compile(r"exposure level for \S+: ([\d.]+)")


def run() -> dict[str, object]:
    """What each of them came to; a program that is not installed is named as such."""
    return {
        "nginx": _through(_nginx) if shutil.which("nginx") else "not installed",
        "nginx_below_a_path": _through(_nginx, BELOW) if shutil.which("nginx") else "not installed",
        "caddy": _through(_caddy) if shutil.which("caddy") else "not installed",
        "caddy_below_a_path": _through(_caddy, BELOW) if shutil.which("caddy") else "not installed",
        "systemd": _units() if shutil.which("systemd-analyze") else "not installed",
    }


def _through(proxy: Proxy, path: str = "") -> dict[str, object]:
    with tempfile.TemporaryDirectory(prefix="triarii-hosting-") as place:
        folder, port, behind = Path(place), _free_port(), _free_port()
        certificate, key = _certificate(folder)
        words = ("--public-url", f"https://{NAME}:{port}{path}", "--trusted-proxy", "127.0.0.1")
        os.environ["SSL_CERT_FILE"] = str(certificate)
        with Process(folder / "data", behind, *words, "--rooms-a-minute", "2") as server:
            assert server.process.poll() is None
            with proxy(folder, port, behind, certificate, key, path):
                return {**_visited(f"https://{NAME}:{port}{path}"), **(_nothing_beside(port) if path else {})}


def _visited(address: str) -> dict[str, object]:
    ada, ben = (_visitor(each) for each in (ADA, BEN))
    patience.eventually(lambda: _answers(ada, address), "the proxy does not answer")
    answer = ada.get(f"{address}/health")
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    own, other = token(), token()
    seats = {"first": person(own), "second": person(other)}
    asked = {"game": "cities", "seats": seats}
    made = ada.post(f"{address}/api/rooms", json=asked)
    assert made.status_code == 201, made.text
    room = str(made.json()["room"])
    again = ada.post(f"{address}/api/rooms", json=asked)
    made_up = ada.post(f"{address}/api/rooms", json=asked, headers={"X-Forwarded-For": "192.0.2.7"})
    assert (again.status_code, made_up.status_code) == (429, 429), "she has one room, whoever she says she is"
    assert ben.post(f"{address}/api/rooms", json=asked).status_code == 201, "and he is somebody else"
    foreign = ada.post(f"{address}/api/rooms", json=asked, headers={"Origin": "https://example.com"})
    assert foreign.status_code == 403
    with Client(address, room, own) as first, Client(address, room, other) as second:
        first.until("welcome")
        second.until("welcome")
        for number in range(10):
            mover, waits = (first, second) if number % 2 == 0 else (second, first)
            mover.act(mover.choose())
            waits.until_version(mover.version)
    return {"moves": 10, "https": True, "sockets": True, "forwarded": True, "made_up_refused": True}


def _nothing_beside(port: int) -> dict[str, object]:
    """The rest of the site is not ours; the app's page names its files below the path."""
    someone, site = _visitor(ADA), f"https://{NAME}:{port}"
    page = someone.get(f"{site}{BELOW}", follow_redirects=True)
    files = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert len(files) > 2
    for file in files:
        assert file.startswith(f"{BELOW}/"), file
        assert someone.get(site + file).status_code == 200, file
    assert "data-root" not in someone.get(f"{site}/").text
    assert b"cities" not in someone.get(f"{site}/api/games").content
    return {"files_below_the_path": len(files)}


def _visitor(source: str) -> httpx.Client:
    transport = httpx.HTTPTransport(verify=ssl.create_default_context(), local_address=source)
    return httpx.Client(transport=transport, timeout=patience.ANSWER)


def _answers(visitor: httpx.Client, address: str) -> bool:
    try:
        return visitor.get(f"{address}/ready").status_code == 200
    except httpx.TransportError:
        return False


@contextmanager
def _nginx(folder: Path, port: int, behind: int, certificate: Path, key: Path, path: str) -> Iterator[None]:
    """Our file as it stands, but for the port, the name and what certbot would add; with a path as our page says."""
    site = (DEPLOY / "nginx.conf").read_text("utf-8").replace("location / {", f"location {path}/ {{")
    site = site.replace("    listen 80;\n    listen [::]:80;\n", f"    listen {port} ssl;\n")
    site = site.replace(
        "    server_name play.example.org;", f"    server_name {NAME};\n    ssl_certificate {certificate};"
    )
    site = site.replace("    client_max_body_size", f"    ssl_certificate_key {key};\n    client_max_body_size", 1)
    site = site.replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    settings = folder / "nginx.conf"
    general = f"pid {folder}/pid; error_log {folder}/errors; daemon off; events {{}}"
    settings.write_text(f"{general} http {{ access_log off; {places}\n{site} }}")
    command = ["nginx", "-p", str(folder), "-e", str(folder / "errors"), "-c", str(settings)]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    with _running(command, folder):
        yield


@contextmanager
def _caddy(folder: Path, port: int, behind: int, certificate: Path, key: Path, path: str) -> Iterator[None]:
    """Our file as it stands, but for the port, the name, and a certificate that need not be fetched; with a path as our
    page says."""
    site = (DEPLOY / "Caddyfile").read_text("utf-8")
    if path:
        site = site.replace("\treverse_proxy ", f"\tredir {path} {path}/\n\treverse_proxy {path}/* ")
    site = site.replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    site = site.replace("play.example.org {", f"https://{NAME}:{port} {{\n\ttls {certificate} {key}", 1)
    settings = folder / "Caddyfile"
    settings.write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{site}")
    command = ["caddy", "run", "--config", str(settings), "--adapter", "caddyfile"]
    with _running(command, folder, XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder)):
        yield


@contextmanager
def _running(command: list[str], folder: Path, **more: str) -> Iterator[None]:
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env={**os.environ, **more})
    try:
        yield
    finally:
        process.terminate()
        process.wait(patience.ANSWER)


def _units() -> dict[str, object]:
    """What systemd says of the units, with a program and a user that are there in place of ours."""
    with tempfile.TemporaryDirectory() as place:
        units = []
        for file in sorted(DEPLOY.glob("triarii*.service")) + sorted(DEPLOY.glob("*.timer")):
            unit = Path(place, file.name)
            content = file.read_text("utf-8").replace("/opt/triarii/bin/triarii", "/bin/true")
            unit.write_text(content.replace("=triarii\n", "=games\n"))
            units.append(str(unit))
        verified = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
        asked = ["systemd-analyze", "security", "--offline=true", str(Path(place, "triarii.service"))]
        rated = subprocess.run(asked, capture_output=True, text=True, check=False)
    said = [line for line in verified.stderr.splitlines() if place in line]
    found = EXPOSED.search(rated.stdout)
    return {"complaints": said, "exposure": float(found[1]) if found else "not told"}


def _certificate(folder: Path) -> tuple[Path, Path]:
    """One for this name that signs itself; whoever visits is told to trust it."""
    made = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = dt.datetime.now(dt.UTC)
    names = x509.SubjectAlternativeName([x509.DNSName(NAME), x509.IPAddress(ip_address("127.0.0.1"))])
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(made.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(made, hashes.SHA256())
    )
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    key.write_bytes(made.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain))
    return certificate, key


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    print(run())
