"""``kahuna arena`` from the outside."""

import json
import os
import shlex
import subprocess
import sys
from errno import ENOSPC
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console
from typer.testing import CliRunner

from kahuna.arena import (
    Journal,
    PairTask,
    Plan,
    Run,
    compute_standings,
    execute_run,
    parse_entrants,
)
from kahuna.arena.pair import GameResult, PairResult
from kahuna.arena.plot import nice_ticks
from kahuna.arena.pool import local_runner, play_here
from kahuna.cli import app
from kahuna.cli.arena_tables import show_run
from kahuna.cli.texts import speak
from kahuna.i18n import LANGUAGES
from kahuna.record import read_records, replay
from kahuna.terminal.saved_games import write_atomically

MANY = ["greedy", "random", "--games", "1000000"]


@pytest.fixture(autouse=True)
def _speak_english():
    speak("en")


def call(*words, code=0):
    result = CliRunner().invoke(app, ["arena", *map(str, words)], env={"COLUMNS": "120"})
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


def test_names_are_shown_as_they_are(tmp_path, monkeypatch):
    program = tmp_path / "100"
    example = Path(__file__).parents[2] / "examples" / "protocol_bot.py"
    program.write_text(f"#!/bin/sh\nexec {shlex.join([sys.executable, str(example)])}\n")
    program.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert "against cmd:100: " in call("random", "cmd:100", "--games", 2, "--workers", 1)


def test_a_program_that_does_not_start_is_refused_unless_nothing_is_left_to_play(tmp_path):
    words = ["random", "x=cmd:./player", "--games", 2, "--workers", 1]
    refused = call(*words, code=2)
    assert "cmd:./player: could not be started (No such file or directory)" in refused
    journal = tmp_path / "journal"
    plan = Plan(parse_entrants(["random", "x=cmd:./player"]), 1)
    forfeited = GameResult(1.0, "resignation", 1, (1, 0), (0.0, 0.0), forfeit="it crashed")
    with Journal(journal, plan) as written:
        written.append(PairResult(PairTask(0, 0), (forfeited, forfeited)))
    assert "it crashed" in call(*words, "--journal", journal)


def test_a_sequential_test_says_when_it_is_clear():
    text = call("greedy", "random", "--games", 400, "--sprt", 0, 200, "--workers", 1)
    assert "Decided: a difference of +200 Elo rather than +0" in text
    assert "one drawn game was added" in text


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ([], "an arena needs at least two bots"),
        (["greedy", "gredy"], "did you mean greedy?"),
        (["greedy", "random", "--rules", "chess"], "there is no edition 'chess'"),
        (["greedy", "random", "--sprt", "5", "0"], "a lower and a higher Elo"),
        (["greedy", "random", "--sprt", "0", "inf"], "a lower and a higher Elo"),
        ([*MANY, "--out", "/no/where.json"], "/no/where.json cannot be written (there is no"),
        ([*MANY, "--plot", "/"], "/ is a folder"),
        ([*MANY, "--records", "/dev/full"], "/dev/full is not an ordinary file"),
        ([*MANY, "--journal", "/dev/full"], "/dev/full is not an ordinary file"),
        (
            [*MANY, "--journal", "x", "--records", "./x"],
            "--journal and --records are the same file",
        ),
        (["greedy", "--speed"], "leave out greedy"),
    ],
)
def test_mistakes_are_told_in_words_before_a_game_is_played(words, answer):
    assert answer in call(*words, "--workers", 1, code=2)


def test_what_a_full_disk_refuses_is_named_and_all_else_is_there(tmp_path, monkeypatch):
    out, records = tmp_path / "table.json", tmp_path / "games.jsonl"

    def write(path, text):
        if path == out:
            raise OSError(ENOSPC, os.strerror(ENOSPC))
        write_atomically(path, text)

    monkeypatch.setattr("kahuna.terminal.saved_games.write_atomically", write)
    files = ["--out", out, "--records", records]
    text = call("a=random", "b=random", "--games", 2, "--workers", 1, *files, code=2)
    assert "a scores" in text
    assert f"{out} cannot be written (No space left on device)" in text
    assert len(list(read_records(records))) == 2


