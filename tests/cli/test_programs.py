"""Programs as players on the command line."""

import json
import sys
from pathlib import Path

from typer.testing import CliRunner

from kahuna.cli import app

EXAMPLE = f"cmd:{sys.executable} {Path(__file__).parents[2] / 'examples' / 'protocol_bot.py'}"
RUNNER = CliRunner()


def test_a_program_plays_in_simulated_games(tmp_path):
    out = tmp_path / "games.jsonl"
    arguments = ["--games", "2", "--white", EXAMPLE, "--black", "random", "--out", str(out)]
    assert RUNNER.invoke(app, ["simulate", *arguments]).exit_code == 0
    records = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [record["seats"][0]["name"][:4] for record in records] == ["cmd:", "cmd:"]


def test_why_a_program_lost_is_told_and_written_down():
    quitter = f"cmd:{sys.executable} -c pass"
    arguments = ["--games", "1", "--white", quitter, "--black", "random", "--out", "-"]
    result = RUNNER.invoke(app, ["simulate", *arguments])
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    reason = f"{quitter}: ended with exit status 0"
    assert record["forfeit"] == {"seat": 0, "fault": "crashed", "reason": reason}
    assert f"lost outside the rules: 1 × {reason}\n" in result.stderr


def test_a_program_that_cannot_be_started_is_bad_input(tmp_path):
    for out in ("-", str(tmp_path / "games.jsonl")):
        arguments = ["--games", "1", "--white", "cmd:/nowhere", "--black", "random", "--out", out]
        result = RUNNER.invoke(app, ["simulate", *arguments])
        assert result.exit_code == 2
        assert "cmd:/nowhere: could not be started (No such file" in result.stderr
        assert result.stdout == ""
    assert not list(tmp_path.iterdir())


def test_no_program_is_started_because_a_file_says_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    saved = tmp_path / "game.json"
    arguments = ["play", "--bot", EXAMPLE, "--save", str(saved), "--plain"]
    RUNNER.invoke(app, arguments, input="quit\n")
    text = saved.read_text(encoding="utf-8")
    assert EXAMPLE in text
    saved.write_text(text.replace(EXAMPLE, "cmd:touch touched"), encoding="utf-8")
    result = RUNNER.invoke(app, ["play", "--resume", str(saved), "--plain"], input="quit\n")
    assert result.exit_code == 2
    assert "give it again with --bot" in result.stderr
    again = ["play", "--resume", str(saved), "--bot", EXAMPLE, "--plain"]
    assert RUNNER.invoke(app, again, input="quit\n").exit_code == 0
    assert not (tmp_path / "touched").exists()


def test_the_example_is_short():
    lines = (Path(__file__).parents[2] / "examples" / "protocol_bot.py").read_text().splitlines()
    assert len(lines) <= 40
