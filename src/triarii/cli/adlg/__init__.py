"""`triarii adlg`: the commands of L'Art de la Guerre that need no table: odds, factors, troops, armies."""

from __future__ import annotations

from triarii.cli.adlg import army, look, odds
from triarii.cli.usage import Command, group

app = group("adlg", "L'Art de la Guerre: odds with their ledger, factors, troops, armies.")
armies = group("army", "Check, show and list armies.")


for command in (odds.odds, look.matrix, look.troops, look.schema):
    app.command(cls=Command, context_settings={"allow_extra_args": True})(command)
for name, each in (("check", army.check), ("show", army.show), ("list", army.list_armies)):
    armies.command(name, cls=Command, context_settings={"allow_extra_args": True})(each)
app.add_typer(armies)
