"""Puzzles: positions with one clearly best turn, as data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from importlib import resources
from typing import Final, NamedTuple

from kahuna.core import (
    Action,
    Cards,
    IllegalActionError,
    Lines,
    Ruleset,
    Seat,
    State,
    View,
    any_world,
    apply,
    mover,
)
from kahuna.record import parse_action, parse_view_position

DATA: Final = "puzzles.jsonl"


class Theme(StrEnum):
    """What a solution is about."""

    CHAIN_REACTION = "chain_reaction"
    REMOVAL = "removal"
    LAST_TURN = "last_turn"
    CARD_COUNTING = "card_counting"
    DECLINING = "declining"


class TurnEnding(NamedTuple):
    """What a turn leaves behind; turns that differ only in the order of plays end alike."""

    bridges: tuple[Lines, Lines]
    hand: Cards
    buried: Cards
    last: Action


@dataclass(frozen=True)
class Puzzle:
    """A position with one clearly best turn. Values are points of win probability."""

    id: str
    position: str
    """What the player sees; it is the beginning of the player's turn."""
    edition: str
    theme: Theme
    difficulty: str | None
    """The weakest bot that finds the solution; ``None`` if no bot does."""
    solution: str
    """The best turn in notation, separated by blanks."""
    accepted: tuple[str, ...]
    """Other turns that leave the same bridges, and are less than 5 points worse."""
    refutation: str
    """The best turn that leaves other bridges."""
    value: float
    """The chance to win with the solution."""
    margin: float
    """How far the solution is ahead of every turn that leaves other bridges."""
    error: float
    """The standard error of the margin."""

    @property
    def has_usual_rules(self) -> bool:
        """Return whether the rules are the usual ones, without reading the whole position."""
        return self.position.endswith(f" {Ruleset().edition}")

    @cached_property
    def view(self) -> View:
        """Return what the player sees."""
        return parse_view_position(self.position)

    @cached_property
    def endings(self) -> frozenset[TurnEnding]:
        """Return what the accepted turns leave behind."""
        turns = (parse_turn(self.view, turn) for turn in (self.solution, *self.accepted))
        endings = (ending_of(self.view, turn) for turn in turns)
        return frozenset(ending for ending in endings if ending is not None)

    def solves(self, actions: Sequence[Action]) -> bool:
        """Return whether a whole turn is a solution, whatever the order of its plays."""
        return ending_of(self.view, actions) in self.endings


def ending_of(view: View, actions: Sequence[Action]) -> TurnEnding | None:
    """Return what a turn leaves behind; ``None`` if it is not a whole legal turn."""
    seat = view.viewer
    assert isinstance(seat, Seat)
    before = after = any_world(view)
    for action in actions:
        if not _goes_on(after, view):
            return None
        before = after
        try:
            after = apply(before, action).state
        except IllegalActionError:
            return None
    if _goes_on(after, view):
        return None
    own = before.private[seat]
    return TurnEnding(before.public.bridges, own.hand, own.buried, actions[-1])


def _goes_on(state: State, view: View) -> bool:
    """Return whether the turn of the view's player is not over yet."""
    public = state.public
    return mover(public.phase) is view.viewer and public.turn == view.public.turn


def parse_turn(view: View, text: str) -> tuple[Action, ...]:
    """Read the actions of a turn."""
    state = any_world(view)
    actions: list[Action] = []
    for word in text.split():
        actions.append(parse_action(word, state.public.phase))
        state = apply(state, actions[-1]).state
    return tuple(actions)


def parse_puzzle(line: str) -> Puzzle:
    """Read a puzzle from a line of JSON."""
    data = json.loads(line)
    return Puzzle(**data | {"theme": Theme(data["theme"]), "accepted": tuple(data["accepted"])})


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles shipped with the package, sorted by id."""
    text = (resources.files("kahuna.puzzles") / DATA).read_text(encoding="utf-8")
    return tuple(parse_puzzle(line) for line in text.splitlines())
