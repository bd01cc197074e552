"""A SQLite file is private, and the server notices when it is not what it was."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.server.harness import exposition, running

from kahuna.server.startup_errors import DatabaseError
from kahuna.server.store.database import Database


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_files_are_private(tmp_path: Path):
    folder = tmp_path / "new"
    old = os.umask(0o022)
    try:
        database = Database(f"sqlite:///{folder}/games.db")
        database.check_writable()
    finally:
        os.umask(old)
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["games.db", "games.db-shm", "games.db-wal"]
    assert mode(folder) == 0o700
    assert {mode(folder / name) for name in names} == {0o600}
    database.close()


def replace_file(path: Path) -> None:
    other = path.with_name("other.db")
    other.write_bytes(path.read_bytes())
    other.rename(path)


@pytest.mark.parametrize(
    "spoil",
    [Path.unlink, replace_file, lambda path: os.truncate(path, 4096)],
    ids=["deleted", "replaced", "truncated"],
)
def test_no_move_is_acknowledged_into_a_lost_file(tmp_path: Path, spoil: Callable[[Path], None]):
    file = tmp_path / "games.db"
    with running(f"sqlite:///{file}") as server:
        game, white, _ = server.make_online(first="white")
        with server.sit(game, white) as ada:
            spoil(file)
            answer = ada.act("<*")
            assert (answer["type"], answer["code"]) == ("refused", "unavailable")
        assert server.http.post("/api/games", json={"mode": "online"}).status_code == 503
        assert server.http.get("/readyz").status_code == 503
        assert "kahuna_write_errors_total" in exposition(server.metrics)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE birds (name)")
    connection.close()


def corrupt(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096 : 4096 + 2000] = b"\xff" * 2000
    path.write_bytes(data)


def garbage(path: Path) -> None:
    path.write_bytes(b"these are not the games you are looking for" * 100)


def newer(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (empty, "contains no games of Kahuna"),
        (foreign, "contains no games of Kahuna"),
        (corrupt, "damaged|malformed"),
        (garbage, "not a database"),
        (newer, "newer version of Kahuna"),
    ],
)
def test_a_database_that_cannot_be_used_is_explained(
    tmp_path: Path, spoil: Callable[[Path], None], problem: str
):
    file = tmp_path / "games.db"
    if spoil in (corrupt, newer):
        Database(f"sqlite:///{file}").close()
    spoil(file)
    with pytest.raises(DatabaseError, match=problem) as error:
        Database(f"sqlite:///{file}")
    assert "\n" not in str(error.value)


def test_the_program_explains_it_in_one_sentence(tmp_path: Path):
    (tmp_path / "games.db").touch()
    done = subprocess.run(
        [sys.executable, "-m", "kahuna", "serve", "--db", f"sqlite:///{tmp_path}/games.db"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "contains no games of Kahuna" in done.stderr
    assert "Traceback" not in done.stderr
