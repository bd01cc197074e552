"""Readable ``repr`` for the values of the core, which can be typed back.

A ``repr`` evaluates to an equal value after ``from kahuna.core import *``. Islands, lines and cards
appear by their letters instead of as packed integers. Lines are named as on the archipelago, on
which the game is played; on another board the names are only a way to write numbers.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar

from kahuna.core.board import ARCHIPELAGO, LETTERS, Island, Line, Lines, bits
from kahuna.core.cards import Cards, cards_of, expand

T = TypeVar("T")

_KINDS = re.compile(r"\b(Cards|Lines|Line|Island|Listed)\b")


def island(letter: str) -> Island:
    """Return the island with this letter.

    >>> island("L")
    11
    """
    number = LETTERS.find(letter.upper())
    if len(letter) != 1 or number < 0:
        raise ValueError(f"{letter!r} is not an island; islands are letters from A")
    return Island(number)


def islands(letters: str) -> tuple[Island, ...]:
    """Return the islands with these letters, in their order.

    >>> islands("BJJ")
    (1, 9, 9)
    """
    return tuple(map(island, letters))


def cards(letters: str) -> Cards:
    """Return the multiset of the cards with these letters.

    >>> cards("BJJ") == cards("JBJ") == cards_of(islands("BJJ"))
    True
    """
    return cards_of(islands(letters))


def line(letters: str) -> Line:
    """Return the line of the archipelago between two islands.

    >>> line("KL")
    26
    """
    ends = sorted(islands(letters))
    if len(ends) != 2 or (number := ARCHIPELAGO.line_of.get((ends[0], ends[1]))) is None:
        raise ValueError(f"there is no line {letters!r}; a line is two letters such as AB")
    return number


def lines(names: str) -> Lines:
    """Return the set of these lines of the archipelago, separated by spaces.

    >>> lines("AB AH") == 1 << line("AB") | 1 << line("AH")
    True
    """
    return sum(1 << number for number in set(map(line, names.split())))


def readable(cls: type[T]) -> type[T]:
    """Give a dataclass, a named tuple or an enumeration a ``repr`` that can be typed back."""
    spell: Any = _spell_member if issubclass(cls, Enum) else _spell_fields
    cls.__repr__ = spell  # type: ignore[method-assign]
    return cls


def _spell_member(member: Enum) -> str:
    return f"{type(member).__name__}.{member.name}"


def _spell_fields(value: object) -> str:
    """Spell a value with those of its fields that differ from their defaults."""
    parts = []
    for name, kind, default in _fields_of(type(value)):
        field = getattr(value, name)
        if default is MISSING or field != default:
            parts.append(f"{name}={_spell(field, kind)}")
    return f"{type(value).__name__}({', '.join(parts)})"


def _fields_of(cls: type) -> tuple[tuple[str, str, object], ...]:
    """Return name, kind and default of each field; the kind is what its numbers stand for."""
    if is_dataclass(cls):
        found = [(field.name, str(field.type), field.default) for field in fields(cls)]
    else:
        annotations, defaults = _annotations_of(cls), cls._field_defaults  # type: ignore[attr-defined]
        found = [
            (name, str(annotations[name]), defaults.get(name, MISSING))
            for name in cls._fields  # type: ignore[attr-defined]
        ]
    return tuple((name, _kind_of(annotation), default) for name, annotation, default in found)


def _annotations_of(cls: type) -> dict[str, object]:
    """Return the annotations of a class and of those it inherits from."""
    return {
        name: annotation
        for base in reversed(cls.__mro__)
        for name, annotation in getattr(base, "__annotations__", {}).items()
    }


def _kind_of(annotation: str) -> str:
    match = _KINDS.search(annotation)
    return match[0] if match else ""


def _spell(value: object, kind: str) -> str:
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        if value and kind in ("Island", "Listed") and all(_is_island(item) for item in value):
            return f"islands({_letters(value)!r})"
        items = ", ".join(_spell(item, kind) for item in value)
        return f"({items},)" if len(value) == 1 else f"({items})"
    if isinstance(value, int) and value >= 0 and kind:
        return _spell_number(value, kind)
    return repr(value)


def _spell_number(number: int, kind: str) -> str:
    if kind == "Line" and number < len(ARCHIPELAGO.ends):
        return f"line({_name(number)!r})"
    if kind == "Lines" and number < 1 << len(ARCHIPELAGO.ends):
        return f"lines({' '.join(map(_name, bits(number)))!r})"
    if kind == "Cards" and number < 1 << 2 * len(LETTERS):
        return f"cards({_letters(expand(number))!r})"
    if kind == "Island" and _is_island(number):
        return f"island({LETTERS[number]!r})"
    return repr(number)  # Not on the board: a set-up may contain anything.


def _is_island(value: object) -> bool:
    return isinstance(value, int) and 0 <= value < len(LETTERS)


def _letters(numbers: tuple[int, ...]) -> str:
    return "".join(LETTERS[number] for number in numbers)


def _name(number: int) -> str:
    return _letters(ARCHIPELAGO.ends[number])
