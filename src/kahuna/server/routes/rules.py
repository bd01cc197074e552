"""The rules as a text."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from kahuna.core import EDITIONS
from kahuna.hosting.errors import ApiError
from kahuna.hosting.learn.render_rules import render_rules
from kahuna.hosting.learn.types import Language, RulesOut
from kahuna.server.routes.common import FAULTS


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
