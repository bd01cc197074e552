"""How long a bot takes to answer: on one server, and through the queue of a cluster.

    python -m benchmarks.bot_latency [--json] [--turns 100] [--nodes 3] [--bot pua]

One player ends turn after turn and measures the time until it is its turn again: the bot's turn of
one to three actions, each stored, and in the cluster a job that any of the nodes takes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated

import typer

from benchmarks.bot_queue import bot_game
from benchmarks.cluster import running_nodes
from benchmarks.server import running_server
from benchmarks.server_load import percentile_ms
from kahuna.bots.spec import parse_spec
from research.command import run

_TURNS_PER_GAME = 10
"""Few enough that no game ends before."""


def measure_single(num_turns: int, bot: str) -> list[float]:
    """Return how long a bot takes on one SQLite node, for each turn in seconds."""
    with running_server() as (_, port):
        return _play([port], num_turns, bot)


def measure_cluster(num_nodes: int, num_turns: int, bot: str) -> list[float]:
    """Return how long a bot takes on several nodes, for each turn in seconds."""
    with running_nodes(num_nodes) as cluster:
        return _play(cluster.ports, num_turns, bot)


def _play(ports: Sequence[int], num_turns: int, bot: str) -> list[float]:
    """Play games one after the other, each on another node."""
    times: list[float] = []
    with bot_game(ports[0], bot) as player:
        player.play_turn()  # Worker processes start.
    for number in range(-(-num_turns // _TURNS_PER_GAME)):
        with bot_game(ports[number % len(ports)], bot) as player:
            times += [player.play_turn() for _ in range(_TURNS_PER_GAME)]
    return times


def main(
    turns: Annotated[int, typer.Option(min=1)] = 100,
    nodes: Annotated[int, typer.Option(min=1)] = 3,
    bot: str = "pua",
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Print how long a bot takes to answer, on one node and on several."""
    parse_spec(bot)  # Complain about an unknown bot at once.
    measured = {
        "one node, SQLite": measure_single(turns, bot),
        f"{nodes} nodes, queue": measure_cluster(nodes, turns, bot),
    }
    figures = {
        name: {"p50_ms": percentile_ms(times, 0.5), "p99_ms": percentile_ms(times, 0.99)}
        for name, times in measured.items()
    }
    if as_json:
        print(json.dumps(figures))
        return
    for name, times in figures.items():
        print(f"{name:18}  median {times['p50_ms']} ms, p99 {times['p99_ms']} ms")


if __name__ == "__main__":
    run(main)
