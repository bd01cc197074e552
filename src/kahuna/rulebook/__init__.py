"""RULES.md to read: whole, by paragraph, for one edition, in any language it was translated to."""

from kahuna.rulebook.text import (
    LANGUAGES,
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
    "Chapter",
    "NoRulesError",
    "Paragraph",
    "chapters",
    "find",
    "for_edition",
    "plain",
    "read_rules",
    "with_map",
]
