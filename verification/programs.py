"""PostgreSQL, Redis and HAProxy: the real programs, in a temporary folder on loopback ports."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from kahuna.core import KahunaError

PATIENCE: Final = 240.0
"""Seconds to wait for a required event, generous even for a slow machine."""
_FOLDERS: Final = (
    "/usr/local/bin",
    "/usr/sbin",
    "/usr/local/sbin",
    *sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")))[::-1],
)


class MissingProgramError(KahunaError):
    """A required program is not installed."""


class NotReadyError(KahunaError):
    """A program does not start, or misbehaves."""


def find_program(name: str) -> str:
    """Return the path of a program."""
    places = os.pathsep.join((os.environ.get("PATH", ""), *_FOLDERS))
    found = shutil.which(name, path=places)
    if found is None:
        raise MissingProgramError(f"{name} is not installed")
    return found


def free_port() -> int:
    """Return a free loopback port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def wait_until(is_done: Callable[[], bool], what: str) -> None:
    """Wait until a condition holds; raise if that takes too long."""
    deadline = time.monotonic() + PATIENCE
    while not is_done():
        if time.monotonic() > deadline:
            raise NotReadyError(what)
        time.sleep(0.01)


def accepts_connections(port: int) -> bool:
    """Return whether a program listens on a loopback port."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def is_running(pid: int) -> bool:
    """Return whether a process exists and is not a zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def send_signal(pids: Iterable[int], number: signal.Signals) -> None:
    """Send a signal to processes, some of which may be gone already."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


class Program:
    """A program that can be killed, frozen and started again."""

    def __init__(self, name: str, port: int) -> None:
        self.name = name
        self.port = port
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def is_up(self) -> bool:
        """Whether the program runs."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the program, retrying if it ends at once, and wait until it responds."""

        def is_ready() -> bool:
            if not self.is_up:
                self._process = subprocess.Popen(
                    self._command(),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    cwd="/",
                    start_new_session=True,
                )
            return self._is_ready()

        wait_until(is_ready, f"{self.name} does not start")

    def kill(self) -> None:
        """Kill the program as a power failure would."""
        self.pause()  # Stopped programs start no further processes.
        pids = self.pids
        send_signal(pids, signal.SIGKILL)
        if self._process is not None:
            self._process.wait()
            self._process = None
        wait_until(lambda: not any(map(is_running, pids)), f"{self.name} does not end")

    def pause(self) -> None:
        """Freeze the program."""
        send_signal(self.pids, signal.SIGSTOP)

    def resume(self) -> None:
        """Let a frozen program continue."""
        send_signal(self.pids, signal.SIGCONT)

    @property
    def pids(self) -> list[int]:
        """The processes of the program, the parent first."""
        return [] if self._process is None else _family(self._process.pid)

    def _command(self) -> Sequence[str]:
        raise NotImplementedError

    def _is_ready(self) -> bool:
        return accepts_connections(self.port)


class Postgres(Program):
    """A PostgreSQL server with its own data folder and default durability."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        super().__init__("PostgreSQL", port or free_port())
        # PostgreSQL refuses to run as root.
        self._user = "postgres" if os.geteuid() == 0 else None
        self._folder = folder / "postgres"
        self._folder.mkdir(parents=True)
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        options = ("-A", "trust", "-U", "kahuna", "-E", "UTF8", "--locale=C", "--no-sync")
        subprocess.run(
            [*self._as_user(), find_program("initdb"), "-D", str(self._data), *options],
            check=True,
            capture_output=True,
            cwd="/",
        )

    @property
    def url(self) -> str:
        """The URL up to the name of a database."""
        return url_of_postgres(self.port)

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def create_database(self, name: str) -> None:
        """Create an empty database."""
        import psycopg

        with psycopg.connect(f"{self.url}/postgres", autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())

    def _as_user(self) -> list[str]:
        return [] if self._user is None else [find_program("runuser"), "-u", self._user, "--"]

    def _command(self) -> Sequence[str]:
        where = ("-D", str(self._data), "-p", str(self.port), "-k", str(self._folder))
        settings = ("-c", "max_connections=200", "-c", "restart_after_crash=on")
        return [*self._as_user(), find_program("postgres"), *where, "-h", "127.0.0.1", *settings]

    def _is_ready(self) -> bool:
        import psycopg

        try:
            psycopg.connect(f"{self.url}/postgres", connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True


class Redis(Program):
    """A Redis server that keeps nothing on disk."""

    def __init__(self, port: int | None = None) -> None:
        super().__init__("Redis", port or free_port())

    @property
    def url(self) -> str:
        """The URL of its first database."""
        return f"redis://127.0.0.1:{self.port}/0"

    def _command(self) -> Sequence[str]:
        options = ("--save", "", "--appendonly", "no", "--bind", "127.0.0.1")
        return [find_program("redis-server"), "--port", str(self.port), *options]


class HAProxy(Program):
    """A proxy in front of several nodes, without sticky sessions."""

    def __init__(self, folder: Path, node_ports: Sequence[int]) -> None:
        super().__init__("HAProxy", free_port())
        self._file = folder / "haproxy.cfg"
        servers = "\n".join(
            f"    server node{number} 127.0.0.1:{port} check inter 500ms fall 2 rise 1"
            for number, port in enumerate(node_ports)
        )
        self._file.write_text(
            f"""
defaults
    mode http
    timeout connect 2s
    timeout client 30s
    timeout server 30s
    timeout tunnel 60s
frontend all
    bind 127.0.0.1:{self.port}
    default_backend nodes
backend nodes
    balance roundrobin
    option redispatch
    option httpchk
    http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
    http-check expect status 200
    default-server on-marked-down shutdown-sessions
{servers}
"""
        )

    def _command(self) -> Sequence[str]:
        return [find_program("haproxy"), "-db", "-f", str(self._file)]


def url_of_postgres(port: int) -> str:
    """Return the URL of a PostgreSQL server, up to the name of a database."""
    return f"postgresql://kahuna@127.0.0.1:{port}"


def _family(root: int) -> list[int]:
    """Return a process and all its descendants."""
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError, IndexError):
                parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
                parents.setdefault(parent, []).append(int(folder.name))
    family = [root]
    for pid in family:
        family += parents.get(pid, ())
    return family
