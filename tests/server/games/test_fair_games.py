"""Online games with fair cards: committed, revealed, dealt, and verified at the end."""

from __future__ import annotations

import asyncio
import hmac
import logging
from dataclasses import replace
from hashlib import sha256
from random import Random

import orjson
import pytest
from tests.server.games.test_hosting import BreakableStore, Host, act, play

from kahuna.core import NO_DEAL, SEATS, Seat
from kahuna.hosting.columns import changed_columns, game_columns, game_from_columns
from kahuna.hosting.errors import ApiError, Refusal, RefusedError
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.play.messages import OfferDraw, Preview, Rematch, Resign, RevealSeed
from kahuna.hosting.play.new_game import ImportGame, NewGame
from kahuna.hosting.play.seating import JoinGame, MyTokens
from kahuna.hosting.store import StoredGame, TimeControl
from kahuna.match import system_chance
from kahuna.record import commitment_of, parse_record, verify_cards
from kahuna.server.store.archive import pack, unpack

ADA, BOB = (sha256(name).digest() for name in (b"Ada", b"Bob"))


def reveal(seed: bytes | None) -> RevealSeed:
    return RevealSeed(type="reveal_seed", seed=None if seed is None else seed.hex())


async def make(host: Host, *, bob: bytes | None = BOB, **options: object):
    """Create a game with fair cards, join it, and return both connected players."""
    wanted = NewGame(mode="online", seat="white", commitment=commitment_of(ADA), **options)
    made = await host.seating.make(wanted)
    ada = await host.sit(made["game"], made["token"])
    commitment = None if bob is None else commitment_of(bob)
    async with host.registry.room(made["game"]) as room:
        wish = JoinGame(invite=made["invite"], name="Bob", commitment=commitment)
        joined = await host.seating.join(room, wish)
    return made["game"], ada, await host.sit(made["game"], joined["token"]), made, joined


def is_blank(state: dict) -> bool:
    """Return whether a state shows no card at all."""
    cards = [*state["open_cards"], *(state["own"] or {"hand": []})["hand"]]
    sizes = [state["seats"][seat]["hand_size"] for seat in ("white", "black")]
    return not cards and sizes == [0, 0] and state["pile_size"] == 24 and not state["is_dealt"]


def test_cards_are_dealt_only_when_both_seeds_are_revealed():
    async def main() -> None:
        host = Host()
        game, ada, bob, made, _ = await make(host)
        eve = await host.sit(game, None)
        stored = host.store.games
        for _, client in (ada, bob, eve):
            assert is_blank(client.state)
            assert client.state["to_move"] is None
            assert client.state["legal"] == []
            assert client.state["fair_cards"]["awaited"] == ["white", "black"]
            assert client.state["fair_cards"]["white"] == commitment_of(ADA)
            assert client.state["fair_cards"]["black"] == commitment_of(BOB)
        for request in (
            act("<*", ada[1].state, "k1"),
            Resign(type="resign"),
            OfferDraw(type="offer_draw"),
            Preview(type="preview", action="<*"),
        ):
            with pytest.raises(RefusedError) as refused:
                await ada[0].handle(request)
            assert refused.value.code is Refusal.NOT_STARTED
        await bob[0].handle(reveal(BOB))
        assert stored[game].metadata.deal == NO_DEAL
        assert ada[1].state["fair_cards"]["awaited"] == ["white"]
        with pytest.raises(RefusedError):
            await ada[0].handle(reveal(BOB))
        with pytest.raises(RefusedError):
            await eve[0].handle(reveal(ADA))
        with pytest.raises(ApiError, match="not dealt yet"):
            host.registry.find(game).game.record_for((Seat.WHITE,))
        (mine,) = (await host.seating.my_games(MyTokens(tokens=[made["token"]])))["games"]
        assert not mine["is_my_turn"]
        assert mine["facts"]["to_move"] is None
        await ada[0].handle(reveal(ADA))
        for _, client in (ada, bob, eve):
            assert client.state["is_dealt"]
            assert len(client.state["open_cards"]) == 3
            assert client.state["to_move"] is not None
        revision = stored[game].metadata.revision
        await ada[0].handle(reveal(ADA))  # A repeated message changes nothing.
        assert stored[game].metadata.revision == revision
        await play(Random(1), ada, bob)
        record = parse_record(orjson.dumps(eve[1].state["record"]).decode())
        assert verify_cards(record).seeds == (ADA, BOB)
        commitment = ada[1].messages[0]["state"]["fair_cards"]["server"]
        assert commitment == commitment_of(record.fair_cards.secret)
        await host.registry.close()

    asyncio.run(main())


