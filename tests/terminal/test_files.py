"""Saved games."""

import json
from datetime import datetime
from pathlib import Path

import pytest

from kahuna.record import format_game, format_record, parse_record
from kahuna.terminal.console import _broken
from kahuna.terminal.saved_games import (
    SavedGame,
    automatic_path,
    format_saved,
    parse_seating,
    write_atomically,
)

from .script import new_table

NOW = datetime(2024, 2, 29, 12, 30, 1)


def test_a_saved_game_is_a_record_with_one_more_key():
    saved = new_table(bots=(None, "greedy")).saved()
    text = format_saved(saved)
    assert SavedGame(parse_record(text), *parse_seating(text)) == saved
    assert json.loads(text)["terminal"] == {"bots": [None, "greedy"], "seed": "7"}
    assert parse_seating(format_record(saved.record)) is None
    assert parse_seating(format_game(saved.record)) is None
    assert parse_seating("[]") is None


def test_games_are_kept_under_the_state_of_the_user(tmp_path):
    given = automatic_path({"XDG_STATE_HOME": str(tmp_path)}, NOW)
    assert given == tmp_path / "kahuna" / "game-2024-02-29-123001.json"
    given.parent.mkdir()
    given.touch()
    second = automatic_path({"XDG_STATE_HOME": str(tmp_path)}, NOW)
    assert second.name == "game-2024-02-29-123001-2.json"
    home = automatic_path({"HOME": "/home/ada", "XDG_STATE_HOME": "not/absolute"}, NOW)
    assert home.parent == Path("/home/ada/.local/state/kahuna")


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "file"
    write_atomically(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "new \ud800")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
    link = tmp_path / "link"
    link.symlink_to(path)
    write_atomically(link, "through a link")
    assert path.read_text() == "through a link"
    assert link.is_symlink()


def test_sentences_are_broken_between_words_and_commands_are_not():
    assert _broken("one two three", 8) == ["one two", "three"]
    assert _broken("  kahuna play --resume a", 8) == ["  kahuna play --resume a"]
