"""Run a lesson: replay the learner's actions and report the progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from kahuna.core import (
    DECLINE,
    DRAW_PILE,
    Action,
    Event,
    IllegalActionError,
    Island,
    KahunaError,
    Seat,
    SeenEvent,
    State,
    TakeOpen,
    Turn,
    View,
    advance,
    count,
    expand,
    kinds,
    legal_actions,
    mover,
    seen,
    view_of,
)
from kahuna.core.events import TurnStarted
from kahuna.lessons.lesson import Attempt, Lesson, Task
from kahuna.record import RecordError, parse_action, parse_cards, parse_position

ASIDE = "aside"
"""The feedback to a legal action that leads away from the goal."""
WRONG = "wrong"
"""The same in a strict lesson, where the learner has to take it back."""
OVER = "over"
"""The feedback when such an action ends the turn."""


class Stage(StrEnum):
    """The stage of a lesson."""

    PLAYING = "playing"
    MISSED = "missed"
    """The goal cannot be reached any more; the learner has to try again."""
    DONE = "done"


class LessonError(KahunaError, ValueError):
    """Actions that are impossible in a lesson."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """A lesson as the learner sees it: a view and seen events, never the state."""

    view: View
    events: tuple[SeenEvent, ...]
    first_turn: int
    """The number of the turn in which the lesson begins."""
    task: int
    """The index of the current task; the number of tasks when all are done."""
    begun: int
    """The number of actions taken before the current task."""
    stage: Stage
    feedback: str | None
    """The code of the feedback to the last action, if it missed the goal."""

    @property
    def seat(self) -> Seat:
        """Return the seat that the learner plays now."""
        assert isinstance(self.view.viewer, Seat)
        return self.view.viewer


def run_lesson(lesson: Lesson, actions: Sequence[str]) -> Progress:
    """Replay a lesson with these actions; raise :class:`LessonError` if one is impossible."""
    runner = _Runner(lesson)
    for number, text in enumerate(actions, 1):
        try:
            runner.act(text)
        except (IllegalActionError, RecordError, LessonError) as error:
            raise LessonError(f"action {number}, {text[:20]!r}: {error}") from None
    return runner.progress()


class _Runner:
    """One lesson being replayed."""

    def __init__(self, lesson: Lesson) -> None:
        self._lesson = lesson
        self._state = parse_position(lesson.position)
        self._first_turn = self._state.public.turn
        self._draws = list(parse_cards(lesson.draws))
        self._events = [_turn_started(self._state)]
        self._task = 0
        self._taken: list[str] = []
        self._begun = 0
        self._noted = 1
        """The number of events before the current task."""

    @property
    def _now(self) -> Task | None:
        tasks = self._lesson.tasks
        return tasks[self._task] if self._task < len(tasks) else None

    @property
    def _stage(self) -> Stage:
        if self._now is None:
            return Stage.DONE
        is_refused = self._lesson.is_strict and self._feedback() is not None
        return Stage.MISSED if is_refused or self._is_turn_over(self._now) else Stage.PLAYING

    def _is_turn_over(self, task: Task) -> bool:
        return mover(self._state.public.phase) is not task.seat

    def act(self, text: str) -> None:
        """Play an action of the learner, and let the opponent answer a finished task."""
        if self._stage is not Stage.PLAYING:
            raise LessonError("nothing more can be done in this lesson")
        self._do(parse_action(text, self._state.public.phase))
        self._taken.append(text)
        while self._now is not None and self._now.goal(self._attempt(self._now)):
            done = self._now
            self._task += 1
            self._answer(done)
            self._begun, self._noted = len(self._taken), len(self._events)

    def progress(self) -> Progress:
        """Return how far the learner has come."""
        seat = (self._now or self._lesson.tasks[-1]).seat
        events = tuple(seen(event, seat) for event in self._events)
        return Progress(
            view=view_of(self._state, seat),
            events=events,
            first_turn=self._first_turn,
            task=self._task,
            begun=self._begun,
            stage=self._stage,
            feedback=self._feedback(),
        )

    def _attempt(self, task: Task) -> Attempt:
        return Attempt(task.seat, self._state, tuple(self._events[self._noted :]))

    def _feedback(self) -> str | None:
        task, taken = self._now, self._taken[self._begun :]
        if task is None or not taken:
            return None
        attempt = self._attempt(task)
        for code, is_missed in task.misses:
            if is_missed(attempt):
                return code
        if self._is_turn_over(task):
            return OVER
        if set(taken) <= set(task.solution):
            return None
        return WRONG if self._lesson.is_strict else ASIDE

    def _answer(self, done: Task) -> None:
        """Play the scripted answer as far as it is legal, and end the opponent's turn."""
        for text in done.answer:
            action = parse_action(text, self._state.public.phase)
            if action in legal_actions(self._opponent(done)):
                self._do(action)
        if self._now is None or mover(self._state.public.phase) in (self._now.seat, None):
            return
        legal = legal_actions(self._opponent(done))
        takes = (TakeOpen(card) for card in kinds(self._state.public.open_cards))
        self._do(next(action for action in (DRAW_PILE, *takes, DECLINE) if action in legal))

    def _opponent(self, done: Task) -> View:
        return view_of(self._state, done.seat.other)

    def _do(self, action: Action) -> None:
        step = advance(self._state, action, self._draw)
        self._state = step.state
        self._events += step.events

    def _draw(self, state: State) -> Island:
        """Draw the next scripted card that the pile holds."""
        while self._draws:
            card = self._draws.pop(0)
            if count(state.pile, card):
                return card
        return expand(state.pile)[0]


def _turn_started(state: State) -> Event:
    phase = state.public.phase
    assert isinstance(phase, Turn)
    return TurnStarted(phase.seat, is_last=phase.last_turns > 0)
