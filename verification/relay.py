"""A link between two programs that can be cut, held, slowed down and deafened."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Literal, TypeAlias

LinkFault: TypeAlias = Literal["cut", "hold", "deaf", "slow"]
"""``cut``: connections break, and new ones too. ``hold``: nothing gets through until the fault
ends. ``deaf``: requests get through, answers do not, and then connections break. ``slow``: every
packet is late."""


class Relay:
    """Forwards connections from one loopback port to another."""

    def __init__(self, name: str, target: int) -> None:
        self.name = name
        self.port = 0
        self._target = target
        self._server: asyncio.Server | None = None
        self._fault: LinkFault | None = None
        self._delay = 0.0
        self._is_open = asyncio.Event()
        self._is_open.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen on a free port."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Break all connections and stop listening."""
        if self._server is not None:
            self._server.close()
        self._abort()
        self._is_open.set()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def begin(self, fault: LinkFault, delay: float = 0.0) -> None:
        """Begin a fault; ``delay`` is for slow links, in seconds."""
        self._fault = fault
        self._delay = delay if fault == "slow" else 0.0
        if fault == "cut":
            self._abort()
        if fault == "hold":
            self._is_open.clear()

    def end(self) -> None:
        """End the fault."""
        if self._fault == "deaf":
            self._abort()
        self._fault = None
        self._delay = 0.0
        self._is_open.set()

    def _abort(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._writers.add(writer)
        back: asyncio.StreamWriter | None = None
        try:
            if self._fault == "cut":
                return
            await self._is_open.wait()
            answers, back = await asyncio.open_connection("127.0.0.1", self._target)
            self._writers.add(back)
            async with asyncio.TaskGroup() as pumps:
                pumps.create_task(self._pump(reader, back, is_answer=False))
                pumps.create_task(self._pump(answers, writer, is_answer=True))
        except (OSError, ExceptionGroup, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            for end in (writer, back):
                if end is not None:
                    self._writers.discard(end)
                    end.transport.abort()

    async def _pump(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, is_answer: bool
    ) -> None:
        """Forward bytes until one side closes, then close the other one for writing."""
        while data := await source.read(1 << 16):
            if self._delay:
                await asyncio.sleep(self._delay)
            await self._is_open.wait()
            if is_answer and self._fault == "deaf":
                continue
            sink.write(data)
            await sink.drain()
        with suppress(OSError):
            if sink.can_write_eof():
                sink.write_eof()
