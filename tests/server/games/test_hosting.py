"""A game is hosted and played without a web server and without a database."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random

import orjson
import pytest

from kahuna.bots import RandomBot
from kahuna.core import Action, Seat, View
from kahuna.hosting.errors import Refusal, RefusedError, UnknownGameError
from kahuna.hosting.play import room as rooms
from kahuna.hosting.play.bot_turns import MAX_RESUMED, BotTurns
from kahuna.hosting.play.clock_watch import ClockWatch
from kahuna.hosting.play.messages import PROTOCOL_VERSION, Act, Hello, OfferDraw, Rematch, Resign
from kahuna.hosting.play.new_game import NewGame
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.room import Frame, Room
from kahuna.hosting.play.seating import JoinGame, Seating, SeatTaken, link_id
from kahuna.hosting.play.session import Session
from kahuna.hosting.play.tokens import token_hash
from kahuna.hosting.store import (
    GameUpdate,
    KnownGames,
    MemoryStore,
    StorageError,
    StoredGame,
    TimeControl,
)
from kahuna.record import parse_record, replay
from kahuna.server.cluster.hub import LocalHub
from kahuna.server.cluster.synchronizer import Synchronizer
from kahuna.server.metrics import Metrics


class BreakableStore(MemoryStore):
    """Can be made to fail."""

    is_broken = False
    is_out_of_reach = False

    async def load_news(self, known: KnownGames) -> dict[str, StoredGame | None]:
        if self.is_out_of_reach:
            raise StorageError("the network is down")
        return {
            game: self.games.get(game)
            for game, (version, _) in known.items()
            if game not in self.games or self.games[game].metadata.revision != version
        }

    async def write(self, *updates: GameUpdate) -> None:
        if self.is_broken:
            raise StorageError("the disk is full")
        await super().write(*updates)


class RandomBots:
    """Decides for every bot at once."""

    async def decide(self, bot: str, view: View, **_: object) -> Action:
        return RandomBot(Random(view.public.turn)).decide(view)


class Client:
    """Keeps what it is sent."""

    def __init__(self) -> None:
        self.messages: list[dict] = []
        self.is_finished = False
        self.state: dict = {}

    def finish(self) -> None:
        self.is_finished = True

    def send(self, data: bytes) -> None:
        message = orjson.loads(data)
        self.messages.append(message)
        if message["type"] == "snapshot":
            self.state = message["state"]
        elif message["type"] == "changed":
            self.state = {**self.state, **message["state"]}


class Host:
    """A registry with a store in memory."""

    def __init__(self, store: BreakableStore | None = None, *, has_peers: bool = False) -> None:
        self.store = store or BreakableStore()
        self.metrics = Metrics()
        self.registry = GameRegistry(
            self.store,
            monitor=self.metrics,
            peers=Synchronizer(self.store, LocalHub(), self.metrics) if has_peers else None,
        )
        self.bots = BotTurns(self.registry, RandomBots())
        self.clocks = ClockWatch(self.registry)
        self.seating = Seating(self.registry)

    async def sit(self, game: str, token: str | None) -> tuple[Session, Client]:
        client = Client()
        async with self.registry.room(game) as room:
            session = await Session.open(self.registry, room, token, client)
        return session, client

    async def make_online(self) -> tuple[str, str, str]:
        made = await self.seating.make(NewGame(mode="online", seat="white", first="white"))
        async with self.registry.room(made["game"]) as room:
            joined: SeatTaken = await self.seating.join(
                room, JoinGame(invite=made["invite"], name="Bob")
            )
        return made["game"], made["token"], joined["token"]


def act(action: str, state: dict, key: str) -> Act:
    return Act(type="act", key=key, version=state["version"], action=action)


async def play(rng: Random, *players: tuple[Session, Client]) -> None:
    """Play at random to the end; wait for bots where nobody can move."""
    number = 0
    while players[0][1].state["outcome"] is None:
        for session, client in players:
            while client.state["legal"]:
                number += 1
                action = rng.choice(client.state["legal"])["action"]
                await session.handle(act(action, client.state, f"k{number}"))
                await asyncio.sleep(0)
        await asyncio.sleep(0)


def test_two_players_play_a_whole_game():
    async def main() -> None:
        host = Host()
        game, white, black = await host.make_online()
        ada, bob, eve = [await host.sit(game, token) for token in (white, black, None)]
        await play(Random(1), ada, bob)
        assert ada[1].state["outcome"] == bob[1].state["outcome"] == eve[1].state["outcome"]
        stored = host.store.games[game]
        assert stored.metadata.is_over
        record = parse_record(orjson.dumps(ada[1].state["record"]).decode())
        assert len(list(replay(record))) == len(record.plies) + 1
        assert len(stored.changes) == len(record.plies)
        await host.registry.close()

    asyncio.run(main())


def test_a_player_plays_a_whole_game_against_a_bot():
    async def main() -> None:
        host = Host()
        made = await host.seating.make(NewGame(mode="bot", bot="random", seat="white"))
        ada = await host.sit(made["game"], made["token"])
        await play(Random(2), ada)
        assert host.store.games[made["game"]].metadata.is_over
        await host.registry.close()

    asyncio.run(main())


def test_a_new_game_that_went_on_elsewhere_is_not_shown_as_it_began():
    """Another node changes a game before its creator hosts it, while somebody enters it."""

    async def main() -> None:
        here = Host(has_peers=True)
        here.registry.open()
        made = await Host(here.store).seating.make(NewGame(mode="online", seat="white"))
        created = here.store.games[made["game"]]
        changed = replace(created.metadata, revision=1, draw_offer=Seat.BLACK)
        here.store.games[made["game"]] = replace(created, metadata=changed)
        load = here.store.load

        async def load_slowly(game: str) -> StoredGame | None:
            new_game, _ = await here.registry.prepare(created, here.registry.sources.chance())
            here.registry.host(new_game)
            return await load(game)

        here.store.load = load_slowly
        async with here.registry.room(made["game"]) as room:
            assert room.game.metadata.revision == 1
        await here.registry.close()

    asyncio.run(main())


def test_a_rematch_is_created_once():
    async def main() -> None:
        host = Host()
        game, white, black = await host.make_online()
        ada, bob = [await host.sit(game, token) for token in (white, black)]
        await ada[0].handle(Resign(type="resign"))
        for session, _ in (ada, bob, ada):
            await session.handle(Rematch(type="rematch"))
        (again,) = set(host.store.games) - {game}
        assert host.store.games[game].metadata.rematch == again
        new, old = host.store.games[again], host.store.games[game]
        assert [player.name for player in old.metadata.players] == [None, "Bob"]
        assert [player.name for player in new.metadata.players] == ["Bob", None]
        assert all(new.holders[known] == (seats[0].other,) for known, seats in old.holders.items())
        await host.registry.close()

    asyncio.run(main())


def test_a_conflicting_write_loads_and_shows_the_stored_game():
    """A draw offer in memory conflicts with one that another node has stored."""

    async def main() -> None:
        host = Host()
        game, white, _ = await host.make_online()
        session, client = await host.sit(game, white)
        stored = host.store.games[game]
        revision = stored.metadata.revision + 1
        offered = replace(stored.metadata, draw_offer=Seat.BLACK, revision=revision)
        host.store.games[game] = replace(stored, metadata=offered)
        with pytest.raises(RefusedError) as refused:
            await session.handle(OfferDraw(type="offer_draw"))
        assert refused.value.code is Refusal.ALREADY_OFFERED
        await asyncio.sleep(0)
        assert client.state["draw_offer"] == "black"
        await host.registry.close()

    asyncio.run(main())


def test_a_move_is_played_although_another_node_wrote_something_else():
    async def main() -> None:
        host = Host()
        game, white, _ = await host.make_online()
        session, client = await host.sit(game, white)
        stored = host.store.games[game]
        offered = replace(
            stored.metadata, draw_offer=Seat.WHITE, revision=stored.metadata.revision + 1
        )
        host.store.games[game] = replace(stored, metadata=offered)
        await session.handle(act("<*", client.state, "k"))
        await asyncio.sleep(0)
        assert client.messages[-1]["key"] == "k"
        assert client.state["draw_offer"] == "white"
        assert len(host.store.games[game].changes) == 1
        await host.registry.close()

    asyncio.run(main())


def test_a_move_that_another_node_has_stored_is_acknowledged_once():
    """The client sent it there, lost the connection, and sends it again here."""

    async def main() -> None:
        here = Host()
        there = Host(here.store)
        game, white, _ = await here.make_online()
        (one, client), (other, _) = [await host.sit(game, white) for host in (here, there)]
        request = act("<*", client.state, "k")
        await other.handle(request)
        await one.handle(request)
        await asyncio.sleep(0)
        assert client.messages[-1]["key"] == "k"
        assert len(here.store.games[game].changes) == 1
        for host in (here, there):
            await host.registry.close()

    asyncio.run(main())


def test_nothing_is_refused_for_good_while_the_store_is_out_of_reach():
    """Another node has stored the move; this one neither knows it nor can look."""

    async def main() -> None:
        here = Host(has_peers=True)
        here.registry.open()
        there = Host(here.store)
        game, white, _ = await here.make_online()
        (one, client), (other, _) = [await host.sit(game, white) for host in (here, there)]
        request = act("<*", client.state, "k")
        await other.handle(request)
        here.store.is_out_of_reach = True
        with pytest.raises(RefusedError) as refused:
            await one.handle(act("xA", client.state, "other"))
        assert refused.value.code is Refusal.UNAVAILABLE
        for host in (here, there):
            await host.registry.close()

    asyncio.run(main())


def test_a_failed_store_changes_nothing():
    async def main() -> None:
        host = Host()
        game, white, _ = await host.make_online()
        session, client = await host.sit(game, white)
        before = client.state
        host.store.is_broken = True
        for request in (act("<*", before, "k"), OfferDraw(type="offer_draw")):
            with pytest.raises(RefusedError) as refused:
                await session.handle(request)
            assert refused.value.code is Refusal.UNAVAILABLE
        host.store.is_broken = False
        await session.handle(Hello(type="hello"))
        await asyncio.sleep(0)
        assert client.state == before
        await host.registry.close()

    asyncio.run(main())


def test_presence_is_told_at_most_once_a_second():
    async def main() -> None:
        host = Host()
        game, white, _ = await host.make_online()
        _, ada = await host.sit(game, white)
        async with host.registry.room(game) as room:
            room._presence_seconds = 1000
            crowd = [await host.sit(game, None) for _ in range(20)]
            told = [m["spectators"] for m in ada.messages if m["type"] == "presence"]
            assert told == [1]
            room._end_presence_pause()
            for session, _ in crowd:
                session.close()
            room._end_presence_pause()
            await asyncio.sleep(0)
            told = [m["spectators"] for m in ada.messages if m["type"] == "presence"]
            assert told == [1, 20, 0]
        await host.registry.close()

    asyncio.run(main())


def test_a_game_that_loads_slowly_does_not_hold_up_others():
    async def main() -> None:
        host = Host()
        games = [(await host.make_online())[0] for _ in range(2)]
        host.registry._rooms.clear()
        thaw, load = asyncio.Event(), host.store.load

        async def load_slowly(game: str) -> StoredGame | None:
            if game == games[0]:
                await thaw.wait()
            return await load(game)

        host.store.load = load_slowly  # type: ignore[method-assign]

        async def enter(game: str) -> str:
            async with host.registry.room(game) as room:
                return room.game.id

        slow = [asyncio.create_task(enter(games[0])) for _ in range(2)]
        assert await enter(games[1]) == games[1]
        assert not any(task.done() for task in slow)
        thaw.set()
        assert await asyncio.gather(*slow) == [games[0]] * 2
        await host.registry.close()

    asyncio.run(main())


def test_games_leave_the_memory_when_others_are_created():
    async def main() -> None:
        host = Host()
        host.registry._max_rooms = 3
        for _ in range(8):
            await host.seating.make(NewGame(mode="online"))
        assert len(host.registry._rooms) == 3
        await host.registry.close()

    asyncio.run(main())


def test_a_change_contains_what_has_changed_and_is_encoded_once_for_a_crowd(
    monkeypatch: pytest.MonkeyPatch,
):
    encoded: list[Frame | None] = []
    frame_message = rooms.frame_message

    def count(frame: Frame, before: Frame | None, key: str | None) -> object:
        encoded.append(before)
        return frame_message(frame, before, key)

    monkeypatch.setattr(rooms, "frame_message", count)

    async def main() -> None:
        host = Host()
        game, white, _ = await host.make_online()
        session, _ = await host.sit(game, white)
        crowd = [await host.sit(game, None) for _ in range(20)]
        encoded.clear()
        await session.handle(Resign(type="resign"))
        await asyncio.sleep(0)
        assert len(encoded) == 2  # Once for the player, once for all spectators.
        for _, eve in crowd:
            [change] = [message for message in eve.messages if message["type"] == "changed"]
            assert change["state"]["outcome"] is not None
            assert not {"ruleset", "game", "discards"} & change["state"].keys()
            late = (await host.sit(game, None))[1].messages[-1]
            assert (late["type"], late["protocol"]) == ("snapshot", PROTOCOL_VERSION)
            assert late["state"] == eve.state
        await host.registry.close()

    asyncio.run(main())


class CountingBots(RandomBots):
    """Counts how many decisions are asked for at the same time."""

    def __init__(self) -> None:
        self.num_deciding = self.most_deciding = 0

    async def decide(self, bot: str, view: View, **options: object) -> Action:
        self.num_deciding += 1
        self.most_deciding = max(self.most_deciding, self.num_deciding)
        await asyncio.sleep(0)
        self.num_deciding -= 1
        return await super().decide(bot, view, **options)


def test_bots_go_on_after_a_restart_a_few_at_a_time():
    async def main() -> None:
        before = Host()
        before.bots._bots = CrashedBots()
        made = [
            await before.seating.make(
                NewGame(mode="bot", bot="random", seat="white", first="black")
            )
            for _ in range(3 * MAX_RESUMED)
        ]
        await before.registry.close()
        bots = CountingBots()
        after = GameRegistry(before.store, max_in_memory=4)
        BotTurns(after, bots).open()
        async with asyncio.timeout(60):
            while await before.store.bot_games(after="", limit=1):
                await asyncio.sleep(0.01)
        assert 1 < bots.most_deciding <= MAX_RESUMED
        for game in made:
            assert before.store.games[game["game"]].changes
        await after.close()

    asyncio.run(main())


class CrashedBots:
    """Never decides."""

    async def decide(self, bot: str, view: View, **_: object) -> Action:
        return await asyncio.Future()


class SlowStore(BreakableStore):
    """Answers when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.answer = asyncio.Event(), asyncio.Event()

    async def load(self, game: str) -> StoredGame | None:
        stored = await super().load(game)
        self.asked.set()
        await self.answer.wait()
        return stored


