"""How long it takes to pair everybody in a crowded lobby of one node, and to store their games.

python -m benchmarks.pairing [--json] [--people 2000]
"""

from __future__ import annotations

import asyncio
import tempfile
from random import Random
from time import perf_counter, process_time
from typing import Annotated

import typer
from sqlalchemy import Connection, func, select

from benchmarks.figures import print_figures
from kahuna.core import Ruleset
from kahuna.hosting.community.seeks import Seek
from kahuna.hosting.community.visitors import guest_visitor
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.tokens import new_token, token_hash
from kahuna.hosting.store import TimeControl
from kahuna.server.matchmaker import Matchmaker
from kahuna.server.metrics import Metrics
from kahuna.server.store.lobby_rows import put_seek
from kahuna.server.store.store import SqlGameStore
from kahuna.server.store.tables import MATCHES
from research.command import run


def crowd(num_people: int, now: float, seed: int = 1) -> list[Seek]:
    """Return people who have looked for an opponent for up to ten seconds."""
    rng, ruleset = Random(seed), Ruleset()
    return [
        Seek(
            id=str(number),
            visitor=guest_visitor(str(number)),
            name=None,
            token_hash=token_hash(new_token()),
            ruleset=ruleset,
            clock=TimeControl("game", rng.choice((300, 600)), 5),
            is_rated=False,
            num_games=2,
            allows_knowledge=True,
            rating=rng.gauss(1500, 300),
            deviation=80.0,
            lowest=None,
            highest=None,
            opponent=None,
            last_opponent=guest_visitor(str(rng.randrange(num_people))),
            num_declined=0,
            created_at=now - rng.uniform(0, 10),
            seen_at=now,
        )
        for number in range(num_people)
    ]


async def measure(num_people: int) -> dict[str, float]:
    """Pair people once; return how many were paired, and how long it took."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqlGameStore(f"sqlite:///{folder}/games.db", Metrics())
        registry = GameRegistry(store, max_in_memory=num_people)
        matchmaker = Matchmaker(registry, store, lambda: 0)
        lobby = crowd(num_people, registry.sources.now())

        def enter(connection: Connection) -> None:
            for seek in lobby:
                put_seek(connection, seek)

        await store.transact(enter)
        began, cpu_before = perf_counter(), process_time()
        await matchmaker.tick()
        seconds, cpu_seconds = perf_counter() - began, process_time() - cpu_before
        counted = select(func.count()).select_from(MATCHES)
        num_games = await store.query(lambda rows: rows.execute(counted).scalar_one())
        await registry.close()
        await store.close()
    return {
        "people_paired": 2 * num_games,
        "seconds": round(seconds, 2),
        "cpu_seconds": round(cpu_seconds, 2),
    }


def main(
    people: Annotated[int, typer.Option(help="People in the lobby.")] = 2000,
    *,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure how long it takes to pair everybody."""
    print_figures(asyncio.run(measure(people)), as_json=json)


if __name__ == "__main__":
    run(main)
