"""What clients can ask for besides a live game.

The routes of a server and of the browser only translate requests into these calls.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kahuna.core import Seat
from kahuna.hosting.errors import ApiError, Refused
from kahuna.hosting.learn.challenges import JudgedChallenge, judge_challenge
from kahuna.hosting.play.game_view import GameFacts
from kahuna.hosting.play.messages import Previewed
from kahuna.hosting.play.new_game import BranchGame, check_ply
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.room import Room
from kahuna.hosting.play.seating import (
    JoinGame,
    Link,
    Links,
    LinkWanted,
    Seating,
    SeatTaken,
)
from kahuna.hosting.play.tokens import seats_held
from kahuna.hosting.store import Player
from kahuna.hosting.study.advice import AdviceOut, CheckOut, Coach, advise, check_turn, take_back
from kahuna.hosting.study.analysis import (
    AnalysisOut,
    Study,
    StudyQuestion,
    preview_action,
    try_study,
)
from kahuna.hosting.study.replay import ReplayOut, draw_position, finished_game, render_replay
from kahuna.hosting.study.review import ReviewOut, ReviewService
from kahuna.record import GameRecord

if TYPE_CHECKING:  # A browser loads it with the first picture.
    from kahuna.chart import Look

ANALYSIS_WORLDS = 2048
"""Sampled worlds after which an analysis ends by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoints:
    """Requests about games. ``token`` is the token of the client, if it sent one."""

    registry: GameRegistry
    seating: Seating
    reviews: ReviewService
    coach: Coach

    # Games and their records.

    async def facts(self, game_id: str) -> GameFacts:
        """Return what is public about a game."""
        async with self.registry.room(game_id) as room, self.registry.locked(room) as game:
            return game.facts()

    async def record(self, game_id: str, token: str | None) -> GameRecord:
        """Return the whole record of a finished game, otherwise what the viewer has seen."""
        registry = self.registry
        async with registry.room(game_id) as room:
            held = await registry.seats_of(room, token)
            async with registry.locked(room) as game:
                return await registry.offload(game.record_for, held)

    async def replay(self, game_id: str) -> ReplayOut:
        """Return every position of a finished game."""
        record, facts = await finished_game(self.registry, game_id)
        return {"facts": facts, "moments": await self.registry.offload(render_replay, record)}

    async def picture(self, game_id: str, ply: int, look: Look) -> str:
        """Draw the board of a finished game after a number of plies, as SVG."""
        record, _ = await finished_game(self.registry, game_id)
        check_ply(record, ply)
        return await self.registry.offload(draw_position, record, ply, look)

    async def branch(self, game_id: str, body: BranchGame, own: Player | None = None) -> SeatTaken:
        """Continue a finished game from one of its positions."""
        record, _ = await finished_game(self.registry, game_id)
        return await self.seating.branch(record, body, own)

    async def judge(self, game_id: str, key: str) -> JudgedChallenge:
        """Return which goals of a challenge a finished game has reached."""
        record, facts = await finished_game(self.registry, game_id)
        return await self.registry.offload(judge_challenge, key, record, facts)

    # Seats.

    async def join(self, game_id: str, body: JoinGame, own: Player | None = None) -> SeatTaken:
        """Take the free seat."""
        async with self.registry.room(game_id) as room:
            return await self.seating.join(room, body, own)

    async def leave(self, game_id: str, token: str | None) -> None:
        """Give up the seats of a token."""
        async with self.registry.room(game_id) as room:
            await self.seating.leave(room, await self._check_seat(room, token))

    async def link(self, body: LinkWanted) -> Link:
        """Create another token for the same seats."""
        async with self.registry.room(body.game) as room:
            return await self.seating.link(room, await self._check_seat(room, body.token))

    async def links(self, game_id: str, token: str | None) -> Links:
        """List the tokens that hold the same seats."""
        async with self.registry.room(game_id) as room:
            return await self.seating.links(room, await self._check_seat(room, token))

    async def revoke(self, game_id: str, link_id: str, token: str | None) -> None:
        """Revoke another token that holds the same seats."""
        async with self.registry.room(game_id) as room:
            await self.seating.revoke(room, await self._check_seat(room, token), link_id)

    async def renew(self, game_id: str, token: str | None) -> Link:
        """Replace a token with a new one."""
        async with self.registry.room(game_id) as room:
            return await self.seating.renew(room, await self._check_seat(room, token))

    # Reviews, and help during a game. Players are served in turn.

    async def start_review(self, game_id: str, *, player: str, language: str) -> ReviewOut:
        """Review a finished game in the background, unless that is done or in progress."""
        record, _ = await finished_game(self.registry, game_id)
        if not record.plies:
            raise ApiError("conflict", "the game has no moves")
        await self.reviews.start(game_id, record, player=player)
        return await self.reviews.state(game_id, language)

    async def review(self, game_id: str, language: str) -> ReviewOut:
        """Return the status of a review, and the review as far as it is done."""
        async with self.registry.room(game_id):
            return await self.reviews.state(game_id, language)

    async def advice(
        self, game_id: str, token: str | None, *, player: str, language: str
    ) -> AdviceOut:
        """Rank the client's moves. The game is marked as one with help."""
        async with self.registry.room(game_id) as room:
            seat = await self._seat_of(room, token)
            return await advise(
                self.registry, self.coach, room, seat, player=player, language=language
            )

    async def check(
        self,
        game_id: str,
        token: str | None,
        *,
        player: str,
        language: str,
        is_first: bool = False,
    ) -> CheckOut:
        """Grade the client's last turn, even if it is unfinished, and mark the game.

        If it ``is_first``, be quick.
        """
        async with self.registry.room(game_id) as room:
            return await check_turn(
                self.registry,
                self.coach,
                room,
                await self._seat_of(room, token),
                player=player,
                language=language,
                is_first=is_first,
            )

    async def take_back(self, game_id: str, token: str | None) -> None:
        """Go back to the beginning of the client's last turn, in a game with help."""
        async with self.registry.room(game_id) as room:
            await take_back(self.registry, room, await self._seat_of(room, token))

    # The analysis board.

    async def preview(self, body: StudyQuestion) -> Previewed | Refused:
        """Return what an action would do, or why it is not legal."""
        tried = await try_study(self.registry, body)
        return preview_action(tried.view, body.action)

    async def analyse(
        self, body: Study, *, player: str, language: str
    ) -> AsyncGenerator[AnalysisOut]:
        """Return a ranking of the moves that becomes better and better."""
        tried = await try_study(self.registry, body, language)
        if tried.ending is not None:
            raise ApiError("invalid", "the turn is over")
        return self.coach.rank(
            tried.view,
            player=player,
            language=language,
            num_worlds=ANALYSIS_WORLDS,
            is_waited_for=False,
        )

    async def _check_seat(self, room: Room, token: str | None) -> str:
        """Return a token; refuse one that holds no seat."""
        if token is None or not await self.registry.seats_of(room, token):
            raise ApiError("unknown_token", "this token holds no seat of this game")
        return token

    async def _seat_of(self, room: Room, token: str | None) -> Seat:
        """Return the first seat that a token holds."""
        return seats_held(await self._check_seat(room, token), room.game.holders)[0]
