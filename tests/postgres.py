"""A real PostgreSQL for tests: a server of its own in a folder under /tmp, a database for whoever asks.

It listens on a socket in that folder, so no two ever meet, and no port is taken. Tests take the fixture
`postgres_database`, which gives the address of an empty database; whoever stops, kills or restarts the server starts
one alone, by `running()`.
"""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests import patience

DEBIAN = Path("/usr/lib/postgresql")
"""Where Debian puts its servers, by version; they are not on the PATH."""
OWNERS = ("postgres", "nobody")
"""As whom the server runs where we are root, which it refuses to be; the first that there is."""
LANGUAGE = {"LC_ALL": "C.UTF-8"}
QUICK = ("fsync=off", "full_page_writes=off")
"""For all tests but those of the power going off: a killed server loses nothing by it, only a machine would."""
CONTENT = ("max_connections=200", "listen_addresses=", "logging_collector=off", "shared_buffers=32MB")


def programs() -> Path:
    """The folder of PostgreSQL's own programs, the newest there is."""
    found = shutil.which("postgres")
    if found is not None:
        return Path(found).resolve().parent
    versions = [folder for folder in DEBIAN.glob("*/bin") if (folder / "postgres").exists()]
    assert versions, "PostgreSQL's server is not here; make postgres installs it, or Debian's package postgresql."
    return max(versions, key=lambda folder: float(folder.parent.name))


def is_there() -> bool:
    return bool(shutil.which("postgres") or list(DEBIAN.glob("*/bin/postgres")))


class Postgres:
    """One server, which can be stopped, killed and started again on the same data."""

    def __init__(self, folder: Path, durable: bool = False) -> None:
        self.folder = folder
        self.said = folder / "said.txt"
        self._settings = CONTENT if durable else CONTENT + QUICK
        self._owner = _owner()
        self._numbers = itertools.count(1)
        self._process: subprocess.Popen[bytes] | None = None
        if self._owner:
            shutil.chown(folder, self._owner)
        folder.chmod(0o700)  # what it asks for; root may look in all the same
        made = self._run("initdb", "-D", "data", "-U", "triarii", "-A", "trust", "-E", "UTF8", "--no-sync").wait()
        assert made == 0, self.said.read_text(errors="replace")
        self.start()

    def address(self, database: str = "postgres") -> str:
        """Where a database is, as a person would write it."""
        return f"postgresql://triarii@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The address of a database with nothing in it."""
        name = f"rooms{next(self._numbers)}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)

    def start(self) -> None:
        """Back when it takes connections."""
        settings = [word for setting in self._settings for word in ("-c", setting)]
        self._process = process = self._run("postgres", "-D", "data", "-k", str(self.folder), *settings)

        def answers() -> bool:
            assert process.poll() is None, self.said.read_text(errors="replace")
            try:
                psycopg.connect(self.address()).close()
            except psycopg.OperationalError:
                return False
            return True

        patience.eventually(answers, "PostgreSQL takes no connections")

    def stop(self, by: signal.Signals = signal.SIGINT) -> None:
        """End it: SIGINT cuts everybody off and writes all down, SIGQUIT is a crash that the next start clears up."""
        assert self._process is not None
        self._process.send_signal(by)
        self._process.wait(patience.ANSWER)

    def restart(self, by: signal.Signals = signal.SIGINT) -> None:
        self.stop(by)
        self.start()

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with self.said.open("ab") as said:
            return subprocess.Popen(
                [programs() / program, *arguments],
                stdout=said,
                stderr=said,
                cwd=self.folder,
                env={**os.environ, **LANGUAGE},
                user=self._owner or None,
                group=pwd.getpwnam(self._owner).pw_gid if self._owner else None,
                extra_groups=[] if self._owner else None,
            )


@contextmanager
def running(durable: bool = False) -> Iterator[Postgres]:
    """A server for as long as this lasts; `durable` where what a lost machine leaves is the question."""
    # Not in the folder of the tests: others may not look into that, and the name of a socket must be short.
    folder = Path(tempfile.mkdtemp(prefix="triarii-postgres-", dir="/tmp"))
    server: Postgres | None = None
    try:
        server = Postgres(folder, durable)
        yield server
    finally:
        if server is not None:
            server.stop(signal.SIGQUIT)
        shutil.rmtree(folder)


def _owner() -> str:
    """As whom it has to run; empty: as ourselves."""
    if os.geteuid() != 0:
        return ""
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in OWNERS if name in known)
