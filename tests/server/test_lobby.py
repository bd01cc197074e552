"""The lobby over HTTP: pairing, matches of two games, ratings, and what rated games forbid."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
from sqlalchemy import Connection, func, select, text
from tests.server.harness import PATIENCE, Client, Server, bearer, running
from typer.testing import CliRunner
from verification.lobby import torture

from kahuna.cli import app
from kahuna.hosting.community.account import Account, new_account_id
from kahuna.hosting.play.tokens import new_token, token_hash
from kahuna.i18n import LANGUAGES
from kahuna.puzzles import load_puzzles
from kahuna.record import parse_record, verify_cards
from kahuna.server.backup import back_up, restore
from kahuna.server.jobs.review_jobs import pack_reports
from kahuna.server.store.account_rows import insert_account, start_session
from kahuna.server.store.database import Database
from kahuna.server.store.tables import (
    BLOCKS,
    DECLINES,
    MATCHES,
    PUZZLE_RATINGS,
    RATING_CHANGES,
    RATINGS,
    REVIEWS,
)

ORIGIN = "http://localhost:8000"
LIVE = {"kind": "turn", "seconds": 600}
RATED = {"clock": LIVE, "is_rated": True}
PUZZLE = next(puzzle for puzzle in load_puzzles() if len(puzzle.solution.split()) > 2)


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


class Person:
    """A browser in the lobby."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.token = new_token()

    def seek(self, **wanted: Any) -> httpx.Response:
        return self.client.put("/api/lobby/seek", json={"token": self.token, **wanted})

    def lobby(self) -> Any:
        answer = self.client.get("/api/lobby")
        assert answer.is_success, answer.text
        return answer.json()

    def live(self) -> Iterator[Any]:
        """Yield the lobby whenever it changes."""
        with self.client.stream("GET", "/api/lobby/live") as answer:
            for line in answer.iter_lines():
                yield orjson.loads(line)

    def wait_for_game(self, besides: str | None = None) -> str:
        """Wait in the lobby until a match has begun."""
        with closing(self.live()) as states:
            for state in states:
                if new := [game for game in state["games"] if game != besides]:
                    game: str = new[-1]
                    return game
        raise AssertionError("the list ended")


def guest(online: Online, server: Server | None = None) -> Person:
    base = (server or online.server).http.base_url
    headers = bearer(new_token())
    client = httpx.Client(base_url=base, headers=headers, timeout=PATIENCE)
    return Person(online.open.enter_context(client))


def account(online: Online, name: str) -> tuple[str, Person]:
    """An account, and a browser that is signed in to it."""
    made = Account(id=new_account_id(), name=name, created_at=1.0)
    token, now = new_token(), online.server.registry.sources.now()

    def sign_in(rows: Connection) -> None:
        insert_account(rows, made)
        start_session(rows, made.id, token_hash(token), now=now, seconds=3600)

    online.transact(sign_in)
    client = httpx.Client(
        base_url=online.server.http.base_url,
        cookies={"kahuna-session": token},
        headers={"origin": ORIGIN},
        timeout=PATIENCE,
    )
    return made.id, Person(online.open.enter_context(client))


def count(online: Online, table: Any, *conditions: Any) -> int:
    query = select(func.count()).select_from(table).where(*conditions)
    return int(online.transact(lambda rows: rows.execute(query).scalar_one()))


def sit(online: Online, game: str, *people: Person) -> list[Client]:
    """Let people sit down, the one to move first."""
    clients = [
        online.open.enter_context(online.server.sit(game, person.token)) for person in people
    ]
    return sorted(clients, key=lambda client: not client.is_to_move)


def finish(online: Online, game: str, ada: Person, ben: Person) -> str | None:
    """Play a game until Ada has won; return the next game of the match."""
    clients = sit(online, game, ada, ben)
    for client in clients:
        client.wait_for_turn()
        while client.is_to_move:
            done = client.act(client.state["legal"][-1]["action"])
            assert done["type"] != "refused", done
    loser = next(client for client in clients if client.state["holds"] == _seat(online, game, ben))
    loser.send({"type": "resign"})
    winner = next(client for client in clients if client is not loser)
    while winner.state["outcome"] is None:
        winner.wait("changed", "snapshot")
    match = winner.state["match"]
    while match["number"] < match["num_games"] and winner.state["rematch"]["game"] is None:
        winner.wait("changed", "snapshot")
    next_game: str | None = winner.state["rematch"]["game"]
    return next_game


