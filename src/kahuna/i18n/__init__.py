"""Languages and texts: one TOML file per language, shared by every front end.

Import :mod:`kahuna.i18n.shared` for the texts that need the rules; this package does not.
"""

from __future__ import annotations

from kahuna.i18n.catalogue import CatalogueError, fill_numbers, load_section, read_section
from kahuna.i18n.language import (
    ENGLISH,
    LANGUAGES,
    VARIABLE,
    Plural,
    counted,
    language_of,
    of_locale,
)
