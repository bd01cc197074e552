"""Programs as players on the command line."""

import json
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kahuna.cli import app

PROGRAM = Path(__file__).parents[2] / "examples" / "protocol_bot.py"
EXAMPLE = f"cmd:{shlex.join([sys.executable, str(PROGRAM)])}"
RUNNER = CliRunner()


def test_a_program_plays_in_simulated_games(tmp_path):
    out = tmp_path / "games.jsonl"
    arguments = ["--games", "2", "--white", EXAMPLE, "--black", "random", "--out", str(out)]
    assert RUNNER.invoke(app, ["simulate", *arguments]).exit_code == 0
    records = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    name = f"{Path(sys.executable).name} protocol_bot.py"
    assert [record["seats"][0]["name"] for record in records] == [name, name]


@pytest.mark.parametrize("folder", ["Meine Spiele (ü) " + "n" * 80, "it's\nhere"])
@pytest.mark.parametrize("command", ["play", "simulate"])
def test_a_program_may_live_anywhere(command, folder, tmp_path):
    """Neither the length of a path nor its characters matter to the name of a seat."""
    program = tmp_path / folder / "my bot.py"
    program.parent.mkdir()
    shutil.copy(PROGRAM, program)
    bot = f"cmd:{shlex.join([sys.executable, str(program)])}"
    assert len(bot) > 80
    out = tmp_path / "game.json"
    arguments = {
        "play": ["--bot", bot, "--save", str(out), "--plain"],
        "simulate": ["--games", "1", "--white", "random", "--black", bot, "--out", str(out)],
    }
    result = RUNNER.invoke(app, [command, *arguments[command]], input="quit\n")
    assert result.exit_code == 0, result.output
    record = json.loads(out.read_text(encoding="utf-8"))
    assert record["seats"][1]["name"] == f"{Path(sys.executable).name} my bot.py"


QUITS = """
import json, sys
print(json.dumps({"type": "hello", "protocol": 1, "name": "quitter"}), flush=True)
while json.loads(input())["type"] not in ("view", "quit"):
    pass
"""
QUITTER = f"cmd:{shlex.join([sys.executable, '-c', QUITS])}"
"""A program that says hello and ends when it is asked for a move."""
SILENT = f"cmd:{shlex.join([sys.executable, '-c', 'pass'])}"


def test_why_a_program_lost_is_told_and_written_down():
    arguments = ["--games", "1", "--white", QUITTER, "--black", "random", "--out", "-"]
    result = RUNNER.invoke(app, ["simulate", *arguments])
    assert result.exit_code == 0, result.output
    note = json.loads(result.stdout)["forfeit"]
    assert (note["seat"], note["fault"]) == (0, "crashed")
    assert note["reason"].endswith("ended with exit status 0")
    assert f"lost outside the rules: 1 × {note['reason']}\n" in result.stderr


def test_a_player_is_told_why_a_program_lost(tmp_path):
    arguments = ["--bot", QUITTER, "--seat", "black", "--first", "white", "--plain"]
    save = ["--save", str(tmp_path / "game.json")]
    result = RUNNER.invoke(app, ["play", *arguments, *save])
    assert result.exit_code == 0
    assert "cannot continue and loses the game: cmd:" in result.stdout
    assert "ended with exit status 0" in result.stdout


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("cmd:/no/such", "cmd:/no/such: could not be started (No such file or directory)"),
        ("cmd:/", "cmd:/: could not be started (Permission denied)"),
        (SILENT, "said no hello; it ended with exit status 0"),
        ("cmd:cat", "cmd:cat: wrote no message"),
    ],
    ids=["missing", "a folder", "ends at once", "speaks no protocol"],
)
@pytest.mark.parametrize(
    "command",
    [
        ("play", "--plain", "--save", "game.json", "--bot"),
        ("simulate", "--games", "1", "--out", "games.jsonl", "--black", "random", "--white"),
        ("arena", "--games", "2", "--workers", "2", "--out", "table.json", "random"),
    ],
    ids=lambda command: command[0],
)
def test_a_program_that_cannot_play_is_bad_input(tmp_path, monkeypatch, command, program, said):
    monkeypatch.chdir(tmp_path)
    result = RUNNER.invoke(app, [*command, program])
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""
    assert not list(tmp_path.iterdir())


def test_no_program_is_started_because_a_file_says_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    saved = tmp_path / "game.json"
    arguments = ["play", "--bot", EXAMPLE, "--save", str(saved), "--plain"]
    RUNNER.invoke(app, arguments, input="quit\n")
    game = json.loads(saved.read_text(encoding="utf-8"))
    assert game["terminal"]["bots"] == [None, EXAMPLE]
    game["terminal"]["bots"] = [None, "cmd:touch touched"]
    saved.write_text(json.dumps(game), encoding="utf-8")
    result = RUNNER.invoke(app, ["play", "--resume", str(saved), "--plain"], input="quit\n")
    assert result.exit_code == 2
    assert "name it again with --bot" in result.stderr
    again = ["play", "--resume", str(saved), "--bot", EXAMPLE, "--plain"]
    assert RUNNER.invoke(app, again, input="quit\n").exit_code == 0
    assert not (tmp_path / "touched").exists()


def test_the_example_is_short():
    lines = PROGRAM.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 40
