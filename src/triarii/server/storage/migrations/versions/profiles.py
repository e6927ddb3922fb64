"""Profiles without accounts: results, ratings, and what one browser hands to another."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("holders", "open_games"):
        op.add_column(table, sa.Column("profile", sa.String(64), nullable=False, server_default=""))
    op.create_table(
        "ratings",
        sa.Column("profile", sa.String(80), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("against", sa.String(16), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("room", sa.String(16), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("profile", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("opponent", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("score", sa.SmallInteger, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("results_profile", "results", ["profile", "at"])
    op.create_table(
        "handovers",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("box", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for table in ("handovers", "results", "ratings"):
        op.drop_table(table)
    for table in ("open_games", "holders"):
        with op.batch_alter_table(table) as changed:
            changed.drop_column("profile")
