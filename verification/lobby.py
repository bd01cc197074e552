"""Kill nodes while they pair people and rate matches, then check what is stored.

    python -m verification.lobby [--seconds 20] [--workers 3]

Every worker is a node without HTTP: it lets accounts look for opponents, make and accept offers,
pairs them, and plays their matches, all on one database. Workers are killed and replaced at random
moments. In the end

- no seek has led to two games,
- every finished rated match has changed both ratings exactly once, and no other match has, and
- the ratings are those after the last changes.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Annotated, Final

import typer
from sqlalchemy import Connection, func, select

from kahuna.core import legal_actions
from kahuna.hosting.community.account import Account
from kahuna.hosting.community.seeks import AcceptSeek, SeekWanted
from kahuna.hosting.errors import ApiError, RefusedError
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.tokens import new_token
from kahuna.hosting.store import ConflictError, StorageError, TimeControl
from kahuna.server.matchmaker import Matchmaker, Visit
from kahuna.server.metrics import Metrics
from kahuna.server.store.account_rows import insert_account
from kahuna.server.store.database import Database
from kahuna.server.store.lobby_rows import load_lobby
from kahuna.server.store.store import SqlGameStore
from kahuna.server.store.tables import HOLDERS, MATCHES, RATING_CHANGES, RATINGS
from research.command import run
from verification.programs import Postgres

ACCOUNTS: Final = [
    Account(id=f"account{number:09}", name=f"Player {number}", created_at=1.0)
    for number in range(8)
]
CLOCK: Final = TimeControl("turn", 3600)
UNLUCKY: Final = (ApiError, RefusedError, ConflictError, StorageError)


async def work(url: str, seed: int) -> None:
    """Look for opponents, pair people and play until killed."""
    rng = Random(seed)
    store = SqlGameStore(url, Metrics())
    registry = GameRegistry(store)
    matchmaker = Matchmaker(registry, store, lambda: 0)
    pairing = asyncio.create_task(matchmaker.run())
    print("ready", flush=True)
    while not pairing.done():
        account = rng.choice(ACCOUNTS)
        wanted = SeekWanted(token=new_token(), clock=CLOCK, is_rated=True)
        visit = Visit(account.id, account)
        with suppress(*UNLUCKY):
            await matchmaker.seek(visit, wanted)
        with suppress(*UNLUCKY):
            other = rng.choice(ACCOUNTS)
            await matchmaker.seek(visit, replace(wanted, token=new_token(), opponent=other.id))
        for offer in (await matchmaker.look(visit))["offers"]:
            with suppress(*UNLUCKY):
                await matchmaker.accept(visit, offer["id"], AcceptSeek(token=new_token()))
        lobby = await store.query(lambda rows: load_lobby(rows, registry.sources.now(), ()))
        games = {game for games in lobby.begun.values() for game in games}
        for game in games:
            with suppress(*UNLUCKY):
                await play(registry, game, rng)
        await asyncio.sleep(0)
    await pairing


async def play(registry: GameRegistry, game_id: str, rng: Random) -> None:
    """Let both seats act in a game of a match, then let one resign; go on with the next game."""
    async with registry.room(game_id) as room:

        async def step(game: HostedGame) -> None:
            while not game.is_over:
                seat, now = game.mover, registry.sources.now()
                assert seat is not None
                if len(game.acted) == 2:
                    update = game.resign(rng.choice((seat, seat.other)), now)
                else:
                    action = rng.choice(list(legal_actions(game.view(seat))))
                    update = game.act_for_bot(seat, action, at=now)
                await registry.commit(room, update)

        await registry.transact(room, step)
        next_game = room.game.metadata.rematch
    if next_game is not None:
        await play(registry, next_game, rng)


def problems(connection: Connection) -> list[str]:
    """Return what is wrong in a database."""
    firsts = HOLDERS.join(MATCHES, HOLDERS.c.game == MATCHES.c.id)
    twice = select(HOLDERS.c.token_hash).select_from(firsts).group_by(HOLDERS.c.token_hash)
    found = [
        f"the seek with the token {token} led to two games"
        for token in connection.execute(twice.having(func.count() > 1)).scalars()
    ]
    rated = select(RATING_CHANGES.c.match, func.count()).group_by(RATING_CHANGES.c.match)
    changes = {row[0]: row[1] for row in connection.execute(rated)}
    for match in connection.execute(select(MATCHES)).mappings():
        is_rated = match["finished_at"] is not None and match["second_score"] is not None
        if changes.pop(match["id"], 0) != (2 if is_rated else 0):
            found.append(f"match {match['id']} did not change both ratings once")
    found += [f"match {match} is unknown" for match in changes]
    for row in connection.execute(select(RATINGS)).mappings():
        last = (
            select(RATING_CHANGES)
            .where(RATING_CHANGES.c.account == row["account"])
            .order_by(RATING_CHANGES.c.at.desc())
        )
        change = connection.execute(last).mappings().first()
        if change is None or change["value"] != row["value"]:
            found.append(f"the rating of {row['account']} is not that of its last match")
    return found


def torture(url: str, seconds: float, num_workers: int, seed: int) -> tuple[int, list[str]]:
    """Kill workers again and again; return the number of rated matches, and what is wrong."""
    rng, seeds = Random(seed), count(seed)
    database = Database(url)

    def add_accounts(connection: Connection) -> None:
        for account in ACCOUNTS:
            insert_account(connection, account)

    database.transact(add_accounts)

    def start() -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "verification.lobby", "--work", url, "--seed"]
        root = Path(__file__).parent.parent
        worker = subprocess.Popen(
            [*command, str(next(seeds))], stdout=subprocess.PIPE, text=True, cwd=root
        )
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n", "a worker did not start"
        return worker

    workers = [start() for _ in range(num_workers)]
    try:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(rng.uniform(0.5, 2.0))
            victim = rng.randrange(num_workers)
            _kill(workers[victim])
            workers[victim] = start()
    finally:
        for worker in workers:
            _kill(worker)
    try:
        return database.query(
            lambda rows: (
                rows.execute(select(func.count()).select_from(RATING_CHANGES)).scalar_one() // 2,
                problems(rows),
            )
        )
    finally:
        database.close()


def _kill(worker: subprocess.Popen[str]) -> None:
    worker.kill()
    worker.wait()
    assert worker.stdout is not None
    worker.stdout.close()


def main(
    seconds: Annotated[float, typer.Option(help="How long to go on.")] = 20.0,
    workers: Annotated[int, typer.Option(help="Nodes at a time.")] = 3,
    seed: int = 1,
    work_on: Annotated[str | None, typer.Option("--work", hidden=True)] = None,
) -> None:
    """Kill nodes while they pair people and rate matches, then check what is stored."""
    if work_on is not None:
        asyncio.run(work(work_on, seed))
        return
    folder = Path(tempfile.mkdtemp(prefix="kahuna-lobby-"))
    folder.chmod(0o755)  # PostgreSQL runs as its own user.
    server = Postgres(folder)
    server.start()
    try:
        num_rated, found = torture(f"{server.url}/postgres", seconds, workers, seed)
    finally:
        server.kill()
    print(f"{num_rated} matches rated, {len(found)} problems", *found, sep="\n")
    raise typer.Exit(code=1 if found or not num_rated else 0)


if __name__ == "__main__":
    run(main)
