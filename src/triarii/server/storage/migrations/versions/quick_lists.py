"""Indexes for the list of rooms, and for the rooms of older versions whose turn only a replay can tell."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    here = sa.and_(sa.column("listed", sa.Boolean()), sa.column("binned").is_(None))
    order = sa.text("touched DESC")
    op.create_index("rooms_listed", "rooms", ["over", order], sqlite_where=here, postgresql_where=here)
    unsettled = sa.text("turn = ''")
    op.create_index("rooms_unsettled", "rooms", ["id"], sqlite_where=unsettled, postgresql_where=unsettled)


def downgrade() -> None:
    op.drop_index("rooms_unsettled", "rooms")
    op.drop_index("rooms_listed", "rooms")
