"""Databases for the server's tests: SQLite always, PostgreSQL from its own binaries."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from tests.server.harness import Server, running
from verification.programs import MissingProgramError, Postgres, Redis, find_program


def binary(name: str) -> str:
    """Return the path of a program; skip the test where there is none."""
    try:
        return find_program(name)
    except MissingProgramError as error:
        problem = f"{error}; install it to test against it"
        if os.environ.get("CI"):
            pytest.fail(problem)
        pytest.skip(problem)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A cluster in a temporary folder; the URL up to the name of a database."""
    for name in ("initdb", "postgres"):
        binary(name)
    folder = Path(tempfile.mkdtemp(prefix="kahuna-pg-"))
    folder.chmod(0o755)  # PostgreSQL has a user of its own.
    server = Postgres(folder)
    try:
        server.start()
        yield server.url
    finally:
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)


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
def redis() -> Iterator[Redis]:
    """Redis on a free port of its own."""
    binary("redis-server")
    server = Redis()
    server.start()
    try:
        yield server
    finally:
        server.kill()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of a file: every test creates games of its own."""
    with running(f"sqlite:///{tmp_path_factory.mktemp('server') / 'games.db'}") as started:
        yield started
