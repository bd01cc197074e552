"""A move passes few files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "trace_move.py"
MOST = 47


def test_a_move_passes_no_more_files_than_it_needs():
    done = subprocess.run([sys.executable, TOOL], capture_output=True, text=True, check=True)
    *files, total = done.stdout.splitlines()
    assert {"core/effects.py", "hosting/play/game.py", "server/net/websocket.py"} <= set(files)
    assert total == f"{len(files)} files"
    assert len(files) <= MOST, done.stdout
