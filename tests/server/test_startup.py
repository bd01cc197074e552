"""What the options of the server promise."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import time
from urllib.request import urlopen

import pytest
from tests.server.harness import PATIENCE, running
from websockets.sync.client import connect

from kahuna.hosting.play.services import MAX_CORRECTION, Sources, SteadyClock
from kahuna.i18n import LANGUAGES
from kahuna.server.logging import set_up_logging
from kahuna.server.net.limits import is_loopback
from kahuna.server.startup import (
    LOCAL_NAMES,
    check_origin,
    check_proxies,
    lan_address,
    listening,
    machine_names,
    observing,
)
from kahuna.server.startup_errors import DatabaseError, HubError, NoDatabaseError, StartError


@pytest.mark.parametrize(("proxies", "is_limited"), [((), True), (("127.0.0.1",), False)])
def test_forwarded_addresses_are_believed_from_a_proxy_only(
    sqlite_url: str, proxies: tuple[str, ...], is_limited: bool
):
    with running(sqlite_url, proxies=proxies, requests_per_second=0.001, request_burst=1) as server:
        statuses = [
            server.http.post(
                "/api/games", json={"mode": "online"}, headers={"x-forwarded-for": f"192.0.2.{n}"}
            ).status_code
            for n in range(3)
        ]
        assert statuses == ([201, 429, 429] if is_limited else [201, 201, 201])


@pytest.mark.parametrize(
    "error",
    [
        StartError("port_taken", host="127.0.0.1", port=65535, other=65534),
        StartError("no_address", host="192.0.2.1", port=80, problem="no such address"),
        StartError("no_proxy_address", value="nginx"),
        NoDatabaseError("mysql://host/name"),
        DatabaseError("games.db", "file is not a database"),
        StartError("hub_without_database"),
        HubError("no such host"),
        StartError("in_english", message="no such exporter"),
        StartError("not_a_choice", option="KAHUNA_LOG", value="xml", choices="plain, json"),
    ],
    ids=lambda error: error.text,
)
def test_every_language_has_the_sentence_of_a_startup_error(error: StartError):
    sentences = [error.in_language(language) for language in LANGUAGES]
    assert sentences[0] == str(error)
    assert len(set(sentences)) == len(LANGUAGES)


def test_a_proxy_is_an_address():
    check_proxies(["127.0.0.1", "::1"])
    with pytest.raises(StartError, match="'nginx'"):
        check_proxies(["nginx"])


def test_an_origin_is_the_address_of_the_page_as_browsers_write_it():
    for origin in (None, "https://play.example.org", "http://localhost:8000"):
        check_origin(origin)
    for wrong in (
        "play.example.org",
        "https://play.example.org/",
        "ftp://x",
        "https://",
        "HTTPS://x",
    ):
        with pytest.raises(StartError):
            check_origin(wrong)


def test_a_hub_needs_a_database_that_nodes_can_share(sqlite_url: str, postgresql_url: str):
    for hub, db, problem in (
        ("redis://127.0.0.1:1", sqlite_url, "it needs --db postgresql://"),
        ("http://127.0.0.1:1", postgresql_url, "--hub is a URL such as redis://host:6379/0"),
    ):
        arguments = ["serve", "--no-browser", "--port", "0", "--hub", hub, "--db", db]
        done = subprocess.run(
            [sys.executable, "-m", "kahuna", *arguments], capture_output=True, text=True
        )
        assert done.returncode == 2
        assert problem in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_server_alone_needs_no_redis():
    code = "import sys, kahuna.server.startup; print({'redis', 'psycopg'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_metrics_have_a_port_of_their_own(sqlite_url: str):
    with listening("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(StartError, match="in use"), observing("plain", port):
            pass
    with observing("plain", port), urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        assert b"kahuna_connections 0.0" in answer.read()
    with running(sqlite_url) as server:
        assert b"kahuna_" not in server.http.get("/metrics").content


def test_a_server_in_the_network_answers_to_addresses_and_its_own_names(sqlite_url: str):
    names = (*LOCAL_NAMES, *machine_names())
    with running(sqlite_url, allowed_hosts=names) as server:
        for host in (*names, "192.0.2.1:8000", "[2001:db8::1]:8000", "[2001:db8::1]"):
            assert server.http.get("/healthz", headers={"host": host}).status_code == 200
        refused = server.http.get("/healthz", headers={"host": "evil.example"})
        assert refused.status_code == 400
        assert "--allow-host" in refused.json()["problems"][0]


@pytest.mark.parametrize(
    ("proxies", "told"), [((), "192.168.1.20"), (("127.0.0.1",), None)], ids=["here", "elsewhere"]
)
def test_only_this_machine_learns_its_address_in_the_network(
    sqlite_url: str, proxies: tuple[str, ...], told: str | None
):
    with running(sqlite_url, lan_host="192.168.1.20", proxies=proxies) as server:
        answer = server.http.get("/api/catalogue", headers={"x-forwarded-for": "192.168.1.30"})
        assert answer.json()["lan_host"] == told


def test_the_address_in_the_network_is_never_a_loopback_address():
    assert lan_address() is None or not is_loopback(str(lan_address()))


def test_logs_name_neither_clients_nor_games(sqlite_url: str, capsys: pytest.CaptureFixture[str]):
    try:
        set_up_logging("json")
        with running(sqlite_url) as server:
            made = server.make("online")
            with server.sit(made["game"], made["token"]):
                pass
            url = f"ws://127.0.0.1:{server.port}/api/games/nothing/socket"
            with connect(url, open_timeout=PATIENCE) as client:
                client.recv(timeout=PATIENCE)
        lines = map(json.loads, capsys.readouterr().err.splitlines())
        logged = [line for line in lines if line["logger"] != "httpx"]
    finally:
        for library in ("alembic", "uvicorn"):
            logging.getLogger(library).setLevel(logging.NOTSET)
    assert made["game"] not in str(logged)
    assert "127.0.0.1" not in str(logged)


def test_the_clock_of_a_process_does_not_jump(monkeypatch: pytest.MonkeyPatch):
    clock = SteadyClock(1_000.0)
    monkeypatch.setattr(time, "time", lambda: 9e9)
    assert 1_000.0 <= clock() < 1_000.0 + PATIENCE
    before = clock()
    clock.correct(9e9)
    assert before < clock() < before + MAX_CORRECTION + PATIENCE
    assert Sources().now() > 8e9
