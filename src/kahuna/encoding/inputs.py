"""The inputs of a network, with the standard library alone. [R4.1, R5.1, R5.3, R6.1, R15]

Arrays of games have the same numbers: ``kahuna.bots.board_features`` and
``kahuna.batch.seat_memory``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from kahuna.core import ARCHIPELAGO, Cards, Island, Lines, Seat, View, bits, count, size
from kahuna.core.memory import Memory
from kahuna.core.recollection import DECLINED, DREW, TOOK_OPEN, Recollection, recollect
from kahuna.encoding.layout import LATEST, NUM_CARDS, NUM_LINES, SCALE
from kahuna.encoding.views import observation_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_ISLANDS: Final = tuple(map(Island, ARCHIPELAGO.islands))
_ENDS: Final = ARCHIPELAGO.ends
_NEIGHBOURS: Final = tuple(
    tuple((line, a + b - island) for line, (a, b) in enumerate(_ENDS) if island in (a, b))
    for island in _ISLANDS
)
"""For every island its lines, with the island at their other end."""


def inputs_of(
    view: View,
    *,
    version: int = LATEST,
    observation: bytes | None = None,
    recollection: Recollection | None = None,
) -> list[float]:
    """Return the inputs of a network that was trained on this version of them.

    What the seat remembers is folded from the history of the view; callers that decide after every
    event can keep a :class:`Recollection` and pass it in, and an observation that they have made.
    """
    observation = observation_of(view) if observation is None else observation
    inputs = [number * scale for number, scale in zip(observation, SCALE, strict=True)]
    inputs += board_features(view)
    if version > 1:
        inputs += memory_features(view, recollection or recollect(view))
    return inputs


def encode_with_memory(
    view: View, *, memory: Memory | None = None, recollection: Recollection | None = None
) -> npt.NDArray[np.float32]:
    """Return the observation of a seat and what it remembers as an array of float32."""
    import numpy as np

    remembered = memory_features(view, recollection or recollect(view))
    return np.array([*observation_of(view, memory=memory), *remembered], np.float32)


def board_features(view: View) -> list[float]:
    """Derive features from the bridges and the own cards.

    By island, for each side: how many bridges it needs to control it, how many bridges that would
    sweep away, and how many islands the other would lose. By line: whether it is free; for each
    side, at how many of its ends a bridge wins an island, or a removal breaks one; which cards pay
    for it.
    """
    viewer = view.viewer
    assert isinstance(viewer, Seat)
    board, bridges = view.ruleset.board, view.public.bridges
    sides = (bridges[viewer], bridges[viewer.other])
    held = [count(view.cards, island) for island in _ISLANDS]
    nums = [[(lines & at).bit_count() for at in board.lines_at] for lines in sides]
    missing = [
        [most - num for most, num in zip(board.majority, each, strict=True)] for each in nums
    ]
    free = ~(sides[0] | sides[1])
    by_island: list[float] = []
    for few in missing:
        by_island += [num <= 0 for num in few]
        by_island += [num == 1 for num in few]
        by_island += [num == 2 for num in few]
        by_island += [num >= 3 for num in few]
    by_line = _flags(free)
    for own, other in ((0, 1), (1, 0)):
        is_near = [num == 1 for num in missing[own]]
        is_tight = [num == 0 for num in missing[other]]
        theirs = sides[other]
        by_island += [num / 4 for num in nums[other]]
        by_island += [
            sum(is_tight[far] for line, far in pairs if theirs >> line & 1) / 2
            for pairs in _NEIGHBOURS
        ]
        by_line += _at_lines(free, is_near)
        by_line += _at_lines(theirs, is_tight)
    by_line += _at_lines(free, [num >= 1 for num in held])
    by_line += _at_lines(sides[1], held)
    return by_island + by_line


def memory_features(view: View, recollection: Recollection) -> list[float]:
    """Return what a seat remembers, by the fields of ``MEMORY_FIELDS``."""
    viewer = view.viewer
    assert isinstance(viewer, Seat)
    other = viewer.other
    estimate, unseen = recollection.theirs, recollection.unseen_counts()
    cases = [estimate.cases(island) for island in _ISLANDS]
    counts = estimate.counts(unseen)
    last, earlier = recollection.turns[other]
    cards_left = view.pile_size + size(view.public.open_cards)
    their_size = view.hand_sizes[other] + size(view.public.shown[other])
    return [
        *(b + c + e for _, b, c, _, e, _ in cases),
        *(c for _, _, c, _, _, _ in cases),
        *(one + two for _, one, two in counts),
        *(two for _, _, two in counts),
        *(num / 2 for num in estimate.expected_pile(unseen, view.pile_size)),
        *_halves(recollection.identified),
        *_flags(last.built),
        *_flags(last.removed),
        *_halves(last.paid),
        *_halves(last.offered),
        *(count(last.taken, island) for island in _ISLANDS),
        *_one_hot(last.ending, _ENDINGS),
        last.num_buried / 2,
        *_halves(earlier.paid),
        *_halves(earlier.offered),
        *(count(earlier.taken, island) for island in _ISLANDS),
        *_one_hot(earlier.ending, _ENDINGS),
        *_one_hot(cards_left, range(NUM_CARDS + 1)),
        *_one_hot(size(view.cards), _HAND_SIZES),
        *_one_hot(their_size, _HAND_SIZES),
    ]


_ENDINGS: Final = (TOOK_OPEN, DREW, DECLINED)
_HAND_SIZES: Final = range(ARCHIPELAGO.hand_limit + 1)


def _at_lines(lines: Lines, islands: Sequence[float]) -> list[float]:
    """Add up what the two ends of these lines have; others get 0."""
    found = [0.0] * NUM_LINES
    for line in bits(lines & (1 << NUM_LINES) - 1):
        lower, upper = _ENDS[line]
        found[line] = islands[lower] + islands[upper]
    return found


def _halves(cards: Cards) -> list[float]:
    return [count(cards, island) / 2 for island in _ISLANDS]


def _flags(lines: Lines) -> list[float]:
    return [float(lines >> line & 1) for line in range(NUM_LINES)]


def _one_hot(number: int, values: Iterable[int]) -> list[float]:
    return [float(number == value) for value in values]
