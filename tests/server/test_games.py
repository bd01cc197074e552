"""Whole games over WebSockets, as the page plays them."""

from __future__ import annotations

import json
import logging
import time
from contextlib import closing
from dataclasses import replace
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from tests.server.harness import PATIENCE, Client, Data, Server, exposition, running
from websockets.sync.client import connect

from kahuna.hosting.play.services import Sources
from kahuna.hosting.store import StorageError
from kahuna.record import parse_record, replay, signed_bytes
from kahuna.server.store.database import Database


def play(rng: Random, *clients: Client, most: int = 10_000) -> int:
    """Let clients play at random until the game is over or so many moves were made."""
    num = 0
    while clients[0].state["to_move"] is not None:
        for client in clients:
            client.drain()
            while client.is_to_move:
                if num == most:
                    return num
                answer = client.act(rng.choice(client.state["legal"])["action"])
                assert answer["type"] in ("changed", "snapshot"), answer
                num += 1
    return num


def public(log: list[Data]) -> list[Data]:
    """A log without what only one side saw."""
    hidden = ("card", "own_hand", "ply")
    return [{key: event[key] for key in event if key not in hidden} for event in log]


VARIANTS = {
    "kosmos": {"edition": "kosmos-2015"},
    "variant 1": {"edition": "forum-1999", "no_trespass": True},
    "variant 2": {"edition": "kosmos-2015", "open_hands": True},
    "handicap": {"edition": "italian", "handicap": 3, "handicap_seat": "black"},
    "short rules": {"edition": "ksr"},
    "instead": {"edition": "rio-grande-1998"},
    "custom": {"edition": "custom", "bridges": 5, "stones": 3, "open_hands": True,
               "no_trespass": True, "discard": "instead", "handicap": 1, "handicap_seat": "white"},
}  # fmt: skip


@pytest.mark.parametrize("name", VARIANTS)
def test_a_whole_game_of_every_edition(server: Server, name: str):
    game, white, black = server.make_online(ruleset=VARIANTS[name], name="Ada")
    with server.sit(game, white) as ada, server.sit(game, black) as bob, server.sit(game) as eve:
        play(Random(name), ada, bob)
        eve.drain()
        for client in (ada, bob, eve):
            client.drain()
            assert client.state["phase"] == {"kind": "over"}
            assert client.state["outcome"] == ada.state["outcome"]
            assert public(client.log) == public(ada.log)
        record = ada.state["record"]
        assert record == bob.state["record"] == eve.state["record"]
        assert record["seats"][0]["name"] == "Ada"
        *_, last = replay(parse_record(json.dumps(record)))
        assert last.state.public.phase is not None
    # The log that grew piece by piece is the one that somebody gets who comes now.
    with server.sit(game, white) as again:
        assert again.log == ada.log
        assert again.state["record"] == record
        turns = [event["turn"] for event in again.log if event["type"] == "turn_started"]
        assert turns == list(range(1, len(turns) + 1))
        written = [event["ply"] for event in again.log if event["type"] == "ply"]
        assert len(written) == len(record["plies"])
        own = [a == b for a, b in zip(written, record["plies"], strict=True)]
        assert all(own[i] or written[i] in ("x?", "<*") or written[i].startswith("<*|")
                   for i in range(len(own)))  # fmt: skip


def test_a_whole_game_against_the_computer(server: Server):
    made = server.make("bot", bot="greedy", seat="black", first="white", name="Ada")
    rng = Random(3)
    with server.sit(made["game"], made["token"]) as ada:
        assert ada.state["seats"]["white"]["kind"] == "bot"
        while True:
            ada.wait_for_turn()
            if ada.state["to_move"] is None:
                break
            ada.act(rng.choice(ada.state["legal"])["action"])
        assert ada.state["outcome"] is not None
        assert ada.state["seats"]["white"]["present"]
        assert ada.ask("offer_draw", "refused")["code"] == "game_over"


def test_bots_decide_in_worker_processes(sqlite_url: str):
    with running(sqlite_url, bot_processes=1) as server:
        made = server.make("bot", bot="random", seat="black", first="white")
        with server.sit(made["game"], made["token"]) as ada:
            ada.wait_for_turn()
            assert ada.state["turn"] == 2
            assert ada.ask("offer_draw")["code"] == "no_opponent"


