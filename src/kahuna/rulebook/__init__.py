"""Read RULES.md: whole, by paragraph, for one edition, in any of its languages."""

from kahuna.i18n import LANGUAGES
from kahuna.rulebook.blocks import Block, BlockKind, Mark, Span, blocks_of, keys_of
from kahuna.rulebook.chapters import (
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
from kahuna.rulebook.illustrations import ILLUSTRATIONS, Illustration, frames_of
