"""A thread with a connection of its own to PostgreSQL: it says again and again that this process lives, keeps the time
that all processes go by, clears away what dead ones left, and hears what the living tell."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import URL

from triarii.server.storage.database import Ears, Heard, Time

if TYPE_CHECKING:
    import psycopg

LOG = logging.getLogger("triarii.server")
CHANNEL = "triarii"
EVERY = 2.0
"""Seconds between two signs of life."""
ALIVE_FOR = 8_000
"""Milliseconds after the last of them for which a process counts as alive."""
PAUSE = 10_000
"""Milliseconds without any process after which time has stood still."""
AGAIN = 0.2
"""Seconds until a lost connection is tried again."""
GLANCE = 0.25
"""Seconds between two looks whether this process ends."""
NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
BEAT_PARAMS: Mapping[str, int] = {"pause": PAUSE}
BEAT = f"""
    WITH now AS (SELECT {NOW} AS at),
    alive AS (
        INSERT INTO processes (id, seen) SELECT :me, at FROM now
        ON CONFLICT (id) DO UPDATE SET seen = excluded.seen RETURNING xmax = 0 AS new
    )
    UPDATE server SET
        ran = ran + CASE WHEN at - last BETWEEN 0 AND :pause THEN at - last ELSE 0 END,
        last = CASE WHEN last - at BETWEEN 1 AND :pause THEN last ELSE at END
    FROM now, alive WHERE server.id = 1 RETURNING ran, at, alive.new AS new
"""
"""The time that servers ran goes on as long as one of them is seen; a clock that was set is not followed."""
BURY = f"""
    WITH gone AS (DELETE FROM processes WHERE seen < {NOW} - {ALIVE_FOR} RETURNING id)
    DELETE FROM presence WHERE process IN (SELECT id FROM gone) RETURNING room
"""
WITHDRAW = "DELETE FROM open_games WHERE room = '' AND process NOT IN (SELECT id FROM processes)"
"""Whoever looked for an opponent there comes back by another process, or not at all."""


class Hearing:
    """Runs until it is ended, and comes back after every loss."""

    def __init__(self, address: URL, process: str, ears: Ears) -> None:
        self._address = address.set(drivername="postgresql").render_as_string(hide_password=False)
        self._process = process
        self._ears = ears
        self._beat = BEAT.replace(":me", "%(me)s").replace(":pause", "%(pause)s").encode()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="triarii-hearing", daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._ended.set()
        self._thread.join()

    def _listen(self) -> None:
        import psycopg  # an extra; who works on a file does without

        lost = False
        while not self._ended.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, connect_timeout=5) as connection:
                    connection.execute(f"LISTEN {CHANNEL}".encode())
                    if lost:
                        LOG.warning("the database answers again")
                    self._ears.heard(Heard("", missed=True))
                    lost = False
                    self._hear(connection)
            except psycopg.Error as problem:
                if not lost:
                    LOG.warning("the database does not answer: %s", str(problem).strip().partition("\n")[0])
                lost = True
                self._ended.wait(AGAIN)

    def _hear(self, connection: psycopg.Connection) -> None:
        beaten = 0.0
        while not self._ended.is_set():
            if time.monotonic() - beaten >= EVERY:
                beaten = time.monotonic()
                self._live(connection)
            for each in connection.notifies(timeout=GLANCE):
                self._pass_on(each.payload)

    def _live(self, connection: psycopg.Connection) -> None:
        """Say that this process lives; find those that do no longer."""
        asked = time.monotonic()
        row = connection.execute(self._beat, {"me": self._process, **BEAT_PARAMS}).fetchone()
        took = int((time.monotonic() - asked) * 500)
        if row is not None:
            ran, at, new = row
            self._ears.time(time_of(ran + took, at + took))
            if new:
                self._ears.forgotten()
        with connection.transaction():
            rooms = sorted({found[0] for found in connection.execute(BURY.encode()).fetchall()})
            for room in rooms:
                self._tell(connection, Heard("", seats=[room]))
            if connection.execute(WITHDRAW.encode()).rowcount:
                self._tell(connection, Heard("", open_games=True))

    @staticmethod
    def _tell(connection: psycopg.Connection, heard: Heard) -> None:
        connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, msgspec.json.encode(heard).decode()))

    def _pass_on(self, message: str) -> None:
        try:
            heard = msgspec.json.decode(message, type=Heard)
        except msgspec.MsgspecError:
            return  # somebody else uses the channel
        if heard.by != self._process:
            self._ears.heard(heard)


def time_of(ran: int, at: int) -> Time:
    return Time(int(ran), now=int(at))
