"""Reviews of a cluster: jobs that any node or worker takes."""

from __future__ import annotations

import asyncio
import threading

import psycopg
import pytest
from tests.server.games.test_hosting import Host
from tests.server.harness import running
from tests.server.test_cluster import until
from tests.server.test_reviews import ask_from, imported, resigned, reviewed
from verification.programs import Redis

from kahuna.hosting.play.messages import Resign
from kahuna.record import parse_record
from kahuna.server.cluster import bot_worker
from kahuna.server.cluster.review_queue import Reviewer
from kahuna.server.jobs.review_jobs import NUM_STEPS, ReviewPool, ReviewTask
from kahuna.workers import Worker, WorkerFailedError, WorkerLostError


def test_one_node_reviews_a_game_for_all(postgresql_url: str, redis: Redis) -> None:
    options = {"hub_url": redis.url, "review_budget": 1}
    with running(postgresql_url, takes_bot_jobs=False, **options) as one:
        game = resigned(one)
        address = f"/api/games/{game}/review"
        assert one.get(address)["status"] == "none"
        assert [one.post(address)["status"] for _ in range(2)] == ["waiting"] * 2
        with psycopg.connect(postgresql_url) as connection:
            queued = connection.execute("SELECT queue_name FROM procrastinate_jobs").fetchall()
        assert queued == [("reviews",)]
        with running(postgresql_url, **options) as two:
            done = reviewed(one, game, "de")
            assert done["status"] == "done"
            assert two.get(f"{address}?language=de") == done


def test_players_are_served_in_turn(postgresql_url: str, redis: Redis) -> None:
    options = {"proxies": ("127.0.0.1",), "takes_bot_jobs": False}
    with running(postgresql_url, hub_url=redis.url, **options) as node:
        *many, one = [imported(node) for _ in range(23)]
        answers = [ask_from(node, "192.0.2.1", game) for game in many]
        assert {answer.status_code for answer in answers} == {200, 429}
        answer = ask_from(node, "192.0.2.2", one)
        assert answer.status_code == 200
        assert answer.json()["status"] == "waiting"
    order = "SELECT args->>'game' FROM procrastinate_jobs ORDER BY priority DESC, id"
    with psycopg.connect(postgresql_url) as connection:
        games = [game for (game,) in connection.execute(order)]
    assert games[:3] == [many[0], one, many[1]]


def test_a_review_that_fails_can_be_asked_for_again(
    postgresql_url: str, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_pool: ReviewPool, _worker: Worker, _task: ReviewTask) -> None:
        raise WorkerFailedError("on purpose")

    with running(postgresql_url, hub_url=redis.url, review_budget=1) as node:
        game = resigned(node)
        with monkeypatch.context() as broken:
            broken.setattr(ReviewPool, "_ask", fail)
            assert reviewed(node, game, "en")["status"] == "failed"
        assert reviewed(node, game, "en")["status"] == "done"


def test_a_node_that_stops_gives_its_review_back(
    postgresql_url: str, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_interrupted = threading.Event()

    def wait(_pool: ReviewPool, _worker: Worker, _task: ReviewTask) -> None:
        is_interrupted.wait()
        raise WorkerLostError("on purpose")

    monkeypatch.setattr(ReviewPool, "_ask", wait)
    monkeypatch.setattr(ReviewPool, "interrupt", lambda _self: is_interrupted.set())
    with running(postgresql_url, hub_url=redis.url) as node:
        address = f"/api/games/{resigned(node)}/review"
        node.post(address)
        until(lambda: node.get(address)["status"] == "running")
    with running(postgresql_url, hub_url=redis.url, takes_bot_jobs=False) as node:
        assert node.get(address)["status"] == "waiting"


def test_a_review_that_has_ended_its_workers_is_given_up(
    postgresql_url: str, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    records: list[str] = []

    def note(_pool: ReviewPool, _worker: Worker, task: ReviewTask) -> dict[str, object]:
        records.append(task.record)
        return {}

    monkeypatch.setattr(ReviewPool, "_ask", note)
    with running(postgresql_url, hub_url=redis.url, takes_bot_jobs=False) as node:
        address = f"/api/games/{resigned(node)}/review"
        node.post(address)
        with psycopg.connect(postgresql_url) as connection:
            connection.execute(
                "UPDATE procrastinate_jobs SET status = 'doing', attempts = %s",
                (bot_worker.MAX_REVIEW_ATTEMPTS - 1,),
            )
        with running(postgresql_url, hub_url=redis.url, bot_lease_seconds=1.0):
            until(lambda: node.get(address)["status"] not in ("waiting", "running"))
            assert node.get(address)["status"] == "failed"
            assert not records
        assert node.post(address)["status"] == "waiting"


class NoReviews:
    """An archive that keeps nothing."""

    def load_review(self, _game: str, _budget: int) -> None:
        return None

    def save_review(self, _game: str, _budget: int, _data: bytes) -> None:
        pass


class NoHub:
    """A hub that forgets everything."""

    async def remember(self, _key: str, _value: str, _seconds: int) -> None:
        pass


def test_a_node_does_not_review_what_it_knows_of_a_game_that_went_on_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The job is faster than the hint that the game is over."""
    records: list[str] = []

    def note(_pool: ReviewPool, _worker: Worker, task: ReviewTask) -> dict[str, object]:
        records.append(task.record)
        return {}

    async def main() -> None:
        here = Host(has_peers=True)
        there = Host(here.store, has_peers=True)
        for host in (here, there):
            host.registry.open()
        game, white, _ = await here.make_online()
        session, _ = await here.sit(game, white)
        await there.sit(game, None)
        reviewer = Reviewer(there.registry, NoReviews(), NoHub())  # type: ignore[arg-type]
        await reviewer.review(game, 1)
        assert not records
        await session.handle(Resign(type="resign"))
        await reviewer.review(game, 1)
        assert all(parse_record(record).outcome is not None for record in records)
        assert len(records) == NUM_STEPS
        reviewer.close()
        for host in (here, there):
            await host.registry.close()

    monkeypatch.setattr(ReviewPool, "_ask", note)
    asyncio.run(main())
