"""Players who are away are told that it is their turn: once, and nothing that is secret."""

from __future__ import annotations

import asyncio
import json
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime

import http_ece
import httpcore
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from tests.server.games.test_hosting import Client, act

from kahuna.core import Seat
from kahuna.hosting.errors import ApiError
from kahuna.hosting.notices import PushWanted, QuietHours, Target, check_address, push_target
from kahuna.hosting.play.new_game import NewGame
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.seating import JoinGame, Seating
from kahuna.hosting.play.services import Sources
from kahuna.hosting.play.session import Session
from kahuna.hosting.play.tokens import token_hash
from kahuna.hosting.store import ONE_DAY, Player, TimeControl
from kahuna.server.metrics import Metrics
from kahuna.server.notices.messages import Notice, PushSigner, signature, write
from kahuna.server.notices.notifier import Notifier
from kahuna.server.notices.outgoing import ForbiddenAddressError, Outgoing, PublicNetwork, is_public
from kahuna.server.store.notice_rows import MAX_FAILURES, MAX_TARGETS
from kahuna.server.store.store import SqlGameStore

SIGNER = PushSigner(b"s" * 32, "mailto:operator@example.org")
AUTH = b"a" * 16
NOTICE = Notice("turn", "abcdefgh", "white", "Ben", 2_000_000_000.0)
HOOK = Target("webhook", "https://program.example/hook", secret="known to both")


class Browser:
    """A browser that has subscribed to a push service."""

    def __init__(self, name: str = "one") -> None:
        self._key = ec.derive_private_key(4711, ec.SECP256R1())
        public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.target = Target(
            "push",
            f"https://push.example/{name}",
            urlsafe_b64encode(public).decode(),
            urlsafe_b64encode(AUTH).decode(),
            "de",
        )

    def read(self, body: bytes) -> dict:
        return json.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=AUTH))