def _seat(online: Online, game: str, person: Person) -> list[str]:
    with online.server.sit(game, person.token) as client:
        held: list[str] = client.state["holds"]
        return held


def admin(db_url: str, *arguments: str) -> str:
    """Return what ``kahuna admin`` prints."""
    done = CliRunner().invoke(app, ["admin", *arguments, "--db", db_url, "--language", "en"])
    assert done.exit_code == 0, done.output
    return done.output


def test_a_rated_match_of_two_games_changes_both_ratings_once(
    online: Online, db_url: str, tmp_path: Path
):
    ada_id, ada = account(online, "Ada")
    ben_id, ben = account(online, "Ben")
    assert ada.seek(**RATED).status_code == 204
    assert ada.lobby()["own"]["is_rated"]
    assert ben.seek(**RATED).status_code == 204
    first = ada.wait_for_game()
    assert ben.wait_for_game() == first
    assert ada.lobby()["own"] is None
    assert ada.lobby()["featured"]["game"] == first
    [starter, _] = sit(online, first, ada, ben)
    assert starter.state["match"] == {
        "id": first, "is_rated": True, "number": 1, "num_games": 2,
    }  # fmt: skip
    first_starter = starter.state["seats"]["white"]["name"]

    second = finish(online, first, ada, ben)
    assert second is not None
    assert count(online, RATING_CHANGES) == 0
    [starter, _] = sit(online, second, ada, ben)
    assert starter.state["seats"]["white"]["name"] != first_starter
    assert starter.state["is_clock_running"]
    assert finish(online, second, ada, ben) is None

    for game in (first, second):
        record = online.server.http.get(f"/api/games/{game}/record").text
        assert orjson.loads(record)["fair_cards"]["seeds"] == [None, None]
        verify_cards(parse_record(record))

    rows = online.transact(lambda c: c.execute(select(RATINGS)).mappings().all())
    ratings = {row["account"]: row["value"] for row in rows}
    assert ratings[ada_id] > 1500 > ratings[ben_id]
    assert ratings[ada_id] - 1500 == pytest.approx(1500 - ratings[ben_id])
    assert count(online, RATING_CHANGES) == 2
    assert count(online, MATCHES, MATCHES.c.finished_at.is_not(None)) == 1
    assert ada.lobby()["rating"]["is_provisional"]
    assert ada.lobby()["games"] == []

    profile = ben.client.get(f"/api/players/{ada_id}").json()
    assert (profile["name"], profile["is_own"]) == ("Ada", False)
    assert [point["value"] for point in profile["curve"]] == [round(ratings[ada_id])]
    assert profile["opponents"] == [{"key": "Ben", "wins": 2, "draws": 0, "losses": 0}]
    assert {seat["key"] for seat in profile["seats"]} == {"first", "second"}

    for path, method in (("block", "PUT"), ("report", "POST")):
        body = {"reason": "leaving", "game": second} if path == "report" else None
        answer = ben.client.request(method, f"/api/players/{ada_id}/{path}", json=body)
        assert answer.status_code == 204, answer.text
    assert ben.client.get(f"/api/players/{ada_id}").json()["is_blocked"]
    assert "Ben reports Ada: leaving" in admin(db_url, "reports")
    admin(db_url, "dismiss", "Ada")
    assert admin(db_url, "reports") == ""

    back_up(db_url, tmp_path / "backup.db", lambda _: None)
    with closing(Database(f"sqlite:///{tmp_path}/there.db")) as there:
        for _ in range(2):
            restore(tmp_path / "backup.db", f"sqlite:///{tmp_path}/there.db", lambda _: None)
        tables = (RATINGS, RATING_CHANGES, MATCHES, BLOCKS)
        numbers = [there.query(lambda c, t=t: len(c.execute(select(t)).all())) for t in tables]
    assert numbers == [2, 2, 1, 1]

    assert ben.client.delete(f"/api/players/{ada_id}/block").status_code == 204
    assert not ben.client.get(f"/api/players/{ada_id}").json()["is_blocked"]
    assert ben.client.put(f"/api/players/{ben_id}/block").status_code == 409


