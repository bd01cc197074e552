"""Start processes of a cluster quickly: import everything once, then fork for each.

Read one :class:`Order` as JSON per line, and answer with the id of the process. When the input
ends, kill all processes. The wall clock of each process can be shifted: it adds a number that the
nemesis writes into a file.
"""

from __future__ import annotations

import json
import mmap
import os
import signal
import struct
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

_real_time = time.time
_offset: mmap.mmap | None = None


def _shifted_time() -> float:
    if _offset is None:
        return _real_time()
    shift: float = struct.unpack_from("d", _offset)[0]
    return _real_time() + shift


time.time = _shifted_time  # Before any other import of it.


@dataclass(frozen=True, slots=True)
class Order:
    """What kind of process is wanted."""

    role: Literal["node", "worker"]
    settings: dict[str, Any]
    """Fields of the server's settings."""
    clock: str
    """A file with the number of seconds by which the wall clock is wrong."""
    log: str
    """A file for standard error."""
    port: int = 0
    mutants: list[str] = field(default_factory=list)


def serve(order: Order) -> None:
    """Run a node or a worker until killed."""
    global _offset  # noqa: PLW0603
    with Path(order.clock).open("rb") as file:
        _offset = mmap.mmap(file.fileno(), 8, prot=mmap.PROT_READ)
    os.dup2(os.open(order.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    from kahuna.server.logging import set_up_logging
    from kahuna.server.settings import Settings
    from kahuna.server.startup import listening, make_server, work
    from verification import deterministic_bot
    from verification.mutants import MUTANTS

    deterministic_bot.install()
    for name in order.mutants:
        MUTANTS[name].plant()
    set_up_logging("json")
    settings = Settings(**order.settings)
    if order.role == "worker":
        work(settings, log="json", say=lambda _: None)
        return
    with listening("127.0.0.1", order.port) as listener:
        make_server(settings).run(sockets=[listener])


def warm_up() -> None:
    """Import everything and warm all caches: building the first server takes twice as long."""
    import verification.mutants  # noqa: F401
    from kahuna.server.settings import Settings
    from kahuna.server.startup import make_server

    with tempfile.TemporaryDirectory() as folder:
        make_server(Settings(db_url=f"sqlite:///{folder}/games.db"))


def main() -> None:
    """Fork a process for each line of the input."""
    warm_up()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pids: list[int] = []
    for line in sys.stdin:
        order = Order(**json.loads(line))
        pid = os.fork()
        if not pid:
            status = 1
            try:
                sys.stdin.close()
                serve(order)
                status = 0
            except BaseException as error:
                if os.environ.get("KAHUNA_VERIFICATION_DEBUG"):
                    import traceback

                    traceback.print_exc()
                else:
                    print(json.dumps({"level": "fatal", "message": repr(error)}), file=sys.stderr)
            finally:
                sys.stderr.flush()
                os._exit(status)
        pids.append(pid)
        print(pid, flush=True)
        _reap(pids)
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    for pid in pids:
        os.waitpid(pid, 0)


def _reap(pids: list[int]) -> None:
    """Reap processes that have ended, so that no zombies remain."""
    for pid in list(pids):
        if os.waitpid(pid, os.WNOHANG)[0]:
            pids.remove(pid)


if __name__ == "__main__":
    main()