def test_players_at_one_device_see_the_hand_of_the_seat_to_move(server: Server):
    made = server.make("hotseat", name="Ada", second_name="Bob", seat="white", first="white")
    assert made["seats"] == ["white", "black"]
    with server.sit(made["game"], made["token"]) as both:
        assert [both.state["seats"][seat]["name"] for seat in ("white", "black")] == ["Ada", "Bob"]
        white_hand = both.state["own"]["hand"]
        assert both.state["viewer"] == "white"
        answer = both.act("<*")
        assert answer["type"] == "snapshot"
        assert both.state["viewer"] == "black"
        assert both.state["own"]["hand"] != white_hand or len(white_hand) == 3
        drawn = [event for event in both.log if event["type"] == "card_drawn"]
        assert drawn == [{"type": "card_drawn", "seat": "white", "card": None}]
        play(Random(5), both)
        assert both.state["outcome"] is not None


def test_no_hand_is_sent_before_the_curtain_is_opened(server: Server):
    made = server.make("hotseat", seat="white", first="white")
    with server.sit(made["game"], made["token"]) as both:
        behind = json.loads(both.received[0])["state"]
        assert (behind["viewer"], behind["holds"]) == ("spectator", ["white", "black"])
        assert (behind["own"], behind["knowledge"], behind["legal"]) == (None, None, [])
        for viewer, following in (("white", "black"), ("black", "white"), ("white", "black")):
            assert both.state["viewer"] == viewer
            behind = both.act("<*")["state"]
            assert (behind["viewer"], behind["own"], behind["to_move"]) == (
                "spectator", None, following,
            )  # fmt: skip
    with server.sit(made["game"]) as eve:
        eve.send({"type": "reveal"})
        assert eve.wait("refused")["code"] == "not_a_player"


def test_a_request_from_behind_the_curtain_is_answered(server: Server):
    """After a break the page sends its request again before it looks at the cards."""
    made = server.make("hotseat", seat="white", first="white")
    with server.sit(made["game"], made["token"]) as both:
        build = next(a["action"] for a in both.state["legal"] if a["kind"] == "build")
        act = {"type": "act", "key": "k", "version": both.state["version"], "action": build}
    url = f"ws://127.0.0.1:{server.port}/api/games/{made['game']}/socket"
    with connect(url, open_timeout=PATIENCE) as socket:
        socket.send(json.dumps({"type": "hello", "token": made["token"]}))
        socket.send(json.dumps(act))
        for _ in range(2):  # The second time it is a repetition.
            while (answer := json.loads(socket.recv(PATIENCE))).get("key") != "k":
                pass
            assert "own" not in answer["state"]
            socket.send(json.dumps(act))


def test_a_turn_in_progress_is_seen_by_its_player_alone(server: Server):
    game, white, black = server.make_online(first="white")
    with server.sit(game, white) as ada, server.sit(game, black) as bob, server.sit(game) as eve:
        bob.drain()
        eve.drain()
        build = next(a["action"] for a in ada.state["legal"] if a["kind"] == "build")
        ada.act(build)
        assert ada.state["can_undo"]
        assert ada.undo()["news"] == []
        assert not ada.state["can_undo"]
        ada.act(build)
        assert bob.drain() == []
        assert eve.drain() == []
        assert server.get(f"/api/games/{game}/record")["plies"] == []
        assert server.get(f"/api/games/{game}/record", black)["plies"] == []
        assert server.get(f"/api/games/{game}/record", white)["plies"] == [build]
        ada.act("<*")
        [changed] = bob.drain()
        # Nor does the number of the version tell what was taken back.
        assert changed["state"]["version"] == 1000
        assert [e["ply"] for e in changed["news"] if e["type"] == "ply"] == [build, "<*"]
        assert bob.act("<*")["type"] == "changed"


def test_the_number_of_undos_is_limited(server: Server):
    game, white, _ = server.make_online(first="white")
    with server.sit(game, white) as ada:
        build = next(a["action"] for a in ada.state["legal"] if a["kind"] == "build")
        refusals = []
        for _ in range(451):
            assert ada.act(build)["type"] == "changed"
            answer = ada.undo()
            if answer["type"] == "refused":
                refusals.append(answer["code"])
        assert refusals == ["too_many_steps"]
        assert ada.act("<*")["type"] == "changed"