def test_nobody_is_paired_with_somebody_blocked_or_twice(online: Online):
    ada_id, ada = account(online, "Ada")
    ben_id, ben = account(online, "Ben")
    block = BLOCKS.insert().values(account=ben_id, blocked=ada_id)
    online.transact(lambda rows: rows.execute(block) and None)
    assert ada.seek().status_code == 204
    assert ben.seek().status_code == 204
    [offer] = [seek for seek in ben.lobby()["seeks"] if seek["name"] == "Ada"]
    answer = ben.client.post(f"/api/lobby/seeks/{offer['id']}/accept", json={"token": new_token()})
    assert answer.json()["code"] == "conflict"
    cleo = guest(online)
    assert cleo.seek(name="Cleo").status_code == 204
    game = cleo.wait_for_game()
    facts = online.server.get(f"/api/games/{game}")
    assert "Cleo" in [facts["players"][seat]["name"] for seat in ("white", "black")]
    assert count(online, MATCHES) == 1


def test_a_seek_is_accepted_once(online: Online):
    ada, ben, cleo = guest(online), guest(online), guest(online)
    ada.seek(lowest=1400, num_games=1, name="Ada")
    [offer] = ben.lobby()["seeks"]
    assert (offer["name"], offer["lowest"], offer["rating"]) == ("Ada", 1400, None)
    path = f"/api/lobby/seeks/{offer['id']}/accept"
    answers = [person.client.post(path, json={"token": person.token}) for person in (ben, cleo)]
    assert [answer.status_code for answer in answers] == [201, 410]
    game = answers[0].json()["game"]
    assert ada.wait_for_game() == game
    assert {*_seat(online, game, ada), *_seat(online, game, ben)} == {"white", "black"}
    ada.seek()
    assert ada.client.delete("/api/lobby/seek").status_code == 204
    assert ada.lobby()["own"] is None


def offer(ada: Person, account_id: str, **wanted: Any) -> Any:
    """Let somebody offer a match to an account; return the offer."""
    answer = ada.seek(opponent=account_id, **wanted)
    assert answer.status_code == 204, answer.text
    [made] = [each for each in ada.lobby()["offered"] if each["opponent"] == account_id]
    return made


def accept(person: Person, seek: Any) -> httpx.Response:
    path = f"/api/lobby/seeks/{seek['id']}/accept"
    return person.client.post(path, json={"token": person.token})


def test_an_offer_waits_for_its_account_and_survives_a_restart(db_url: str):
    with running(db_url, origin=ORIGIN) as server, closing(Database(db_url)) as database:
        before = Online(server, database)
        with before.open:
            ada_id, ada = account(before, "Ada")
            ben_id, ben = account(before, "Ben")
            _, eve = account(before, "Eve")
            made = offer(ada, ben_id, **RATED)
            assert (made["name"], made["opponent_name"]) == ("Ada", "Ben")
            assert ada.seek().status_code == 204  # Both are possible at the same time.
            lobby = eve.lobby()
            assert [seek["id"] for seek in lobby["seeks"]] == [ada.lobby()["own"]["id"]]
            assert lobby["offers"] == lobby["offered"] == []
            assert accept(eve, made).json()["code"] == "conflict"
            assert eve.client.delete(f"/api/lobby/offers/{made['id']}").status_code == 410
            cookies = ben.client.cookies
            token = ada.token
    with running(db_url, origin=ORIGIN) as server, closing(Database(db_url)) as database:
        after = Online(server, database)
        with after.open:
            client = httpx.Client(
                base_url=server.http.base_url, cookies=cookies, headers={"origin": ORIGIN}
            )
            ben = Person(after.open.enter_context(client))
            assert [each["account"] for each in ben.lobby()["offers"]] == [ada_id]
            answers = [accept(ben, made) for _ in range(2)]
            assert [answer.status_code for answer in answers] == [201, 410]
            game = answers[0].json()["game"]
            assert ben.lobby()["offers"] == []
            # The clock waits for both.
            assert server.get(f"/api/games/{game}")["match"]["is_rated"]
            with server.sit(game, ben.token) as one:
                assert not one.state["is_clock_running"]
                assert one.state["legal"] == []
                action = f"x{one.state['own']['hand'][0]}"
                refused = one.ask("act", "refused", key="1", version=0, action=action)
                assert refused["code"] == "not_started"
                with server.sit(game, token) as two:
                    while not two.state["is_clock_running"]:
                        two.wait("changed", "snapshot")
                    mover = two if two.state["to_move"] in two.state["holds"] else one
                    while not mover.state["legal"]:
                        mover.wait("changed", "snapshot")


