"""The database: the same on SQLite and on PostgreSQL."""

from __future__ import annotations

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.exc import DBAPIError
from tests.server.harness import running

from kahuna.core import DECLINE, Ruleset, Seat, Termination
from kahuna.hosting.play.tokens import is_token, seats_held, token_hash
from kahuna.hosting.store import (
    ChangeEntry,
    ConflictError,
    GameMetadata,
    GameUpdate,
    Player,
    ReactionShown,
    StorageError,
    StoredGame,
    TimeControl,
)
from kahuna.match import Ending, RandomChance, Undone
from kahuna.record import Ply, parse_ply
from kahuna.server.backup import verify_game
from kahuna.server.startup_errors import DatabaseError, NoDatabaseError
from kahuna.server.store.database import Database
from kahuna.server.store.engines import make_engine
from kahuna.server.store.tables import METADATA


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
        reactions=(None, ReactionShown("wow", 3.5)),
    )
    return replace(metadata, **changes)


def some_change(number: int, game: str = "g", key: str | None = "k") -> ChangeEntry:
    return ChangeEntry(game, number, Ply(DECLINE), Seat.WHITE, key, 99.25)


def created(game: str = "g", holders: dict[str, tuple[Seat, ...]] | None = None) -> GameUpdate:
    return GameUpdate.create(StoredGame(some_metadata(game), holders or {}))


def changed(*entries: ChangeEntry) -> GameUpdate:
    """The first update of a game: it adds entries to the change log."""
    metadata = some_metadata(entries[0].game)
    return GameUpdate(metadata, replace(metadata, revision=1), entries)


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


def delete_game(game: str = "g") -> GameUpdate:
    return GameUpdate(some_metadata(game), None)


def test_a_review_is_stored_for_an_existing_game_only(database: Database):
    write(database, created())
    database.save_review("g", 1, b"first")
    database.save_review("g", 1, b"second")
    assert database.load_review("g", 1) == b"second"
    write(database, delete_game())
    database.save_review("g", 1, b"late")
    database.save_review("h", 1, b"of no game")
    assert database.load_review("g", 1) is database.load_review("h", 1) is None


def test_the_review_of_an_archived_game_is_stored(database: Database):
    database.add_archived([StoredGame(some_metadata(is_over=True), {})])
    database.save_review("g", 1, b"review")
    assert database.load_review("g", 1) == b"review"
    assert database.delete_idle(1e9, 10) == ["g"]
    assert database.load_review("g", 1) is None


def test_a_review_leaves_nothing_while_its_game_is_being_deleted(postgresql_url: str):
    database = Database(postgresql_url)
    write(database, created())
    database.save_review("g", 1, b"old")
    with ThreadPoolExecutor(1) as thread:
        with psycopg.connect(postgresql_url) as deleting:
            deleting.execute("DELETE FROM games")
            deleting.execute("DELETE FROM reviews")
            saving = thread.submit(database.save_review, "g", 1, b"late")
            waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            while not saving.done() and not deleting.execute(waiting).fetchall():
                time.sleep(0.01)
        saving.result()
    assert database.load_review("g", 1) is None
    database.close()


def test_an_error_of_the_database_does_not_show_what_was_asked(db_url: str):
    engine = make_engine(make_url(db_url))
    with pytest.raises(DBAPIError) as caught, engine.connect() as connection:
        connection.execute(text("SELECT * FROM nothing WHERE game = :game"), {"game": "secret"})
    engine.dispose()
    assert "secret" not in str(caught.value)


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
    before, after = some_metadata(), some_metadata(**{field: FIELDS[field]}, revision=1)
    assert write(database, GameUpdate(before, after)) is None
    assert isinstance(write(database, GameUpdate(before, after)), ConflictError)
    assert database.load("g") == StoredGame(after, {})
    again = replace(before, revision=2)
    assert write(database, GameUpdate(after, again)) is None
    assert database.load("g") == StoredGame(again, {})


def updates_of(game: str) -> dict[str, GameUpdate]:
    """One update of every kind; all of them replace version 0."""
    before = some_metadata(game)
    after = replace(before, revision=1)
    return {
        "move": GameUpdate(before, after, (some_change(1, game),)),
        "field": GameUpdate(before, replace(after, rematch="next")),
        "token": GameUpdate(before, after, added_holders={"b": (Seat.BLACK,)}),
        "revoked token": GameUpdate(before, after, removed_holders=("a",)),
        "nothing": GameUpdate(before, after),
        "deletion": GameUpdate(before, None),
    }


def test_any_two_updates_of_the_same_version_conflict(database: Database):
    for number, (first, second) in enumerate(product(updates_of("g"), repeat=2)):
        game = f"g{number}"
        write(database, created(game, {"a": (Seat.WHITE,)}))
        updates = updates_of(game)
        assert write(database, updates[first]) is None
        stored = database.load(game)
        assert isinstance(write(database, updates[second]), ConflictError), (first, second)
        assert database.load(game) == stored


