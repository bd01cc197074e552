"""What commands beside ``kahuna`` share: bad input is one line and exit 2, Ctrl-C is 130."""

import sys

import pytest
from benchmarks import command

from kahuna.core import KahunaError


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
