"""Open games: whoever looks for an opponent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "open_games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("experience", sa.String(16), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("room", sa.String(16), nullable=False, server_default=""),
        sa.Column("seat", sa.SmallInteger, nullable=False, server_default="0"),
        sa.Column("joiner", sa.String(64), nullable=False, server_default=""),
    )
    op.create_index("open_games_process", "open_games", ["process"])


def downgrade() -> None:
    op.drop_table("open_games")
