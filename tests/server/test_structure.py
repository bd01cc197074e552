"""The server never holds the state of a running game, and loads only what it needs."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import kahuna

PACKAGE = Path(kahuna.__file__).parent
STATE_MAKERS = {
    "State", "Step", "advance", "apply", "final_state", "play", "replay", "replay_ply", "resolve",
    "start", "state_of", "view_of", "world",
}  # fmt: skip
"""Names of the core and of records that are, take or return a state."""
ALLOWED = {
    "hosting/study/replay.py": {"State", "replay"},  # Finished games are shown with every card.
    "hosting/play/new_game.py": {"replay"},  # A record is checked before it becomes a game.
    "hosting/study/analysis.py": {"replay"},  # Finished games, on the analysis board.
}


@pytest.mark.parametrize(
    "module",
    [
        path.relative_to(PACKAGE).as_posix()
        for part in ("hosting", "server")
        for path in sorted((PACKAGE / part).rglob("*.py"))
    ],
)
def test_only_finished_games_are_replayed(module: str):
    tree = ast.parse((PACKAGE / module).read_text(encoding="utf-8"))
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").startswith(("kahuna.core", "kahuna.record"))
        for alias in node.names
    }
    assert imported & STATE_MAKERS == ALLOWED.get(module, set())


def test_only_worker_processes_load_the_coach():
    modules = ("kahuna.server.app", "kahuna.server.worker", "kahuna.server.cluster.bot_worker")
    grading = ("kahuna.coach.game_review", "kahuna.coach.ranking")
    unwanted = ("kahuna.arena", *grading, "kahuna.train", "jax")
    code = f"import sys, {', '.join(modules)}; print(*({set(unwanted)} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
