"""The few array operations in which the rules are written, for NumPy and JAX.

The rules use operators, and the functions below where an operator is not enough. Each array knows
its own namespace, so one source runs on both. A *mask* is a number with all bits set where
something holds and none where it does not: choosing by masks is three bit operations, which is
several times faster than ``where`` in NumPy and as fast in JAX.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias, TypeVar

import numpy

Array: TypeAlias = Any
"""An array of NumPy or JAX; in a batch, unsigned 32-bit numbers, one per game."""

Pair: TypeAlias = tuple[Array, Array]
"""An array for White and one for Black."""

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


def popcount(numbers: Array) -> Array:
    """Count the set bits of numbers below 2**31."""
    if is_jax(numbers):
        from jax import lax

        # Kernels for a GPU know the instruction for signed numbers only.
        return lax.population_count(numbers.astype(numpy.int32)).astype(numpy.uint32)
    return numpy.bitwise_count(numbers).astype(numpy.uint32)


def mask(truth: Array) -> Array:
    """Turn booleans into masks: all bits where true, none where false."""
    return 0 - truth.astype(numpy.uint32)


def equal(numbers: Array, others: Array | int) -> Array:
    """Return the mask of where two arrays are equal."""
    return mask(numbers == others)


def at_least(numbers: Array, others: Array | int) -> Array:
    """Return the mask of where the first is at least the second."""
    return mask(numbers >= others)


def nonzero(numbers: Array) -> Array:
    """Return the mask of where a number is not 0."""
    return mask(numbers >= 1)


def flag(numbers: Array, place: int) -> Array:
    """Return the mask of where the bit at a place is set."""
    return 0 - (numbers >> place & 1)


def pick(which: Array, then: Array | int, otherwise: Array) -> Array:
    """Return ``then`` where the mask is set, ``otherwise`` elsewhere."""
    return otherwise ^ ((otherwise ^ then) & which)


def signed(numbers: Array) -> Array:
    """Return numbers with which callers can calculate: those of a batch wrap around below 0."""
    return numbers.astype("int32")


def swap(which: Array, pair: Pair) -> Pair:
    """Swap the pair where the mask is set; doing so twice undoes it."""
    white, black = pair
    change = (white ^ black) & which
    return white ^ change, black ^ change


def nth_bit(numbers: Array, rank: Array) -> Array:
    """Find the set bit that has ``rank`` set bits below it, by bisection.

    For a number with fewer bits the result is meaningless.
    """
    place = rank & 0
    for half in (16, 8, 4, 2, 1):
        below = popcount(numbers >> place & (1 << half) - 1)
        is_above = at_least(rank, below)
        rank = rank - (below & is_above)
        place = place + (is_above & half)
    return place


def bits_at(numbers: Array, places: Sequence[int]) -> Array:
    """Return the bits at these places as 0 and 1: (n, k)."""
    space = numbers.__array_namespace__()
    return numbers[:, None] >> space.asarray(list(places), dtype=space.uint32) & 1


def one_hot(numbers: Array, values: Sequence[int]) -> Array:
    """Encode a value as one-hot: (n, k)."""
    space = numbers.__array_namespace__()
    is_value = numbers[:, None] == space.asarray(list(values), dtype=space.uint32)
    return is_value.astype(space.uint32)


def is_jax(numbers: Array) -> bool:
    """Return whether this is an array of JAX."""
    if isinstance(numbers, numpy.ndarray):  # The common case, and a much faster check.
        return False
    name: str = numbers.__array_namespace__().__name__
    return name.startswith("jax")


def settle(value: T, *, first: Array) -> T:
    """Return the same values, computed once before anything that needs them.

    JAX on a CPU would otherwise compute shared intermediate results several times, which here is
    nearly everything. It ignores barriers but respects conditions. The condition here tests a bit
    that is never set in ``first``, the options of the rules.
    """
    if is_jax(first):
        import jax

        if jax.default_backend() == "cpu":
            return _settle_in_jax(value, first)
    return value


def _settle_in_jax(value: T, rules: Array) -> T:
    import jax

    def never(values: Any) -> Any:  # noqa: ANN401  # a tree of arrays
        return jax.tree.map(lambda array: ~array, values)

    settled: T = jax.lax.cond(rules[0] >> 31 >= 1, never, lambda values: values, value)
    return settled


def repeat(times: int, body: Callable[[T], T], start: T, *, first: Array) -> T:
    """Apply a function ``times`` times; JAX compiles it only once."""
    if is_jax(first):
        from jax import lax

        result: T = lax.fori_loop(0, times, lambda _, value: body(value), start)
        return result
    for _ in range(times):
        start = body(start)
    return start


def repeat_while(
    condition: Callable[[T], Any], body: Callable[[T], T], start: T, *, first: Array
) -> T:
    """Apply a function as long as a condition holds."""
    if is_jax(first):
        from jax import lax

        result: T = lax.while_loop(condition, body, start)
        return result
    while condition(start):
        start = body(start)
    return start


def compiled(function: F, numbers: Array, *static: str) -> F:
    """Return the function, compiled if the numbers are an array of JAX."""
    return _jit(function, static) if is_jax(numbers) else function


@cache
def _jit(function: F, static: tuple[str, ...]) -> F:
    import jax

    fast: Any = jax.jit(function, static_argnames=static)
    return fast  # type: ignore[no-any-return]
