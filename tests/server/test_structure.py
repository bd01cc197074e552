"""The server never holds the state of a running game."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import kahuna.server

PACKAGE = Path(kahuna.server.__file__).parent
STATE_MAKERS = {
    "State", "Step", "advance", "apply", "final_state", "play", "replay", "replay_ply", "resolve",
    "start", "state_of", "view_of", "world",
}  # fmt: skip
"""Names of the core and of records that are, take or return a state."""
ALLOWED = {
    "render/replay.py": {"State", "replay"},  # Finished games are shown with every card.
    "games/imports.py": {"replay"},  # A record is checked before it becomes a game.
    "games/studies.py": {"replay"},  # Finished games, on the analysis board.
}


@pytest.mark.parametrize(
    "module", sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
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
