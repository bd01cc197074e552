"""Store accounts, and the seats that they have taken."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables; players of games from before are guests."""
    op.add_column("games", sa.Column("white_account", sa.String(16)))
    op.add_column("games", sa.Column("black_account", sa.String(16)))
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("skeleton", sa.String(80), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("suspended_at", sa.Float()),
        sa.Column("recovery_hash", sa.String(64)),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
    )
    op.create_index("ix_accounts_skeleton", "accounts", ["skeleton"], unique=True)
    op.create_index("ix_accounts_recovery_hash", "accounts", ["recovery_hash"], unique=True)
    _create_passkeys()
    op.create_table(
        "account_sessions",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("account", sa.String(16), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("expires_at", sa.Float(), nullable=False),
        _of_account("account_sessions"),
        sa.PrimaryKeyConstraint("token_hash", name="pk_account_sessions"),
    )
    op.create_index("ix_account_sessions_account", "account_sessions", ["account"])
    op.create_index("ix_account_sessions_expires_at", "account_sessions", ["expires_at"])
    op.create_table(
        "account_documents",
        sa.Column("account", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        _of_account("account_documents"),
        sa.PrimaryKeyConstraint("account", name="pk_account_documents"),
    )
    op.create_table(
        "account_games",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("account", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_account_games"),
    )
    op.create_index("ix_account_games_account", "account_games", ["account"])
    op.create_table(
        "audit_log",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.Column("action", sa.String(20), nullable=False),
        sa.Column("account", sa.String(16), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_log"),
    )


def _create_passkeys() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), nullable=False),
        sa.Column("account", sa.String(16), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("used_at", sa.Float()),
        _of_account("passkeys"),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
    )
    op.create_index("ix_passkeys_account", "passkeys", ["account"])
    op.create_table(
        "passkey_challenges",
        sa.Column("challenge_hash", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("account", sa.String(16)),
        sa.Column("name", sa.String(40)),
        sa.Column("expires_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("challenge_hash", name="pk_passkey_challenges"),
    )
    op.create_index("ix_passkey_challenges_expires_at", "passkey_challenges", ["expires_at"])


def _of_account(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["account"], ["accounts.id"], name=f"fk_{table}_account", ondelete="CASCADE"
    )


def downgrade() -> None:
    """Drop the tables and the columns."""
    for name in (
        "audit_log",
        "account_games",
        "account_documents",
        "account_sessions",
        "passkey_challenges",
        "passkeys",
        "accounts",
    ):
        op.drop_table(name)
    op.drop_column("games", "black_account")
    op.drop_column("games", "white_account")
