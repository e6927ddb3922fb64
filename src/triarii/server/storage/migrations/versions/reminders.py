"""Messages to people whose turn it is: ways to reach them, of which games, and the key that browsers ask for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "channels",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("lang", sa.String(8), nullable=False),
        sa.Column("lasting", sa.Boolean, nullable=False),
        sa.Column("confirm", sa.String(32), nullable=False),
        sa.Column("stop", sa.String(32), nullable=False, unique=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
    )
    op.create_index("channels_target", "channels", ["target"])
    op.create_table(
        "reminders",
        sa.Column("channel", sa.String(64), sa.ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("room", sa.String(16), sa.ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("told", sa.Integer, nullable=False),
        sa.Column("tries", sa.SmallInteger, nullable=False),
        sa.Column("not_before", sa.BigInteger, nullable=False),
        sa.Column("taken_by", sa.String(32), nullable=False),
    )
    op.create_index("reminders_room", "reminders", ["room"])
    op.create_table(
        "push_key",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("pem", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for table in ("push_key", "reminders", "channels"):
        op.drop_table(table)
