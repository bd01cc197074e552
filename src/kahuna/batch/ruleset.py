"""Rulesets as lanes: every option of a game in one word, so that a batch may mix them. [R16]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kahuna.batch.arrays import Array, flag
from kahuna.batch.constants import BOARD
from kahuna.batch.errors import BatchError
from kahuna.core import CUSTOM, EDITIONS, Discard, FinalScoring, Ruleset, Seat

_WIDTHS: Final = {
    "bridges": 7,
    "stones": 7,
    "instead": 1,
    "own_stones": 1,
    "no_trespass": 1,
    "open_hands": 1,
    "handicap": 2,
    "handicap_seat": 1,
    "edition": 3,
}
_SHIFTS: Final = {name: sum(list(_WIDTHS.values())[:place]) for place, name in enumerate(_WIDTHS)}
_EDITIONS: Final = (*EDITIONS, CUSTOM)


def pack(ruleset: Ruleset) -> int:
    """A ruleset as one word."""
    if ruleset.board != BOARD:
        raise BatchError("a batch is played on the archipelago, not on another board")
    fields = {
        "bridges": ruleset.bridges,
        "stones": ruleset.stones,
        "instead": ruleset.discard is Discard.INSTEAD,
        "own_stones": ruleset.final_scoring is FinalScoring.OWN_STONES,
        "no_trespass": ruleset.no_trespass,
        "open_hands": ruleset.open_hands,
        "handicap": ruleset.handicap,
        "handicap_seat": ruleset.handicap_seat or 0,
        "edition": _EDITIONS.index(ruleset.edition),
    }
    return sum(int(value) << _SHIFTS[name] for name, value in fields.items())


def unpack(word: int) -> Ruleset:
    """The ruleset of a word."""
    field = {name: word >> _SHIFTS[name] & (1 << _WIDTHS[name]) - 1 for name in _WIDTHS}
    return Ruleset(
        edition=_EDITIONS[field["edition"]],
        bridges=field["bridges"],
        stones=field["stones"],
        discard=Discard.INSTEAD if field["instead"] else Discard.FREE,
        final_scoring=(FinalScoring.OWN_STONES if field["own_stones"] else FinalScoring.DIFFERENCE),
        no_trespass=bool(field["no_trespass"]),
        open_hands=bool(field["open_hands"]),
        handicap=field["handicap"],
        handicap_seat=Seat(field["handicap_seat"]) if field["handicap"] else None,
    )


def words(rulesets: Ruleset | Sequence[Ruleset], n: int) -> list[int]:
    """The words of one ruleset for all games, or of one a game."""
    if isinstance(rulesets, Ruleset):
        return [pack(rulesets)] * n
    if len(rulesets) != n:
        raise BatchError(f"{n} games need one ruleset, or {n}, not {len(rulesets)}")
    return [pack(ruleset) for ruleset in rulesets]


def number(rules: Array, option: str) -> Array:
    """The value of an option that is a number."""
    return rules >> _SHIFTS[option] & (1 << _WIDTHS[option]) - 1


def is_on(rules: Array, option: str) -> Array:
    """The mask of the games that have an option on."""
    return flag(rules, _SHIFTS[option])
