"""The HTTP API, one module per subject."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter

from kahuna.server.games.coach_pool import CoachPool
from kahuna.server.games.lobby import Lobby
from kahuna.server.games.registry import GameRegistry
from kahuna.server.games.review_jobs import ReviewJobs
from kahuna.server.http.routes.catalogue import catalogue_router
from kahuna.server.http.routes.coaching import coaching_router
from kahuna.server.http.routes.common import FAULTS
from kahuna.server.http.routes.games import games_router, seats_router
from kahuna.server.http.routes.lessons import lessons_router
from kahuna.server.http.routes.puzzles import puzzles_router
from kahuna.server.http.routes.records import records_router
from kahuna.server.http.routes.reviews import reviews_router
from kahuna.server.http.routes.rules import rules_router
from kahuna.server.http.routes.service import service_router
from kahuna.server.http.routes.studies import studies_router
from kahuna.server.settings import Settings


def make_router(
    settings: Settings,
    registry: GameRegistry,
    lobby: Lobby,
    reviews: ReviewJobs,
    coach: CoachPool,
    *,
    is_draining: Callable[[], bool],
) -> APIRouter:
    """Collect all routes of the API."""
    router = APIRouter(responses=FAULTS)
    for part in (
        catalogue_router(),
        games_router(settings, registry, lobby),
        records_router(settings, registry, lobby),
        reviews_router(settings, registry, reviews),
        seats_router(settings, registry, lobby),
        service_router(registry, settings.ready_seconds, is_draining),
        coaching_router(settings, registry, coach),
        studies_router(settings, registry, coach),
        puzzles_router(),
        lessons_router(),
        rules_router(),
    ):
        router.include_router(part)
    return router
