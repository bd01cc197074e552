"""Everything that the terminal game says: one file a language, loaded when it is spoken."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from kahuna.terminal.words.catalogue import Person, Words
from kahuna.terminal.words.en import WORDS as ENGLISH

__all__ = ["ENGLISH", "Person", "Words", "words_in"]


def words_in(language: str) -> Words:
    """The catalogue of a language of ours."""
    return cast(Words, import_module(f"{__name__}.{language}").WORDS)
