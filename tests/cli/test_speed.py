"""Nothing is imported before it is needed, and goals are told from what was measured."""

import subprocess
import sys

from kahuna.bench import ROWS, Measured


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
    assert not {"rich", "kahuna.core", "kahuna.bots", "kahuna.terminal.play_screen"} & modules


def test_goals_are_told_from_what_was_measured():
    higher, lower = ROWS[0], ROWS[1]
    assert Measured(higher, higher.goal + 1).is_reached
    assert not Measured(higher, higher.goal - 1).is_reached
    assert Measured(lower, lower.goal - 1).is_reached
    assert not Measured(lower, lower.goal + 1).is_reached
