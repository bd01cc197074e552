"""The tables of a database: create, check and migrate them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Engine, inspect, text

from kahuna.server.store.engines import UnusableDatabaseError, make_engine

MIGRATION_LOCK: Final = text("SELECT pg_advisory_xact_lock(x'6b6168756e61'::bigint)")
"""Any number will do, as long as all releases use the same."""
_MAX_CHECKED_BYTES: Final = 1 << 30
"""Larger files are not checked completely at startup."""
_EMPTY: Final = (
    "the file exists but contains no games of Kahuna; restore a backup, or move the file away to"
    " begin with an empty database"
)
_NEWER: Final = "it was written by a newer version of Kahuna; upgrade, or use another database"


def create_tables(url: URL) -> None:
    """Create a SQLite database with all tables."""
    engine = make_engine(url)
    try:
        migrate(engine)
    finally:
        engine.dispose()


def check_contents(engine: Engine, file: Path) -> None:
    """Raise if an existing file is empty, damaged or not a database of Kahuna."""
    size = file.stat().st_size
    if size == 0:
        raise UnusableDatabaseError(_EMPTY)
    with engine.connect() as connection:
        if size <= _MAX_CHECKED_BYTES:
            problem = connection.execute(text("PRAGMA quick_check(1)")).scalar_one()
            if problem != "ok":
                raise UnusableDatabaseError("the file is damaged; restore a backup")
        if not inspect(connection).has_table("alembic_version"):
            raise UnusableDatabaseError(_EMPTY)


def migrate(engine: Engine) -> None:
    """Migrate the tables; fail if the database is newer than this program."""
    config = Config()
    folder = str(Path(__file__).parent / "migrations").replace("%", "%%")
    config.set_main_option("script_location", folder)
    scripts = ScriptDirectory.from_config(config)
    head = scripts.get_current_head()
    with engine.connect() as connection:
        if MigrationContext.configure(connection).get_current_revision() == head:
            return
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # If several nodes start at once, one migrates and the others wait.
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            connection.execute(text("SET LOCAL lock_timeout = 0"))
            connection.execute(MIGRATION_LOCK)
        current = MigrationContext.configure(connection).get_current_revision()
        if current == head:
            return
        known = {script.revision for script in scripts.walk_revisions()}
        if current is not None and current not in known:
            raise UnusableDatabaseError(_NEWER)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
