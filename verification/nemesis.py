"""The nemesis: a seeded schedule of faults, and what carries it out."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal, Protocol, TypeAlias

FaultKind: TypeAlias = Literal[
    "kill", "pause", "terminate", "cut", "hold", "deaf", "slow", "shift clock", "upgrade"
]
PROCESS_FAULTS: Final[tuple[FaultKind, ...]] = ("kill", "pause")
NODE_FAULTS: Final[tuple[FaultKind, ...]] = ("kill", "kill", "pause", "terminate", "shift clock")
LINK_FAULTS: Final[tuple[FaultKind, ...]] = ("cut", "hold", "deaf", "slow")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is broken for a while."""

    at: float
    """Seconds after the start."""
    seconds: float
    kind: FaultKind
    target: str

    def __str__(self) -> str:
        return f"{self.at:.2f} s: {self.kind} {self.target} for {self.seconds:.2f} s"


@dataclass(frozen=True, slots=True)
class Targets:
    """What can be broken."""

    nodes: Sequence[str]
    workers: Sequence[str]
    services: Sequence[str]
    """PostgreSQL and Redis."""
    links: Sequence[str]

    def faults(self) -> list[tuple[str, Sequence[FaultKind]]]:
        """Return every target with the faults that it can have."""
        return [
            *((name, NODE_FAULTS) for name in self.nodes),
            *((name, PROCESS_FAULTS) for name in (*self.workers, *self.services)),
            *((name, LINK_FAULTS) for name in self.links),
        ]


def plan_faults(seed: int, seconds: float, targets: Targets) -> tuple[Fault, ...]:
    """Return the schedule of a seed: overlapping faults, but one at a time for each target."""
    rng = Random(seed)
    busy_until: dict[str, float] = {}
    faults = []
    at = rng.uniform(0.0, 0.5)
    possible = targets.faults()
    groups = [possible[: len(targets.nodes)], possible[len(targets.nodes) :]]
    while at < seconds:
        target, kinds = rng.choice(rng.choice(groups))
        length = min(rng.uniform(0.2, 1.5), seconds - at)
        if busy_until.get(target, -1.0) < at:
            faults.append(Fault(at, length, rng.choice(kinds), target))
            busy_until[target] = at + length + 0.3
        at += rng.uniform(0.1, 0.7)
    return tuple(faults)


def plan_upgrade(seed: int, seconds: float, targets: Targets) -> tuple[Fault, ...]:
    """Return a schedule that replaces one node or worker after the other by another release.

    Meanwhile links and services have their usual faults. Nodes have none: an old one that is killed
    could not start again after the migration.
    """
    rng = Random(seed)
    members = [*targets.nodes, *targets.workers]
    rng.shuffle(members)
    pause = seconds / len(members)
    upgrades = [
        Fault(pause * (number + rng.uniform(0.3, 0.9)), 0.1, "upgrade", member)
        for number, member in enumerate(members)
    ]
    faults = plan_faults(seed, seconds, targets)
    return (*upgrades, *(fault for fault in faults if fault.target not in members))


class Breakable(Protocol):
    """A cluster whose parts can be broken and repaired."""

    async def begin(self, fault: Fault) -> None:
        """Break something."""
        ...

    async def end(self, fault: Fault) -> None:
        """Repair it."""
        ...


async def carry_out(faults: Sequence[Fault], cluster: Breakable) -> None:
    """Break and repair everything as planned; return when all faults have ended.

    A repair may take longer than planned: then the next fault of the same target waits for it.
    """
    began = asyncio.get_running_loop().time()
    locks = {fault.target: asyncio.Lock() for fault in faults}

    async def one(fault: Fault) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, began + fault.at - loop.time()))
        async with locks[fault.target]:
            await cluster.begin(fault)
            try:
                await asyncio.sleep(fault.seconds)
            finally:
                await cluster.end(fault)

    async with asyncio.TaskGroup() as running:
        for fault in faults:
            running.create_task(one(fault))
