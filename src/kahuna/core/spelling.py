"""Readable ``repr`` for the values of the core, which can be typed back.

A ``repr`` evaluates to an equal value after ``from kahuna.core import *``. Islands, lines and cards
appear by their letters instead of as packed integers. Lines are named as on the archipelago, on
which the game is played; on another board the names are only a way to write numbers.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar, dataclass_transform

from kahuna.core.board import ARCHIPELAGO, Island, Line
from kahuna.core.letters import format_cards, format_island, format_line, line_names

T = TypeVar("T")

_NUM_ISLANDS = len(ARCHIPELAGO.names)
_NUM_LINES = len(ARCHIPELAGO.ends)
_KINDS = re.compile(r"\b(Cards|Lines|Line|Island|Listed)\b")


def readable(cls: type[T]) -> type[T]:
    """Give a dataclass, a named tuple or an enumeration a ``repr`` that can be typed back."""
    spell: Any = _spell_member if issubclass(cls, Enum) else _spell_fields
    cls.__repr__ = spell  # type: ignore[method-assign]
    return cls


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """Make a class an immutable value: a dataclass with a ``repr`` that can be typed back."""
    return readable(dataclass(frozen=True, slots=True)(cls))


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
            return f"islands({format_cards(value)!r})"
        items = ", ".join(_spell(item, kind) for item in value)
        return f"({items},)" if len(value) == 1 else f"({items})"
    if isinstance(value, int) and value >= 0 and kind:
        return _spell_number(value, kind)
    return repr(value)


def _spell_number(number: int, kind: str) -> str:
    if kind == "Line" and number < _NUM_LINES:
        return f"line({format_line(Line(number))!r})"
    if kind == "Lines" and number < 1 << _NUM_LINES:
        return f"lines({' '.join(line_names(number))!r})"
    if kind == "Cards" and number < 1 << 2 * _NUM_ISLANDS:
        return f"cards({format_cards(number)!r})"
    if kind == "Island" and _is_island(number):
        return f"island({format_island(Island(number))!r})"
    return repr(number)  # Not on the board: a set-up may contain anything.


def _is_island(value: object) -> bool:
    return isinstance(value, int) and 0 <= value < _NUM_ISLANDS
