"""A cluster on loopback: PostgreSQL, Redis, HAProxy, nodes, workers and the links between them."""

from __future__ import annotations

import asyncio
import json
import mmap
import os
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, cast
from urllib.error import URLError
from urllib.request import urlopen

from verification.nemesis import Fault, Targets
from verification.programs import (
    PATIENCE,
    HAProxy,
    NotReadyError,
    Postgres,
    Program,
    Redis,
    free_port,
    is_running,
    send_signal,
)
from verification.relay import LinkFault, Relay
from verification.zygote import Order

ROOT: Final = Path(__file__).parent.parent
DATABASE: Final = "kahuna"
SHIFT_SECONDS: Final = 3600.0
"""By how much the wall clock of a node is shifted."""
SLOW_SECONDS: Final = 0.05
"""Delay of packets on a slow link."""
NODE_SETTINGS: Final[dict[str, Any]] = {
    "messages_per_second": 10_000.0,
    "message_burst": 10_000,
    "requests_per_second": 10_000.0,
    "request_burst": 10_000,
    "max_connections_per_address": 10_000,
    "bot_processes": 0,
    "bot_seconds": 3.0,
    "bot_lease_seconds": 2.0,
}


@dataclass(frozen=True, slots=True)
class ClusterShape:
    """What a cluster consists of, and which bugs are planted in it."""

    num_nodes: int = 3
    num_workers: int = 2
    settle_seconds: float = PATIENCE
    """How long recovery may take after the repair."""
    mutants: tuple[str, ...] = ()
    old_release: Path | None = None
    """The source tree that all nodes and workers run until they are upgraded."""


