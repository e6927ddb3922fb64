"""`triarii admin`: for whoever runs a server: check all games, back them up, look into the bin."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from triarii.cli.inputs import AsJson, Language
from triarii.cli.progress import progress_bar
from triarii.cli.speech import BadInput, CheckFailed, language, print_json, say, show
from triarii.cli.usage import Command, group
from triarii.core.contract import Refusal
from triarii.server.settings import DATABASE, data_folder
from triarii.server.storage import bin as bins
from triarii.server.storage import checking
from triarii.server.storage.backup import back_up
from triarii.server.wire.words import TEXTS

app = group("admin", "For whoever runs a server: check, back up, look into the bin.")
Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="FOLDER", help="Where games are kept; else TRIARII_DATA, else your own folder."),
]


def check(data: Data = None, json: AsJson = False, lang: Language = None) -> None:
    """List whole and damaged games; the exit code is 1 if anything is damaged. A server may run meanwhile."""
    speak, file = language(lang), _database(data)
    rooms = checking.rooms_in(file)
    with progress_bar(say("admin.checking", speak), len(rooms)) as advance:
        found = checking.check(file, rooms, advance)
    damaged = {room: TEXTS.say(reason, speak) for room, reason in found.damaged.items()}
    if json:
        report = {"whole": found.whole, "damaged": damaged, "unknown": found.unknown}
        print_json({**report, "pages": found.pages, "lost": found.lost})
    else:
        for room, reason in damaged.items():
            show(say("admin.damaged", speak, room=room, reason=reason))
        for room, game in found.unknown.items():
            show(say("admin.unknown", speak, room=room, game=game))
        for page in found.pages:
            show(say("admin.page", speak, reason=page))
        if found.lost:
            show(say("admin.lost", speak, count=found.lost))
        show(say("admin.whole", speak, count=found.whole))
        show(say("admin.hurt", speak, count=len(damaged)) if damaged else say("admin.none_hurt", speak))
    if not found.well:
        raise CheckFailed


def backup(
    copy: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The copy; it must not exist yet.")],
    data: Data = None,
    lang: Language = None,
) -> None:
    """Copy all games into one file, while a server runs too; the key of the server is copied beside it."""
    made = back_up(_database(data, any_version=True), copy.expanduser())
    if isinstance(made, Refusal):
        raise BadInput(made, TEXTS)
    for file in made:
        show(say("admin.copied", language(lang), file=str(file)))


def bin_of_rooms(
    data: Data = None,
    empty: Annotated[bool, typer.Option("--empty", help="Delete all games in the bin for good.")] = False,
    restore: Annotated[
        str, typer.Option("--restore", metavar="ROOM|all", help="Bring a game back, or all of them.")
    ] = "",
    lang: Language = None,
) -> None:
    """List games that were put away because nobody touched them for long; bring them back, or delete them."""
    speak, file = language(lang), _database(data)
    if empty and restore:
        raise BadInput(Refusal("admin.empty_or_restore"), TEXTS)
    try:
        if empty:
            show(say("admin.emptied", speak, count=bins.empty(file)))
        elif restore:
            brought = bins.restore(file, restore)
            if isinstance(brought, Refusal):
                raise BadInput(brought, TEXTS)
            show(say("admin.restored", speak, count=brought))
        else:
            _show_bin(bins.listed(file), speak)
    except sqlite3.DatabaseError as problem:
        refusal = Refusal("admin.locked", params={"file": str(file), "reason": str(problem)})
        raise BadInput(refusal, TEXTS) from None


def _show_bin(rooms: list[bins.Binned], lang: str) -> None:
    for each in rooms:
        touched, binned = _day(each.touched), _day(each.binned)
        row = {"room": each.room, "game": each.game, "entries": each.entries, "touched": touched, "binned": binned}
        show(say("admin.binned", lang, **row))
    show(say("admin.in_bin", lang, count=len(rooms)) if rooms else say("admin.bin_empty", lang))


def _day(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).date().isoformat()


def _database(data: Path | None, any_version: bool = False) -> Path:
    file = (data or data_folder()).expanduser().absolute() / DATABASE
    refusal = checking.unusable(file, any_version)
    if refusal is not None:
        raise BadInput(refusal, TEXTS)
    return file


for name, command in (("check", check), ("backup", backup), ("bin", bin_of_rooms)):
    app.command(name, cls=Command, context_settings={"allow_extra_args": True})(command)
