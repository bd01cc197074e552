"""Read the lessons from ``lessons.toml``; docs/tutorial.md explains how to write one."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Final

from kahuna.core import seat_of
from kahuna.lessons import goals
from kahuna.lessons.lesson import Condition, Lesson, Task


def condition_of(text: str) -> Condition:
    """Read a condition such as ``"bridge_on AB, card B"``: goals that must all be reached."""
    parts = [part.split() for part in text.split(",")]
    tests = [(getattr(goals, name), names) for name, *names in parts]
    return lambda attempt: all(test(attempt, *names) for test, names in tests)


def _task(data: dict[str, Any]) -> Task:
    misses = data.get("misses", {}).items()
    return Task(
        goal=condition_of(data["goal"]),
        solution=tuple(data["solution"].split()),
        misses=tuple((code, condition_of(missed)) for code, missed in misses),
        answer=tuple(data.get("answer", "").split()),
        seat=seat_of(data.get("seat", "white")),
    )


def _lesson(data: dict[str, Any]) -> Lesson:
    tasks = tuple(map(_task, data.pop("task")))
    return Lesson(tasks=tasks, **data)


_FILE: Final = resources.files(__package__) / "lessons.toml"
_ALL: Final = tomllib.loads(_FILE.read_text(encoding="utf-8"))["lesson"]

FIRST_GAME: Final = _lesson(_ALL[0])
"""The guided game of a first visit."""
LESSONS: Final[dict[str, Lesson]] = {lesson.key: lesson for lesson in map(_lesson, _ALL[1:])}
"""The course."""