class Post:
    """Keeps what is sent, and answers as told."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, bytes]] = []
        self.status = 201
        self.error: OSError | None = None

    async def send(self, address: str, _headers: Mapping[str, str], body: bytes) -> int:
        if self.error is not None:
            raise self.error
        self.sent.append((address, body))
        return self.status


class Match:
    """A game over days on a database, and a clock that the test sets."""

    def __init__(self, store: SqlGameStore) -> None:
        self.now = 1_000_000.0
        self.store = store
        self.rows = store.notices
        self.registry = GameRegistry(store, sources=Sources(now=lambda: self.now))
        self.seating = Seating(self.registry)
        self.post = Post()
        self.notifier = Notifier(self.registry, self.rows, SIGNER, self.post.send)

    async def begin(self, own: Player | None = None, clock: TimeControl | None = None) -> None:
        wanted = NewGame(
            mode="online",
            seat="white",
            first="white",
            name="Ada",
            clock=clock or TimeControl("turn", 3 * ONE_DAY),
        )
        made = await self.seating.make(wanted, own)
        self.game = made["game"]
        async with self.registry.room(self.game) as room:
            joined = await self.seating.join(room, JoinGame(invite=made["invite"], name="Bob"))
        self.tokens = (made["token"], joined["token"])

    def renew(self, target: Target, seat: Seat) -> None:
        self.rows.renew(target, [token_hash(self.tokens[seat])], self.now)

    async def sit(self, seat: Seat) -> tuple[Session, Client]:
        client = Client()
        async with self.registry.room(self.game) as room:
            return await Session.open(self.registry, room, self.tokens[seat], client), client

    async def move(self, seat: Seat) -> None:
        """End a turn by drawing a card."""
        session, client = await self.sit(seat)
        actions = [choice["action"] for choice in client.state["legal"]]
        draw = next(action for action in actions if action.startswith("<"))
        await session.handle(act(draw, client.state, f"key {self.now}"))
        session.close()

    async def sweep(self, hours: float = 0) -> int:
        """Let time pass; return how many notices are sent then."""
        self.now += hours * 3600
        before = len(self.post.sent)
        await self.notifier.sweep()
        return len(self.post.sent) - before


@pytest.fixture
def play(db_url: str) -> Callable[[Callable[[Match], Awaitable[None]]], None]:
    """Run a test with a game over days."""

    def run(test: Callable[[Match], Awaitable[None]]) -> None:
        async def main() -> None:
            store = SqlGameStore(db_url, Metrics())
            match = Match(store)
            await match.begin()
            try:
                await test(match)
            finally:
                await match.registry.close()
                await store.close()

        asyncio.run(main())

    return run


def test_a_turn_is_told_once_and_reminded_once(play):
    async def test(match: Match) -> None:
        ada, bob = Browser("ada"), Browser("bob")
        match.renew(ada.target, Seat.WHITE)
        match.renew(bob.target, Seat.BLACK)
        again = Notifier(match.registry, match.rows, SIGNER, match.post.send)
        await asyncio.gather(match.notifier.sweep(), again.sweep())
        assert [address for address, _ in match.post.sent] == [
            bob.target.address,
            ada.target.address,
        ]
        assert "Partie hat begonnen" in bob.read(match.post.sent[0][1])["title"]
        assert ada.read(match.post.sent[1][1]) == {
            "title": "Bob spielt gegen dich: Du beginnst",
            "game": match.game,
            "until": match.now + 3 * ONE_DAY,
        }
        assert await match.sweep(1) == 0
        await match.move(Seat.WHITE)
        assert await match.sweep() == 1
        assert bob.read(match.post.sent[-1][1])["title"] == "Ada hat gezogen: Du bist am Zug"
        assert await match.sweep(72 - 18) == 0
        assert await match.sweep(1) == 1
        assert "läuft ab" in bob.read(match.post.sent[-1][1])["title"]
        assert await match.sweep(1) == 0

    play(test)


def test_who_looks_at_the_game_needs_no_notice(play):
    async def test(match: Match) -> None:
        match.renew(Browser().target, Seat.WHITE)
        session, _ = await match.sit(Seat.WHITE)
        assert await match.sweep() == 0
        session.close()
        assert await match.sweep(1) == 0
        assert await match.sweep(56) == 1  # The reminder.

    play(test)


def test_quiet_hours_postpone_a_notice(play):
    async def test(match: Match) -> None:
        hour = datetime.fromtimestamp(match.now, UTC).hour
        quiet = QuietHours(begin=hour, end=(hour + 2) % 24, zone="UTC")
        target = Browser().target
        match.renew(
            Target("push", target.address, target.p256dh, target.secret, "en", quiet), Seat.WHITE
        )
        assert await match.sweep() == 0
        assert await match.sweep(0.1) == 0
        assert await match.sweep(2) == 1

    play(test)


@pytest.mark.parametrize("status", [404, 410])
def test_a_forgotten_subscription_is_forgotten_here_too(play, status):
    async def test(match: Match) -> None:
        match.renew(Browser().target, Seat.WHITE)
        match.post.status = status
        assert await match.sweep() == 1
        await match.move(Seat.WHITE)
        await match.move(Seat.BLACK)
        assert await match.sweep() == 0
        match.post.status = 201
        match.renew(Browser().target, Seat.WHITE)  # The page was opened again.
        assert await match.sweep() == 1

    play(test)


def test_a_failure_is_tried_again_and_a_dead_target_given_up(play):
    async def test(match: Match) -> None:
        match.renew(HOOK, Seat.WHITE)
        match.post.status = 503
        assert await match.sweep() == 1
        assert await match.sweep() == 0
        match.post.error = OSError("no answer")
        assert await match.sweep(1) == 0
        match.post.error = None
        for _ in range(MAX_FAILURES - 2):
            assert await match.sweep(0.1) == 1
        assert await match.sweep(0.1) == 0
        match.renew(HOOK, Seat.WHITE)
        match.post.error = ForbiddenAddressError("it is a private address now")
        assert await match.sweep(0.1) == 0
        match.post.error = None
        assert await match.sweep(0.1) == 0

    play(test)


def test_a_node_that_dies_leaves_its_notice_to_another(play):
    async def test(match: Match) -> None:
        match.renew(HOOK, Seat.WHITE)
        (due,) = match.rows.due("turn", match.now)
        assert match.rows.claim(due, match.now)
        assert await match.sweep() == 0
        assert await match.sweep(0.1) == 1

    play(test)


def test_a_slow_target_does_not_hold_up_the_others(play):
    async def test(match: Match) -> None:
        slow = Target("webhook", "https://slow.example/", secret="s")
        match.renew(slow, Seat.WHITE)
        match.renew(HOOK, Seat.WHITE)
        is_told = asyncio.Event()

        async def send(address: str, _headers: Mapping[str, str], _body: bytes) -> int:
            if address == slow.address:
                await is_told.wait()
            is_told.set()
            return 200

        notifier = Notifier(match.registry, match.rows, SIGNER, send)
        async with asyncio.timeout(60):
            await notifier.sweep()
        assert await match.sweep() == 0

    play(test)


def test_only_holders_of_a_seat_are_told_on_few_devices_and_while_they_renew(play):
    async def test(match: Match) -> None:
        stranger = Target("webhook", "https://stranger.example/", secret="s")
        match.rows.renew(stranger, [token_hash("no token")], match.now)
        for number in range(MAX_TARGETS + 3):
            match.renew(Target("webhook", f"https://{number}.example/", secret="s"), Seat.WHITE)
        assert await match.sweep() == MAX_TARGETS
        assert "https://stranger.example/" not in dict(match.post.sent)
        await match.move(Seat.WHITE)
        match.renew(HOOK, Seat.BLACK)
        match.now += 61 * ONE_DAY
        match.rows.forget_unused(match.now)
        assert match.rows.due("turn", match.now - 60 * ONE_DAY) == []

    play(test)


def test_a_push_is_signed_and_for_the_browser_alone():
    browser = Browser()
    headers, body = write(NOTICE, browser.target, SIGNER, 1_999_000_000.0)
    assert b"Ben" not in body
    assert browser.read(body)["title"] == "Ben hat gezogen: Du bist am Zug"
    assert headers["TTL"] == "1000000"
    assert Vapid02.verify(headers["Authorization"])
    assert headers["Authorization"].endswith(f"k={SIGNER.public_key}")
    other = PushSigner(b"t" * 32, "mailto:operator@example.org")
    assert other.public_key != SIGNER.public_key


def test_a_webhook_is_signed():
    headers, body = write(NOTICE, HOOK, SIGNER, 1_999_000_000.0)
    assert json.loads(body) == {
        "type": "turn",
        "game": "abcdefgh",
        "seat": "white",
        "deadline": 2_000_000_000.0,
        "sent_at": 1_999_000_000,
    }
    assert headers["Kahuna-Signature"] == f"sha256={signature(HOOK.secret, body)}"


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example/x",
        "https://push.example:22/x",
        "https://user@push.example/x",
        "https:///nowhere",
        "https://[::1/x",
        "https://push.example/ü",
        "ftp://push.example/x",
    ],
)
def test_addresses_are_plain_https(address):
    with pytest.raises(ApiError):
        check_address(address)


def test_an_unknown_time_zone_is_refused():
    wanted = PushWanted(
        address="https://push.example/x",
        p256dh="A" * 16,
        auth="A" * 16,
        language="en",
        quiet=QuietHours(begin=22, end=7, zone="Atlantis/Capital"),
        tokens=[],
    )
    with pytest.raises(ApiError, match="Europe/Berlin"):
        push_target(wanted)


@pytest.mark.parametrize(
    ("begin", "end", "hour", "expected"),
    [(22, 7, 23, True), (22, 7, 3, True), (22, 7, 12, False), (9, 17, 9, True), (9, 17, 17, False)],
)
def test_quiet_hours_may_span_midnight(begin, end, hour, expected):
    at = datetime(2026, 1, 5, hour, 30, tzinfo=UTC).timestamp()
    assert QuietHours(begin=begin, end=end, zone="UTC").contains(at) is expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fd00::1", False),
        ("fe80::1", False),
        ("fec0::1", False),
        ("::ffff:127.0.0.1", False),
        ("2002:7f00:1::", False),
        ("64:ff9b::7f00:1", False),
        ("::7f00:1", False),
        ("::ffff:0:7f00:1", False),
    ],
)
def test_only_public_addresses_are_called(address, expected):
    assert is_public(address) is expected


class Wire(httpcore.AsyncNetworkBackend):
    """Notes to which address it should connect."""

    def __init__(self) -> None:
        self.hosts: list[str] = []

    async def connect_tcp(self, host: str, *_: object, **__: object) -> httpcore.AsyncNetworkStream:
        self.hosts.append(host)
        raise httpcore.ConnectError("there is no network here")


@contextmanager
def outgoing(addresses: list[str], wire: Wire) -> Iterator[Outgoing]:
    async def find(_host: str, _port: int) -> list[str]:
        return addresses

    yield Outgoing(PublicNetwork(wire, find))


@pytest.mark.parametrize(
    ("addresses", "reached"),
    [
        (["93.184.215.14"], ["93.184.215.14"]),
        (["10.0.0.1"], []),
        (["93.184.215.14", "10.0.0.1"], []),
        ([], []),
    ],
)
def test_the_address_that_was_checked_is_the_one_that_is_called(addresses, reached):
    wire = Wire()
    with outgoing(addresses, wire) as post, pytest.raises(OSError, match=r"public|network"):
        asyncio.run(post.send("https://program.example/hook", {}, b""))
    assert wire.hosts == reached


HUGE = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n"
REDIRECT = b"HTTP/1.1 302 Found\r\nLocation: https://10.0.0.1/\r\nContent-Length: 0\r\n\r\n"


class Answering(Wire):
    """Answers with the same bytes, again and again."""

    def __init__(self, answer: bytes) -> None:
        super().__init__()
        self.answer = answer

    async def connect_tcp(self, host: str, *_: object, **__: object) -> httpcore.AsyncNetworkStream:
        self.hosts.append(host)
        return httpcore.AsyncMockStream([self.answer, *[b"x" * 1000] * 3])


@pytest.mark.parametrize(("answer", "status"), [(REDIRECT, 302), (HUGE, 200)])
def test_redirects_are_not_followed_and_answers_are_not_read(answer, status):
    wire = Answering(answer)
    with outgoing(["93.184.215.14"], wire) as post:
        assert asyncio.run(post.send("https://program.example/hook", {}, b"")) == status
    assert wire.hosts == ["93.184.215.14"]


def test_an_answer_must_come_soon(monkeypatch):
    class Silent(Wire):
        async def connect_tcp(self, *_: object, **__: object) -> httpcore.AsyncNetworkStream:
            await asyncio.Event().wait()
            raise AssertionError

    monkeypatch.setattr("kahuna.server.notices.outgoing.SECONDS", 0.01)
    with outgoing(["93.184.215.14"], Silent()) as post, pytest.raises(TimeoutError):
        asyncio.run(post.send("https://program.example/hook", {}, b""))
