"""Rooms are refreshed in groups, and nobody waits for a refresher that has closed."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from tests.server.harness import PATIENCE

from kahuna.hosting.store import StorageError
from kahuna.server.cluster.refresher import Refresher


class Room:
    """As much of a room as a refresher needs."""

    def __init__(self, name: str) -> None:
        self.game = SimpleNamespace(id=name, metadata=SimpleNamespace(revision=1), num_changes=0)
        self.is_stale = False


class SlowStore:
    """Has news of every game; the query for ``silent`` never ends."""

    async def load_news(self, known: dict[str, Any]) -> dict[str, None]:
        if "silent" in known:
            await asyncio.Event().wait()
        return dict.fromkeys(known)


async def never(_room: object, _news: object) -> None:
    await asyncio.Event().wait()


async def applied(refresher: Refresher) -> None:
    while not refresher._applying:
        await asyncio.sleep(0)


def test_closing_fails_requests_at_every_stage():
    async def main() -> None:
        refresher: Any = Refresher(SlowStore(), never)  # type: ignore[arg-type]
        applying = refresher.request(Room("a"))
        async with asyncio.timeout(PATIENCE):
            await applied(refresher)
            reading = refresher.request(Room("silent"))
            while refresher._waiting:
                await asyncio.sleep(0)
        waiting = refresher.request(Room("b"))
        await refresher.close()
        late = refresher.request(Room("c"))
        for request in (applying, reading, waiting, late):
            assert request.done()
            with pytest.raises(StorageError, match="stopping"):
                await request
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())
