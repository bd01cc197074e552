"""``kahuna train`` as it is typed."""

import json
import re
import signal
import time
from dataclasses import asdict
from inspect import signature

import jax
import pytest
from typer.testing import CliRunner

from kahuna.bots.network import Shape
from kahuna.cli import app
from kahuna.cli import train as command
from kahuna.train import CHECKPOINT, run
from kahuna.train.checkpoints import save_weights
from kahuna.train.config import Config
from kahuna.train.ppo import init_params, iterate
from kahuna.train.run import CURVES, WEIGHTS
from kahuna.train.signals import SIGNALS

pytestmark = pytest.mark.slow

FEW = ["--games", "16", "--iterations", "2", "--steps", "4", "--blocks", "1"]
"""The same everywhere, so that they are compiled once."""


def train(*arguments):
    return CliRunner().invoke(app, ["train", *map(str, arguments)])


def test_what_is_not_said_is_as_the_champion_was_trained():
    said = {name: each.default for name, each in signature(command.train).parameters.items()}
    usual = asdict(Config())
    named = said.keys() & usual.keys()
    assert named >= {"iterations", "games", "steps", "learning_rate", "entropy", "seed", "critic"}
    assert {name: said[name] for name in named} == {name: usual[name] for name in named}


def test_a_run_is_kept_gone_on_with_and_its_weights_play(tmp_path, monkeypatch):
    monkeypatch.setattr(run, "BETWEEN_LINES", 2)
    folder = tmp_path / "run"
    paused = train(folder, *FEW, "--minutes", "0")
    assert paused.exit_code == 0, paused.output
    assert "Paused after 0 of 2" in paused.output
    assert (folder / CHECKPOINT).exists()

    done = train(folder, "--minutes", "9")
    assert done.exit_code == 0, done.output
    assert "continues with its original settings" in done.output
    assert "Done: 2 iterations" in done.output
    assert "decisions per second" in done.output
    assert "frozen" not in done.output  # There is nobody to score against.
    (line,) = (folder / CURVES).read_text().splitlines()
    assert json.loads(line)["iteration"] == 2

    bots = (f"weights:{folder / WEIGHTS}", "random")
    played = CliRunner().invoke(app, ["arena", *bots, "--games", "2", "--workers", "1"])
    assert played.exit_code == 0, played.output


@pytest.mark.parametrize(
    ("signals", "status"), [((signal.SIGINT,), 130), ((signal.SIGTERM, signal.SIGINT), 143)]
)
def test_a_signal_stops_between_two_iterations_and_a_second_one_at_once(
    tmp_path, monkeypatch, signals, status
):
    left = []

    def interrupted(config, train_state):
        for number in signals:
            signal.raise_signal(number)
        while len(left) < len(signals) - 1:
            time.sleep(0.01)
        return iterate(config, train_state)

    monkeypatch.setattr(run, "iterate", interrupted)
    monkeypatch.setattr("kahuna.interrupts.leave_at_once", left.append)
    before = [signal.getsignal(number) for number in SIGNALS]
    folder = tmp_path / "a run"
    stopped = train(folder, *FEW)
    assert stopped.exit_code == status, stopped.output
    assert "Compiling" in stopped.output
    assert "Stopping after this iteration" in stopped.output
    assert re.search(r"Paused after 1 of 2 iterations; kahuna train '.*' continues", stopped.output)
    assert (folder / CHECKPOINT).exists()
    assert [signal.getsignal(number) for number in SIGNALS] == before
    assert ("continues from what was last saved" in stopped.output) == (len(signals) > 1)
    assert left == [128 + number for number in signals[1:]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games", "100"], "16 or a multiple"),
        (["--rate", "inf"], "--rate"),
        (["--entropy", "2"], "--entropy"),
        (["--from", "nowhere.npz"], "no weights file nowhere.npz"),
        (["--against", "nowhere.npz"], "no weights file nowhere.npz"),
        (["--minutes", "-1"], "minutes"),
        (["--blocks", "0"], "--blocks"),
    ],
)
def test_nonsense_is_refused_in_words(tmp_path, arguments, words):
    refused = train(tmp_path / "run", *arguments)
    assert refused.exit_code == 2
    assert words in refused.output
    assert not (tmp_path / "run").exists()


def test_a_run_needs_a_folder(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    refused = train(file)
    assert refused.exit_code == 2
    assert f"{file} is not a folder" in refused.output


def test_a_folder_that_cannot_be_made_is_refused_before_anything_is_compiled(tmp_path):
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "run"
    refused = train(folder)
    assert refused.exit_code == 2
    assert f"{folder} cannot be written (Not a directory)" in refused.output
    assert "ompiling" not in refused.output


def test_files_that_hold_something_else_are_refused_in_words(tmp_path):
    """A checkpoint is no file of weights, a small network no start for a large one."""
    folder, weights = tmp_path / "run", tmp_path / "weights.npz"
    save_weights(weights, init_params(Config(shape=Shape(16, 1)), jax.random.key(1)))
    folder.mkdir()
    (folder / CHECKPOINT).write_text("no checkpoint")
    for arguments, words in (
        ([folder], "is not a checkpoint of this version"),
        ([tmp_path / "new", "--from", folder / CHECKPOINT], "contains no network weights"),
        ([tmp_path / "new", "--from", weights], "another shape"),
        ([tmp_path / "new", "--against", weights], "another shape"),
    ):
        refused = train(*arguments, "--games", "16")
        assert refused.exit_code == 2, refused.output
        assert words in refused.output
    assert not (tmp_path / "new").exists()
