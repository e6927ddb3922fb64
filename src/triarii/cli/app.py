"""The command `triarii`: every command's name and place."""

from __future__ import annotations

from typing import Annotated

import typer

from triarii import __version__
from triarii.cli import balance, look, many, odds, recorded, serve, study, table
from triarii.cli import doctor as medicine
from triarii.cli import endgame as endings
from triarii.cli import report as reports
from triarii.cli.inputs import AsJson, Language
from triarii.cli.speech import CheckFailed, language, say, show
from triarii.cli.usage import Command, Commands

app = typer.Typer(
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(wanted: bool) -> None:
    if wanted:
        print(f"triarii {__version__}")
        show(say("about.unofficial", language(None)))
        raise typer.Exit


@app.callback(invoke_without_command=True)
def triarii(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="The version and whose games these are."),
    ] = False,
) -> None:
    """Play, analyse and simulate war games for two.

    Without a command: play in the browser.
    """
    if context.invoked_subcommand is None:
        serve.play_in_browser()


def doctor(lang: Language = None, json: AsJson = False) -> None:
    """Show what is compiled, what is missing, and what to do about it."""
    if medicine.doctor(language(lang), json):
        raise CheckFailed


def adlg(context: typer.Context) -> None:
    """L'Art de la Guerre: odds with their ledger, factors, troops, armies."""
    # Late, because only these commands should pay for the tables of that game.
    from triarii.cli.adlg import app as commands

    command = typer.main.get_command(commands)
    with command.make_context(context.info_name, list(context.args), parent=context.parent) as own:
        command.invoke(own)


def admin(context: typer.Context) -> None:
    """For whoever runs a server: check all games, back them up, look into the bin."""
    # Late, because only these commands should pay for the database.
    from triarii.cli.admin import app as commands

    command = typer.main.get_command(commands)
    with command.make_context(context.info_name, list(context.args), parent=context.parent) as own:
        command.invoke(own)


def campaign(context: typer.Context) -> None:
    """Campaigns of L'Art de la Guerre: battles in a row, of which the survivors fight on."""
    # Late, because only these commands should pay for the tables of that game.
    from triarii.cli.campaign import app as commands

    command = typer.main.get_command(commands)
    with command.make_context(context.info_name, list(context.args), parent=context.parent) as own:
        command.invoke(own)


for command in (
    table.play,
    serve.serve,
    look.games,
    look.rules,
    look.actions,
    look.apply,
    look.perft,
    look.draw,
    many.playouts,
    many.match,
    many.conform,
    study.analyse,
    endings.endgame,
    odds.odds,
    study.ladder,
    balance.balance,
    study.engine,
    recorded.replay,
    recorded.verify,
    reports.report,
    doctor,
):
    app.command(cls=Command, context_settings={"allow_extra_args": True})(command)
for group in (adlg, campaign, admin):
    app.command(add_help_option=False, context_settings={"allow_extra_args": True, "ignore_unknown_options": True})(
        group
    )
