"""Tell players who are away that it is their turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "notice_targets",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.Text()),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("quiet", sa.Text()),
        sa.Column("renewed_at", sa.Float(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False, server_default="0"),
    )
    op.create_table(
        "notice_seats",
        _target(),
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Index("ix_notice_seats_token_hash", "token_hash"),
    )
    op.create_table(
        "notices",
        _target(),
        sa.Column(
            "game",
            sa.String(40),
            sa.ForeignKey("games.id", ondelete="CASCADE", name="fk_notices_game"),
            primary_key=True,
        ),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("deadline", sa.Float()),
        sa.Column("claimed_until", sa.Float(), nullable=False),
    )


def _target() -> sa.Column[str]:
    reference = sa.ForeignKey("notice_targets.id", ondelete="CASCADE")
    return sa.Column("target", sa.String(64), reference, primary_key=True)


def downgrade() -> None:
    """Drop the tables."""
    for table in ("notices", "notice_seats", "notice_targets"):
        op.drop_table(table)
