"""Hosting needs the standard library alone, as in a browser: no packages, threads or processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).with_name("host_alone.py")


def test_a_whole_game_is_hosted_with_the_standard_library_alone():
    done = subprocess.run(
        [sys.executable, "-W", "error", SCRIPT], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "over: " in done.stdout