def test_an_invalid_request_is_refused_and_changes_nothing(server: Server):
    game, white, black = server.make_online(first="white")
    with server.sit(game, white) as ada, server.sit(game, black) as bob, server.sit(game) as eve:
        ada.send({"type": "hello", "token": white})
        before = ada.wait("snapshot")["state"]
        assert bob.act("<*")["code"] == "not_your_turn"
        assert eve.act("<*")["code"] == "not_a_player"
        assert ada.act("<*", version=7)["code"] == "stale_version"
        assert ada.wait("snapshot")["state"] == before
        held = set(before["own"]["hand"])
        missing = next(letter for letter in "ABCDEFGHIJKL" if letter not in held)
        answer = ada.act(f"x{missing}")
        assert (answer["code"], answer["reason"], answer["paragraph"]) == (
            "illegal_action", "card_not_held", "R4.1",
        )  # fmt: skip
        assert ada.act("=AB")["reason"] == "nothing_cleared"
        for text in ("nonsense", "<*=A", "+ZZ/Z", "x?"):
            assert ada.act(text)["code"] in ("bad_message", "illegal_action")
        assert ada.undo()["code"] == "nothing_to_undo"
        assert ada.ask("answer_draw", "refused", accept=True)["code"] == "no_offer"
        assert ada.ask("rematch", "refused")["code"] == "not_over"
        assert eve.ask("resign", "refused")["code"] == "not_a_player"
        ada.send({"type": "hello", "token": white})
        assert ada.wait("snapshot")["state"] == before


def test_a_repeated_request_is_answered_again_but_not_played_again(sqlite_url: str):
    with running(sqlite_url) as server:
        game, white, black = server.make_online(first="white")
        with server.sit(game, white) as ada:
            build = next(a["action"] for a in ada.state["legal"] if a["kind"] == "build")
            first = ada.act(build, key="same", version=0)
            again = ada.act(build.lower(), key="same", version=0)
            assert again["state"] == first["state"]
            assert again["news"] == []
            assert ada.act("<*", key="same")["code"] == "key_reused"
            ada.act("<*", key="end")
            version = ada.state["version"]
    with running(sqlite_url) as server, server.sit(game, white) as ada:
        assert ada.state["version"] == version
        assert ada.act("<*", key="end", version=1)["state"]["version"] == version
        with server.sit(game, black) as bob:
            # A key is known to the seat that chose it.
            assert bob.act("<*", key="end")["type"] == "changed"


def test_players_reconnect_after_a_lost_connection_and_after_a_restart(sqlite_url: str):
    rng = Random(8)
    with running(sqlite_url) as server:
        game, white, black = server.make_online()
        with server.sit(game, white) as ada, server.sit(game, black) as bob:
            play(rng, ada, bob, most=20)
            ada.close()
            with server.sit(game, white) as again:
                assert again.log == ada.log
                assert again.state["own"] == ada.state["own"]
                play(rng, again, bob, most=11)
            left = again.state, again.log
    with (
        running(sqlite_url) as server,
        server.sit(game, white) as ada,
        server.sit(game, black) as bob,
    ):
        assert (ada.state["version"], ada.log) == (left[0]["version"], left[1])
        assert ada.state["own"] == left[0]["own"]
        play(rng, ada, bob)
        assert ada.state["outcome"] is not None


def test_a_bot_continues_after_a_restart_without_a_visitor(sqlite_url: str):
    with running(sqlite_url) as server:
        made = server.make("bot", bot="random", seat="white", first="white")
        server.bots.decide = _never
        with server.sit(made["game"], made["token"]) as ada:
            ada.act("<*")
            assert ada.state["to_move"] == "black"
    with running(sqlite_url), closing(Database(sqlite_url)) as database:
        deadline = time.monotonic() + PATIENCE
        while database.bot_games(after="", limit=1):
            assert time.monotonic() < deadline
            time.sleep(0.02)
    with running(sqlite_url) as server, server.sit(made["game"], made["token"]) as ada:
        assert (ada.state["to_move"], ada.state["turn"]) == ("white", 3)


async def _never(*_: object, **__: object) -> None:
    raise ConnectionError


def test_previews_say_what_an_action_would_do(server: Server):
    made = server.make("hotseat", first="white", seat="white")
    with server.sit(made["game"], made["token"]) as ada:
        build = next(a for a in ada.state["legal"] if a["kind"] == "build")
        seen = ada.ask("preview", "previewed", action=build["action"])
        kinds = [event["type"] for event in seen["events"]]
        assert kinds == ["ply", "cards_played", "bridge_built"]
        done = ada.act(build["action"])
        assert done["news"] == seen["events"]
        taken = ada.ask("preview", "refused", action=build["action"])
        assert (taken["code"], taken["reason"]) == ("illegal_action", "line_taken")
        drawn = ada.ask("preview", "previewed", action="<*")
        assert all(event.get("card") is None for event in drawn["events"])
        with server.sit(made["game"]) as eve:
            assert eve.ask("preview", "refused", action="<*")["code"] == "not_a_player"


