"""Commands of `triarii admin` that copy games: backup and restore, export and import, a move to another place."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from sqlalchemy import Connection

from triarii.cli.admin_place import Data, Database, insist_on, named_place, place_of
from triarii.cli.inputs import AsJson, Language
from triarii.cli.progress import Advance, progress_bar
from triarii.cli.speech import BadInput, CheckFailed, language, print_json, say, show
from triarii.core import files, locks
from triarii.core.contract import Refusal
from triarii.server.admin import export, people, transfer
from triarii.server.admin.places import Place
from triarii.server.admin.transfer import Brought
from triarii.server.settings import DATABASE, KEY
from triarii.server.storage import checking
from triarii.server.storage.backup import back_up, single_file
from triarii.server.storage.kept_key import keep_key
from triarii.server.wire.words import TEXTS

LOCK = "serving.lock"
NewFile = Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The copy; it must not exist yet.")]


def backup(
    copy: NewFile, data: Data = None, database: Database = "", json: AsJson = False, lang: Language = None
) -> None:
    """Copy all games into one file, even while a server runs; the key of the server is copied beside it."""
    place, speak, file = place_of(data, database, any_version=True), language(lang), copy.expanduser()
    if place.address:
        with place.reading() as connection, _new_file(file) as made_at:
            brought = _bring(connection, Place(made_at), speak)
            key = place.key(connection)
        made_too = _key_put(key, file.with_suffix(".key"))
        _tell(brought, json, speak, {"files": [str(file), *made_too]})
        return
    made = back_up(place.file, file)
    if isinstance(made, Refusal):
        raise BadInput(made, TEXTS)
    if json:
        print_json({"files": [str(each) for each in made]})
    else:
        for each in made:
            show(say("admin.copied", speak, file=str(each)))


def restore(
    copy: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `triarii admin backup` made.")],
    data: Data = None,
    database: Database = "",
    json: AsJson = False,
    lang: Language = None,
) -> None:
    """Bring back games of a backup that are missing or damaged, even while a server runs; intact ones stay as they are.

    An empty place gets everything, and the key beside the copy if it has none yet.
    """
    source, target = Place(copy.expanduser().absolute()), named_place(data, database)
    insist_on(checking.unusable(source.file) or target.unfit())
    with source.reading() as connection:
        brought = _bring(connection, target, language(lang))
    beside = source.file.with_suffix(".key")
    made = _handed_on(beside.read_bytes() if beside.is_file() else None, target)
    _tell(brought, json, language(lang), {"files": made})


def export_games(
    copy: NewFile, data: Data = None, database: Database = "", json: AsJson = False, lang: Language = None
) -> None:
    """Write all games into a file of JSON lines, which other programs can read, even while a server runs."""
    brought = Brought()
    with place_of(data, database).reading() as connection:
        rooms = transfer.rooms_in(connection)
        with progress_bar(say("admin.copying", language(lang)), len(rooms)) as advance:
            games = transfer.games_in(connection, rooms, brought)
            written = export.write(copy.expanduser(), _counted(games, advance), transfer.ran(connection))
    if isinstance(written, Refusal):
        raise BadInput(written, TEXTS)
    brought.added = written
    _tell(brought, json, language(lang), {"files": [str(copy)]}, "admin.exported")


def import_games(
    copy: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `triarii admin export` wrote.")],
    data: Data = None,
    database: Database = "",
    json: AsJson = False,
    lang: Language = None,
) -> None:
    """Take in all games of an exported file, even while a server runs; intact ones that are already there stay."""
    file, place = copy.expanduser(), named_place(data, database)
    insist_on(export.problem_with(file) or place.unfit())
    with place.writing() as engine:
        brought = transfer.bring(export.read(file), export.ran(file), engine, Brought())
    _tell(brought, json, language(lang))


def move(
    to: Annotated[
        str, typer.Option("--to", metavar="URL|FOLDER", help="A PostgreSQL, or a data folder; no games may be there.")
    ],
    data: Data = None,
    database: Database = "",
    json: AsJson = False,
    lang: Language = None,
) -> None:
    """Copy everything to another place for good, from file to PostgreSQL or back. No server may run meanwhile."""
    source = place_of(data, database)
    is_address = "://" in to
    target = Place(source.file, to) if is_address else Place(Path(to).expanduser().absolute() / DATABASE)
    insist_on(target.unfit())
    with _alone(source), source.reading() as connection:
        if target.unusable() is None:
            with target.reading() as there:
                if transfer.rooms_in(there):
                    raise BadInput(Refusal("admin.not_empty", params={"file": target.name}), TEXTS)
        brought = _bring(connection, target, language(lang))
        key = source.key(connection)
    made = _handed_on(key, target)
    _tell(brought, json, language(lang), {"to": target.name, "files": made})


def _bring(connection: Connection, target: Place, lang: str) -> Brought:
    """Everything that can be read there, to the target; where games are already, games alone."""
    brought, rooms = Brought(), transfer.rooms_in(connection)
    with target.writing() as engine, progress_bar(say("admin.copying", lang), len(rooms)) as advance:
        empty = people.is_empty(engine)
        transfer.take_over_time(connection, engine)
        games = transfer.games_in(connection, rooms, brought)
        transfer.bring(games, transfer.ran(connection), engine, brought, advance)
        if empty:
            people.bring_people(connection, engine)
    return brought


def _counted(games: Iterator[transfer.WholeGame], advance: Advance) -> Iterator[transfer.WholeGame]:
    for game in games:
        yield game
        advance()


@contextmanager
def _new_file(file: Path) -> Iterator[Path]:
    """Where to make a database that becomes this file when it is whole: in a folder of its own until then."""
    if file.exists() or file.is_symlink():
        raise BadInput(Refusal("admin.taken", params={"file": str(file)}), TEXTS)
    try:
        with TemporaryDirectory(dir=file.parent, prefix=".backup-") as folder:
            made = Path(folder, file.name)
            yield made
            single_file(made)
            os.link(made, file)  # unlike a renaming, it never takes the place of another file
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise BadInput(Refusal("admin.not_written", params={"file": str(file), "reason": reason}), TEXTS) from None


def _handed_on(key: bytes | None, target: Place) -> list[str]:
    """Records stay sealed by the same key; one that is there is never replaced. The files that were made."""
    if key is None or not target.address:
        return _key_put(key, target.file.with_name(KEY))
    with target.writing() as engine, engine.begin() as connection:
        keep_key(connection, key)
    return []


def _key_put(key: bytes | None, file: Path) -> list[str]:
    if key is None or file.exists():
        return []
    files.put_in_place(key, file, private=True)
    return [str(file)]


@contextmanager
def _alone(place: Place) -> Iterator[None]:
    """While no server runs there: what it took meanwhile would be lost."""
    if place.address:
        running = place.processes()
        if running:
            raise BadInput(Refusal("admin.running", params={"file": place.name, "count": running}), TEXTS)
        yield
        return
    file = place.file.with_name(LOCK)
    file.touch(mode=0o600)
    with file.open("r+", encoding="utf-8") as lock:
        if not locks.taken(lock):
            raise BadInput(Refusal("serve.in_use", params={"address": lock.read(200).strip("\0 \n")}), TEXTS)
        yield


def _tell(
    brought: Brought, json: bool, lang: str, more: dict[str, object] | None = None, key: str = "admin.brought"
) -> None:
    damaged = {room: TEXTS.say(reason, lang) for room, reason in brought.damaged.items()}
    counts = {"added": brought.added, "kept": brought.kept, "replaced": brought.replaced}
    if json:
        print_json({**counts, "damaged": damaged, **(more or {})})
    else:
        for room, reason in damaged.items():
            show(say("admin.damaged", lang, room=room, reason=reason))
        show(say(key, lang, **counts))
    if damaged:
        raise CheckFailed
