"""What a room says without being opened, checksums over entries, the bin, and how long servers have run."""

from __future__ import annotations

from itertools import groupby

import sqlalchemy as sa
from alembic import op

from triarii.server.storage.sums import chained

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

TOGETHER = 500
"""Rooms whose entries are read at once."""


def upgrade() -> None:
    for column in (
        sa.Column("version", sa.Integer, nullable=False, server_default="0"),
        sa.Column("turn", sa.String(8), nullable=False, server_default=""),
        sa.Column("due", sa.BigInteger),
        sa.Column("sum", sa.String(32), nullable=False, server_default=""),
        sa.Column("seen_old", sa.BigInteger),
        sa.Column("binned", sa.BigInteger),
    ):
        op.add_column("rooms", column)
    op.add_column("entries", sa.Column("sum", sa.String(32), nullable=False, server_default=""))
    op.create_table(
        "server",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("commits", sa.BigInteger, nullable=False),
        sa.Column("ran", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
    )
    op.execute("INSERT INTO server (id, commits, ran, last) VALUES (1, 0, 0, 0)")
    # Whose turn it is, only a replay can tell: these rooms are opened once, the others when somebody asks.
    op.execute("UPDATE rooms SET turn = 'over' WHERE over")
    op.execute(
        "UPDATE rooms SET due = 0 WHERE NOT over"
        " AND (clock <> '' OR id IN (SELECT room FROM seats WHERE kind = 'computer'))"
    )
    _add_sums(op.get_bind())
    there = sa.column("due").is_not(None)
    op.create_index("rooms_due", "rooms", ["due"], sqlite_where=there, postgresql_where=there)


def _add_sums(connection: sa.Connection) -> None:
    rooms = sa.table("rooms", sa.column("id"), sa.column("version"), sa.column("sum"))
    entries = sa.table("entries", *(sa.column(name) for name in ("room", "number", "kind", "content", "at", "sum")))
    mine = (entries.c.room == sa.bindparam("of")) & (entries.c.number == sa.bindparam("nth"))
    each_entry = sa.update(entries).where(mine).values(sum=sa.bindparam("found"))
    each_room = sa.update(rooms).where(rooms.c.id == sa.bindparam("of"))
    each_room = each_room.values(version=sa.bindparam("many"), sum=sa.bindparam("found"))
    names = list(connection.execute(sa.select(rooms.c.id)).scalars())
    for at in range(0, len(names), TOGETHER):
        wanted = entries.c.room.in_(names[at : at + TOGETHER])
        found = connection.execute(sa.select(entries).where(wanted).order_by(entries.c.room, entries.c.number)).all()
        sums: list[dict[str, object]] = []
        last: list[dict[str, object]] = []
        for room, its in groupby(found, key=lambda row: row.room):
            value, many = "", 0
            for row in its:
                value = chained(room, value, row.number, row.kind, row.content, row.at)
                many += 1
                sums.append({"of": room, "nth": row.number, "found": value})
            last.append({"of": room, "many": many, "found": value})
        if sums:
            connection.execute(each_entry, sums)
            connection.execute(each_room, last)


def downgrade() -> None:
    op.drop_index("rooms_due", "rooms")
    op.drop_table("server")
    with op.batch_alter_table("entries") as entries:
        entries.drop_column("sum")
    with op.batch_alter_table("rooms") as rooms:
        for name in ("version", "turn", "due", "sum", "seen_old", "binned"):
            rooms.drop_column(name)
