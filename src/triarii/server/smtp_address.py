"""The mail server of whoever runs this one, as one address: `smtps://name:password@mail.example`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.headerregistry import Address
from email.utils import parseaddr
from enum import StrEnum
from urllib.parse import unquote, urlsplit

from triarii.core.contract import Refusal

MAILBOX = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?=.{4,253}$)([A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}")
"""Addresses that every mail server takes."""
LONGEST = 254


class Manner(StrEnum):
    """How the line is protected."""

    TLS = "smtps"
    """From the beginning."""
    STARTTLS = "smtp"
    """After a word in the open; without it nothing is sent."""
    OPEN = "smtp+plain"
    """Not at all: for a mail server on the same machine."""


PORTS = {Manner.TLS: 465, Manner.STARTTLS: 587, Manner.OPEN: 25}


@dataclass(frozen=True)
class SmtpServer:
    manner: Manner
    host: str
    port: int
    user: str = ""
    password: str = ""


def read(address: str) -> SmtpServer | Refusal:
    """What an address says."""
    try:
        parts = urlsplit(address)
        manner, port = Manner(parts.scheme), parts.port
    except ValueError:
        return Refusal("settings.smtp")
    if not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
        return Refusal("settings.smtp")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return SmtpServer(manner, parts.hostname, port or PORTS[manner], user, password)


def sender(text: str) -> Address | None:
    """Whose letters these are: `club@example.org` or `Club <club@example.org>`."""
    name, found = parseaddr(text)
    if not is_mailbox(found) or "\n" in text or "\r" in text:
        return None
    return Address(name, addr_spec=found)


def is_mailbox(text: str) -> bool:
    return len(text) <= LONGEST and MAILBOX.fullmatch(text) is not None and ".." not in text
