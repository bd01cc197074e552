"""Help during a game against the computer."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from itertools import islice
from typing import Final, NamedTuple, Protocol

from kahuna.core import Action, Seat, View
from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.room import Room
from kahuna.hosting.schema import TypedDict, closed
from kahuna.hosting.study.analysis import AnalysisOut, RankedMoveOut
from kahuna.hosting.study.review import ReviewedDecision
from kahuna.record import GameRecord, Players, Ply, replay_view, to_action, turns_of

ADVICE_WORLDS: Final = 48
"""Sampled worlds to evaluate: enough for a hint within a second."""


@closed
class AdviceOut(TypedDict):
    """What the coach would play now."""

    version: int
    """The version of the game that this is about."""
    moves: list[RankedMoveOut]
    """Best first."""
    reasons: list[str]
    """Why the first move is good."""


@closed
class CheckOut(TypedDict):
    """What the coach says about your last turn."""

    decisions: list[ReviewedDecision]
    """Forced moves are left out."""
    can_take_back: bool


class PastDecision(NamedTuple):
    """A decision as its player saw it."""

    ply: int
    """The number of the ply, from 1."""
    view: View
    played: Action


def last_turn(record: GameRecord, seat: Seat) -> list[PastDecision]:
    """Return the decisions of a seat's last turn, which may be unfinished.

    A record of what the seat saw is enough.
    """
    last: tuple[int, tuple[Ply, ...]] = (0, ())
    num_before = 0
    for turn in turns_of(record):
        if turn.seat is seat:
            last = (num_before, turn.plies)
        num_before += len(turn.plies)
    start, plies = last
    views = list(islice(replay_view(record, seat), start, start + len(plies)))
    return [
        PastDecision(number, view, to_action(ply.action, view.public.phase))
        for number, (view, ply) in enumerate(zip(views, plies, strict=True), start + 1)
    ]


class Coach(Protocol):
    """Judges moves by what their player knew; it gets views, never a state."""

    def rank(
        self, view: View, *, player: str, language: str, num_worlds: int, is_waited_for: bool = True
    ) -> AsyncGenerator[AnalysisOut]:
        """Rank the moves of a view, better and better; serve players in turn."""
        ...

    async def judge(
        self,
        decisions: list[PastDecision],
        names: Players,
        *,
        player: str,
        language: str,
        is_first: bool,
    ) -> list[ReviewedDecision]:
        """Grade the decisions of a turn: quickly if it ``is_first``, else as in a review."""
        ...


async def advise(
    registry: GameRegistry,
    coach: Coach,
    room: Room,
    seat: Seat,
    *,
    player: str,
    language: str,
) -> AdviceOut:
    """Rank the moves of a seat. The game is marked as one with help."""
    await _note_help(registry, room, seat)
    async with registry.locked(room) as game:
        if game.mover is not seat:
            raise ApiError("conflict", "it is not your turn")
        view, version = game.view(seat), game.version(seat)
    advice: AdviceOut = {"version": version, "moves": [], "reasons": []}
    ranking = coach.rank(view, player=player, language=language, num_worlds=ADVICE_WORLDS)
    async with aclosing(ranking):
        async for found in ranking:
            advice["moves"], advice["reasons"] = found["moves"], found["reasons"]
    return advice


async def check_turn(
    registry: GameRegistry,
    coach: Coach,
    room: Room,
    seat: Seat,
    *,
    player: str,
    language: str,
    is_first: bool,
) -> CheckOut:
    """Grade the last turn of a seat, even if it is unfinished, and mark the game."""
    await _note_help(registry, room, seat)
    async with registry.locked(room) as game:
        record = await registry.offload(game.record_for, (seat,))
        can_take_back = game.metadata.time_control is None
    decisions = await registry.offload(last_turn, record, seat)
    if not decisions:
        raise ApiError("conflict", "you have not moved yet")
    judged = await coach.judge(
        decisions, record.players, player=player, language=language, is_first=is_first
    )
    return {"decisions": judged, "can_take_back": can_take_back}


async def take_back(registry: GameRegistry, room: Room, seat: Seat) -> None:
    """Undo the last turn of a seat, and send the whole game to everybody again."""

    async def undo_turn(game: HostedGame) -> None:
        update = game.take_back(seat, registry.sources.now())
        for connection in room.connections:
            connection.reset()
        await registry.commit(room, update)

    await registry.transact(room, undo_turn)


async def _note_help(registry: GameRegistry, room: Room, seat: Seat) -> None:
    """Mark a game as one with help for a seat."""

    async def note(game: HostedGame) -> None:
        if (update := game.note_help(seat)) is not None:
            await registry.commit(room, update)

    await registry.transact(room, note)