def test_blocked_actions_come_with_their_reasons(server: Server):
    made = server.make("hotseat", first="white", seat="white")
    with server.sit(made["game"], made["token"]) as both:
        assert both.state["blocked"] == []
        both.act(".")
        assert [(b["action"], b["reason"]) for b in both.state["blocked"]] == [(".", "must_draw")]
        assert both.state["blocked"][0]["paragraph"] == "R8.4"
        for action in ("<*", "<*", "<*", "<*", "."):
            both.act(action)
        blocked = {b["action"]: b["reason"] for b in both.state["blocked"]}
        assert blocked["<*"] == "hand_full"
        assert blocked["."] == "must_draw"
        assert {b["kind"] for b in both.state["blocked"]} == {"take", "draw", "decline"}


def test_draws_are_offered_declined_and_agreed_on(server: Server):
    game, white, black = server.make_online(first="white")
    with server.sit(game, white) as ada, server.sit(game, black) as bob:
        ada.ask("offer_draw")
        bob.drain()
        assert bob.state["draw_offer"] == "white"
        assert ada.ask("answer_draw", "refused", accept=True)["code"] == "no_offer"
        assert ada.ask("offer_draw", "refused")["code"] == "already_offered"
        bob.ask("answer_draw", accept=False)
        ada.drain()
        assert ada.state["draw_offer"] is None
        bob.ask("offer_draw")
        ada.drain()
        ada.act("<*")
        assert ada.state["draw_offer"] is None  # Who goes on playing has declined.
        bob.drain()
        bob.ask("offer_draw")
        bob.act("<*")
        assert bob.state["draw_offer"] == "black"
        ada.drain()
        ada.ask("answer_draw", accept=True)
        assert ada.state["outcome"]["termination"] == "agreement"
        bob.drain()
        assert bob.state["outcome"]["winner"] is None
        assert bob.ask("resign", "refused")["code"] == "game_over"


def test_no_rematch_against_a_player_who_left(server: Server):
    game, white, black = server.make_online(first="white")
    with server.sit(game, white) as ada:
        ada.ask("resign")
        gone = server.http.delete(
            f"/api/games/{game}", headers={"authorization": f"Bearer {black}"}
        )
        assert gone.status_code < 300
        assert ada.ask("rematch", "refused")["code"] == "no_opponent"


def test_a_rematch_swaps_seats(server: Server):
    game, white, black = server.make_online(name="Ada", first="white")
    with server.sit(game, white) as ada, server.sit(game, black) as bob:
        play(Random(2), ada, bob, most=20)
        bob.ask("resign")
        ada.drain()
        assert ada.state["outcome"]["winner"] == "white"
        assert ada.state["outcome"]["termination"] == "resignation"
        ada.ask("rematch")
        assert ada.state["rematch"] == {"wanted_by": ["white"], "game": None}
        bob.ask("rematch")
        ada.drain()
        again = ada.state["rematch"]["game"]
        assert again
        bob.ask("rematch")
        assert bob.state["rematch"]["game"] == again
    with server.sit(again, white) as ada, server.sit(again, black) as bob:
        assert ada.state["holds"] == ["black"]
        assert bob.state["holds"] == ["white"]
        assert ada.state["seats"]["black"]["name"] == "Ada"
        play(Random(1), ada, bob, most=10)


def test_nameless_players_are_called_by_their_new_seats_in_a_rematch(server: Server):
    game, white, black = server.make_online(first="white")
    with server.sit(game, white) as ada, server.sit(game, black) as bob:
        bob.ask("resign")
        ada.drain()
        ada.send({"type": "rematch"})
        bob.send({"type": "rematch"})
        while bob.state["rematch"]["game"] is None:
            bob.wait("changed")
        again = bob.state["rematch"]["game"]
    facts = server.http.get(f"/api/games/{again}").json()
    names = {seat: facts["players"][seat]["name"] for seat in ("white", "black")}
    assert names == {"white": None, "black": None}


