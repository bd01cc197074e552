"""Games over days: vacation, time that players give each other, and games that are aborted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest
from tests.server.test_notices import HOOK, SIGNER, Match

from kahuna.core import Seat
from kahuna.hosting.community.account import Account
from kahuna.hosting.community.seeks import AcceptSeek, SeekWanted
from kahuna.hosting.community.vacation import VACATION_DAYS, YEAR, Taken, days_left
from kahuna.hosting.errors import ApiError, Refusal, RefusedError
from kahuna.hosting.play.clock_watch import ClockWatch
from kahuna.hosting.play.messages import GiveTime, Resign
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.tokens import token_hash
from kahuna.hosting.store import ONE_DAY, TimeControl
from kahuna.record import format_record, parse_game, parse_record
from kahuna.record.game_text import format_game
from kahuna.server.cluster.hub import LocalHub
from kahuna.server.cluster.synchronizer import Synchronizer
from kahuna.server.matchmaker import Matchmaker, Visit
from kahuna.server.metrics import Metrics
from kahuna.server.notices.notifier import Notifier
from kahuna.server.store import account_rows
from kahuna.server.store.store import SqlGameStore
from kahuna.server.vacations import Vacations

ADA = "a" * 16
DAYS = 3 * ONE_DAY
GIVE = GiveTime(type="give_time")
RESIGN = Resign(type="resign")


class SlowMatch(Match):
    """A game over three days, in which White has an account."""

    def __init__(self, store: SqlGameStore, url: str) -> None:
        super().__init__(store)
        self.url = url

    async def begin(self) -> None:  # type: ignore[override]
        account = Account(id=ADA, name="Ada", created_at=self.now)
        await self.store.transact(lambda rows: account_rows.insert_account(rows, account))
        self.vacations = Vacations(self.registry, self.store)
        await super().begin(account.player)

    async def begin_again(self, clock: TimeControl | None = None) -> None:
        """Begin another game, perhaps with another clock."""
        own = Account(id=ADA, name="Ada", created_at=0).player
        await Match.begin(self, own, clock)

    async def expire(self) -> None:
        """Let games that are out of time end, as every node does all the time."""
        watch = ClockWatch(self.registry)
        for game in await self.store.due_games(self.now):
            await watch._end_due_game(game)

    async def deadline(self) -> float | None:
        """Return the deadline as it is stored; a fresh load must come to the same one."""
        stored = await self.store.load(self.game)
        fresh = GameRegistry(self.store, sources=self.registry.sources)
        async with fresh.room(self.game) as room:
            assert room.game.deadline == stored.metadata.deadline
        await fresh.close()
        return stored.metadata.deadline


@pytest.fixture
def play(db_url: str) -> Callable[[Callable[[SlowMatch], Awaitable[None]]], None]:
    """Run a test with a game over three days on each database."""

    def run(test: Callable[[SlowMatch], Awaitable[None]]) -> None:
        async def main() -> None:
            store = SqlGameStore(db_url, Metrics())
            match = SlowMatch(store, db_url)
            await match.begin()
            try:
                await test(match)
            finally:
                await match.registry.close()
                await store.close()

        asyncio.run(main())

    return run


def test_clocks_stand_still_during_a_vacation(play):
    async def test(match: SlowMatch) -> None:
        began = match.now
        _, bob = await match.sit(Seat.BLACK)
        match.now += 2 * ONE_DAY
        status = await match.vacations.begin(ADA, 10)
        assert status == {"until": match.now + 10 * ONE_DAY, "days_left": 20, "most": 30}
        assert bob.state["seats"]["white"]["vacation_until"] == status["until"]
        assert not bob.state["is_clock_running"]
        assert await match.deadline() == began + DAYS + 10 * ONE_DAY
        match.now += 4 * ONE_DAY  # Longer than the clock.
        await match.expire()
        _, eve = await match.sit(Seat.BLACK)
        assert eve.state["outcome"] is None
        assert eve.state["seats"]["white"]["clock_ms"] == 1000 * ONE_DAY
        match.now += ONE_DAY / 2
        assert (await match.vacations.end(ADA))["days_left"] == 25  # A day that has begun counts.
        assert await match.deadline() == match.now + ONE_DAY
        assert bob.state["is_clock_running"]
        match.now += ONE_DAY
        await match.expire()
        assert bob.state["outcome"]["termination"] == "timeout"

    play(test)


def test_only_the_clock_of_the_traveller_stands_still(play):
    async def test(match: SlowMatch) -> None:
        await match.vacations.begin(ADA, 5)
        await match.move(Seat.WHITE)
        assert await match.deadline() == match.now + DAYS
        await match.move(Seat.BLACK)
        assert await match.deadline() == match.now + 5 * ONE_DAY + DAYS

    play(test)


def test_a_vacation_does_not_save_a_turn_whose_time_has_run_out(play):
    async def test(match: SlowMatch) -> None:
        _, bob = await match.sit(Seat.BLACK)
        match.now += DAYS  # No node has looked at the clock since.
        await match.vacations.begin(ADA, 5)
        assert await match.deadline() == match.now
        await match.expire()
        assert bob.state["outcome"]["winner"] == "black"

    play(test)


def test_toggling_a_vacation_around_a_deadline_gains_only_the_time_away(play):
    async def test(match: SlowMatch) -> None:
        match.now += DAYS - 10
        deadline = match.now + 10
        for number in range(4):
            await match.vacations.begin(ADA, 1)
            with pytest.raises(ApiError, match="already"):
                await match.vacations.begin(ADA, 1)
            match.now += 1
            assert (await match.vacations.end(ADA))["days_left"] == VACATION_DAYS - 1 - number
            with pytest.raises(ApiError, match="not on vacation"):
                await match.vacations.end(ADA)
            deadline += 1
            assert await match.deadline() == deadline
            match.now += 2
        with pytest.raises(ApiError, match="26 more days"):
            await match.vacations.begin(ADA, 27)

    play(test)


def test_two_requests_at_once_begin_one_vacation(play):
    async def test(match: SlowMatch) -> None:
        begun = await asyncio.gather(
            *(match.vacations.begin(ADA, 2) for _ in range(3)), return_exceptions=True
        )
        assert sum(isinstance(result, dict) for result in begun) == 1

    play(test)


def test_a_game_that_begins_during_a_vacation_is_told(play):
    async def test(match: SlowMatch) -> None:
        await match.vacations.begin(ADA, 5)
        away = match.now + 5 * ONE_DAY
        await match.begin_again()
        assert await match.deadline() == match.now + DAYS
        await match.vacations.sweep()
        assert await match.deadline() == away + DAYS
        revision = (await match.store.load(match.game)).metadata.revision
        await match.vacations.sweep()
        assert (await match.store.load(match.game)).metadata.revision == revision

    play(test)


def test_clocks_in_minutes_know_no_vacation(play):
    async def test(match: SlowMatch) -> None:
        await match.begin_again(TimeControl("game", 600))
        await match.vacations.begin(ADA, 5)
        await match.vacations.sweep()
        assert (await match.store.load(match.game)).metadata.vacations == ()

    play(test)


def test_a_traveller_is_told_after_the_vacation(play):
    async def test(match: SlowMatch) -> None:
        await match.vacations.begin(ADA, 1)
        match.renew(HOOK, Seat.WHITE)
        assert await match.sweep() == 0
        assert await match.sweep(12) == 0
        assert await match.sweep(13) == 1
        assert await match.sweep(1) == 0

    play(test)


def test_days_of_vacation_return_after_a_year():
    taken = [Taken(0, 10 * ONE_DAY), Taken(20 * ONE_DAY, 20 * ONE_DAY + 1)]
    assert days_left(taken, 30 * ONE_DAY) == VACATION_DAYS - 11
    assert days_left(taken, 10 * ONE_DAY + YEAR) == VACATION_DAYS - 1
    assert days_left(taken, 21 * ONE_DAY + YEAR) == VACATION_DAYS


def test_a_player_gives_the_opponent_a_day(play):
    async def test(match: SlowMatch) -> None:
        match.renew(HOOK, Seat.WHITE)
        assert await match.sweep() == 1
        ada, white = await match.sit(Seat.WHITE)
        bob, black = await match.sit(Seat.BLACK)
        assert (white.state["gift_seconds"], black.state["gift_seconds"]) == (None, ONE_DAY)
        version = white.state["version"]
        await bob.handle(GIVE)
        assert white.state["gifts"] == [{"seat": "white", "turn": 1, "seconds": ONE_DAY}]
        assert black.state["seats"]["white"]["clock_ms"] == 1000 * (DAYS + ONE_DAY)
        assert await match.deadline() == match.now + DAYS + ONE_DAY
        assert white.state["version"] == version  # An action on its way is still accepted.
        with pytest.raises(RefusedError) as error:
            await ada.handle(GIVE)
        assert error.value.code is Refusal.NO_GIFT
        ada.close()
        assert await match.sweep(1) == 0  # More time is no new turn.
        await match.move(Seat.WHITE)
        assert await match.deadline() == match.now + DAYS
        await match.move(Seat.BLACK)
        assert await match.deadline() == match.now + DAYS  # It was for one turn.

    play(test)


def test_a_player_gives_seconds_where_the_clock_counts_minutes(play):
    async def test(match: SlowMatch) -> None:
        await match.begin_again(TimeControl("game", 600))
        ada, _ = await match.sit(Seat.WHITE)
        with pytest.raises(RefusedError):
            await ada.handle(GIVE)
        bob, _ = await match.sit(Seat.BLACK)  # Now the clock runs.
        await bob.handle(GIVE)
        assert await match.deadline() == match.now + 615
        ada.close(), bob.close()
        match.now += 100
        await match.move(Seat.WHITE)
        await match.move(Seat.BLACK)
        assert await match.deadline() == match.now + 515

    play(test)


def test_whoever_has_not_acted_aborts(play):
    async def test(match: SlowMatch) -> None:
        await match.move(Seat.WHITE)
        _, white = await match.sit(Seat.WHITE)
        bob, black = await match.sit(Seat.BLACK)
        assert (white.state["can_abort"], black.state["can_abort"]) == (False, True)
        await bob.handle(RESIGN)
        assert white.state["outcome"]["termination"] == "aborted"
        assert white.state["outcome"]["winner"] is None
        async with match.registry.room(match.game) as room:
            record = room.game.record()
        assert parse_record(format_record(record)) == record
        assert parse_game(format_game(record)).outcome == record.outcome
        stored = await match.store.load(match.game)
        assert stored.metadata.is_over
        fresh = GameRegistry(match.store, sources=match.registry.sources)
        async with fresh.room(match.game) as room:
            assert room.game.record() == record
        await fresh.close()

    play(test)


def test_whoever_has_acted_resigns(play):
    async def test(match: SlowMatch) -> None:
        await match.move(Seat.WHITE)
        ada, white = await match.sit(Seat.WHITE)
        await ada.handle(RESIGN)
        assert white.state["outcome"]["termination"] == "resignation"

    play(test)


def test_a_slow_seek_waits_while_its_owner_is_away(play):
    async def test(match: SlowMatch) -> None:
        maker = Matchmaker(match.registry, match.store, lambda: 0.0)
        owner = Visit(ADA, Account(id=ADA, name="Ada", created_at=0))  # She has a game already.
        stranger = Visit("~stranger", None)
        wanted = SeekWanted(token="a" * 20, clock=TimeControl("turn", DAYS), num_games=1)

        async def offer() -> list[str]:
            await maker.tick()
            return [seek["id"] for seek in (await maker.look(stranger))["seeks"]]

        await maker.seek(owner, wanted)
        match.rows.renew(HOOK, [token_hash(wanted.token)], match.now)
        match.now += 13 * ONE_DAY
        [seek] = await offer()
        game = await maker.accept(stranger, seek, AcceptSeek(token="s" * 20))
        assert await match.sweep() == 1
        told = json.loads(match.post.sent[-1][1])
        first = (await match.store.load(game)).metadata.players[Seat.WHITE].account == ADA
        assert (told["game"], told["type"]) == (game, "turn" if first else "begun")
        assert await match.sweep(1) == 0
        await maker.seek(owner, wanted)
        match.now += 15 * ONE_DAY
        assert await offer() == []

    play(test)


@pytest.mark.parametrize("db_url", ["postgresql"], indirect=True)  # Only nodes share it.
def test_two_nodes_agree_on_a_vacation_and_send_one_reminder(play):
    async def test(match: SlowMatch) -> None:
        store = SqlGameStore(match.url, Metrics())
        peers = Synchronizer(store, LocalHub(), Metrics())
        other = GameRegistry(store, sources=match.registry.sources, peers=peers)
        other.open()
        notifiers = [
            Notifier(registry, rows, SIGNER, match.post.send)
            for registry, rows in ((match.registry, match.rows), (other, store.notices))
        ]

        async def sweep_both() -> int:
            before = len(match.post.sent)
            await asyncio.gather(*(notifier.sweep() for notifier in notifiers))
            return len(match.post.sent) - before

        match.renew(HOOK, Seat.WHITE)
        assert await sweep_both() == 1  # The turn. Now both have the game in memory.
        await match.vacations.begin(ADA, 2)
        match.now += DAYS
        watch = ClockWatch(other)
        async with other.room(match.game) as room:
            await watch._check(room)
            assert not room.game.is_over
        assert await sweep_both() == 0
        match.now += 1.5 * ONE_DAY
        assert await sweep_both() == 1
        assert await sweep_both() == 0
        match.now += ONE_DAY / 2
        async with other.room(match.game) as room:
            await watch._check(room)
            assert room.game.is_over
        await other.close()
        await store.close()

    play(test)
