"""Say which extra of the package installs a missing library."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def from_extra(extra: str) -> Iterator[None]:
    """Name the extra if a library imported in this block is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"{error.name} is not installed; run: pip install 'kahuna[{extra}]'",
            name=error.name,
            path=error.path,
        ) from None
