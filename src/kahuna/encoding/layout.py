"""The observation as a table of named pieces; the one place that says what is in it. [R15]

An observation is one row of small numbers from 0, the pieces one after the other. "Own" is the
viewer, "their" the opponent. It holds what a seat can know and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from kahuna.core import ARCHIPELAGO, SUPPLIES
from kahuna.core.scoring import ROUNDS
from kahuna.encoding.memory import MOST_DOUBT

NUM_LINES: Final = len(ARCHIPELAGO.lines)
NUM_ISLANDS: Final = len(ARCHIPELAGO.islands)
COPIES: Final = ARCHIPELAGO.copies
NUM_CARDS: Final = COPIES * NUM_ISLANDS
MOST_BRIDGES: Final = SUPPLIES[-1]
MOST_TURNS: Final = 255
PHASES: Final = ("turn", "handicap", "refilling", "drawing", "opening", "over")
"""The phases in the order of the piece ``phase``."""


class Field(NamedTuple):
    """A named part of an observation."""

    name: str
    size: int
    """How many numbers."""
    high: int
    """The highest that any of them can be; the lowest is 0."""
    meaning: str


FIELDS: Final = (
    Field("own_bridges", NUM_LINES, 1, "a bridge of one's own lies on the line [R1.2]"),
    Field("their_bridges", NUM_LINES, 1, "a bridge of the opponent lies on the line"),
    Field("own_islands", NUM_ISLANDS, 1, "oneself controls the island [R5.1]"),
    Field("their_islands", NUM_ISLANDS, 1, "the opponent controls the island"),
    Field("own_supply", 1, MOST_BRIDGES, "bridges in one's own supply [R4.3]"),
    Field("their_supply", 1, MOST_BRIDGES, "bridges in the opponent's supply"),
    Field("own_stones", 1, NUM_ISLANDS, "own stones that would be counted now [R1.5]"),
    Field("their_stones", 1, NUM_ISLANDS, "the opponent's stones that would be counted now"),
    Field("own_cards", NUM_ISLANDS, COPIES, "cards of the island that oneself can play [R13.2]"),
    Field("their_cards", 1, ARCHIPELAGO.hand_limit, "how many cards the opponent can play"),
    Field(
        "own_taken",
        NUM_ISLANDS,
        COPIES,
        "cards of the island that oneself took openly and has not played since; in variant 2, "
        "cards that lie in front of oneself [R15.3, R13.1]",
    ),
    Field("their_taken", NUM_ISLANDS, COPIES, "the same of the opponent"),
    Field(
        "own_doubt",
        1,
        MOST_DOUBT,
        "cards that oneself buried unseen while `own_taken` was not empty: 0 means that all of "
        "those are in hand [R15.3]",
    ),
    Field("their_doubt", 1, MOST_DOUBT, "the same of the opponent"),
    Field("own_buried", NUM_ISLANDS, COPIES, "cards that oneself buried in this round [R15.1]"),
    Field("their_buried", 1, NUM_CARDS, "how many cards the opponent buried in this round"),
    Field("open_cards", NUM_ISLANDS, COPIES, "open cards of the island [R2.2]"),
    Field("discards", NUM_ISLANDS, COPIES, "discards of this round that everybody saw [R4.5]"),
    Field("unseen", NUM_ISLANDS, COPIES, "cards that oneself cannot see: where they lie is open"),
    Field("pile", 1, NUM_CARDS, "how many cards the pile holds [R15.2]"),
    Field("own_points", ROUNDS, NUM_ISLANDS, "own points of each scoring so far [R9.2, R10.3]"),
    Field("their_points", ROUNDS, NUM_ISLANDS, "the opponent's points of each scoring so far"),
    Field("round", ROUNDS, 1, "it is this round"),
    Field("turn", 1, MOST_TURNS, "turns begun so far"),
    Field("phase", len(PHASES), 1, f"it is this phase: {', '.join(PHASES)}"),
    Field("own_phase", 1, 1, "the phase is one's own: in a turn, oneself is to move"),
    Field("own_start", 1, 1, "handicap bridges are placed, and oneself has the first turn after"),
    Field("left", 1, 3, "handicap bridges still to place, or cards still to turn up"),
    Field("must_draw", 1, 1, "the opponent of the seat to move has just declined [R8.4]"),
    Field("has_played", 1, 1, "what the seat to move did last in this turn was to play [R7.3]"),
    Field("has_buried", 1, 1, "what the seat to move did last in this turn was to bury"),
    Field("cleared", NUM_LINES, 1, "a free bridge may be put on this line now [R12.2]"),
    Field("last_turns", 2, 1, "it is the last turn but one; it is the last turn [R10.1]"),
    Field("bridges", 1, MOST_BRIDGES, "option `bridges` [R1.4]"),
    Field("stones", 1, MOST_BRIDGES, "option `stones` [R1.5]"),
    Field("is_instead", 1, 1, "option `discard` is `instead` [R7.3]"),
    Field("is_own_stones", 1, 1, "option `final_scoring` is `own_stones` [R10.3]"),
    Field("no_trespass", 1, 1, "option `no_trespass`, variant 1 [R12]"),
    Field("open_hands", 1, 1, "option `open_hands`, variant 2 [R13]"),
    Field("own_handicap", 1, 3, "handicap bridges of one's own [R14]"),
    Field("their_handicap", 1, 3, "handicap bridges of the opponent"),
)

SIZE: Final = sum(piece.size for piece in FIELDS)
"""How many numbers an observation has."""


def _slices() -> Mapping[str, slice]:
    start = 0
    slices = {}
    for piece in FIELDS:
        slices[piece.name] = slice(start, start + piece.size)
        start += piece.size
    return MappingProxyType(slices)


SLICES: Final = _slices()
"""Where each piece lies in an observation."""
HIGHS: Final = tuple(piece.high for piece in FIELDS for _ in range(piece.size))
"""The highest value of each number of an observation."""