def test_presence_is_announced(server: Server):
    game, white, black = server.make_online()
    with server.sit(game, white) as ada:
        assert ada.state["seats"]["white"]["present"]
        assert not ada.state["seats"]["black"]["present"]
        with server.sit(game, black):
            assert ada.wait("presence") == {
                "type": "presence", "white": True, "black": True, "spectators": 0,
            }  # fmt: skip
            with server.sit(game):
                assert ada.wait("presence")["spectators"] == 1
            assert ada.wait("presence")["spectators"] == 0
        assert not ada.wait("presence")["black"]


class Time:
    """A clock that stands still while a test does not turn it, until it is let run."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self._start = time.time()
        self._running_since: float | None = None

    def __call__(self) -> float:
        since = self._running_since
        return self._start + self.ahead + (0.0 if since is None else time.monotonic() - since)

    def run(self) -> None:
        self._running_since = time.monotonic()


@pytest.mark.parametrize("kind", ["turn", "game"])
def test_running_out_of_time_loses(sqlite_url: str, kind: str):
    now = Time()
    with running(sqlite_url, Sources(now=now)) as server:
        made = server.make(seat="white", first="white", clock={"kind": kind, "seconds": 60})
        game, white = made["game"], made["token"]
        with server.sit(game, white) as ada:
            now.ahead += 500  # Nobody has joined, so no clock runs.
            assert ada.ask("ping", "pong") == {"type": "pong"}
            ada.send({"type": "hello", "token": white})
            ada.wait("snapshot")
            assert ada.state["seats"]["white"]["clock_ms"] == 60_000
            black = server.post(f"/api/games/{game}/join", {"invite": made["invite"]})["token"]
            now.ahead += 500  # Both seats are taken, but Black is not here yet.
            with server.sit(game, black) as bob:
                ada.drain()
                assert ada.state["is_clock_running"]
                assert ada.state["seats"]["white"]["clock_ms"] == 60_000
                now.ahead += 40
                ada.act("<*")
                left = ada.state["seats"]["white"]["clock_ms"]
                assert left == (60_000 if kind == "turn" else 20_000)
                now.ahead += 10
                bob.drain()
                bob.act("<*")
                ada.drain()
                now.ahead += 30
                answer = ada.act("<*")
                if kind == "game":
                    assert answer["code"] == "game_over"
                    bob.drain()
                    assert bob.state["outcome"]["termination"] == "timeout"
                    assert bob.state["outcome"]["winner"] == "black"
                    assert bob.state["seats"]["white"]["clock_ms"] == 0
                else:
                    assert answer["type"] == "changed"
                    now.ahead += 61
                    assert bob.act("<*")["code"] == "game_over"


def test_only_finished_online_games_are_signed(sqlite_url: str, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    with running(sqlite_url) as server:
        game, white, _ = server.make_online()
        path = f"/api/games/{game}/record"
        both = server.make("hotseat")
        with server.sit(game, white) as ada, server.sit(both["game"], both["token"]) as one:
            assert "signature" not in server.get(path, white) | server.get(path)
            said = "".join(ada.received) + caplog.text + exposition(server.metrics)
            ada.ask("resign")
            one.ask("resign", "changed", "snapshot")
            record = parse_record(json.dumps(ada.state["record"]))
            assert one.state["record"].get("signature") is None
        assert record.fair_cards.secret.hex() not in said
        assert server.get(path) == ada.state["record"]
        key = bytes.fromhex(server.get("/api/signing-key")["key"])
        assert record.signature.key == key
        checker = Ed25519PublicKey.from_public_bytes(key)
        checker.verify(record.signature.value, signed_bytes(replace(record, players=(None, None))))
    with running(sqlite_url) as server:  # The key stays the same.
        assert server.get(path) == ada.state["record"]


def test_nobody_can_move_before_the_opponent_has_joined(sqlite_url: str):
    with running(sqlite_url) as server:
        made = server.make(seat="white", first="white")
        with server.sit(made["game"], made["token"]) as ada:
            assert ada.state["to_move"] is None
            assert ada.state["legal"] == ada.state["blocked"] == []
            assert ada.act("<*")["code"] == "not_started"
            server.post(f"/api/games/{made['game']}/join", {"invite": made["invite"]})
            ada.drain()
            assert ada.state["legal"]
            assert ada.act("<*")["type"] == "changed"


def test_an_increment_is_added_with_every_turn_and_not_by_undoing(sqlite_url: str):
    now = Time()
    clock = {"kind": "game", "seconds": 60, "increment": 5}
    with running(sqlite_url, Sources(now=now)) as server:
        game, white, black = server.make_online(clock=clock, first="white")
        with server.sit(game, white) as ada, server.sit(game, black):
            ada.drain()
            for _ in range(3):
                build = next(each for each in ada.state["legal"] if each["kind"] == "build")
                ada.act(build["action"])
                now.ahead += 1
                ada.undo()
                assert ada.state["seats"]["white"]["clock_ms"] <= 60_000
            now.ahead += 7
            ada.act("<*")
            assert ada.state["seats"]["white"]["clock_ms"] == 55_000
            assert ada.state["clock"] == clock
    with running(sqlite_url, Sources(now=now)) as server, server.sit(game, white) as ada:
        assert ada.state["seats"]["white"]["clock_ms"] == 55_000


def test_with_days_for_a_turn_players_need_not_meet(sqlite_url: str):
    now, day = Time(), 24 * 3600
    with running(sqlite_url, Sources(now=now)) as server:
        game, white, _ = server.make_online(clock={"kind": "turn", "seconds": day}, first="white")
        now.ahead += day / 2
        with server.sit(game, white) as ada:
            assert ada.state["seats"]["white"]["clock_ms"] == day / 2 * 1000


@pytest.mark.parametrize("mode", ["bot", "hotseat"])
def test_a_game_without_a_second_device_has_a_clock_too(sqlite_url: str, mode: str):
    now = Time()
    clock = {"kind": "turn", "seconds": 60}
    other = {"bot": "pua"} if mode == "bot" else {}
    with running(sqlite_url, Sources(now=now)) as server:
        made = server.make(mode=mode, seat="white", first="white", clock=clock, **other)
        now.ahead += 500
        with server.sit(made["game"], made["token"]) as ada:
            now.ahead += 20
            ada.send({"type": "hello", "token": made["token"]})
            ada.wait("snapshot")
            assert ada.state["seats"]["white"]["clock_ms"] == 40_000
            now.ahead += 41
            assert ada.act("<*")["code"] == "game_over"


def test_the_server_ends_a_game_on_time_also_after_a_restart(sqlite_url: str):
    now = Time()
    clock = {"kind": "turn", "seconds": 5}
    with running(sqlite_url, Sources(now=now)) as server:
        game, white, black = server.make_online(clock=clock, first="white")
        other, other_white, other_black = server.make_online(clock=clock, first="white")
        with server.sit(other, other_white), server.sit(other, other_black):
            pass
        with server.sit(game, white) as ada, server.sit(game, black):
            now.ahead += 4.5
            ada.act("<*")
            now.ahead += 4.7
    now.run()
    with running(sqlite_url, Sources(now=now)) as server:
        with server.sit(game, white) as ada:
            while ada.state["outcome"] is None:
                ada.wait("changed")
            assert ada.state["outcome"]["termination"] == "timeout"
            assert ada.state["outcome"]["winner"] == "white"
        with server.sit(other, other_white) as ada:
            while ada.state["outcome"] is None:
                ada.wait("changed")
            assert ada.state["outcome"]["winner"] == "black"


def test_of_two_servers_the_second_is_told_and_shows_the_truth(sqlite_url: str):
    """Two servers on one database: the slower one is told, shown the truth, and plays on."""
    with running(sqlite_url) as one, running(sqlite_url) as two:
        game, white, black = one.make_online(first="white")
        with one.sit(game, white) as ada, two.sit(game, white) as twin:
            assert ada.act("<*")["type"] == "changed"
            assert twin.act("<*")["code"] == "stale_version"
            assert twin.wait("snapshot")["state"]["to_move"] == "black"
            assert twin.log == ada.log
        with two.sit(game, black) as bob:
            assert bob.act("<*")["type"] == "changed"


def test_a_failed_write_changes_nothing(sqlite_url: str):
    with running(sqlite_url) as server:
        game, white, _ = server.make_online(first="white")
        with server.sit(game, white) as ada:
            before = ada.state
            database = server.registry.store._database
            commit = database.commit
            database.commit = lambda group: [StorageError("the disk is full")] * len(group)
            assert ada.act("<*")["code"] == "unavailable"
            assert server.http.get("/healthz").status_code == 200
            database.commit = commit
            ada.send({"type": "hello", "token": white})
            ada.wait("snapshot")
            ada.drain()
            assert ada.state == before
            assert ada.act("<*")["type"] == "changed"
