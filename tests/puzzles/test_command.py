"""Bad input for the puzzle maker is refused before any work."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["make-last-turns", "{folder}/none/file"], "there is no folder"),
        (["make-last-turns", "{folder}"], "is a directory"),
        (["campaign", "{folder}/none"], "does not exist"),
        (["make-last-turns", "{folder}/file", "--number", "0"], "greater than or equal to 1"),
        (["grade", "{folder}/none.jsonl"], "No such file"),
        (["grade", "{folder}/garbage.jsonl"], "line 1: this is not a puzzle"),
    ],
)
def test_bad_input_is_one_message_and_exit_2(tmp_path, arguments, said):
    (tmp_path / "garbage.jsonl").write_text("garbage")
    words = [word.format(folder=tmp_path) for word in arguments]
    done = subprocess.run(
        [sys.executable, "-m", "research.puzzles", *words], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert said in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
