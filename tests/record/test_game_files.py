"""Files of games: JSON Lines, one JSON object, or text."""

import io
import json
import sys

import pytest
from games import game, games

from kahuna.record import (
    RecordError,
    UnreadableFileError,
    format_game,
    format_record,
    game_files,
    read_records,
)
from kahuna.record.game_files import sources

LINE, TEXT = format_record(game(0)), format_game(game(0))


@pytest.mark.parametrize(
    ("content", "num"),
    [
        (LINE, 1),
        (f"{LINE}\n\n{LINE}\n", 2),
        (json.dumps(json.loads(LINE), indent=2), 1),
        (TEXT, 1),
        (TEXT + TEXT, 2),
    ],
    ids=["line", "lines", "object", "text", "texts"],
)
def test_games_are_read_in_every_form(tmp_path, content, num):
    path = tmp_path / "games"
    path.write_text(content, encoding="utf-8")
    for name in (path, str(path)):
        assert [record.plies for record in read_records(name)] == [game(0).plies] * num


def test_a_file_of_many_games(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text("".join(format_record(r) + "\n\n" for r in games(4)), encoding="utf-8")
    assert list(read_records(path)) == games(4)


def test_a_dash_is_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINE.encode())))
    assert list(read_records("-")) == [game(0)]


def test_the_game_and_the_line_are_named(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text(LINE + "\n\n{}\n", encoding="utf-8")
    with pytest.raises(RecordError, match=r"game 2 \(line 3\), the record: there is no 'form"):
        list(read_records(path))


@pytest.mark.parametrize("first", [LINE, "{"], ids=["complete", "cut"])
def test_a_broken_line_does_not_hide_the_other_games(first):
    found = sources(f"{first}\nnonsense\n", "file")
    assert len(found) == (2 if first == LINE else 1)
    with pytest.raises(RecordError):
        found[-1].game()


def test_lines_of_a_second_game_in_text_form_are_counted_from_the_top():
    broken = TEXT.replace("first: ", "first: no")
    with pytest.raises(RecordError) as error:
        sources(TEXT + broken, "file")[1].game()
    line = len(TEXT.splitlines()) + 5
    assert str(error.value).startswith(f"file, game 2, line {line}: 'no")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe{}", "byte 0 is not UTF-8"),
        (b"\xef\xbb\xbf{}", "begins with a byte-order mark; expected UTF-8 without one"),
        (b" \n", "the file is empty"),
    ],
)
def test_files_that_are_no_text(tmp_path, content, says):
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=says):
        list(read_records(path))


def test_a_file_that_is_too_long(tmp_path, monkeypatch):
    monkeypatch.setattr(game_files, "MOST_BYTES", 3)
    path = tmp_path / "games.jsonl"
    path.write_text(LINE, encoding="utf-8")
    with pytest.raises(RecordError, match="too long"):
        list(read_records(path))


@pytest.mark.parametrize("name", ["nothing.jsonl", ".", "\0"])
def test_a_file_that_cannot_be_read(tmp_path, name):
    with pytest.raises(UnreadableFileError, match="cannot be read"):
        list(read_records(tmp_path / name))
