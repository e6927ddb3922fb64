"""Where a push message may be sent. Its address comes from a stranger's browser, so it could name anything that this
server can reach: it has to be https, at the usual port, and lead to the public internet."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

HTTPS = 443
LONGEST = 1_000


@dataclass(frozen=True)
class Endpoint:
    """The address of one browser at its push service."""

    host: str
    port: int
    path: str
    """With what stands behind its question mark."""

    @property
    def origin(self) -> str:
        """For whom a message is signed."""
        return f"https://{self.named}"

    @property
    def named(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == HTTPS else f"{host}:{self.port}"


def read(address: str, private: bool = False) -> Endpoint | None:
    """What an address says; None where it is none that may be asked. `private`: the operator lets it lead to machines
    of their own network, and to other ports."""
    if len(address) > LONGEST or not address.isascii() or any(sign <= " " or sign == "\x7f" for sign in address):
        return None
    try:
        parts = urlsplit(address)
        port = parts.port or HTTPS
    except ValueError:
        return None
    if parts.scheme != "https" or not parts.hostname or parts.username or parts.password or parts.fragment:
        return None
    if port != HTTPS and not private:
        return None
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    found = Endpoint(parts.hostname, port, path)
    try:
        literal = ip_address(found.host)
    except ValueError:
        return found
    return found if private or is_public(literal) else None


async def public_address(endpoint: Endpoint, private: bool = False) -> str | None:
    """The address to connect to: looked up once, and it is this one that is asked, so that a name can't lead elsewhere
    between the look and the call. None: some address of this name is not public."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    addresses = [str(each[4][0]) for each in found]
    if not addresses or not (private or all(is_public(ip_address(each.partition("%")[0])) for each in addresses)):
        return None
    return addresses[0]


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether this is an address of the public internet. Addresses that carry another one inside are none: where they
    lead is decided elsewhere."""
    if isinstance(address, IPv6Address) and (address.ipv4_mapped or address.sixtofour or address.teredo):
        return False
    if isinstance(address, IPv6Address) and address.packed[:4] == b"\x00\x64\xff\x9b":  # NAT64
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved
