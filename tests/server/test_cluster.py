"""Several nodes on one PostgreSQL database: any node serves any game."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import pytest
from tests.server.conftest import binary, create_database
from tests.server.harness import PATIENCE, Client, Server, bearer, is_closed, running
from verification.programs import Redis
from websockets.exceptions import ConnectionClosed

from kahuna.hosting.play.services import Sources
from kahuna.record import parse_record, verify_cards

ALL_HERE = {"type": "presence", "white": True, "black": True, "spectators": 1}


class Cluster:
    """Two nodes."""

    def __init__(self, one: Server, two: Server, clock: list[float]) -> None:
        self.one, self.two, self._clock = one, two, clock

    def skip(self, seconds: float) -> None:
        """Let time go by on both nodes."""
        self._clock[0] += seconds

    @contextmanager
    def table(self, **wanted: object) -> Iterator[tuple[str, Client, Client]]:
        """A game with White at the first node and Black at the second."""
        game, white, black = self.one.make_online(first="white", **wanted)
        with self.one.sit(game, white) as ada, self.two.sit(game, black) as bob:
            yield game, ada, bob


@pytest.fixture(scope="module", params=["redis", "without redis"])
def cluster(request: pytest.FixtureRequest, postgres: str, redis: Redis) -> Iterator[Cluster]:
    url, clock = create_database(postgres), [0.0]
    sources = Sources(now=lambda: time.time() + clock[0])
    with (
        running(url, sources, hub_url=redis.url) as one,
        running(url, sources, hub_url=redis.url) as two,
    ):
        for node in (one, two):
            until(lambda node=node: node.hub.is_reliable)
        if request.param == "without redis":
            redis.kill()
            for node in (one, two):
                until(lambda node=node: not node.hub.is_reliable)
        yield Cluster(one, two, clock)


@pytest.fixture
def own_redis() -> Iterator[Redis]:
    """Redis for one test, which may stop it."""
    binary("redis-server")
    server = Redis()
    server.start()
    yield server
    server.kill()


def until(is_so: Callable[[], object], seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def see(client: Client, is_so: Callable[[], object]) -> None:
    """Read messages until something is so."""
    while not is_so():
        client.wait("changed", "snapshot", "presence")


def end_turn(client: Client) -> None:
    """Draw a card if that is possible, otherwise play until the turn ends."""
    while client.is_to_move:
        actions = [legal["action"] for legal in client.state["legal"]]
        end = next((action for action in actions if action.startswith("<")), actions[0])
        assert client.act(end)["type"] == "changed"


def test_moves_and_undos_reach_players_and_spectators_of_other_nodes(cluster: Cluster):
    with cluster.table() as (game, ada, bob), cluster.two.sit(game) as eve:
        for number in range(6):
            mover, other = (bob, ada) if number % 2 else (ada, bob)
            mover.wait_for_turn()
            eve.drain()
            other.drain()
            actions = [legal["action"] for legal in mover.state["legal"]]
            if (step := next((a for a in actions if not a.startswith("<")), None)) is not None:
                assert mover.act(step)["type"] == "changed"
                assert mover.undo()["type"] == "changed"
            # A draft is private on every node.
            heard = {message["type"] for message in (*eve.drain(), *other.drain())}
            assert heard <= {"presence"}
            end_turn(mover)
            version = mover.state["version"]
            see(other, lambda: other.state["version"] >= version)  # noqa: B023
            see(eve, lambda: eve.state["version"] >= version)  # noqa: B023
        assert len(ada.log) == len(bob.log) == len(eve.log)
        bob.ask("resign")
        see(ada, lambda: ada.state["outcome"])
        records = [node.get(f"/api/games/{game}/record") for node in (cluster.one, cluster.two)]
    # Both nodes drew from the same sequence of cards, and sign with the same key.
    assert records[0] == records[1]
    verify_cards(parse_record(json.dumps(records[0])))
    for node in (cluster.one, cluster.two):
        assert node.get("/api/signing-key")["key"] == records[0]["signature"]["key"]


def test_a_seat_taken_at_one_node_is_taken_at_all(cluster: Cluster):
    made = cluster.one.make("online", seat="white", first="white")
    game = made["game"]
    with cluster.one.sit(game, made["token"]) as ada, cluster.two.sit(game) as eve:
        joined = cluster.two.post(f"/api/games/{game}/join", {"invite": made["invite"]})
        again = cluster.one.http.post(f"/api/games/{game}/join", json={"invite": made["invite"]})
        assert again.status_code == 409
        with cluster.one.sit(game, joined["token"]) as bob:
            assert bob.state["holds"] == ["black"]
        see(ada, lambda: ada.state["seats"]["black"]["joined"])
        see(eve, lambda: eve.state["seats"]["black"]["joined"])


def test_offers_reach_other_nodes(cluster: Cluster):
    with cluster.table() as (_, ada, bob):
        ada.ask("offer_draw")
        see(bob, lambda: bob.state["draw_offer"] == "white")
        bob.ask("answer_draw", accept=False)
        see(ada, lambda: ada.state["draw_offer"] is None)
        bob.ask("offer_draw")
        # Answered before the first node may have heard of it.
        ada.ask("answer_draw", accept=True)
        see(bob, lambda: bob.state["outcome"])
        see(ada, lambda: ada.state["outcome"])
        assert ada.state["outcome"] == bob.state["outcome"]


def test_a_rematch_is_created_once(cluster: Cluster):
    with cluster.table() as (_, ada, bob):
        num_games = len(cluster.one.registry.store._database.game_ids())
        ada.ask("resign")
        see(bob, lambda: bob.state["outcome"])
        with ThreadPoolExecutor(2) as threads:
            for client in (ada, bob):
                threads.submit(client.send, {"type": "rematch"})
        for client in (ada, bob):
            see(client, lambda client=client: client.state["rematch"]["game"])
        assert ada.state["rematch"]["game"] == bob.state["rematch"]["game"]
        assert len(cluster.one.registry.store._database.game_ids()) == num_games + 1


def test_a_deleted_game_is_gone_everywhere(cluster: Cluster):
    made = cluster.one.make("hotseat")
    path = f"/api/games/{made['game']}"
    with cluster.two.sit(made["game"]) as eve:
        gone = cluster.one.http.delete(path, headers=bearer(made["token"]))
        assert gone.status_code == 204
        eve.wait("gone")
    for node in (cluster.one, cluster.two):
        assert node.http.get(path).status_code == 404


def test_a_revoked_link_is_dead_everywhere(cluster: Cluster):
    game, white, _ = cluster.one.make_online(first="white")
    shared = cluster.one.post("/api/links", {"game": game, "token": white})["token"]
    with cluster.two.sit(game, shared) as guest:
        links = cluster.one.get(f"/api/games/{game}/links", white)["links"]
        [link] = [each["id"] for each in links if not each["own"]]
        cluster.one.http.delete(f"/api/games/{game}/links/{link}", headers=bearer(white))
        with suppress(ConnectionClosed):  # The other node may have heard of it already.
            version = guest.state["version"]
            guest.send({"type": "act", "key": "k", "version": version, "action": "<*"})
        assert is_closed(guest)
    assert cluster.two.get(f"/api/games/{game}")["turn"] == 1


def test_of_two_racing_moves_one_is_played(cluster: Cluster):
    with ThreadPoolExecutor(2) as threads:
        for _ in range(5):
            game, white, _ = cluster.one.make_online(first="white")
            with cluster.one.sit(game, white) as ada, cluster.two.sit(game, white) as twin:
                answers = list(threads.map(lambda client: client.act("<*"), (ada, twin)))
                refused = [answer["code"] for answer in answers if answer["type"] == "refused"]
                assert refused == ["stale_version"]
                for client in (ada, twin):
                    see(client, lambda client=client: client.state["to_move"] == "black")
                assert ada.log == twin.log


def test_a_repeated_move_is_acknowledged_by_another_node(cluster: Cluster):
    game, white, _ = cluster.one.make_online(first="white")
    with cluster.one.sit(game, white) as ada, cluster.two.sit(game, white) as twin:
        version = ada.state["version"]
        assert ada.act("<*", key="same")["type"] == "changed"
        assert twin.act("<*", key="same", version=version)["key"] == "same"
        assert twin.log == ada.log


@pytest.mark.parametrize("cluster", ["redis"], indirect=True)
def test_presence_is_known_at_other_nodes(cluster: Cluster):
    game, white, black = cluster.one.make_online(first="white")
    with cluster.one.sit(game, white) as ada:
        with cluster.two.sit(game, black) as bob, cluster.two.sit(game):
            while not bob.wait("presence")["white"]:
                pass
            while (told := ada.wait("presence")) != ALL_HERE:
                assert told["type"] == "presence"
        while ada.wait("presence")["black"]:
            pass


def test_a_game_is_lost_on_time_once(cluster: Cluster):
    with cluster.table(clock={"kind": "turn", "seconds": 60}) as (game, ada, bob):
        ada.act("<*")
        see(bob, lambda: bob.is_to_move)
        bob.act("<*")
        # Without Redis, nodes know that both are there when both have moved.
        see(ada, lambda: ada.state["is_clock_running"])
        cluster.skip(100.0)
        see(ada, lambda: ada.state["outcome"])
        see(bob, lambda: bob.state["outcome"])
        assert ada.state["outcome"]["winner"] == "black"
        assert ada.state["outcome"] == bob.state["outcome"]
        stored = cluster.one.registry.store._database.load(game)
        assert len(stored.changes) == 3
        assert stored.metadata.deadline is None


def test_redis_may_fail_at_any_time(postgresql_url: str, own_redis: Redis):
    """Games go on while Redis is frozen, stopped and started again."""
    failures = (own_redis.pause, own_redis.resume, own_redis.kill, own_redis.start)
    with (
        running(postgresql_url, hub_url=own_redis.url) as one,
        running(postgresql_url, hub_url=own_redis.url) as two,
    ):
        game, white, black = one.make_online(first="white")
        with one.sit(game, white) as ada, two.sit(game, black) as bob:
            for number, fail in enumerate(failures):
                fail()
                mover, other = (bob, ada) if number % 2 else (ada, bob)
                end_turn(mover)
                see(other, lambda: other.is_to_move)  # noqa: B023
            for node in (one, two):
                until(lambda node=node: node.hub.is_reliable)
            end_turn(ada)
            see(bob, lambda: bob.is_to_move)


@pytest.mark.parametrize("cluster", ["redis"], indirect=True)
def test_a_hub_goes_on_after_any_error(cluster: Cluster, caplog: pytest.LogCaptureFixture):
    hub = cluster.one.hub
    until(lambda: hub.is_reliable)

    def fail(_message: object) -> None:
        raise ValueError

    hub._receive = fail
    until(lambda: "the hub failed" in caplog.text)
    del hub._receive
    until(lambda: hub.is_reliable)
    with cluster.table() as (_, ada, bob):
        end_turn(ada)
        see(bob, lambda: bob.is_to_move)


def test_a_node_that_redis_does_not_reach_is_noticed_by_the_others(
    postgresql_url: str, own_redis: Redis
):
    """The others have to look into the database for its moves."""
    with (
        running(postgresql_url, hub_url=own_redis.url) as one,
        running(postgresql_url, hub_url=own_redis.url) as two,
    ):
        game, white, black = one.make_online(first="white")
        with one.sit(game, white) as ada, two.sit(game, black) as bob:
            until(lambda: one.hub.is_reliable and two.hub._alive)
            one.hub._post = lambda *_: None  # It is cut off.
            end_turn(ada)
            see(bob, lambda: bob.is_to_move)
            until(lambda: not two.hub.is_reliable)


def test_nodes_share_rate_limits_and_have_their_own_without_redis(
    postgresql_url: str, own_redis: Redis
):
    limits = {"requests_per_second": 0.001, "request_burst": 3}
    with (
        running(postgresql_url, hub_url=own_redis.url, **limits) as one,
        running(postgresql_url, hub_url=own_redis.url, **limits) as two,
    ):

        def num_made() -> int:
            answers = [
                node.http.post("/api/games", json={"mode": "hotseat"}).status_code
                for _ in range(4)
                for node in (one, two)
            ]
            assert set(answers) <= {201, 429}
            return answers.count(201)

        for node in (one, two):
            until(lambda node=node: node.hub.is_reliable)
        assert num_made() == 3
        own_redis.kill()
        assert num_made() == 6
