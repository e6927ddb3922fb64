"""Ports and addresses: a free port to listen on, and the addresses under which others reach this machine."""

from __future__ import annotations

import ipaddress
import re
import socket
import sys
from urllib.parse import urlsplit

from triarii.core.contract import Refusal

TRIES = 20
"""Ports that are tried, from the asked one on."""
BACKLOG = 2048
PATH_BEFORE = re.compile(r"(/(?!\.)[A-Za-z0-9._~-]{1,60}){0,8}")
"""The path of a site below which a server may lie: plain words, so that it can stand in pages as it is."""
ANYWHERE = ("192.0.2.1", 9)
"""An address kept for documentation: asking the way to it sends nothing."""


def listen(host: str, port: int, this_port: bool = False) -> socket.socket | Refusal:
    """A socket on the port, or on the next free one unless it has to be this port; 0 takes any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last = port if port == 0 else min(65_535, port + TRIES - 1)
    for number in range(port, last + 1):
        bound = socket.socket(family, socket.SOCK_STREAM)
        try:
            if sys.platform != "win32":  # there it would let two servers share a port
                bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind((host, number))
            bound.listen(BACKLOG)
        except (OSError, OverflowError) as problem:
            bound.close()
            if isinstance(problem, OSError) and problem.errno is not None and _is_taken(host, number, family):
                if this_port:
                    return Refusal("serve.taken", params={"host": host, "port": port})
                continue
            reason = getattr(problem, "strerror", None) or str(problem)
            return Refusal("serve.host", params={"host": f"{host}:{number}", "reason": reason})
        bound.setblocking(False)
        return bound
    return Refusal("serve.no_port", params={"host": host, "first": port, "last": last})


def _is_taken(host: str, port: int, family: socket.AddressFamily) -> bool:
    """Whether another port would have done, so that it is the port and not the host that can't be had."""
    if port == 0:
        return False
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        try:
            probe.bind((host, 0))
        except OSError:
            return False
    return True


def others_reach(host: str, port: int) -> list[str]:
    """Addresses for other machines of the network; empty where only this one can."""
    if host in ("0.0.0.0", "::", ""):
        found = [address for address in _own_addresses() if not ipaddress.ip_address(address).is_loopback]
    else:
        found = [] if _is_loopback(host) else [host]
    return [web_address(address, port) for address in found]


def web_address(host: str, port: int) -> str:
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}"


def public_url(word: str) -> str | Refusal:
    """The address under which a proxy shows this server: scheme, host, and the path before ours where there is one."""
    try:
        parts = urlsplit(word)
    except ValueError:
        return Refusal("serve.public_url", params={"url": word[:200]})
    if (
        parts.scheme not in ("http", "https")
        or not parts.netloc
        or PATH_BEFORE.fullmatch(parts.path.rstrip("/")) is None
        or parts.query
        or parts.fragment
    ):
        return Refusal("serve.public_url", params={"url": word[:200]})
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def _own_addresses() -> list[str]:
    """IPv4 addresses of this machine: the one towards the world first."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ANYWHERE)
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    try:
        named = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        named = []
    found += [str(each[4][0]) for each in named]
    return list(dict.fromkeys(address for address in found if address != "0.0.0.0"))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