def test_the_secret_appears_nowhere_before_the_end(caplog: pytest.LogCaptureFixture):
    async def main() -> None:
        caplog.set_level(logging.DEBUG)
        host = Host()
        game, ada, bob, _, _ = await make(host)
        eve = await host.sit(game, None)
        await ada[0].handle(reveal(ADA))
        await bob[0].handle(reveal(BOB))
        exchange = host.store.games[game].metadata.seed_exchange
        running = [host.registry.find(game).game.record_for(held) for held in (SEATS[:1], ())]
        assert all(record.fair_cards is None for record in running)
        sent = str([client.messages for _, client in (ada, bob, eve)])
        said = sent + caplog.text + repr(host.store.games[game]) + str(running)
        for value in (exchange.secret, ADA, BOB):
            assert value.hex() not in said
            assert repr(value) not in said
        await play(Random(2), ada, bob)
        assert exchange.secret.hex() in str(eve[1].messages)
        await host.registry.close()

    asyncio.run(main())


def test_a_player_without_a_seed_gets_one_that_the_server_has_committed_to():
    async def main() -> None:
        host = Host()
        _, ada, bob, _, _ = await make(host, bob=None, first="black")
        assert ada[1].state["fair_cards"]["awaited"] == ["white"]
        commitment = ada[1].state["fair_cards"]["server"]
        await ada[0].handle(reveal(ADA))
        await play(Random(3), ada, bob)
        record = parse_record(orjson.dumps(ada[1].state["record"]).decode())
        fair = verify_cards(record)
        assert fair.seeds == (ADA, None)
        assert fair.seed(Seat.WHITE) == ADA
        # The secret determines the seed, so it was fixed before Ada revealed hers.
        assert fair.seed(Seat.BLACK) == hmac.digest(fair.secret, bytes(7) + b"\1", "sha256")
        assert commitment_of(fair.secret) == commitment
        assert not fair.is_first_random
        assert record.first is Seat.BLACK
        text = orjson.dumps(ada[1].state["record"]).decode()
        imported = await host.seating.import_record(ImportGame(record=text))
        _, client = await host.sit(imported["game"], imported["token"])
        assert client.state["record"]["fair_cards"] == ada[1].state["record"]["fair_cards"]
        await host.registry.close()

    asyncio.run(main())


def test_a_player_who_lost_the_seed_can_play():
    async def main() -> None:
        host = Host()
        game, ada, bob, _, _ = await make(host)
        await ada[0].handle(reveal(None))
        await bob[0].handle(reveal(BOB))
        metadata = host.store.games[game].metadata
        assert metadata.is_dealt
        assert metadata.fair_cards.seeds == (None, BOB)
        await host.registry.close()

    asyncio.run(main())


def test_without_any_commitment_the_cards_are_dealt_when_somebody_joins():
    async def main() -> None:
        host = Host()
        waiting = await host.seating.make(NewGame(mode="online"))
        assert not host.store.games[waiting["game"]].metadata.is_dealt
        game, white, black = await host.make_online()
        metadata = host.store.games[game].metadata
        assert metadata.is_dealt
        assert metadata.fair_cards.seeds == (None, None)
        players = [await host.sit(game, token) for token in (white, black)]
        await play(Random(5), *players)
        record = parse_record(orjson.dumps(players[0][1].state["record"]).decode())
        assert verify_cards(record).secret == metadata.seed_exchange.secret
        bot = await host.seating.make(
            NewGame(mode="bot", bot="random", commitment=commitment_of(ADA))
        )
        assert host.store.games[bot["game"]].metadata.is_dealt
        assert host.store.games[bot["game"]].metadata.seed_exchange is None
        await host.registry.close()

    asyncio.run(main())


