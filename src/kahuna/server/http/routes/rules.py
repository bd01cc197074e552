"""The rules as a text."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from kahuna.core import EDITIONS
from kahuna.server.http.routes.common import FAULTS
from kahuna.server.render.rules import render_rules
from kahuna.server.wire.errors import ApiError
from kahuna.server.wire.learning import Language, RulesOut


def rules_router() -> APIRouter:
    """Build the route of the rules."""
    router = APIRouter(responses=FAULTS)

    @router.get("/api/rules")
    async def rules(
        language: Language = "en",
        edition: Annotated[str | None, Query(max_length=40)] = None,
    ) -> RulesOut:
        """Return the rules in a language, complete or for one edition."""
        if edition is not None and edition not in EDITIONS:
            known = ", ".join(EDITIONS)
            raise ApiError("invalid", f"edition: there is no {edition!r}; there are {known}")
        return render_rules(language, edition)

    return router
