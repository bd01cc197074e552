"""Play a game against a bot, and learn and study, in an interpreter without any packages."""

# ruff: noqa: E402  Packages are blocked before anything is imported.

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from random import Random
from types import ModuleType
from typing import NoReturn

BLOCKED = {
    *("_multiprocessing", "alembic", "fastapi", "jax", "multiprocessing", "numpy", "orjson"),
    *("prometheus_client", "pydantic", "pydantic_core", "redis", "rich", "sqlalchemy", "starlette"),
    *("typer", "typing_extensions", "uvicorn", "kahuna.server", "kahuna.workers", "kahuna.train"),
}


class Blocker:
    """Refuses to import what a browser does not have."""

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name in BLOCKED or name.split(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"{name} is blocked", name=name)
        return None


def no_thread(_self: threading.Thread) -> NoReturn:
    raise RuntimeError("hosting starts no threads")


if __name__ == "__main__":  # Not where pytest looks for doctests.
    sys.meta_path.insert(0, Blocker())  # type: ignore[arg-type]
    threading.Thread.start = no_thread  # type: ignore[method-assign]

from kahuna.bots import BOTS
from kahuna.core import Action, View
from kahuna.hosting.learn.catalogue import render_catalogue
from kahuna.hosting.learn.lessons import list_lessons, open_lesson
from kahuna.hosting.learn.puzzles import list_puzzles, open_puzzle
from kahuna.hosting.learn.rules import open_rules
from kahuna.hosting.play.bot_turns import BotTurns
from kahuna.hosting.play.clock_watch import ClockWatch
from kahuna.hosting.play.messages import Act, Resign
from kahuna.hosting.play.new_game import NewGame
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.seating import Seating
from kahuna.hosting.play.session import Session
from kahuna.hosting.store import MemoryStore
from kahuna.hosting.study.analysis import ActionsSoFar, Study, open_study
from kahuna.hosting.study.replay import finished_game, render_replay
from kahuna.i18n import LANGUAGES


class Bots:
    """Decides in the event loop, as a browser does."""

    async def decide(self, bot: str, view: View, **_: object) -> Action:
        return BOTS[bot](Random(1)).decide(view)


class Page:
    """Keeps the game as a page would."""

    def __init__(self) -> None:
        self.state: dict = {}

    def send(self, data: bytes) -> None:
        self.state |= json.loads(data).get("state", {})

    def finish(self) -> None:
        pass


async def main() -> None:
    registry = GameRegistry(MemoryStore())
    registry.open()
    ClockWatch(registry).open()
    BotTurns(registry, Bots()).open()
    made = await Seating(registry).make(NewGame(mode="bot", bot="greedy", seat="white"))
    page, rng, number = Page(), Random(7), 0
    async with registry.room(made["game"]) as room:
        session = await Session.open(registry, room, made["token"], page)
        while page.state["outcome"] is None:
            if page.state["legal"]:
                number += 1
                action = rng.choice(page.state["legal"])["action"]
                version = page.state["version"]
                await session.handle(
                    Act(type="act", key=f"k{number}", version=version, action=action)
                )
            await asyncio.sleep(0)
        session.close()
    record, _ = await finished_game(registry, made["game"])
    assert len(render_replay(record)) == len(record.plies) + 1
    study = await open_study(registry, Study(game=made["game"], ply=3), "de")
    assert study["state"]["legal"]

    another = await Seating(registry).make(NewGame(mode="bot", bot="random", seat="white"))
    async with registry.room(another["game"]) as room:
        session = await Session.open(registry, room, another["token"], page)
        await session.handle(Resign(type="resign"))
        assert page.state["outcome"]["winner"] == "black"
    await registry.close()

    lesson = list_lessons()["lessons"][0]["key"]
    assert open_lesson(lesson, ActionsSoFar())["state"]["legal"]
    puzzle = list_puzzles()["daily"]
    assert puzzle is not None
    assert open_puzzle(puzzle, ActionsSoFar(), "en")["stage"] == "playing"
    for language in LANGUAGES:
        solution = open_puzzle(puzzle, ActionsSoFar(), language, is_revealed=True)["solution"]
        assert all(step["move"]["words"] for step in solution)
    assert open_rules("it", "ksr")["chapters"]
    assert render_catalogue()["bots"]
    print("over:", record.outcome)


if __name__ == "__main__":
    asyncio.run(main())
