"""Errors in the arguments of a batch; an illegal action is not an error but a flag."""

from __future__ import annotations

from typing import Final

import numpy

from kahuna.batch.arrays import Array, is_jax
from kahuna.core import KahunaError, seat_of

WORD: Final = numpy.dtype(numpy.uint32)
LARGEST_WORD: Final = (1 << 32) - 1


class BatchError(KahunaError, ValueError):
    """Invalid arguments: arrays or games that cannot form a batch, or do not fit the given one."""


def to_words(what: str, array: Array, shape: tuple[int, ...]) -> Array:
    """Check an array of integers passed in by a caller, and return it as uint32.

    Values that do not fit, negative ones included, become the largest one, which is never legal.
    """
    if not hasattr(array, "dtype") or not hasattr(array, "shape"):
        raise BatchError(f"{what} must be an array of integers, not {type(array).__name__}")
    if array.dtype.kind not in "iu":
        raise BatchError(f"{what} must be integers, not {array.dtype}")
    if tuple(array.shape) != shape:
        raise BatchError(f"{what} must have shape {shape}, not {tuple(array.shape)}")
    if array.dtype.itemsize > WORD.itemsize:
        fits = (array >= 0) & (array <= LARGEST_WORD)
        array = array.__array_namespace__().where(fits, array, LARGEST_WORD)
    return array if array.dtype == WORD else array.astype(WORD)


def to_seats(what: str, seats: Array, n: int) -> Array | int:
    """Check seats passed in by a caller: one for all games, or an array with one per game.

    The values of a JAX array are not checked, because it may be traced.
    """
    if isinstance(seats, int | str | numpy.integer):
        return int(seat_of(seats))
    words = to_words(what, seats, (n,))
    if not is_jax(words) and (words >= 2).any():
        raise BatchError(f"{what} must be 0 (White) or 1 (Black), not {numpy.max(seats)}")
    return words & 1


def check_integer(what: str, value: object, *, least: int) -> None:
    """Raise unless the value is an integer of at least ``least``."""
    if isinstance(value, bool) or not isinstance(value, int | numpy.integer):
        raise BatchError(f"{what} must be an integer, not {value!r}")
    if value < least:
        raise BatchError(f"{what} must be at least {least}, not {value}")


def check_batch(arrays: list[Array]) -> int:
    """Return the number of games; raise if the arrays of a batch disagree about it."""
    shape = getattr(arrays[0], "shape", None)
    if shape is None or len(shape) != 1:
        raise BatchError(
            f"the arrays of a batch have one number per game, not shape {shape}; "
            "a batch of one game is states.take(i)"
        )
    if not shape[0]:
        raise BatchError("a batch has at least one game")
    for array in arrays:
        if getattr(array, "shape", None) != shape:
            raise BatchError(
                f"every array of a batch must have shape {tuple(shape)}, "
                f"not {getattr(array, 'shape', None)}"
            )
        if array.dtype != WORD:
            raise BatchError(f"every array of a batch must be uint32, not {array.dtype}")
    return int(shape[0])
