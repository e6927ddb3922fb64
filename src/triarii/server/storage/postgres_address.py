"""The address of a PostgreSQL: whether it is one, how it is shown without its password, and whether rooms can be kept
there."""

from __future__ import annotations

import importlib.util

from sqlalchemy import create_engine, inspect, make_url, select
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from triarii.core.contract import Refusal
from triarii.server.storage.opening import (
    KNOWN,
    PATIENCE,
    POSTGRES,
    POSTGRES_DRIVER,
    ROOMS_TABLE,
    VERSIONS,
    with_driver,
)


def shown(address: str) -> str:
    """The address as it may be shown to anybody."""
    return make_url(address).render_as_string(hide_password=True)


def not_to_be_asked(address: str) -> Refusal | None:
    """Why nobody can be asked there at all: it is no such address, or the driver is missing."""
    try:
        url = make_url(address)
    except ArgumentError:
        return Refusal("serve.no_address", params={"address": address[:40]})
    if url.drivername not in (*POSTGRES, POSTGRES_DRIVER) or not url.database:
        return Refusal("serve.no_address", params={"address": shown(address)[:200]})
    return Refusal("serve.no_driver") if importlib.util.find_spec("psycopg") is None else None


def problem_with(address: str) -> Refusal | None:
    """Why rooms can't be kept there; None if they can. It only looks."""
    refusal = not_to_be_asked(address)
    if refusal is not None:
        return refusal
    named = {"file": shown(address)}
    engine = create_engine(with_driver(address), poolclass=NullPool, connect_args=PATIENCE)
    try:
        tables = set(inspect(engine).get_table_names())
        if not tables:
            return None
        if VERSIONS.name not in tables or ROOMS_TABLE not in tables:
            return Refusal("serve.foreign_tables", params=named)
        with engine.connect() as connection:
            version = connection.execute(select(VERSIONS.c.version_num)).scalar()
    except SQLAlchemyError as problem:
        reason = " ".join(str(getattr(problem, "orig", problem)).split())
        return Refusal("serve.database", params={**named, "reason": reason[:300]})
    finally:
        engine.dispose()
    return None if version in KNOWN else Refusal("serve.newer", params={**named, "version": str(version)[:20]})
