"""``kahuna arena`` from the outside."""

import json
import subprocess
import sys
from xml.etree import ElementTree

import pytest
import typer
from typer.testing import CliRunner

from kahuna.arena.plot import nice_ticks
from kahuna.cli.arena import arena
from kahuna.record import read_records, replay

app = typer.Typer()
app.command()(arena)


def call(*words, code=0):
    result = CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "120"})
    assert result.exit_code == code, result.output
    return result.output


def test_a_name_with_colons_is_told_as_it_was_typed():
    assert "search:100:x" in call("search:100:x", "random", code=2)


def test_a_match_with_all_its_files(tmp_path):
    out, plot, records = (tmp_path / name for name in ("r.json", "e.svg", "games.jsonl"))
    journal = tmp_path / "run.jsonl"
    words = ["bold & fast=greedy", "random", "--games", 5, "--seed", 1, "--workers", 1]
    files = ["--journal", journal, "--out", out, "--plot", plot, "--records", records]
    text = call(*words, *files)
    assert "bold & fast scores" in text
    assert "6 games" in text
    table = json.loads(out.read_text(encoding="utf-8"))
    assert table["format"] == "kahuna-arena"
    assert table["games"] == 6
    assert table["is_complete"]
    assert [row["name"] for row in table["standings"]] == ["bold & fast", "random"]
    assert sum(table["pairings"][0]["pairs"]) == 3
    games = list(read_records(records))
    assert len(games) == 6
    assert all(list(replay(game)) for game in games)
    picture = ElementTree.fromstring(plot.read_text(encoding="utf-8"))
    assert "bold & fast" in "".join(picture.itertext())
    again = tmp_path / "again.json"
    call(*words, "--journal", journal, "--records", records, "--out", again)
    assert json.loads(again.read_text(encoding="utf-8")) == table


def test_a_round_robin_has_a_cross_table():
    text = call("a=random", "b=random", "c=random", "--games", 2, "--workers", 1)
    assert "row against column" in text


def test_names_are_shown_as_they_are():
    assert "against cmd:100: " in call("random", "cmd:100", "--games", 2, "--workers", 1)


def test_a_sequential_test_says_when_it_is_clear():
    text = call("greedy", "random", "--games", 400, "--sprt", 0, 200, "--workers", 1)
    assert "Clear: a difference of +200 Elo rather than +0" in text
    assert "one drawn game was added" in text


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ([], "an arena needs two bots or more"),
        (["greedy", "gredy"], "did you mean greedy?"),
        (["greedy", "random", "--rules", "chess"], "there is no edition 'chess'"),
        (["greedy", "random", "--sprt", "5", "0"], "a lower and a higher Elo"),
        (["greedy", "random", "--games", "2", "--out", "/no/where.json"], "cannot be written"),
    ],
)
def test_mistakes_are_told_in_words(words, answer):
    assert answer in call(*words, "--workers", 1, code=2)


def test_speed_is_measured():
    text = call("--speed", "--games", 4, "--workers", 2)
    assert "games a second" in text
    assert "times as many" in text


@pytest.mark.parametrize(("low", "high"), [(-1, 1), (-400, 400), (0, 0), (-3.2, 950.1), (17, 18)])
def test_ticks_enclose_the_range(low, high):
    ticks = nice_ticks(low, high)
    assert ticks[0] <= low
    assert ticks[-1] >= high
    assert 1 <= len(ticks) <= 14


@pytest.mark.slow
def test_ray_gives_the_same_results(tmp_path):
    """Ray runs in a process of its own; it takes a while to start."""
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'kahuna[ray]'")
    script = tmp_path / "run.py"
    script.write_text(
        "import typer\nfrom kahuna.cli.arena import arena\n"
        "app = typer.Typer()\napp.command()(arena)\n"
        "if __name__ == '__main__': app()\n",
        encoding="utf-8",
    )
    tables = []
    for place in (["--workers", "1"], ["--ray", "local"]):
        out = tmp_path / "out.json"
        words = ["a=random", "b=random", "greedy", "--games", "6", "--seed", "3", "--out", out]
        subprocess.run([sys.executable, script, *words, *place], check=True, timeout=300)
        tables.append(json.loads(out.read_text(encoding="utf-8")))
        tables[-1].pop("timing")
    assert tables[0] == tables[1]


def test_without_ray_there_is_a_hint(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    text = call("greedy", "random", "--ray", "local", code=2)
    assert "pip install 'kahuna[ray]'" in text
