"""Backups are complete, and a broken one is not restored."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from tests.server.harness import running
from tests.server.test_games import play
from typer.testing import CliRunner

from kahuna.cli import app
from kahuna.hosting.store import StoredGame
from kahuna.server.backup import BackupError, Restored, back_up, restore
from kahuna.server.startup_errors import DatabaseError
from kahuna.server.store.archive import pack, unpack
from kahuna.server.store.database import Database


def nothing(_total: int) -> None:
    """Show no progress."""


def contents(db_url: str) -> list[StoredGame]:
    """All games, finished ones as the archive keeps them."""
    with closing(Database(db_url)) as database, database.snapshot() as (_, stored):
        games = [unpack(pack(game)) if game.metadata.is_over else game for game in stored]
    return sorted(games, key=lambda game: game.metadata.id)


def test_games_come_back_and_players_go_on(db_url: str, tmp_path: Path):
    file = tmp_path / "backup.db"
    with running(db_url) as server:
        game, white, _ = server.make_online(first="white")
        made = server.make("hotseat")
        with server.sit(game, white) as ada, server.sit(made["game"], made["token"]) as both:
            ada.act("<*")
            play(Random(2), both)
            key = server.get("/api/signing-key")
            assert back_up(db_url, file, nothing) == 2
            server.make("online")  # Not in the backup.
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    other = f"sqlite:///{tmp_path}/other/games.db"
    assert restore(file, other, nothing) == Restored(added=2, known=0)
    assert contents(other) == [game for game in contents(db_url) if game.changes]
    with running(other) as server, server.sit(game, white) as ada:
        assert server.get("/api/signing-key") == key
        assert ada.state["to_move"] == "black"
        assert restore(file, other, nothing) == Restored(added=0, known=2)
    assert restore(file, db_url, nothing) == Restored(added=0, known=2)


@pytest.mark.parametrize(
    ("most_moves", "spoil"),
    [
        (10, "UPDATE changes SET text = '+AB/C' WHERE number = 3"),
        (10, "DELETE FROM changes WHERE number = 3"),
        (10, "UPDATE games SET is_over = NOT is_over"),
        (10, "UPDATE games SET ruleset = 'chess'"),
        (10, "UPDATE changes SET text = '??' WHERE number = 3"),
        (10_000, "UPDATE archive SET data = x'00'"),
        (10_000, "UPDATE archive SET data = substr(data, 2)"),
    ],
)
def test_a_backup_that_breaks_the_rules_changes_nothing(
    tmp_path: Path, most_moves: int, spoil: str
):
    db_url, file = f"sqlite:///{tmp_path}/games.db", tmp_path / "backup.db"
    with running(db_url) as server:
        made = server.make("hotseat")
        with server.sit(made["game"], made["token"]) as both:
            play(Random(2), both, most=most_moves)
    back_up(db_url, file, nothing)
    with sqlite3.connect(file) as connection:
        connection.execute(spoil)
    connection.close()
    other = f"sqlite:///{tmp_path}/other.db"
    with pytest.raises(BackupError, match=f"game {made['game']}: "):
        restore(file, other, nothing)
    assert not (tmp_path / "other.db").exists()


def test_nothing_is_overwritten_and_nothing_is_made_up(tmp_path: Path):
    db_url, file = f"sqlite:///{tmp_path}/games.db", tmp_path / "backup.db"
    with pytest.raises(DatabaseError, match="there is no such file"):
        back_up(db_url, file, nothing)
    Database(db_url).close()
    back_up(db_url, file, nothing)
    before = file.read_bytes()
    with pytest.raises(FileExistsError):
        back_up(db_url, file, nothing)
    assert file.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.db", "games.db"]


def test_the_commands_explain_themselves(tmp_path: Path):
    runner, file, db = CliRunner(), str(tmp_path / "b.db"), f"sqlite:///{tmp_path}/games.db"

    def run(*arguments: str) -> tuple[int, str, str]:
        done = runner.invoke(app, [*arguments, "--db", db, "--language", "en"])
        return done.exit_code, done.stdout, done.stderr

    status, _, said = run("backup", file)
    assert (status, said.count("\n")) == (2, 1)
    assert "there is no such file" in said
    Database(db).close()
    status, _, said = run("backup", str(tmp_path / "none" / "backup.db"))
    assert status == 2
    assert f"cannot be written (there is no folder {tmp_path}/none)" in said
    assert not (tmp_path / "none").exists()
    assert run("backup", file) == (0, f"{file} holds 0 games\n", "")
    assert run("restore", file) == (0, "0 games restored; 0 were there already\n", "")
    status, _, said = run("backup", file)
    assert status == 2
    assert "not overwritten" in said
    status, _, said = run("restore", str(tmp_path / "missing.db"))
    assert (status, said.count("\n")) == (2, 1)
    other = tmp_path / "other.txt"
    other.write_text("not a database")
    status, _, said = run("restore", str(other))
    assert (status, said) == (
        2,
        f"kahuna: the database {other} cannot be used (file is not a database)\n",
    )
