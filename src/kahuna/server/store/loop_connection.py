"""A non-blocking connection to PostgreSQL, driven by the event loop.

Executing a statement in a thread switches threads several times, and the thread waits for the GIL
while the event loop is busy. libpq can send and receive without blocking. Only connecting happens
in a thread, with the options and timeouts of the engine.
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
"""Close a connection after this time without a response; the server's own limit is shorter."""
_NAME: Final = b"kahuna"

Row: TypeAlias = Sequence[bytes | None]
"""The values of a row, in PostgreSQL's text format."""


class LoopConnection:
    """Executes one prepared statement repeatedly, each time in its own transaction.

    Only one task may use it at a time.
    """

    def __init__(self, engine: Engine, statement: str, threads: Executor) -> None:
        from psycopg import Error  # An optional dependency.

        self.error: type[Exception] = Error
        """The base class of the driver's errors."""
        self._engine = engine
        self._statement = statement
        self._threads = threads
        self._connection: PsycopgConnection | None = None
        self._socket = -1
        """A duplicate, because libpq closes its own as soon as the connection is lost."""
        self._result: PGresult | None = None
        self._answer: asyncio.Future[PGresult | None] | None = None

    async def fetch(self, *values: bytes) -> list[Row]:
        """Execute the statement and return its rows; raise ``TimeoutError`` if none arrive.

        If the connection is lost, retry once. That is safe for writes: if the first attempt was
        committed, the second one fails because the version has changed.
        """
        try:
            return await self._fetch(values)
        except self.error:
            if self._connection is not None:
                raise
            return await self._fetch(values)

    def close(self) -> None:
        """Close the connection; the next statement opens a new one."""
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
        """Connect and prepare the statement (blocking)."""
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
        """Send buffered data; continue when the socket becomes writable."""
        loop = asyncio.get_running_loop()
        try:
            if pgconn.flush():
                loop.add_writer(self._socket, self._flush, pgconn)
            else:
                loop.remove_writer(self._socket)
        except self.error as error:
            self._fail(error)

    def _receive(self, pgconn: PGconn) -> None:
        """Read available data; the response is complete when no further result follows."""
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
        """Close a broken connection, and pass the error to the pending statement."""
        self.close()
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)


def _close_unused(connecting: asyncio.Future[PsycopgConnection]) -> None:
    """Close a connection whose requester was cancelled."""
    if not connecting.cancelled() and connecting.exception() is None:
        connecting.result().close()


def _rows(result: PGresult | None) -> list[Row]:
    """Return the rows of a result; raise an exception for an error."""
    from psycopg import OperationalError
    from psycopg.errors import error_from_result
    from psycopg.pq import ExecStatus

    if result is None:
        raise OperationalError("no answer")
    if result.status not in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        raise error_from_result(result)
    columns = range(result.nfields)
    return [[result.get_value(row, column) for column in columns] for row in range(result.ntuples)]
