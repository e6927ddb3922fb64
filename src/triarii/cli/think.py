"""`triarii think`: lets this machine think for the computers of a server that others run."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.inputs import Language
from triarii.cli.speech import BadInput, language, show
from triarii.cli.usage import number_option
from triarii.core.contract import Refusal


def think(
    database: Annotated[
        str,
        typer.Option("--database", metavar="URL", help="The server's PostgreSQL; otherwise TRIARII_DATABASE."),
    ] = "",
    workers: Annotated[int, number_option("--workers", 0, 64, "Processes that think.")] = 0,
    config: Annotated[
        Path | None,
        typer.Option(
            "--config", metavar="FILE", help="A TOML file of settings; otherwise the one that TRIARII_CONFIG names."
        ),
    ] = None,
    lang: Language = None,
) -> None:
    """Think for the computers of a server on another machine, through the database that both share."""
    # Late, because only this command should pay for the server.
    from triarii.server import configuration
    from triarii.server.thinkers import think as start
    from triarii.server.wire.words import TEXTS

    typed = {"database_url": database} if database else {}
    found = configuration.gather(typed | ({"workers": workers} if workers else {}), os.environ, config)
    refusal = found if isinstance(found, Refusal) else start(found.settings(), language(lang), show)
    if refusal is not None:
        raise BadInput(refusal, TEXTS)
