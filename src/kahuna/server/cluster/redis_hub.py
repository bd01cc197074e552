"""A hub on Redis: publish/subscribe for hints and attendance, a script for shared rate limits.

Each game has a channel; the nodes that display the game subscribe to it. All nodes share one more
channel for heartbeats. Only rate limits and short-lived texts are stored.

Redis drops no messages while a connection stays open, so messages are lost only together with a
connection. A node that reconnects checks all its games again and makes the other nodes do so too.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from hashlib import sha256
from random import uniform
from secrets import token_hex
from time import monotonic
from typing import Any, Final

import orjson
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError

from kahuna.core import Seat
from kahuna.hosting.play.room import Attendance
from kahuna.server.cluster.hub import HubListener
from kahuna.server.tracing import current_request, serving

LOG = logging.getLogger(__name__)

PREFIX: Final = "kahuna:game:"
NODES: Final = "kahuna:nodes"
PING_SECONDS: Final = 0.25
"""Time between checks that messages still arrive."""
SILENT_SECONDS: Final = 0.8
"""After this long without a message, do not rely on hints."""
RECONNECT_SECONDS: Final = 3.0
"""After this long without a message or an answer, reconnect."""
MAX_OUTBOX: Final = 10_000
"""Messages that may wait to be published; beyond that, they are dropped."""
CONNECT_SECONDS: Final = 1.0
"""How long connecting may take."""
TAKE_SECONDS: Final = 0.1
"""How long Redis may take to check a rate limit."""
ALIVE_SECONDS: Final = 0.5
"""Time between heartbeats."""
LATE_SECONDS: Final = 1.0
"""After this long without a heartbeat, hints from a node may be missing."""
GONE_SECONDS: Final = 7.0
"""After this long without a heartbeat, a node counts as gone."""
MAX_BACKOFF: Final = 2.0

# The generic cell rate algorithm: the key holds the time at which the bucket will be full again.
_TAKE: Final = """
local clock = redis.call('TIME')
local now = clock[1] + clock[2] / 1000000
local interval = 1 / tonumber(ARGV[1])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now) + interval
if full - now > interval * tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], string.format('%.6f', full), 'PX', math.ceil((full - now) * 1000))
return 1
"""

_ERRORS: Final = (RedisError, OSError, TimeoutError)


class RedisHub:
    """Implements :class:`kahuna.server.cluster.hub.Hub` on Redis."""

    def __init__(self, url: str) -> None:
        self._node = token_hex(8)
        self._redis: Redis = Redis.from_url(
            url,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=RECONNECT_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )
        self._take = self._redis.register_script(_TAKE)
        self._listener: HubListener | None = None
        self._outbox: list[tuple[str, bytes]] = []
        """Messages to publish, with their channels."""
        self._changed: set[str] = set()
        """Games to subscribe to, or to unsubscribe from."""
        self._wake = asyncio.Event()
        self._heard_at = -SILENT_SECONDS
        self._own: dict[str, Attendance] = {}
        """The games that are watched, and who is connected to them here."""
        self._others: dict[str, dict[str, Attendance]] = {}
        """Who is connected at other nodes, by game and node."""
        self._alive: dict[str, float] = {}
        """When each other node last sent a heartbeat."""
        self._tasks: list[asyncio.Task[None]] = []
        self._is_closing = False
        """Needed because an error at the same moment may replace the cancellation."""

    @property
    def is_reliable(self) -> bool:
        """Whether Redis responds and no node seems to be cut off from it."""
        if not self._is_connected:
            return False
        now = monotonic()
        return all(now - at < LATE_SECONDS for at in self._alive.values())

    @property
    def _is_connected(self) -> bool:
        """Whether messages have arrived recently."""
        return monotonic() - self._heard_at < SILENT_SECONDS

    def open(self, listener: HubListener) -> None:
        """Start listening; connect in the background."""
        self._listener = listener
        for work in (self._stay_connected(), self._give_signs_of_life()):
            self._tasks.append(asyncio.create_task(work))

    async def close(self) -> None:
        """Tell the other nodes that this one is leaving, and disconnect."""
        self._is_closing = True
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=RECONNECT_SECONDS)
        with suppress(*_ERRORS):
            async with asyncio.timeout(TAKE_SECONDS):
                await self._redis.publish(NODES, self._encode("bye"))
        with suppress(*_ERRORS):
            await self._redis.aclose()

    def publish(self, game: str, revision: int) -> None:
        """Tell the other nodes that a game now has this revision."""
        self._post(PREFIX + game, "revision", revision, current_request())

    def watch(self, game: str, attendance: Attendance) -> None:
        """Listen to a game, and tell the other nodes who is connected to it here."""
        is_new = game not in self._own
        self._own[game] = attendance
        if is_new:
            # Everything else follows when the subscription is confirmed.
            self._changed.add(game)
            self._wake.set()
        else:
            self._post_attendance(game, is_question=False)

    def unwatch(self, game: str) -> None:
        """Stop listening to a game."""
        if self._own.pop(game, None) is not None:
            self._others.pop(game, None)
            self._post(PREFIX + game, "attendance", 0, 0, False)
            self._changed.add(game)

    async def take(self, key: str, rate: float, burst: int) -> bool | None:
        """Take a token from a bucket that all nodes share; ``None`` if Redis does not respond."""
        if not self._is_connected:
            return None
        name = f"kahuna:rate:{sha256(key.encode()).hexdigest()[:32]}"
        try:
            async with asyncio.timeout(TAKE_SECONDS):
                return bool(await self._take(keys=[name], args=[rate, burst]))
        except _ERRORS:
            return None

    async def remember(self, key: str, value: str, seconds: int) -> None:
        """Store a short text for a while; Redis may lose it."""
        with suppress(*_ERRORS):
            async with asyncio.timeout(TAKE_SECONDS):
                await self._redis.set(f"kahuna:{key}", value, ex=seconds)

    async def recall(self, key: str) -> str | None:
        """Return a stored text, or ``None`` if it is gone or Redis does not respond."""
        with suppress(*_ERRORS):
            async with asyncio.timeout(TAKE_SECONDS):
                value = await self._redis.get(f"kahuna:{key}")
                return value.decode() if isinstance(value, bytes) else value
        return None

    # Send.

    def _post(self, channel: str, kind: str, *values: object) -> None:
        """Publish a message soon; drop it if there is no connection."""
        if self._is_connected and len(self._outbox) < MAX_OUTBOX:
            self._outbox.append((channel, self._encode(kind, *values)))
            self._wake.set()

    def _encode(self, kind: str, *values: object) -> bytes:
        return orjson.dumps([self._node, kind, *values])

    def _post_attendance(self, game: str, *, is_question: bool) -> None:
        """Publish who is connected here; as a question, also ask the other nodes."""
        own = self._own[game]
        seats = sum(1 << seat for seat in own.seats)
        self._post(PREFIX + game, "attendance", seats, own.spectators, is_question)

    async def _give_signs_of_life(self) -> None:
        while True:
            self._post(NODES, "alive")
            now = monotonic()
            if self._is_connected:
                for node in [n for n, at in self._alive.items() if now - at > GONE_SECONDS]:
                    self._forget(node)
            await asyncio.sleep(ALIVE_SECONDS)

    # Listen.

    async def _stay_connected(self) -> None:
        """Keep connecting, with exponential backoff."""
        pause = 0.1
        while True:
            began = monotonic()
            try:
                async with self._redis.pubsub() as channels:
                    await self._use(channels)
            except* ResponseError as errors:
                # The rest of the text may name a game.
                words = {str(error).partition(" ")[0] for error in errors.exceptions}
                LOG.error("Redis rejected a command: %s", ", ".join(sorted(words)))
            except* _ERRORS:
                LOG.warning("Redis does not respond; polling the database for changes")
            except* Exception:  # Reconnect after any error.
                LOG.exception("the hub failed")
            self._heard_at = -SILENT_SECONDS  # From now on messages are lost.
            if self._is_closing:
                return
            if monotonic() - began > MAX_BACKOFF:
                pause = 0.1
            await asyncio.sleep(pause * uniform(0.5, 1.5))
            pause = min(MAX_BACKOFF, 2 * pause)

    async def _use(self, channels: PubSub) -> None:
        """Send and receive until an error occurs."""
        self._outbox.clear()
        self._changed.clear()
        await channels.subscribe(NODES, *(PREFIX + game for game in self._own))
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._listen(channels))
            tasks.create_task(self._send(channels))
            tasks.create_task(self._ping(channels))

    async def _ping(self, channels: PubSub) -> None:
        while True:
            await asyncio.sleep(PING_SECONDS)
            await channels.ping()

    async def _send(self, channels: PubSub) -> None:
        """Send everything that has accumulated, again and again."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            changed, self._changed = self._changed, set()
            outbox, self._outbox = self._outbox, []
            if started := [PREFIX + game for game in changed if game in self._own]:
                await channels.subscribe(*started)
            if ended := [PREFIX + game for game in changed if game not in self._own]:
                await channels.unsubscribe(*ended)
            if outbox:
                async with self._redis.pipeline(transaction=False) as commands:
                    for channel, message in outbox:
                        commands.publish(channel, message)
                    await commands.execute()

    async def _listen(self, channels: PubSub) -> None:
        is_first = True
        while message := await channels.get_message(timeout=RECONNECT_SECONDS):
            is_back = not self._is_connected
            self._heard_at = monotonic()
            if is_back:
                self._alive = dict.fromkeys(self._alive, self._heard_at)
                if not is_first:  # At first, confirmed subscriptions do the same.
                    self._check_all_again()
            is_first = False
            self._receive(message)
        raise TimeoutError

    def _receive(self, message: dict[str, Any]) -> None:
        channel = (message["channel"] or b"").decode()
        game = channel.removeprefix(PREFIX) if channel.startswith(PREFIX) else None
        if message["type"] == "subscribe" and game is not None:
            self._check_again(game)
        elif message["type"] == "message":
            with suppress(ValueError, TypeError, LookupError):
                node, what, *values = orjson.loads(message["data"])
                if node != self._node:
                    self._hear(node, game, what, values)

    def _check_all_again(self) -> None:
        """Check all games again: messages may have been lost."""
        for game in self._own:
            self._check_again(game)

    def _check_again(self, game: str) -> None:
        if game in self._own and self._listener is not None:
            self._listener.game_changed(game, None)
            self._post_attendance(game, is_question=True)

    def _hear(self, node: str, game: str | None, kind: str, values: list[Any]) -> None:
        self._alive[node] = monotonic()
        if kind == "bye":
            self._forget(node)
        if game is None or game not in self._own or self._listener is None:
            return
        if kind == "revision":
            with serving(values[1] if len(values) > 1 else None):
                self._listener.game_changed(game, int(values[0]))
                LOG.info("another node has changed a game")
        elif kind == "attendance":
            bits, spectators, is_question = values
            seats = tuple(seat for seat in Seat if bits >> seat & 1)
            self._others.setdefault(game, {})[node] = Attendance(seats, spectators)
            self._tell_attendance(game)
            if is_question:
                self._post_attendance(game, is_question=False)
                # That node was disconnected, so its messages were lost.
                self._listener.game_changed(game, None)

    def _forget(self, node: str) -> None:
        """Forget a node that is gone."""
        self._alive.pop(node, None)
        for game, known in self._others.items():
            if known.pop(node, None) is not None:
                self._tell_attendance(game)

    def _tell_attendance(self, game: str) -> None:
        known = self._others[game].values()
        seats = tuple(seat for seat in Seat if any(seat in there.seats for there in known))
        assert self._listener is not None
        others = Attendance(seats, sum(there.spectators for there in known))
        self._listener.attendance_changed(game, others)
