"""The HTTP API, one module per subject."""

from __future__ import annotations

from starlette.routing import BaseRoute

from kahuna.server.routes.accounts import accounts_router
from kahuna.server.routes.common import Api
from kahuna.server.routes.games import games_router
from kahuna.server.routes.learn import learn_router
from kahuna.server.routes.lobby import lobby_router
from kahuna.server.routes.notices import notices_router
from kahuna.server.routes.players import players_router
from kahuna.server.routes.service import service_router
from kahuna.server.routes.sign_in import sign_in_router
from kahuna.server.routes.study import study_router
from kahuna.server.routes.vacation import vacation_router


def api_routes(api: Api) -> list[BaseRoute]:
    """Return all routes of the API.

    Add them to an application as they are: including a router would build everything again, which
    takes longer than everything else at the start.
    """
    routers = (
        games_router,
        lobby_router,
        players_router,
        study_router,
        learn_router,
        sign_in_router,
        accounts_router,
        vacation_router,
        notices_router,
        service_router,
    )
    return [route for router in routers for route in router(api).routes]
