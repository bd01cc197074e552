"""The exceptions of the package. They carry fields; user interfaces supply the wording."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kahuna.core.actions import Action
    from kahuna.core.board import Island
    from kahuna.core.setup_problems import SetupProblem


class Reason(StrEnum):
    """Why an action is illegal now, with the paragraph of RULES.md that says so, if one does."""

    paragraph: str | None

    def __new__(cls, code: str, paragraph: str | None = None) -> Reason:
        """Create a member from its code and its paragraph."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.paragraph = paragraph
        return member

    GAME_OVER = "game_over"
    CHANCE_PENDING = "chance_pending"
    """A card is about to be drawn or turned over."""
    NOT_YOUR_TURN = "not_your_turn", "R3.3"
    UNKNOWN_LINE = "unknown_line", "R1.2"
    UNKNOWN_ISLAND = "unknown_island", "R1.2"
    HANDICAP_FIRST = "handicap_first", "R14.1"
    """The handicap bridges come before the first turn."""
    HANDICAP_OVER = "handicap_over", "R14.1"
    CARD_NOT_AT_LINE = "card_not_at_line", "R4.1"
    """The card names neither end of the line."""
    CARD_NOT_HELD = "card_not_held", "R4.1"
    LINE_TAKEN = "line_taken", "R4.1"
    NO_BRIDGE_LEFT = "no_bridge_left", "R4.3"
    TRESPASS = "trespass", "R12.1"
    """Variant 1: the opponent controls an end of the line."""
    NO_OPPOSING_BRIDGE = "no_opposing_bridge", "R6.2"
    NOTHING_CLEARED = "nothing_cleared", "R12.2"
    """Variant 1: no bridge was removed just before."""
    ALREADY_PLAYED = "already_played", "R7.3"
    """Discards replace play in a turn; both are not allowed."""
    ALREADY_BURIED = "already_buried", "R7.3"
    """Play replaces discards in a turn; both are not allowed."""
    NOT_OPEN = "not_open", "R8.1"
    PILE_EMPTY = "pile_empty", "R8.2"
    HAND_FULL = "hand_full", "R8.5"
    MUST_DRAW = "must_draw", "R8.4"
    """The opponent declined in the turn just before."""
    LAST_TURN = "last_turn", "R10.2"
    """Nobody draws in the last turns."""


class KahunaError(Exception):
    """The base class of all errors that Kahuna raises."""


class SpellingError(KahunaError, ValueError):
    """Letters that stand for no island or line."""

    def __init__(self, problem: str, expected: str) -> None:
        super().__init__(f"{problem}; expected {expected}")
        self.problem = problem
        self.expected = expected


class InvalidSeatError(KahunaError, ValueError):
    """Something that is neither a seat nor the number or name of one."""


class InvalidActionError(KahunaError, ValueError):
    """A malformed action."""


class InvalidRulesetError(KahunaError, ValueError):
    """Options that contradict each other; names all problems."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class IllegalActionError(KahunaError):
    """An action that is illegal in this position."""

    def __init__(self, action: Action, reason: Reason) -> None:
        super().__init__(action, reason)
        self.action = action
        self.reason = reason

    def __str__(self) -> str:
        """Format the action only when the message is needed; most callers just catch the error."""
        return f"{self.action} is not legal: {self.reason}"


class ImpossibleCardError(KahunaError):
    """A card that is not in the pile, or that comes when no card is to be drawn."""

    def __init__(self, card: Island, problem: str) -> None:
        super().__init__(problem)
        self.card = card


class InvalidDealError(KahunaError, ValueError):
    """A deal with too many or too few cards."""


class InvalidPositionError(KahunaError, ValueError):
    """A position that cannot arise in a game; names all problems."""

    def __init__(self, problems: tuple[SetupProblem, ...]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems


class UnknownWorldError(KahunaError):
    """A view that no world fits, or one from which none can be sampled."""
