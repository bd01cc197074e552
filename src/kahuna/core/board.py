"""The board: islands, lines and cards. [R1.2, R1.3]

A board is a value. The game uses :data:`ARCHIPELAGO`; tests also use boards of three islands, whose
whole game tree can be counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import NewType, TypeAlias

Island = NewType("Island", int)
"""An island, numbered in alphabetical order: 0 is ALOA, 11 is LALE. Cards are named by islands."""

Line = NewType("Line", int)
"""A line where a bridge can be built, numbered in alphabetical order."""

Lines: TypeAlias = int
"""A set of lines: bit ``i`` is line ``i``."""

Islands: TypeAlias = int
"""A set of islands: bit ``i`` is island ``i``."""

NO_LINES: Lines = 0

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def bits(mask: int) -> Iterator[int]:
    """Yield the positions of the set bits, lowest first.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@dataclass(frozen=True, slots=True)
class Board:
    """Islands, lines, and the number of cards in the game.

    Derived fields are computed once, when the board is created.
    """

    names: tuple[str, ...]
    """The islands' names; they begin with A, B, C … in this order."""
    ends: tuple[tuple[Island, Island], ...]
    """The two islands of each line, the lower first, lines in alphabetical order."""
    copies: int = 2
    """Cards of each island. [R1.3]"""
    dealt: int = 3
    """Hidden cards dealt to each seat. [R2.1]"""
    open_places: int = 3
    """Number of open cards. [R2.2]"""
    hand_limit: int = 5
    """The most cards in a hand. [R3.2]"""

    lines_at: tuple[Lines, ...] = field(init=False, repr=False, compare=False)
    """The lines of each island."""
    majority: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The fewest bridges that are more than half of an island's lines. [R5.1]"""
    line_of: dict[tuple[Island, Island], Line] = field(init=False, repr=False, compare=False)
    """The line between two islands, the lower first."""
    deck: int = field(init=False, repr=False, compare=False)
    """All cards of the game as a multiset. [R1.3]"""
    held: Callable[[Lines], Islands] = field(init=False, repr=False, compare=False)
    """Return the islands that the owner of these bridges controls. [R5.1]"""
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        initials = [name[0] for name in self.names]
        if initials != list(LETTERS[: len(initials)]):
            raise ValueError(f"islands must begin with A, B, C … in order, not {initials}")
        if list(self.ends) != sorted(set(self.ends)) or any(a >= b for a, b in self.ends):
            raise ValueError("lines must be in alphabetical order, each once, lower island first")
        if any(b >= len(self.names) for _, b in self.ends):
            raise ValueError("a line leads to an unknown island")
        if not self.open_places >= 1 or not 0 <= self.dealt <= self.hand_limit:
            raise ValueError("there must be an open card, and a deal must fit into a hand")
        if not 1 <= self.copies <= 3:
            raise ValueError("there must be one to three cards per island")
        if self.copies * len(self.names) <= 2 * max(self.hand_limit, self.dealt + self.open_places):
            raise ValueError("there must be more cards than two full hands, and enough to deal")
        lines_at = tuple(
            sum(1 << line for line, ends in enumerate(self.ends) if island in ends)
            for island in range(len(self.names))
        )
        _set(self, "lines_at", lines_at)
        _set(self, "majority", tuple(mask.bit_count() // 2 + 1 for mask in lines_at))
        _set(self, "line_of", {ends: Line(line) for line, ends in enumerate(self.ends)})
        _set(self, "deck", sum(self.copies << 2 * island for island in self.islands))
        # Each board has its own cache, so that lookups need not hash the board.
        _set(self, "held", lru_cache(maxsize=1 << 13)(partial(_held, lines_at, self.majority)))
        _set(self, "_hash", hash((self.names, self.ends, self.copies, self.dealt)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Callable[..., Board], tuple[object, ...]]:
        # String hashes differ between processes, so a pickled board is rebuilt.
        sizes = (self.copies, self.dealt, self.open_places, self.hand_limit)
        return _unpickled, (self.names, self.ends, *sizes)

    @property
    def islands(self) -> range:
        """Return the islands as numbers."""
        return range(len(self.names))

    @property
    def lines(self) -> range:
        """Return the lines as numbers."""
        return range(len(self.ends))


def _held(lines_at: tuple[Lines, ...], majority: tuple[int, ...], bridges: Lines) -> Islands:
    islands, bit = 0, 1
    for lines, least in zip(lines_at, majority, strict=True):
        if (bridges & lines).bit_count() >= least:
            islands |= bit
        bit <<= 1
    return islands


_set = object.__setattr__


def make_board(names: str, lines: str, **sizes: int) -> Board:
    """Make a board from the names of its islands and lines.

    >>> make_board("ALOA BARI COCO", "AB AC BC", dealt=1, open_places=1, hand_limit=2).majority
    (2, 2, 2)
    """
    ends = tuple(
        (Island(LETTERS.index(line[0])), Island(LETTERS.index(line[1]))) for line in lines.split()
    )
    return Board(tuple(names.split()), ends, **sizes)


ARCHIPELAGO = make_board(
    "ALOA BARI COCO DUDA ELAI FAAA GOLA HUNA IFFI JOJO KAHU LALE",
    "AB AD AH BC BD BE BF CF CG CK DE DH EF EH EI EJ FG FJ GJ GK HI HL IJ IK IL JK KL",
)
"""The twelve islands and 27 lines of the game. [R1.2]"""


@lru_cache
def _unpickled(
    names: tuple[str, ...], ends: tuple[tuple[Island, Island], ...], *sizes: int
) -> Board:
    """Rebuild a pickled board, always as the same object, so that comparing boards stays fast."""
    board = Board(names, ends, *sizes)
    return ARCHIPELAGO if board == ARCHIPELAGO else board
