"""What can be wrong with a position that was set up by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from kahuna.core.seats import Seat

Value = int | str | Seat


class ProblemKind(StrEnum):
    """The kind of a problem, for interfaces that translate it."""

    TOO_MANY_LINES = "too_many_lines"
    TWO_OWNERS = "two_owners"
    TOO_MANY_BRIDGES = "too_many_bridges"
    TRESPASSER = "trespasser"
    NO_ISLAND = "no_island"
    TOO_MANY_COPIES = "too_many_copies"
    HAND_TOO_LARGE = "hand_too_large"
    NO_OPEN_HANDS = "no_open_hands"
    NO_SUCH_ROUND = "no_such_round"
    WRONG_NUMBER_OF_SCORINGS = "wrong_number_of_scorings"
    IMPOSSIBLE_SCORING = "impossible_scoring"
    NEGATIVE_TURN = "negative_turn"
    WIPED_OUT = "wiped_out"
    NO_HANDICAP = "no_handicap"
    WRONG_HANDICAP = "wrong_handicap"
    OPEN_AT_START = "open_at_start"
    NO_REFILL = "no_refill"
    NO_PILE_TO_DRAW = "no_pile_to_draw"
    OPEN_BEFORE_DRAW = "open_before_draw"
    FULL_HAND_DRAWS = "full_hand_draws"
    NO_OPENING = "no_opening"
    DISCARDS_AT_OPENING = "discards_at_opening"
    WRONG_NUMBER_OF_OPEN_CARDS = "wrong_number_of_open_cards"
    TOO_EARLY_LAST_TURN = "too_early_last_turn"
    ROUND_OVER = "round_over"
    TOO_MANY_LAST_TURNS = "too_many_last_turns"
    LAST_TURN_DRAW = "last_turn_draw"
    FULL_HAND_ACTED = "full_hand_acted"
    NOTHING_CLEARED = "nothing_cleared"


ENGLISH: Final[Mapping[ProblemKind, str]] = MappingProxyType(
    {
        ProblemKind.TOO_MANY_LINES: "there are only {number} lines",
        ProblemKind.TWO_OWNERS: "the line {line} has two owners",
        ProblemKind.TOO_MANY_BRIDGES: "{seat} has {number} bridges on the board, of {limit}",
        ProblemKind.TRESPASSER: (
            "in variant 1 {seat} can have no bridge at {island}, which {other} holds"
        ),
        ProblemKind.NO_ISLAND: "there is no island number {number}",
        ProblemKind.TOO_MANY_COPIES: "{number} cards of {island} lie about; there are {limit}",
        ProblemKind.HAND_TOO_LARGE: "{seat} holds {number} cards; the limit is {limit}",
        ProblemKind.NO_OPEN_HANDS: "cards lie open in front of a player, but that is variant 2",
        ProblemKind.NO_SUCH_ROUND: "a game has rounds 1 to {limit}, not {number}",
        ProblemKind.WRONG_NUMBER_OF_SCORINGS: (
            "in round {round} the points of {number} rounds are written down"
        ),
        ProblemKind.IMPOSSIBLE_SCORING: "round {round} cannot have scored {white} to {black}",
        ProblemKind.NEGATIVE_TURN: "turns are counted from 0, not {number}",
        ProblemKind.WIPED_OUT: (
            "a player without a bridge has lost from round 2 on: the game is over"
        ),
        ProblemKind.NO_HANDICAP: "{seat} has no {number} handicap bridges to place",
        ProblemKind.WRONG_HANDICAP: (
            "with {number} handicap bridges to place, {placed} lie on the board"
        ),
        ProblemKind.OPEN_AT_START: "{number} cards lie open; at the start there are {limit}",
        ProblemKind.NO_REFILL: (
            "an open card is refilled only when one is missing and the pile has some"
        ),
        ProblemKind.NO_PILE_TO_DRAW: "nobody can be drawing: the pile is empty",
        ProblemKind.OPEN_BEFORE_DRAW: (
            "{number} cards lie open; before somebody draws there are {limit}"
        ),
        ProblemKind.FULL_HAND_DRAWS: "{seat} has a full hand and cannot be drawing",
        ProblemKind.NO_OPENING: "{number} cards cannot be turned over now",
        ProblemKind.DISCARDS_AT_OPENING: (
            "when cards are opened for a new round, there are no discards"
        ),
        ProblemKind.WRONG_NUMBER_OF_OPEN_CARDS: (
            "{number} cards lie open with {pile} in the pile; there should be {limit}"
        ),
        ProblemKind.TOO_EARLY_LAST_TURN: (
            "the last turns come when pile and open cards of round 3 are gone"
        ),
        ProblemKind.ROUND_OVER: "pile and open cards are both gone: the round is over",
        ProblemKind.TOO_MANY_LAST_TURNS: "there are two last turns, not {number}",
        ProblemKind.LAST_TURN_DRAW: "nobody must draw in the last turns",
        ProblemKind.FULL_HAND_ACTED: (
            "{seat} has done something in this turn, and cannot have a full hand"
        ),
        ProblemKind.NOTHING_CLEARED: (
            "a line is just cleared in variant 1 only, by a removal, and is free"
        ),
    }
)
"""The sentences of the Python interface; kahuna.i18n has the other languages."""
ENGLISH_SEATS: Final = ("White", "Black")


@dataclass(frozen=True, slots=True)
class SetupProblem:
    """One thing that makes a position impossible; as text, it is an English sentence."""

    kind: ProblemKind
    values: Mapping[str, Value]
    """The values of the placeholders in the sentence."""

    def __str__(self) -> str:
        return self.in_words(ENGLISH, ENGLISH_SEATS)

    def in_words(self, sentences: Mapping[ProblemKind, str], seats: tuple[str, str]) -> str:
        """Format the problem with the sentences and seat names of a language."""
        filled = {
            name: seats[value] if isinstance(value, Seat) else value
            for name, value in self.values.items()
        }
        return sentences[self.kind].format_map(filled)
