"""The layout of the observation and of the memory: tables of named fields. [R15]

An observation is a row of small non-negative numbers, field after field. "Own" is the viewer,
"their" the opponent. It contains what a seat sees of the position, and which cards were taken
openly. The memory adds what follows from the rest of the history.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from kahuna.core import ARCHIPELAGO, SUPPLIES
from kahuna.core.memory import MOST_DOUBT
from kahuna.core.scoring import ROUNDS

NUM_LINES: Final = len(ARCHIPELAGO.lines)
NUM_ISLANDS: Final = len(ARCHIPELAGO.islands)
COPIES: Final = ARCHIPELAGO.copies
NUM_CARDS: Final = COPIES * NUM_ISLANDS
MOST_BRIDGES: Final = SUPPLIES[-1]
MOST_TURNS: Final = 255
PHASES: Final = ("turn", "handicap", "refilling", "drawing", "opening", "over")
"""The phases in the order of the field ``phase``."""


class Field(NamedTuple):
    """A named part of an observation."""

    name: str
    size: int
    """Number of values."""
    high: float
    """The highest possible value; the lowest is 0."""
    meaning: str


FIELDS: Final = (
    Field("own_bridges", NUM_LINES, 1, "own bridge on the line [R1.2]"),
    Field("their_bridges", NUM_LINES, 1, "opposing bridge on the line"),
    Field("own_islands", NUM_ISLANDS, 1, "own control of the island [R5.1]"),
    Field("their_islands", NUM_ISLANDS, 1, "opposing control of the island"),
    Field("own_supply", 1, MOST_BRIDGES, "bridges in the own supply [R4.3]"),
    Field("their_supply", 1, MOST_BRIDGES, "bridges in the opponent's supply"),
    Field("own_stones", 1, NUM_ISLANDS, "own stones, as a scoring would count them now [R1.5]"),
    Field(
        "their_stones", 1, NUM_ISLANDS, "the opponent's stones, as a scoring would count them now"
    ),
    Field("own_cards", NUM_ISLANDS, COPIES, "own playable cards of the island [R13.2]"),
    Field("their_cards", 1, ARCHIPELAGO.hand_limit, "number of cards that the opponent can play"),
    Field(
        "own_taken",
        NUM_ISLANDS,
        COPIES,
        "cards of the island that were taken openly and not played since; in variant 2, "
        "cards that lie open in front [R15.3, R13.1]",
    ),
    Field("their_taken", NUM_ISLANDS, COPIES, "the same for the opponent"),
    Field(
        "own_doubt",
        1,
        MOST_DOUBT,
        "cards buried unseen while `own_taken` was not empty: 0 means that all of "
        "those are in hand [R15.3]",
    ),
    Field("their_doubt", 1, MOST_DOUBT, "the same for the opponent"),
    Field("own_buried", NUM_ISLANDS, COPIES, "cards buried by oneself in this round [R15.1]"),
    Field("their_buried", 1, NUM_CARDS, "number of cards that the opponent buried in this round"),
    Field("open_cards", NUM_ISLANDS, COPIES, "open cards of the island [R2.2]"),
    Field("discards", NUM_ISLANDS, COPIES, "visible discards of this round [R4.5]"),
    Field("unseen", NUM_ISLANDS, COPIES, "cards that the viewer cannot locate"),
    Field("pile", 1, NUM_CARDS, "number of cards in the pile [R15.2]"),
    Field("own_points", ROUNDS, NUM_ISLANDS, "own points by scoring [R9.2, R10.3]"),
    Field("their_points", ROUNDS, NUM_ISLANDS, "the opponent's points by scoring"),
    Field("round", ROUNDS, 1, "one-hot: the round"),
    Field("turn", 1, MOST_TURNS, "turns begun so far"),
    Field("phase", len(PHASES), 1, f"one-hot: the phase ({', '.join(PHASES)})"),
    Field("own_phase", 1, 1, "the phase belongs to the viewer, who in a turn is to move"),
    Field("own_start", 1, 1, "handicap phase, and the viewer has the first turn after it"),
    Field("left", 1, 3, "handicap bridges left to place, or cards left to turn up"),
    Field("must_draw", 1, 1, "the seat to move must draw, because the other one declined [R8.4]"),
    Field("has_played", 1, 1, "the last action of the seat to move in this turn was a play [R7.3]"),
    Field("has_buried", 1, 1, "the last action of the seat to move in this turn was a discard"),
    Field("cleared", NUM_LINES, 1, "a free bridge may be built on this line now [R12.2]"),
    Field("last_turns", 2, 1, "one-hot: the last turn but one, the last turn [R10.1]"),
    Field("bridges", 1, MOST_BRIDGES, "option `bridges` [R1.4]"),
    Field("stones", 1, MOST_BRIDGES, "option `stones` [R1.5]"),
    Field("is_instead", 1, 1, "option `discard` is `instead` [R7.3]"),
    Field("is_own_stones", 1, 1, "option `final_scoring` is `own_stones` [R10.3]"),
    Field("no_trespass", 1, 1, "option `no_trespass`, variant 1 [R12]"),
    Field("open_hands", 1, 1, "option `open_hands`, variant 2 [R13]"),
    Field("own_handicap", 1, 3, "own handicap bridges [R14]"),
    Field("their_handicap", 1, 3, "the opponent's handicap bridges"),
)

SIZE: Final = sum(field.size for field in FIELDS)
"""Number of values in an observation."""

_ENDINGS: Final = 3
MEMORY_FIELDS: Final = (
    Field(
        "chance_identified",
        NUM_ISLANDS,
        1,
        "probability that the opponent's hidden hand has an identified card of the island: one "
        "seen being taken, or held when the pile was last renewed",
    ),
    Field("chance_two_identified", NUM_ISLANDS, 1, "probability of two of those"),
    Field(
        "chance_held", NUM_ISLANDS, 1, "probability that the hidden hand has a card of the island"
    ),
    Field("chance_two_held", NUM_ISLANDS, 1, "probability of two cards"),
    Field(
        "expected_pile",
        NUM_ISLANDS,
        1,
        "half the number of cards to expect in the pile; an estimate that may be a little higher",
    ),
    Field("own_identified", NUM_ISLANDS, 1, "half the own cards that the opponent has identified"),
    Field("last_built", NUM_LINES, 1, "the opponent's latest turn: bridge built on the line"),
    Field("last_removed", NUM_LINES, 1, "bridge removed from the line with cards"),
    Field("last_paid", NUM_ISLANDS, 1, "half the cards played"),
    Field(
        "last_offered", NUM_ISLANDS, 1, "half the open cards left when it took, drew or declined"
    ),
    Field("last_taken", NUM_ISLANDS, COPIES, "open cards taken"),
    Field("last_ending", _ENDINGS, 1, "one-hot: took an open card, drew from the pile, declined"),
    Field(
        "last_buried", 1, ARCHIPELAGO.hand_limit / 2, "half the number of cards discarded face down"
    ),
    Field("earlier_paid", NUM_ISLANDS, 1, "the opponent's turn before: half the cards played"),
    Field("earlier_offered", NUM_ISLANDS, 1, "half the open cards left"),
    Field("earlier_taken", NUM_ISLANDS, COPIES, "open cards taken"),
    Field("earlier_ending", _ENDINGS, 1, "one-hot: how that turn ended"),
    Field("cards_left", NUM_CARDS + 1, 1, "one-hot: cards in the pile and open"),
    Field("own_hand_size", ARCHIPELAGO.hand_limit + 1, 1, "one-hot: number of own playable cards"),
    Field("their_hand_size", ARCHIPELAGO.hand_limit + 1, 1, "one-hot: the opponent's"),
)
"""What a seat remembers, in the order of version 2 of the network's inputs."""
MEMORY_SIZE: Final = sum(field.size for field in MEMORY_FIELDS)

