"""Where the server takes what it can't work out: secrets, names of rooms, tokens, the time. Tests bring their own."""

from __future__ import annotations

import secrets
import time

from triarii.core import chance

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that are easily mistaken for each other."""
ID_LENGTH = 10
TOKEN_BYTES = 16


class Sources:
    """The real ones: the system's randomness and clock."""

    def secret(self) -> bytes:
        """The secret of chance of a new game."""
        return chance.new_secret()

    def room_id(self) -> str:
        return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))

    def token(self) -> str:
        return secrets.token_urlsafe(TOKEN_BYTES)

    def seed(self) -> int:
        """For computer players: never the secret of chance, which could tell them what will be dealt."""
        return secrets.randbits(64)

    def now(self) -> int:
        """Milliseconds since 1970, by the wall clock: clocks go on while no server runs."""
        return time.time_ns() // 1_000_000
