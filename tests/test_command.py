"""What commands beside ``kahuna`` share: bad input is one line and exit 2, Ctrl-C is 130."""

import importlib
import sys

import pytest

from kahuna import command
from kahuna.core import KahunaError


@pytest.mark.parametrize(
    ("module", "arguments", "said"),
    [
        ("kahuna.analysis.__main__", ["--games", "0"], "'0' is not a whole number of at least 1"),
        ("kahuna.analysis.__main__", ["--games", "-5"], "'-5' is not a whole number of at least 1"),
        (
            "kahuna.analysis.__main__",
            ["--temperature", "nan"],
            "'nan' is not a number from 0.01 to 100",
        ),
        ("kahuna.analysis.__main__", ["--temperature=-1"], "'-1' is not a number from 0.01 to 100"),
        ("kahuna.batch.speed", ["--size", "-1"], "'-1' is not a whole number of at least 1"),
        ("kahuna.batch.speed", ["--seconds", "inf"], "'inf' is not a number of at least 0"),
        ("kahuna.batch.equality", ["--chunk", "0"], "'0' is not a whole number of at least 1"),
        ("kahuna.batch.report", ["--games", "x", "--out", "y"], "'x' is not a whole number"),
    ],
)
def test_numbers_out_of_their_range_are_refused(capsys, module, arguments, said):
    with pytest.raises(SystemExit) as left:
        importlib.import_module(module).main(arguments)
    assert left.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("module", ["kahuna.analysis.__main__", "kahuna.batch.report"])
def test_a_place_that_is_no_folder_is_refused_before_anything_is_played(tmp_path, module):
    path = tmp_path / "file"
    path.write_text("")
    with pytest.raises(FileExistsError):
        importlib.import_module(module).main(["--out", str(path)])


@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("kahuna.puzzles.__main__", ["make", "{file}"]),
        ("kahuna.puzzles.__main__", ["make-last-turns", "{file}"]),
        ("kahuna.train.blind_spots", ["make", "{file}", "--expert", "weights.npz"]),
        ("kahuna.train.referee", ["{file}"]),
    ],
)
@pytest.mark.parametrize(
    ("file", "said"), [("none/file", "there is no folder"), ("", "is a folder; name a file")]
)
def test_a_file_that_cannot_be_written_is_refused_before_any_work(
    tmp_path, capsys, module, arguments, file, said
):
    if module.startswith("kahuna.train"):
        pytest.importorskip("optax")
    path = str(tmp_path / file)
    with pytest.raises(SystemExit) as left:
        importlib.import_module(module).main([word.format(file=path) for word in arguments])
    assert left.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"), [("garbage", "line 1: this is not a puzzle"), (None, "No such file")]
)
def test_only_files_of_puzzles_are_graded(tmp_path, text, said):
    path = tmp_path / "puzzles.jsonl"
    if text is not None:
        path.write_text(text)
    with pytest.raises((KahunaError, OSError), match=said):
        importlib.import_module("kahuna.puzzles.__main__").main(["grade", str(path)])
    assert path.exists() == (text is not None)


def test_only_files_of_blind_spots_are_reported(tmp_path):
    pytest.importorskip("optax")
    path = tmp_path / "positions.npz"
    path.write_text("garbage")
    with pytest.raises(KahunaError, match="contains no positions"):
        importlib.import_module("kahuna.train.blind_spots").main(["report", str(path), "x"])


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (KeyboardInterrupt(), 130, "stopped"),
        (TypeError("building a validator: KeyboardInterrupt: "), 130, "stopped"),
        (KahunaError("this is not right"), 2, "kahuna: this is not right"),
        (FileExistsError(17, "File exists", "docs"), 2, "kahuna: docs: File exists"),
        (ModuleNotFoundError("No module", name="jax"), 2, "kahuna: jax is not installed"),
        (BrokenPipeError(), 1, ""),
    ],
)
def test_what_goes_wrong_is_one_line(monkeypatch, capfd, error, status, said):
    def main():
        raise error

    monkeypatch.delitem(sys.modules, "jax", raising=False)
    monkeypatch.setattr(command.os, "dup2", lambda *_: None)
    with pytest.raises(SystemExit) as left:
        command.run(main)
    assert left.value.code == status
    assert capfd.readouterr().err.strip() == said


def test_jax_is_not_left_at_work_in_an_interpreter_that_ends(monkeypatch, capsys):
    def main():
        raise KeyboardInterrupt

    def left_at_once(status):
        raise SystemExit(f"at once {status}")

    monkeypatch.setitem(sys.modules, "jax", command)
    monkeypatch.setattr(command, "leave_at_once", left_at_once)
    with pytest.raises(SystemExit, match="at once 130"):
        command.run(main)
