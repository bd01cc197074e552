"""The database: the same on SQLite and on PostgreSQL."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from random import Random

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, make_url
from tests.server.harness import running

from kahuna.core import DECLINE, Ruleset, Seat, Termination
from kahuna.match import Ending, RandomChance, Undone
from kahuna.record import Ply, parse_ply
from kahuna.server.games.store import (
    ChangeEntry,
    ConflictError,
    GameUpdate,
    StorageError,
    StoredGame,
)
from kahuna.server.games.tokens import is_token, seats_held, token_hash
from kahuna.server.metadata import GameMetadata, Player, TimeControl
from kahuna.server.startup_errors import DatabaseError, NoDatabaseError
from kahuna.server.storage.database import Database
from kahuna.server.storage.schema import METADATA


def some_metadata(game: str = "g", **changes: object) -> GameMetadata:
    chance = RandomChance(Random(1))
    metadata = GameMetadata(
        id=game,
        created_at=12.5,
        mode="online",
        ruleset=Ruleset(open_hands=True, handicap=2, handicap_seat=Seat.BLACK),
        first=Seat.BLACK,
        first_choice="random",
        deal=chance.deal(Ruleset()),
        players=(Player("Ada 🏝"), Player("Bob", "greedy")),
        time_control=TimeControl("turn", 60),
        invite_hash="i" * 64,
        draw_offer=Seat.BLACK,
        rematch_wanted=(Seat.BLACK,),
    )
    return replace(metadata, **changes)


def some_change(number: int, game: str = "g", key: str | None = "k") -> ChangeEntry:
    return ChangeEntry(game, number, Ply(DECLINE), Seat.WHITE, key, 99.25)


def created(game: str = "g", holders: dict[str, tuple[Seat, ...]] | None = None) -> GameUpdate:
    return GameUpdate.create(StoredGame(some_metadata(game), holders or {}))


def changed(*entries: ChangeEntry) -> GameUpdate:
    """An update that adds entries to the change log and leaves the metadata alone."""
    metadata = some_metadata(entries[0].game)
    return GameUpdate(metadata, metadata, entries)


def write(database: Database, *updates: GameUpdate) -> Exception | None:
    [problem] = database.commit([updates])
    return problem


@pytest.fixture
def database(db_url: str):
    opened = Database(db_url)
    yield opened
    opened.close()


def test_a_game_comes_back_as_it_was_stored(database: Database):
    changes = (
        ChangeEntry("g", 1, parse_ply("!AB"), Seat.BLACK, "one", 1.0),
        ChangeEntry("g", 2, Undone(), Seat.BLACK, None, 2.5),
        ChangeEntry("g", 3, parse_ply("<H=K|ABC"), Seat.WHITE, "ключ", 3.0),
        ChangeEntry("g", 4, Ending(None, Termination.AGREEMENT), None, None, 1.7e9 + 0.123),
    )
    holders = {"a" * 64: (Seat.WHITE,), "b" * 64: (Seat.WHITE, Seat.BLACK)}
    game = StoredGame(some_metadata(), holders, changes)
    assert write(database, GameUpdate.create(game)) is None
    assert database.load("g") == game
    assert database.load("h") is None


def test_of_two_writers_the_second_is_told_and_changes_nothing(database: Database, db_url: str):
    write(database, created())
    other = Database(db_url)
    assert write(database, changed(some_change(1))) is None
    assert isinstance(write(other, changed(some_change(1, key="late"))), ConflictError)
    loaded = other.load("g")
    assert loaded is not None
    assert loaded.changes == (some_change(1),)
    other.close()


FIELDS = {
    "draw_offer": None,
    "invite_hash": None,
    "is_over": True,
    "players": (Player("Eve"), Player("Bob", "greedy")),
    "rematch": "next",
    "rematch_wanted": (Seat.WHITE, Seat.BLACK),
    "started_at": 77.5,
}


@pytest.mark.parametrize("field", FIELDS)
def test_metadata_is_changed_only_from_what_the_writer_saw(database: Database, field: str):
    """Of two updates that start from the same metadata, only the first is written."""
    write(database, created())
    before, after = some_metadata(), some_metadata(**{field: FIELDS[field]})
    assert write(database, GameUpdate(before, after)) is None
    assert isinstance(write(database, GameUpdate(before, after)), ConflictError)
    assert database.load("g") == StoredGame(after, {})
    assert write(database, GameUpdate(after, before)) is None
    assert database.load("g") == StoredGame(before, {})


def test_updates_of_different_fields_do_not_conflict(database: Database):
    write(database, created())
    before = some_metadata()
    assert write(database, GameUpdate(before, replace(before, draw_offer=None))) is None
    assert write(database, GameUpdate(before, replace(before, rematch="next"))) is None
    assert database.load("g") == StoredGame(some_metadata(draw_offer=None, rematch="next"), {})


def test_updates_that_belong_together_are_written_together(database: Database):
    write(database, created("g"))
    late = GameUpdate(some_metadata(rematch="x"), some_metadata(rematch="h"))
    assert isinstance(write(database, created("h"), late), ConflictError)
    assert database.load("h") is None


def test_a_conflict_does_not_harm_the_rest_of_its_group(database: Database):
    write(database, created("g"), created("h"))
    first, second, third = database.commit(
        [[changed(some_change(1, "g"))], [changed(some_change(1, "g"))],
         [changed(some_change(1, "h"))]]
    )  # fmt: skip
    assert first is None
    assert isinstance(second, ConflictError)
    assert third is None
    assert [len(database.load(game).changes) for game in "gh"] == [1, 1]  # type: ignore[union-attr]


def test_games_are_found_by_token_and_by_running_clock(database: Database):
    write(database, created("g", {"a": (Seat.WHITE,), "b": (Seat.BLACK,)}))
    assert database.games_of(["a", "b", "x"]) == {"g": (Seat.WHITE, Seat.BLACK)}
    assert database.games_with_running_clocks() == []
    waiting, running_game = some_metadata(), some_metadata(started_at=1.0)
    write(database, GameUpdate(waiting, running_game))
    assert database.games_with_running_clocks() == ["g"]
    write(database, GameUpdate(running_game, replace(running_game, is_over=True)))
    assert database.games_with_running_clocks() == []


def test_deleted_holders_and_games_are_gone(database: Database):
    write(database, created("g", {"a": (Seat.WHITE,), "b": (Seat.BLACK,)}))
    write(database, changed(some_change(1)))
    metadata = some_metadata()
    write(database, GameUpdate(metadata, metadata, removed_holders=("a",)))
    assert list(database.load("g").holders) == ["b"]  # type: ignore[union-attr]
    write(database, GameUpdate(metadata, None))
    assert database.load("g") is None
    assert database.games_of(["b"]) == {}


def test_a_change_needs_its_game(database: Database):
    assert isinstance(write(database, changed(some_change(1, "nowhere"))), ConflictError)


def test_a_broken_database_is_a_storage_error(sqlite_url: str, tmp_path: Path):
    database = Database(sqlite_url)
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("DROP TABLE changes")
    connection.close()
    first, second = database.commit([[created()], [changed(some_change(1))]])
    assert isinstance(first, StorageError)
    assert isinstance(second, StorageError)
    database.close()


def test_migrations_make_the_tables_of_the_schema(database: Database, db_url: str):
    url = make_url(db_url)
    if url.get_backend_name() == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    engine = create_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_a_migration_keeps_existing_games(db_url: str):
    database = Database(db_url)
    assert database.commit([[created()], [changed(some_change(1))]]) == [None, None]
    before = database.load("g")
    with database._engine.begin() as connection:
        for column in ("allows_knowledge", "clock_increment"):
            connection.exec_driver_sql(f"ALTER TABLE games DROP COLUMN {column}")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    database.close()
    again = Database(db_url)
    assert again.load("g") == before
    again.close()


def test_sqlite_is_durable(sqlite_url: str):
    database = Database(sqlite_url)
    with database._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    database.close()


def test_other_databases_are_refused():
    with pytest.raises(NoDatabaseError, match=r"mysql://u:[*]+@x/y' is no database; it is sqlite"):
        Database("mysql://u:secret@x/y")
    with pytest.raises(NoDatabaseError, match=r"'postgresql://u:[*]+@x:port/y' is no database"):
        Database("postgresql://u:secret@x:port/y")


def test_errors_of_a_database_do_not_contain_its_password(tmp_path: Path):
    (tmp_path / "text").write_text("no database at all, whatever its name says " * 20)
    (tmp_path / "newer").mkdir()
    Database(f"sqlite:///{tmp_path}/newer/games.db").close()
    with sqlite3.connect(tmp_path / "newer" / "games.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'ffff'")
    connection.close()
    for url, said in (
        (f"sqlite:///{tmp_path}/text", f"the database {tmp_path}/text cannot be used (file is not"),
        (
            f"sqlite:///{tmp_path}/text/x.db",
            f"{tmp_path}/text/x.db cannot be used (Not a directory)",
        ),
        (
            f"sqlite:///{tmp_path}/newer/games.db",
            "games.db cannot be used (it was written by a newer",
        ),
        ("postgresql://a:secret@127.0.0.1:1/x", "postgresql://a:***@127.0.0.1:1/x cannot be used"),
    ):
        with pytest.raises(DatabaseError) as refused:
            Database(url)
        assert said in str(refused.value)
        assert "secret" not in str(refused.value)
        assert "sqlalche.me" not in str(refused.value)


def test_no_token_is_stored(db_url: str, tmp_path: Path):
    with running(db_url) as server:
        made = server.make("online", name="Ada")
        joined = server.post(f"/api/games/{made['game']}/join", {"invite": made["invite"]})
        link = server.post("/api/links", {"game": made["game"], "token": made["token"]})
    secrets = [made["token"], made["invite"], joined["token"], link["token"]]
    if db_url.startswith("sqlite"):
        kept = b"".join(file.read_bytes() for file in tmp_path.glob("games.db*"))
    else:
        with psycopg.connect(db_url) as connection:
            rows = [connection.execute(f"TABLE {table}").fetchall() for table in METADATA.tables]
            kept = repr(rows).encode()
    assert made["game"].encode() in kept
    assert token_hash(made["token"]).encode() in kept
    for secret in secrets:
        assert secret.encode() not in kept


def test_tokens_are_compared_by_hash():
    holders = {token_hash("one"): (Seat.WHITE,), token_hash("two"): (Seat.BLACK,)}
    assert seats_held("one", holders) == (Seat.WHITE,)
    assert seats_held("two", holders) == (Seat.BLACK,)
    assert seats_held("three", holders) == ()
    assert seats_held(token_hash("one"), holders) == ()
    assert is_token("one", token_hash("one"))
    assert not is_token("\ud800", token_hash("one"))
