"""What the routes for messages about turns answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct


class Asked(Struct):
    """What is kept under a token."""

    kind: Literal["push", "mail"]
    address: str
    """Of e-mail; empty for a browser."""
    confirmed: bool
    """Whether messages are sent: an address has to be confirmed by whoever reads its mail."""
    lasting: bool
    """For all own games of a browser; else it goes with its last game."""
    rooms: Sequence[str]
    """The games of which it tells."""


class RemindersTold(Struct):
    push: str
    """The key with which browsers subscribe; empty where this server sends no push messages."""
    mail: bool
    """Whether this server sends e-mail."""
    asked: Asked | None