def test_a_game_that_is_deleted_while_it_is_loaded_is_not_kept_in_memory():
    async def enter(registry: GameRegistry, game: str) -> None:
        async with registry.room(game):
            pass

    async def main() -> None:
        host = Host()
        game, *_ = await host.make_online()
        await host.registry.close()
        store = SlowStore()
        store.games = host.store.games
        registry = GameRegistry(store)
        entering = [asyncio.create_task(enter(registry, game)) for _ in range(2)]
        await store.asked.wait()
        del store.games[game]
        registry.close_rooms([game])
        store.answer.set()
        for task in (*entering, asyncio.create_task(enter(registry, game))):
            with pytest.raises(UnknownGameError):
                await task
        await registry.close()

    asyncio.run(main())


def test_a_device_cannot_enter_with_a_link_that_is_revoked_meanwhile():
    async def main() -> None:
        host = Host()
        game, white, _ = await host.make_online()
        async with host.registry.room(game) as room:
            link = await host.seating.link(room, white)
            async with host.registry.locked(room):  # Both wait for their turn.
                hashed = link_id(token_hash(link["token"]))
                revoking = asyncio.create_task(host.seating.revoke(room, white, hashed))
                await asyncio.sleep(0)
                entering = asyncio.create_task(host.sit(game, link["token"]))
                await asyncio.sleep(0)
            await revoking
            with pytest.raises(RefusedError) as refused:
                await entering
            assert refused.value.code is Refusal.UNKNOWN_TOKEN
            assert not room.connections
        await host.registry.close()

    asyncio.run(main())


