"""Put two twin games into a cluster and record what onlookers can see of them."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from random import Random
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect

from kahuna.core import DrawPile, Ruleset, Seat
from kahuna.hosting.play.tokens import new_game_id, new_token, token_hash
from kahuna.hosting.store import ChangeEntry, GameMetadata, GameUpdate, Player, StoredGame
from kahuna.server.store.database import Database
from verification.history import Transcript
from verification.programs import PATIENCE
from verification.twins import TwinPlan, pair_of_plans

Message = dict[str, Any]
RULES: Final = Ruleset(edition="custom")
FORBIDDEN: Final[Sequence[Message]] = (
    {"type": "preview", "action": "<*"},
    {"type": "act", "key": "p", "version": 0, "action": "xA"},
    {"type": "undo", "key": "q", "version": 0},
)
"""Messages that White and a spectator send while it is not their turn."""


def pair_before_a_draw(seed: int) -> tuple[TwinPlan, TwinPlan]:
    """Return twin games in which Black is about to draw from the pile."""
    rng = Random(seed)
    while True:
        twins = pair_of_plans(rng.randrange(1 << 30), RULES)
        draws = [
            number
            for number, ((seat, action), ply) in enumerate(
                zip(twins[0].actions, twins[0].plies, strict=True)
            )
            if seat is Seat.BLACK and isinstance(action, DrawPile) and not ply.opened
        ]
        if draws:
            end = draws[-1]
            plan, twin = (
                plan._replace(actions=plan.actions[:end], plies=plan.plies[:end]) for plan in twins
            )
            return plan, twin


async def compare_twins(seed: int, ports: Sequence[int], database: Database) -> list[Transcript]:
    """Store twin games, and record what White and a spectator see of each."""
    rng = Random(seed)
    nodes = [rng.choice(ports) for _ in range(3)]
    created_at = time.time()
    transcripts = []
    for number, plan in enumerate(pair_before_a_draw(seed)):
        white, black = new_token(), new_token()
        stored = _stored(plan, created_at, white, black)
        problem = database.commit([[GameUpdate.create(stored)]])[0]
        if problem is not None:
            raise problem
        seen = await _watch(stored.metadata.id, white, black, nodes)
        transcripts += [
            Transcript(seed, name, number, [_anonymous(text, stored) for text in texts])
            for name, texts in seen.items()
        ]
    return transcripts


def _stored(plan: TwinPlan, at: float, white: str, black: str) -> StoredGame:
    game = new_game_id()
    metadata = GameMetadata(
        id=game,
        created_at=at,
        mode="online",
        ruleset=RULES,
        first=plan.first,
        first_choice="random",
        deal=plan.deal,
        players=(Player("White"), Player("Black")),
    )
    changes = tuple(
        ChangeEntry(game, number, ply, seat, None, at)
        for number, ((seat, _), ply) in enumerate(zip(plan.actions, plan.plies, strict=True), 1)
    )
    holders = {token_hash(white): (Seat.WHITE,), token_hash(black): (Seat.BLACK,)}
    return StoredGame(metadata, holders, changes)


async def _watch(game: str, white: str, black: str, nodes: Sequence[int]) -> dict[str, list[str]]:
    """Let Black draw a card on one node, while White and a spectator watch on others."""
    urls = [f"ws://127.0.0.1:{port}/api/games/{game}/socket" for port in nodes]
    async with (
        connect(urls[0], compression=None) as ada_socket,
        connect(urls[1], compression=None) as eve_socket,
        connect(urls[2], compression=None) as bob_socket,
    ):
        ada, eve = _Ear(ada_socket), _Ear(eve_socket)
        bob = _Ear(bob_socket)
        await bob.hello(black)
        await ada.hello(white)
        await eve.hello(None)
        for ear in (ada, eve):
            for message in FORBIDDEN:
                await ear.send(message)
            await ear.note_all()
        version = bob.state["version"]
        await bob.send({"type": "act", "key": "draw", "version": version, "action": "<*"})
        for ear in (bob, ada, eve):
            while ear.state["to_move"] != "white":
                await ear.hear()
        for ear in (ada, eve):
            await ear.note_all()
        return {"white": ada.noted, "spectator": eve.noted} | {
            "http": await _fetch(game, white, nodes)
        }


async def _fetch(game: str, token: str, nodes: Sequence[int]) -> list[str]:
    """Return what White and anybody can fetch from the nodes."""
    fetched = []
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        for port in nodes:
            base = f"http://127.0.0.1:{port}/api/games/{game}"
            for path in ("", "/record", "/replay", "/record.txt"):
                for headers in ({}, {"authorization": f"Bearer {token}"}):
                    answer = await http.get(base + path, headers=headers)
                    fetched.append(f"{answer.status_code} {answer.text}")
    return fetched


class _Ear:
    """Receives what a client is sent, and records what the client knows now and then.

    The number of messages per change depends on timing, so record the resulting state.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.state: Message = {}
        self._log: list[Any] = []
        self.noted: list[str] = []

    async def send(self, message: Message) -> None:
        """Send a message."""
        await self._socket.send(json.dumps(message))

    async def hello(self, token: str | None) -> None:
        """Say hello and wait for the game."""
        await self.send({"type": "hello"} | ({} if token is None else {"token": token}))
        while not self.state:
            await self.hear()

    async def hear(self) -> str:
        """Process the next message and return its type."""
        message: Message = json.loads(await self._socket.recv())
        match message["type"]:
            case "snapshot":
                self.state, self._log = message["state"], message["log"]
            case "changed":
                self.state = {**self.state, **message["state"]}
                self._log = self._log[: message["keep"]] + message["news"]
            case "presence" | "pong":
                pass
            case _:
                self.noted.append(json.dumps(message, sort_keys=True))
        return str(message["type"])

    async def note_all(self) -> None:
        """Process all pending messages, and record what the client knows."""
        await self.send({"type": "ping"})
        while await self.hear() != "pong":
            pass
        state = dict(self.state)
        state["seats"] = {
            # Presence is reported with a delay.
            name: {key: value for key, value in seat.items() if key != "present"}
            for name, seat in state["seats"].items()
        }
        self.noted.append(json.dumps([state, self._log], sort_keys=True))


def _anonymous(text: str, stored: StoredGame) -> str:
    return text.replace(stored.metadata.id, "GAME")
