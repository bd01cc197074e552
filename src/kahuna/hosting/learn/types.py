"""Lessons and rules."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType, TypedDict

from kahuna.hosting.play.events import GameEvent, closed
from kahuna.hosting.play.game_view import GameOut, SideOut
from kahuna.hosting.play.messages import ActionText
from kahuna.hosting.play.vocabulary import LineName
from kahuna.lessons import Stage
from kahuna.rulebook import BlockKind, Mark

MAX_ACTIONS = 60
"""More than any lesson needs."""

Language = TypeAliasType("Language", Literal["en", "de", "nl", "it"])


class LessonActions(BaseModel):
    """All actions of the learner so far, in order."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    actions: Annotated[list[ActionText], Field(max_length=MAX_ACTIONS)] = []


class LessonQuestion(LessonActions):
    """A request to preview an action after the others."""

    action: ActionText


@closed
class LessonFacts(TypedDict):
    """A lesson in the list."""

    key: str
    tasks: int
    rule: str
    """The chapter or paragraph of RULES.md that it teaches."""


@closed
class Lessons(TypedDict):
    """All lessons in order."""

    lessons: list[LessonFacts]


@closed
class LessonOut(TypedDict):
    """A lesson after some actions, as the learner sees it."""

    key: str
    tasks: int
    task: int
    """The current task, counted from 0; equal to ``tasks`` when all are done."""
    begun: int
    """How many actions came before the current task; a new attempt begins there."""
    stage: Stage
    feedback: str | None
    """The code of the feedback on the last action."""
    solution: list[str]
    """One way to solve the current task from its start."""
    state: GameOut
    log: list[GameEvent]
    """Everything since the lesson began."""


@closed
class SpanOut(TypedDict):
    """A piece of text in one style."""

    text: str
    mark: Mark


@closed
class ItemOut(TypedDict):
    """An item of a list with its sub-items."""

    spans: list[SpanOut]
    below: list[list[SpanOut]]


@closed
class BlockOut(TypedDict):
    """A block: text and remarks have spans, lists have items, tables have rows."""

    kind: BlockKind
    spans: list[SpanOut]
    items: list[ItemOut]
    rows: list[list[list[SpanOut]]]
    """The first row is the header."""


@closed
class FrameOut(TypedDict):
    """One frame of an illustration."""

    white: SideOut
    black: SideOut
    line: LineName | None
    """The line of the latest action."""


@closed
class SceneOut(TypedDict):
    """An illustration in several frames."""

    key: str
    frames: list[FrameOut]


@closed
class ParagraphOut(TypedDict):
    """A numbered rule with its remarks; introductory text has no number."""

    number: str | None
    blocks: list[BlockOut]
    scene: SceneOut | None


@closed
class ChapterOut(TypedDict):
    """A chapter of the rules."""

    key: str
    """Its number, or a word for a chapter without rules."""
    title: str
    paragraphs: list[ParagraphOut]


@closed
class RulesOut(TypedDict):
    """The rules, complete or for one edition."""

    language: Language
    """The language of the text: English if there is no translation."""
    edition: str | None
    """The edition to which the text is limited."""
    chapters: list[ChapterOut]
