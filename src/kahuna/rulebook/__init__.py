"""RULES.md to read: whole, by paragraph, for one edition, in any language it was translated to."""

from kahuna.language import LANGUAGES
from kahuna.rulebook.blocks import Block, Kind, Mark, Span, blocks_of, keys_of
from kahuna.rulebook.pictures import SCENES, Scene, frames_of
from kahuna.rulebook.text import (
    Chapter,
    NoRulesError,
    Paragraph,
    chapters,
    find,
    for_edition,
    plain,
    read_rules,
    with_map,
)

__all__ = [
    "LANGUAGES",
    "SCENES",
    "Block",
    "Chapter",
    "Kind",
    "Mark",
    "NoRulesError",
    "Paragraph",
    "Scene",
    "Span",
    "blocks_of",
    "chapters",
    "find",
    "for_edition",
    "frames_of",
    "keys_of",
    "plain",
    "read_rules",
    "with_map",
]
