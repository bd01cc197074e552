"""Everything a player can choose when creating a game."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter, Request

from kahuna.bots import LEVELS
from kahuna.core import (
    ARCHIPELAGO,
    EDITIONS,
    Island,
    Ruleset,
)
from kahuna.hosting.play.bodies import Catalogue, IslandOut
from kahuna.hosting.play.render_names import letter, line_names
from kahuna.hosting.play.render_ruleset import render_edition, render_options, render_ruleset
from kahuna.i18n import ENGLISH
from kahuna.i18n.shared import bot_texts
from kahuna.server.net.addresses import is_loopback
from kahuna.server.routes.common import FAULTS


def catalogue_router(lan_host: str | None) -> APIRouter:
    """Build the route of the catalogue; only this machine learns its address in the network."""
    router = APIRouter(responses=FAULTS)

    @router.get("/api/catalogue")
    async def catalogue(request: Request) -> Catalogue:
        """List editions, options, bots and islands."""
        is_here = request.client is not None and is_loopback(request.client.host)
        return _catalogue(lan_host if is_here else None)

    return router


def _catalogue(lan_host: str | None) -> Catalogue:
    texts = bot_texts(ENGLISH)
    return {
        "app_version": version("kahuna"),
        "editions": [render_edition(edition) for edition in EDITIONS.values()],
        "usual": render_ruleset(Ruleset()),
        "choices": render_options(),
        "bots": [
            {"key": level.key, "name": level.name, "about": texts[level.key], "level": number}
            for number, level in enumerate(LEVELS.values(), 1)
        ],
        "islands": [_island(Island(island)) for island in ARCHIPELAGO.islands],
        "lan_host": lan_host,
    }


def _island(island: Island) -> IslandOut:
    return {
        "letter": letter(island),
        "name": ARCHIPELAGO.names[island],
        "lines": line_names(ARCHIPELAGO.lines_at[island]),
        "majority": ARCHIPELAGO.majority[island],
    }
