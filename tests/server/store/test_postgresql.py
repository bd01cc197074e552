"""Moves on PostgreSQL, written and read by the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import psycopg
import pytest
from psycopg.errors import QueryCanceled
from sqlalchemy import Engine, create_engine, make_url
from tests.server.store.test_database import changed, created, some_change, some_metadata, write

from kahuna.hosting.store import ConflictError, GameUpdate, StorageError
from kahuna.server.store import loop_connection
from kahuna.server.store.database import Database
from kahuna.server.store.loop_connection import LoopConnection
from kahuna.server.store.postgresql import PostgresMoves


@pytest.fixture
def database(postgresql_url: str) -> Iterator[Database]:
    opened = Database(postgresql_url)
    yield opened
    opened.close()


def with_moves(database: Database, use: Callable[[PostgresMoves], Awaitable[None]]) -> None:
    """Use an event loop's connections, and close them."""

    async def run() -> None:
        with ThreadPoolExecutor(2) as threads:
            moves = PostgresMoves(database.engine, threads)
            try:
                async with asyncio.timeout(30):
                    await use(moves)
            finally:
                moves.close()

    asyncio.run(run())


def num_changes(database: Database, game: str) -> int:
    stored = database.load(game)
    assert stored is not None
    return len(stored.changes)


def test_of_a_group_those_moves_are_written_whose_version_is_right(database: Database):
    write(database, created("g"), created("h"))
    write(database, changed(some_change(1, "h")))

    async def use(moves: PostgresMoves) -> None:
        outcomes = await moves.write([changed(some_change(1, game)) for game in "ghi"])
        assert outcomes["g"] is None
        assert isinstance(outcomes["h"], ConflictError)
        assert isinstance(outcomes["i"], ConflictError)  # There is no such game.

    with_moves(database, use)
    assert [num_changes(database, game) for game in "gh"] == [1, 1]


def test_a_number_that_exists_is_left_to_be_written_alone(database: Database):
    write(database, created("g"), created("h"))
    write(database, changed(some_change(1, "g")))
    before = some_metadata("g", version=1)
    again = GameUpdate(before, replace(before, version=2), (some_change(1, "g"),))

    async def use(moves: PostgresMoves) -> None:
        assert await moves.write([again, changed(some_change(1, "h"))]) == {}

    with_moves(database, use)
    assert [num_changes(database, game) for game in "gh"] == [1, 0]
    assert isinstance(write(database, again), ConflictError)


def test_news_are_the_later_changes_of_games_with_another_version(database: Database):
    write(database, created("g"), created("h"))
    write(database, changed(some_change(1, "g"), some_change(2, "g")))

    async def use(moves: PostgresMoves) -> None:
        news = await moves.read_news({"g": (0, 1), "h": (0, 0), "gone": (3, 5)})
        assert news.keys() == {"g", "gone"}
        assert news["gone"] is None
        assert news["g"] is not None
        assert news["g"].changes == (some_change(2, "g"),)
        assert news["g"].metadata == some_metadata("g", version=1)

    with_moves(database, use)


def end_connections(url: str) -> None:
    """End all other connections to a database, as a restart of the server does."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_a_connection_that_was_ended_is_replaced(database: Database, postgresql_url: str):
    write(database, created("g"))

    async def use(moves: PostgresMoves) -> None:
        assert await moves.write([changed(some_change(1, "g"))]) == {"g": None}
        await asyncio.to_thread(end_connections, postgresql_url)
        before = some_metadata("g", version=1)
        move = GameUpdate(before, replace(before, version=2), (some_change(2, "g"),))
        assert await moves.write([move]) == {"g": None}

    with_moves(database, use)
    assert num_changes(database, "g") == 2


def test_a_move_is_sent_again_if_its_connection_ends(database: Database, postgresql_url: str):
    write(database, created("g"))

    async def use(moves: PostgresMoves) -> None:
        with psycopg.connect(postgresql_url) as other:
            other.execute("SELECT * FROM games FOR UPDATE")
            writing = asyncio.ensure_future(moves.write([changed(some_change(1, "g"))]))
            await asyncio.sleep(0.2)
            await asyncio.to_thread(
                other.execute,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND wait_event_type = 'Lock'",
            )
            await asyncio.sleep(0.2)
            assert not writing.done()
            other.rollback()
            assert await writing == {"g": None}

    with_moves(database, use)
    assert num_changes(database, "g") == 1


def test_a_server_out_of_reach_is_a_storage_error(database: Database):
    nowhere = create_engine("postgresql+psycopg://kahuna@127.0.0.1:1/nothing")

    async def use(_: PostgresMoves) -> None:
        with ThreadPoolExecutor(1) as threads:
            moves = PostgresMoves(nowhere, threads)
            outcomes = await moves.write([changed(some_change(1, "g"))])
            assert isinstance(outcomes["g"], StorageError)
            with pytest.raises(StorageError):
                await moves.read_news({"g": (0, 0)})

    with_moves(database, use)


@pytest.fixture
def impatient_engine(postgresql_url: str) -> Iterator[Engine]:
    """An engine whose statements may take a fifth of a second."""
    url = make_url(postgresql_url).set(drivername="postgresql+psycopg")
    engine = create_engine(url, connect_args={"options": "-c statement_timeout=200ms"})
    yield engine
    engine.dispose()


def test_values_may_be_larger_than_the_buffers_of_a_socket(
    database: Database, monkeypatch: pytest.MonkeyPatch
):
    value = b"kahuna" * (1 << 21)

    async def run() -> None:
        loop, waits = asyncio.get_running_loop(), []
        add_writer = loop.add_writer

        def note(*arguments: Any) -> None:
            waits.append(arguments)
            add_writer(*arguments)

        monkeypatch.setattr(loop, "add_writer", note)
        with ThreadPoolExecutor(1) as threads:
            connection = LoopConnection(database.engine, "SELECT $1::text", threads)
            assert await connection.fetch(value) == [[value]]
            connection.close()
        assert waits

    asyncio.run(run())


def test_a_connection_survives_errors_and_cancelled_statements(
    impatient_engine: Engine, monkeypatch: pytest.MonkeyPatch
):
    async def run() -> None:
        with ThreadPoolExecutor(1) as threads:
            connection = LoopConnection(impatient_engine, "SELECT pg_sleep($1), $1", threads)
            assert await connection.fetch(b"0.01") == [[b"", b"0.01"]]
            with pytest.raises(QueryCanceled):
                await connection.fetch(b"9")
            assert await connection.fetch(b"0.02") == [[b"", b"0.02"]]
            with monkeypatch.context() as patch:
                patch.setattr(loop_connection, "ANSWER_SECONDS", 0.05)
                with pytest.raises(TimeoutError):
                    await connection.fetch(b"0.15")
            # A late answer is not taken for that of the next statement.
            assert await connection.fetch(b"0.03") == [[b"", b"0.03"]]
            connection.close()
            connecting = asyncio.ensure_future(connection.fetch(b"0"))
            await asyncio.sleep(0)
            connecting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await connecting

    asyncio.run(run())