def test_bots_are_listed():
    text = call("list")
    assert "greedy" in text
    assert "weights:FILE" in text


def test_without_a_terminal_a_line_tells_now_and_then_how_far_it_is(monkeypatch):
    monkeypatch.setattr("kahuna.cli.progress.SECONDS_A_LINE", 0)
    text = call("a=random", "b=random", "--games", 4, "--workers", 1)
    assert "playing: 2 of 4\n" in text


@pytest.mark.parametrize("width", [200, 80, 60, 40, 20])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_figure_is_cut_however_narrow_the_screen(width, language, run_of_three):
    console = Console(width=width, file=StringIO())
    speak(language)
    show_run(run_of_three, console)
    text = console.file.getvalue()
    assert max(map(len, text.splitlines())) <= width
    table = compute_standings(run_of_three.plan, run_of_three.results)
    for standing in table.rows:
        low, high = standing.elo.low, standing.elo.high
        assert f"{standing.elo.value:+.0f}" in text
        assert f"{low:+.0f} … {high:+.0f}" in text
        assert f"{standing.score:.1%}" in text
        assert f"{standing.milliseconds:.2f}" in text
    assert "…" not in text.replace(" … ", "")
    assert "─" in text or width < 80


@pytest.fixture(scope="module")
def run_of_three():
    program = "a name as long as the command line of a program"
    run = Run(Plan(parse_entrants([f"{program}=greedy", "b=random", "c=random"]), 2))
    execute_run(run, play_here)
    return run


def test_speed_is_measured():
    text = call("--speed", "--games", 4, "--workers", 2)
    assert "games per second" in text
    assert "times as many" in text


@pytest.mark.parametrize(("low", "high"), [(-1, 1), (-400, 400), (0, 0), (-3.2, 950.1), (17, 18)])
def test_ticks_enclose_the_range(low, high):
    ticks = nice_ticks(low, high)
    assert ticks[0] <= low
    assert ticks[-1] >= high
    assert 1 <= len(ticks) <= 14


LOSING_A_WORKER = """
import os
import signal
from pathlib import Path
import typer
import kahuna.arena.ray_runner as runner
from kahuna.arena.pair import play_pair
from kahuna.cli.arena import arena

LOST = Path(__file__).with_name("lost")

def play(plan, task):
    if not LOST.exists():
        LOST.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_pair(plan, task)

if __name__ == "__main__":
    runner.play_pair = play
    app = typer.Typer()
    app.command()(arena)
    app()
"""


@pytest.mark.slow
def test_ray_replays_the_games_of_a_lost_worker_with_the_same_results(tmp_path):
    """Ray runs in a process of its own; it takes a while to start."""
    script = tmp_path / "run.py"
    script.write_text(LOSING_A_WORKER, encoding="utf-8")
    tables = []
    for place in (["--workers", "1"], ["--ray", "local"]):
        out = tmp_path / "out.json"
        words = ["a=random", "b=random", "greedy", "--games", "6", "--seed", "3", "--out", out]
        subprocess.run([sys.executable, script, *words, *place], check=True, timeout=300)
        tables.append(json.loads(out.read_text(encoding="utf-8")))
        tables[-1].pop("timing")
    assert (tmp_path / "lost").exists()
    assert tables[0] == tables[1]


def test_the_wait_for_ray_is_announced(monkeypatch):
    monkeypatch.setattr("kahuna.arena.ray_runner.ray_runner", lambda address: local_runner(1))
    text = call("greedy", "random", "--games", 2, "--ray", "local")
    assert "connecting to Ray (local); starting an instance can take a minute" in text


def test_without_ray_there_is_a_hint(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    text = call("greedy", "random", "--ray", "local", code=2)
    assert "pip install 'kahuna[ray]'" in text
