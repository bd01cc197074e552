"""Fuzzing: no input crashes the server, hangs it or makes it leak."""

from __future__ import annotations

import json
import re
import string
import time
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.specs.openapi.checks import (
    negative_data_rejection,
    positive_data_acceptance,
    unsupported_method,
)
from tests.server.harness import PATIENCE, SERVER_MESSAGE, Server, exposition, is_closed, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kahuna.hosting.play.messages import MAX_MESSAGE

SEEDS = 12
MESSAGES = 60


def valid(rng: Random) -> dict[str, object]:
    """A message of the protocol that need not make sense."""
    action = rng.choice(["<*", ".", "xA", "+AB/A", "-CK/CK", "=AB", "!AB", "<H", "zz", "+AB/Z"])
    key = "".join(rng.choices(string.ascii_letters, k=rng.randint(1, 64)))
    version = rng.choice([0, 1, 1000, 2**53, rng.randint(0, 5000)])
    return rng.choice(
        [
            {"type": "hello"},
            {"type": "hello", "token": key},
            {"type": "act", "key": key, "version": version, "action": action},
            {"type": "undo", "key": key, "version": version},
            {"type": "preview", "action": action},
            {"type": "offer_draw"},
            {"type": "answer_draw", "accept": rng.random() < 0.5},
            {"type": "rematch"},
            {"type": "reveal"},
            {"type": "ping"},
        ]
    )


def spoiled(rng: Random) -> str | bytes:
    """Something that is nearly, or not at all, a message."""
    message = valid(rng)
    oddities = [None, -1, 1e308, True, [], {}, "", "\x00", "A" * 500, {"a": {"b": []}}, "😀"]
    match rng.randrange(10):
        case 0:
            return rng.randbytes(rng.randint(0, 200))
        case 1:
            return "".join(chr(rng.randrange(32, 0xD7FF)) for _ in range(rng.randint(0, 200)))
        case 2:
            message[rng.choice(list(message))] = rng.choice(oddities)
        case 3:
            message[rng.choice(["x", "token", "seat", "__proto__"])] = rng.choice(oddities)
        case 4:
            del message[rng.choice(list(message))]
        case 5:
            return "[" * rng.randint(1, MAX_MESSAGE)
        case 6:
            text = json.dumps(message)
            return text[: rng.randrange(len(text))]
        case 7:
            return json.dumps([message])
        case 8:
            return json.dumps(message) * 2
        case 9:
            return json.dumps(message).encode()
    return json.dumps(message)


def answers(socket: ClientConnection) -> Iterator[str]:
    """What comes back, up to the answer to a question that nobody else asks."""
    socket.send('{"type":"undo","key":"last?","version":999999}')
    while True:
        text = socket.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        SERVER_MESSAGE.validate_json(text, strict=True)
        yield text
        if '"key":"last?"' in text:
            return


def num_bad_messages(server: Server) -> float:
    """How many messages the server has refused because it could not read them."""
    text = exposition(server.metrics)
    found = re.search(r'^kahuna_refusals_total\{code="bad_message"\} (\S+)$', text, re.MULTILINE)
    return float(found[1]) if found else 0.0


@pytest.mark.parametrize("seed", range(SEEDS))
def test_garbage_is_refused_and_the_game_goes_on(server: Server, seed: int):
    rng = Random(seed)
    before = num_bad_messages(server)
    game, white, black = server.make_online(first="white")
    with server.sit(game, black) as bob, server.sit(game, white) as ada:
        secret = json.dumps(bob.state["own"])
        attacker = (ada, server.sit(game))[seed % 2]
        for _ in range(MESSAGES):
            attacker.socket.send(spoiled(rng))
            if rng.random() < 0.3:
                attacker.socket.send(json.dumps(valid(rng)))
        for text in answers(attacker.socket):
            assert secret not in text
        attacker.close()
        with server.sit(game, white) as again:
            if again.state["to_move"] == "white":
                again.act("<*" if not again.state["blocked"] else ".")
            bob.drain()
            assert bob.ask("ping", "pong")
    assert server.http.get("/healthz").status_code == 200
    assert num_bad_messages(server) > before


def test_garbage_before_hello_is_refused(server: Server):
    made = server.make("online")
    url = f"ws://127.0.0.1:{server.port}/api/games/{made['game']}/socket"
    with connect(url, open_timeout=PATIENCE) as socket:
        for message in ("x", b"\x00", '{"type":"ping"}', '{"type":"hello","token":"no"}'):
            socket.send(message)
        codes = [json.loads(socket.recv(timeout=PATIENCE))["code"] for _ in range(4)]
        assert codes == ["bad_message", "bad_message", "hello_first", "unknown_token"]
        socket.send('{"type":"hello"}')
        assert json.loads(socket.recv(timeout=PATIENCE))["state"]["viewer"] == "spectator"


