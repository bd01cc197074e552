"""The nemesis follows its seed, and links break as they are told."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import pairwise

import pytest
from verification.nemesis import (
    LINK_FAULTS,
    NODE_FAULTS,
    PROCESS_FAULTS,
    Fault,
    Targets,
    carry_out,
    plan_faults,
    plan_upgrade,
)
from verification.relay import Relay

TARGETS = Targets(
    nodes=["node0", "node1"],
    workers=["worker0"],
    services=["postgres", "redis"],
    links=["node0-postgres", "clients-node1"],
)


def test_a_seed_always_gives_the_same_faults():
    assert plan_faults(5, 20, TARGETS) == plan_faults(5, 20, TARGETS) != plan_faults(6, 20, TARGETS)


def test_every_target_has_each_of_its_faults_in_some_schedule():
    planned = {
        (fault.target, fault.kind) for s in range(60) for fault in plan_faults(s, 20, TARGETS)
    }
    expected = {(name, kind) for name, kinds in TARGETS.faults() for kind in kinds}
    assert planned == expected
    assert {kind for _, kind in planned} == {*NODE_FAULTS, *PROCESS_FAULTS, *LINK_FAULTS}


@pytest.mark.parametrize("seed", range(20))
def test_a_target_has_one_fault_at_a_time_and_all_end_in_time(seed: int):
    faults = plan_faults(seed, 10, TARGETS)
    assert all(fault.at + fault.seconds <= 10 for fault in faults)
    for name, num in Counter(fault.target for fault in faults).items():
        own = [fault for fault in faults if fault.target == name]
        assert len(own) == num
        for first, second in pairwise(own):
            assert first.at + first.seconds < second.at


@pytest.mark.parametrize("seed", range(5))
def test_an_upgrade_replaces_each_member_once_and_kills_none(seed: int):
    faults = plan_upgrade(seed, 10, TARGETS)
    members = [*TARGETS.nodes, *TARGETS.workers]
    upgraded = [fault for fault in faults if fault.target in members]
    assert sorted(fault.target for fault in upgraded) == sorted(members)
    assert {fault.kind for fault in upgraded} == {"upgrade"}
    assert all(first.at < second.at for first, second in pairwise(upgraded))


class Noting:
    def __init__(self) -> None:
        self.noted: list[tuple[str, str]] = []

    async def begin(self, fault: Fault) -> None:
        self.noted.append(("begin", fault.target))

    async def end(self, fault: Fault) -> None:
        self.noted.append(("end", fault.target))


def test_every_fault_begins_and_ends():
    faults = plan_faults(1, 0.3, TARGETS) or (Fault(0.0, 0.1, "kill", "node0"),)
    cluster = Noting()
    asyncio.run(carry_out(faults, cluster))
    counts = Counter(kind for kind, _ in cluster.noted)
    assert counts["begin"] == counts["end"] == len(faults)


def with_relay(check: Callable[[Relay], Awaitable[None]]) -> None:
    """A server that answers every line in capital letters, behind a link."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            writer.write(line.upper())
        writer.close()

    async def main() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        relay = Relay("link", server.sockets[0].getsockname()[1])
        await relay.start()
        try:
            await check(relay)
        finally:
            await relay.stop()
            server.close()

    asyncio.run(main())


async def call(relay: Relay, text: bytes = b"hello\n") -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", relay.port)
    try:
        writer.write(text)
        return await reader.readline()
    except ConnectionError:
        return b""
    finally:
        writer.close()


def test_a_link_forwards():
    async def check(relay: Relay) -> None:
        assert await call(relay) == b"HELLO\n"

    with_relay(check)


def test_a_cut_link_breaks_connections_old_and_new():
    async def check(relay: Relay) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", relay.port)
        writer.write(b"a\n")
        assert await reader.readline() == b"A\n"
        relay.begin("cut")
        with suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()
        assert await call(relay) == b""
        relay.end()
        assert await call(relay) == b"HELLO\n"

    with_relay(check)


def test_a_held_link_delivers_later():
    async def check(relay: Relay) -> None:
        relay.begin("hold")
        waiting = asyncio.create_task(call(relay))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        relay.end()
        assert await waiting == b"HELLO\n"

    with_relay(check)


def test_a_deaf_link_loses_answers_and_then_breaks():
    async def check(relay: Relay) -> None:
        relay.begin("deaf")
        waiting = asyncio.create_task(call(relay))
        await asyncio.sleep(0.5)  # Until the answer has come and is lost.
        assert not waiting.done()
        relay.end()
        assert await waiting == b""

    with_relay(check)


def test_a_slow_link_is_late():
    async def check(relay: Relay) -> None:
        relay.begin("slow", 0.05)
        loop = asyncio.get_running_loop()
        began = loop.time()
        assert await call(relay) == b"HELLO\n"
        assert loop.time() - began >= 0.1

    with_relay(check)
