"""Read the text files and turn their sections into typed catalogues.

A text may contain two kinds of placeholders. Those in capitals, such as ``{HAND_LIMIT}``, are
numbers of the rules and are filled in here; the others are filled in by whoever shows the text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from importlib import resources
from typing import TypeAlias, TypeVar, cast, get_args, get_origin, get_type_hints

from kahuna.i18n.language import LANGUAGES

T = TypeVar("T")
Section: TypeAlias = Mapping[str, object]
"""A table of a text file: texts, lists of texts, and further tables."""


class CatalogueError(ValueError):
    """A text is missing, superfluous or of the wrong shape."""


def load_section(shape: type[T], file: str, name: str, **given: object) -> T:
    """Build a catalogue of type ``shape`` from one section of a language's file.

    Fields that are ``given`` are not in the file.
    """
    return cast(T, _build_record(shape, read_section(file, name), f"{file}.toml: {name}", given))


def read_section(file: str, name: str) -> Section:
    """Return one section of a text file, with the numbers of the rules filled in."""
    return cast(Section, _filled(_read(file)[name]))


@cache
def rule_numbers() -> Mapping[str, int]:
    """Return the numbers of the rules that texts may mention, by placeholder."""
    from kahuna.core import ARCHIPELAGO  # Only for texts with numbers: --help stays quick.
    from kahuna.core.scoring import ROUNDS

    return {
        "HAND_LIMIT": ARCHIPELAGO.hand_limit,
        "OPEN_CARDS": ARCHIPELAGO.open_places,
        "ISLANDS": len(ARCHIPELAGO.names),
        "LINES": len(ARCHIPELAGO.lines),
        "ROUNDS": ROUNDS,
    }


def fill_numbers(text: str) -> str:
    """Replace placeholders in capitals: numbers of the rules, and the list of languages.

    >>> fill_numbers("{HAND_LIMIT} cards, {name}")
    '5 cards, {name}'
    """
    text = text.replace("{LANGUAGES}", ", ".join(LANGUAGES))
    return re.sub(r"\{([A-Z_]+)\}", lambda match: str(rule_numbers()[match[1]]), text)


@cache
def _read(file: str) -> Section:
    text = resources.files(__package__).joinpath(f"{file}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _filled(value: object) -> object:
    """Fill the numbers of the rules into every text of a structure."""
    match value:
        case str():
            return fill_numbers(value)
        case dict():
            return {key: _filled(part) for key, part in value.items()}
        case list():
            return tuple(map(_filled, value))
        case _:
            raise CatalogueError(f"{value!r} is not a text")


def _build(shape: object, value: object, place: str) -> object:
    """Convert a value as TOML has it into the type of a field."""
    origin, arguments = get_origin(shape), get_args(shape)
    if isinstance(shape, type) and (is_dataclass(shape) or issubclass(shape, tuple)):
        return _build_record(shape, value, place, {})
    if origin is tuple:
        return _build_tuple(arguments, value, place)
    if origin is frozenset and isinstance(value, tuple):
        return frozenset(value)
    if origin is Mapping and isinstance(value, dict):
        key, part = arguments
        return {
            _build(key, name, place): _build(part, text, f"{place}.{name}")
            for name, text in value.items()
        }
    if shape is str and isinstance(value, str):
        return value
    if isinstance(shape, type) and issubclass(shape, Enum) and value in set(shape):
        return shape(value)
    raise CatalogueError(f"{place}: {value!r} is not a {shape}")


def _build_record(shape: type, value: object, place: str, given: Mapping[str, object]) -> object:
    hints = {name: hint for name, hint in get_type_hints(shape).items() if name not in given}
    if not isinstance(value, dict):
        raise CatalogueError(f"{place}: not a table")
    if wrong := sorted(set(hints) ^ set(value)):
        raise CatalogueError(f"{place}: missing or unknown: {', '.join(wrong)}")
    built = {name: _build(hint, value[name], f"{place}.{name}") for name, hint in hints.items()}
    return cast(object, shape(**built, **given))


def _build_tuple(arguments: tuple[object, ...], value: object, place: str) -> tuple[object, ...]:
    shapes = arguments
    if isinstance(value, tuple) and arguments[1:] == (...,):
        shapes = (arguments[0],) * len(value)
    if not isinstance(value, tuple) or len(value) != len(shapes):
        raise CatalogueError(f"{place}: not {len(shapes)} texts")
    return tuple(
        _build(shape, part, f"{place}.{number}")
        for number, (shape, part) in enumerate(zip(shapes, value, strict=True))
    )
