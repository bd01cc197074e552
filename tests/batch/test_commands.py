"""The commands that measure the engines and count what happens in random games."""

import json

import pytest
from benchmarks import engines
from typer import Typer
from typer.testing import CliRunner

from kahuna.bench.engines import measure
from research.engines import random_games


def run(command, *arguments):
    app = Typer()
    app.command()(command)
    return CliRunner().invoke(app, arguments)


def test_speed_prints_a_table_with_the_machine():
    done = run(engines.main, "--backend", "numpy", "--size", "64", "--seconds", "0.02")
    assert done.exit_code == 0
    assert "cores, Python" in done.output
    assert "| numpy | one core | 64 |" in done.output


def test_speed_prints_json():
    done = run(engines.main, "--backend", "core", "--json", "--seconds", "0.02")
    (row,) = json.loads(done.output)["measurements"]
    assert row["decisions_per_second"] > 0


def test_an_unknown_backend_is_named():
    with pytest.raises(ValueError, match="no backend 'abacus'"):
        list(measure("abacus"))


def test_random_games_of_both_engines_have_the_same_figures():
    done = run(random_games.main, "--games", "3000", "--core-games", "60", "--chunk", "2000")
    assert done.exit_code == 0, done.output
    assert done.output.count("| yes |") == len(random_games.NAMES)


def test_figures_that_differ_are_marked(monkeypatch):
    core = random_games.play_core(40, seed=1)
    monkeypatch.setattr(random_games, "play_core", lambda num, seed: core + 40)
    done = run(random_games.main, "--games", "200", "--core-games", "40")
    assert done.exit_code == 1
    assert "| NO |" in done.output