BOARD_SIZE: Final = 12 * NUM_ISLANDS + 7 * NUM_LINES
"""Number of board features, which follow from an observation."""
INPUT_SIZES: Final = MappingProxyType({1: SIZE + BOARD_SIZE, 2: SIZE + BOARD_SIZE + MEMORY_SIZE})
"""Number of network inputs by version: observation and board; since version 2 also the memory."""
INPUT_VERSIONS: Final = MappingProxyType({size: version for version, size in INPUT_SIZES.items()})
"""Version of the network inputs by their number."""
LATEST: Final = max(INPUT_SIZES)
"""The current version of the inputs."""


def _slices(fields: tuple[Field, ...], start: int = 0) -> Mapping[str, slice]:
    slices = {}
    for field in fields:
        slices[field.name] = slice(start, start + field.size)
        start += field.size
    return MappingProxyType(slices)


SLICES: Final = _slices(FIELDS)
"""The slice of each field in an observation."""
MEMORY_SLICES: Final = _slices(MEMORY_FIELDS, SIZE)
"""The slice of each field of the memory, which follows the observation."""
HIGHS: Final = tuple(int(field.high) for field in FIELDS for _ in range(field.size))
"""The highest value of each number of an observation."""
MEMORY_HIGHS: Final = tuple(field.high for field in MEMORY_FIELDS for _ in range(field.size))
"""The highest value of each number of the memory."""
_MOST_SCALE: Final = 25
SCALE: Final = tuple(1 / min(high, _MOST_SCALE) for high in HIGHS)
"""Factors that turn an observation into network inputs: by the maximum, but at most by 25."""
