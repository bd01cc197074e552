"""The parts of a lesson. Its texts are in the page's catalogues under the same keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from kahuna.core import Event, Seat, State


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt at a task: the state, and the events since the task was set."""

    seat: Seat
    """The learner's."""
    state: State
    events: tuple[Event, ...]


Condition: TypeAlias = Callable[[Attempt], bool]
"""A condition on an attempt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One thing to do on the board."""

    goal: Condition
    solution: tuple[str, ...]
    """Actions in notation that reach the goal: one way of several, perhaps."""
    misses: tuple[tuple[str, Condition], ...] = ()
    """What may be done instead, and the code of the words that are said to it."""
    answer: tuple[str, ...] = ()
    """What the opponent does once the goal is reached, as far as the rules allow it."""
    seat: Seat = Seat.WHITE
    """Whose part the learner plays."""

    @property
    def feedback(self) -> tuple[str, ...]:
        """Return the codes of the task's own feedback."""
        return tuple(code for code, _ in self.misses)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A position and the tasks in it, one after the other."""

    key: str
    position: str
    """In one line of text."""
    tasks: tuple[Task, ...]
    rule: str
    """The chapter or paragraph of RULES.md that it is about."""
    opponent: str | None = None
    """The key of the bot whose name and face the opponent has."""
    draws: str = ""
    """The cards that the pile gives, in this order; after them in order of the islands."""
