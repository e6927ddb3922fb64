"""Which database the commands of `triarii admin` work on: that of the server with the same settings."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.speech import BadInput
from triarii.core.contract import Refusal
from triarii.server import configuration
from triarii.server.admin.places import Place
from triarii.server.settings import DATABASE
from triarii.server.storage import checking
from triarii.server.wire.words import TEXTS

Data = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="FOLDER", help="Where games are kept; otherwise TRIARII_DATA, or else your own folder."
    ),
]
Database = Annotated[
    str,
    typer.Option("--database", metavar="URL", help="A PostgreSQL instead of the file; otherwise TRIARII_DATABASE."),
]


def named_place(data: Path | None, database: str) -> Place:
    """The place that is meant, whatever is there."""
    found = configuration.gather({} if data is None else {"data": data}, os.environ, None)
    if isinstance(found, Refusal):
        raise BadInput(found, TEXTS)
    settings = found.settings()
    # Whoever names a folder means its file, whatever database the environment or the file of settings may name.
    address = database or ("" if data is not None else settings.database_url)
    return Place(settings.data / DATABASE, address)


def place_of(data: Path | None, database: str, any_version: bool = False) -> Place:
    """The place that is meant, with games in it."""
    place = named_place(data, database)
    old_file = any_version and not place.address
    refusal = checking.unusable(place.file, any_version=True) if old_file else place.unusable()
    if refusal is not None:
        raise BadInput(refusal, TEXTS)
    return place


def insist_on(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise BadInput(refusal, TEXTS)
