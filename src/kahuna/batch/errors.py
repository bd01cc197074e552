"""Errors in the arguments of a batch; an illegal action is not an error but a flag."""

from __future__ import annotations

from kahuna.batch.arrays import Array
from kahuna.core import KahunaError


class BatchError(KahunaError, ValueError):
    """Arrays or games that no batch can be made of, or that do not fit the one given."""


def check(what: str, array: object, shape: tuple[int, ...]) -> None:
    """Refuse anything but an array of unsigned 32-bit numbers of this shape."""
    if not hasattr(array, "dtype") or not hasattr(array, "shape"):
        raise BatchError(f"{what} must be an array of uint32, not {type(array).__name__}")
    if str(array.dtype) != "uint32":
        raise BatchError(f"{what} must be uint32, not {array.dtype}")
    if tuple(array.shape) != shape:
        raise BatchError(f"{what} must have shape {shape}, not {tuple(array.shape)}")


def check_batch(arrays: list[Array]) -> int:
    """Return the number of games; raise if the arrays of a batch disagree about it."""
    shape = getattr(arrays[0], "shape", None)
    if shape is None or len(shape) != 1:
        raise BatchError(f"the arrays of a batch have one number a game, not shape {shape}")
    for array in arrays:
        check("every array of a batch", array, tuple(shape))
    return int(shape[0])
