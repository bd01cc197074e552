"""Add the archive of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables, and an index of the games that belong into them."""
    op.create_table(
        "archive",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("finished_at", sa.Float(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_archive"),
    )
    op.create_index("ix_archive_finished_at", "archive", ["finished_at"])
    op.create_table(
        "archived_holders",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", "game", name="pk_archived_holders"),
    )
    is_over = sa.text("is_over")
    op.create_index(
        "ix_games_finished",
        "games",
        ["id"],
        sqlite_where=is_over,
        postgresql_where=is_over,
    )


def downgrade() -> None:
    """Drop the tables and the index; archived games are lost."""
    op.drop_index("ix_games_finished", "games")
    op.drop_table("archived_holders")
    op.drop_index("ix_archive_finished_at", "archive")
    op.drop_table("archive")
