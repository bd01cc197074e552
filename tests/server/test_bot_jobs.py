"""Bots of a cluster: decisions are jobs, and every bot moves exactly once."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import subprocess
import sys
import threading
from asyncio import CancelledError
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from procrastinate import App
from tests.server.harness import PATIENCE, Client, Server, exposition, running
from tests.server.test_cluster import until
from verification.programs import Redis

from kahuna.core import Action
from kahuna.hosting.play.bot_turns import BotTurns, simple_action
from kahuna.hosting.play.new_game import NewGame
from kahuna.hosting.play.seating import Seating
from kahuna.hosting.store import StoredGame
from kahuna.server.backup import verify_game
from kahuna.server.cluster import bot_worker
from kahuna.server.cluster.bot_queue import make_job
from kahuna.server.jobs import bot_pool
from kahuna.server.jobs.bot_pool import BotRequest
from kahuna.server.metrics import Metrics
from kahuna.server.node import Node
from kahuna.server.settings import Settings
from kahuna.server.store.database import Database
from kahuna.server.store.engines import libpq_conninfo

LEASE = 1.0
"""Seconds; a worker gives a sign of life every quarter of it."""


@contextmanager
def node(db_url: str, redis: Redis, **settings: Any) -> Iterator[Server]:
    with running(db_url, hub_url=redis.url, **{"bot_lease_seconds": LEASE, **settings}) as started:
        yield started


def jobs(db_url: str, columns: str = "status") -> list[tuple[Any, ...]]:
    with psycopg.connect(db_url) as connection:
        return connection.execute(
            f"SELECT {columns} FROM procrastinate_jobs ORDER BY id"
        ).fetchall()


def make_bot_game(server: Server, **wanted: Any) -> tuple[str, str]:
    made = server.make("bot", bot="greedy", **{"seat": "white", "first": "black", **wanted})
    return made["game"], made["token"]


def draw(client: Client) -> None:
    """End a turn."""
    actions = [legal["action"] for legal in client.state["legal"]]
    client.act(next(action for action in actions if action[0] in "<."))


def wait_for_bot(db_url: str, game: str) -> StoredGame:
    """Wait until a bot's first turn is over; return the game."""
    with closing(Database(db_url)) as database:
        until(lambda: not database.bot_games(after="", limit=1))
        stored = database.load(game)
    assert stored is not None
    verify_game(stored)
    return stored


def test_another_node_plays_the_bots_of_a_whole_game(postgresql_url: str, redis: Redis):
    with (
        node(postgresql_url, redis, takes_bot_jobs=False) as one,
        node(postgresql_url, redis) as two,
    ):
        game, token = make_bot_game(one)
        with one.sit(game, token) as ada:
            for _ in range(4):
                ada.wait_for_turn()
                draw(ada)
            ada.wait_for_turn()
        assert "kahuna_bot_seconds_count 0.0" in exposition(one.metrics)
        assert "kahuna_bot_seconds_count 0.0" not in exposition(two.metrics)
        until(lambda: jobs(postgresql_url) == [])


WORKER = """
import sys, threading
from pathlib import Path
from kahuna.server.jobs import bot_pool
from kahuna.server.settings import Settings
from kahuna.server.startup import work

def never(request):
    Path(sys.argv[3]).touch()
    threading.Event().wait()

bot_pool.decide = never
work(Settings(db_url=sys.argv[1], hub_url=sys.argv[2], bot_processes=0, bot_lease_seconds=1.0,
              bot_seconds=3600.0))
"""


