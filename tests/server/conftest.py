"""Databases for the server's tests: SQLite always, PostgreSQL from its own binaries."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from tests.server.harness import PATIENCE, RedisServer, Server, free_port, running

_FOLDERS = ("/usr/local/bin", *sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")))[::-1])


def _binary(name: str) -> str | None:
    found = shutil.which(name)
    return found or next((f"{f}/{name}" for f in _FOLDERS if Path(f, name).exists()), None)


def binary(name: str) -> str:
    """Return the path of a program; skip the test where there is none."""
    found = _binary(name)
    if found is None:
        problem = f"NO {name.upper()} HERE: install it to test against it"
        if os.environ.get("CI"):
            pytest.fail(problem)
        pytest.skip(problem)
    return found


def _as_somebody(user: str | None) -> list[str]:
    """PostgreSQL refuses to run as root; then it runs as its own user."""
    return ["runuser", "-u", user, "--"] if user else []


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A cluster in a temporary folder; the URL up to the name of a database."""
    initdb, server = _binary("initdb"), _binary("postgres")
    user = "postgres" if os.geteuid() == 0 else None
    if initdb is None or server is None or (user and shutil.which("runuser") is None):
        problem = "NO POSTGRESQL HERE: install its server binaries to test against it"
        if os.environ.get("CI"):
            pytest.fail(problem)
        pytest.skip(problem)
    folder = Path(tempfile.mkdtemp(prefix="kahuna-pg-"))
    if user:
        shutil.chown(folder, user)
    port = free_port()
    as_somebody = _as_somebody(user)
    options = ["-A", "trust", "-U", "kahuna", "-E", "UTF8", "--locale=C", "--no-sync"]
    subprocess.run(
        [*as_somebody, initdb, "-D", str(folder / "data"), *options],
        check=True, capture_output=True, cwd="/",
    )  # fmt: skip
    where = ("-D", str(folder / "data"), "-p", str(port), "-h", "127.0.0.1", "-k", str(folder))
    process = subprocess.Popen(
        [*as_somebody, server, *where],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
    )  # fmt: skip
    try:
        url = f"postgresql://kahuna@127.0.0.1:{port}"
        _wait_for(f"{url}/postgres")
        yield url
    finally:
        # Not asked politely: that would wait for clients that are gone.
        os.kill(int((folder / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGQUIT)
        process.wait(PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    pytest.fail("PostgreSQL does not start")


@pytest.fixture(params=["sqlite", "postgresql"])
def db_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.db"
    url: str = request.getfixturevalue("postgresql_url")
    return url


@pytest.fixture
def postgresql_url(postgres: str) -> str:
    """A fresh database in PostgreSQL."""
    return create_database(postgres)


def create_database(postgres: str) -> str:
    """Create a database and return its URL."""
    name = f"k{uuid4().hex}"
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{postgres}/{name}"


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """Redis on a free port of its own."""
    server = RedisServer(binary("redis-server"), tmp_path_factory.mktemp("redis"))
    server.start()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture
def server(sqlite_url: str) -> Iterator[Server]:
    with running(sqlite_url) as started:
        yield started
