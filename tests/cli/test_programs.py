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
