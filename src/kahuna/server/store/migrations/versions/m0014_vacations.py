"""Vacations of accounts, and time that players give each other."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table and the columns; notices know turns by their beginning."""
    op.create_table(
        "vacations",
        sa.Column(
            "account",
            sa.String(16),
            sa.ForeignKey("accounts.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("begin", sa.Float(), primary_key=True),
        sa.Column("end", sa.Float(), nullable=False),
    )
    op.add_column("games", sa.Column("turn_began", sa.Float()))
    op.add_column("games", sa.Column("vacations", sa.Text()))
    op.add_column("games", sa.Column("gifts", sa.Text()))
    op.execute("ALTER TABLE notices RENAME COLUMN deadline TO mark")
    op.execute("UPDATE games SET turn_began = deadline - clock_seconds WHERE clock_kind = 'turn'")
    op.execute(
        "UPDATE notices SET mark = mark - (SELECT clock_seconds FROM games WHERE id = game)"
        " WHERE kind = 'turn'"
    )


def downgrade() -> None:
    """Drop the table and the columns."""
    op.execute("DELETE FROM notices")
    op.execute("ALTER TABLE notices RENAME COLUMN mark TO deadline")
    for column in ("gifts", "vacations", "turn_began"):
        op.drop_column("games", column)
    op.drop_table("vacations")
