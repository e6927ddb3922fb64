"""The key with which records are sealed, for processes on several machines that share a database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sealing_key",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("pem", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("sealing_key")
