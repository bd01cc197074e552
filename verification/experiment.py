"""One experiment: play, break things, repair them, wait until everything settles, check."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from websockets.asyncio.client import ClientConnection

from kahuna.core import KahunaError
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.play.tokens import token_hash
from kahuna.hosting.store import StoredGame
from kahuna.match import RandomChance
from kahuna.server.store.database import Database
from verification import deterministic_bot
from verification.checker import Violation, check, log_as_sent
from verification.clients import LOST, HttpClient, HttpFailedError, Onlooker, Player
from verification.cluster import Cluster
from verification.history import (
    FaultNoted,
    FinalLog,
    HistoryWriter,
    RematchSeen,
    SeatGranted,
    Secret,
    Stuck,
)
from verification.nemesis import Fault, carry_out
from verification.programs import PATIENCE
from verification.redis_tap import tap_redis
from verification.secrecy import compare_twins
from verification.stored_games import write_games

CLOCK: Final = {"kind": "turn", "seconds": 5}
"""The shortest time control there is."""


@dataclass(frozen=True, slots=True)
class Workload:
    """How many games of each kind are played at once."""

    online: int = 4
    bot: int = 2
    timed: int = 1
    rematches: int = 1
    joins: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an experiment showed."""

    seed: int
    faults: Sequence[Fault]
    num_moves: int
    """Acknowledged moves."""
    violations: Sequence[Violation]
    folder: Path


class Rematcher(Onlooker):
    """Ends a game at once, and asks for another one until there is one."""

    async def _stay(self, socket: ClientConnection) -> None:
        while not self.is_closed:
            if self.state["outcome"] is None:
                if self.viewer == "white":
                    await self._send(socket, {"type": "resign"})
            elif self.state["rematch"]["game"] is None:
                await self._send(socket, {"type": "rematch"})
            with suppress(TimeoutError):
                await self._hear(socket, seconds=0.2)
            await asyncio.sleep(0.05)

    @property
    def has_pending(self) -> bool:
        """Whether there is no rematch yet."""
        return not self.state or self.state["rematch"]["game"] is None


