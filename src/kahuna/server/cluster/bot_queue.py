"""The queue of bot turns: jobs on PostgreSQL, with procrastinate.

A job is added in the transaction that makes it a bot's turn, so neither is ever stored without the
other. A job only names the game. The bot's decision is written only if the game still has the
version the bot decided on: if two workers take the same turn, the bot moves once.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, cast

from procrastinate import App, SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import Job
from procrastinate.schema import SchemaManager
from psycopg import Connection as PsycopgConnection
from sqlalchemy import Connection, inspect, text

from kahuna.hosting.store import ConflictError, GameUpdate, StorageError

QUEUE: Final = "bots"
TASK: Final = "kahuna.play_bot"

_WAITED_FOR: Final = 1000
"""Priority of a turn that somebody is waiting for; all others have 0."""
_NUM_WAITING: Final = text(
    "SELECT args->>'player', count(*) FROM procrastinate_jobs"
    " WHERE status = 'todo' AND queue_name = 'bots' AND args->>'player' = ANY(:players) GROUP BY 1"
)


class BotQueue:
    """Adds jobs; extends a :class:`~kahuna.server.store.database.Database`."""

    def __init__(self) -> None:
        # Jobs are added only on connections of the database.
        self._app = App(connector=SyncPsycopgConnector())

    def create_tables(self, connection: Connection) -> None:
        """Create the tables of the queue if they do not exist; the caller holds a lock."""
        if not inspect(connection).has_table("procrastinate_jobs"):
            _driver_connection(connection).execute(SchemaManager.get_schema())

    def on_write(self, connection: Connection, updates: Sequence[GameUpdate]) -> None:
        """Add a job for each game in which it is a bot's turn now."""
        begun = [update for update in updates if _begins_bot_turn(update)]
        if not begun:
            return
        players = [_player(update) for update in begun]
        counts = connection.execute(_NUM_WAITING, {"players": [p for p in players if p]})
        num_waiting = {str(player): int(num) for player, num in counts}
        jobs = []
        for update, player in zip(begun, players, strict=True):
            priority = 0
            if player is not None:
                # Serve players in turn: the more turns a player has queued, the later the next.
                rank = num_waiting[player] = num_waiting.get(player, 0) + 1
                priority = max(1, _WAITED_FOR - rank)
            jobs.append(
                make_job(update.game, _version(update), priority, player, request=update.request)
            )
        try:
            self._app.job_manager.batch_defer_jobs(
                jobs=jobs, connection=_driver_connection(connection)
            )
        except AlreadyEnqueued:
            raise ConflictError("the job already exists") from None
        except ConnectorException as error:
            raise StorageError(type(error).__name__) from error


def make_job(
    game: str,
    version: int,
    priority: int = 0,
    player: str | None = None,
    *,
    is_late: bool = False,
    request: str | None = None,
) -> Job:
    """Return a job that plays the bot turn starting at a version of a game."""
    return Job(
        queue=QUEUE,
        task_name=TASK,
        lock=None,
        queueing_lock=f"{game}:{version}",
        priority=priority,
        task_kwargs={"game": game, "player": player, "is_late": is_late, "request": request},
    )


def _begins_bot_turn(update: GameUpdate) -> bool:
    before, after = update.before, update.after
    if after is None or after.bot_to_move is None:
        return False
    return before is None or before.bot_to_move is None


def _version(update: GameUpdate) -> int:
    """Return the version that a game has after an update."""
    return 0 if update.before is None else update.before.revision + 1


def _player(update: GameUpdate) -> str | None:
    """Return the hash of the player who is waiting for a bot.

    The creator of a new game counts as waiting: they are about to open it.
    """
    origin = update.game if update.before is None else update.origin
    return None if origin is None else player_hash(origin)


def player_hash(player: str) -> str:
    """Return a short hash, so that no address is stored; players may share one."""
    return blake2b(player.encode(), digest_size=2).hexdigest()


def _driver_connection(connection: Connection) -> PsycopgConnection:
    return cast("PsycopgConnection", connection.connection.driver_connection)
