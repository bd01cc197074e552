"""Players are served in turn, and nobody is served who has gone."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from kahuna.server.jobs.fair_pool import FairPool, QueueFullError, QueueLimit
from kahuna.server.jobs.fair_queue import FairQueue
from kahuna.workers import WorkerLostError

PATIENCE = 60.0


class Gate:
    """Notes requests, and keeps the first one until it opens."""

    def __init__(self) -> None:
        self.served: list[str] = []
        self.has_begun = threading.Event()
        self.is_open = threading.Event()

    def handle(self, request: str) -> str:
        self.served.append(request)
        self.has_begun.set()
        self.is_open.wait(PATIENCE)
        return request.upper()


def with_pool(
    main: Callable[[FairPool[str, str], Gate], Awaitable[None]],
    max_waiting: QueueLimit | None = None,
) -> list[str]:
    """Run a function with a pool that is busy; return what the pool was asked in the end."""
    gate = Gate()

    async def run() -> None:
        pool = FairPool(gate.handle, 0, max_waiting=max_waiting)
        pool.submit("first", player="a")
        await asyncio.to_thread(gate.has_begun.wait, PATIENCE)
        try:
            async with asyncio.timeout(PATIENCE):
                await main(pool, gate)
        finally:
            gate.is_open.set()
            pool.close()

    asyncio.run(run())
    return gate.served


def test_players_take_turns_and_nobody_waits_for_empty_games() -> None:
    queue: FairQueue[str] = FairQueue()
    for item in ("a1", "a2", "a3"):
        queue.push("a", item, is_waited_for=True)
    queue.push("x", "x1", is_waited_for=False)
    queue.push("b", "b1", is_waited_for=True)
    assert len(queue) == 5
    assert [queue.num_of(player) for player in "abxy"] == [3, 1, 1, 0]
    assert [queue.pop() for _ in range(5)] == ["a1", "b1", "a2", "a3", "x1"]
    assert not len(queue)


def test_items_can_be_taken_out() -> None:
    queue: FairQueue[str] = FairQueue()
    for item in ("a1", "a2", "b1"):
        queue.push(item[0], item, is_waited_for=item != "b1")
    for item in ("a1", "b1", "b1", "c1"):
        queue.discard(item[0], item)
    assert [queue.num_of(player) for player in "abc"] == [1, 0, 0]
    assert queue.pop() == "a2"
    assert not len(queue)


def test_players_are_served_in_turn() -> None:
    async def main(pool: FairPool[str, str], gate: Gate) -> None:
        jobs = [pool.submit(request, player=request[0]) for request in ("a1", "a2", "a3", "b1")]
        gate.is_open.set()
        assert await asyncio.gather(*(job.result for job in jobs)) == ["A1", "A2", "A3", "B1"]

    assert with_pool(main) == ["first", "a1", "b1", "a2", "a3"]


def test_only_so_many_requests_wait_of_a_player_and_in_all() -> None:
    async def main(pool: FairPool[str, str], _gate: Gate) -> None:
        jobs = [pool.submit(request, player="a") for request in ("a1", "a2")]
        with pytest.raises(QueueFullError):
            pool.submit("a3", player="a")
        jobs.append(pool.submit("b1", player="b"))
        with pytest.raises(QueueFullError):
            pool.submit("c1", player="c")
        for job in jobs:
            job.result.cancel()

    assert with_pool(main, max_waiting=QueueLimit(per_player=2, in_all=3)) == ["first"]


def test_a_request_that_is_withdrawn_leaves_the_queue_at_once() -> None:
    async def main(pool: FairPool[str, str], gate: Gate) -> None:
        async def ask(request: str) -> str:
            return await pool.submit(request, player="a").result

        gone = asyncio.create_task(ask("gone"))
        await asyncio.sleep(0)
        with pytest.raises(QueueFullError):
            pool.submit("next", player="a")
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        assert pool.num_waiting == 0
        job = pool.submit("next", player="a")
        gate.is_open.set()
        assert await job.result == "NEXT"

    assert with_pool(main, max_waiting=QueueLimit(per_player=1, in_all=3)) == ["first", "next"]


def test_a_pool_that_closes_fails_what_waits() -> None:
    async def main(pool: FairPool[str, str], gate: Gate) -> None:
        job = pool.submit("late", player="a")
        gate.is_open.set()
        pool.close()
        with pytest.raises(WorkerLostError, match="stopping"):
            await job.result

    assert with_pool(main) == ["first"]
