"""Rulesets as packed words: all options of a game in one word, so that a batch may mix them. [R16]

The layout of the word follows from the table of options: a number is stored as it is, any other
value as its place among the values of its option.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from kahuna.batch.arrays import Array, equal, flag
from kahuna.batch.constants import BOARD
from kahuna.batch.errors import BatchError
from kahuna.core import CUSTOM, EDITIONS, OPTIONS, Ruleset
from kahuna.record import ruleset_of

_VALUES: Final[dict[str, Sequence[object]]] = {option.key: option.values for option in OPTIONS} | {
    "edition": (*EDITIONS, CUSTOM)
}
_WIDTHS: Final = {
    key: (values[-1] if isinstance(values, range) else len(values) - 1).bit_length()
    for key, values in _VALUES.items()
}
_SHIFTS: Final = {key: sum(list(_WIDTHS.values())[:place]) for place, key in enumerate(_WIDTHS)}
assert sum(_WIDTHS.values()) < 32, "the options no longer fit into a word with a spare top bit"


def pack(ruleset: Ruleset) -> int:
    """Pack a ruleset into one word."""
    if ruleset.board != BOARD:
        raise BatchError("a batch is played on the archipelago, not on another board")
    return sum(_code(key, getattr(ruleset, key)) << _SHIFTS[key] for key in _VALUES)


def _code(key: str, value: object) -> int:
    values = _VALUES[key]
    if isinstance(values, range):
        assert isinstance(value, int)
        return value
    return values.index(value)


@lru_cache(maxsize=4096)
def unpack(word: int) -> Ruleset:
    """Unpack the ruleset of a word."""
    codes = {key: word >> _SHIFTS[key] & (1 << _WIDTHS[key]) - 1 for key in _VALUES}
    options = {
        key: code if isinstance(_VALUES[key], range) else _VALUES[key][code]
        for key, code in codes.items()
    }
    return Ruleset(**options)  # type: ignore[arg-type]  # the table has the types of the fields


def words(rulesets: Ruleset | str | Sequence[Ruleset | str], n: int) -> list[int]:
    """Pack one ruleset for all games, or one ruleset per game."""
    if isinstance(rulesets, str) or not isinstance(rulesets, Sequence):
        return [pack(ruleset_of(rulesets))] * n
    if len(rulesets) != n:
        raise BatchError(f"{n} games need one ruleset, or {n}, not {len(rulesets)}")
    return [pack(ruleset_of(ruleset)) for ruleset in rulesets]


def number(rules: Array, option: str) -> Array:
    """Return the number that is stored for an option."""
    return rules >> _SHIFTS[option] & (1 << _WIDTHS[option]) - 1


def is_on(rules: Array, option: str, value: object = True) -> Array:
    """Return the mask of the games in which an option has a value."""
    place, code = _place_of(option, value)
    return equal(number(rules, option), code) if place is None else flag(rules, place)


@cache
def _place_of(option: str, value: object) -> tuple[int | None, int]:
    """Return the bit that only this value of an option sets, if there is one, and its code."""
    code = _code(option, value)
    others = [_code(option, other) for other in _VALUES[option] if other != value]
    if code.bit_count() == 1 and not any(other & code for other in others):
        return _SHIFTS[option] + code.bit_length() - 1, code
    return None, code
