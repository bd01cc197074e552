"""Board queries for all games at once. Shapes: every argument and result is (n,).

A set of held islands has its bits at :attr:`kahuna.batch.constants.Lanes.places`, which is where
:func:`held` leaves them.
"""

from __future__ import annotations

from kahuna.batch.arrays import Array, at_least, flag, pick
from kahuna.batch.constants import BOARD, ENDS, LANES, LOWER_ENDS, NIBBLES, UPPER_ENDS


def held(bridges: Array) -> Array:
    """Return the islands that the owner of these bridges controls. [R5.1]

    Every line adds one to the lanes of its two ends; the top bit of a lane is the majority.
    """
    first, second = (bridges & 0) + LANES.starts[0], (bridges & 0) + LANES.starts[1]
    for line, (add_first, add_second) in enumerate(zip(*LANES.adds, strict=True)):
        bit = bridges >> line & 1
        if add_first:
            first = first + bit * add_first
        if add_second:
            second = second + bit * add_second
    return (first >> 2 & LANES.low_bits[0]) | (second >> 1 & LANES.low_bits[1] << 1)


def lines_of(islands: Array) -> Array:
    """Return all lines of a set of controlled islands."""
    lines = islands & 0
    for island, place in enumerate(LANES.places):
        lines = lines | (flag(islands, place) & BOARD.lines_at[island])
    return lines


def lines_from(islands: Array) -> tuple[Array, Array]:
    """Return the lines whose lower end, and those whose upper end, is one of the islands.

    Here a set of islands has its bits at the low bits of the card lanes.
    """
    lower = upper = islands & 0
    for island in BOARD.islands:
        bit = islands >> 2 * island & 1
        if from_lower := ENDS[0][island]:
            lower = lower + bit * from_lower
        if from_upper := ENDS[1][island]:
            upper = upper + bit * from_upper
    return lower, upper


def ends(line: Array) -> tuple[Array, Array]:
    """Return the two islands of a line."""
    lower, upper = (line & 0) + LOWER_ENDS[0], (line & 0) + UPPER_ENDS[0]
    start = line & 0
    for word in range(1, len(LOWER_ENDS)):
        is_later = at_least(line, word * NIBBLES)
        lower = pick(is_later, LOWER_ENDS[word], lower)
        upper = pick(is_later, UPPER_ENDS[word], upper)
        start = pick(is_later, word * NIBBLES, start)
    shift = (line - start) << 2
    return lower >> shift & 15, upper >> shift & 15
