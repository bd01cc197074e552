"""``kahuna train`` as it is typed."""

import json

import pytest
from typer.testing import CliRunner

from kahuna.cli import app
from kahuna.train.run import BETWEEN_LINES, CHECKPOINT, CURVES, WEIGHTS

FEW = ["--games", "16", "--iterations", str(BETWEEN_LINES)]


def train(*arguments):
    return CliRunner().invoke(app, ["train", *map(str, arguments)])


def test_a_run_is_kept_gone_on_with_and_its_weights_play(tmp_path):
    folder = tmp_path / "run"
    paused = train(folder, *FEW, "--minutes", "0")
    assert paused.exit_code == 0, paused.output
    assert "Paused after 0 of 20" in paused.output
    assert (folder / CHECKPOINT).exists()

    done = train(folder, "--minutes", "9")
    assert done.exit_code == 0, done.output
    assert "goes on as it was begun" in done.output
    assert "Done: 20 iterations" in done.output
    (line,) = (folder / CURVES).read_text().splitlines()
    assert json.loads(line)["iteration"] == BETWEEN_LINES

    bots = (f"weights:{folder / WEIGHTS}", "random")
    played = CliRunner().invoke(app, ["arena", *bots, "--games", "2", "--workers", "1"])
    assert played.exit_code == 0, played.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games", "100"], "16 or a multiple"),
        (["--from", "nowhere.npz"], "no file nowhere.npz"),
        (["--against", "nowhere.npz"], "no file nowhere.npz"),
        (["--minutes", "-1"], "minutes"),
    ],
)
def test_nonsense_is_refused_in_words(tmp_path, arguments, words):
    refused = train(tmp_path / "run", *arguments)
    assert refused.exit_code == 2
    assert words in refused.output
    assert not (tmp_path / "run").exists()
