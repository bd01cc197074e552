"""Errors that clients are told about: over HTTP as a fault, over the WebSocket as a refusal."""

from __future__ import annotations

from typing import Final

from kahuna.core import Reason
from kahuna.hosting.play.bodies import Fault, FaultOut, FlawOut
from kahuna.hosting.play.messages import Refused
from kahuna.hosting.play.vocabulary import Refusal

STATUSES: Final[dict[Fault, int]] = {
    "invalid": 422,
    "not_found": 404,
    "unknown_token": 403,
    "conflict": 409,
    "too_large": 413,
    "too_many": 429,
    "unavailable": 503,
}


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