def test_an_offer_can_be_declined_and_withdrawn(online: Online):
    ada_id, ada = account(online, "Ada")
    ben_id, ben = account(online, "Ben")
    for person in (ada, ben):
        made = offer(ada, ben_id)
        assert person.client.delete(f"/api/lobby/offers/{made['id']}").status_code == 204
        assert ada.lobby()["offered"] == ben.lobby()["offers"] == []
        assert accept(ben, made).status_code == 410
    offer(ada, ben_id)
    first, second = offer(ada, ben_id, num_games=1), offer(ben, ada_id)
    assert (first["num_games"], second["num_games"]) == (1, 2)  # A new offer replaces the old one.
    lobby = ada.lobby()
    assert [len(lobby[name]) for name in ("offers", "offered")] == [1, 1]
    assert accept(ada, second).status_code == 201  # It stands for both.
    for lobby in (ada.lobby(), ben.lobby()):
        assert lobby["offers"] == lobby["offered"] == []
    offer(ada, ben_id)
    offer(ben, ada_id)
    ben.client.put(f"/api/players/{ada_id}/block")
    lobby = ada.lobby()
    assert lobby["offers"] == lobby["offered"] == []
    assert ada.seek(opponent=ben_id).json()["code"] == "conflict"
    assert ben.seek(opponent=ada_id).json()["code"] == "conflict"


def test_offers_that_nobody_may_make(online: Online, db_url: str):
    ada_id, ada = account(online, "Ada")
    ben_id, ben = account(online, "Ben")
    assert guest(online).seek(opponent=ben_id).json()["code"] == "signed_out"
    assert ada.seek(opponent=ada_id).json()["code"] == "conflict"
    assert ada.seek(opponent=new_account_id()).json()["code"] == "not_found"
    assert ada.seek(opponent="somebody").json()["code"] == "invalid"
    for number in range(10):
        offer(ada, account(online, f"Player {number}x")[0])
    assert ada.seek(opponent=ben_id).json()["code"] == "too_many"
    offer(ben, ada_id)
    # A suspended account looks for nobody, and a new name is everywhere at once.
    assert ben.seek().status_code == 204
    admin(db_url, "rename", "Ben", "Bert")
    assert {each["name"] for each in (*ada.lobby()["offers"], *ada.lobby()["seeks"])} >= {"Bert"}
    admin(db_url, "suspend", "Bert")
    assert ada.seek(opponent=ben_id).json()["code"] == "conflict"
    lobby = ada.lobby()
    assert lobby["seeks"] == lobby["offers"] == []
    assert len(lobby["offered"]) == 10


def test_a_rated_match_is_offered_again_only_in_the_lobby(online: Online):
    _, ada = account(online, "Ada")
    wanted = {"token": ada.token, "bot": "pua", "num_games": 1, **RATED}
    game = ada.client.post("/api/lobby/bot", json=wanted).json()["game"]
    [client] = sit(online, game, ada)
    client.send({"type": "resign"})
    while client.state["outcome"] is None:
        client.wait("changed", "snapshot")
    assert client.ask("rematch", "refused")["code"] == "rated"


def test_players_react_to_each_other_and_nobody_else_sees_it(online: Online):
    ada, ben = guest(online), guest(online)
    ada.seek(num_games=1)
    ben.seek(num_games=1)
    game = ada.wait_for_game()
    one, two = sit(online, game, ada, ben)
    with online.server.sit(game, None) as spectator:
        one.send({"type": "react", "reaction": "hello"})
        while not two.state["reactions"]:
            two.wait("changed")
        [shown] = two.state["reactions"]
        assert (shown["seat"], shown["reaction"]) == (one.state["holds"][0], "hello")
        assert one.ask("react", "refused", reaction="wow")["code"] == "too_fast"
        assert one.ask("react", "refused", reaction="rude")["code"] == "bad_message"
        assert spectator.ask("react", "refused", reaction="wow")["code"] == "not_a_player"
        two.send({"type": "resign"})
        while spectator.state["outcome"] is None:
            spectator.wait("changed")
        assert spectator.state["reactions"] == []
    two.send({"type": "react", "reaction": "good_game"})
    while len(one.state["reactions"]) < 2:
        one.wait("changed", "snapshot")


