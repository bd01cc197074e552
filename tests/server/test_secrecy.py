"""Transcript secrecy: two games that differ in hidden cards only look the same from outside.

Both games of a pair (verification/twins.py) are played on a real server with scripted chance, and
every byte that White and a spectator receive, over HTTP and over the WebSocket, is compared. When
the games end the cards are opened, and then they differ.
"""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.harness import Client, Server, bearer, running
from verification.twins import TwinPlan, pair_of_plans

from kahuna.core import Ruleset, Seat
from kahuna.hosting.play.services import Sources
from kahuna.hosting.play.tokens import token_hash
from kahuna.hosting.store import GameMetadata, GameUpdate, Player, StoredGame
from kahuna.match import ScriptedChance
from kahuna.record import format_action
from kahuna.server.store.database import Database

NOW = 1_700_000_000.0


class Onlookers:
    """Everybody at a game, and every byte that they have received."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.game, self.white, self.black = "thegame", "white-token", "black-token"
        server.get(f"/api/games/{self.game}")
        # Announce presence at once: after a pause, its place among the messages would be chance.
        server.registry._rooms[self.game]._presence_seconds = 0
        self.ada: Client = server.sit(self.game, self.white)
        self.bob: Client = server.sit(self.game, self.black)
        self.eve: Client = server.sit(self.game)
        self.fetched: list[bytes] = []

    def fetch(self) -> None:
        """What can be had over HTTP by White and by anybody."""
        base = f"/api/games/{self.game}"
        for path, token in (
            (base, None), (f"{base}/record", None), (f"{base}/record", self.white),
            (f"{base}/replay", self.white), (f"{base}/record", "wrong"),
            (f"/game/{self.game}", None), (f"/replay/{self.game}/1", None),
        ):  # fmt: skip
            answer = self.server.http.get(path, headers=bearer(token))
            self.fetched.append(repr((answer.status_code, answer.headers.raw)).encode())
            self.fetched.append(answer.content)
        mine = self.server.http.post("/api/my-games", json={"tokens": [self.white]})
        self.fetched.append(mine.content)

    def poke(self, number: int) -> None:
        """White and the spectator try what they may not."""
        for client in (self.ada, self.eve):
            for message in (
                {"type": "preview", "action": "<*"},
                {"type": "act", "key": f"p{number}", "version": 0, "action": "xA"},
                {"type": "undo", "key": f"q{number}", "version": 0},
            ):
                client.send(message)
            client.drain()

    def visit(self) -> None:
        """Another spectator comes and goes, as everybody is told."""
        visitor = self.server.sit(self.game)
        self._wait_for_spectators(2)
        visitor.close()
        self._wait_for_spectators(1)

    def _wait_for_spectators(self, num: int) -> None:
        for client in (self.ada, self.bob, self.eve):
            while client.wait("presence")["spectators"] != num:
                pass

    def seen(self) -> tuple[list[str], list[str], list[bytes]]:
        return list(self.ada.received), list(self.eve.received), list(self.fetched)

    def close(self) -> None:
        for client in (self.ada, self.bob, self.eve):
            client.close()


def store(db_url: str, ruleset: Ruleset, plan: TwinPlan) -> None:
    """Store an online game with the planned cards; the cards of new ones cannot be chosen."""
    metadata = GameMetadata(
        id="thegame",
        created_at=NOW,
        mode="online",
        ruleset=ruleset,
        first=plan.first,
        first_choice="random",
        deal=plan.deal,
        players=(Player(None), Player(None)),
    )
    holders = {token_hash("white-token"): (Seat.WHITE,), token_hash("black-token"): (Seat.BLACK,)}
    with closing(Database(db_url)) as database:
        assert database.commit([[GameUpdate.create(StoredGame(metadata, holders))]]) == [None]


def transcript(
    db_url: str, page: Path, ruleset: Ruleset, plan: TwinPlan
) -> tuple[list[tuple[list[str], list[str], list[bytes]]], list[str]]:
    """What White and a spectator saw after every step, and what Black saw."""
    chance = ScriptedChance(plan.deal, plan.cards, first=plan.first)
    sources = Sources(chance=lambda: chance, now=lambda: NOW)
    store(db_url, ruleset, plan)
    (page / "index.html").write_text("__TITLE__ __IMAGE__")
    with running(db_url, sources, page=page) as server:
        table = Onlookers(server)
        seen = []
        for number, (seat, action) in enumerate(plan.actions):
            client = (table.ada, table.bob)[seat]
            client.drain()
            phase = server.registry._rooms[table.game].game.view(seat).public.phase
            answer = client.act(format_action(action, phase), key=f"k{number}")
            assert answer["type"] == "changed", answer
            if seat is Seat.BLACK:
                table.poke(number)
            for onlooker in (table.ada, table.eve):
                onlooker.drain()
            if number % 7 == 0:
                table.fetch()
            if number % 11 == 5:
                table.visit()
            seen.append(table.seen())
        table.fetch()
        seen.append(table.seen())
        black = list(table.bob.received)
        table.bob.ask("resign")
        table.ada.drain()
        table.fetch()
        seen.append(table.seen())
        table.close()
    return seen, black


RULESETS = {
    "base": Ruleset(edition="custom"),
    "variant 2": Ruleset(edition="custom", open_hands=True),
    "variant 1": Ruleset(edition="custom", no_trespass=True, handicap=2, handicap_seat=Seat.BLACK),
}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", RULESETS)
def test_hidden_cards_change_no_byte(tmp_path: Path, name: str, seed: int):
    ruleset = RULESETS[name]
    plan, twin = pair_of_plans(seed, ruleset)
    one, black = transcript(f"sqlite:///{tmp_path}/one.db", tmp_path, ruleset, plan)
    two, other_black = transcript(f"sqlite:///{tmp_path}/two.db", tmp_path, ruleset, twin)
    for number, (ours, theirs) in enumerate(zip(one[:-1], two[:-1], strict=True)):
        assert ours == theirs, f"after step {number}"
    assert sum('"type":"presence"' in text for text in one[-2][1]) >= 4
    assert black != other_black  # There was something to be seen,
    assert one[-1] != two[-1]  # and it is seen when the game is over.


def test_the_compared_games_really_differ():
    """The test has power: burials and draws of Black differ, not only the deal."""
    differing = Counter[str]()
    for seed in range(6):
        plan, twin = pair_of_plans(seed, RULESETS["base"])
        for (seat, ours), (_, theirs), ply, other in zip(
            plan.actions, twin.actions, plan.plies, twin.plies, strict=True
        ):
            differing["draws"] += seat is Seat.BLACK and ply.card != other.card
            differing["burials"] += ours != theirs
    assert differing["draws"] > 0
    assert differing["burials"] > 0
