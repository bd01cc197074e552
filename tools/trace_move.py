"""List the files of the package that one move passes, from its message to the answers.

    python tools/trace_move.py

A node with a SQLite file serves two players. The first one builds a bridge and draws a card; every
function that Python calls in the node meanwhile is noted, in all of its threads.
"""

from __future__ import annotations

import sys
import tempfile
import threading
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

import httpx
import orjson
from websockets.sync.client import ClientConnection, connect

import kahuna
from kahuna.hosting.play import clock_watch
from kahuna.server import housekeeping
from kahuna.server.settings import Settings
from kahuna.server.startup import listening, make_server

PACKAGE = Path(kahuna.__file__).parent


class Tracer:
    """Notes the files whose functions are called in threads that start later."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        threading.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            self.files.add(frame.f_code.co_filename)

    def passed(self) -> list[str]:
        """Return the files of the package so far, and forget them."""
        files, self.files = self.files, set()
        paths = (Path(file) for file in files)
        return sorted(str(p.relative_to(PACKAGE)) for p in paths if p.is_relative_to(PACKAGE))


class Player:
    """A player who takes the first legal action of a kind."""

    def __init__(self, socket: ClientConnection, token: str) -> None:
        self._socket = socket
        self._socket.send(orjson.dumps({"type": "hello", "token": token}).decode())
        self.state: dict[str, Any] = {}
        self.receive("snapshot")

    def receive(self, kind: str) -> None:
        """Wait for a message."""
        while (message := orjson.loads(self._socket.recv()))["type"] != kind:
            pass
        self.state |= message["state"]

    def act(self, kind: str) -> None:
        """Take an action, and wait for the answer."""
        action = next(legal["action"] for legal in self.state["legal"] if legal["kind"] == kind)
        act = {"type": "act", "key": kind, "version": self.state["version"], "action": action}
        self._socket.send(orjson.dumps(act).decode())
        self.receive("changed")


@patch.object(housekeeping, "SECONDS", 3600.0)  # Only the move counts, not what happens meanwhile.
@patch.object(clock_watch, "DEADLINE_SECONDS", 3600.0)
def main() -> None:
    """Print the files."""
    tracer = Tracer()
    with tempfile.TemporaryDirectory() as folder, listening("127.0.0.1", 0) as listener:
        server = make_server(Settings(db_url=f"sqlite:///{folder}/games.db"))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        games = f"http://{address}/api/games"
        wanted = {"mode": "online", "seat": "white", "first": "white"}
        made = httpx.post(games, json=wanted).raise_for_status().json()
        join = {"invite": made["invite"]}
        joined = httpx.post(f"{games}/{made['game']}/join", json=join).raise_for_status().json()
        url = f"ws://{address}/api/games/{made['game']}/socket"
        with connect(url) as first, connect(url) as second:
            white, black = Player(first, made["token"]), Player(second, joined["token"])
            tracer.passed()
            white.act("build")
            white.act("draw")
            black.receive("changed")
            files = tracer.passed()
        server.should_exit = True
        thread.join()
    sys.stdout.write("\n".join([*files, f"{len(files)} files"]) + "\n")


if __name__ == "__main__":
    main()