class Experiment:
    """Plays games on a cluster and records what happens."""

    def __init__(self, cluster: Cluster, seed: int, folder: Path, workload: Workload) -> None:
        self._cluster = cluster
        self._seed = seed
        self._folder = folder
        self._workload = workload
        self._rng = Random(seed)
        folder.mkdir(parents=True, exist_ok=True)
        self._history = HistoryWriter(folder / "history.jsonl")
        self._clients: list[Onlooker] = []
        self._games: list[str] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._http = HttpClient(cluster.endpoints, Random(seed))

    async def run(self, faults: Sequence[Fault]) -> Outcome:
        """Break things as planned, then check."""
        with ExitStack() as stack:
            return await self._run(faults, stack)

    async def _run(self, faults: Sequence[Fault], stack: ExitStack) -> Outcome:
        try:
            self._tasks.append(
                asyncio.create_task(tap_redis(self._cluster.redis.port, self._history))
            )
            await self._open_games()
            for client in self._clients:
                self._tasks.append(asyncio.create_task(client.run()))
            await carry_out(faults, _Noting(self._cluster, self._history))
            await self._cluster.heal()
            # Not earlier: opening it would migrate the tables of an older release.
            database = stack.enter_context(closing(Database(self._cluster.database_url)))
            await self._settle(database)
            await self._compare_twins(database)
        finally:
            for client in self._clients:
                client.is_closed = True
            for task in self._tasks:
                task.cancel()
            results = await asyncio.gather(*self._tasks, return_exceptions=True)
            await self._http.close()
            self._history.close()
        for result in results:
            if isinstance(result, Exception):
                raise result
        games = {game: stored for game in self._games if (stored := database.load(game))}
        write_games(self._folder / "games.json", games.values())
        violations = check(self._history.events, games)
        moves = sum(
            client.num_acknowledged for client in self._clients if isinstance(client, Player)
        )
        return Outcome(self._seed, faults, moves, violations, self._folder)

    async def _compare_twins(self, database: Database) -> None:
        """Check on the repaired cluster that responses do not depend on hidden cards."""
        try:
            async with asyncio.timeout(self._cluster.shape.settle_seconds):
                ports = self._cluster.node_endpoints
                for transcript in await compare_twins(self._seed, ports, database):
                    self._history.add(transcript)
        except (TimeoutError, *LOST) as error:
            self._history.add(Stuck("twins", f"onlookers wait in vain: {error!r}"))

    async def _open_games(self) -> None:
        for number in range(self._workload.online):
            await self._open_online(f"o{number}")
        for number in range(self._workload.timed):
            await self._open_online(f"t{number}", clock=CLOCK, max_moves=2)
        for number in range(self._workload.bot):
            made = await self._post(
                "/api/games", {"mode": "bot", "bot": deterministic_bot.KEY, "seat": "white"}
            )
            self._play(f"b{number}-white", made, "white")
            self._watch(f"b{number}-eve", made["game"])
        for number in range(self._workload.rematches):
            game, white, black = await self._make_online()
            for seat, token in (("white", white), ("black", black)):
                self._add(Rematcher(f"r{number}-{seat}", game, token, *self._common()))
        for number in range(self._workload.joins):
            made = await self._post("/api/games", {"mode": "online", "seat": "white"})
            self._note_secrets(made)
            self._games.append(made["game"])
            for joiner in range(3):
                work = self._join(f"j{number}-{joiner}", made)
                self._tasks.append(asyncio.create_task(work))

    async def _open_online(
        self, name: str, *, clock: dict[str, object] | None = None, max_moves: int | None = None
    ) -> None:
        game, white, black = await self._make_online(clock)
        for seat, token in (("white", white), ("black", black)):
            made = {"game": game, "token": token}
            self._play(f"{name}-{seat}", made, seat, max_moves)
        self._watch(f"{name}-eve", game)

    async def _make_online(self, clock: dict[str, object] | None = None) -> tuple[str, str, str]:
        wanted: dict[str, object] = {"mode": "online", "seat": "white"}
        deadline = time.monotonic() + PATIENCE
        while True:
            made = await self._post("/api/games", wanted | ({"clock": clock} if clock else {}))
            invite = {"invite": made["invite"]}
            try:
                joined = await self._http.post(f"/api/games/{made['game']}/join", invite)
                break
            except HttpFailedError:
                # Perhaps only the answer was lost; then nobody knows the token of the seat.
                if time.monotonic() > deadline:
                    raise
        self._note_secrets(made)
        self._note_secrets(joined)
        return made["game"], made["token"], joined["token"]

    def _note_secrets(self, made: dict[str, str]) -> None:
        for name in ("token", "invite"):
            if made.get(name):
                self._history.add(Secret(made[name]))
                self._history.add(Secret(token_hash(made[name])))

    async def _post(self, path: str, body: dict[str, object]) -> dict[str, str]:
        """Send a request while everything works; the proxy may not have noticed yet."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return await self._http.post(path, body)
            except HttpFailedError:
                if time.monotonic() > deadline:
                    raise
                await asyncio.sleep(0.1)

    async def _join(self, client: str, made: dict[str, str]) -> None:
        """Try to take a seat, in a race with others, until it is taken."""
        await asyncio.sleep(Random(f"{self._seed}{client}").uniform(0.0, 2.0))
        with suppress(HttpFailedError):
            body = {"invite": made["invite"], "name": client}
            joined = await self._http.post(f"/api/games/{made['game']}/join", body)
            self._note_secrets(joined)
            self._history.add(SeatGranted(made["game"], "black", client))

    def _common(self) -> tuple[Sequence[int], HistoryWriter, Random]:
        return self._cluster.endpoints, self._history, Random(self._rng.random())

    def _play(
        self, name: str, made: dict[str, str], seat: str, max_moves: int | None = None
    ) -> None:
        player = Player(
            name, made["game"], made["token"], *self._common(), seat=seat, max_moves=max_moves
        )
        self._add(player)

    def _watch(self, name: str, game: str) -> None:
        self._add(Onlooker(name, game, None, *self._common()))

    def _add(self, client: Onlooker) -> None:
        self._clients.append(client)
        if client.game not in self._games:
            self._games.append(client.game)

    async def _settle(self, database: Database) -> None:
        """Wait until every request has a response and everybody sees what is stored."""
        for client in self._clients:
            client.is_done = True
        deadline = time.monotonic() + self._cluster.shape.settle_seconds
        while (problems := self._open_questions(database)) and time.monotonic() < deadline:
            await asyncio.sleep(0.1)
        for game, what in problems:
            self._history.add(Stuck(game, what))
        for client in self._clients:
            self._history.add(FinalLog(client.name, client.game, client.viewer, client.log))
            if isinstance(client, Rematcher) and client.token is not None:
                seen = client.state.get("rematch", {}).get("game")
                num = len(database.games_of([token_hash(client.token)]))
                self._history.add(RematchSeen(client.game, client.name, seen, num))

    def _open_questions(self, database: Database) -> list[tuple[str, str]]:
        """Return what has not happened yet, by game."""
        problems = [
            (client.game, f"{client.name} still waits") for client in self._clients
            if client.has_pending
        ]  # fmt: skip
        if problems:
            return problems  # Reading the database takes time.
        for game in dict.fromkeys(client.game for client in self._clients):
            stored = database.load(game)
            if stored is None:
                continue
            try:
                hosted = HostedGame(stored, RandomChance(Random(0)))
            except (KahunaError, ValueError):
                problems.append((game, "it cannot be loaded"))
                continue
            if hosted.bot_to_move is not None:
                problems.append((game, "a bot does not move"))
            if stored.metadata.time_control is not None and not hosted.is_over:
                problems.append((game, "nobody has run out of time"))
            problems += self._differences(stored, hosted)
        return problems

    def _differences(self, stored: StoredGame, hosted: HostedGame) -> list[tuple[str, str]]:
        return [
            (client.game, f"{client.name} does not see what is stored")
            for client in self._clients
            if client.game == stored.metadata.id
            and client.log != log_as_sent(hosted, client.viewer)
        ]


class _Noting:
    """Writes faults into the history."""

    def __init__(self, cluster: Cluster, history: HistoryWriter) -> None:
        self._cluster = cluster
        self._history = history

    async def begin(self, fault: Fault) -> None:
        """Break something."""
        self._history.add(FaultNoted(time.time(), f"begin {fault}"))
        await self._cluster.begin(fault)

    async def end(self, fault: Fault) -> None:
        """Repair it."""
        await self._cluster.end(fault)
        self._history.add(FaultNoted(time.time(), f"end {fault}"))


def write_outcome(outcome: Outcome) -> None:
    """Write a summary beside the history."""
    summary = {
        "seed": outcome.seed,
        "faults": [str(fault) for fault in outcome.faults],
        "moves": outcome.num_moves,
        "violations": [str(violation) for violation in outcome.violations],
    }
    (outcome.folder / "outcome.json").write_text(json.dumps(summary, indent=1), encoding="utf-8")
