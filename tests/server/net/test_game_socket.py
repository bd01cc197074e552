"""A socket queues messages, interrupts its reader, and survives a connection that is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from starlette.types import Message

from kahuna.server.net.game_socket import MAX_UNSENT, GameSocket


class FakeServer:
    """The other end of ASGI."""

    def __init__(self) -> None:
        self.sent: list[Message] = []
        self.arriving: asyncio.Queue[Message] = asyncio.Queue()
        self.is_writable = asyncio.Event()
        self.is_writable.set()
        self.error: Exception | None = None
        self.socket = GameSocket({"type": "websocket"}, self.arriving.get, self.send)

    async def send(self, message: Message) -> None:
        await self.is_writable.wait()
        if self.error is not None:
            raise self.error
        self.sent.append(message)

    @property
    def texts(self) -> list[str]:
        return [message["text"] for message in self.sent if message["type"] == "websocket.send"]


def run(play: Callable[[FakeServer], Awaitable[None]]) -> None:
    async def main() -> None:
        await play(FakeServer())

    asyncio.run(main())


def test_messages_are_sent_in_order_before_the_connection_is_closed():
    async def play(server: FakeServer) -> None:
        for number in range(5):
            server.socket.send(str(number).encode())
        await server.socket.close(1000)
        server.socket.send(b"late")
        await asyncio.sleep(0)
        assert server.texts == ["0", "1", "2", "3", "4"]
        assert server.sent[-1] == {"type": "websocket.close", "code": 1000, "reason": ""}

    run(play)


def test_finishing_interrupts_the_reader_once():
    async def play(server: FakeServer) -> None:
        reader = asyncio.create_task(server.socket.receive())
        await asyncio.sleep(0)
        server.socket.finish()
        server.socket.finish()
        assert await reader is None
        await server.arriving.put({"type": "websocket.receive", "text": "late"})
        assert await server.socket.receive() is None

    run(play)


def test_a_client_that_reads_nothing_is_slow():
    async def play(server: FakeServer) -> None:
        server.is_writable.clear()
        server.socket.send(b"x" * MAX_UNSENT)
        await asyncio.sleep(0)
        assert not server.socket.is_slow
        server.socket.send(b"x")
        assert server.socket.is_slow
        assert await server.socket.receive() is None

    run(play)


@pytest.mark.parametrize("error", [OSError(), RuntimeError("after sending 'websocket.close'")])
def test_a_connection_that_the_server_has_closed_is_no_failure(error: Exception):
    async def play(server: FakeServer) -> None:
        server.error = error
        server.socket.send(b"x")
        await server.socket.close(1000)
        server.socket.send(b"y")
        assert server.sent == []

    run(play)


def test_messages_that_are_no_text_are_empty():
    async def play(server: FakeServer) -> None:
        await server.arriving.put({"type": "websocket.receive", "bytes": b"x"})
        assert await server.socket.receive() == ""
        await server.arriving.put({"type": "websocket.disconnect", "code": 1005})
        assert await server.socket.receive() is None

    run(play)
