"""Names of accounts: unique, and unlike each other to the eye.

Names consist of Latin letters, digits and a few separators. Two names are the same if they have the
same skeleton, which leaves out everything that is easily overlooked: case, accents, separators,
and letters that look alike. With letters of all scripts this would need the tables of confusable
characters of Unicode; with Latin letters it is a function of a few lines.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, Final, TypeAlias

from kahuna.bots import LEVELS
from kahuna.hosting.errors import ApiError
from kahuna.hosting.schema import Limits

MIN_LENGTH: Final = 2
MAX_LENGTH: Final = 20
AccountName: TypeAlias = Annotated[str, Limits(max_length=4 * MAX_LENGTH)]
"""A name as typed; it is checked before it is stored."""
_LETTERS: Final = {
    "æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
}  # fmt: skip
"""Latin letters that are not an ASCII letter with accents."""
_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s"})
_SEPARATORS: Final = " -_.'"
_RESERVED: Final = ("admin", "administrator", "guest", "kahuna", "moderator", "white", "black")
"""Names that would mislead others; so would those of bots."""


def check_name(typed: str) -> str:
    """Return a name without excess spaces; refuse one that breaks the rules."""
    name = " ".join(unicodedata.normalize("NFC", typed).split())
    if not MIN_LENGTH <= len(name) <= MAX_LENGTH:
        raise ApiError("bad_name", f"a name has {MIN_LENGTH} to {MAX_LENGTH} characters")
    ascii_letters = _fold(name)
    if not re.fullmatch(rf"[a-z0-9{re.escape(_SEPARATORS)}]+", ascii_letters):
        raise ApiError("bad_name", "a name consists of Latin letters, digits, spaces and -_.'")
    if not re.match("[a-z]", ascii_letters) or name[-1] in _SEPARATORS:
        raise ApiError("bad_name", "a name begins with a letter and ends with a letter or digit")
    if re.search(rf"[{re.escape(_SEPARATORS)}]{{2}}", name):
        raise ApiError("bad_name", "a name has no two separators in a row")
    if skeleton(name) in _RESERVED_SKELETONS:
        raise ApiError("name_taken", "this name is reserved")
    return name


def skeleton(name: str) -> str:
    """Return what identifies a name: names that look alike have the same skeleton.

    >>> skeleton("Bill O'Hara") == skeleton("BÍLL 0HARA")
    True
    """
    bare = "".join(char for char in _fold(name) if char not in _SEPARATORS)
    return bare.translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def _fold(name: str) -> str:
    """Return a name in lower case without accents."""
    plain = "".join(_LETTERS.get(char, char) for char in name.lower())
    decomposed = unicodedata.normalize("NFD", plain)
    return "".join(char for char in decomposed if unicodedata.category(char) != "Mn")


_RESERVED_SKELETONS: Final = frozenset(
    map(skeleton, (*_RESERVED, *(level.name for level in LEVELS.values())))
)
