"""A hub on Redis: publish/subscribe for hints and attendance, a script for shared rate limits.

Each game has a channel, to which those nodes subscribe that display it. All nodes subscribe to one
further channel, on which they tell that they are alive. Nothing but rate limits is stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
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
from redis.exceptions import RedisError

from kahuna.core import Seat
from kahuna.server.games.hub import Attendance, HubListener
from kahuna.server.tracing import current_request, serving

LOG = logging.getLogger(__name__)

PREFIX: Final = "kahuna:game:"
NODES: Final = "kahuna:nodes"
PING_SECONDS: Final = 0.25
"""Time between two checks whether messages still arrive."""
SILENT_SECONDS: Final = 0.8
"""Without a message for this long, hints cannot be relied on."""
RECONNECT_SECONDS: Final = 3.0
"""Without a message for this long, connect anew."""
SEND_SECONDS: Final = 0.5
"""How long Redis may take for everything that waits to be sent."""
TAKE_SECONDS: Final = 0.1
"""How long Redis may take for a rate limit."""
ALIVE_SECONDS: Final = 2.0
"""Time between two signs of life of a node …"""
GONE_SECONDS: Final = 7.0
"""… and without one for how long it counts as gone."""
MAX_BACKOFF: Final = 2.0
MAX_WAITING: Final = 10_000
"""Messages that may wait to be sent; the oldest are dropped."""

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


def _log_unexpected(error: Exception) -> None:
    # Besides its own errors, the client raises RuntimeError when another task closes a connection.
    if not isinstance(error, (*_ERRORS, RuntimeError)):
        LOG.error("the hub failed", exc_info=error)


class RedisHub:
    """Implements :class:`kahuna.server.games.hub.Hub` on Redis."""

    def __init__(self, url: str) -> None:
        self._node = token_hex(8)
        self._redis: Redis = Redis.from_url(
            url, socket_connect_timeout=SEND_SECONDS, retry=Retry(NoBackoff(), 0)
        )
        self._take = self._redis.register_script(_TAKE)
        self._listener: HubListener | None = None
        self._pubsub: PubSub | None = None
        self._subscribed: set[str] = set()
        """Channels that were asked for on the present connection."""
        self._is_watching_changed = False
        self._is_broken = False
        """Whether something could not be sent: connect anew."""
        self._heard_at = -SILENT_SECONDS
        self._was_reliable = False
        self._outbox: deque[tuple[str, bytes]] = deque(maxlen=MAX_WAITING)
        self._wake = asyncio.Event()
        self._own: dict[str, Attendance] = {}
        """The games that are watched, and who is connected to them here."""
        self._others: dict[str, dict[str, Attendance]] = {}
        """Who is connected at other nodes, by game and node."""
        self._alive: dict[str, float] = {}
        """When another node gave a sign of life."""
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_reliable(self) -> bool:
        """Whether messages have arrived within the last moment."""
        return monotonic() - self._heard_at < SILENT_SECONDS

    def open(self, listener: HubListener) -> None:
        """Begin to listen; connect in the background."""
        self._listener = listener
        for work in (self._listen(), self._send(), self._give_signs_of_life()):
            self._tasks.append(asyncio.create_task(work))

    async def close(self) -> None:
        """Tell the others that this node leaves, and disconnect."""
        self._post(NODES, "bye")
        with suppress(*_ERRORS):
            async with asyncio.timeout(SEND_SECONDS):
                await self._flush_outbox()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(*_ERRORS):
            await self._redis.aclose()

    def publish(self, game: str, version: int) -> None:
        """Tell the others that a game has this version now."""
        self._post(PREFIX + game, "version", version, current_request())

    def watch(self, game: str, attendance: Attendance) -> None:
        """Listen to a game, and tell the others who is connected to it here."""
        is_new = game not in self._own
        self._own[game] = attendance
        self._is_watching_changed |= is_new
        if not is_new:
            self._post_attendance(game, is_question=False)
        elif PREFIX + game in self._subscribed:
            self._check_again(game)  # It was watched a moment ago; hints were dropped since.
        else:
            self._wake.set()  # Everything else follows when the subscription is confirmed.

    def unwatch(self, game: str) -> None:
        """Stop listening to a game."""
        if self._own.pop(game, None) is not None:
            self._is_watching_changed = True
            self._others.pop(game, None)
            self._post(PREFIX + game, "attendance", 0, 0, False)

    async def take(self, key: str, rate: float, burst: int) -> bool | None:
        """Take a token from a bucket that all nodes share; ``None`` if Redis does not answer."""
        if not self.is_reliable:
            return None
        name = f"kahuna:rate:{sha256(key.encode()).hexdigest()[:32]}"
        try:
            async with asyncio.timeout(TAKE_SECONDS):
                return bool(await self._take(keys=[name], args=[rate, burst]))
        except _ERRORS:
            return None

    # Send.

    def _post(self, channel: str, kind: str, *values: object) -> None:
        self._outbox.append((channel, orjson.dumps([self._node, kind, *values])))
        self._wake.set()

    def _post_attendance(self, game: str, *, is_question: bool) -> None:
        """Tell who is connected here; ask the same of the others if this is a question."""
        own = self._own[game]
        seats = sum(1 << seat for seat in own.seats)
        self._post(PREFIX + game, "attendance", seats, own.spectators, is_question)

    async def _send(self) -> None:
        """Send what waits, subscribe to what is watched, and check the connection."""
        pinged_at = 0.0
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(PING_SECONDS):
                    await self._wake.wait()
            self._wake.clear()
            pubsub = self._pubsub
            try:
                async with asyncio.timeout(SEND_SECONDS):
                    await self._flush_outbox()
                    await self._flush_subscriptions()
                    if monotonic() - pinged_at >= PING_SECONDS and pubsub is not None:
                        pinged_at = monotonic()
                        await pubsub.ping()
            except Exception as error:  # Whatever it was, go on.
                if pubsub is self._pubsub:  # Otherwise it was closed meanwhile.
                    _log_unexpected(error)
                self._outbox.clear()  # Hints are soon out of date.
                self._is_broken = True
                await asyncio.sleep(PING_SECONDS)

    async def _flush_outbox(self) -> None:
        if not self._outbox:
            return
        messages = list(self._outbox)
        self._outbox.clear()
        pipeline = self._redis.pipeline(transaction=False)
        for channel, message in messages:
            pipeline.publish(channel, message)
        await pipeline.execute()

    async def _flush_subscriptions(self) -> None:
        """Subscribe to the channels of all games that are watched, and to no others."""
        pubsub = self._pubsub
        if pubsub is None or not self._is_watching_changed:
            return
        self._is_watching_changed = False
        wanted = {PREFIX + game for game in self._own}
        if new := wanted - self._subscribed:
            self._subscribed |= new
            await pubsub.subscribe(*new)
        if old := self._subscribed - wanted:
            self._subscribed -= old
            await pubsub.unsubscribe(*old)

    async def _give_signs_of_life(self) -> None:
        while True:
            self._post(NODES, "alive")
            now = monotonic()
            if self.is_reliable:
                for node in [n for n, at in self._alive.items() if now - at > GONE_SECONDS]:
                    self._forget(node)
            await asyncio.sleep(ALIVE_SECONDS)

    # Listen.

    async def _listen(self) -> None:
        """Read messages; connect again and again, with pauses that grow."""
        pause = 0.1
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(NODES)
                    self._subscribed = set()
                    self._is_watching_changed = True
                    self._is_broken = False
                    self._pubsub = pubsub
                    self._wake.set()
                    began = monotonic()
                    try:
                        while not self._is_broken:
                            if monotonic() - max(began, self._heard_at) > RECONNECT_SECONDS:
                                break
                            message = await pubsub.get_message(timeout=PING_SECONDS)
                            if message is not None:
                                pause = 0.1
                                self._receive(message)
                    finally:
                        self._pubsub = None  # Nobody may use what is being closed.
            except Exception as error:  # Whatever it was, connect again.
                _log_unexpected(error)
            if self._was_reliable:
                self._was_reliable = False
                LOG.warning("Redis does not answer; looking for changes in the database")
            await asyncio.sleep(pause * uniform(0.5, 1.5))
            pause = min(MAX_BACKOFF, 2 * pause)

    def _receive(self, message: dict[str, Any]) -> None:
        is_back = not self.is_reliable
        self._heard_at = monotonic()
        self._was_reliable = True
        if is_back:
            self._recover()
        channel = message["channel"].decode() if message["channel"] else ""
        game = channel.removeprefix(PREFIX) if channel.startswith(PREFIX) else None
        if message["type"] == "subscribe" and game is not None:
            self._check_again(game)
        elif message["type"] == "message":
            with suppress(ValueError, TypeError):
                node, kind, *values = orjson.loads(message["data"])
                if node != self._node:
                    self._hear(node, game, kind, values)

    def _recover(self) -> None:
        """Look at everything again: messages were lost."""
        now = monotonic()
        self._alive = dict.fromkeys(self._alive, now)
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
        if kind == "version":
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

    def _forget(self, node: str) -> None:
        """Drop a node that is gone."""
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
