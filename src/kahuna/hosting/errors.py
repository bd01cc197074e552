"""Errors that clients are told about: over HTTP as a fault, over the WebSocket as a refusal."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal, TypeAlias

from kahuna.core import Reason
from kahuna.hosting.schema import TypedDict, closed
from kahuna.record import Flaw

Fault: TypeAlias = Literal[
    "invalid", "not_found", "unknown_token", "conflict", "too_large", "too_many", "unavailable",
    "signed_out", "suspended", "wrong_origin", "bad_name", "name_taken", "not_accepted", "gone",
]  # fmt: skip


@closed
class FlawOut(TypedDict):
    """What is wrong with a record, and where."""

    kind: Flaw
    line: int | None
    """The line of the text, if known."""
    ply: int | None
    """The number of the ply, if ``kind`` is ``ply``."""


@closed
class FaultOut(TypedDict):
    """Why a request failed."""

    code: Fault
    problems: list[str]
    """In English, for people."""
    flaw: FlawOut | None
    """What is wrong with an imported record."""


STATUSES: Final[dict[Fault, int]] = {
    "invalid": 422,
    "not_found": 404,
    "unknown_token": 403,
    "conflict": 409,
    "too_large": 413,
    "too_many": 429,
    "unavailable": 503,
    "signed_out": 401,
    "suspended": 403,
    "wrong_origin": 403,
    "bad_name": 422,
    "name_taken": 409,
    "not_accepted": 403,
    "gone": 410,
}


class Refusal(StrEnum):
    """Why the server refuses a request."""

    BAD_MESSAGE = "bad_message"
    """Not a message of the protocol."""
    HELLO_FIRST = "hello_first"
    """The first message must be hello."""
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_TOKEN = "unknown_token"
    """This token holds no seat of this game."""
    NOT_A_PLAYER = "not_a_player"
    """A spectator cannot do this."""
    NOT_STARTED = "not_started"
    """The other seat is free, the cards are not dealt, or a match waits for both players."""
    NOT_YOUR_TURN = "not_your_turn"
    STALE_VERSION = "stale_version"
    """The game has changed since; a snapshot follows."""
    KEY_REUSED = "key_reused"
    """The key belongs to another request."""
    ILLEGAL_ACTION = "illegal_action"
    """The rules forbid it, for the reason given."""
    NOTHING_TO_UNDO = "nothing_to_undo"
    TOO_MANY_STEPS = "too_many_steps"
    """There were too many steps and undos in this turn."""
    GAME_OVER = "game_over"
    NOT_OVER = "not_over"
    """This is possible only after the game."""
    NO_OFFER = "no_offer"
    """There is no draw offer to answer."""
    ALREADY_OFFERED = "already_offered"
    NO_GIFT = "no_gift"
    """Time can be given only to the opponent, while its clock runs, and not without end."""
    RATED = "rated"
    """The lobby begins another rated match."""
    NO_OPPONENT = "no_opponent"
    """There is no opponent who could answer."""
    TOO_FAST = "too_fast"
    """The client sends more messages than the server accepts."""
    UNAVAILABLE = "unavailable"
    """The server cannot store anything at the moment; nothing has changed."""


@closed
class Refused(TypedDict):
    """A request was refused, and nothing has changed."""

    type: Literal["refused"]
    code: Refusal
    about: str | None
    """The type of the refused message, if it had one."""
    key: str | None
    action: str | None
    reason: Reason | None
    """For ``illegal_action``: the rule that forbids it."""
    paragraph: str | None
    """The paragraph of RULES.md."""


class ApiError(Exception):
    """An HTTP request that fails, with the problems in plain English."""

    def __init__(self, code: Fault, *problems: str, flaw: FlawOut | None = None) -> None:
        super().__init__(code, *problems)
        self.code = code
        self.problems = problems
        self.flaw = flaw

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUSES[self.code]

    def body(self) -> FaultOut:
        """Return the body of the response."""
        return {"code": self.code, "problems": list(self.problems), "flaw": self.flaw}


class RefusedError(Exception):
    """A WebSocket request that is refused; nothing has changed."""

    def __init__(
        self, code: Refusal, *, reason: Reason | None = None, action: str | None = None
    ) -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason
        self.action = action

    def message(self, about: str | None = None, key: str | None = None) -> Refused:
        """Return the message for the client, in answer to a message of type ``about``."""
        return {
            "type": "refused",
            "code": self.code,
            "about": about,
            "key": key,
            "action": self.action,
            "reason": self.reason,
            "paragraph": None if self.reason is None else self.reason.paragraph,
        }


class UnknownGameError(RefusedError):
    """There is no such game, or it was deleted."""

    def __init__(self) -> None:
        super().__init__(Refusal.UNKNOWN_GAME)
