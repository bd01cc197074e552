"""Recovery codes: a printed code signs in once, where all passkeys are lost."""

from __future__ import annotations

import secrets
from typing import Final

_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letters that look like others."""
_READ_AS: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})
_NUM_GROUPS: Final = 5
_GROUP: Final = 5


def new_recovery_code() -> str:
    """Return 125 random bits in groups that are easy to type."""
    groups = ("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP)) for _ in range(_NUM_GROUPS))
    return "-".join(groups)


def normalize_code(typed: str) -> str:
    """Return a code as it was printed, however it was typed.

    >>> normalize_code("a1b2c o345l")
    'A1B2C-03451'
    """
    bare = "".join(char for char in typed.upper() if char.isalnum()).translate(_READ_AS)
    return "-".join(bare[at : at + _GROUP] for at in range(0, len(bare), _GROUP))
