"""The key with which a server seals records. Servers that share a PostgreSQL have it there, so that none of them needs
a copy of a file, and all seal alike."""

from __future__ import annotations

import os

from sqlalchemy import Connection, select, text

from triarii.core import seals
from triarii.core.contract import Refusal
from triarii.core.seals import SealingKey
from triarii.server.key_file import open_key
from triarii.server.settings import Settings
from triarii.server.storage.opening import database_of
from triarii.server.storage.tables import SEALING_KEY

KEEP = text("INSERT INTO sealing_key (id, pem) VALUES (1, :pem) ON CONFLICT DO NOTHING")


def key_of(settings: Settings) -> SealingKey | Refusal:
    """The key of a server, as it is set up. Its database, if it shares one, must be fit to be opened."""
    return _shared_key(settings) if settings.database_url else open_key(settings.key)


def _shared_key(settings: Settings) -> SealingKey | Refusal:
    """That of the database. A file of the data folder becomes it where there is none yet; with another one than that
    of the database somebody would believe in seals that are not made."""
    file = settings.key
    own = open_key(file) if os.path.lexists(file) else None
    if isinstance(own, Refusal):
        return own
    engine = database_of(settings)
    try:
        with engine.begin() as connection:
            pem = kept_key(connection) or keep_key(connection, (own or seals.new_key()).pem())
    finally:
        engine.dispose()
    found = seals.read_key(pem)
    if found is None:
        return Refusal("serve.kept_key")
    if own is not None and own.public != found.public:
        return Refusal("serve.another_key", params={"file": str(file)})
    return found


def kept_key(connection: Connection) -> bytes | None:
    """As the bytes of a key file; None where there is none yet."""
    found = connection.execute(select(SEALING_KEY.c.pem)).scalar()
    return None if found is None else str(found).encode()


def keep_key(connection: Connection, pem: bytes) -> bytes:
    """Keep a key unless there is one: whoever comes first, all seal with that. Which one is kept."""
    connection.execute(KEEP, {"pem": pem.decode()})
    return kept_key(connection) or pem
