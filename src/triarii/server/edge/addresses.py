"""Who asks: the address of a client, behind trusted proxies too, and the network by which it is counted."""

from __future__ import annotations

import logging
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import Scope

from triarii.server.settings import Network

LOG = logging.getLogger("triarii.server")
FORWARDED = "x-forwarded-for"
HOUSEHOLD_BITS = 64
"""Whoever has an IPv6 address has as many as fit behind so many bits: they count as one."""
PROBED = ("/health", "/ready")
FARTHEST = 20
"""Proxies in a row that are looked at; a longer header is somebody's play."""


class Proxies:
    """The proxies that are believed when they say for whom they ask."""

    def __init__(self, networks: tuple[Network, ...], public: bool = False) -> None:
        self.networks = networks
        self.public = public
        """Whether the server has a public address, so that there should be a proxy."""
        self._warned: set[str] = set()

    def trusts(self, address: str) -> bool:
        return _is_within(address, self.networks)

    def client(self, scope: Scope) -> str:
        """The address of whoever asks: the last one that no trusted proxy has, if a trusted proxy says so."""
        near = scope["client"][0] if scope.get("client") else ""
        said = Headers(scope=scope).getlist(FORWARDED)
        if not self.trusts(near):
            if said and self.public:
                self._warn(
                    "X-Forwarded-For came from %s, which is no trusted proxy, and is not believed: all clients behind "
                    "it count as one. If it is your proxy, start with --trusted-proxy.",
                    near,
                )
            return near
        if not said:
            if scope.get("path") not in PROBED:  # the machine itself asks whether all is well, past its proxy
                self._warn("The trusted proxy %s sends no X-Forwarded-For: all clients behind it count as one.", near)
            return near
        for word in reversed(",".join(said).split(",")[-FARTHEST:]):
            address = _address(word)
            if not address:
                break  # what stands before is not to be believed either
            near = address
            if not self.trusts(address):
                break
        return near

    def _warn(self, words: str, address: str) -> None:
        """Once for each kind: it is the operator's set-up that is wrong, and every request would say so again."""
        if words not in self._warned:
            self._warned.add(words)
            LOG.warning(words, address)


@lru_cache(4096)
def counted_as(address: str) -> str:
    """The network as which an address is counted: itself, or for IPv6 the network of its household."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ip_network((int(found), HOUSEHOLD_BITS), strict=False))
    return str(found)


@lru_cache(4096)
def _is_within(address: str, networks: tuple[Network, ...]) -> bool:
    if not networks:
        return False
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return any(found in network for network in networks)


def _address(word: str) -> str:
    """One address of the header, without its port; empty if it is none."""
    plain = word.strip()
    if plain.startswith("["):
        plain = plain[1:].partition("]")[0]
    elif plain.count(":") == 1:
        plain = plain.partition(":")[0]
    try:
        return str(ip_address(plain))
    except ValueError:
        return ""
