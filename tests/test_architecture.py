"""Who may hold a state, and who may write one down (docs/architecture.md)."""

import ast
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src" / "kahuna"

STATE = {"State", "start", "apply", "resolve", "advance", "state_of", "play", "replay_ply"}
"""Names with which a module can hold a state or bring one forward."""
WORLDS = {"world", "any_world", "sample_world"}
"""Names that make a state of what a viewer knows: it fits the view and gives nothing away."""
TEXT = {"format_position", "parse_position", "position_hash"}
"""Names that write a whole state down, or read one."""
REPLAY = {"replay", "final_state"}
"""Names that need a record with every card."""

HOLDERS = {
    "match.authority": STATE | TEXT,  # games between players
    "game": STATE | TEXT | REPLAY,  # a notebook's own game
    "envs.local_game": STATE,  # agents in the same process; they get views
    "envs.openspiel_state": STATE | WORLDS,  # OpenSpiel asks for the state itself
    "envs.openspiel": WORLDS,
    "lessons.goals": STATE,
    "lessons.lesson": STATE,
    "lessons.runner": STATE | TEXT,  # lessons have no secrets of a player
    "rulebook.illustrations": STATE | TEXT,  # pictures of positions in RULES.md
    "batch.convert": STATE,  # the array form of a state
    "batch.core_baseline": STATE,
    "batch.equality": STATE,
    "batch.rule_coverage": STATE,
    "bench": STATE,
    "cli.board": TEXT,  # a position that the user typed
    "terminal.play_screen": REPLAY,  # the user's own files
    "terminal.replay_screen": REPLAY | TEXT,
    "server.games.imports": REPLAY,  # finished games
    "server.render.replay": STATE | REPLAY,  # finished games
    "bots.beginner": STATE | WORLDS,  # bots search in worlds that fit their view
    "bots.evaluation": STATE,
    "bots.greedy": STATE | WORLDS,
    "bots.ismcts": STATE | WORLDS,
    "bots.neural_search": WORLDS,
    "bots.playout": STATE,
}
"""Every module outside the core and the records that uses such names, and which."""


def _modules():
    for path in sorted(SOURCES.rglob("*.py")):
        name = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
        if name.split(".")[0] not in ("core", "record", "__init__"):
            yield name, ast.parse(path.read_text(encoding="utf-8"))


def _imported(tree, packages):
    return {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(packages)
        for alias in node.names
    }


MODULES = dict(_modules())


@pytest.mark.parametrize("name", MODULES)
def test_only_the_listed_modules_hold_a_state_or_write_one_down(name):
    names = _imported(MODULES[name], ("kahuna.core", "kahuna.record"))
    used = names & (STATE | WORLDS | TEXT | REPLAY)
    assert used <= HOLDERS.get(name, set())


def test_the_list_names_no_other_modules():
    assert set(HOLDERS) <= set(MODULES)


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith("server.wire")])
def test_wire_types_know_neither_states_nor_views(name):
    assert not _imported(MODULES[name], "kahuna.core") & {"State", "View", "Public", "Private"}
