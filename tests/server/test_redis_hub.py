"""A hub that cannot subscribe or understands nothing does not rely on hints."""

from __future__ import annotations

import asyncio

import pytest
from redis import Redis as RedisClient
from tests.server.harness import PATIENCE
from verification.programs import Redis

from kahuna.hosting.play.room import Attendance
from kahuna.server.cluster.redis_hub import NODES, PREFIX, RedisHub


class Listener:
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.versions: list[int | None] = []

    def game_changed(self, _game: str, version: int | None) -> None:
        self.versions.append(version)

    def attendance_changed(self, *_: object) -> None:
        pass


def test_a_node_that_may_not_subscribe_does_not_rely_on_hints(
    redis: Redis, caplog: pytest.LogCaptureFixture
):
    async def main() -> None:
        hub = RedisHub(redis.url.replace("redis://", "redis://guest:secret@"))
        hub.open(Listener())
        hub.watch("secret-game", Attendance())
        while "rejected a command" not in caplog.text:
            await asyncio.sleep(0.01)
            assert not hub.is_reliable
        await hub.close()

    with RedisClient.from_url(redis.url) as client:
        rights = ("on", ">secret", "~*", "+@all", "resetchannels")
        client.execute_command("ACL", "SETUSER", "guest", *rights)
    asyncio.run(main())
    assert "secret" not in caplog.text


def test_messages_that_make_no_sense_are_ignored(redis: Redis):
    async def main() -> list[int | None]:
        hub, listener = RedisHub(redis.url), Listener()
        hub.open(listener)
        hub.watch("g", Attendance())
        while not listener.versions:  # The subscription is confirmed.
            await asyncio.sleep(0.01)
        with RedisClient.from_url(redis.url) as client:
            for nonsense in (b"\xff", b"{}", b"[]", b'["x"]', b'["x", "revision", "y"]'):
                client.publish(PREFIX + "g", nonsense)
                client.publish(NODES, nonsense)
            client.publish(PREFIX + "g", b'["other", "revision", 7]')
        while listener.versions[-1] != 7:
            await asyncio.sleep(0.01)
        await hub.close()
        return listener.versions

    assert asyncio.run(main()) == [None, 7]


def test_a_hub_can_be_closed_while_its_connection_breaks(redis: Redis):
    """An error replaces the cancellation."""

    async def main() -> None:
        hub, is_used = RedisHub(redis.url), asyncio.Event()

        async def use(_channels: object) -> None:
            is_used.set()
            try:
                await asyncio.Event().wait()
            finally:
                raise ConnectionError

        hub._use = use
        hub.open(Listener())
        await is_used.wait()
        async with asyncio.timeout(PATIENCE):
            await hub.close()

    asyncio.run(main())