def test_the_number_of_games_in_memory_counts_deleted_games_out():
    async def main() -> None:
        host = Host()
        games = [(await host.make_online())[0] for _ in range(2)]
        metrics = host.metrics
        assert metrics.games_in_memory._value.get() == 2
        host.registry.close_rooms(games[:1])
        assert metrics.games_in_memory._value.get() == 1
        await host.registry.close()

    asyncio.run(main())


class StuckStore(BreakableStore):
    """Writes nothing any more once it is stuck."""

    is_stuck = False

    async def write(self, *updates: GameUpdate) -> None:
        if self.is_stuck:
            await asyncio.Future()
        await super().write(*updates)


def test_nothing_goes_on_in_the_background_after_the_end(caplog: pytest.LogCaptureFixture):
    """A bot that is stopped while it writes leaves a game that would be loaded again."""

    async def main() -> None:
        host = Host(store := StuckStore())
        made = await host.seating.make(
            NewGame(mode="bot", bot="random", seat="white", first="white")
        )
        session, client = await host.sit(made["game"], made["token"])
        while client.state["to_move"] == "white":
            await session.handle(act("<*", client.state, f"k{client.state['version']}"))
        store.is_stuck = True
        await asyncio.sleep(0.01)
        await host.registry.close()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())
    assert not caplog.records


