"""`triarii admin`: for whoever runs a server: which games there are, whether they are whole, copies, the bin."""

from __future__ import annotations

import time
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from triarii.cli import admin_copies
from triarii.cli.admin_place import Data, Database, place_of
from triarii.cli.inputs import AsJson, Language
from triarii.cli.progress import progress_bar
from triarii.cli.speech import BadInput, CheckFailed, language, print_json, say, show
from triarii.cli.usage import Command, group, number_option
from triarii.core.contract import Refusal, Refused
from triarii.server.admin import rooms as all_rooms
from triarii.server.admin import transfer
from triarii.server.admin.places import Place
from triarii.server.storage import checking
from triarii.server.wire.words import TEXTS

app = group("admin", "For whoever runs a server: list, check, copy and move all games; look into the bin.")
DAY = 86_400_000
EVERY = 1_000_000


def rooms(
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Only those of one game.")] = "",
    over: Annotated[
        bool | None, typer.Option("--over/--under-way", help="Only those that are over, or that are not.")
    ] = None,
    untouched: Annotated[
        int, number_option("--untouched", 0, 36_500, "Only those that nobody has touched for this many days.")
    ] = 0,
    limit: Annotated[int, number_option("--limit", 1, EVERY, "How many, the most recently touched first.")] = EVERY,
    data: Data = None,
    database: Database = "",
    json: AsJson = False,
    lang: Language = None,
) -> None:
    """List games: which, how long, when they were last touched. None of it lets anyone into a game."""
    before = _now() - untouched * DAY if untouched else None
    with place_of(data, database).reading() as connection:
        found = all_rooms.listed(connection, all_rooms.Wanted(game, over, before=before, limit=limit))
    if json:
        print_json([asdict(each) for each in found])
        return
    speak = language(lang)
    for each in found:
        state = say("admin.over" if each.over else "admin.under_way", speak)
        row = {"room": each.room, "game": each.game, "entries": each.entries, "state": state}
        show(say("admin.room", speak, **row, touched=_day(each.touched)))
    show(say("admin.rooms", speak, count=len(found)))


def sizes(data: Data = None, database: Database = "", json: AsJson = False, lang: Language = None) -> None:
    """Say how much there is: games, entries, bytes, and the longest games."""
    place, speak = place_of(data, database), language(lang)
    with place.reading() as connection:
        found = all_rooms.sizes(place, connection)
    if json:
        print_json(asdict(found))
        return
    for game, count in found.rooms.items():
        show(say("admin.of_game", speak, game=game, count=count))
    show(say("admin.sizes", speak, over=found.over, binned=found.binned, entries=found.entries, wishes=found.wishes))
    show(say("admin.bytes", speak, bytes=found.bytes))
    for room, entries in found.largest:
        show(say("admin.long", speak, room=room, entries=entries))


def delete(
    chosen: Annotated[list[str], typer.Argument(metavar="ROOM…", help="The games, by the names of their rooms.")],
    data: Data = None,
    database: Database = "",
    json: AsJson = False,
    lang: Language = None,
) -> None:
    """Delete games for good, with nothing of them left in the file. A server may run meanwhile."""
    with place_of(data, database).writing() as engine:
        gone = all_rooms.delete_rooms(engine, list(dict.fromkeys(chosen)))
    missing = sorted({*chosen} - {*gone})
    if json:
        print_json({"deleted": gone, "missing": missing})
    elif gone:
        show(say("admin.emptied", language(lang), count=len(gone)))
    if missing:
        raise BadInput(Refusal("admin.no_such_room", params={"rooms": [each[:40] for each in missing[:10]]}), TEXTS)


def check(data: Data = None, database: Database = "", json: AsJson = False, lang: Language = None) -> None:
    """List intact and damaged games; the exit code is 1 if anything is damaged. A server may run meanwhile."""
    speak, place = language(lang), place_of(data, database)
    found = _checked(place, say("admin.checking", speak))
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


def _checked(place: Place, title: str) -> checking.Checked:
    """A PostgreSQL looks after its own pages and its journal."""
    if not place.address:
        rooms = checking.rooms_in(place.file)
        with progress_bar(title, len(rooms)) as advance:
            return checking.check(place.file, rooms, advance)
    found = checking.Checked()
    with place.reading() as connection:
        rooms = transfer.rooms_in(connection)
        with progress_bar(title, len(rooms)) as advance:
            for room in rooms:
                checking.check_room(connection, room, found)
                advance()
    return found


def bin_of_rooms(
    data: Data = None,
    database: Database = "",
    empty: Annotated[bool, typer.Option("--empty", help="Delete all games in the bin for good.")] = False,
    restore: Annotated[
        str, typer.Option("--restore", metavar="ROOM|all", help="Bring a game back, or all of them.")
    ] = "",
    json: AsJson = False,
    lang: Language = None,
) -> None:
    """List games that were put away because nobody touched them for long; bring them back, or delete them."""
    speak, place = language(lang), place_of(data, database)
    if empty and restore:
        raise BadInput(Refusal("admin.empty_or_restore"), TEXTS)
    with place.reading() as connection:
        found = all_rooms.listed(connection, all_rooms.Wanted(binned=True))
    if empty:
        with place.writing() as engine:
            gone = all_rooms.delete_rooms(engine, [each.room for each in found])
        _tell("emptied", len(gone), json, speak)
    elif restore:
        chosen = [each.room for each in found if restore in (each.room, "all")]
        if not chosen and restore != "all":
            raise BadInput(Refusal("admin.not_in_bin", params={"room": restore[:40]}), TEXTS)
        with place.writing() as engine:
            all_rooms.take_out_of_bin(engine, chosen, _now())
        _tell("restored", len(chosen), json, speak)
    elif json:
        print_json([asdict(each) for each in found])
    else:
        _show_bin(found, speak)


def _tell(what: str, count: int, json: bool, lang: str) -> None:
    if json:
        print_json({what: count})
    else:
        show(say(f"admin.{what}", lang, count=count))


def _show_bin(rooms: list[all_rooms.Room], lang: str) -> None:
    for each in sorted(rooms, key=lambda room: (room.binned or 0, room.room)):
        touched, binned = _day(each.touched), _day(each.binned or 0)
        row = {"room": each.room, "game": each.game, "entries": each.entries, "touched": touched, "binned": binned}
        show(say("admin.binned", lang, **row))
    show(say("admin.in_bin", lang, count=len(rooms)) if rooms else say("admin.bin_empty", lang))


def _day(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).date().isoformat()


def _now() -> int:
    return time.time_ns() // 1_000_000


class InWords(Command):
    """What a database refuses is said like all bad input."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BadInput:
            raise
        except Refused as refused:
            raise BadInput(refused.refusal, TEXTS) from None


for name, command in (
    ("rooms", rooms),
    ("sizes", sizes),
    ("check", check),
    ("backup", admin_copies.backup),
    ("restore", admin_copies.restore),
    ("export", admin_copies.export_games),
    ("import", admin_copies.import_games),
    ("move", admin_copies.move),
    ("delete", delete),
    ("bin", bin_of_rooms),
):
    app.command(name, cls=InWords, context_settings={"allow_extra_args": True})(command)
