"""Render the rules, divided into parts that a page can display."""

from __future__ import annotations

from functools import lru_cache

from kahuna.core import EDITIONS
from kahuna.hosting.learn.types import (
    BlockOut,
    Language,
    ParagraphOut,
    RulesOut,
    SceneOut,
    SpanOut,
)
from kahuna.hosting.play.render_game import render_side
from kahuna.hosting.play.render_names import line_name
from kahuna.record import parse_line
from kahuna.rulebook import (
    ILLUSTRATIONS,
    Block,
    Illustration,
    Paragraph,
    Span,
    blocks_of,
    chapters,
    for_edition,
    frames_of,
    keys_of,
    read_rules,
)


@lru_cache(maxsize=32)
def render_rules(language: Language, edition: str | None) -> RulesOut:
    """Render the rules in a language, for one edition if one is given."""
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
