"""A dependency that is too old or too new is named before anything fails."""

from __future__ import annotations

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from kahuna import dependencies
from kahuna.cli import app


def requirement(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(dependencies, "requires", lambda _name: list(lines))
    versions = {"uvicorn": "0.52.4", "typer": "0.29.0", "odd": "2.0rc1"}

    def version(name: str) -> str:
        try:
            return versions[name]
        except KeyError:
            raise dependencies.PackageNotFoundError(name) from None

    monkeypatch.setattr(dependencies, "version", version)


@pytest.mark.parametrize(
    "line",
    [
        "uvicorn>=0.48,<0.55; extra == 'web'",
        'uvicorn[standard]<0.55,>=0.52.4; extra == "web"',
        "uvicorn>=99; extra == 'other'",
        "absent>=1; sys_platform == 'win32' and extra == 'web'",
        "typer",
        "odd>=2.0",
        "kahuna[web]; extra == 'cluster'",
    ],
)
def test_versions_within_the_bounds_are_fine(monkeypatch: pytest.MonkeyPatch, line: str):
    requirement(monkeypatch, line)
    assert dependencies.wrong_versions("web") is None


@pytest.mark.parametrize(
    ("line", "bounds"),
    [
        ("uvicorn>=0.53,<0.55; extra == 'web'", ">=0.53,<0.55"),
        ("uvicorn<0.52; sys_platform != 'win32' and extra == 'web'", "<0.52"),
    ],
)
def test_versions_outside_the_bounds_are_named(
    monkeypatch: pytest.MonkeyPatch, line: str, bounds: str
):
    requirement(monkeypatch, line)
    said = dependencies.wrong_versions("web")
    assert said == (
        f"uvicorn 0.52.4 is installed, but Kahuna needs uvicorn{bounds}:"
        " pip install --upgrade 'kahuna[web]'"
    )
    result = CliRunner().invoke(app, ["serve"])
    assert result.exit_code == 2
    assert result.stderr == f"kahuna: {said}\n"


def test_every_requirement_is_understood():
    """Only ``>=`` and ``<`` are compared."""
    found = list(dependencies._requirements())
    assert {"numpy", "uvicorn", "redis"} <= {name for name, _, _ in found}
    for name, bounds, _ in found:
        if name == "editables":  # What an editable install adds.
            continue
        assert all(bound.startswith((">=", "<")) for bound in bounds.split(",") if bound)


def test_a_command_line_that_cannot_be_imported_names_the_old_package():
    code = (
        "import sys; sys.modules['typer.core'] = None; import kahuna.__main__ as main;"
        "main.wrong_versions = lambda: 'typer 0.1 is installed'; main.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "kahuna: typer 0.1 is installed\n")
