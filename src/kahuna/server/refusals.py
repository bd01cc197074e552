"""Saying no: one exception for whatever a player asks that is not done."""

from __future__ import annotations

from kahuna.core import Reason
from kahuna.server.protocol import Refused
from kahuna.server.words import PARAGRAPHS, Refusal


class RefusedError(Exception):
    """What was asked is not done, and nothing has changed."""

    def __init__(
        self, code: Refusal, *, reason: Reason | None = None, action: str | None = None
    ) -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason
        self.action = action

    def message(self, about: str | None = None, key: str | None = None) -> Refused:
        """As it is sent."""
        return {
            "type": "refused",
            "code": self.code,
            "about": about,
            "key": key,
            "action": self.action,
            "reason": self.reason,
            "paragraph": None if self.reason is None else PARAGRAPHS[self.reason],
        }
