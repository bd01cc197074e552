"""Who may hold a state, and who may write one down (docs/architecture.md)."""

import ast
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from typing_extensions import is_typeddict

from kahuna.hosting.schema import Request

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
    "game": STATE | WORLDS | TEXT | REPLAY,  # a notebook's own game
    "envs": STATE | WORLDS,  # agents in the same process; they get views
    "challenges": REPLAY,  # finished games
    "lessons": STATE | TEXT,  # positions without secrets
    "rulebook.illustrations": STATE | TEXT,
    "batch": STATE,  # the array form of states
    "bench": STATE,
    "bots": STATE | WORLDS,  # bots search in worlds that fit their view
    "coach": STATE | WORLDS | REPLAY,  # finished games
    "match.turns": STATE | WORLDS,  # a world that fits the view
    "match.transitions": STATE | REPLAY,  # finished games
    "puzzles": STATE | WORLDS,  # positions as one player sees them
    "hosting.play.new_game": REPLAY,  # finished games
    "hosting.study.analysis": REPLAY,  # finished games
    "hosting.study.replay": STATE | REPLAY,
    "terminal": REPLAY | TEXT,  # the user's own files
    "cli.analyse": TEXT,  # a position that the user typed
    "cli.board": TEXT,
}
"""The packages and modules outside the core and the records that use such names, and which."""


def _modules():
    for path in sorted(SOURCES.rglob("*.py")):
        name = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
        if name.split(".")[0] not in ("core", "record", "__init__"):
            yield name, path


def _imported(path, packages):
    tree = ast.parse(path.read_text(encoding="utf-8"))
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
    holders = (holder for holder in HOLDERS if f"{name}.".startswith(f"{holder}."))
    assert used <= set().union(*(HOLDERS[holder] for holder in holders))


def _types_in(hint: object, found: set[type]) -> set[type]:
    """Add all classes that the type of a message mentions to those found so far."""
    if isinstance(hint, type) and hint not in found:
        found.add(hint)
        if is_dataclass(hint) or is_typeddict(hint):
            for part in get_type_hints(hint).values():
                _types_in(part, found)
    for part in get_args(hint):
        _types_in(part, found)
    return found


def test_messages_contain_neither_states_nor_views():
    modules = [name for name in MODULES if name.startswith("hosting.")]
    declared = [
        kind
        for name in modules
        for kind in vars(import_module(f"kahuna.{name}")).values()
        if is_typeddict(kind) or (isinstance(kind, type) and issubclass(kind, Request))
    ]
    types: set[type] = set()
    for kind in declared:
        _types_in(kind, types)
    found = {kind.__name__ for kind in types}
    assert {"GameOut", "Act", "NewGame", "RulesetOut"} <= found  # the walk does find types
    assert not found & {"State", "View", "Public", "Private", "GameRecord"}
