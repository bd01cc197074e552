"""Accounts over HTTP: sessions, passkeys, seats, and attacks on them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import httpx
import pytest
from tests.server.harness import PATIENCE, Server, running

from kahuna.core import Seat
from kahuna.hosting.community.account import Account, new_account_id
from kahuna.hosting.play.tokens import new_token, token_hash
from kahuna.server.store.account_rows import (
    account_of,
    end_sessions,
    games_of_account,
    insert_account,
    start_session,
)
from kahuna.server.store.database import Database

ORIGIN = "http://localhost:8000"
HOUR = 3600


class Online:
    """A server with accounts, and its database."""

    def __init__(self, server: Server, database: Database) -> None:
        self.server = server
        self.transact = database.transact
        self.open = ExitStack()


@pytest.fixture
def online(db_url: str) -> Iterator[Online]:
    with running(db_url, origin=ORIGIN) as server, closing(Database(db_url)) as database:
        online = Online(server, database)
        with online.open:
            yield online


def signed_in(online: Online, name: str, **options: Any) -> tuple[Account, httpx.Client]:
    """An account, and a browser that is signed in to it."""
    account = Account(id=new_account_id(), name=name, created_at=1.0)
    online.transact(lambda connection: insert_account(connection, account))
    return account, browser(online, account, **options)


def browser(online: Online, account: Account, *, seconds: float = HOUR) -> httpx.Client:
    token, now = new_token(), online.server.registry.sources.now()
    online.transact(
        lambda connection: start_session(
            connection, account.id, token_hash(token), now=now, seconds=seconds
        ),
    )
    return online.open.enter_context(
        httpx.Client(
            base_url=online.server.http.base_url,
            cookies={"kahuna-session": token},
            headers={"origin": ORIGIN},
            timeout=PATIENCE,
        )
    )


def players(online: Online, game: str) -> Any:
    facts = online.server.get(f"/api/games/{game}")["players"]
    return [(facts[seat]["name"], facts[seat]["account"]) for seat in ("white", "black")]


def test_seats_of_signed_in_players_know_their_accounts(online: Online):
    ada, hers = signed_in(online, "Ada")
    made = hers.post("/api/games", json={"mode": "online", "seat": "white", "name": "X"}).json()
    join = {"invite": made["invite"], "name": "Bob"}
    online.server.post(f"/api/games/{made['game']}/join", join)
    assert players(online, made["game"]) == [("Ada", ada.id), ("Bob", None)]
    game = made["game"]
    assert online.transact(lambda rows: account_of(rows, game, Seat.WHITE)) == ada.id
    assert online.transact(lambda rows: account_of(rows, game, Seat.BLACK)) is None
    assert online.transact(lambda rows: games_of_account(rows, ada.id)) == [(game, Seat.WHITE)]


def test_a_session_ends_when_it_expires_or_is_revoked(online: Online):
    ada, hers = signed_in(online, "Ada")
    expired = browser(online, ada, seconds=-1)

    def name(client: httpx.Client) -> Any:
        made = client.post("/api/games", json={"mode": "bot", "bot": "random", "seat": "white"})
        return players(online, made.json()["game"])[0][0]

    assert [name(hers), name(expired)] == ["Ada", None]
    online.transact(lambda connection: end_sessions(connection, ada.id))
    assert name(hers) is None


def test_another_site_cannot_act_for_somebody_signed_in(online: Online):
    _, hers = signed_in(online, "Ada")
    wanted = {"mode": "online"}
    for origin in ("http://evil.example", "null", "http://localhost:8001", ""):
        answer = hers.post("/api/games", json=wanted, headers={"origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
    assert hers.post("/api/games", json=wanted).status_code == 201
