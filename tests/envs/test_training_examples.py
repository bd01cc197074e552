"""The training examples run for a few steps."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[2] / "examples/training").glob("*.py"))
NEEDS = {"maskable_ppo": "sb3_contrib"}
"""Packages too large for everybody: PyTorch comes with sb3-contrib."""


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_training_example_runs(path):
    if (package := NEEDS.get(path.stem)) and find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    done = subprocess.run(
        [sys.executable, path, "--updates", "1"], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    assert "against random play" in done.stdout
