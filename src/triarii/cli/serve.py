"""`triarii serve`, and `triarii` alone: the server and the app in the browser."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.inputs import Language
from triarii.cli.speech import BadInput, language, show
from triarii.cli.usage import number_option
from triarii.core.contract import Refusal

LAST_PORT = 65_535
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""Where a program finds the screen, or what its user wants opened; without any, a browser would take this terminal."""


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; 0.0.0.0 opens it to your network.")
    ] = "127.0.0.1",
    port: Annotated[
        int,
        number_option("--port", 0, LAST_PORT, "A taken port moves on to the next; with --public-url it is an error."),
    ] = 8000,
    strict_port: Annotated[bool, typer.Option("--strict-port", help="A taken port is an error.")] = False,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="FOLDER", help="Where games are kept; else TRIARII_DATA, else your own folder."),
    ] = None,
    public_url: Annotated[
        str, typer.Option("--public-url", metavar="URL", help="Under which address a proxy shows this server.")
    ] = "",
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--trusted-proxy",
            metavar="ADDRESS",
            help="A proxy, or a network of them, that tells by X-Forwarded-For for whom it asks; can be given again.",
        ),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Whether to open the browser.")] = False,
    workers: Annotated[
        int,
        number_option("--workers", 0, 64, "Processes that think."),
    ] = 0,
    keep_days: Annotated[
        int,
        number_option("--keep-days", 1, 36_500, "Rooms untouched for so long go into the bin."),
    ] = 90,
    rooms_a_minute: Annotated[
        int,
        number_option("--rooms-a-minute", 1, 1_000_000, "How many rooms one address may open."),
    ] = 60,
    lang: Language = None,
) -> None:
    """Start the server: play in the browser, alone, at one screen, or with others by link."""
    run(
        host,
        port,
        data,
        public_url,
        open_browser and has_screen(),
        workers,
        keep_days,
        rooms_a_minute,
        language(lang),
        strict_port,
        trusted_proxy,
    )


def play_in_browser() -> None:
    """As the command alone does: on this machine, with the browser where somebody sits before one."""
    somebody = sys.stdin.isatty() and sys.stdout.isatty() and not os.environ.get("CI")
    run(open_browser=somebody and has_screen(), lang=language(None))


def has_screen() -> bool:
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in SCREENS)


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | None = None,
    public_url: str = "",
    open_browser: bool = False,
    workers: int = 0,
    keep_days: int = 90,
    rooms_a_minute: int = 60,
    lang: str = "en",
    strict_port: bool = False,
    trusted_proxy: list[str] | None = None,
) -> None:
    """Serve until Ctrl-C."""
    # Late, because only this command should pay for the server.
    from triarii.server import network
    from triarii.server.edge import addresses
    from triarii.server.serving import serve as start
    from triarii.server.settings import Limits, Settings, data_folder
    from triarii.server.wire.words import TEXTS

    shown = network.public_url(public_url) if public_url else ""
    limits = Limits(rooms_a_minute=float(rooms_a_minute))
    proxies = addresses.trusted(trusted_proxy or [])
    for word in (shown, proxies):
        if isinstance(word, Refusal):
            raise BadInput(word, TEXTS)
    assert isinstance(shown, str)
    assert isinstance(proxies, tuple)
    folder = (data or data_folder()).expanduser().absolute()
    settings = Settings(folder, host, port, shown, workers, keep_days, limits, proxies, strict_port)
    refusal = start(settings, lang, open_browser, show)
    if refusal is not None:
        raise BadInput(refusal, TEXTS)
