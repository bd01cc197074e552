"""Help during a game against the computer."""

from __future__ import annotations

from fastapi import APIRouter, Request

from kahuna.core import Seat, View
from kahuna.hosting.errors import ApiError
from kahuna.hosting.learn.types import Language
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.room import Room
from kahuna.hosting.play.tokens import seats_held
from kahuna.hosting.study.advice_types import AdviceOut, AnalysisOut, CheckOut
from kahuna.hosting.study.render_advice import render_ranking
from kahuna.hosting.study.render_review import render_decision
from kahuna.hosting.study.studies import last_turn
from kahuna.server.jobs.coach_pool import CoachPool, JudgeTask
from kahuna.server.net.disconnect import while_connected
from kahuna.server.routes.common import (
    FAULTS,
    Bearer,
    GameId,
    bearer_token,
    client_group,
    rate_limit,
    require_seat,
)
from kahuna.server.settings import Settings

ADVICE_WORLDS = 48
"""Sampled worlds to evaluate: enough for a hint within a second."""


def coaching_router(settings: Settings, registry: GameRegistry, coach: CoachPool) -> APIRouter:
    """Build the routes of the coach. Every answer uses only the player's own view."""
    router = APIRouter(responses=FAULTS)
    limited = [rate_limit(settings, registry.hub, "coaching")]

    @router.post("/api/games/{game_id}/advice", dependencies=limited)
    async def advice(
        game_id: GameId, request: Request, authorization: Bearer = None, language: Language = "en"
    ) -> AdviceOut:
        """Rank your moves. The game is marked as one with help."""
        async with registry.room(game_id) as room:
            seat = await _seat_of(registry, room, authorization)
            await _note_help(registry, room, seat)
            async with registry.locked(room) as game:
                if game.mover is not seat:
                    raise ApiError("conflict", "it is not your turn")
                view, version = game.view(seat), game.version(seat)
        ranking = await while_connected(request, _rank(coach, view, request, language))
        return {"version": version, "moves": ranking["moves"]}

    @router.post("/api/games/{game_id}/check", dependencies=limited)
    async def check(
        game_id: GameId, request: Request, authorization: Bearer = None, language: Language = "en"
    ) -> CheckOut:
        """Grade your last turn, even if it is unfinished. The game is marked as one with help."""
        async with registry.room(game_id) as room:
            seat = await _seat_of(registry, room, authorization)
            await _note_help(registry, room, seat)
            async with registry.locked(room) as game:
                record = await registry.in_thread(game.record_for, (seat,))
                can_take_back = game.metadata.time_control is None
        decisions = await registry.in_thread(last_turn, record, seat)
        if not decisions:
            raise ApiError("conflict", "you have not moved yet")
        task = JudgeTask(decisions, record.players, language)
        judging = coach.judge(task, player=client_group(request))
        reports = await while_connected(request, judging)
        return {
            "decisions": [render_decision(report) for report in reports],
            "can_take_back": can_take_back,
        }

    @router.post("/api/games/{game_id}/take-back", status_code=204, dependencies=limited)
    async def take_back(game_id: GameId, authorization: Bearer = None) -> None:
        """Go back to the beginning of your last turn, in a game with help."""
        async with registry.room(game_id) as room:
            seat = await _seat_of(registry, room, authorization)
            await _take_back(registry, room, seat)

    return router


async def _seat_of(registry: GameRegistry, room: Room, authorization: str | None) -> Seat:
    """Return the first seat that a token holds."""
    token = await require_seat(registry, room, bearer_token(authorization))
    return seats_held(token, room.game.holders)[0]


async def _note_help(registry: GameRegistry, room: Room, seat: Seat) -> None:
    """Mark a game as one with help for a seat."""

    async def note(game: HostedGame) -> None:
        if (update := game.note_help(seat)) is not None:
            await registry.commit(room, update)

    await registry.transact(room, note)


async def _rank(coach: CoachPool, view: View, request: Request, language: Language) -> AnalysisOut:
    """Return the best ranking."""
    found: AnalysisOut | None = None
    async for report in coach.rank(
        view, player=client_group(request), language=language, num_worlds=ADVICE_WORLDS
    ):
        found = render_ranking(report)
    assert found is not None
    return found


async def _take_back(registry: GameRegistry, room: Room, seat: Seat) -> None:
    """Undo the last turn of a seat, and send the whole game to everybody again."""

    async def undo_turn(game: HostedGame) -> None:
        update = game.take_back(seat, registry.sources.now())
        for connection in room.connections:
            connection.reset()
        await registry.commit(room, update)

    await registry.transact(room, undo_turn)