@pytest.mark.parametrize("db_url", ["postgresql"], indirect=True)
def test_nodes_that_write_the_same_games_do_not_deadlock(database: Database, db_url: str):
    games = [f"g{number}" for number in range(20)]
    database.commit([[created(game)] for game in games])
    other = Database(db_url)
    with ThreadPoolExecutor(2) as threads:
        for number in range(10):
            groups = (games, games[::-1]) if number % 2 else (games[::-1], games)
            updates = [[[_bumped(game, number)] for game in group] for group in groups]
            done = list(threads.map(Database.commit, (database, other), updates))
            problems = [dict(zip(g, d, strict=True)) for g, d in zip(groups, done, strict=True)]
            for game in games:
                first, second = (problem[game] for problem in problems)
                assert isinstance(first or second, ConflictError)
                assert None in (first, second)
    other.close()


def _bumped(game: str, version: int) -> GameUpdate:
    before = some_metadata(game, revision=version)
    return GameUpdate(before, replace(before, revision=version + 1))


@pytest.mark.parametrize("db_url", ["postgresql"], indirect=True)
def test_several_nodes_can_start_on_an_empty_database(db_url: str):
    with ThreadPoolExecutor(4) as threads:
        for database in list(threads.map(Database, [db_url] * 4)):
            assert database.game_ids() == []
            database.close()


def test_updates_that_belong_together_are_written_together(database: Database):
    write(database, created("g"))
    late = GameUpdate(some_metadata(revision=5), some_metadata(rematch="h", revision=6))
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


def test_games_are_found_by_token_and_by_deadline(database: Database):
    write(database, created("g", {"a": (Seat.WHITE,), "b": (Seat.BLACK,)}))
    assert database.games_of(["a", "b", "x"]) == {"g": (Seat.WHITE, Seat.BLACK)}
    assert database.due_games(1e9) == []
    waiting, running_game = some_metadata(), some_metadata(deadline=61.5, revision=1)
    write(database, GameUpdate(waiting, running_game))
    assert database.due_games(61.0) == []
    assert database.due_games(62.0) == ["g"]
    write(database, GameUpdate(running_game, replace(running_game, deadline=None, revision=2)))
    assert database.due_games(62.0) == []


def test_deleted_holders_and_games_are_gone(database: Database):
    write(database, created("g", {"a": (Seat.WHITE,), "b": (Seat.BLACK,)}))
    write(database, changed(some_change(1)))
    metadata = some_metadata(revision=1)
    fewer = replace(metadata, revision=metadata.revision + 1)
    write(database, GameUpdate(metadata, fewer, removed_holders=("a",)))
    assert list(database.load("g").holders) == ["b"]  # type: ignore[union-attr]
    write(database, GameUpdate(fewer, None))
    assert database.load("g") is None
    assert database.games_of(["b"]) == {}


def test_a_change_needs_its_game(database: Database):
    assert isinstance(write(database, changed(some_change(1, "nowhere"))), ConflictError)


def test_a_broken_database_is_a_storage_error(sqlite_url: str, tmp_path: Path):
    database = Database(sqlite_url)
    write(database, created("g"), created("h"))
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("DROP TABLE changes")
    connection.close()
    first, second = database.commit([[changed(some_change(1, game))] for game in "gh"])
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


def test_a_database_from_before_the_first_release_is_upgraded(tmp_path: Path):
    """The dump holds a running game with a clock, an archived game, a hot-seat game and a bot's."""
    file = tmp_path / "games.db"
    with sqlite3.connect(file) as connection:
        connection.executescript((Path(__file__).parent / "version_0007.sql").read_text())
    connection.close()
    database = Database(f"sqlite:///{file}")
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as opened:
        assert compare_metadata(MigrationContext.configure(opened), METADATA) == []
    engine.dispose()
    games = [database.load(game) for game in database.game_ids()]
    assert [len(game.changes) for game in games if game is not None] == [9, 13, 5, 0]
    for game in games:
        assert game is not None
        assert game.metadata.is_dealt
        assert game.metadata.seed_exchange is None
        verify_game(game)
    database.close()


def test_sqlite_is_durable(sqlite_url: str):
    database = Database(sqlite_url)
    with database._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    database.close()


def test_other_databases_are_refused():
    with pytest.raises(NoDatabaseError, match=r"mysql://u:[*]+@x/y' is not a database; use for"):
        Database("mysql://u:secret@x/y")
    with pytest.raises(NoDatabaseError, match=r"'postgresql://u:[*]+@x:port/y' is not a database"):
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
