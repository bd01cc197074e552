"""How to declare what is sent and received, so that a server can check it.

Messages are plain dataclasses and typed dictionaries. Where pydantic is installed, it reads the
hints that this module attaches to them, and checks what comes from outside. Nothing here imports
it: a game can be hosted without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar, get_args, get_type_hints

if TYPE_CHECKING:
    from typing import TypedDict
else:
    try:  # Before Python 3.12, pydantic can read only these.
        from typing_extensions import TypedDict
    except ImportError:
        from typing import TypedDict

__all__ = ["Limits", "Request", "Tagged", "TypedDict", "closed"]
_Class = TypeVar("_Class", bound=type)
_CLOSED: Final = {"extra": "forbid"}


def closed(declared: _Class) -> _Class:
    """Forbid fields that a typed dictionary does not declare."""
    declared.__pydantic_config__ = _CLOSED  # type: ignore[attr-defined]
    return declared


class Request:
    """The base of everything that clients send: no unknown fields, and no conversions."""

    __slots__ = ()
    __pydantic_config__: ClassVar = {"extra": "forbid", "strict": True}

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:  # noqa: ANN401
        """Accept a dictionary, although the fields are strict."""
        schema = handler(source)
        handler.resolve_ref_schema(schema)["strict"] = False
        return schema


class Limits:
    """Limits of a text, a number or a list, in an annotation: its length, range or pattern."""

    def __init__(self, **limits: int | str) -> None:
        self.limits = limits

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:  # noqa: ANN401
        """Add the limits to the schema."""
        return {**handler(source), **self.limits}


class Tagged:
    """Marks a union whose members differ in the literal of one field."""

    def __init__(self, field: str) -> None:
        self._field = field

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:  # noqa: ANN401
        """Choose the member by its tag, which is faster than trying all of them."""
        members = {
            get_args(get_type_hints(member)[self._field])[0]: handler.generate_schema(member)
            for member in get_args(source)
        }
        return {"type": "tagged-union", "discriminator": self._field, "choices": members}
