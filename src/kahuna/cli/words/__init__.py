"""Everything that the command line says, apart from the game itself: one file a language.

Only the catalogue of the language that is spoken is loaded, so that more languages cost no time.
"""

from __future__ import annotations

from contextvars import ContextVar
from importlib import import_module
from typing import Final, cast

from kahuna.cli.words.catalogue import About, Words
from kahuna.language import ENGLISH

__all__ = ["About", "Words", "speak", "spoken", "words_in"]

_SPOKEN: Final[ContextVar[str]] = ContextVar("language", default=ENGLISH)


def speak(language: str) -> None:
    """Choose the language of everything that is said from now on."""
    _SPOKEN.set(language)


def spoken() -> Words:
    """The catalogue of the language that is spoken."""
    return words_in(_SPOKEN.get())


def words_in(language: str) -> Words:
    """The catalogue of a language of ours."""
    return cast(Words, import_module(f"{__name__}.{language}").WORDS)
