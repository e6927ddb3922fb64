"""Where the server takes what it can't work out: secrets, names of rooms, tokens, the time. Tests bring their own."""

from __future__ import annotations

import secrets
import time

from triarii.core import chance

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that are easily mistaken for each other."""
ID_LENGTH = 10
TOKEN_BYTES = 16
DRIFT = 50
"""Milliseconds by which clocks of two processes may differ."""


class Sources:
    """The real ones: the system's randomness and clock."""

    _begun: tuple[int, int] | None = None
    """Wall clock and monotonic clock when the time was first asked for."""
    _ran_ahead: int = 0
    """Running time minus moments, the same while the server runs."""

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
        """Milliseconds since 1970: the wall clock when it was first asked, and the time that went by since.

        So a wall clock that jumps while the server runs changes nothing; a restart takes what it then shows.
        """
        if self._begun is None:
            self._begun = (self.wall(), time.monotonic_ns())
        wall, begun = self._begun
        return wall + (time.monotonic_ns() - begun) // 1_000_000

    def wall(self) -> int:
        """What the wall clock shows."""
        return time.time_ns() // 1_000_000

    def begin(self, ran: int, now: int | None = None) -> None:
        """The server begins; servers on its database have run for so many milliseconds before. Where several processes
        go by one clock, that is what it shows now."""
        if now is not None:
            self._begun = (now, time.monotonic_ns())
        self._ran_ahead = ran - self.now()

    def agree(self, ran: int) -> int:
        """Go by the running time that all processes go by, if ours has drifted away from it; by how much it had."""
        behind = ran - self.ran()
        if abs(behind) <= DRIFT:
            return 0
        self._ran_ahead += behind
        return behind

    def ran(self, moment: int | None = None) -> int:
        """Running time at a moment, or now: it stands still while no server runs, whatever the wall clock does."""
        return (self.now() if moment is None else moment) + self._ran_ahead

    def moment(self, ran: int) -> int:
        """The moment of a running time."""
        return ran - self._ran_ahead
