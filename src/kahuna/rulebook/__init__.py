"""Read RULES.md: whole, by paragraph, for one edition, in any of its languages."""

from kahuna.i18n import LANGUAGES as LANGUAGES
from kahuna.rulebook.blocks import Block as Block
from kahuna.rulebook.blocks import BlockKind as BlockKind
from kahuna.rulebook.blocks import Mark as Mark
from kahuna.rulebook.blocks import Span as Span
from kahuna.rulebook.blocks import blocks_of as blocks_of
from kahuna.rulebook.blocks import keys_of as keys_of
from kahuna.rulebook.chapters import Chapter as Chapter
from kahuna.rulebook.chapters import NoRulesError as NoRulesError
from kahuna.rulebook.chapters import Paragraph as Paragraph
from kahuna.rulebook.chapters import chapters as chapters
from kahuna.rulebook.chapters import find as find
from kahuna.rulebook.chapters import for_edition as for_edition
from kahuna.rulebook.chapters import plain as plain
from kahuna.rulebook.chapters import read_rules as read_rules
from kahuna.rulebook.chapters import with_map as with_map
from kahuna.rulebook.illustrations import ILLUSTRATIONS as ILLUSTRATIONS
from kahuna.rulebook.illustrations import Illustration as Illustration
from kahuna.rulebook.illustrations import frames_of as frames_of
