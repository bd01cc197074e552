"""A connection to PostgreSQL that the event loop drives.

A statement in a thread hands the interpreter over several times, and waits for it while the event
loop is busy. libpq can also send and receive without blocking. It still connects in a thread, with
the options and time limits of the engine.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Final, TypeAlias

from sqlalchemy import Engine

if TYPE_CHECKING:
    from psycopg import Connection as PsycopgConnection
    from psycopg.pq.abc import PGconn, PGresult

ANSWER_SECONDS: Final = 15.0
"""Give up a connection that does not answer for longer than the server lets a statement take."""
_NAME: Final = b"kahuna"

Row: TypeAlias = Sequence[bytes | None]
"""The values of a row as text."""


class LoopConnection:
    """Executes one prepared statement again and again, each time as a transaction of its own.

    Do not use it from two tasks at once.
    """

    def __init__(self, engine: Engine, statement: str, threads: Executor) -> None:
        from psycopg import Error  # Only some servers need PostgreSQL.

        self.error: type[Exception] = Error
        """The base class of all errors of the driver."""
        self._engine = engine
        self._statement = statement
        self._threads = threads
        self._connection: PsycopgConnection | None = None
        self._socket = -1
        """A duplicate: libpq closes its own as soon as the connection is lost."""
        self._result: PGresult | None = None
        self._answer: asyncio.Future[PGresult | None] | None = None

    async def fetch(self, *values: bytes) -> list[Row]:
        """Execute the statement and return its rows; raise ``TimeoutError`` without an answer.

        If the connection was lost, try once more: a write that was carried out all the same fails
        then, because it names a version that is no longer there.
        """
        try:
            return await self._fetch(values)
        except self.error:
            if self._connection is not None:
                raise
            return await self._fetch(values)

    def close(self) -> None:
        """Close the connection; the next statement opens another one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._socket)
            loop.remove_writer(self._socket)
            os.close(self._socket)
            connection.close()

    async def _fetch(self, values: Sequence[bytes]) -> list[Row]:
        loop = asyncio.get_running_loop()
        if self._connection is None:
            connecting = loop.run_in_executor(self._threads, self._connect)
            try:
                connection = await asyncio.shield(connecting)
            except asyncio.CancelledError:
                connecting.add_done_callback(_close_unused)
                raise
            self._connection, self._socket = connection, os.dup(connection.pgconn.socket)
            loop.add_reader(self._socket, self._receive, connection.pgconn)
        pgconn = self._connection.pgconn
        self._result, self._answer = None, loop.create_future()
        try:
            pgconn.send_query_prepared(_NAME, values)
            self._flush(pgconn)
            async with asyncio.timeout(ANSWER_SECONDS):
                result = await self._answer
        except BaseException:
            self.close()
            raise
        finally:
            self._answer = None
        return _rows(result)

    def _connect(self) -> PsycopgConnection:
        """Connect and prepare the statement; this blocks."""
        pooled = self._engine.raw_connection()
        connection: PsycopgConnection = pooled.driver_connection  # type: ignore[assignment]
        pooled.detach()
        try:
            connection.autocommit = True
            _rows(connection.pgconn.prepare(_NAME, self._statement.encode()))
            connection.pgconn.nonblocking = 1
        except BaseException:
            connection.close()
            raise
        return connection

    def _flush(self, pgconn: PGconn) -> None:
        """Send what is waiting to be sent; go on when the socket takes more."""
        loop = asyncio.get_running_loop()
        try:
            if pgconn.flush():
                loop.add_writer(self._socket, self._flush, pgconn)
            else:
                loop.remove_writer(self._socket)
        except self.error as error:
            self._fail(error)

    def _receive(self, pgconn: PGconn) -> None:
        """Read what has arrived; an answer is complete when no further result follows."""
        try:
            pgconn.consume_input()
            while not pgconn.is_busy():
                result = pgconn.get_result()
                if result is None:
                    if self._answer is not None and not self._answer.done():
                        self._answer.set_result(self._result)
                    return
                self._result = result
        except self.error as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        """Give up a broken connection."""
        self.close()
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)


def _close_unused(connecting: asyncio.Future[PsycopgConnection]) -> None:
    """Close a connection for which nobody waits any more."""
    if not connecting.cancelled() and connecting.exception() is None:
        connecting.result().close()


def _rows(result: PGresult | None) -> list[Row]:
    """Return the rows of a result, or raise the error that it is."""
    from psycopg import OperationalError
    from psycopg.errors import error_from_result
    from psycopg.pq import ExecStatus

    if result is None:
        raise OperationalError("no answer")
    if result.status not in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        raise error_from_result(result)
    columns = range(result.nfields)
    return [[result.get_value(row, column) for column in columns] for row in range(result.ntuples)]
