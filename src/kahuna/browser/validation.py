"""Check what comes from outside against the declared types, with the standard library alone.

Reads the same hints as pydantic does on a server, and accepts the same values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from kahuna.hosting.errors import ApiError
from kahuna.hosting.schema import Limits

T = TypeVar("T")


class _InvalidError(ValueError):
    """A value has the wrong shape."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}" if where else problem)


def parse_body(kind: type[T], text: str) -> T:
    """Return the request that a text in JSON holds; refuse any other text."""
    try:
        value: T = _check(kind, json.loads(text or "{}"), "body")
    except (ValueError, RecursionError) as error:  # Including text that is no JSON.
        raise ApiError("invalid", str(error)) from None
    return value


def parse_union(kind: object, text: str) -> Any:  # noqa: ANN401  any member of the union
    """Return the member of a union that a text in JSON holds; raise ``ValueError`` otherwise."""
    return _check(kind, json.loads(text), "")


def check_choice(kind: object, value: str, where: str) -> Any:  # noqa: ANN401  a literal
    """Return a value that is one of the choices of a literal; refuse any other."""
    try:
        return _check(kind, value, where)
    except _InvalidError as error:
        raise ApiError("invalid", str(error)) from None


def _check(kind: Any, value: Any, where: str) -> Any:  # noqa: ANN401
    """Return a value of JSON as a value of a type."""
    origin, arguments = get_origin(kind), get_args(kind)
    if is_dataclass(kind) and isinstance(kind, type):
        return _check_fields(kind, value, where)
    if origin is Annotated:
        checked = _check(arguments[0], value, where)
        for note in arguments[1:]:
            if isinstance(note, Limits):
                _check_limits(note, checked, where)
        return checked
    if origin is Literal:
        if value in arguments and isinstance(value, str):
            return value
        raise _InvalidError(where, f"must be one of {', '.join(map(str, arguments))}")
    if origin in (Union, UnionType):
        return _check_union(arguments, value, where)
    if origin is list and type(value) is list:
        return [_check(arguments[0], item, f"{where}.{i}") for i, item in enumerate(value)]
    if origin is dict and type(value) is dict:
        return value
    # ``True`` is no number, as in JSON.
    if isinstance(kind, type) and type(value) is kind:
        return value
    raise _InvalidError(where, f"must be {_named(kind)}")


def _check_union(members: tuple[Any, ...], value: Any, where: str) -> Any:  # noqa: ANN401
    """Return a value as a member of a union; the field ``type`` selects among messages."""
    if all(map(is_dataclass, members)):
        tag = value.get("type") if type(value) is dict else None
        for member in members:
            if tag in get_args(_hints(member)["type"]):
                return _check(member, value, where)
        raise _InvalidError(f"{where}.type".strip("."), "must be the type of a message")
    problem = _InvalidError(where, "must be something else")
    for member in members:
        try:
            return _check(member, value, where)
        except _InvalidError as error:
            if member is not NoneType:
                problem = error
    raise problem


def _check_fields(kind: type, value: Any, where: str) -> Any:  # noqa: ANN401
    if type(value) is not dict:
        raise _InvalidError(where, "must be an object")
    hints = _hints(kind)
    if unknown := sorted(set(value) - set(hints)):
        raise _InvalidError(f"{where}.{unknown[0]}".strip("."), "is unknown")
    for field in fields(kind):
        is_optional = field.default is not MISSING or field.default_factory is not MISSING
        if field.name not in value and not is_optional:
            raise _InvalidError(f"{where}.{field.name}".strip("."), "is missing")
    return kind(
        **{
            name: _check(hints[name], part, f"{where}.{name}".strip("."))
            for name, part in value.items()
        }
    )


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in fields(kind)}


_LIMITS: dict[str, Callable[[Any, Any], bool]] = {
    "ge": lambda value, least: value >= least,
    "le": lambda value, most: value <= most,
    "min_length": lambda value, least: len(value) >= least,
    "max_length": lambda value, most: len(value) <= most,
    "pattern": lambda value, pattern: re.fullmatch(pattern, value) is not None,
}


def _check_limits(limits: Limits, value: object, where: str) -> None:
    for name, limit in limits.limits.items():
        if not _LIMITS[name](value, limit):
            raise _InvalidError(where, f"must have {name} {limit}")


def _named(kind: Any) -> str:  # noqa: ANN401
    names = {str: "a text", int: "a whole number", bool: "true or false", NoneType: "null"}
    origin = get_origin(kind)
    return names.get(kind, {list: "a list", dict: "an object"}.get(origin, "something else"))
