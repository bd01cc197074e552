"""Stop working for clients that have gone."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import Request

from kahuna.hosting.errors import ApiError

_T = TypeVar("_T")


async def while_connected(request: Request, work: Coroutine[Any, Any, _T]) -> _T:
    """Return the result of a coroutine; cancel it when the client of a request disconnects."""
    working = asyncio.create_task(work)
    waiting = asyncio.create_task(_disconnection(request))
    try:
        await asyncio.wait([working, waiting], return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ApiError("unavailable", "the client has gone")  # Nobody reads this.
        return await working
    finally:
        for task in (working, waiting):
            task.cancel()
        await asyncio.gather(working, waiting, return_exceptions=True)


async def _disconnection(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass  # A body that nobody reads.
