"""kill -9 at random moments: no acknowledged move is lost or duplicated."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import httpx
import pytest
from tests.server.harness import PATIENCE, Client
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kahuna.hosting.play.game import HostedGame
from kahuna.match import system_chance
from kahuna.record import commitment_of, verify_cards
from kahuna.server.store.database import Database

GAMES = 6
MANY = int(os.environ.get("KAHUNA_KILLS", "12"))
LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError, httpx.HTTPError)


class Zygote:
    """A process that forks servers."""

    def __init__(self, db_url: str) -> None:
        self._db_url = db_url
        self._process = subprocess.Popen(
            # Without -P, the folder http beside the script would hide the standard library's.
            [sys.executable, "-P", str(Path(__file__).parent / "zygote.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def start(self) -> tuple[int, int]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(self._db_url, file=self._process.stdin, flush=True)
        pid, port = self._process.stdout.readline().split()
        return int(pid), int(port)

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()


class Player:
    """Both seats of one game after the other; asks again with the same key after a loss."""

    def __init__(self, number: int, where: dict[str, int]) -> None:
        self._rng = Random(number)
        self._where = where
        self._number = number
        self._asked = 0
        self._pending: dict[str, object] | None = None
        self.acknowledged: dict[str, list[str]] = {}
        self.sent: dict[str, list[str]] = {}
        self.num_retried = 0
        self.is_done = False
        self._game: tuple[str, str] | None = None

    async def run(self) -> None:
        while not self.is_done:
            with contextlib.suppress(*LOST):
                if self._game is None:
                    await self._make()
                await self._play()
            await asyncio.sleep(0.005)

    async def _make(self) -> None:
        base = f"http://127.0.0.1:{self._where['port']}"
        async with httpx.AsyncClient(base_url=base, timeout=5) as http:
            answer = await http.post("/api/games", json={"mode": "hotseat"})
            made = answer.raise_for_status().json()
        self._game = (made["game"], made["token"])
        self.acknowledged[made["game"]] = []
        self.sent[made["game"]] = []

    async def _play(self) -> None:
        assert self._game is not None
        game, token = self._game
        url = f"ws://127.0.0.1:{self._where['port']}/api/games/{game}/socket"
        async with connect(url, compression=None, open_timeout=5, ping_interval=None) as socket:
            await socket.send(json.dumps({"type": "hello", "token": token}))
            state = (await self._hear(socket, "snapshot"))["state"]
            if self._pending is not None:
                self.num_retried += 1
                state = await self._ask(socket, self._pending)
            while state["outcome"] is None and not self.is_done:
                if state["viewer"] == "spectator":
                    await socket.send(json.dumps({"type": "reveal"}))
                    state = (await self._hear(socket, "snapshot"))["state"]
                self._asked += 1
                key = f"{self._number}-{self._asked}"
                kinds = {"type": "act", "action": self._rng.choice(state["legal"])["action"]}
                if state["can_undo"] and self._rng.random() < 0.2:
                    kinds = {"type": "undo"}
                self._pending = {**kinds, "key": key, "version": state["version"]}
                self.sent[game].append(key)
                state = await self._ask(socket, self._pending)
        if state["outcome"] is not None:
            self._game = None

    async def _ask(self, socket: ClientConnection, request: dict[str, object]) -> dict[str, object]:
        assert self._game is not None
        await socket.send(json.dumps(request))
        while True:
            answer = await self._hear(socket, "changed", "snapshot", "refused")
            if answer["type"] == "refused" and answer["code"] == "unavailable":
                raise TimeoutError  # A slow machine: ask again.
            assert answer["type"] != "refused", answer
            if answer["key"] == request["key"]:
                self._pending = None
                self.acknowledged[self._game[0]].append(str(request["key"]))
                return self._state

    async def _hear(self, socket: ClientConnection, *kinds: str) -> dict[str, object]:
        while True:
            async with asyncio.timeout(10):
                message = json.loads(await socket.recv())
            if message["type"] == "snapshot":
                self._state = message["state"]
            elif message["type"] == "changed":
                self._state = {**self._state, **message["state"]}
            if message["type"] in kinds:
                return message


async def kill_again_and_again(zygote: Zygote, num_kills: int, rng: Random) -> list[Player]:
    pid, port = zygote.start()
    where = {"port": port}
    players = [Player(number, where) for number in range(GAMES)]
    tasks = [asyncio.create_task(player.run()) for player in players]
    try:
        for _ in range(num_kills):
            await _moves(players, tasks, rng.randint(1, 20))
            await asyncio.sleep(rng.uniform(0, 0.02))
            os.kill(pid, signal.SIGKILL)
            pid, where["port"] = await asyncio.to_thread(zygote.start)
        await _moves(players, tasks, 20)
        for player in players:
            player.is_done = True  # Whoever still waits for an answer asks again before.
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
    return players


async def _moves(players: list[Player], tasks: list[asyncio.Task[None]], num_moves: int) -> None:
    """Wait until so many more moves are acknowledged."""
    enough = sum(map(_num_acknowledged, players)) + num_moves
    while sum(map(_num_acknowledged, players)) < enough:
        await asyncio.sleep(0.001)
        for task in tasks:
            assert not task.done(), task.result()


def _num_acknowledged(player: Player) -> int:
    return sum(map(len, player.acknowledged.values()))


def check(database: Database, player: Player) -> tuple[int, int]:
    """Every acknowledged move of a player is there once; says how many, and how many in all."""
    num_acknowledged = num_written = 0
    for game, keys in player.acknowledged.items():
        stored = database.load(game)
        assert stored is not None, "an acknowledged game is missing"
        numbers = [change.number for change in stored.changes]
        assert numbers == list(range(1, len(numbers) + 1))
        written = Counter(change.key for change in stored.changes)
        assert max(written.values(), default=1) == 1, "a move is there twice"
        assert set(keys) <= set(written), "an acknowledged move is missing"
        assert set(written) <= set(player.sent[game]), "a move is there that nobody made"
        in_order = [change.key for change in stored.changes]
        assert in_order == [key for key in player.sent[game] if key in written]
        num_acknowledged += len(keys)
        num_written += len(numbers)
    return num_acknowledged, num_written


def kill(db_url: str, num_kills: int) -> None:
    zygote = Zygote(db_url)
    try:
        players = asyncio.run(kill_again_and_again(zygote, num_kills, Random(num_kills)))
    finally:
        zygote.close()
    database = Database(db_url)
    counts = [check(database, player) for player in players]
    database.close()
    retried = sum(player.num_retried for player in players)
    moves = sum(acknowledged for acknowledged, _ in counts)
    print(f"{num_kills} kills, {moves} acknowledged moves, {retried} asked again")
    assert moves > 2 * num_kills
    assert retried > num_kills / 4


def test_a_killed_server_continues_the_same_cards(sqlite_url: str):
    """Kill it between the seeds, during moves and after undos: no card is repeated or skipped."""
    rng, seeds = Random(31), (bytes(32), bytes(range(32)))
    zygote = Zygote(sqlite_url)
    try:
        pid, port = zygote.start()
        base = f"http://127.0.0.1:{port}/api/games"
        wanted = {"mode": "online", "seat": "white", "commitment": commitment_of(seeds[0])}
        made = httpx.post(base, json=wanted).json()
        wish = {"invite": made["invite"], "commitment": commitment_of(seeds[1])}
        joined = httpx.post(f"{base}/{made['game']}/join", json=wish).json()
        tokens = made["token"], joined["token"]
        for token, seed in zip(tokens, seeds, strict=True):
            with Client(port, made["game"], token) as client:
                client.ask("reveal_seed", seed=seed.hex())
            os.kill(pid, signal.SIGKILL)
            pid, port = zygote.start()
        for number in range(4):
            with (
                Client(port, made["game"], tokens[0]) as ada,
                Client(port, made["game"], tokens[1]) as bob,
            ):
                for _ in range(6):
                    _act_at_random(ada, bob, rng)
                mover = _mover(ada, bob)
                action, version = rng.choice(mover.state["legal"])["action"], mover.state["version"]
                request = {"type": "act", "key": f"k{number}", "action": action}
                mover.send(request | {"version": version})
                os.kill(pid, signal.SIGKILL)  # The move may be stored or not.
            pid, port = zygote.start()
    finally:
        zygote.close()
    database = Database(sqlite_url)
    stored = database.load(made["game"])
    database.close()
    assert stored is not None
    record = HostedGame(stored, system_chance()).record()
    assert sum(ply.card is not None for ply in record.plies) > 5
    fair = verify_cards(replace(record, fair_cards=stored.metadata.fair_cards))
    assert fair.seeds == seeds


def _mover(ada: Client, bob: Client) -> Client:
    for client in (ada, bob):
        client.drain()
    return ada if ada.is_to_move else bob


def _act_at_random(ada: Client, bob: Client, rng: Random) -> None:
    mover = _mover(ada, bob)
    if mover.state["can_undo"] and rng.random() < 0.3:
        assert mover.undo()["type"] == "changed"
    else:
        assert mover.act(_choose(mover, rng))["type"] == "changed"


def _choose(mover: Client, rng: Random) -> str:
    """Return an action; most turns end with a card, so that many are drawn."""
    actions = [choice["action"] for choice in mover.state["legal"]]
    draws = [action for action in actions if action.startswith("<")]
    return rng.choice(draws if draws and rng.random() < 0.7 else actions)


@pytest.mark.slow
def test_many_kills_lose_nothing(sqlite_url: str):
    kill(sqlite_url, MANY)


def test_a_few_kills_lose_nothing(db_url: str):
    kill(db_url, 5)
