"""What players are shown of what they can know: from their view, and only if the game allows it."""

from __future__ import annotations

from random import Random

import pytest
from tests.server.harness import Client, Server, running

from kahuna.core import Seat, View, count
from kahuna.core.memory import memory_of

RULESETS = {
    "plain": {"edition": "kosmos-2015"},
    "open hands": {"edition": "kosmos-2015", "open_hands": True},
    "handicap": {"edition": "italian", "handicap": 2, "handicap_seat": "black"},
}


def check(client: Client, view: View, seat: Seat) -> None:
    """The table says of every island what the view and the memory of the encoding say."""
    known = client.state["knowledge"]
    memory = memory_of(view)
    for island in range(12):
        hand, discarded, is_open, buried, taken, unseen = (
            known[name][island]
            for name in ("hand", "discarded", "open", "buried", "taken", "unseen")
        )
        letter = "ABCDEFGHIJKL"[island]
        own, shown = client.state["own"], client.state["seats"][seat.name.lower()]["shown"]
        assert hand == (own["hand"] + shown).count(letter)
        assert buried == own["buried"].count(letter)
        assert is_open == client.state["open_cards"].count(letter)
        assert discarded == client.state["discards"].count(letter)
        in_front = client.state["seats"][seat.other.name.lower()]["shown"].count(letter)
        assert hand + discarded + is_open + buried + unseen + in_front == 2
        assert taken == min(count(memory.taken[seat.other], island), unseen + in_front)
    assert known["doubt"] == memory.doubt[seat.other]
    hidden = client.state["seats"][seat.other.name.lower()]
    num_hidden = hidden["hand_size"] - len(hidden["shown"]) + hidden["buried_size"]
    assert sum(known["unseen"]) == num_hidden + client.state["pile_size"]


@pytest.mark.parametrize("name", RULESETS)
def test_knowledge_agrees_with_the_encoding(server: Server, name: str):
    game, white, black = server.make_online(ruleset=RULESETS[name])
    rng = Random(name)
    with server.sit(game, white) as ada, server.sit(game, black) as bob:
        hosted = server.registry._rooms[game].game
        num_taken = 0
        while ada.state["to_move"] is not None:
            for client, seat in ((ada, Seat.WHITE), (bob, Seat.BLACK)):
                client.drain()
                check(client, hosted.view(seat), seat)
                num_taken += sum(client.state["knowledge"]["taken"])
                if client.is_to_move:
                    client.act(rng.choice(client.state["legal"])["action"])
        assert num_taken > 20


def test_undo_restores_knowledge(server: Server):
    game, white, _ = server.make_online(first="white")
    with server.sit(game, white) as ada:
        before = ada.state["knowledge"]
        ada.act(f"x{ada.state['own']['hand'][0]}")
        assert sum(ada.state["knowledge"]["buried"]) == 1
        ada.undo()
        assert ada.state["knowledge"] == before


def test_a_game_can_forbid_knowledge(sqlite_url: str):
    with running(sqlite_url) as server:
        game, white, black = server.make_online(first="white", knowledge=False)
        assert server.get(f"/api/games/{game}")["allows_knowledge"] is False
        with server.sit(game, white) as ada, server.sit(game, black) as bob:
            ada.act("<*")
            bob.drain()
            for client in (ada, bob):
                assert client.state["allows_knowledge"] is False
                assert client.state["knowledge"] is None
                assert not any('"knowledge":{' in text for text in client.received)
    with (
        running(sqlite_url) as server,
        server.sit(game, white) as ada,
        server.sit(game, black) as bob,
    ):
        assert ada.state["knowledge"] is None
        ada.ask("resign")
        ada.send({"type": "rematch"})
        bob.send({"type": "rematch"})
        while bob.state["rematch"]["game"] is None:
            bob.wait("changed")
        again = bob.state["rematch"]["game"]
        with server.sit(again, black) as bob_again:
            assert bob_again.state["allows_knowledge"] is False
            assert bob_again.state["knowledge"] is None


def test_a_spectator_gets_no_knowledge(server: Server):
    game, _, _ = server.make_online()
    with server.sit(game) as eve:
        assert eve.state["allows_knowledge"] is True
        assert eve.state["knowledge"] is None


def test_the_option_must_be_a_boolean(server: Server):
    answer = server.http.post("/api/games", json={"mode": "hotseat", "knowledge": "no"})
    assert answer.status_code == 422
