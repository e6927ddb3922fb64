"""`triarii adlg`: the commands of L'Art de la Guerre that need no table: odds, factors, troops, armies."""

from __future__ import annotations

import typer

from triarii.cli.adlg import army, look, odds
from triarii.cli.usage import Command, Commands

app = typer.Typer(
    cls=Commands,
    name="adlg",
    help="L'Art de la Guerre: odds with their ledger, factors, troops, armies.",
    add_completion=False,
    rich_markup_mode=None,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
armies = typer.Typer(
    cls=Commands,
    name="army",
    help="Check, show and list armies.",
    add_completion=False,
    rich_markup_mode=None,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def adlg(context: typer.Context) -> None:
    """L'Art de la Guerre: odds with their ledger, factors, troops, armies."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@armies.callback()
def army_commands(context: typer.Context) -> None:
    """Check, show and list armies."""
    if context.invoked_subcommand is None:
        print(context.get_help())


for command in (odds.odds, look.matrix, look.troops, look.schema):
    app.command(cls=Command, context_settings={"allow_extra_args": True})(command)
for name, each in (("check", army.check), ("show", army.show), ("list", army.list_armies)):
    armies.command(name, cls=Command, context_settings={"allow_extra_args": True})(each)
app.add_typer(armies)
