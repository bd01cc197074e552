"""Measure what telling a change costs: bytes and CPU time per change, for players and a crowd.

    python -m benchmarks.broadcast [--games 20] [--spectators 50]

Play seeded games in one process, on a store in memory and without a network, so that the bytes are
the same in every run and other programs on the machine hardly matter.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from random import Random
from time import process_time
from typing import Annotated, Any

import orjson
import typer

from kahuna.core import Seat
from kahuna.hosting.play.messages import Act
from kahuna.hosting.play.new_game import NewGame
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.seating import JoinGame, Seating
from kahuna.hosting.play.services import Sources
from kahuna.hosting.play.session import Session
from kahuna.hosting.store import GameUpdate, StoredGame
from kahuna.record.fair_cards import SEED_BYTES
from research.command import run


class _NoStore:
    """Accepts every write and keeps nothing."""

    async def load(self, game: str) -> StoredGame | None:
        return None

    async def write(self, *updates: GameUpdate) -> None:
        pass

    async def settle(self) -> None:
        pass

    async def games_of(self, hashes: Sequence[str]) -> Mapping[str, tuple[Seat, ...]]:
        return {}

    async def due_games(self, now: float) -> Sequence[str]:
        return ()

    async def bot_games(self, *, after: str, limit: int) -> Sequence[str]:
        return ()

    async def check_writable(self) -> None:
        pass

    async def close(self) -> None:
        pass


class _Client:
    """Counts bytes; a player also keeps the state."""

    def __init__(self, *, keeps_state: bool) -> None:
        self._keeps_state = keeps_state
        self.state: dict[str, Any] = {}
        self.num_bytes = 0

    def finish(self) -> None:
        pass

    def send(self, data: bytes) -> None:
        self.num_bytes += len(data)
        if self._keeps_state:
            self.state |= orjson.loads(data).get("state", {})


async def measure(num_games: int, num_spectators: int) -> dict[str, float]:
    """Play games; return the costs per change."""
    rng, num_changes, num_bytes, began = Random(1), 0, 0, process_time()
    for number in range(num_games):
        changes, sent = await _play(number, num_spectators, rng)
        num_changes += changes
        num_bytes += sent
    return {
        "spectators": num_spectators,
        "changes": num_changes,
        "bytes_per_change": round(num_bytes / num_changes),
        "cpu_ms_per_change": round(1000 * (process_time() - began) / num_changes, 3),
    }


async def _play(number: int, num_spectators: int, rng: Random) -> tuple[int, int]:
    secrets = Random(number)
    sources = Sources(secret=lambda: secrets.randbytes(SEED_BYTES))
    registry = GameRegistry(_NoStore(), sources=sources, encode=orjson.dumps)
    seating = Seating(registry)
    made = await seating.make(NewGame(mode="online", seat="white", first="white"))
    clients: list[_Client] = []
    num_changes = 0
    async with registry.room(made["game"]) as room:
        joined = await seating.join(room, JoinGame(invite=str(made["invite"])))
        players: list[tuple[Session, _Client]] = []
        for token in (made["token"], joined["token"], *[None] * num_spectators):
            client = _Client(keeps_state=token is not None)
            session = await Session.open(registry, room, token, client)
            clients.append(client)
            if token is not None:
                players.append((session, client))
        while not room.game.is_over:
            for session, client in players:
                if not client.state["legal"]:
                    continue
                num_changes += 1
                action = rng.choice(client.state["legal"])["action"]
                version = client.state["version"]
                request = Act(type="act", key=f"k{num_changes}", version=version, action=action)
                await session.handle(request)
    await registry.close()
    return num_changes, sum(client.num_bytes for client in clients)


def main(
    games: Annotated[int, typer.Option(min=1, max=10_000)] = 20,
    spectators: Annotated[
        list[int] | None, typer.Option(min=0, max=10_000, help="repeatable; 0 and 50")
    ] = None,
) -> None:
    """Print bytes and CPU time per change as JSON."""
    for num_spectators in spectators or (0, 50):
        print(json.dumps(asyncio.run(measure(games, num_spectators))))


if __name__ == "__main__":
    run(main)
