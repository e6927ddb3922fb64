"""What several processes on one database need: counted changes, who does what is due, who is connected where."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("rooms", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    op.add_column("rooms", sa.Column("taken_by", sa.String(32), nullable=False, server_default=""))
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("room", sa.String(16), sa.ForeignKey("rooms.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("process", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("room", "seat"),
    )


def downgrade() -> None:
    op.drop_table("presence")
    op.drop_table("processes")
    with op.batch_alter_table("rooms") as rooms:
        for name in ("revision", "taken_by"):
            rooms.drop_column(name)
