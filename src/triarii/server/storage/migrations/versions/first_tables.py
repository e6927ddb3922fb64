"""The first tables: rooms, seats and who holds them, entries, wishes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _room() -> sa.Column[str]:
    return sa.Column("room", sa.String(16), sa.ForeignKey("rooms.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("watch", sa.String(64), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
    )
    op.create_index("rooms_over", "rooms", ["over"])
    op.create_index("rooms_touched", "rooms", ["touched"])
    op.create_table(
        "seats",
        _room(),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("level", sa.String(64), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("invitation", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("room", "seat"),
    )
    op.create_table(
        "holders",
        _room(),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("room", "seat"),
    )
    op.create_table(
        "entries",
        _room(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("room", "number"),
    )
    op.create_table(
        "wishes",
        _room(),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("room", "seat", "key"),
    )


def downgrade() -> None:
    for name in ("wishes", "entries", "holders", "seats", "rooms"):
        op.drop_table(name)
