"""Programs beside ``kahuna``: errors are one line, bad input exits with 2, Ctrl-C with 130."""

import sys
from typing import Annotated

import pytest
import typer

from kahuna.cli import program
from kahuna.core import KahunaError


def run(monkeypatch, main, *arguments):
    monkeypatch.setattr(sys, "argv", ["program", *arguments])
    with pytest.raises(SystemExit) as left:
        program.run_program(main, name="program")
    return left.value.code


def test_parameters_are_options(monkeypatch, capsys):
    def main(games: Annotated[int, typer.Option(min=1)] = 4) -> None:
        print(games)

    assert run(monkeypatch, main, "--games", "7") == 0
    assert capsys.readouterr().out == "7\n"
    assert run(monkeypatch, main, "--games", "0") == 2
    assert "--games" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (KeyboardInterrupt(), 130, "kahuna: stopped"),
        (TypeError("building a validator: KeyboardInterrupt: "), 130, "kahuna: stopped"),
        (KahunaError("this is not right"), 2, "kahuna: this is not right"),
        (FileExistsError(17, "File exists", "docs"), 2, "kahuna: docs: File exists"),
        (typer.Exit(5), 5, ""),
    ],
)
def test_what_goes_wrong_is_one_line(monkeypatch, capsys, error, status, said):
    def main() -> None:
        raise error

    monkeypatch.delitem(sys.modules, "jax", raising=False)
    assert run(monkeypatch, main) == status
    assert capsys.readouterr().err.strip() == said


def test_jax_is_not_left_at_work_in_an_interpreter_that_ends(monkeypatch):
    def main() -> None:
        raise KeyboardInterrupt

    def left_at_once(status):
        raise SystemExit(f"at once {status}")

    monkeypatch.setitem(sys.modules, "jax", program)
    monkeypatch.setattr(program, "leave_at_once", left_at_once)
    assert run(monkeypatch, main) == "at once 130"


def test_a_bug_shows_its_traceback(monkeypatch):
    def main() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(sys, "argv", ["program"])
    with pytest.raises(ZeroDivisionError):
        program.run_program(main, name="program")
