"""Store the key that signs records."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table; the server makes the key when it starts."""
    op.create_table(
        "signing_keys",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("private_key", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_signing_keys"),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("signing_keys")
