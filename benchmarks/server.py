"""Measure a server: committed moves per second, latency, CPU per move, memory per game.

    python -m benchmarks.server [--json] [--seconds 10] [--games 20 --games 100]

Start a server process on a fresh SQLite file with full synchronisation and a load process on the
same machine; all traffic goes over WebSockets on loopback.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated
from urllib.request import urlopen

import typer

from research.command import run

_SERVER = """
import json
import sys
from kahuna.server.startup import listening, make_server
from kahuna.server.settings import Settings
settings = Settings(**json.loads(sys.argv[1]))
with listening("127.0.0.1", 0) as listener:
    print(listener.getsockname()[1], flush=True)
    make_server(settings).run(sockets=[listener])
"""

NO_LIMITS: Mapping[str, float] = {
    "messages_per_second": 1e6,
    "message_burst": 1_000_000,
    "requests_per_second": 1e6,
    "request_burst": 1_000_000,
    "max_games_in_memory": 100_000,
    "max_connections": 100_000,
    "max_connections_per_address": 100_000,
}
"""Settings under which one address can play all games."""
DEFAULT_LIMITS: Mapping[str, float] = {}


def measure(num_games: int, seconds: float) -> dict[str, float]:
    """Start a server, load it, and return the figures."""
    with running_server() as (pid, port):
        before = memory_kb(pid)
        summary = run_load([port], {"server": lambda: [pid]}, num_games, seconds)
        num = num_games + int(summary["finished_games"])
        summary["memory_kb_per_game"] = round((memory_kb(pid) - before) / num)
        return summary


@contextmanager
def running_server(
    db_url: str = "", hub_url: str = "", *, limits: Mapping[str, float] = NO_LIMITS
) -> Iterator[tuple[int, int]]:
    """Run a server on a database and a hub, or on a new SQLite file; yield process id and port."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {**limits, "db_url": db_url or f"sqlite:///{folder}/games.db"}
        if hub_url:
            settings["hub_url"] = hub_url
        server = subprocess.Popen(
            [sys.executable, "-c", _SERVER, json.dumps(settings)],
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is for us; the server is stopped below.
        )
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline())
            _wait_until_up(port)
            yield server.pid, port
        finally:
            server.terminate()
            server.wait(30)
            if server.stdout is not None:
                server.stdout.close()


def run_load(
    ports: Sequence[int],
    parts: Mapping[str, Callable[[], Sequence[int]]],
    num_games: int,
    seconds: float,
    think: float = 0.0,
) -> dict[str, float]:
    """Load nodes from another process; return its figures and the CPU time of each part per move.

    ``parts`` returns the processes of each part. What the warm-up needs does not count.
    """

    def used() -> dict[str, float]:
        return {part: sum(map(cpu_seconds, pids())) for part, pids in parts.items()}

    command = [sys.executable, "-m", "benchmarks.server_load"]
    options = [
        *(f"--port={port}" for port in ports),
        "--games",
        str(num_games),
        "--seconds",
        str(seconds),
        "--think",
        str(think),
    ]
    with subprocess.Popen(
        [*command, *options], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as load:
        assert load.stdout is not None
        assert load.stdout.readline() == "begin\n", "the load failed"
        before = used()
        summary: dict[str, float] = json.loads(load.stdout.readline())
        after = used()
    for part in parts:
        cpu = after[part] - before[part]
        summary[f"{part}_cpu_ms_per_move"] = round(1000 * cpu / summary["moves"], 3)
    total = sum(after.values()) - sum(before.values())
    summary["cpu_ms_per_move"] = round(1000 * total / summary["moves"], 3)
    return summary


def _wait_until_up(port: int) -> None:
    for _ in range(200):
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
                return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError("the server does not answer")


def memory_kb(pid: int) -> int:
    """Return the resident memory of a process in kB, or 0 where it is unknown."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process and of its children that have ended, or 0 if unknown."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    times = stat.read_text().rsplit(")", 1)[1].split()[11:15]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")


def main(
    games: Annotated[
        list[int] | None, typer.Option(min=1, help="at once; repeatable; 20, 100 and 200")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.1)] = 10.0,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Print moves per second, latency, CPU time and memory of a server."""
    nums = games or [20, 100, 200]
    if as_json:
        print(json.dumps([measure(num, seconds) for num in nums]))
        return
    print("games at once  moves/s  p50 ms  p99 ms  kB/game  server CPU ms/move")
    for num in nums:
        result = measure(num, seconds)
        print(
            f"{result['games_at_once']:13}  {result['moves_per_second']:7}  {result['p50_ms']:6}"
            f"  {result['p99_ms']:6}  {result['memory_kb_per_game']:7}"
            f"  {result['server_cpu_ms_per_move']:18}",
            flush=True,
        )


if __name__ == "__main__":
    run(main)