def test_a_profile_shows_luck_and_all_games_can_be_downloaded(online: Online):
    ada_id, ada = account(online, "Ada")
    _, ben = account(online, "Ben")
    wanted = {"token": ada.token, "bot": "pua", "num_games": 1}
    game = ada.client.post("/api/lobby/bot", json=wanted).json()["game"]
    [client] = sit(online, game, ada)
    client.send({"type": "resign"})
    while client.state["outcome"] is None:
        client.wait("changed", "snapshot")
    assert ada.client.get(f"/api/players/{ada_id}").json()["luck"] is None
    [own] = client.state["holds"]
    other = "black" if own == "white" else "white"
    report: Any = {own: {"luck": 4.0, "skill": -2.5}, other: {"luck": 0.0, "skill": 0.0}}
    data = pack_reports(dict.fromkeys(LANGUAGES, report))
    review = REVIEWS.insert().values(game=game, budget=1, data=data)
    online.transact(lambda rows: rows.execute(review) and None)
    profile = ben.client.get(f"/api/players/{ada_id}").json()
    assert profile["luck"] == {"games": 1, "luck": 4.0, "skill": -2.5}

    [line] = ada.client.get("/api/account/games.jsonl").text.splitlines()
    assert parse_record(line).outcome is not None
    assert ben.client.get("/api/account/games.jsonl").text == ""
    assert guest(online).client.get("/api/account/games.jsonl").status_code == 401


def test_the_first_attempt_at_a_puzzle_is_rated(online: Online):
    ada_id, ada = account(online, "Ada")
    path = f"/api/puzzles/{PUZZLE.id}"
    plays, solution = PUZZLE.solution.split()[:1], PUZZLE.solution.split()
    assert ada.client.post(path, json={"actions": plays}).json()["rated"] is None
    rated = ada.client.post(path, json={"actions": solution}).json()["rated"]
    assert rated["change"] > 0
    assert rated["is_provisional"]
    again = ada.client.post(path, json={"actions": PUZZLE.refutation.split()}).json()
    assert (again["stage"], again["rated"]) == ("failed", None)
    _, ben = account(online, "Ben")
    asked = ben.client.post(f"{path}?reveal=true", json={}).json()
    assert asked["rated"]["change"] < 0
    assert guest(online).client.post(path, json={"actions": solution}).json()["rated"] is None
    [own] = ada.client.get(f"/api/players/{ada_id}").json()["ratings"]
    assert (own["pace"], own["rating"]["value"]) == ("puzzles", rated["value"])
    assert count(online, PUZZLE_RATINGS) == 1
    export = ada.client.get("/api/account/export").json()
    assert [change["pace"] for change in export["meetings"]["rating_changes"]] == ["puzzles"]


@pytest.mark.parametrize("name", ["Ada", "ADA", "Áda", "Makoa", "Аda", "admin", "<b>", "x" * 40])
def test_a_guest_cannot_pass_for_somebody_else(online: Online, name: str):
    account(online, "Ada")
    somebody = guest(online)
    assert somebody.seek(name=name).status_code == 204
    assert somebody.lobby()["own"]["name"] is None


def test_leaving_before_the_first_turn_counts_as_declined(online: Online):
    _, ada = account(online, "Ada")
    ben_id, ben = account(online, "Ben")
    ada.seek(**RATED)
    ben.seek(**RATED)
    game = ada.wait_for_game()
    clients = sit(online, game, ada, ben)
    for client in clients:
        if client.state["seats"][client.state["holds"][0]]["name"] == "Ben":
            client.send({"type": "resign"})
    while clients[0].state["outcome"] is None:
        clients[0].wait("changed", "snapshot")
    assert count(online, RATING_CHANGES) == 0
    assert count(online, DECLINES, DECLINES.c.visitor == ben_id) == 1
    assert count(online, MATCHES, MATCHES.c.finished_at.is_not(None)) == 1
    assert clients[0].state["rematch"]["game"] is None


