"""What a change adds to a room: as rows, and as other processes are told of it with the commit. Whoever knows the room
as it was before needs nothing else to know it as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec
from sqlalchemy import Connection, bindparam, insert, update

from triarii.core.contract import Turn
from triarii.server.storage.kept import Overtaken, Progress, RoomData, Stored
from triarii.server.storage.loading import UNREADABLE, content_of, dumped, entry_of
from triarii.server.storage.sums import chained
from triarii.server.storage.tables import ENTRIES, ROOMS, WISHES


class Change(msgspec.Struct, frozen=True, array_like=True):
    """One change of a room, as it is told."""

    revision: int
    """Of the room after it."""
    first: int
    """The number of the first new entry."""
    entries: Sequence[tuple[str, str]]
    """Kind and content."""
    at: int
    wish: tuple[int, str, int] | None
    """Seat, key, and the version that was answered."""
    state: Mapping[str, object]
    over: bool
    turn: str
    due: int | None
    sum: str
    taken_by: str


def after(known: RoomData, told: bytes) -> Stored | None:
    """A room that is known, after a change that was told; None where that does not fit what is known, and the database
    has to be asked."""
    try:
        change = msgspec.json.decode(told, type=Change)
        if change.revision != known.revision + 1 or change.first != known.version + 1:
            return None
        value = known.sum
        for number, (kind, content) in enumerate(change.entries, change.first):
            value = chained(known.id, value, number, kind, content, change.at)
        if value != change.sum:
            return None
        entries = [entry_of(kind, content) for kind, content in change.entries]
    except UNREADABLE:
        return None
    data = replace(
        known,
        state=change.state,
        over=change.over,
        touched=change.at,
        version=known.version + len(entries),
        turn=change.turn,
        due=change.due,
        sum=change.sum,
        revision=change.revision,
        taken_by=change.taken_by,
    )
    wishes = {} if change.wish is None else {(Turn(change.wish[0]), change.wish[1]): change.wish[2]}
    return Stored(data, entries, [change.at] * len(entries), wishes)


@dataclass(frozen=True)
class Added:
    """A change with its rows."""

    progress: Progress
    entries: Sequence[dict[str, object]]
    sum: str
    taken_by: str

    def told(self) -> bytes:
        """For other processes, so that they need not ask the database for it."""
        progress = self.progress
        change = Change(
            progress.revision + 1,
            progress.first,
            [(str(row["kind"]), str(row["content"])) for row in self.entries],
            progress.at,
            None if progress.wish is None else (int(progress.wish[0]), *progress.wish[1:]),
            progress.state,
            progress.over,
            progress.turn,
            progress.due,
            self.sum,
            self.taken_by,
        )
        return msgspec.json.encode(change)


def added_by(progress: Progress, taken_by: str) -> Added:
    """A change as it is stored; `taken_by` does what is due after it."""
    rows: list[dict[str, object]] = []
    value, room, at = progress.before, progress.room, progress.at
    for number, entry in enumerate(progress.entries, progress.first):
        content = content_of(entry)
        value = chained(room, value, number, entry.kind, content, at)
        rows.append({"room": room, "number": number, "kind": entry.kind, "content": content, "at": at, "sum": value})
    return Added(progress, rows, value, taken_by)


NEW_ENTRIES, NEW_WISHES = insert(ENTRIES), insert(WISHES)
CHANGED_ROOM = update(ROOMS).where(ROOMS.c.id == bindparam("room"), ROOMS.c.revision == bindparam("seen"))


def advance(connection: Connection, added: Sequence[Added]) -> None:
    """What many rooms wait for, in three statements. Rows of rooms are locked first, and everywhere in the same order:
    so no two processes wait for each other."""
    added = sorted(added, key=lambda each: each.progress.room)
    if connection.execute(CHANGED_ROOM, [_changes(each) for each in added]).rowcount != len(added):
        raise Overtaken
    entries = [row for each in added for row in each.entries]
    all_progress = [each.progress for each in added]
    wishes = [
        {"room": each.room, "seat": int(each.wish[0]), "key": each.wish[1], "version": each.wish[2]}
        for each in all_progress
        if each.wish is not None
    ]
    for statement, rows in ((NEW_ENTRIES, entries), (NEW_WISHES, wishes)):
        if rows:
            connection.execute(statement, rows)


def _changes(added: Added) -> dict[str, object]:
    """The row of the room after a change; to touch it makes it young again."""
    progress = added.progress
    return {
        "room": progress.room,
        "seen": progress.revision,
        "revision": progress.revision + 1,
        "taken_by": added.taken_by,
        "state": dumped(progress.state),
        "over": progress.over,
        "touched": progress.at,
        "version": progress.first - 1 + len(progress.entries),
        "turn": progress.turn,
        "due": progress.due,
        "sum": added.sum,
        "seen_old": None,
    }
