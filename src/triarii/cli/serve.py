"""`triarii serve`, and `triarii` alone: the server and the app in the browser."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.inputs import Language
from triarii.cli.speech import BadInput, language, show
from triarii.cli.usage import number_option, was_typed
from triarii.core.contract import Refusal

LAST_PORT = 65_535
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""Where a program finds the screen, or what its user wants opened; without any, a browser would take this terminal."""


def serve(
    context: typer.Context,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; 0.0.0.0 opens it to your network.")
    ] = "127.0.0.1",
    port: Annotated[
        int,
        number_option(
            "--port", 0, LAST_PORT, "If the port is taken, the next one is used; with --public-url that is an error."
        ),
    ] = 8000,
    strict_port: Annotated[bool, typer.Option("--strict-port", help="A taken port is an error.")] = False,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data", metavar="FOLDER", help="Where games are kept; otherwise TRIARII_DATA, or else your own folder."
        ),
    ] = None,
    public_url: Annotated[
        str, typer.Option("--public-url", metavar="URL", help="The address at which a proxy shows this server.")
    ] = "",
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--trusted-proxy",
            metavar="ADDRESS",
            help="A proxy, or a network of them, that says by X-Forwarded-For for whom it asks; may be repeated.",
        ),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Whether to open the browser.")] = False,
    workers: Annotated[
        int,
        number_option("--workers", 0, 64, "Processes that think."),
    ] = 0,
    keep_days: Annotated[
        int,
        number_option("--keep-days", 1, 36_500, "Rooms untouched for this long go into the bin."),
    ] = 90,
    rooms_a_minute: Annotated[
        int,
        number_option("--rooms-a-minute", 1, 1_000_000, "How many rooms one address may open."),
    ] = 60,
    database: Annotated[
        str,
        typer.Option("--database", metavar="URL", help="A PostgreSQL instead of the file; otherwise TRIARII_DATABASE."),
    ] = "",
    processes: Annotated[
        int,
        number_option("--processes", 1, 64, "Processes that serve side by side, with a PostgreSQL."),
    ] = 1,
    think: Annotated[
        bool, typer.Option("--think/--no-think", help="Whether computers think here, or only in triarii think.")
    ] = True,
    metrics_port: Annotated[
        int,
        number_option(
            "--metrics-port", 0, LAST_PORT, "The port where Prometheus finds figures of this server; 0: none."
        ),
    ] = 0,
    metrics_host: Annotated[
        str,
        typer.Option(
            "--metrics-host", metavar="ADDRESS", help="The address of that port; only Prometheus needs to reach it."
        ),
    ] = "127.0.0.1",
    log: Annotated[
        str, typer.Option("--log", metavar="plain|json", help="Lines of the log for people, or JSON for programs.")
    ] = "plain",
    push: Annotated[
        bool, typer.Option("--push/--no-push", help="Whether browsers may be notified of turns while no page is open.")
    ] = True,
    smtp: Annotated[
        str,
        typer.Option(
            "--smtp", metavar="URL", help="A mail server to tell people it is their turn; better set in TRIARII_SMTP."
        ),
    ] = "",
    mail_from: Annotated[
        str, typer.Option("--mail-from", metavar="ADDRESS", help="The sender of these mails: Club <club@example.org>.")
    ] = "",
    notice_seconds: Annotated[
        float,
        typer.Option(
            "--notice-seconds", metavar="SECONDS", help="How long it may be somebody's turn before they are told."
        ),
    ] = 60.0,
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            help="A TOML file of settings; otherwise the one that TRIARII_CONFIG names. The environment, such as "
            "TRIARII_PORT, overrides it, and options given here override both.",
        ),
    ] = None,
    show_settings: Annotated[
        bool,
        typer.Option("--show-settings", help="Show all settings and where each comes from, and start nothing."),
    ] = False,
    lang: Language = None,
) -> None:
    """Start the server: play in the browser, alone, on one screen, or with others by link."""
    given = {
        "host": host,
        "port": port,
        "strict_port": strict_port,
        "data": data,
        "public_url": public_url,
        "trusted_proxies": trusted_proxy,
        "workers": workers,
        "keep_days": keep_days,
        "rooms_a_minute": rooms_a_minute,
        "database_url": database,
        "processes": processes,
        "thinks": think,
        "metrics_port": metrics_port,
        "metrics_host": metrics_host,
        "log": log,
        "push": push,
        "smtp": smtp,
        "mail_from": mail_from,
        "notice_seconds": notice_seconds,
    }
    # Only what was really typed: a default must not hide what the environment or the file say.
    options = {"trusted_proxies": "trusted_proxy", "database_url": "database", "thinks": "think"}
    typed = {name: given[name] for name in given if was_typed(context, options.get(name, name))}
    if show_settings:
        _show_settings(typed, config, language(lang))
    else:
        run(typed, config, open_browser and has_screen(), language(lang))


def play_in_browser() -> None:
    """As the command alone does: on this machine, with the browser where somebody sits before one."""
    somebody = sys.stdin.isatty() and sys.stdout.isatty() and not os.environ.get("CI")
    run(open_browser=somebody and has_screen(), lang=language(None))


def has_screen() -> bool:
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in SCREENS)


def run(
    typed: Mapping[str, object] | None = None, config: Path | None = None, open_browser: bool = False, lang: str = "en"
) -> None:
    """Serve until Ctrl-C, with the settings that were typed, and those of the environment and the file."""
    # Late, because only this command should pay for the server.
    from triarii.server import configuration
    from triarii.server.serving import serve as start
    from triarii.server.wire.words import TEXTS

    found = configuration.gather(typed or {}, os.environ, config)
    refusal = found if isinstance(found, Refusal) else start(found.settings(), lang, open_browser, show)
    if refusal is not None:
        raise BadInput(refusal, TEXTS)


def _show_settings(typed: Mapping[str, object], config: Path | None, lang: str) -> None:
    from triarii.core.texts import Message
    from triarii.server import configuration
    from triarii.server.wire.words import TEXTS

    found = configuration.gather(typed, os.environ, config)
    if isinstance(found, Refusal):
        raise BadInput(found, TEXTS)
    for line, given in found.shown():
        if given is None:
            show(f"\n{line}")
        else:
            show(f"{line}  # {TEXTS.say(Message(f'settings.from_{given.source}', {'place': given.place}), lang)}")
