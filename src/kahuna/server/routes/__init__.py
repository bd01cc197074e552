"""The HTTP API, one module per subject."""

from __future__ import annotations

from collections.abc import Callable

from starlette.routing import BaseRoute

from kahuna.hosting.play.lobby import Lobby
from kahuna.hosting.play.registry import GameRegistry
from kahuna.server.jobs.coach_pool import CoachPool
from kahuna.server.jobs.review_jobs import ReviewService
from kahuna.server.routes.catalogue import catalogue_router
from kahuna.server.routes.coaching import coaching_router
from kahuna.server.routes.games import games_router
from kahuna.server.routes.lessons import lessons_router
from kahuna.server.routes.links import links_router
from kahuna.server.routes.puzzles import puzzles_router
from kahuna.server.routes.records import records_router
from kahuna.server.routes.reviews import reviews_router
from kahuna.server.routes.rules import rules_router
from kahuna.server.routes.seats import seats_router
from kahuna.server.routes.service import service_router
from kahuna.server.routes.studies import studies_router
from kahuna.server.settings import Settings


def api_routes(
    settings: Settings,
    registry: GameRegistry,
    lobby: Lobby,
    reviews: ReviewService,
    coach: CoachPool,
    *,
    is_draining: Callable[[], bool],
) -> list[BaseRoute]:
    """Return all routes of the API.

    Add them to an application as they are: including a router would build everything again, which
    takes longer than everything else at the start.
    """
    routers = (
        catalogue_router(settings.lan_host),
        games_router(settings, registry, lobby),
        records_router(settings, registry, lobby),
        reviews_router(settings, registry, reviews),
        seats_router(settings, registry, lobby),
        links_router(settings, registry, lobby),
        service_router(registry, settings.ready_seconds, is_draining),
        coaching_router(settings, registry, coach),
        studies_router(settings, registry, coach),
        puzzles_router(settings, registry.hub),
        lessons_router(),
        rules_router(),
    )
    return [route for router in routers for route in router.routes]
