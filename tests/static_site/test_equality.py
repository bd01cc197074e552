"""The same seed gives the same game in CPython and in the browser."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from .conftest import SITE
from .games import hashes

pytestmark = pytest.mark.slow


def hashes_of_the_site(number: int) -> list[str]:
    """Return the hashes of this many games, played by the Python of the built site."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    (folder,) = (SITE / "assets").glob("python-*")
    script = Path(__file__).with_name("play_games.mjs")
    done = subprocess.run(
        [node, script, folder, str(number)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_the_same_seeds_give_the_same_200_games():
    assert hashes_of_the_site(200) == hashes(200)
