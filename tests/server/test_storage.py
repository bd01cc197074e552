"""The database: the same on SQLite and on PostgreSQL."""

from __future__ import annotations

import sqlite3
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
from kahuna.server.games.tokens import is_token, seats_held, token_hash
from kahuna.server.startup_errors import DatabaseError, NoDatabaseError
from kahuna.server.storage.models import ChangeRow, Clock, GameRow, Player
from kahuna.server.storage.schema import METADATA
from kahuna.server.storage.store import (
    LostRaceError,
    StorageError,
    Store,
    Work,
    added_game,
    added_holder,
    joined_game,
    removed_game,
    removed_holders,
    updated_game,
)


def a_row(game: str = "g") -> GameRow:
    chance = RandomChance(Random(1))
    return GameRow(
        id=game,
        created_at=12.5,
        mode="online",
        ruleset=Ruleset(open_hands=True, handicap=2, handicap_seat=Seat.BLACK),
        first=Seat.BLACK,
        first_choice="random",
        deal=chance.deal(Ruleset()),
        players=(Player("Ada 🏝"), Player("Bob", "greedy")),
        clock=Clock("turn", 60),
        invite_hash="i" * 64,
        draw_offer=Seat.BLACK,
    )


def a_change(number: int, game: str = "g", key: str | None = "k") -> ChangeRow:
    return ChangeRow(game, number, Ply(DECLINE), Seat.WHITE, key, 99.25)


@pytest.fixture
def store(db_url: str):
    opened = Store(db_url)
    yield opened
    opened.close()


def test_a_game_comes_back_as_it_was_stored(store: Store):
    changes = (
        ChangeRow("g", 1, parse_ply("!AB"), Seat.BLACK, "one", 1.0),
        ChangeRow("g", 2, Undone(), Seat.BLACK, None, 2.5),
        ChangeRow("g", 3, parse_ply("<H=K|ABC"), Seat.WHITE, "ключ", 3.0),
        ChangeRow("g", 4, Ending(None, Termination.AGREEMENT), None, None, 1.7e9 + 0.123),
    )
    holders = {"a" * 64: (Seat.WHITE,), "b" * 64: (Seat.WHITE, Seat.BLACK)}
    assert store.commit([added_game(a_row(), holders, changes)]) == [None]
    stored = store.load("g")
    assert stored is not None
    assert (stored.row, stored.holders, stored.changes) == (a_row(), holders, changes)
    assert store.load("h") is None


def test_a_second_writer_loses_and_changes_nothing(store: Store, db_url: str):
    store.commit([added_game(a_row(), {})])
    other = Store(db_url)
    assert store.commit([Work([a_change(1)])]) == [None]
    [problem] = other.commit([Work([a_change(1, key="late")])])
    assert isinstance(problem, LostRaceError)
    loaded = other.load("g")
    assert loaded is not None
    assert loaded.changes == (a_change(1),)
    other.close()


def test_one_that_does_not_fit_does_not_harm_the_rest_of_its_group(store: Store):
    store.commit([added_game(a_row("g"), {}), added_game(a_row("h"), {})])
    works = [Work([a_change(1, "g")]), Work([a_change(1, "g")]), Work([a_change(1, "h")])]
    first, second, third = store.commit(works)
    assert first is None
    assert isinstance(second, LostRaceError)
    assert third is None
    assert [len(store.load(game).changes) for game in "gh"] == [1, 1]  # type: ignore[union-attr]


def test_an_invitation_is_used_once(store: Store):
    store.commit([added_game(a_row(), {"a": (Seat.WHITE,)})])
    for expected in (None, LostRaceError):
        joined = joined_game("g", "i" * 64, black_name="Eve", started_at=5.0)
        work = Work(statements=(joined, added_holder("g", str(expected), (Seat.BLACK,))))
        [problem] = store.commit([work])
        assert problem is None if expected is None else isinstance(problem, expected)
    assert len(store.load("g").holders) == 2  # type: ignore[union-attr]


def test_games_by_token_and_those_that_tick(store: Store):
    store.commit([added_game(a_row("g"), {"a": (Seat.WHITE,), "b": (Seat.BLACK,)})])
    assert store.games_of(["a", "b", "x"]) == {"g": (Seat.WHITE, Seat.BLACK)}
    assert store.ticking() == []
    store.commit([Work(statements=(updated_game("g", started_at=1.0),))])
    assert store.ticking() == ["g"]
    store.commit([Work(statements=(updated_game("g", is_over=True),))])
    assert store.ticking() == []


def test_what_is_deleted_is_gone(store: Store):
    store.commit([added_game(a_row(), {"a": (Seat.WHITE,), "b": (Seat.BLACK,)}, [a_change(1)])])
    store.commit([Work(statements=(removed_holders("g", ["a"]),))])
    assert list(store.load("g").holders) == ["b"]  # type: ignore[union-attr]
    store.commit([Work(statements=(removed_game("g"),))])
    assert store.load("g") is None
    assert store.games_of(["b"]) == {}


def test_a_change_needs_its_game(store: Store):
    [problem] = store.commit([Work([a_change(1, "nowhere")])])
    assert isinstance(problem, LostRaceError)


def test_a_database_that_does_not_answer_is_a_storage_error(sqlite_url: str, tmp_path: Path):
    store = Store(sqlite_url)
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("DROP TABLE changes")
    connection.close()
    first, second = store.commit([added_game(a_row(), {}), Work([a_change(1)])])
    assert isinstance(first, StorageError)
    assert isinstance(second, StorageError)
    store.close()


def test_migrations_make_the_tables_of_the_schema(store: Store, db_url: str):
    url = make_url(db_url)
    if url.get_backend_name() == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    engine = create_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_a_game_from_before_the_last_migration_is_still_there(db_url: str):
    store = Store(db_url)
    assert store.commit([added_game(a_row(), {}), Work([a_change(1)])]) == [None, None]
    before = store.load("g")
    with store._engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE games DROP COLUMN allows_knowledge")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    store.close()
    again = Store(db_url)
    assert again.load("g") == before
    again.close()


def test_sqlite_is_durable(sqlite_url: str):
    store = Store(sqlite_url)
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.close()


def test_other_databases_are_refused():
    with pytest.raises(NoDatabaseError, match=r"mysql://u:[*]+@x/y' is no database; it is sqlite"):
        Store("mysql://u:secret@x/y")
    with pytest.raises(NoDatabaseError, match=r"'postgresql://u:[*]+@x:port/y' is no database"):
        Store("postgresql://u:secret@x:port/y")


def test_what_is_wrong_with_a_database_is_said_without_its_password(tmp_path: Path):
    (tmp_path / "text").write_text("no database at all, whatever its name says " * 20)
    (tmp_path / "newer").mkdir()
    Store(f"sqlite:///{tmp_path}/newer/games.db").close()
    with sqlite3.connect(tmp_path / "newer" / "games.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'ffff'")
    connection.close()
    for url, said in (
        (f"sqlite:///{tmp_path}/text", f"the database {tmp_path}/text cannot be used (file is not"),
        (f"sqlite:///{tmp_path}/text/x.db", f"{tmp_path}/text/x.db cannot be used (File exists)"),
        (f"sqlite:///{tmp_path}/newer/games.db", "games.db cannot be used (Can't locate revision"),
        ("postgresql://a:secret@127.0.0.1:1/x", "postgresql://a:***@127.0.0.1:1/x cannot be used"),
    ):
        with pytest.raises(DatabaseError) as refused:
            Store(url)
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
