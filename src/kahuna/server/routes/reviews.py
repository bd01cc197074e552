"""Reviews of finished games."""

from __future__ import annotations

from fastapi import APIRouter, Request

from kahuna.hosting.errors import ApiError
from kahuna.hosting.learn.types import Language
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.study.review_types import ReviewOut
from kahuna.server.jobs.review_jobs import ReviewService
from kahuna.server.routes.common import FAULTS, GameId, client_group, finished_game, rate_limit
from kahuna.server.settings import Settings


def reviews_router(settings: Settings, registry: GameRegistry, reviews: ReviewService) -> APIRouter:
    """Build the routes of reviews."""
    router = APIRouter(responses=FAULTS)
    limited = [rate_limit(settings, registry.hub, "reviews")]

    @router.post("/api/games/{game_id}/review", dependencies=limited)
    async def start(game_id: GameId, request: Request, language: Language = "en") -> ReviewOut:
        """Review a finished game in the background, unless that is done or in progress."""
        record, _ = await finished_game(registry, game_id)
        if not record.plies:
            raise ApiError("conflict", "the game has no moves")
        await reviews.start(game_id, record, player=client_group(request))
        return await reviews.state(game_id, language)

    @router.get("/api/games/{game_id}/review")
    async def state(game_id: GameId, language: Language = "en") -> ReviewOut:
        """Return the status of the review, and the review once it is done."""
        async with registry.room(game_id):
            return await reviews.state(game_id, language)

    return router
