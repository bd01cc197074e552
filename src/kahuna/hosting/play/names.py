"""Names of players."""

from __future__ import annotations

import unicodedata
from typing import Final

from kahuna.hosting.play.bodies import MAX_NAME

SEAT_NAMES: Final = ("White", "Black")
"""Names for players who gave none."""


def clean_name(name: str, fallback: str) -> str:
    r"""Strip control characters, unusual spaces and excess length from a name.

    Return ``fallback`` if nothing is left.

    >>> clean_name("  Ada\n\u202e Lovelace ", "White")
    'Ada Lovelace'
    >>> clean_name("\x00", "White")
    'White'
    """
    visible = "".join(
        " " if unicodedata.category(char) in ("Zs", "Zl", "Zp") or char in "\t\n\r" else char
        for char in unicodedata.normalize("NFC", name)
        if char in "\t\n\r" or not unicodedata.category(char).startswith("C")
    )
    return " ".join(visible.split())[:MAX_NAME].strip() or fallback