def test_a_message_that_is_too_large_ends_the_connection(server: Server):
    made = server.make("online")
    with server.sit(made["game"], made["token"]) as ada:
        ada.socket.send("x" * (MAX_MESSAGE + 1))
        assert is_closed(ada)
    with server.sit(made["game"], made["token"]) as ada:
        assert ada.ask("ping", "pong")


def test_a_flood_is_slowed_down_then_disconnected(sqlite_url: str):
    with running(sqlite_url, messages_per_second=10.0, message_burst=20) as server:
        made = server.make("online")
        with server.sit(made["game"]) as calm, server.sit(made["game"], made["token"]) as ada:
            # It may be cut off while it still sends; what it was told before can be read even then.
            with suppress(ConnectionClosed):
                for _ in range(400):
                    ada.send({"type": "ping"})
            with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
                while True:
                    ada.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
            kinds = [json.loads(text).get("code") for text in ada.received]
            assert "too_fast" in kinds
            assert calm.ask("ping", "pong")


def test_a_silent_connection_is_closed(sqlite_url: str):
    with running(sqlite_url, hello_seconds=0.2) as server:
        made = server.make("online")
        url = f"ws://127.0.0.1:{server.port}/api/games/{made['game']}/socket"
        with connect(url, open_timeout=PATIENCE) as socket, pytest.raises(ConnectionClosed):
            socket.recv(timeout=PATIENCE)


def test_the_number_of_connections_is_limited(sqlite_url: str):
    with running(sqlite_url, max_connections=2) as server:
        made = server.make("online")
        with server.sit(made["game"]), server.sit(made["game"]):
            url = f"ws://127.0.0.1:{server.port}/api/games/{made['game']}/socket"
            with (
                connect(url, open_timeout=PATIENCE) as late,
                pytest.raises(ConnectionClosed, match="1013"),
            ):
                late.recv(timeout=PATIENCE)
        # The server notices soon after that two connections were closed.
        for _ in range(int(PATIENCE * 10)):
            with suppress(ConnectionClosed), server.sit(made["game"]):
                return
            time.sleep(0.1)
        pytest.fail("closed connections still count")


def test_idle_games_leave_memory(sqlite_url: str):
    with running(sqlite_url, max_games_in_memory=3) as server:
        games = [server.make_online() for _ in range(8)]
        for game, white, _ in games:
            with server.sit(game, white) as ada:
                assert ada.state["game"] == game
        server.get(f"/api/games/{games[0][0]}")
        assert len(server.registry._rooms) <= 4


def test_a_slow_reader_is_disconnected(server: Server):
    """Whoever does not read must not fill the memory; others go on."""
    made = server.make("hotseat")
    with server.sit(made["game"], made["token"]) as both:
        url = f"ws://127.0.0.1:{server.port}/api/games/{made['game']}/socket"
        with connect(url, compression=None, open_timeout=PATIENCE, max_queue=1) as slow:
            room = server.registry._rooms[made["game"]]
            slow.send('{"type": "hello"}')
            slow.recv(timeout=PATIENCE)
            assert len(room.connections) == 2
            with suppress(ConnectionClosed):  # It may be cut off while it still sends.
                for _ in range(5000):
                    slow.send('{"type": "hello"}')  # Each is answered by the whole game.
            deadline = time.monotonic() + PATIENCE
            while len(room.connections) == 2:
                assert time.monotonic() < deadline
                time.sleep(0.01)
            both.act("<*")
            with suppress(ConnectionClosed):
                while True:
                    slow.recv(timeout=PATIENCE)
            assert slow.protocol.close_code == 1008


@pytest.mark.slow
# Schemathesis itself draws from `random` now and then, which Hypothesis deprecates.
@pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")
def test_the_api_conforms_to_its_openapi_description(server: Server):
    schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{server.port}/api/openapi.json")
    # A description cannot say which rulesets go together or which tokens are known.
    excluded = [positive_data_acceptance, negative_data_rejection, unsupported_method]
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) == 75
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(
            max_examples=25,
            deadline=None,
            database=None,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        )
        def check(case: schemathesis.Case):
            case.call_and_validate(excluded_checks=excluded)

        check()
