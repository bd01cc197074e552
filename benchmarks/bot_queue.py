"""Attack the bots of a server: does one client's crowd of games delay the bot of another player?

    python -m benchmarks.bot_queue [--json] [--branches 30]

Start a server process with its default settings. A victim plays against the weakest bot and notes
how long each answer takes. Then an attacker at another address imports a game in which both sides
have buried as much as possible, so that the strongest bot has the most to imagine, branches it many
times against that bot, and waits in all these games at once. The victim goes on playing. All
traffic stays on loopback.
"""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from random import Random
from typing import Annotated, Any

import typer
from websockets.sync.client import ClientConnection, connect

from benchmarks.figures import print_figures
from benchmarks.server import DEFAULT_LIMITS, running_server
from kahuna.bots import LEVELS
from kahuna.core import DRAW_PILE, Bury, Ruleset, Seat, kinds
from kahuna.match import Authority, RandomChance
from kahuna.record import format_record
from research.command import run

VICTIM, ATTACKER = "127.0.0.1", "127.0.0.2"
_WEAKEST, *_, _STRONGEST = LEVELS
_NUM_TURNS = 14
"""Turns after which the pile of the first round is nearly empty, and most cards are buried."""
_SECONDS = 60.0
"""How long anything may take."""


def measure(num_branches: int, num_answers: int = 8) -> dict[str, float]:
    """Start a server, play and attack; return the times of the victim's answers in seconds."""
    with running_server(limits=DEFAULT_LIMITS) as (_, port), ExitStack() as connections:
        before, victim = (connections.enter_context(bot_game(port)) for _ in range(2))
        quiet = [before.play_turn() for _ in range(num_answers)]
        began = time.perf_counter()
        for made in _branch(port, num_branches):
            connections.enter_context(_sit(port, made, ATTACKER))
        asked = time.perf_counter() - began
        attacked = [victim.play_turn() for _ in range(num_answers)]
        return {
            "branches": num_branches,
            "seconds_to_ask": round(asked, 2),
            "quiet_median": round(sorted(quiet)[len(quiet) // 2], 3),
            "quiet_longest": round(max(quiet), 3),
            "attacked_median": round(sorted(attacked)[len(attacked) // 2], 3),
            "attacked_longest": round(max(attacked), 3),
        }


def buried_game() -> dict[str, Any]:
    """Return the record of a game in which everybody buries a card each turn, then resigns."""
    authority = Authority(Ruleset(), RandomChance(Random(1)), first=Seat.WHITE)
    for _ in range(_NUM_TURNS):
        seat = authority.mover
        assert seat is not None
        authority.act(seat, Bury(kinds(authority.view(seat).own.hand)[0]))
        authority.act(seat, DRAW_PILE)
    authority.resign(Seat.WHITE)
    record: dict[str, Any] = json.loads(format_record(authority.record()))
    return record


class Victim:
    """A player who ends each turn at once, and measures how long the bot takes for its turn."""

    def __init__(self, client: ClientConnection) -> None:
        self._client = client
        self._state: dict[str, Any] = {}
        self._num_asked = 0

    def play_turn(self) -> float:
        """End the own turn; return how long the bot took for its own."""
        self._wait_for_turn()
        draws = ("draw", "take", "decline")
        action = next(a["action"] for a in self._state["legal"] if a["kind"] in draws)
        self._num_asked += 1
        act = {"type": "act", "key": f"k{self._num_asked}", "action": action}
        began = time.perf_counter()
        self._client.send(json.dumps({**act, "version": self._state["version"]}))
        self._state["legal"] = []
        self._wait_for_turn()
        return time.perf_counter() - began

    def _wait_for_turn(self) -> None:
        while not self._state.get("legal"):
            message = json.loads(self._client.recv(_SECONDS))
            assert message["type"] != "refused", message
            self._state |= message.get("state", {})
            assert self._state.get("outcome") is None, "the game ended too early"


@contextmanager
def bot_game(port: int, bot: str = _WEAKEST) -> Iterator[Victim]:
    """Play a game against a bot."""
    body = {"mode": "bot", "bot": bot, "seat": "white", "first": "white"}
    with _sit(port, _post(port, VICTIM, "/api/games", body), VICTIM) as client:
        yield Victim(client)


def _branch(port: int, num: int) -> list[dict[str, Any]]:
    """Import a record and branch it, as fast as the rate limit allows."""
    imported = _post(port, ATTACKER, "/api/games/import", {"record": buried_game()})
    path = f"/api/games/{imported['game']}/branch"
    body = {"ply": 2 * _NUM_TURNS, "seat": "black", "bot": _STRONGEST}
    return [_post(port, ATTACKER, path, body) for _ in range(num)]


@contextmanager
def _sit(port: int, made: dict[str, Any], address: str) -> Iterator[ClientConnection]:
    peer = socket.create_connection(("127.0.0.1", port), _SECONDS, (address, 0))
    with connect(f"ws://127.0.0.1:{port}/api/games/{made['game']}/socket", sock=peer) as client:
        client.send(json.dumps({"type": "hello", "token": made["token"]}))
        yield client


def _post(port: int, address: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Send a request; wait and try again while it is refused as too fast."""
    deadline = time.monotonic() + _SECONDS
    while time.monotonic() < deadline:
        peer = HTTPConnection("127.0.0.1", port, _SECONDS, source_address=(address, 0))
        try:
            peer.request("POST", path, json.dumps(body), {"content-type": "application/json"})
            answer = peer.getresponse()
            made: dict[str, Any] = json.load(answer)
        finally:
            peer.close()
        if answer.status == 201:
            return made
        assert answer.status == 429, made
        time.sleep(0.05)
    raise TimeoutError(path)


def main(
    branches: Annotated[int, typer.Option(min=1)] = 30,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Print how long the weakest bot takes to answer, with and without a crowd."""
    print_figures(measure(branches), as_json=as_json)


if __name__ == "__main__":
    run(main)
