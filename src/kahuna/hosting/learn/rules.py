"""The rules, divided into parts that a page can display."""

from __future__ import annotations

from functools import lru_cache

from kahuna.core import EDITIONS
from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.game_view import SideOut
from kahuna.hosting.play.names import Language, LineName, line_name
from kahuna.hosting.play.render_game import render_side
from kahuna.hosting.schema import TypedDict, closed
from kahuna.record import parse_line
from kahuna.rulebook import (
    ILLUSTRATIONS,
    Block,
    BlockKind,
    Illustration,
    Mark,
    Paragraph,
    Span,
    blocks_of,
    chapters,
    for_edition,
    frames_of,
    keys_of,
    read_rules,
)


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


def open_rules(language: Language, edition: str | None) -> RulesOut:
    """Return the rules in a language, complete or for one edition."""
    if edition is not None and edition not in EDITIONS:
        known = ", ".join(EDITIONS)
        raise ApiError("invalid", f"edition: there is no {edition!r}; there are {known}")
    return _render_rules(language, edition)


@lru_cache(maxsize=32)
def _render_rules(language: Language, edition: str | None) -> RulesOut:
    is_translated = read_rules(language) != read_rules()
    whole = chapters(language)
    selected = whole if edition is None else for_edition(EDITIONS[edition], language)
    return {
        "language": language if is_translated else "en",
        "edition": edition,
        "chapters": [
            {
                "key": key,
                "title": chapter.title,
                "paragraphs": [_paragraph(paragraph) for paragraph in chapter.paragraphs],
            }
            for key, chapter in zip(keys_of(selected), selected, strict=True)
        ],
    }


def _paragraph(paragraph: Paragraph) -> ParagraphOut:
    scene = ILLUSTRATIONS.get(paragraph.number)
    return {
        "number": paragraph.number or None,
        "blocks": [_block(block) for block in blocks_of(paragraph)],
        "scene": None if scene is None else _scene(scene),
    }


def _block(block: Block) -> BlockOut:
    return {
        "kind": block.kind,
        "spans": _spans(block.spans),
        "items": [
            {"spans": _spans(item.spans), "below": [_spans(spans) for spans in item.below]}
            for item in block.items
        ],
        "rows": [[_spans(cell) for cell in row] for row in block.rows],
    }


def _spans(spans: tuple[Span, ...]) -> list[SpanOut]:
    return [{"text": span.text, "mark": span.mark} for span in spans]


def _scene(scene: Illustration) -> SceneOut:
    lines = [None, *(line_name(parse_line(action[1:3])) for action in scene.actions)]
    return {
        "key": scene.key,
        "frames": [
            {"white": render_side(white), "black": render_side(black), "line": line}
            for (white, black), line in zip(frames_of(scene), lines, strict=True)
        ],
    }
