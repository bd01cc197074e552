"""Starts servers quickly: everything is imported once, then a process is forked for each.

Reads a database URL a line; answers with the process and the port of a server that is up. When its
input ends, so do the servers.
"""

from __future__ import annotations

import os
import signal
import sys

import kahuna.server.startup as serving
from kahuna.server.settings import Settings


def serve(db_url: str, report: int) -> None:
    settings = Settings(
        db_url=db_url,
        messages_per_second=10_000,
        message_burst=10_000,
        requests_per_second=10_000,
        request_burst=10_000,
        bot_processes=0,
    )
    with serving.listening("127.0.0.1", 0) as listener:
        server = serving.make_server(settings)
        os.write(report, f"{os.getpid()} {listener.getsockname()[1]}\n".encode())
        server.run(sockets=[listener])


def main() -> None:
    pids = []
    for line in sys.stdin:
        sys.stdout.flush()
        pid = os.fork()
        if not pid:
            serve(line.strip(), sys.stdout.fileno())
            os._exit(0)
        pids.append(pid)
        for old in pids[:-1]:
            os.waitpid(old, 0)
            pids.remove(old)
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
