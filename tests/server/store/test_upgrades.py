"""A slow game survives upgrades of the server.

Each dump is a database of an earlier version, as ``sqlite3 games.db .dump`` writes it, with a
running game over days and what that version added. Do not change them.
"""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine

from kahuna.core import Seat
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.services import Sources
from kahuna.hosting.store import ONE_DAY
from kahuna.server.metrics import Metrics
from kahuna.server.store.account_rows import find_account
from kahuna.server.store.store import SqlGameStore
from kahuna.server.store.tables import METADATA
from kahuna.server.vacations import Vacations

DUMPS = sorted(Path(__file__).parent.glob("version_*.sql"))
GAME = "0ldAFE-N444bRZNY"
ACCOUNT = "AdaAdaAdaAdaAda0"
NOW = 1_794_962_600.0
"""Shortly after the last move of the game."""


@pytest.fixture(params=DUMPS, ids=lambda dump: dump.stem)
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A database of an earlier version."""
    file = tmp_path / "games.db"
    connection = sqlite3.connect(file)
    connection.executescript(request.param.read_text())
    connection.close()
    return file


def test_a_slow_game_goes_on_after_an_upgrade(file: Path):
    async def main() -> None:
        store = SqlGameStore(f"sqlite:///{file}", Metrics())
        now = NOW
        registry = GameRegistry(store, sources=Sources(now=lambda: now))
        async with registry.room(GAME) as room:
            game = room.game
            assert game.mover is Seat.WHITE
            assert 0.9 * ONE_DAY < game.deadline - now < ONE_DAY
            now += 1000
            while (seat := game.mover) is Seat.WHITE:
                *_, action = game.render(seat, (seat,), (), now)["legal"]
                update = game.act(
                    seat,
                    action["action"],
                    version=game.version(seat),
                    key=f"key {game.num_changes}",
                    at=now,
                )
                await registry.commit(room, update)
        assert (await store.load(GAME)).metadata.deadline == now + ONE_DAY
        now += 2 * ONE_DAY
        assert await store.due_games(now) == [GAME]
        await registry.close()
        await store.close()

    asyncio.run(main())


def test_an_upgrade_makes_the_tables_of_this_version(file: Path):
    async def main() -> None:
        store = SqlGameStore(f"sqlite:///{file}", Metrics())
        engine = create_engine(f"sqlite:///{file}")
        with engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        engine.dispose()
        rows = store.notices
        # A turn that was told before the upgrade is not told again.
        assert rows.due("turn", NOW) == []
        registry = GameRegistry(store, sources=Sources(now=lambda: NOW))
        if await store.query(lambda tables: find_account(tables, ACCOUNT)):
            deadline = (await store.load(GAME)).metadata.deadline
            await Vacations(registry, store).begin(ACCOUNT, 3)
            assert (await store.load(GAME)).metadata.deadline == deadline + 3 * ONE_DAY
        assert rows.due("turn", NOW) == []
        await registry.close()
        await store.close()

    asyncio.run(main())