@contextmanager
def worker(db_url: str, redis: Redis, mark: Path) -> Iterator[subprocess.Popen[str]]:
    """A worker whose bots create a file and then think forever."""
    process = subprocess.Popen(
        [sys.executable, "-c", WORKER, db_url, redis.url, str(mark)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)


@pytest.mark.slow
def test_another_worker_takes_over_when_one_is_killed(
    postgresql_url: str, redis: Redis, tmp_path: Path
):
    mark = tmp_path / "deciding"
    with node(postgresql_url, redis, takes_bot_jobs=False) as server:
        game, _ = make_bot_game(server)
        with worker(postgresql_url, redis, mark) as process:
            until(mark.exists)
            assert jobs(postgresql_url) == [("doing",)]
            process.kill()
            process.wait()
            with node(postgresql_url, redis):
                stored = wait_for_bot(postgresql_url, game)
                assert {entry.seat for entry in stored.changes} == {stored.metadata.first}
                until(lambda: jobs(postgresql_url) == [])


@pytest.mark.slow
def test_a_worker_that_is_stopped_gives_its_job_back(
    postgresql_url: str, redis: Redis, tmp_path: Path
):
    mark = tmp_path / "deciding"
    with node(postgresql_url, redis, takes_bot_jobs=False) as server:
        game, _ = make_bot_game(server)
        with worker(postgresql_url, redis, mark) as process:
            until(mark.exists)
            process.send_signal(signal.SIGTERM)
            until(lambda: jobs(postgresql_url) == [("todo",)])
            process.kill()  # Its thread thinks forever: only bots in processes can be stopped.
        with node(postgresql_url, redis):
            wait_for_bot(postgresql_url, game)
            until(lambda: jobs(postgresql_url) == [])


@pytest.mark.slow
def test_the_command_ends_within_a_moment(postgresql_url: str, redis: Redis):
    for number, status, said in ((signal.SIGTERM, 0, 0), (signal.SIGINT, 130, 1)):
        command = [sys.executable, "-m", "kahuna", "worker", "--language", "en"]
        process = subprocess.Popen(
            [*command, "--db", postgresql_url, "--hub", redis.url, "--processes", "1"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        try:
            assert process.stdout is not None
            assert "is running" in process.stdout.readline()
            process.send_signal(number)
            _, errors = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
        assert (process.returncode, errors.count("\n")) == (status, said), errors


def test_of_two_workers_with_the_same_turn_one_moves(
    postgresql_url: str, redis: Redis, monkeypatch: pytest.MonkeyPatch
):
    """Both decide before either has moved."""
    both_decide = threading.Barrier(2)

    def decide(request: BotRequest) -> Action:
        if request.view.public.turn == 1 and not request.view.history:
            both_decide.wait(PATIENCE)
        return simple_action(request.view)

    monkeypatch.setattr(bot_pool, "decide", decide)
    settings = Settings(
        db_url=postgresql_url, hub_url=redis.url, bot_processes=0, takes_bot_jobs=False
    )

    async def main() -> tuple[str, list[Metrics]]:
        metrics = [Metrics(), Metrics()]
        nodes = [Node(settings, None, each) for each in metrics]
        for each in nodes:
            each.open()
        wanted = NewGame(mode="bot", bot="greedy", seat="white", first="black")
        made = await Seating(nodes[0].registry).make(wanted)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(each.bot_turns.play(made["game"]) for each in nodes))
        for each in nodes:
            await each.close()
        return made["game"], metrics

    game, metrics = asyncio.run(main())
    stored = wait_for_bot(postgresql_url, game)
    assert {entry.seat for entry in stored.changes} == {stored.metadata.first}
    assert stored.metadata.revision == len(stored.changes)
    assert sum(exposition(each).count("kahuna_conflicts_total 0.0") for each in metrics) < 2


def test_neither_the_move_nor_the_job_is_stored_without_the_other(
    postgresql_url: str, redis: Redis
):
    with node(postgresql_url, redis, takes_bot_jobs=False) as server:
        game, token = make_bot_game(server, first="white")
        with server.sit(game, token) as ada:
            with psycopg.connect(postgresql_url) as connection:
                connection.execute("ALTER TABLE procrastinate_jobs RENAME TO broken")
            assert ada.act("<*")["code"] == "unavailable"
            with psycopg.connect(postgresql_url) as connection:
                connection.execute("ALTER TABLE broken RENAME TO procrastinate_jobs")
            assert ada.state["to_move"] == "white"
            assert jobs(postgresql_url) == []
            ada.act("<*")
            assert ada.state["to_move"] == "black"
        assert jobs(postgresql_url, "status, queueing_lock") == [("todo", f"{game}:1")]


def test_a_lost_job_is_noticed(postgresql_url: str, redis: Redis, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bot_worker, "LATE_SECONDS", 0.0)
    with node(postgresql_url, redis, takes_bot_jobs=False) as server:
        game, _ = make_bot_game(server)
        with psycopg.connect(postgresql_url) as connection:
            connection.execute("DELETE FROM procrastinate_jobs")
        with node(postgresql_url, redis, bot_seconds=0.5):
            stored = wait_for_bot(postgresql_url, game)
            assert {entry.seat for entry in stored.changes} == {stored.metadata.first}


def test_a_simple_bot_plays_when_a_job_fails_again_and_again(
    postgresql_url: str, redis: Redis, monkeypatch: pytest.MonkeyPatch
):
    attempts: list[bool] = []
    play = BotTurns.play

    async def fail(turns: BotTurns, game: str, *, is_late: bool, is_simple: bool) -> None:
        attempts.append(is_simple)
        if not is_simple:
            raise MemoryError
        await play(turns, game, is_late=is_late, is_simple=is_simple)

    monkeypatch.setattr(BotTurns, "play", fail)
    monkeypatch.setattr(bot_worker, "RETRY_SECONDS", 0.01)
    # A busy worker must not seem dead: its job would be tried once more.
    with node(postgresql_url, redis, bot_lease_seconds=PATIENCE) as server:
        game, _ = make_bot_game(server)
        wait_for_bot(postgresql_url, game)
        assert attempts == [False] * bot_worker.MAX_ATTEMPTS + [True]


@asynccontextmanager
async def maintainer(db_url: str) -> AsyncIterator[tuple[bot_worker.BotWorker, App]]:
    """A worker that takes no jobs, and for which every bot is late."""

    async def play(game: str, **_: object) -> None:
        raise AssertionError

    made = bot_worker.BotWorker(
        libpq_conninfo(db_url), play, play, Metrics(),
        concurrency=1, bot_seconds=-PATIENCE, lease_seconds=LEASE,
    )  # fmt: skip
    async with made._open_app() as app:
        yield made, app


def kill_worker(db_url: str, attempts: int) -> None:
    """Change a job to what a worker leaves behind that was killed in this attempt."""
    with psycopg.connect(db_url) as connection:
        connection.execute(
            "UPDATE procrastinate_jobs SET status = 'doing', attempts = %s", (attempts - 1,)
        )


def test_a_simple_bot_plays_when_a_job_kills_its_workers(
    postgresql_url: str, redis: Redis, monkeypatch: pytest.MonkeyPatch
):
    asked: list[BotRequest] = []
    monkeypatch.setattr(bot_pool, "decide", asked.append)
    with node(postgresql_url, redis, takes_bot_jobs=False) as server:
        game, _ = make_bot_game(server)
        kill_worker(postgresql_url, bot_worker.MAX_ATTEMPTS)
        with node(postgresql_url, redis, bot_lease_seconds=PATIENCE) as other:
            wait_for_bot(postgresql_url, game)
            assert not asked
            assert "kahuna_bot_fallbacks_total 1.0" in exposition(other.metrics)


@pytest.mark.parametrize(
    ("attempts", "status"),
    [(bot_worker.MAX_FAILURES - 1, "todo"), (bot_worker.MAX_FAILURES, "failed")],
)
def test_a_job_that_kills_every_worker_is_given_up(
    postgresql_url: str, redis: Redis, attempts: int, status: str
):
    with node(postgresql_url, redis, takes_bot_jobs=False) as server:
        make_bot_game(server)
        kill_worker(postgresql_url, attempts)

        async def main() -> None:
            async with maintainer(postgresql_url) as (made, app):
                await made._take_over(app)
                await made._add_late_games(app)

        asyncio.run(main())
        assert jobs(postgresql_url, "status, attempts") == [(status, attempts)]


@pytest.mark.parametrize(
    ("attempts", "late_seconds", "left"),
    [
        (1, 0.0, ("todo", 1)),
        (bot_worker.MAX_FAILURES, 0.0, ("failed", bot_worker.MAX_FAILURES)),
        (1, PATIENCE, ("doing", 0)),
    ],
    ids=["stuck", "stuck too often", "just started"],
)
def test_a_late_bot_with_a_job_gets_no_second_one(
    postgresql_url: str, redis: Redis, attempts: int, late_seconds: float, left: tuple[str, int]
):
    """A second job would begin to count attempts at 0."""
    with node(postgresql_url, redis, takes_bot_jobs=False) as server:
        make_bot_game(server)
        kill_worker(postgresql_url, attempts)
        with psycopg.connect(postgresql_url) as connection:
            connection.execute("UPDATE games SET created_at = 0")

        async def main() -> None:
            async with maintainer(postgresql_url) as (made, app):
                made._late_seconds = late_seconds
                await made._add_late_games(app)
                await made._add_late_games(app)

        asyncio.run(main())
        assert jobs(postgresql_url, "status, attempts") == [left]


def test_a_job_that_failed_often_is_tried_again_soon():
    """A database that is out of reach again and again makes jobs fail, too."""
    strategy = bot_worker._GiveBack(bot_worker.MAX_FAILURES)
    job = make_job("g", 1).evolve(attempts=bot_worker.MAX_FAILURES - 2)
    decision = strategy.get_retry_decision(exception=OSError(), job=job)
    assert decision is not None
    assert decision.retry_at is not None
    assert (decision.retry_at - datetime.now(UTC)).total_seconds() <= 4.0
    last = job.evolve(attempts=bot_worker.MAX_FAILURES - 1)
    assert strategy.get_retry_decision(exception=OSError(), job=last) is None
    assert strategy.get_retry_decision(exception=CancelledError(), job=last) is not None


def test_players_take_turns_and_nobody_waits_for_empty_games(postgresql_url: str, redis: Redis):
    with node(postgresql_url, redis, takes_bot_jobs=False) as server:
        games = [make_bot_game(server, first="white") for _ in range(3)]
        for game, token in games:
            with server.sit(game, token) as ada:
                ada.act("<*")
        make_bot_game(server)
        found = dict(jobs(postgresql_url, "args->>'game', priority"))
        busy = [found.pop(game) for game, _ in games]
        assert busy == sorted(busy, reverse=True)
        assert len(set(busy)) == 3
        assert list(found.values()) == [busy[0]]


@pytest.mark.parametrize("is_there", [True, False], ids=["silent", "absent"])
def test_a_worker_stops_although_the_database_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, is_there: bool
):
    monkeypatch.setattr(bot_worker, "RELEASE_SECONDS", 0.1)
    monkeypatch.setattr(bot_worker, "CLOSE_SECONDS", 0.2)
    monkeypatch.setattr(bot_worker, "POOL_SECONDS", 0.1)

    async def play(game: str, **_: object) -> None:
        raise AssertionError

    async def main(port: int) -> None:
        made = bot_worker.BotWorker(
            f"host=127.0.0.1 port={port} user=kahuna dbname=kahuna connect_timeout=1",
            play,
            play,
            Metrics(),
            concurrency=1,
            bot_seconds=1.0,
            lease_seconds=LEASE,
        )
        made.open()
        await asyncio.sleep(0.3)
        async with asyncio.timeout(PATIENCE):
            await made.close()

    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        if not is_there:
            silent.close()
        asyncio.run(main(port))


def test_a_server_alone_needs_no_queue(sqlite_url: str):
    program = (
        "import sys; from kahuna.server.app import create_app;"
        "from kahuna.server.settings import Settings;"
        f"create_app(Settings(db_url={sqlite_url!r}));"
        "assert not {'procrastinate', 'redis', 'psycopg'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_tasks_that_fail_with_the_database_are_logged_in_one_line(
    postgresql_url: str, redis: Redis, caplog: pytest.LogCaptureFixture
):
    """Such as those of a library, which nobody waits for."""

    async def fail() -> None:
        raise psycopg.OperationalError("the connection to secret.example was lost")

    async def leave_alone() -> None:
        asyncio.create_task(fail())  # noqa: RUF006
        await asyncio.sleep(0.01)
        gc.collect()

    with node(postgresql_url, redis) as server:
        loop = server.hub._tasks[0].get_loop()
        asyncio.run_coroutine_threadsafe(leave_alone(), loop).result(PATIENCE)
    assert "a background task failed: OperationalError" in caplog.messages
    assert "never retrieved" not in caplog.text
    assert "secret.example" not in caplog.text
