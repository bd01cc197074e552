"""The connection to Redis passes on whole replies, and ends with the first refused command."""

from __future__ import annotations

import asyncio

import pytest
from redis import Redis as RedisClient
from verification.programs import Redis

from kahuna.server.cluster.redis_hub import RedisHub
from kahuna.server.cluster.redis_line import RedisLine


class FakeTransport:
    is_aborted = False

    def abort(self) -> None:
        self.is_aborted = True


def received(*pieces: bytes) -> tuple[list[object], bool]:
    """Return what a line passes on of pieces that arrive, and whether it has given up."""

    async def main() -> tuple[list[object], bool]:
        transport, replies = FakeTransport(), []
        line = RedisLine(transport, replies.append)  # type: ignore[arg-type]
        for piece in pieces:
            line.data_received(piece)
        return replies, transport.is_aborted

    return asyncio.run(main())


MESSAGE = b">3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$2\r\nhi\r\n"


@pytest.mark.parametrize("size", [1, 7, len(MESSAGE), 2 * len(MESSAGE)])
def test_replies_may_arrive_in_pieces(size: int):
    data = 2 * MESSAGE
    pieces = [data[i : i + size] for i in range(0, len(data), size)]
    assert received(*pieces) == ([[b"message", b"c", b"hi"]] * 2, False)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"-NOPERM this user cannot use kahuna:game:abc\r\n", "rejected a command: NOPERM"),
        (b"nonsense\r\n", "the hub failed"),
    ],
)
def test_a_line_that_cannot_be_relied_on_is_given_up(
    data: bytes, said: str, caplog: pytest.LogCaptureFixture
):
    replies, is_aborted = received(data)
    assert is_aborted
    assert not replies
    assert said in caplog.text
    assert "abc" not in caplog.text


class DeafListener:
    """Hears of nothing."""

    def game_changed(self, *_: object) -> None:
        pass

    attendance_changed = game_changed


def test_a_node_that_may_not_subscribe_does_not_rely_on_hints(redis: Redis):
    async def main() -> list[bool]:
        hub = RedisHub(redis.url.replace("redis://", "redis://guest:secret@"))
        hub.open(DeafListener())
        looks = []
        for _ in range(50):
            await asyncio.sleep(0.02)
            looks.append(hub.is_reliable)
        await hub.close()
        return looks

    with RedisClient.from_url(redis.url) as client:
        rights = ("on", ">secret", "~*", "+@all", "resetchannels")
        client.execute_command("ACL", "SETUSER", "guest", *rights)
    looks = asyncio.run(main())
    assert looks.count(True) < len(looks) / 5
