"""One tree of errors. They carry fields; the words for people live in the interfaces."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kahuna.core.actions import Action
    from kahuna.core.board import Island


class Reason(StrEnum):
    """Why an action is not legal now."""

    GAME_OVER = "game_over"
    CHANCE_PENDING = "chance_pending"
    """A card is just being turned over or drawn."""
    NOT_YOUR_TURN = "not_your_turn"
    UNKNOWN_LINE = "unknown_line"
    UNKNOWN_ISLAND = "unknown_island"
    HANDICAP_FIRST = "handicap_first"
    """The handicap bridges come before the first turn. [R14.1]"""
    HANDICAP_OVER = "handicap_over"
    CARD_NOT_AT_LINE = "card_not_at_line"
    """The card names neither end of the line. [R4.1, R6.1]"""
    CARD_NOT_HELD = "card_not_held"
    LINE_TAKEN = "line_taken"
    NO_BRIDGE_LEFT = "no_bridge_left"
    TRESPASS = "trespass"
    """Variant 1: the opponent holds an end of the line. [R12.1, R12.3]"""
    NO_OPPOSING_BRIDGE = "no_opposing_bridge"
    NOTHING_CLEARED = "nothing_cleared"
    """No bridge was removed just before. [R12.2]"""
    ALREADY_PLAYED = "already_played"
    """One discards instead of playing, not as well. [R7.3]"""
    ALREADY_BURIED = "already_buried"
    """One plays instead of discarding, not as well. [R7.3]"""
    NOT_OPEN = "not_open"
    PILE_EMPTY = "pile_empty"
    HAND_FULL = "hand_full"
    MUST_DRAW = "must_draw"
    """The opponent declined in the turn just before. [R8.4]"""
    LAST_TURN = "last_turn"
    """Nobody draws in the last turns. [R10.2]"""


class KahunaError(Exception):
    """Everything that can go wrong in this library on purpose."""


class InvalidActionError(KahunaError, ValueError):
    """Something that is not the form of any action."""


class InvalidRulesetError(KahunaError, ValueError):
    """Options that do not go together; all problems are named."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class IllegalActionError(KahunaError):
    """An action that the rules do not allow in this position."""

    def __init__(self, action: Action, reason: Reason) -> None:
        super().__init__(f"{action} is not legal: {reason}")
        self.action = action
        self.reason = reason


class ImpossibleCardError(KahunaError):
    """Chance was told to turn up a card that is not in the pile, or when none was due."""

    def __init__(self, card: Island, problem: str) -> None:
        super().__init__(problem)
        self.card = card


class InvalidDealError(KahunaError, ValueError):
    """A deal with too many or too few cards."""


class InvalidPositionError(KahunaError, ValueError):
    """A position that cannot arise from the material; all problems are named."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class UnknownWorldError(KahunaError):
    """A view that no world fits, or one from which none can be sampled."""