def test_a_restarted_server_continues_the_stream():
    """Load the game on a new host after every step: no card is repeated or skipped."""

    async def main() -> None:
        store, rng = BreakableStore(), Random(4)
        host = Host(store)
        game, _, _, made, joined = await make(host)
        await host.registry.close()
        tokens = (made["token"], joined["token"])
        for seat, seed in ((0, ADA), (1, BOB)):
            host = Host(store)
            session, _ = await host.sit(game, tokens[seat])
            await session.handle(reveal(seed))
            await host.registry.close()
        number = 0
        while not store.games[game].metadata.is_over:
            host = Host(store)
            players = [await host.sit(game, token) for token in tokens]
            for session, client in players:
                if client.state["legal"]:
                    number += 1
                    action = rng.choice(client.state["legal"])["action"]
                    await session.handle(act(action, client.state, f"k{number}"))
            await host.registry.close()
        verify_cards(HostedGame(store.games[game], system_chance()).record())

    asyncio.run(main())


def test_another_node_shows_the_deal():
    async def main() -> None:
        here = Host(has_peers=True)
        there = Host(here.store, has_peers=True)
        for host in (here, there):
            host.registry.open()
        game, ada, bob, made, _ = await make(here)
        _, elsewhere = await there.sit(game, made["token"])
        assert is_blank(elsewhere.state)
        await ada[0].handle(reveal(ADA))
        await bob[0].handle(reveal(BOB))
        await there.registry.peers.refresh(there.registry.find(game))
        assert elsewhere.state["is_dealt"]
        assert elsewhere.state["own"] == ada[1].state["own"]
        for host in (here, there):
            await host.registry.close()

    asyncio.run(main())


def test_the_clock_waits_for_the_deal():
    async def main() -> None:
        host = Host()
        game, ada, bob, _, _ = await make(host, clock=TimeControl("game", 300))
        assert host.store.games[game].metadata.started_at is None
        await ada[0].handle(reveal(ADA))
        await bob[0].handle(reveal(BOB))
        assert host.store.games[game].metadata.started_at is not None
        assert ada[1].state["is_clock_running"]
        await host.registry.close()

    asyncio.run(main())


def test_a_game_without_cards_can_be_left_and_is_then_deleted():
    async def main() -> None:
        host = Host()
        game, _, bob, made, _ = await make(host)
        async with host.registry.room(game) as room:
            await host.seating.leave(room, made["token"])
        assert game not in host.store.games
        assert bob[1].messages[-1] == {"type": "gone"}
        await host.registry.close()

    asyncio.run(main())


@pytest.mark.parametrize(("ada_seed", "bob_seed"), [(BOB, ADA), (BOB, None), (None, None)])
def test_a_rematch_has_fair_cards_too(ada_seed: bytes | None, bob_seed: bytes | None):
    async def main() -> None:
        host = Host()
        game, ada, bob, made, joined = await make(host)
        await ada[0].handle(reveal(ADA))
        await bob[0].handle(reveal(BOB))
        await ada[0].handle(Resign(type="resign"))
        hers = None if ada_seed is None else commitment_of(ada_seed)
        await ada[0].handle(Rematch(type="rematch", commitment=hers))
        theirs = None if bob_seed is None else commitment_of(bob_seed)
        await bob[0].handle(Rematch(type="rematch", commitment=theirs))
        again = host.store.games[game].metadata.rematch
        new = host.store.games[again].metadata
        assert new.is_dealt == (ada_seed is None)
        assert new.seed_exchange.commitments == (theirs, hers)
        assert new.seed_exchange.secret != host.store.games[game].metadata.seed_exchange.secret
        ada, bob = [await host.sit(again, token["token"]) for token in (made, joined)]
        for player, seed in ((ada, ada_seed), (bob, bob_seed)):
            if seed is not None:
                await player[0].handle(reveal(seed))
        assert ada[1].state["is_dealt"]
        assert host.store.games[again].metadata.fair_cards.seeds == (bob_seed, ada_seed)
        await host.registry.close()

    asyncio.run(main())


def test_games_are_stored_and_archived_with_their_secret():
    async def main() -> None:
        host = Host()
        game, ada, bob, _, _ = await make(host)
        blank = host.store.games[game].metadata
        assert game_from_columns(game_columns(blank)) == blank
        await ada[0].handle(reveal(ADA))
        await bob[0].handle(reveal(BOB))
        dealt = host.store.games[game].metadata
        assert set(changed_columns(blank, dealt)) <= {"deal", "first", "seed_exchange"}
        asked = replace(dealt, rematch_commitments=(None, commitment_of(BOB)))
        for metadata in (dealt, asked):
            assert game_from_columns(game_columns(metadata)) == metadata
            assert unpack(pack(StoredGame(metadata, {}))).metadata == metadata
        await host.registry.close()

    asyncio.run(main())
