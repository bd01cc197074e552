"""The supported languages, and which one the user wants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "de", "nl", "it")
VARIABLE: Final = "KAHUNA_LANGUAGE"
_LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables with the user's locale; the first that is set decides."""

Plural: TypeAlias = tuple[str, str]
"""A singular and a plural form; our languages need no others."""


def counted(forms: Plural, number: int) -> str:
    """Choose the singular or plural form for a number.

    >>> counted(("1 point", "{number} points"), 2)
    '{number} points'
    """
    return forms[number != 1]


def language_of(text: str) -> str | None:
    """Return the supported language of a code or a locale, if there is one.

    >>> language_of("de"), language_of("it_CH.UTF-8"), language_of("NL-be"), language_of("C")
    ('de', 'it', 'nl', None)
    """
    code = text.strip().lower().replace("-", "_").split(".")[0].split("_")[0]
    return code if code in LANGUAGES else None


def of_locale(environ: Mapping[str, str]) -> str:
    """Return the language of the user's locale, or English if it is not supported."""
    locale = next((environ[name] for name in _LOCALE if environ.get(name)), "")
    return language_of(locale) or ENGLISH
