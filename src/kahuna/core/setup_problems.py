"""What can be wrong with a position that was set up by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from kahuna.core.seats import Seat

Value = int | str | Seat


class ProblemKind(StrEnum):
    """The kind of a problem, for interfaces that translate it, and its English sentence."""

    sentence: str

    def __new__(cls, code: str, sentence: str) -> ProblemKind:
        """Create a member from its code and its sentence."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.sentence = sentence
        return member

    TOO_MANY_LINES = "too_many_lines", "there are only {number} lines"
    TWO_OWNERS = "two_owners", "the line {line} has two owners"
    TOO_MANY_BRIDGES = "too_many_bridges", "{seat} has {number} bridges on the board, of {limit}"
    TRESPASSER = (
        "trespasser",
        "in variant 1 {seat} can have no bridge at {island}, which {other} holds",
    )
    NO_ISLAND = "no_island", "there is no island number {number}"
    TOO_MANY_COPIES = "too_many_copies", "{number} cards of {island} lie about; there are {limit}"
    HAND_TOO_LARGE = "hand_too_large", "{seat} holds {number} cards; the limit is {limit}"
    NO_OPEN_HANDS = "no_open_hands", "cards lie open in front of a player, but that is variant 2"
    NO_SUCH_ROUND = "no_such_round", "a game has rounds 1 to {limit}, not {number}"
    WRONG_NUMBER_OF_SCORINGS = (
        "wrong_number_of_scorings",
        "in round {round} the points of {number} rounds are written down",
    )
    IMPOSSIBLE_SCORING = "impossible_scoring", "round {round} cannot have scored {white} to {black}"
    NEGATIVE_TURN = "negative_turn", "turns are counted from 0, not {number}"
    WIPED_OUT = "wiped_out", "a player without a bridge has lost from round 2 on: the game is over"
    NO_HANDICAP = "no_handicap", "{seat} has no {number} handicap bridges to place"
    WRONG_HANDICAP = (
        "wrong_handicap",
        "with {number} handicap bridges to place, {placed} lie on the board",
    )
    OPEN_AT_START = "open_at_start", "{number} cards lie open; at the start there are {limit}"
    NO_REFILL = (
        "no_refill",
        "an open card is refilled only when one is missing and the pile has some",
    )
    NO_PILE_TO_DRAW = "no_pile_to_draw", "nobody can be drawing: the pile is empty"
    OPEN_BEFORE_DRAW = (
        "open_before_draw",
        "{number} cards lie open; before somebody draws there are {limit}",
    )
    FULL_HAND_DRAWS = "full_hand_draws", "{seat} has a full hand and cannot be drawing"
    NO_OPENING = "no_opening", "{number} cards cannot be turned over now"
    DISCARDS_AT_OPENING = (
        "discards_at_opening",
        "when cards are opened for a new round, there are no discards",
    )
    WRONG_NUMBER_OF_OPEN_CARDS = (
        "wrong_number_of_open_cards",
        "{number} cards lie open with {pile} in the pile; there should be {limit}",
    )
    TOO_EARLY_LAST_TURN = (
        "too_early_last_turn",
        "the last turns come when pile and open cards of round 3 are gone",
    )
    ROUND_OVER = "round_over", "pile and open cards are both gone: the round is over"
    TOO_MANY_LAST_TURNS = "too_many_last_turns", "there are two last turns, not {number}"
    LAST_TURN_DRAW = "last_turn_draw", "nobody must draw in the last turns"
    FULL_HAND_ACTED = (
        "full_hand_acted",
        "{seat} has done something in this turn, and cannot have a full hand",
    )
    NOTHING_CLEARED = (
        "nothing_cleared",
        "a line is just cleared in variant 1 only, by a removal, and is free",
    )


ENGLISH: Final = {kind: kind.sentence for kind in ProblemKind}
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
