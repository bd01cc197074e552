"""A ruleset as data for JSON, and as one word of text. [R16]

Both are written from the table of options, so that a new option needs no code here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from kahuna.core import (
    ARCHIPELAGO,
    CUSTOM,
    EDITIONS,
    FIXED,
    OPTIONS,
    Board,
    InvalidRulesetError,
    Option,
    Ruleset,
    Seat,
)
from kahuna.record.errors import RecordError

SEAT_LETTERS: Final = {Seat.WHITE: "w", Seat.BLACK: "b"}
SEATS_BY_LETTER: Final[Mapping[str | None, Seat]] = {
    letter: seat for seat, letter in SEAT_LETTERS.items()
}
_FLAGS: Final = tuple(option for option in OPTIONS if option.is_flag)


def ruleset_to_dict(ruleset: Ruleset) -> dict[str, object]:
    """Return every option by its key, as records and the bot protocol write them."""
    keys = ("edition", *(option.key for option in OPTIONS))
    return {key: getattr(ruleset, key) for key in keys}


def format_ruleset(ruleset: Ruleset) -> str:
    """Write a ruleset as one word.

    >>> format_ruleset(Ruleset(no_trespass=True, handicap=2, handicap_seat=Seat.BLACK))
    'kosmos-2015+1+h2b'
    """
    word = ruleset.edition
    if word == CUSTOM:
        word += f"({','.join(f'{option.key}={getattr(ruleset, option.key)}' for option in FIXED)})"
    word += "".join(option.mark for option in _FLAGS if getattr(ruleset, option.key))
    if ruleset.handicap_seat is not None:
        word += f"+h{ruleset.handicap}{SEAT_LETTERS[ruleset.handicap_seat]}"
    return word


def _pattern(option: Option) -> str:
    words = r"\d{1,2}" if isinstance(option.values, range) else "|".join(map(str, option.values))
    return f"{option.key}=(?P<{option.key}>{words})"


_RULES: Final = re.compile(
    r"(?P<edition>[a-z0-9-]+)"
    rf"(?P<own>\({','.join(_pattern(option) for option in FIXED)}\))?"
    + "".join(rf"(?P<{option.key}>{re.escape(option.mark)})?" for option in _FLAGS)
    + r"(?:\+h(?P<handicap>[1-3])(?P<seat>[wb]))?",
    re.ASCII,
)


def ruleset_of(rules: Ruleset | str) -> Ruleset:
    """Return a ruleset as it is, and the one that a word such as ``"kosmos-2015+1"`` names."""
    if isinstance(rules, Ruleset):
        return rules
    if isinstance(rules, str):
        return parse_ruleset(rules)
    raise _no_ruleset(rules)


def parse_ruleset(text: str, board: Board = ARCHIPELAGO) -> Ruleset:
    """Read a ruleset from one word."""
    match = _RULES.fullmatch(text)
    if match is None or (match["own"] is not None) != (match["edition"] == CUSTOM):
        raise _no_ruleset(text)
    edition = EDITIONS.get(match["edition"], EDITIONS["kosmos-2015"])
    fixed = {option.key: _value(option, match[option.key], edition) for option in FIXED}
    flags = {option.key: match[option.key] is not None for option in _FLAGS}
    try:
        return Ruleset(
            edition=match["edition"],
            **fixed,  # type: ignore[arg-type]  # the table has the types of the fields
            **flags,  # type: ignore[arg-type]
            handicap=int(match["handicap"] or 0),
            handicap_seat=SEATS_BY_LETTER.get(match["seat"]),
            board=board,
        )
    except InvalidRulesetError as error:
        raise RecordError(str(error)) from None


def _no_ruleset(rules: object) -> RecordError:
    marks = ", ".join(option.mark for option in _FLAGS)
    return RecordError(
        f"{rules!r} is not a ruleset",
        expected=f"an edition with {marks} or +h2w, or {format_ruleset(_EXAMPLE)}",
    )


def _value(option: Option, text: str | None, default: object) -> object:
    """Read the value of an option; an edition's own value need not be written."""
    if text is None:
        return getattr(default, option.key)
    if isinstance(option.values, range):
        return int(text)
    return next(value for value in option.values if str(value) == text)


_EXAMPLE: Final = Ruleset(edition=CUSTOM)
