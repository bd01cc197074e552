"""Accounts over HTTP: sessions, passkeys, seats, and attacks on them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.authenticator import Authenticator
from tests.server.harness import PATIENCE, Data, Server, running
from typer.testing import CliRunner

from kahuna.cli import app
from kahuna.core import Seat
from kahuna.hosting.community.account import Account
from kahuna.hosting.play.services import Sources
from kahuna.server.backup import back_up, restore
from kahuna.server.net.passkeys import CHALLENGE_SECONDS
from kahuna.server.routes.sessions import SESSION_SECONDS
from kahuna.server.store.account_rows import (
    account_of,
    delete_expired,
    find_named,
    find_passkey,
    insert_account,
    read_audit,
    suspend_account,
)
from kahuna.server.store.database import Database
from kahuna.server.store.tables import ACCOUNT_SESSIONS, METADATA, PASSKEY_CHALLENGES

ORIGIN = "http://localhost:8000"
COOKIE = "kahuna-session"


class Clock:
    """The time of the server, in seconds."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class Browser:
    """A browser at the page of a server."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http

    def ask(self, method: str, path: str, body: object = None, status: int = 200, **options: Any):
        """Return the answer; check its status."""
        answer = self.http.request(method, path, json=body, **options)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def refused(self, method: str, path: str, body: object = None, **options: Any) -> str:
        """Return the code of the error."""
        answer = self.http.request(method, path, json=body, **options)
        assert answer.is_error, answer.text
        return answer.json()["code"]

    def options(self, kind: str, **wanted: str) -> Any:
        return self.ask("POST", "/api/account/challenges", {"kind": kind, **wanted})["options"]

    def create(self, name: str, key: Authenticator | None = None) -> Data:
        """Create an account; return the answer."""
        made = (key or Authenticator()).create(self.options("create", name=name), ORIGIN)
        return self.ask("POST", "/api/account", {"credential": made}, 201)

    def sign_in(self, key: Authenticator) -> Data:
        answer = key.get(self.options("sign_in"), ORIGIN)
        return self.ask("POST", "/api/account/sessions", {"credential": answer}, 201)

    def account(self) -> Any:
        return self.ask("GET", "/api/account")["account"]

    def name(self) -> str | None:
        account = self.account()
        return account and account["name"]


class Site:
    """A server with accounts, its database and its time."""

    def __init__(self, server: Server, database: Database, clock: Clock, opened: ExitStack) -> None:
        self.server, self.database, self.clock, self.opened = server, database, clock, opened

    def browser(self) -> Browser:
        base = self.server.http.base_url
        client = httpx.Client(base_url=base, headers={"origin": ORIGIN}, timeout=PATIENCE)
        return Browser(self.opened.enter_context(client))

    def players(self, game: str) -> Any:
        facts = self.server.get(f"/api/games/{game}")["players"]
        return [(facts[seat]["name"], facts[seat]["account"]) for seat in ("white", "black")]


@pytest.fixture
def site(db_url: str) -> Iterator[Site]:
    clock = Clock()
    with (
        running(db_url, Sources(now=clock), origin=ORIGIN) as server,
        closing(Database(db_url)) as database,
        ExitStack() as opened,
    ):
        yield Site(server, database, clock, opened)


@pytest.fixture
def light_site(tmp_path: Any) -> Iterator[Site]:
    """The same on SQLite alone, for what does not depend on the database."""
    url, clock = f"sqlite:///{tmp_path}/games.db", Clock()
    with (
        running(url, Sources(now=clock), origin=ORIGIN) as server,
        closing(Database(url)) as database,
        ExitStack() as opened,
    ):
        yield Site(server, database, clock, opened)


def test_an_account_is_created_entered_and_left(site: Site):
    key, here, there = Authenticator(), site.browser(), site.browser()
    assert here.ask("GET", "/api/account") == {"origin": ORIGIN, "account": None}
    made = here.create("Ada", key)
    assert made["account"]["name"] == here.name() == "Ada"
    assert there.name() is None
    there.sign_in(key)
    assert there.name() == "Ada"
    here.ask("DELETE", "/api/account/session", status=204)
    assert (here.name(), there.name()) == (None, "Ada")
    here.sign_in(key)
    here.ask("DELETE", "/api/account/sessions", status=204)
    assert (here.name(), there.name()) == (None, None)
    cookie = there.http.cookies
    assert list(cookie.keys()) == [COOKIE]


def test_names_are_unique_to_the_eye(site: Site):
    one, other = site.browser(), site.browser()
    assert one.create("Bill")["account"]["name"] == "Bill"
    options = other.options("create", name="Bob")
    for name, code in (("B1LL", "name_taken"), ("Кahuna", "bad_name"), ("x", "bad_name")):
        wanted = {"kind": "create", "name": name}
        assert other.refused("POST", "/api/account/challenges", wanted) == code
    # Somebody takes the name while the passkey is being made.
    site.browser().create("B0B")
    late = Authenticator().create(options, ORIGIN)
    assert other.refused("POST", "/api/account", {"credential": late}) == "name_taken"
    assert other.name() is None
    assert other.refused("POST", "/api/account/name", {"name": "Carla"}) == "signed_out"
    assert one.refused("POST", "/api/account/name", {"name": "Bob"}) == "name_taken"
    assert one.ask("POST", "/api/account/name", {"name": "bíll"})["name"] == "bíll"
    chosen = Authenticator().create(other.options("create"), ORIGIN)
    answer = other.ask("POST", "/api/account", {"credential": chosen}, 201)
    assert answer["account"]["name"].startswith("Islander ")


def test_an_account_has_several_passkeys_but_never_none(site: Site):
    first, second = Authenticator(), Authenticator(sign_count=7)
    here, there = site.browser(), site.browser()
    here.create("Ada", first)
    options = here.options("add")
    assert [known["id"] for known in options["excludeCredentials"]] == [
        first.create(options, ORIGIN)["id"]
    ]
    added = second.create(options, ORIGIN)
    account = here.ask("POST", "/api/account/passkeys", {"credential": added}, 201)
    assert [known["id"] for known in account["passkeys"]] == [first_id(first), first_id(second)]
    there.sign_in(second)
    there.sign_in(second)
    here.ask("DELETE", f"/api/account/passkeys/{first_id(first)}")
    last = f"/api/account/passkeys/{first_id(second)}"
    assert here.refused("DELETE", last) == "conflict"
    gone = first.get(here.options("sign_in"), ORIGIN)
    assert here.refused("POST", "/api/account/sessions", {"credential": gone}) == "not_accepted"
    # A copy of a key whose counter has stopped is noticed.
    second.sign_count = 3
    copied = second.get(here.options("sign_in"), ORIGIN)
    assert here.refused("POST", "/api/account/sessions", {"credential": copied}) == "not_accepted"


def first_id(key: Authenticator) -> str:
    return str(key.create({"rp": {"id": ""}, "challenge": ""}, "")["id"])


def test_a_recovery_code_works_once(site: Site):
    here, there = site.browser(), site.browser()
    code = here.create("Ada")["code"]
    typed = {"code": code.replace("-", " ").lower()}
    assert there.refused("POST", "/api/account/recovery", {"code": "x"}) == "not_accepted"
    new = there.ask("POST", "/api/account/recovery", typed, 201)
    assert new["account"]["name"] == there.name() == "Ada"
    assert there.refused("POST", "/api/account/recovery", typed) == "not_accepted"
    renewed = here.ask("POST", "/api/account/code", status=201)["code"]
    assert len({code, new["code"], renewed}) == 3
    assert there.refused("POST", "/api/account/recovery", {"code": new["code"]}) == "not_accepted"


def test_a_challenge_is_answered_once_in_time_and_for_its_purpose(site: Site):
    key, here = Authenticator(), site.browser()
    created = key.create(here.options("create", name="Ada"), ORIGIN)
    here.ask("POST", "/api/account", {"credential": created}, 201)
    assert here.refused("POST", "/api/account", {"credential": created}) == "not_accepted"

    def enter(credential: object) -> str:
        return here.refused("POST", "/api/account/sessions", {"credential": credential})

    used = key.get(here.options("sign_in"), ORIGIN)
    here.ask("POST", "/api/account/sessions", {"credential": used}, 201)
    assert enter(used) == "not_accepted"
    late = key.get(here.options("sign_in"), ORIGIN)
    site.clock.now += CHALLENGE_SECONDS
    assert enter(late) == "not_accepted"
    other_purpose = key.get({**here.options("add"), "rpId": "localhost"}, ORIGIN)
    assert enter(other_purpose) == "not_accepted"
    invented = key.get({"challenge": "AAAA", "rpId": "localhost"}, ORIGIN)
    assert enter(invented) == "not_accepted"
    # A failed attempt uses the challenge up, too.
    options = here.options("sign_in")
    assert enter(key.get(options, "http://evil.example")) == "not_accepted"
    assert enter(key.get(options, ORIGIN)) == "not_accepted"
    assert (
        enter(key.get({**here.options("sign_in"), "rpId": "evil.example"}, ORIGIN))
        == "not_accepted"
    )
    stranger = Authenticator()
    stranger.id = key.id
    assert enter(stranger.get(here.options("sign_in"), ORIGIN)) == "not_accepted"
    for spoiled in ("é", "\0", "", None):
        assert enter({**key.get(here.options("sign_in"), ORIGIN), "id": spoiled}) == "not_accepted"
    for nonsense in ({}, {"response": 1}, {"response": {"clientDataJSON": "e30"}}, {"id": "é"}):
        assert enter(nonsense) == "not_accepted"


def test_a_session_expires_is_never_reused_and_leaves_nothing_behind(site: Site):
    key, here = Authenticator(), site.browser()
    here.http.cookies.set(COOKIE, "planted", domain="127.0.0.1")
    here.create("Ada", key)
    first = here.http.cookies[COOKIE]
    assert first != "planted"
    here.sign_in(key)
    stolen = site.browser()
    stolen.http.cookies.set(COOKIE, first, domain="127.0.0.1")
    assert stolen.name() is None  # Signing in again ended the old session of this browser.
    here.options("sign_in")
    site.clock.now += SESSION_SECONDS
    assert here.name() is None
    site.database.transact(lambda rows: delete_expired(rows, site.clock.now))
    for table in (ACCOUNT_SESSIONS, PASSKEY_CHALLENGES):
        assert site.database.query(lambda rows, t=table: rows.execute(t.select()).all()) == []


def test_other_sites_cannot_act_for_somebody(light_site: Site):
    here = light_site.browser()
    here.create("Ada")
    for origin in ("http://evil.example", "null", "http://localhost:8001", ""):
        headers = {"origin": origin}
        for method, path in (
            ("POST", "/api/games"),
            ("POST", "/api/account/challenges"),
            ("POST", "/api/account/name"),
            ("DELETE", "/api/account/session"),
            ("DELETE", "/api/account"),
        ):
            body = {"kind": "sign_in"} if method == "POST" else None
            assert here.refused(method, path, body, headers=headers) == "wrong_origin"
    assert here.name() == "Ada"
    answer = here.http.post("/api/account/recovery", json={"code": "x"}, headers={"origin": "x"})
    assert answer.json()["code"] == "wrong_origin"
    cookie = here.http.post("/api/account/challenges", json={"kind": "sign_in"}).headers
    assert "set-cookie" not in cookie


def test_cookies_are_out_of_reach(tmp_path: Any):
    origin = "https://kahuna.example"
    with running(f"sqlite:///{tmp_path}/games.db", origin=origin) as server:
        key = Authenticator()
        headers = {"origin": origin}
        wanted = {"kind": "create", "name": "Ada"}
        options = server.post("/api/account/challenges", wanted, headers=headers)["options"]
        made = {"credential": key.create(options, origin)}
        answer = server.http.post("/api/account", json=made, headers=headers)
    name, *attributes = answer.headers["set-cookie"].split("; ")
    assert name.startswith("__Host-kahuna-session=")
    assert {"HttpOnly", "Path=/", "SameSite=lax", "Secure"} < set(attributes)


def test_a_server_without_an_origin_has_no_accounts(server: Server):
    assert server.get("/api/account") == {"origin": None, "account": None}
    answer = server.http.post("/api/account/challenges", json={"kind": "sign_in"})
    assert answer.json()["code"] == "wrong_origin"


def test_games_of_a_guest_come_along_and_are_there_on_another_device(site: Site):
    here, there, stranger = site.browser(), site.browser(), site.browser()
    guest = {"mode": "online", "seat": "white", "name": "A guest"}
    online = here.ask("POST", "/api/games", guest, 201)
    game = online["game"]
    stranger.ask("POST", f"/api/games/{game}/join", {"invite": online["invite"], "name": "Bob"})
    shared = here.ask("POST", "/api/games", {"mode": "hotseat", "name": "Eve"}, 201)
    key = Authenticator()
    ada = here.create("Ada", key)["account"]["id"]
    tokens = {"tokens": [online["token"], shared["token"], "unknown"]}
    here.ask("POST", "/api/account/games", tokens, 204)
    here.ask("POST", "/api/account/games", tokens, 204)
    assert site.players(game) == [("Ada", ada), ("Bob", None)]
    assert site.database.query(lambda rows: account_of(rows, game, Seat.WHITE)) == ada
    new = here.ask("POST", "/api/games", {"mode": "bot", "bot": "random", "name": "X"}, 201)["game"]
    there.sign_in(key)
    listed = {
        known["facts"]["game"]: known["seats"]
        for known in there.ask("GET", "/api/account/games")["games"]
    }
    assert listed.keys() == {game, shared["game"], new}
    assert (listed[game], listed[shared["game"]]) == (["white"], ["white", "black"])
    link = there.ask("POST", f"/api/account/games/{game}/token", status=201)
    assert link["token"] != online["token"]
    assert site.server.get(f"/api/games/{game}/links", link["token"])["links"]
    # The seats of others stay theirs.
    stranger.create("Carla")
    assert stranger.refused("POST", f"/api/account/games/{game}/token") == "unknown_token"
    assert stranger.ask("GET", "/api/account/games") == {"games": []}
    stranger.ask("POST", "/api/account/games", {"tokens": [online["token"]]}, 204)
    assert site.players(game)[0] == ("Ada", ada)
    here.ask("POST", "/api/account/name", {"name": "Ada Byron"})
    assert site.players(game)[0] == ("Ada Byron", ada)
    assert site.players(shared["game"])[0][0] != "Ada Byron"


def test_documents_are_not_lost_when_two_browsers_write(site: Site):
    here, path = site.browser(), "/api/account/document"
    here.create("Ada")
    assert here.ask("GET", path) == {"version": 0, "data": ""}
    assert here.ask("POST", path, {"version": 0, "data": "{}"})["version"] == 1
    assert here.refused("POST", path, {"version": 0, "data": "[]"}) == "conflict"
    assert here.ask("POST", path, {"version": 1, "data": "[1]"})["version"] == 2
    assert here.ask("GET", path) == {"version": 2, "data": "[1]"}
    for wrong in ("x" * 200_001, "\0"):
        assert here.refused("POST", path, {"version": 2, "data": wrong}) == "invalid"
    other = site.browser()
    other.create("Bob")
    assert other.ask("GET", path)["data"] == ""


def test_everything_can_be_exported_and_deleted(site: Site):
    key, here = Authenticator(), site.browser()
    here.create("Ada", key)
    online = here.ask("POST", "/api/games", {"mode": "online", "seat": "white"}, 201)
    game = online["game"]
    site.server.post(f"/api/games/{game}/join", {"invite": online["invite"], "name": "Bob"})
    with site.server.sit(game, online["token"]) as player:
        player.send({"type": "resign"})
        player.wait("changed")
    here.ask("POST", "/api/account/document", {"version": 0, "data": '{"own": 1}'})
    exported = here.ask("GET", "/api/account/export")
    assert exported["account"]["name"] == "Ada"
    assert exported["document"]["data"] == '{"own": 1}'
    assert [record["seats"][0]["name"] for record in exported["games"]] == ["Ada"]
    assert len(exported["sessions"]) == 1
    site.database.archive(game)
    here.ask("DELETE", "/api/account", status=204)
    assert site.players(game) == [(None, None), ("Bob", None)]
    assert here.name() is None
    gone = key.get(here.options("sign_in"), ORIGIN)
    assert here.refused("POST", "/api/account/sessions", {"credential": gone}) == "not_accepted"

    def rows_with_name(connection: Any) -> list[object]:
        tables = [table for table in METADATA.sorted_tables if table.name not in ("archive",)]
        rows = [row for table in tables for row in connection.execute(table.select())]
        return [row for row in rows if "Ada" in map(str, row)]

    assert site.database.query(rows_with_name) == []
    here.create("Ada")


def test_a_suspended_account_plays_as_a_guest_and_can_still_leave(light_site: Site):
    here = light_site.browser()
    ada = here.create("Ada")["account"]["id"]
    light_site.database.transact(lambda rows: suspend_account(rows, ada, 1.0))
    assert here.account()["suspended"]
    assert here.refused("POST", "/api/account/name", {"name": "Eve"}) == "suspended"
    assert here.refused("POST", "/api/account/games", {"tokens": []}) == "suspended"
    wanted = {"mode": "bot", "bot": "random", "seat": "white"}
    game = here.ask("POST", "/api/games", wanted, 201)["game"]
    assert light_site.players(game)[0] == (None, None)
    here.ask("GET", "/api/account/export")
    here.ask("DELETE", "/api/account", status=204)


def test_an_address_creates_only_so_many_accounts(tmp_path: Any):
    url = f"sqlite:///{tmp_path}/games.db"
    with running(url, origin=ORIGIN, new_accounts_per_hour=2) as server, ExitStack() as opened:
        site = Site(server, None, Clock(), opened)  # type: ignore[arg-type]
        for name in ("Ada", "Bob"):
            site.browser().create(name)
        here = site.browser()
        made = Authenticator().create(here.options("create", name="Carla"), ORIGIN)
        assert here.refused("POST", "/api/account", {"credential": made}) == "too_many"


def test_administrators_keep_order_and_leave_a_trace(site: Site, db_url: str):
    key, here = Authenticator(), site.browser()
    ada = here.create("Ada", key)["account"]["id"]
    game = here.ask("POST", "/api/games", {"mode": "online", "seat": "white"}, 201)["game"]
    site.browser().create("Bob")

    def admin(*arguments: str) -> str:
        done = CliRunner().invoke(app, ["admin", *arguments, "--db", db_url])
        assert done.exit_code == 0, done.output
        return done.output

    admin("suspend", "ADA")
    assert here.name() is None
    here.sign_in(key)
    assert here.account()["suspended"]
    admin("restore", "Ada")
    assert not here.account()["suspended"]
    admin("rename", "Ada", "Carla")
    assert here.name() == "Carla"
    stored = site.database.load(game)
    assert stored is not None
    assert [player.name for player in stored.metadata.players] == ["Carla", None]
    for wrong in (["rename", "Carla", "B0B"], ["rename", "Carla"], ["delete", "Ada"], ["suspend"]):
        assert CliRunner().invoke(app, ["admin", *wrong, "--db", db_url]).exit_code == 2
    assert ada in admin("show", "Carla")
    admin("delete", "Carla")
    assert here.name() is None
    entries = site.database.query(read_audit)
    assert [entry.action for entry in entries] == ["suspend", "restore", "rename", "delete"]
    assert {entry.account for entry in entries} == {ada}
    assert "rename" in admin("log")


def test_a_backup_contains_accounts(site: Site, db_url: str, tmp_path: Path):
    key, here = Authenticator(), site.browser()
    ada = here.create("Ada", key)["account"]["id"]
    site.browser().create("Bob")
    game = here.ask("POST", "/api/games", {"mode": "online", "seat": "white"}, 201)["game"]
    back_up(db_url, tmp_path / "backup.db", lambda _: None)
    there = f"sqlite:///{tmp_path}/there.db"
    with closing(Database(there)) as database:
        taken = Account(id="another-account-", name="B0B", created_at=1.0)
        database.transact(lambda rows: insert_account(rows, taken))
        for _ in range(2):
            restore(tmp_path / "backup.db", there, lambda _: None)
        assert database.query(lambda rows: account_of(rows, game, Seat.WHITE)) == ada
        found = database.query(lambda rows: find_passkey(rows, first_id(key)))
        assert found is not None
        assert found[0] == ada
        assert database.query(lambda rows: find_named(rows, "Bob")) == taken


def test_any_node_answers_any_step(postgresql_url: str):
    with (
        running(postgresql_url, origin=ORIGIN) as one,
        running(postgresql_url, origin=ORIGIN) as other,
        ExitStack() as opened,
    ):
        key = Authenticator()
        # Cookies do not depend on the port, so this browser is at both nodes.
        here = Site(one, None, Clock(), opened).browser()  # type: ignore[arg-type]
        nodes = [one.http.base_url, other.http.base_url]

        def switch() -> None:
            nodes.reverse()
            here.http.base_url = nodes[0]

        options = here.options("create", name="Ada")
        switch()
        made = {"credential": key.create(options, ORIGIN)}
        here.ask("POST", "/api/account", made, 201)
        switch()
        assert here.name() == "Ada"
        assert here.refused("POST", "/api/account", made) == "not_accepted"
        game = here.ask("POST", "/api/games", {"mode": "online", "seat": "white"}, 201)["game"]
        switch()
        [listed] = here.ask("GET", "/api/account/games")["games"]
        assert listed["facts"]["game"] == game
        options = here.options("sign_in")
        switch()
        credential = {"credential": key.get(options, ORIGIN)}
        here.ask("POST", "/api/account/sessions", credential, 201)
        switch()
        assert here.refused("POST", "/api/account/sessions", credential) == "not_accepted"
        here.ask("DELETE", "/api/account/sessions", status=204)
        switch()
        assert here.name() is None
