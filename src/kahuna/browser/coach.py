"""The coach of a browser."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from kahuna.core import View
from kahuna.hosting.errors import ApiError
from kahuna.hosting.study.advice import PastDecision
from kahuna.hosting.study.analysis import AnalysisOut
from kahuna.hosting.study.review import ReviewedDecision, ReviewOut
from kahuna.record import GameRecord, Players


class NoCoach:
    """Refuses everything: reviews, hints and analyses need a server."""

    def rank(
        self, view: View, *, player: str, language: str, num_worlds: int, is_waited_for: bool = True
    ) -> AsyncGenerator[AnalysisOut]:
        """Refuse to rank moves."""
        raise _needs_server()

    async def judge(
        self, decisions: list[PastDecision], names: Players, *, player: str, language: str
    ) -> list[ReviewedDecision]:
        """Refuse to grade decisions."""
        raise _needs_server()

    async def start(self, game_id: str, record: GameRecord, *, player: str) -> None:
        """Refuse to review a game."""
        raise _needs_server()

    async def state(self, game_id: str, language: str) -> ReviewOut:
        """Refuse to tell about a review."""
        raise _needs_server()

    async def close(self) -> None:
        """Return: there is nothing to stop."""


def _needs_server() -> ApiError:
    return ApiError("unavailable", "reviews, hints and analyses need a server")