async def timed_game(host: Host) -> tuple[str, str]:
    """A game whose clock runs: its id, and White's token."""
    clock = TimeControl(kind="turn", seconds=60)
    made = await host.seating.make(
        NewGame(mode="hotseat", seat="white", first="white", clock=clock)
    )
    await host.sit(made["game"], made["token"])
    return made["game"], made["token"]


def ring(room: Room) -> None:
    """Let the alarm of a game ring now instead of later."""
    alarm = room.alarm
    alarm._run()
    alarm.cancel()


def test_a_game_has_one_alarm_although_a_move_comes_while_it_rings():
    async def main() -> None:
        host = Host()
        game, _ = await timed_game(host)
        async with host.registry.room(game) as room:
            async with host.registry.locked(room):
                ring(room)
                await asyncio.sleep(0)
                host.registry.notify(room)  # As after a move.
                alarm = room.alarm
            await asyncio.sleep(0.01)
            assert room.alarm is alarm
            assert not alarm.cancelled()
        await host.registry.close()

    asyncio.run(main())


def test_a_game_stays_in_memory_while_its_clock_is_checked():
    async def main() -> None:
        host = Host()
        game, _ = await timed_game(host)
        async with host.registry.room(game) as room:
            for connection in list(room.connections):
                host.registry.leave(room, connection)
        host.registry._max_rooms = 0
        ring(room)
        host.registry._evict_idle()
        assert host.registry.find(game) is room
        await asyncio.sleep(0.01)
        assert room.alarm is not None
        await host.registry.close()

    asyncio.run(main())


def test_a_game_that_has_left_memory_starts_neither_bots_nor_alarms():
    async def main() -> None:
        host = Host()
        game, _ = await timed_game(host)
        room = host.registry.find(game)
        room.alarm.cancel()
        room.alarm = None
        del host.registry._rooms[game]
        host.registry.notify(room)
        assert room.alarm is None
        await host.registry.close()

    asyncio.run(main())


def test_a_bot_of_a_deleted_game_is_not_reported(caplog: pytest.LogCaptureFixture):
    async def main() -> None:
        host = Host()
        made = await host.seating.make(
            NewGame(mode="bot", bot="random", seat="white", first="black")
        )
        host.registry.close_rooms([made["game"]])
        await asyncio.sleep(0.01)
        await host.registry.close()

    asyncio.run(main())
    assert not caplog.records
