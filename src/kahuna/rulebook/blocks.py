"""Parse the Markdown of the rules into blocks that the page can render."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from kahuna.rulebook.chapters import Chapter, Paragraph


class Mark(StrEnum):
    """The formatting of a span."""

    PLAIN = "plain"
    STRONG = "strong"
    EMPHASIS = "emphasis"
    CODE = "code"
    RULE = "rule"
    """The number of a paragraph or chapter."""


class BlockKind(StrEnum):
    """The kind of a block."""

    TEXT = "text"
    REMARK = "remark"
    LIST = "list"
    STEPS = "steps"
    """A list with numbers."""
    TABLE = "table"
    """Its first row is the head."""


class Span(NamedTuple):
    """Words with the same formatting."""

    text: str
    mark: Mark


Spans = tuple[Span, ...]


class Item(NamedTuple):
    """An item of a list, and its sub-items."""

    spans: Spans
    below: tuple[Spans, ...]


class Block(NamedTuple):
    """Text and remarks have spans, lists have items, tables have rows."""

    kind: BlockKind
    spans: Spans = ()
    items: tuple[Item, ...] = ()
    rows: tuple[tuple[Spans, ...], ...] = ()


_NUMBER: Final = re.compile(r"^\*\*R\d+\.\d+\*\*\s*")
_POINT: Final = re.compile(r"^(\s*)(-|\d+\.)\s+(.*)")
_SPAN: Final = re.compile(
    r"\*\*(?P<strong>.+?)\*\*|\*(?P<emphasis>[^*]+)\*|`(?P<code>[^`]+)`"
    r"|\b(?P<rule>R\d{1,2}(?:\.\d{1,2})?)\b"
)
_UNNUMBERED: Final = ("front", "short", "mistakes", "numbers")


def keys_of(chapters: tuple[Chapter, ...]) -> list[str]:
    """Return the chapters' names in URLs: their numbers, or a word."""
    words = iter(_UNNUMBERED)
    return [chapter.number or next(words) for chapter in chapters]


def blocks_of(paragraph: Paragraph) -> tuple[Block, ...]:
    """Split a paragraph into blocks, without its number and pictures."""
    text = _NUMBER.sub("", paragraph.text)
    return tuple(
        block
        for part in re.split(r"\n{2,}", text)
        if not part.startswith("![")
        for block in _blocks(part)
    )


def _blocks(part: str) -> Iterator[Block]:
    if part.startswith(">"):
        for remark in part.split("\n>\n"):
            yield Block(BlockKind.REMARK, spans_of(re.sub(r"^> ?", "", remark, flags=re.M)))
    elif part.startswith("|"):
        yield Block(BlockKind.TABLE, rows=tuple(_rows(part)))
    elif point := _POINT.match(part):
        kind = BlockKind.LIST if point[2] == "-" else BlockKind.STEPS
        yield Block(kind, items=tuple(_items(part)))
    else:
        yield Block(BlockKind.TEXT, spans_of(part))


def _rows(table: str) -> Iterator[tuple[Spans, ...]]:
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        if not all(set(cell) <= {"-", ":"} for cell in cells):
            yield tuple(spans_of(cell) for cell in cells)


def _items(points: str) -> Iterator[Item]:
    """Yield the items of a list with their sub-items; unmarked lines continue an item."""
    found: list[list[str]] = []
    for line in points.splitlines():
        point = _POINT.match(line)
        if point is None:
            found[-1][-1] += f" {line.strip()}"
        elif point[1]:
            found[-1].append(point[3])
        else:
            found.append([point[3]])
    for first, *below in found:
        yield Item(spans_of(first), tuple(spans_of(text) for text in below))


def spans_of(text: str) -> Spans:
    """Split a text where its formatting changes.

    >>> [span.text for span in spans_of("a **bold** word (R5.3)")]
    ['a ', 'bold', ' word (', 'R5.3', ')']
    """
    text = " ".join(text.split())
    spans: list[Span] = []
    at = 0
    for match in _SPAN.finditer(text):
        if match.start() > at:
            spans.append(Span(text[at : match.start()], Mark.PLAIN))
        assert match.lastgroup is not None
        spans.append(Span(match[match.lastgroup], Mark(match.lastgroup)))
        at = match.end()
    if at < len(text):
        spans.append(Span(text[at:], Mark.PLAIN))
    return tuple(spans)
