"""Compare three nodes on PostgreSQL and Redis with one node on SQLite.

    python -m benchmarks.cluster [--json] [--seconds 10] [--games 200] [--think 1]

Measure the CPU time of all parts per move, and how long a move needs to reach the opponent, who is
connected to another node. Everything runs on one machine and shares its cores with the load.
"""

from __future__ import annotations

import json
import socket
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from verification.programs import Postgres, Program, Redis

from benchmarks.server import run_load, running_server
from research.command import run

DATABASE = "kahuna"


class Cluster(NamedTuple):
    """Nodes and the services that they share."""

    postgres: Postgres
    redis: Redis
    pids: tuple[int, ...]
    ports: tuple[int, ...]


@contextmanager
def running_nodes(num_nodes: int) -> Iterator[Cluster]:
    """Start PostgreSQL, Redis and nodes, and stop them afterwards."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL has a user of its own.
        postgres, redis = Postgres(folder), Redis()
        for program in (postgres, redis):
            stack.enter_context(started(program))
        postgres.create_database(DATABASE)
        urls = (f"{postgres.url}/{DATABASE}", redis.url)
        nodes = [stack.enter_context(running_server(*urls)) for _ in range(num_nodes)]
        pids, ports = zip(*nodes, strict=True)
        yield Cluster(postgres, redis, pids, ports)


def measure_cluster(
    num_nodes: int, num_games: int, seconds: float, think: float
) -> dict[str, float]:
    """Start nodes on PostgreSQL and Redis, load them, and return the figures."""
    with running_nodes(num_nodes) as cluster:
        postgres, redis = cluster.postgres, cluster.redis
        parts: dict[str, Callable[[], Sequence[int]]] = {
            "nodes": lambda: cluster.pids,
            "postgres": lambda: postgres.pids,
            "redis": lambda: redis.pids,
        }
        before = _traffic(postgres, redis)
        figures = run_load(cluster.ports, parts, num_games, seconds, think)
        for name, after in _traffic(postgres, redis).items():
            # The warm-up and making the games are in it, and so are their moves.
            figures[f"{name}_per_move"] = round((after - before[name]) / figures["all_moves"])
        return figures


def _traffic(postgres: Postgres, redis: Redis) -> dict[str, float]:
    """Return the bytes that PostgreSQL has logged, and that Redis has received and sent."""
    import psycopg

    with psycopg.connect(f"{postgres.url}/{DATABASE}") as connection:
        row = connection.execute("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn").fetchone()
        assert row is not None
    with socket.create_connection(("127.0.0.1", redis.port)) as line:
        line.sendall(b"INFO stats\r\n")
        stats = dict(
            entry.split(":") for entry in line.recv(1 << 16).decode().split("\r\n") if ":" in entry
        )
    network = float(stats["total_net_input_bytes"]) + float(stats["total_net_output_bytes"])
    return {"wal_bytes": float(row[0]), "redis_bytes": network}


def measure_single(num_games: int, seconds: float, think: float) -> dict[str, float]:
    """Start one node on SQLite, load it, and return the figures."""
    with running_server() as (pid, port):
        return run_load([port], {"nodes": lambda: [pid]}, num_games, seconds, think)


@contextmanager
def started(program: Program) -> Iterator[None]:
    """Run a program as long as the block lasts."""
    program.start()
    try:
        yield
    finally:
        program.kill()


def main(
    seconds: Annotated[float, typer.Option(min=0.1)] = 10.0,
    games: Annotated[int, typer.Option(min=1)] = 200,
    nodes: Annotated[int, typer.Option(min=1)] = 3,
    think: Annotated[float, typer.Option(min=0.0, help="mean seconds before a move")] = 1.0,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Print CPU time and latency of one node and of several."""
    load = (games, seconds, think)
    single = measure_single(*load)
    cluster = measure_cluster(nodes, *load)
    if as_json:
        print(json.dumps([single, cluster]))
        return
    print("                    moves/s  CPU ms/move  answer p50  p99 ms  opponent p50  p99 ms")
    for name, result in (("one node, SQLite", single), (f"{nodes} nodes", cluster)):
        print(
            f"{name:18}  {result['moves_per_second']:7}  {result['cpu_ms_per_move']:11}"
            f"  {result['p50_ms']:10}  {result['p99_ms']:6}"
            f"  {result['arrival_p50_ms']:12}  {result['arrival_p99_ms']:6}"
        )
    parts = ("nodes", "postgres", "redis")
    shares = ", ".join(f"{part} {cluster[f'{part}_cpu_ms_per_move']}" for part in parts)
    ratio = cluster["cpu_ms_per_move"] / single["cpu_ms_per_move"]
    print(f"CPU per move of the cluster: {shares}; {ratio:.2f} times that of one node")
    wal, redis = cluster["wal_bytes_per_move"], cluster["redis_bytes_per_move"]
    print(f"bytes per move: {wal:.0f} in the log of PostgreSQL, {redis:.0f} to and from Redis")


if __name__ == "__main__":
    run(main)
