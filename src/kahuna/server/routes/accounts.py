"""What an account has: its name, games and progress on all devices; export and delete it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import suppress

from fastapi import APIRouter, Depends, Request, Response
from sqlalchemy import Connection
from starlette.responses import PlainTextResponse

from kahuna.core import Seat
from kahuna.hosting.community.account import Account, require_account
from kahuna.hosting.community.account_messages import (
    AccountExport,
    AccountOut,
    DocumentOut,
    DocumentWritten,
    NewName,
)
from kahuna.hosting.community.account_names import check_name
from kahuna.hosting.community.account_seats import (
    claim_seats,
    hold_seats,
    rename_seats,
    seats_of_account,
)
from kahuna.hosting.errors import ApiError, UnknownGameError
from kahuna.hosting.play.registry import ATTEMPTS, GameRegistry
from kahuna.hosting.play.render_game import render_record
from kahuna.hosting.play.seating import Link, MyGames, MyTokens
from kahuna.hosting.store import ConflictError
from kahuna.record import GameRecord
from kahuna.server.routes.common import FAULTS, Api, GameId
from kahuna.server.routes.sessions import OwnAccount, own_page, sessions_of
from kahuna.server.store import account_rows as rows
from kahuna.server.store.profile_rows import load_private
from kahuna.server.store.store import SqlGameStore
from kahuna.server.store.vacation_rows import vacations_of

MAX_LISTED = 200
"""Games of an account that are listed."""


def accounts_router(api: Api) -> APIRouter:
    """Build the routes of what an account has."""
    store, registry, seating = api.store, api.endpoints.registry, api.endpoints.seating
    router = APIRouter(responses=FAULTS, dependencies=[Depends(own_page)])
    limited = [api.rate_limit("accounts")]
    changes = api.limit("account changes")

    async def games_of(account: Account, limit: int | None = None) -> list[str]:
        return await store.query(lambda tables: rows.games_of_account(tables, account.id, limit))

    async def records_of(account: Account) -> AsyncIterator[GameRecord]:
        """Yield the games of an account as far as it may see them, the newest first."""
        for game_id in await games_of(account):
            with suppress(UnknownGameError):
                async with registry.room(game_id) as room, registry.locked(room) as game:
                    if not game.metadata.is_dealt:
                        continue
                    record = game.record_for(seats_of_account(game.metadata, account.id))
                yield record

    async def seats_in(game_id: str, account: Account) -> tuple[Seat, ...]:
        try:
            async with registry.room(game_id) as room, registry.locked(room) as game:
                return seats_of_account(game.metadata, account.id)
        except UnknownGameError:  # It was just deleted.
            return ()

    @router.post("/api/account/name", dependencies=limited)
    async def rename(body: NewName, account: OwnAccount) -> AccountOut:
        """Choose another name; your seats show it too."""
        require_account(account)
        await changes.take(account.id)
        name = check_name(body.name)
        try:
            await store.transact(lambda tables: rows.rename_account(tables, account.id, name))
        except ConflictError:
            raise ApiError("name_taken", "somebody has this name, or a similar one") from None
        await rename_seats(registry, await games_of(account), account.id, name)
        return await store.query(lambda tables: rows.render_account(tables, account.id))

    @router.get("/api/account/games")
    async def games(account: OwnAccount) -> MyGames:
        """List your games, the newest first."""
        found = await games_of(account, MAX_LISTED)
        return await seating.list_games({game: await seats_in(game, account) for game in found})

    @router.post("/api/account/games", status_code=204, dependencies=limited)
    async def claim(body: MyTokens, account: OwnAccount) -> Response:
        """Take over the seats that you have taken as a guest."""
        await changes.take(account.id)
        await claim_seats(registry, body.tokens, require_account(account).player)
        return Response(status_code=204)

    @router.post("/api/account/games/{game_id}/token", status_code=201, dependencies=limited)
    async def hold(game_id: GameId, account: OwnAccount) -> Link:
        """Return a token for your seats, for a browser that has none."""
        await changes.take(account.id)
        return await hold_seats(registry, game_id, account.id)

    @router.get("/api/account/document")
    async def document(account: OwnAccount) -> DocumentOut:
        """Return what your browsers share."""
        return await store.query(lambda tables: rows.load_document(tables, account.id))

    @router.post("/api/account/document", dependencies=limited)
    async def save(body: DocumentWritten, account: OwnAccount) -> DocumentOut:
        """Store what your browsers share; a conflict means that another browser was faster."""
        await changes.take(account.id)
        saved = await store.transact(
            lambda tables: rows.save_document(tables, account.id, body.version, body.data)
        )
        if not saved:
            raise ApiError("conflict", "another browser was faster: load the document again")
        return {"version": body.version + 1, "data": body.data}

    @router.get("/api/account/export", dependencies=limited)
    async def export(account: OwnAccount) -> AccountExport:
        """Return everything that is stored about you."""
        await changes.take(account.id)
        records = [render_record(record) async for record in records_of(account)]

        def read(tables: Connection) -> AccountExport:
            return {
                "account": rows.render_account(tables, account.id),
                "sessions": rows.sessions_of(tables, account.id),
                "document": rows.load_document(tables, account.id),
                "vacations": [
                    {"begin": taken.begin, "end": taken.end}
                    for taken in vacations_of(tables, account.id)
                ],
                "meetings": load_private(tables, account.id),
                "games": records,
            }

        return await store.query(read)

    @router.get("/api/account/games.jsonl", dependencies=limited, response_class=PlainTextResponse)
    async def export_games(account: OwnAccount) -> str:
        """Return the records of your games, one in each line."""
        await changes.take(account.id)
        lines = [json.dumps(render_record(record)) async for record in records_of(account)]
        return "".join(f"{line}\n" for line in lines)

    @router.delete("/api/account", status_code=204, dependencies=limited)
    async def delete(request: Request, account: OwnAccount) -> Response:
        """Delete your account and everything about you; seats in games lose your name."""
        await delete_account(store, registry, account.id)
        response = Response(status_code=204)
        sessions_of(request).forget(response)
        return response

    return router


async def delete_account(store: SqlGameStore, registry: GameRegistry, account: str) -> None:
    """Delete an account; its seats become those of guests without a name.

    Games come first, so that whoever is interrupted can try again.
    """
    for _ in range(ATTEMPTS):
        games = await store.query(lambda tables: rows.games_of_account(tables, account))
        await rename_seats(registry, games, account, None)
        if await store.transact(lambda tables: rows.delete_account(tables, account)):
            return
    raise ApiError("conflict", "this account takes new seats all the time: try again")
