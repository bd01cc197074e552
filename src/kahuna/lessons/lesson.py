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
    """The learner's seat."""
    state: State
    events: tuple[Event, ...]


Condition: TypeAlias = Callable[[Attempt], bool]
"""A condition on an attempt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One thing to do on the board."""

    goal: Condition
    solution: tuple[str, ...]
    """Actions in notation that reach the goal; there may be other ways."""
    misses: tuple[tuple[str, Condition], ...] = ()
    """Legal moves that miss the goal, each with the code of its feedback."""
    answer: tuple[str, ...] = ()
    """What the opponent does once the goal is reached, as far as the rules allow it."""
    seat: Seat = Seat.WHITE
    """The seat that the learner plays."""

    @property
    def feedback(self) -> tuple[str, ...]:
        """Return the codes of the task's own feedback."""
        return tuple(code for code, _ in self.misses)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A position and the tasks in it, one after the other."""

    key: str
    position: str
    """The position in one line of text."""
    tasks: tuple[Task, ...]
    rule: str
    """The chapter or paragraph of RULES.md that the lesson teaches."""
    opponent: str | None = None
    """The key of the bot whose name and face the opponent has."""
    is_strict: bool = False
    """Whether the learner has to take back every wrong action before the next one."""
    draws: str = ""
    """The next cards of the pile; after them, cards come in order of the islands."""
