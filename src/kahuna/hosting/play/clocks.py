"""Clocks: the time that each seat has left, and games that end when it runs out."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from random import uniform
from typing import TYPE_CHECKING, Final

from kahuna.core import Seat
from kahuna.hosting.errors import RefusedError
from kahuna.hosting.store import ONE_DAY, GameMetadata, StorageError, TimeControl, TimeGift

if TYPE_CHECKING:
    from kahuna.hosting.play.game import HostedGame
    from kahuna.hosting.play.registry import GameRegistry
    from kahuna.hosting.play.room import Room

LOG = logging.getLogger(__name__)
DEADLINE_SECONDS: Final = 1.0
"""Mean time between searches for games that are out of time."""
DEADLINE_GRACE: Final = 1.0
"""For this long, leave expired games to the node that has them in memory."""
GIFT_SECONDS: Final = 15
"""What a player gives the opponent at a time, unless turns take days."""
MAX_GIFTS: Final = 100
"""Gifts of time in one game."""


class GameClock:
    """The time that each seat has left.

    The clock runs for the seat to move from the start of the game: when all players are present for
    the first time. It keeps running while the server is down. With days for each turn, it stands
    still during the vacations of the seat to move.
    """

    def __init__(self, game: GameMetadata) -> None:
        self._increment = 0 if game.time_control is None else game.time_control.increment
        self._spent = [0.0, 0.0]
        self._turn_began = game.started_at

    def start(self, at: float) -> None:
        """Start the clock."""
        self._turn_began = at

    @property
    def turn_began(self) -> float | None:
        """When the turn began, once the clock has started."""
        return self._turn_began

    def end_turn(self, seat: Seat, at: float) -> None:
        """Stop the clock of a seat, add the increment, and start the other clock."""
        if self._turn_began is None or at < self._turn_began:
            return
        self._spent[seat] += at - self._turn_began - self._increment
        self._turn_began = at

    def remaining(
        self, game: GameMetadata, seat: Seat, mover: Seat | None, turn: int, now: float
    ) -> float | None:
        """Return the seconds that a seat has left, or ``None`` without a time control."""
        if game.time_control is None:
            return None
        if seat is not mover or self._turn_began is None:
            return max(0.0, self._budget(game, game.time_control, seat, turn))
        deadline = self.deadline(game, mover, turn)
        assert deadline is not None
        paused_until = vacation_end(game, mover, now) or now
        return max(0.0, deadline - max(paused_until, self._turn_began))

    def deadline(self, game: GameMetadata, mover: Seat, turn: int) -> float | None:
        """Return when the seat to move will run out of time.

        Each of its vacations moves the deadline, unless the time has run out before.
        """
        if game.time_control is None or self._turn_began is None:
            return None
        deadline = self._turn_began + self._budget(game, game.time_control, mover, turn)
        for vacation in game.vacations:
            begin = max(vacation.begin, self._turn_began)
            if vacation.seat is mover and begin < min(vacation.end, deadline):
                deadline += vacation.end - begin
        return deadline

    def _budget(
        self, game: GameMetadata, time_control: TimeControl, seat: Seat, turn: int
    ) -> float:
        """Return the seconds that a seat had when the turn began, and what it was given since."""
        is_whole_game = time_control.kind == "game"
        given = seconds_given(game, seat, None if is_whole_game else turn)
        return time_control.seconds + given - (self._spent[seat] if is_whole_game else 0.0)


def vacation_end(game: GameMetadata, seat: Seat, now: float) -> float | None:
    """Return when the vacation of a seat ends; ``None`` if it has none now."""
    ends = (
        vacation.end
        for vacation in game.vacations
        if vacation.seat is seat and vacation.begin <= now < vacation.end
    )
    return next(ends, None)


def seconds_given(game: GameMetadata, seat: Seat, turn: int | None) -> int:
    """Return the time that a seat was given in a turn, or in the whole game if it is ``None``."""
    return sum(
        gift.seconds for gift in game.gifts if gift.seat is seat and turn in (None, gift.turn)
    )


def gift_for(game: GameMetadata, mover: Seat, turn: int) -> TimeGift | None:
    """Return the time that the opponent of the seat to move may give it now."""
    control, is_bot = game.time_control, game.players[mover].bot is not None
    if control is None or game.started_at is None or is_bot or len(game.gifts) >= MAX_GIFTS:
        return None
    return TimeGift(mover, turn, ONE_DAY if control.is_correspondence else GIFT_SECONDS)


async def start_clock(registry: GameRegistry, room: Room) -> None:
    """Start the clock of a game if everybody it needs is present."""

    async def start(game: HostedGame) -> None:
        present = set(room.present)
        if not registry.peers.know_presence:
            # Anyone who has moved counts as present.
            present |= set(game.acted)
        if (update := game.start_clock(present, registry.sources.now())) is not None:
            await registry.commit(room, update)

    with suppress(RefusedError):  # The next player to connect starts it.
        await registry.transact(room, start)


async def expire(registry: GameRegistry, room: Room) -> None:
    """End a locked game if the seat to move has run out of time."""
    if (update := room.game.time_out(registry.sources.now())) is not None:
        await registry.commit(room, update)


class ClockWatch:
    """Watches the clocks of all games."""

    def __init__(self, registry: GameRegistry) -> None:
        """Set an alarm for every game in memory."""
        self._registry = registry
        registry.observe(self._set_next_alarm)

    def open(self) -> None:
        """Also watch games that are not in memory."""
        self._registry.spawn(self._watch_deadlines())

    def _set_next_alarm(self, room: Room) -> None:
        """Set the alarm for the seat to move."""
        registry, game = self._registry, room.game
        if game.awaits_clock and registry.peers.exist:
            registry.spawn(start_clock(registry, room), room=room)
        if room.alarm is not None:
            room.alarm.cancel()
            room.alarm = None
        now = registry.sources.now()
        if (at := game.vacation_end(now) or game.deadline) is not None:
            # Other nodes may have an alarm for this game too: spread them out.
            late = uniform(0.01, 0.2) if registry.peers.exist else 0.01
            self._set_alarm(room, max(0.0, at - now) + late)

    def _set_alarm(self, room: Room, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        room.alarm = loop.call_later(seconds, self._ring, room)

    def _ring(self, room: Room) -> None:
        room.alarm = None
        self._registry.spawn(self._check(room), room=room)

    async def _check(self, room: Room) -> None:
        """End the game if the seat to move has run out of time; try again if that fails.

        Otherwise its vacation may be over: tell everybody that its clock runs again.
        """
        registry = self._registry

        async def check(game: HostedGame) -> None:
            await expire(registry, room)
            if room.alarm is None and not game.is_over:
                room.broadcast(registry.sources.now())
                registry.notify(room)

        try:
            await registry.transact(room, check)
        except RefusedError:
            if not room.is_deleted:
                LOG.warning("cannot store that a seat ran out of time")
                if room.alarm is None:
                    self._set_alarm(room, 1.0)

    async def _watch_deadlines(self) -> None:
        """End games that are not in memory when the seat to move runs out of time."""
        unusable: set[str] = set()
        registry = self._registry
        while True:
            try:
                due = await registry.store.due_games(registry.sources.now() - DEADLINE_GRACE)
            except Exception:
                LOG.exception("cannot look for games that are out of time")
                due = []
            for game_id in due:
                if game_id in unusable:
                    continue
                try:
                    await self._end_due_game(game_id)
                except (RefusedError, StorageError):
                    pass  # It was deleted, or the store does not respond; try again later.
                except Exception:
                    LOG.exception("a game cannot be loaded")
                    unusable.add(game_id)
            await asyncio.sleep(DEADLINE_SECONDS * uniform(0.5, 1.5))

    async def _end_due_game(self, game_id: str) -> None:
        """End a game whose stored deadline has passed."""
        registry = self._registry
        async with registry.room(game_id) as room:
            await registry.transact(room, lambda _: expire(registry, room))
