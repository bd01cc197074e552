"""Transactions are written in groups."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

import pytest
from tests.server.store.test_database import created

from kahuna.server.metrics import Metrics
from kahuna.server.store.database import Transaction
from kahuna.server.store.group_commit import GroupCommit


class Log:
    """A database that notes which games are written, when it may."""

    is_sqlite = True

    def __init__(self) -> None:
        self.written: list[str] = []
        self.may_write = threading.Semaphore(0)

    def commit(self, transactions: Sequence[Transaction]) -> list[None]:
        self.may_write.acquire()
        self.written += [update.game for transaction in transactions for update in transaction]
        return [None] * len(transactions)


def writing(writer: GroupCommit, game: str) -> asyncio.Task[None]:
    return asyncio.create_task(writer.write((created(game),)))


async def write_forever(writer: GroupCommit) -> None:
    number = 0
    while True:
        number += 1
        await writer.write((created(f"other {number}"),))


def test_settling_waits_for_what_was_requested_before_and_no_longer():
    """Others go on writing without a pause."""

    async def main() -> None:
        log = Log()
        writer = GroupCommit(log, Metrics())  # type: ignore[arg-type]
        first = writing(writer, "first")
        busy = asyncio.create_task(write_forever(writer))
        await asyncio.sleep(0.01)  # The first one is being written, the others wait.
        last = writing(writer, "last")
        await asyncio.sleep(0.01)
        last.cancel()  # Whoever asked has gone; it is written all the same.
        settling = asyncio.create_task(writer.settle())
        log.may_write.release()
        await first
        await asyncio.sleep(0.01)
        assert not settling.done()
        log.may_write.release(10)
        try:
            async with asyncio.timeout(5):
                await settling
        finally:
            busy.cancel()
            log.may_write.release(10)
            await writer.close()
        assert {"first", "last"} <= set(log.written)

    asyncio.run(main())


@pytest.mark.parametrize("is_writing", [False, True])
def test_settling_ends_with_the_last_write(is_writing: bool):
    async def main() -> None:
        log = Log()
        writer = GroupCommit(log, Metrics())  # type: ignore[arg-type]
        if is_writing:
            write = writing(writer, "g")
            await asyncio.sleep(0.01)
            log.may_write.release()
        await writer.settle()
        if is_writing:
            await write
        await writer.close()

    asyncio.run(main())