def test_rated_games_against_bots_allow_no_help(online: Online):
    ada_id, ada = account(online, "Ada")
    wanted = {"token": ada.token, "bot": "pua", "num_games": 1, **RATED}
    made = ada.client.post("/api/lobby/bot", json=wanted)
    assert made.status_code == 201, made.text
    game = made.json()["game"]
    for path in ("advice", "check", "take-back"):
        answer = ada.client.post(f"/api/games/{game}/{path}", headers=bearer(ada.token))
        assert answer.status_code == 409, path
    [client] = sit(online, game, ada)
    client.wait_for_turn()
    client.act(client.state["legal"][-1]["action"])
    client.send({"type": "resign"})
    while client.state["outcome"] is None:
        client.wait("changed", "snapshot")
    assert count(online, RATING_CHANGES, RATING_CHANGES.c.account == ada_id) == 1
    assert ada.lobby()["rating"]["value"] < 1500


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"is_rated": True, "clock": LIVE}, "signed_out"),
        ({"lowest": 1600, "highest": 1500}, "invalid"),
        ({"num_games": 3}, "invalid"),
        ({"clock": {"kind": "turn", "seconds": 60, "increment": 5}}, "invalid"),
    ],
)
def test_refused_seeks(server: Server, wanted: Any, code: str):
    body = {"token": new_token(), **wanted}
    answer = server.http.put("/api/lobby/seek", json=body, headers=bearer(new_token()))
    assert answer.json()["code"] == code


def test_of_two_writers_the_second_is_told_to_try_again(postgresql_url: str):
    """Another node blocks the same account at the same moment."""
    waiting = text(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    with ExitStack() as opened:
        server = opened.enter_context(running(postgresql_url, origin=ORIGIN))
        database = opened.enter_context(closing(Database(postgresql_url)))
        online = Online(server, database)
        opened.enter_context(online.open)
        ada_id, _ = account(online, "Ada")
        ben_id, ben = account(online, "Ben")
        pool = opened.enter_context(ThreadPoolExecutor(1))
        other_node = opened.enter_context(database.engine.connect())
        observer = opened.enter_context(database.engine.connect())
        with other_node.begin():
            other_node.execute(BLOCKS.insert().values(account=ben_id, blocked=ada_id))
            answer = pool.submit(ben.client.put, f"/api/players/{ada_id}/block")
            while not observer.execute(waiting).scalar_one():
                observer.rollback()  # Each transaction sees one moment.
        assert answer.result().json()["code"] == "conflict"


def test_two_nodes_show_the_same_list(postgresql_url: str):
    with ExitStack() as open_nodes:
        one, other = (
            open_nodes.enter_context(running(postgresql_url, origin=ORIGIN)) for _ in range(2)
        )
        online = Online(one, open_nodes.enter_context(closing(Database(postgresql_url))))
        with online.open:
            ada, ben = guest(online, one), guest(online, other)
            first_tab, second_tab, list_of_ben = ada.live(), ada.live(), ben.live()
            for states in (first_tab, second_tab, list_of_ben):
                assert next(states)["own"] is None
            assert ada.seek(lowest=1400, name="Ada").status_code == 204
            for tab in (first_tab, second_tab):
                own = next(state["own"] for state in tab if state["own"] is not None)
            [seek] = next(state["seeks"] for state in list_of_ben if state["seeks"])
            assert seek["id"] == own["id"]
            game = accept(ben, seek).json()["game"]
            for tab in (first_tab, second_tab):
                assert next(state["games"] for state in tab if state["own"] is None) == [game]
            assert next(state["games"] for state in list_of_ben if not state["seeks"]) == [game]
            for states in (first_tab, second_tab, list_of_ben):
                states.close()  # type: ignore[attr-defined]


def test_two_nodes_agree(postgresql_url: str):
    with ExitStack() as open_nodes:
        one, other = (
            open_nodes.enter_context(running(postgresql_url, origin=ORIGIN)) for _ in range(2)
        )
        online = Online(one, open_nodes.enter_context(closing(Database(postgresql_url))))
        with online.open:
            people = [guest(online, (one, other)[number % 2]) for number in range(6)]
            for person in people:
                assert person.seek().status_code == 204
            games = [person.wait_for_game() for person in people]
            assert len(set(games)) == 3
            assert all(games.count(game) == 2 for game in games)
            assert count(online, MATCHES) == 3


@pytest.mark.slow
def test_killed_nodes_neither_pair_nor_rate_twice(db_url: str):
    num_workers = 1 if db_url.startswith("sqlite") else 2
    num_rated, problems = torture(db_url, seconds=4, num_workers=num_workers, seed=3)
    assert num_rated
    assert not problems
