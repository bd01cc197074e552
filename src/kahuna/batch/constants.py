"""Constants of the board and of the catalogue for the array rules, all derived.

The 189 actions are folded into seven rows of 27 places. Six rows are by line: build with the card
of the lower or of the upper end, place a handicap bridge, remove with two cards of the lower end,
one of each, two of the upper end. The last row holds the rest: the open cards at even places and
the discards at odd ones, both by island, then the pile, declining, and the free bridge.
"""

from __future__ import annotations

from typing import Final

from kahuna.core import (
    ACTIONS,
    ARCHIPELAGO,
    Action,
    Build,
    Bury,
    Decline,
    DrawPile,
    PlaceHandicap,
    Remove,
    Replace,
    TakeOpen,
)
from kahuna.core.board import Board

BOARD: Final = ARCHIPELAGO
NUM_LINES: Final = len(BOARD.lines)
NUM_ISLANDS: Final = len(BOARD.islands)
NUM_ACTIONS: Final = len(ACTIONS)
ALL_LINES: Final = (1 << NUM_LINES) - 1

DECK: Final = BOARD.deck
NUM_CARDS: Final = BOARD.copies * NUM_ISLANDS
ONE_EACH: Final = sum(1 << 2 * island for island in BOARD.islands)
"""One card of every island; also the low bits of all card lanes."""
CARD_BITS: Final = 3 * ONE_EACH
"""All bits of the card lanes."""

ENDS: Final = tuple(
    tuple(
        sum(1 << line for line, pair in enumerate(BOARD.ends) if pair[end] == island)
        for island in BOARD.islands
    )
    for end in (0, 1)
)
"""The lines whose lower end, and those whose upper end, is each island."""

ROWS: Final = 7
BUILD_LOWER, BUILD_UPPER, HANDICAP, REMOVE_LOWER, REMOVE_BOTH, REMOVE_UPPER, REST = range(ROWS)
NO_ROW: Final = ROWS
"""The row of a game that does nothing in this step."""
PILE_PLACE: Final = 2 * NUM_ISLANDS
DECLINE_PLACE: Final = PILE_PLACE + 1
REPLACE_PLACE: Final = PILE_PLACE + 2


def _pack(counts: dict[int, int]) -> int:
    """Pack small numbers by row, two bits each."""
    return sum(count << 2 * row for row, count in counts.items())


LOWER_PAID: Final = _pack({BUILD_LOWER: 1, REMOVE_LOWER: 2, REMOVE_BOTH: 1})
"""How many cards of the lower end an action of each row costs. [R4.2, R6.1]"""
UPPER_PAID: Final = _pack({BUILD_UPPER: 1, REMOVE_UPPER: 2, REMOVE_BOTH: 1})


def place_of(action: Action) -> tuple[int, int]:
    """Return the row and the place of an action."""
    match action:
        case Build(line, card):
            return (BUILD_LOWER, BUILD_UPPER)[BOARD.ends[line].index(card)], line
        case PlaceHandicap(line):
            return HANDICAP, line
        case Remove(line, cards):
            num_upper = cards.count(BOARD.ends[line][1])
            return (REMOVE_LOWER, REMOVE_BOTH, REMOVE_UPPER)[num_upper], line
        case TakeOpen(card):
            return REST, 2 * card
        case Bury(card):
            return REST, 2 * card + 1
        case DrawPile():
            return REST, PILE_PLACE
        case Decline():
            return REST, DECLINE_PLACE
        case Replace():
            return REST, REPLACE_PLACE


PLACES: Final = tuple(place_of(action) for action in ACTIONS)
"""Row and place of every action, in the order of the catalogue."""
FOLDED: Final = tuple(row * NUM_LINES + place for row, place in PLACES)
"""Where each action of the catalogue lies in the seven rows, one after the other."""
NUMBERS: Final = tuple(FOLDED.index(at) for at in range(ROWS * NUM_LINES))
"""The number of the action at each place of the rows: the inverse of ``FOLDED``."""


NIBBLES: Final = 7
"""Numbers of four bits to a word: seven, since JAX takes no constant over 31 bits."""


def _nibbles(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Pack numbers below 16 into words, so that arithmetic can look one up."""
    return tuple(
        sum(number << 4 * i for i, number in enumerate(numbers[start : start + NIBBLES]))
        for start in range(0, len(numbers), NIBBLES)
    )


LOWER_ENDS: Final = _nibbles(tuple(a for a, _ in BOARD.ends))
UPPER_ENDS: Final = _nibbles(tuple(b for _, b in BOARD.ends))

_LANE_BITS: Final = 3
_LANES: Final = 10
_TOP: Final = 1 << _LANE_BITS - 1


class Lanes:
    """How to count the bridges at all islands at once, in lanes of three bits.

    A lane starts so high that its top bit is set just when the majority is reached [R5.1]. Ten
    lanes fit a word; the islands with the fewest lines go to a second one. In a set of held
    islands those of the second word lie one bit higher, in the gaps that the first word leaves.
    """

    def __init__(self, board: Board) -> None:
        num_lines = [mask.bit_count() for mask in board.lines_at]
        order = sorted(board.islands, key=lambda island: -num_lines[island])
        slots = {island: divmod(slot, _LANES) for slot, island in enumerate(order)}
        biases = [_TOP - majority for majority in board.majority]
        assert all(0 <= bias < 2 * _TOP - num for bias, num in zip(biases, num_lines, strict=True))

        def lanes(word: int, amounts: dict[int, int]) -> int:
            """Return the word with these amounts in the lanes of islands."""
            return sum(
                amount << _LANE_BITS * slots[island][1]
                for island, amount in amounts.items()
                if slots[island][0] == word
            )

        every = range(2)
        self.starts = tuple(lanes(word, dict(enumerate(biases))) for word in every)
        """Both words of an empty board."""
        self.adds = tuple(
            tuple(lanes(word, dict.fromkeys(ends, 1)) for ends in board.ends) for word in every
        )
        """For both words, what a bridge on each line adds."""
        self.low_bits = tuple(lanes(word, dict.fromkeys(board.islands, 1)) for word in every)
        """For both words, the lowest bit of each lane."""
        self.places = tuple(
            _LANE_BITS * slots[island][1] + slots[island][0] for island in board.islands
        )
        """The bit of each island in a set of held islands."""


LANES: Final = Lanes(BOARD)
