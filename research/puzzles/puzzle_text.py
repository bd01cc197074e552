"""Write puzzles and turns as text, and replay turns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import blake2b

from kahuna.core import Action, Event, State, View, any_world, apply
from kahuna.puzzles import Puzzle
from kahuna.record import format_action


def steps_of(view: View, actions: Iterable[Action]) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Yield the position after each action and its events, up to what chance decides."""
    state = any_world(view)
    for action in actions:
        state, events = apply(state, action)
        yield state, events


def format_turn(view: View, actions: Iterable[Action]) -> str:
    """Write the actions of a turn, separated by blanks."""
    words, state = [], any_world(view)
    for action in actions:
        words.append(format_action(action, state.public.phase, view.ruleset.board))
        state = apply(state, action).state
    return " ".join(words)


def puzzle_id(position: str) -> str:
    """Return eight hexadecimal digits that identify a position."""
    return blake2b(position.encode(), digest_size=4).hexdigest()


def format_puzzle(puzzle: Puzzle) -> str:
    """Write a puzzle as a line of JSON."""
    fields = {name: getattr(puzzle, name) for name in Puzzle.__dataclass_fields__}
    return json.dumps(fields, separators=(",", ":"))
