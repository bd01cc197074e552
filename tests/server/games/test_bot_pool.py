"""No player can keep the bots of others busy, and a bot that fails is replaced by a simple one."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable

import pytest
from tests.server.harness import exposition

from kahuna.core import Action, View, legal_actions
from kahuna.hosting.play.new_game import NewGame, ruleset_for
from kahuna.match import Authority, system_chance
from kahuna.server.jobs import bot_pool
from kahuna.server.jobs.bot_pool import BotPool, BotRequest
from kahuna.server.jobs.fair_pool import FairPool
from kahuna.server.metrics import Metrics
from kahuna.workers import Worker

PATIENCE = 60.0
"""Seconds after which a test gives up."""


def some_view() -> View:
    authority = Authority(ruleset_for(NewGame(mode="online").ruleset), system_chance())
    assert authority.mover is not None
    return authority.view(authority.mover)


def never(_request: BotRequest) -> Action:
    threading.Event().wait()
    raise AssertionError


def die(_request: BotRequest) -> Action:
    os._exit(1)


def fail(_request: BotRequest) -> Action:
    raise ValueError


@pytest.mark.parametrize(("broken", "misses"), [(never, 1), (die, 0), (fail, 0)])
def test_a_simple_bot_replaces_one_that_fails(
    monkeypatch: pytest.MonkeyPatch, broken: Callable[[BotRequest], Action], misses: int
):
    monkeypatch.setattr(bot_pool, "decide", broken)
    view, metrics = some_view(), Metrics()

    async def main() -> Action:
        pool = BotPool(1, 0.05 if broken is never else 60, metrics)
        try:
            return await pool.decide("greedy", view, game="g", player="p", is_waited_for=True)
        finally:
            pool.close()

    assert asyncio.run(main()) in list(legal_actions(view))
    assert f"kahuna_bot_deadline_misses_total {misses:.1f}" in exposition(metrics)


def test_one_player_with_many_games_does_not_delay_another(monkeypatch: pytest.MonkeyPatch):
    go, view, order = threading.Event(), some_view(), []

    def decide(request: BotRequest) -> Action:
        go.wait()
        order.append(request.game)
        return next(iter(legal_actions(view)))

    monkeypatch.setattr(bot_pool, "decide", decide)

    async def main() -> None:
        pool = BotPool(0, 60, Metrics())

        def ask(game: str, player: str) -> asyncio.Task[Action]:
            return asyncio.create_task(
                pool.decide("greedy", view, game=game, player=player, is_waited_for=True)
            )

        tasks = [ask(f"many{n}", "greedy") for n in range(30)]
        await asyncio.sleep(0)
        tasks.append(ask("one", "patient"))
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(*tasks)
        pool.close()

    asyncio.run(main())
    assert order.index("one") <= 2


def test_bots_that_search_leave_a_process_to_the_others(monkeypatch: pytest.MonkeyPatch):
    go, view = threading.Event(), some_view()
    searching: list[str] = []

    def ask(_pool: FairPool, _worker: Worker, request: BotRequest) -> Action:
        if request.bot == "pele":
            searching.append(request.game)
            go.wait()
        return next(iter(legal_actions(view)))

    monkeypatch.setattr(FairPool, "_ask", ask)

    async def main() -> None:
        pool = BotPool(3, 60, Metrics())

        def decide(bot: str, game: str) -> asyncio.Task[Action]:
            return asyncio.create_task(
                pool.decide(bot, view, game=game, player=game, is_waited_for=True)
            )

        try:
            searches = [decide("pele", f"slow{n}") for n in range(4)]
            await asyncio.wait_for(decide("pua", "quick"), PATIENCE)
            assert set(searching) <= {"slow0", "slow1"}
            go.set()
            await asyncio.wait_for(asyncio.gather(*searches), PATIENCE)
        finally:
            go.set()
            pool.close()

    asyncio.run(main())


def test_games_of_the_same_bot_do_not_share_their_memory():
    first, second = (bot_pool._agent("greedy", game) for game in ("one", "two"))
    assert first is not second
    assert first is bot_pool._agent("greedy", "one")


def test_closing_does_not_wait_for_a_long_decision(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bot_pool, "decide", never)

    async def main() -> None:
        pool = BotPool(1, 3600, Metrics())
        asking = asyncio.create_task(
            pool.decide("greedy", some_view(), game="g", player="p", is_waited_for=True)
        )
        while pool._pool._workers[0].process is None:
            await asyncio.sleep(0.01)
        pool.close()
        with pytest.raises(asyncio.CancelledError):
            await asking

    asyncio.run(main())
