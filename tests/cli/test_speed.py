"""Nothing is imported before it is needed, and the figures that were promised."""

import subprocess
import sys

import pytest

from kahuna.bench import ROWS, Measured, measure


def modules_after(code):
    command = [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"]
    return set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())


def test_importing_the_package_imports_nothing_else():
    assert {name for name in modules_after("import kahuna") if "kahuna" in name} <= {
        "kahuna",
        "__editable___kahuna_finder",
    } | {name for name in modules_after("") if "kahuna" in name}


def test_help_needs_neither_the_rules_nor_rich():
    code = "import sys\nsys.argv = ['kahuna', '--help']\nfrom kahuna.cli import main\n"
    code += "try:\n    main()\nexcept SystemExit:\n    pass"
    modules = modules_after(code)
    assert not {"rich", "kahuna.core", "kahuna.bots", "kahuna.terminal.game"} & modules


def test_goals_are_told_from_what_was_measured():
    higher, lower = ROWS[0], ROWS[1]
    assert Measured(higher, higher.goal + 1).is_reached
    assert not Measured(higher, higher.goal - 1).is_reached
    assert Measured(lower, lower.goal - 1).is_reached
    assert not Measured(lower, lower.goal + 1).is_reached


@pytest.mark.slow
def test_starting_is_fast_enough_even_on_a_busy_machine():
    for measured in measure(ROWS[1:], seconds=3):
        assert measured.value < 2 * measured.row.goal
