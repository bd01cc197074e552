"""What goes over HTTP for those who learn the game: lessons and rules."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType, TypedDict

from kahuna.lessons import Stage
from kahuna.rulebook import BlockKind, Mark
from kahuna.server.wire.events import GameEvent, closed
from kahuna.server.wire.game_view import GameOut, SideOut
from kahuna.server.wire.messages import ActionText
from kahuna.server.wire.vocabulary import LineName

MAX_ACTIONS = 60
"""Far more than any lesson has room for."""

Language = TypeAliasType("Language", Literal["en", "de", "nl", "it"])


class LessonActions(BaseModel):
    """Everything that the learner has done in a lesson so far, in order."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    actions: Annotated[list[ActionText], Field(max_length=MAX_ACTIONS)] = []


class LessonQuestion(LessonActions):
    """What an action would do after those that were done."""

    action: ActionText


@closed
class LessonFacts(TypedDict):
    """A lesson to choose."""

    key: str
    tasks: int
    rule: str
    """The chapter or paragraph of RULES.md that it is about."""


@closed
class Lessons(TypedDict):
    """All lessons in their order."""

    lessons: list[LessonFacts]


@closed
class LessonOut(TypedDict):
    """A lesson after some actions, as the learner sees it."""

    key: str
    tasks: int
    task: int
    """The task to be done now, from 0; as many as there are when all are done."""
    begun: int
    """How many actions had been taken when it was set: a new try begins there."""
    stage: Stage
    feedback: str | None
    """The code of what is to be said to the last action."""
    solution: list[str]
    """One way to reach the goal of the task, from where it was set."""
    state: GameOut
    log: list[GameEvent]
    """Everything since the lesson began; the position before it is that of no actions."""


@closed
class SpanOut(TypedDict):
    """A few words set alike."""

    text: str
    mark: Mark


@closed
class ItemOut(TypedDict):
    """A point of a list, and the points below it."""

    spans: list[SpanOut]
    below: list[list[SpanOut]]


@closed
class BlockOut(TypedDict):
    """Text and remarks have spans, lists have items, tables have rows."""

    kind: BlockKind
    spans: list[SpanOut]
    items: list[ItemOut]
    rows: list[list[list[SpanOut]]]
    """The first is the head."""


@closed
class FrameOut(TypedDict):
    """The board at one moment."""

    white: SideOut
    black: SideOut
    line: LineName | None
    """The line on which something was just done."""


@closed
class SceneOut(TypedDict):
    """Pictures of something that is done, one after the other."""

    key: str
    frames: list[FrameOut]


@closed
class ParagraphOut(TypedDict):
    """A rule with its remarks; what comes before the first has no number."""

    number: str | None
    blocks: list[BlockOut]
    scene: SceneOut | None


@closed
class ChapterOut(TypedDict):
    """A chapter of the rules."""

    key: str
    """Its number, or a word for chapters that are no rules."""
    title: str
    paragraphs: list[ParagraphOut]


@closed
class RulesOut(TypedDict):
    """The rules to read."""

    language: Language
    """The one they are written in: English, if there is no translation."""
    edition: str | None
    """The one they are cut down to."""
    chapters: list[ChapterOut]
