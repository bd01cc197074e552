"""Saying no over HTTP."""

from __future__ import annotations

from typing import Final, Literal

from kahuna.server.bodies import FaultOut, FlawOut

Code = Literal[
    "invalid", "not_found", "unknown_token", "conflict", "too_large", "too_many", "unavailable"
]

STATUSES: Final[dict[Code, int]] = {
    "invalid": 422,
    "not_found": 404,
    "unknown_token": 403,
    "conflict": 409,
    "too_large": 413,
    "too_many": 429,
    "unavailable": 503,
}


class FaultError(Exception):
    """A request that is not answered, with what is wrong in words."""

    def __init__(self, code: Code, *problems: str, flaw: FlawOut | None = None) -> None:
        super().__init__(code, *problems)
        self.code = code
        self.problems = problems
        self.flaw = flaw

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUSES[self.code]

    def body(self) -> FaultOut:
        """As it is sent."""
        return {"code": self.code, "problems": list(self.problems), "flaw": self.flaw}
