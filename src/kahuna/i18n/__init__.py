"""Languages and texts: one TOML file per language, shared by every front end.

Import :mod:`kahuna.i18n.shared` for the texts that need the rules; this package does not.
"""

from __future__ import annotations

from kahuna.i18n.catalogue import CatalogueError as CatalogueError
from kahuna.i18n.catalogue import fill_numbers as fill_numbers
from kahuna.i18n.catalogue import load_section as load_section
from kahuna.i18n.catalogue import read_section as read_section
from kahuna.i18n.language import ENGLISH as ENGLISH
from kahuna.i18n.language import LANGUAGES as LANGUAGES
from kahuna.i18n.language import VARIABLE as VARIABLE
from kahuna.i18n.language import Plural as Plural
from kahuna.i18n.language import counted as counted
from kahuna.i18n.language import language_of as language_of
from kahuna.i18n.language import of_locale as of_locale
