"""The tables. A running game is its change log: one row per change, never rewritten."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    true,
)

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

GAMES: Final = Table(
    "games",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("created_at", Float, nullable=False),
    Column("mode", String(10), nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("first", Integer, nullable=False),
    Column("first_choice", String(10), nullable=False),
    Column("deal", Text, nullable=False),
    Column("white_name", Text, nullable=False),
    Column("black_name", Text, nullable=False),
    Column("white_bot", String(40)),
    Column("black_bot", String(40)),
    Column("clock_kind", String(10)),
    Column("clock_seconds", Integer),
    Column("clock_increment", Integer, nullable=False, server_default="0"),
    Column("started_at", Float),
    Column("invite_hash", String(64)),
    Column("draw_offer", Integer),
    Column("rematch_wanted", Integer, nullable=False, default=0),
    Column("rematch", String(40)),
    Column("is_over", Boolean, nullable=False, default=False),
    Column("allows_knowledge", Boolean, nullable=False, server_default=true()),
    Column("version", Integer, nullable=False, server_default="0"),
    Column("deadline", Float),
    Column("turn_began", Float),
    Column("bot_to_move", String(40)),
    Column("assisted", Integer, nullable=False, server_default="0"),
    Column("seed_exchange", Text),
    Column("rematch_commitments", Text),
    Column("white_account", String(16)),
    Column("black_account", String(16)),
    Column("match", Text),
    Column("vacations", Text),
    Column("gifts", Text),
    Column("reactions", Text),
)
"""Running games, and finished games for some minutes."""

# Most games have no clock and no bot to move: leave them out of the indexes.
for _column in (GAMES.c.deadline, GAMES.c.bot_to_move):
    Index(
        f"ix_games_{_column.name}",
        _column,
        sqlite_where=_column.is_not(None),
        postgresql_where=_column.is_not(None),
    )
Index(
    "ix_games_finished",
    GAMES.c.id,
    sqlite_where=GAMES.c.is_over,
    postgresql_where=GAMES.c.is_over,
)

HOLDERS: Final = Table(
    "holders",
    METADATA,
    Column("game", String(40), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("token_hash", String(64), primary_key=True),
    Column("seats", Integer, nullable=False),
    Index("ix_holders_token_hash", "token_hash"),
)
"""Hashes of tokens, and the seats that each token holds: 1 White, 2 Black, 3 both."""

CHANGES: Final = Table(
    "changes",
    METADATA,
    Column("game", String(40), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(4), nullable=False),
    Column("text", String(40), nullable=False),
    Column("seat", Integer),
    Column("key", String(64)),
    Column("at", Float, nullable=False),
)
"""The change log. The primary key stops a second writer of the same number."""

ARCHIVE: Final = Table(
    "archive",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("created_at", Float, nullable=False),
    Column("finished_at", Float, nullable=False, index=True),
    Column("data", LargeBinary, nullable=False),
)
"""Finished games, each as one compressed value. A game is never both here and in ``games``."""

REVIEWS: Final = Table(
    "reviews",
    METADATA,
    Column("game", String(40), primary_key=True),
    Column("budget", Integer, primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
)
"""Finished reviews. They can be computed again, so backups do not contain them."""

SIGNING_KEYS: Final = Table(
    "signing_keys",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("private_key", LargeBinary, nullable=False),
)
"""The Ed25519 key that signs records: one row, made at the first start, for all nodes."""

ARCHIVED_HOLDERS: Final = Table(
    "archived_holders",
    METADATA,
    Column("token_hash", String(64), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("seats", Integer, nullable=False),
)
"""Finds archived games by token; duplicates what the compressed value holds."""

ACCOUNTS: Final = Table(
    "accounts",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("skeleton", String(80), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("suspended_at", Float),
    Column("recovery_hash", String(64)),
    Index("ix_accounts_skeleton", "skeleton", unique=True),
    Index("ix_accounts_recovery_hash", "recovery_hash", unique=True),
)
"""Signed-in players. Names that look alike have the same skeleton."""

PASSKEYS: Final = Table(
    "passkeys",
    METADATA,
    Column("id", String(1400), primary_key=True),
    Column("account", String(16), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("used_at", Float),
    Index("ix_passkeys_account", "account"),
)
"""Public keys with which accounts sign in."""

PASSKEY_CHALLENGES: Final = Table(
    "passkey_challenges",
    METADATA,
    Column("challenge_hash", String(64), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("account", String(16)),
    Column("name", String(40)),
    Column("expires_at", Float, nullable=False, index=True),
)
"""Challenges that were not answered yet; each can be answered once."""

ACCOUNT_SESSIONS: Final = Table(
    "account_sessions",
    METADATA,
    Column("token_hash", String(64), primary_key=True),
    Column("account", String(16), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("expires_at", Float, nullable=False, index=True),
    Index("ix_account_sessions_account", "account"),
)
"""Browsers that are signed in."""

ACCOUNT_DOCUMENTS: Final = Table(
    "account_documents",
    METADATA,
    Column("account", String(16), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("data", Text, nullable=False),
)
"""What the browsers of an account share: puzzles, practice, the voyage and so on, as JSON."""

ACCOUNT_GAMES: Final = Table(
    "account_games",
    METADATA,
    Column("game", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("account", String(16), nullable=False),
    Index("ix_account_games_account", "account"),
)
"""Finds the games of an account; duplicates what games and the archive hold."""

AUDIT_LOG: Final = Table(
    "audit_log",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("actor", String(80), nullable=False),
    Column("action", String(20), nullable=False),
    Column("account", String(16), nullable=False),
    Column("details", Text, nullable=False),
)
"""What administrators have done to accounts. Entries outlive the account."""


def _account_column(name: str, *, is_key: bool = False) -> Column[str]:
    """Return a column with the id of an account; the row goes when the account goes."""
    of_account = ForeignKey("accounts.id", ondelete="CASCADE")
    return Column(name, String(16), of_account, primary_key=is_key, nullable=False)


SEEKS: Final = Table(
    "seeks",
    METADATA,
    Column("visitor", String(40), primary_key=True),
    Column("opponent", String(16), primary_key=True, server_default=""),
    Column("id", String(40), nullable=False),
    Column("name", Text),
    Column("token_hash", String(64), nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("clock_kind", String(10)),
    Column("clock_seconds", Integer),
    Column("clock_increment", Integer, nullable=False),
    Column("is_rated", Boolean, nullable=False),
    Column("num_games", Integer, nullable=False),
    Column("allows_knowledge", Boolean, nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("lowest", Float),
    Column("highest", Float),
    Column("last_opponent", String(40)),
    Column("num_declined", Integer, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    Index("ix_seeks_id", "id", unique=True),
)
"""Who looks for an opponent: one open seek for each visitor, and offers to single accounts."""

MATCHES: Final = Table(
    "matches",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("created_at", Float, nullable=False),
    Column("edition", String(40), nullable=False),
    Column("pace", String(10)),
    Column("is_rated", Boolean, nullable=False),
    Column("num_games", Integer, nullable=False),
    Column("white", String(40), nullable=False),
    Column("black", String(40), nullable=False),
    Column("white_starts", Boolean, nullable=False),
    Column("first_score", Float),
    Column("second_game", String(40)),
    Column("second_score", Float),
    Column("finished_at", Float),
    Index("ix_matches_white", "white"),
    Index("ix_matches_black", "black"),
)
"""Matches of one or two games. Seats and scores are those of White in the first game."""

Index(
    "ix_matches_running",
    MATCHES.c.created_at,
    sqlite_where=MATCHES.c.finished_at.is_(None),
    postgresql_where=MATCHES.c.finished_at.is_(None),
)

RATINGS: Final = Table(
    "ratings",
    METADATA,
    _account_column("account", is_key=True),
    Column("pace", String(10), primary_key=True),
    Column("value", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("at", Float, nullable=False),
)
"""The current ratings of accounts."""

RATING_CHANGES: Final = Table(
    "rating_changes",
    METADATA,
    Column("match", String(40), primary_key=True),
    _account_column("account", is_key=True),
    Column("pace", String(10), nullable=False),
    Column("at", Float, nullable=False),
    Column("before", Float, nullable=False),
    Column("value", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Index("ix_rating_changes_account", "account"),
)
"""What each match did to ratings. The primary key stops a second change."""

PUZZLE_RATINGS: Final = Table(
    "puzzle_ratings",
    METADATA,
    Column("puzzle", String(40), primary_key=True),
    Column("value", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("at", Float, nullable=False),
)
"""The current ratings of puzzles that somebody has tried."""

DECLINES: Final = Table(
    "declines",
    METADATA,
    Column("visitor", String(40), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("at", Float, nullable=False),
)
"""How many games a visitor has recently declined, and when the last one."""

LOBBY_NODES: Final = Table(
    "lobby_nodes",
    METADATA,
    Column("node", String(40), primary_key=True),
    Column("num_people", Integer, nullable=False),
    Column("at", Float, nullable=False),
)
"""How many people each node serves, and when it last said so."""

BLOCKS: Final = Table(
    "blocks",
    METADATA,
    _account_column("account", is_key=True),
    _account_column("blocked", is_key=True),
)
"""Whom accounts do not want to meet."""

REPORTS: Final = Table(
    "reports",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    _account_column("reporter"),
    _account_column("account"),
    Column("game", String(40)),
    Column("reason", String(20), nullable=False),
    Column("handled_at", Float),
    Index("ix_reports_account", "account"),
)
"""What accounts report about others, for administrators."""

VACATIONS: Final = Table(
    "vacations",
    METADATA,
    _account_column("account", is_key=True),
    Column("begin", Float, primary_key=True),
    Column("end", Float, nullable=False),
)
"""The vacations of accounts. Their games over days hold copies, which move the deadlines."""

NOTICE_TARGETS: Final = Table(
    "notice_targets",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("address", Text, nullable=False),
    Column("p256dh", Text),
    Column("secret", Text, nullable=False),
    Column("language", String(5), nullable=False),
    Column("quiet", Text),
    Column("renewed_at", Float, nullable=False),
    Column("failures", Integer, nullable=False, server_default="0"),
)
"""Devices and programs that want to know about turns. Pages renew them, so backups lack them."""

NOTICE_SEATS: Final = Table(
    "notice_seats",
    METADATA,
    Column(
        "target", String(64), ForeignKey("notice_targets.id", ondelete="CASCADE"), primary_key=True
    ),
    Column("token_hash", String(64), primary_key=True),
    Index("ix_notice_seats_token_hash", "token_hash"),
)
"""Whose turns a target is told."""

NOTICES: Final = Table(
    "notices",
    METADATA,
    Column(
        "target", String(64), ForeignKey("notice_targets.id", ondelete="CASCADE"), primary_key=True
    ),
    Column("game", String(40), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(10), primary_key=True),
    Column("mark", Float),
    Column("claimed_until", Float, nullable=False),
)
"""What a target was told last about a game, given by a time that differs for each occasion."""