class Zygote:
    """Starts processes from a parent that has imported everything."""

    def __init__(self, root: Path = ROOT) -> None:
        """Import everything from a source tree."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "verification.zygote"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=root,
            env={**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"},
            start_new_session=True,
        )
        self._lock = threading.Lock()

    def start(self, order: Order) -> int:
        """Start a process and return its id."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._lock:
            print(json.dumps(asdict(order)), file=self._process.stdin, flush=True)
            return int(self._process.stdout.readline())

    def close(self) -> None:
        """Kill all processes."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()


class Member:
    """A node or a worker: a process that is restarted when it ends, as by systemd."""

    def __init__(self, name: str, zygote: Zygote, order: Order) -> None:
        self.name = name
        self.order = order
        self.zygote = zygote
        self._pid = 0
        self._is_wanted = False
        self._lock = threading.Lock()
        self._clock = _shared_number(Path(order.clock))

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._pid

    @property
    def is_running(self) -> bool:
        """Whether the process exists."""
        return self._pid > 0 and is_running(self._pid)

    def start(self) -> None:
        """Start the process, and restart it whenever it ends."""
        self._is_wanted = True
        self.supervise()

    def supervise(self) -> None:
        """Restart the process if it has ended but should run."""
        with self._lock:
            if self._is_wanted and not self.is_running:
                self._pid = self.zygote.start(self.order)

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """End the process with a signal."""
        with self._lock:
            self._is_wanted = False
            if self._pid:
                send_signal([self._pid], number)

    def pause(self) -> None:
        """Freeze the process."""
        send_signal([self._pid], signal.SIGSTOP)

    def resume(self) -> None:
        """Let it continue."""
        send_signal([self._pid], signal.SIGCONT)

    def shift_clock(self, seconds: float) -> None:
        """Shift the wall clock of the process."""
        struct.pack_into("d", self._clock, 0, seconds)

    def is_ready(self) -> bool:
        """Return whether a node can store moves."""
        if self.order.role == "worker":
            return self.is_running
        try:
            with urlopen(f"http://127.0.0.1:{self.order.port}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False


class Cluster:
    """All parts. Use ``await start()`` and ``await stop()``."""

    def __init__(self, folder: Path, shape: ClusterShape) -> None:
        self.folder = folder
        self.shape = shape
        self.postgres = Postgres(folder)
        self.redis = Redis()
        self._services: dict[str, Program] = {"postgres": self.postgres, "redis": self.redis}
        self._links: dict[str, Relay] = {}
        self._zygote = Zygote()
        old = shape.old_release
        self._old_zygote = self._zygote if old is None else Zygote(old)
        self._members: dict[str, Member] = {}
        self._proxy: HAProxy | None = None
        self._supervisor: asyncio.Task[None] | None = None

    @property
    def database_url(self) -> str:
        """The URL of the database, bypassing all links."""
        return f"{self.postgres.url}/{DATABASE}"

    @property
    def endpoints(self) -> Sequence[int]:
        """Ports where clients can connect: the proxy, and every node behind its link."""
        assert self._proxy is not None
        direct = [link.port for name, link in self._links.items() if name.startswith("clients-")]
        return [self._proxy.port] * len(direct) + direct

    @property
    def node_endpoints(self) -> Sequence[int]:
        """Ports of the nodes, one each."""
        return [link.port for name, link in self._links.items() if name.startswith("clients-")]

    @property
    def targets(self) -> Targets:
        """What the nemesis can break."""
        return Targets(
            nodes=[name for name in self._members if name.startswith("node")],
            workers=[name for name in self._members if name.startswith("worker")],
            services=list(self._services),
            links=list(self._links),
        )

    async def start(self) -> None:
        """Start everything and wait until all nodes are ready."""
        await asyncio.gather(
            asyncio.to_thread(self.postgres.start), asyncio.to_thread(self.redis.start)
        )
        await asyncio.to_thread(self.postgres.create_database, DATABASE)
        for number in range(self.shape.num_nodes):
            await self._add_member("node", number)
        for number in range(self.shape.num_workers):
            await self._add_member("worker", number)
        self._proxy = HAProxy(self.folder, self.node_endpoints)
        for member in self._members.values():
            member.start()
        await asyncio.to_thread(self._proxy.start)
        self._supervisor = asyncio.create_task(self._supervise())
        await self.heal()

    async def stop(self) -> None:
        """Stop everything."""
        if self._supervisor is not None:
            self._supervisor.cancel()
        for link in self._links.values():
            await link.stop()
        for zygote in {self._zygote, self._old_zygote}:
            await asyncio.to_thread(zygote.close)
        programs: list[Program] = [self.redis, self.postgres]
        if self._proxy is not None:
            programs.append(self._proxy)
        for program in programs:
            await asyncio.to_thread(program.kill)

    async def begin(self, fault: Fault) -> None:
        """Break something."""
        link = self._links.get(fault.target)
        if link is not None:
            link.begin(cast("LinkFault", fault.kind), SLOW_SECONDS)
            return
        part = self._services.get(fault.target) or self._members[fault.target]
        match fault.kind:
            case "kill":
                await asyncio.to_thread(part.kill)
            case "terminate" | "upgrade":
                assert isinstance(part, Member)
                part.kill(signal.SIGTERM)
            case "pause":
                await asyncio.to_thread(part.pause)
            case "shift clock":
                assert isinstance(part, Member)
                shift = SHIFT_SECONDS if fault.seconds > 0.8 else -SHIFT_SECONDS
                part.shift_clock(shift)
            case _:
                raise ValueError(f"{fault.target} cannot be broken by {fault.kind}")

    async def end(self, fault: Fault) -> None:
        """Repair it."""
        link = self._links.get(fault.target)
        if link is not None:
            link.end()
            return
        part = self._services.get(fault.target) or self._members[fault.target]
        if fault.kind == "pause":
            await asyncio.to_thread(part.resume)
        elif fault.kind == "shift clock":
            assert isinstance(part, Member)
            part.shift_clock(0.0)
        else:
            if isinstance(part, Member) and fault.kind in ("terminate", "upgrade"):
                await self._wait_until_gone(part)
            if isinstance(part, Member) and fault.kind == "upgrade":
                part.zygote = self._zygote
            await asyncio.to_thread(part.start)

    async def heal(self) -> None:
        """Repair everything and wait until all parts are ready."""
        for link in self._links.values():
            link.end()
        for service in self._services.values():
            if not service.is_up:
                await asyncio.to_thread(service.start)
            await asyncio.to_thread(service.resume)
        for member in self._members.values():
            member.shift_clock(0.0)
            member.resume()
            member.start()
        deadline = time.monotonic() + PATIENCE
        waiting = list(self._members.values())
        while waiting:
            states = await asyncio.gather(*(asyncio.to_thread(m.is_ready) for m in waiting))
            waiting = [m for m, is_ready in zip(waiting, states, strict=True) if not is_ready]
            if time.monotonic() > deadline:
                raise NotReadyError(f"{waiting[0].name} does not get ready")
            await asyncio.sleep(0.02)

    async def _wait_until_gone(self, member: Member) -> None:
        """Give a terminated process time to drain; kill it if it hangs."""
        deadline = time.monotonic() + PATIENCE
        while member.is_running:
            if time.monotonic() > deadline:
                raise NotReadyError(f"{member.name} does not stop")
            await asyncio.sleep(0.02)

    async def _add_member(self, role: str, number: int) -> None:
        name = f"{role}{number}"
        urls = {}
        for service, port in (("postgres", self.postgres.port), ("redis", self.redis.port)):
            link = self._links[f"{name}-{service}"] = Relay(f"{name}-{service}", port)
            await link.start()
            urls[service] = link.port
        order = Order(
            role=cast("Any", role),
            settings=NODE_SETTINGS
            | {
                "db_url": f"postgresql://kahuna@127.0.0.1:{urls['postgres']}/{DATABASE}",
                "hub_url": f"redis://127.0.0.1:{urls['redis']}/0",
            },
            clock=str(self.folder / f"{name}.clock"),
            log=str(self.folder / f"{name}.log"),
            port=free_port() if role == "node" else 0,
            mutants=list(self.shape.mutants),
        )
        self._members[name] = Member(name, self._old_zygote, order)
        if role == "node":
            link = self._links[f"clients-{name}"] = Relay(f"clients-{name}", order.port)
            await link.start()

    async def _supervise(self) -> None:
        while True:
            await asyncio.sleep(0.1)
            for member in self._members.values():
                with suppress(ValueError):
                    await asyncio.to_thread(member.supervise)


def _shared_number(path: Path) -> mmap.mmap:
    """Return a file of one floating-point number that other processes can read."""
    path.write_bytes(struct.pack("d", 0.0))
    with path.open("r+b") as file:
        return mmap.mmap(file.fileno(), 8)
