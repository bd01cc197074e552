"""The example configurations in deploy/ work with real proxies."""

from __future__ import annotations

import json
import os
import select
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path

import httpx
import pytest
from tests.server.conftest import create_database
from tests.server.harness import PATIENCE, running
from verification.programs import Redis, free_port
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "play.example.org"


def program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if found is None:
        problem = f"NO {name.upper()} HERE: install it to test the server behind it"
        if os.environ.get("CI"):
            pytest.fail(problem)
        pytest.skip(problem)
    return found


def nginx_command(folder: Path, port: int, server_port: int) -> list[str]:
    site = adapted(
        DEPLOY / "nginx.conf",
        {
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "listen 443 ssl;": f"listen 127.0.0.1:{port};",
            "server 127.0.0.1:8000;": f"server 127.0.0.1:{server_port};",
        },
    )
    site = "\n".join(line for line in site.splitlines() if "ssl_certificate" not in line)
    return run_nginx(folder, site)


def adapted(file: Path, replacements: dict[str, str]) -> str:
    """An example with other ports and paths."""
    text = file.read_text()
    for old, new in replacements.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def run_nginx(folder: Path, site: str) -> list[str]:
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "user root;" if os.geteuid() == 0 else ""
    site = site.replace("user www-data;", f"{user} pid {folder}/pid; error_log stderr;")
    (folder / "nginx.conf").write_text(site.replace("http {", f"http {{\n{temporary}\n", 1))
    options = ["-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]
    return [program("nginx"), *options, "-g", "daemon off; master_process off;"]


def haproxy_command(folder: Path, port: int, server_port: int) -> list[str]:
    site = (DEPLOY / "haproxy.cfg").read_text()
    bind = next(line for line in site.splitlines() if line.strip().startswith("bind :443"))
    site = site.replace(bind, f"    bind 127.0.0.1:{port}")
    site = site.replace("bind :80", f"bind 127.0.0.1:{free_port()}")
    assert "127.0.0.1:8000" in site
    site = site.replace("127.0.0.1:8000", f"127.0.0.1:{server_port}")
    (folder / "haproxy.cfg").write_text(site)
    return [program("haproxy"), "-db", "-f", str(folder / "haproxy.cfg")]


@contextmanager
def proxied(command: list[str], port: int) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None, process.communicate()[0].decode()
            try:
                socket.create_connection(("127.0.0.1", port)).close()
            except ConnectionRefusedError:
                assert time.monotonic() < deadline
                time.sleep(0.05)
            else:
                break
        yield
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


@pytest.mark.parametrize("command", [nginx_command, haproxy_command], ids=["nginx", "haproxy"])
def test_a_server_behind_a_proxy(command, sqlite_url: str, tmp_path: Path):
    port = free_port()
    limits = {"requests_per_second": 0.001, "request_burst": 2}
    names = ("localhost", NAME)
    with (
        running(sqlite_url, proxies=("127.0.0.1",), allowed_hosts=names, **limits) as server,
        proxied(command(tmp_path, port, server.port), port),
        client_from("127.0.0.2", port) as ada,
        client_from("127.0.0.3", port) as bob,
    ):
        made = ada.post("/api/games", json={"mode": "online"})
        assert made.status_code == 201
        game = made.json()
        # Nobody escapes the limit with another address of their own choice.
        spoofed = [
            ada.post("/api/games", json={"mode": "online"}, headers={"x-forwarded-for": claimed})
            for claimed in ("192.0.2.1", "192.0.2.2")
        ]
        assert [answer.status_code for answer in spoofed] == [201, 429]
        assert bob.post("/api/games", json={"mode": "online"}).status_code == 201
        assert ada.get("/api/catalogue").headers["x-content-type-options"] == "nosniff"
        assert ada.get("/readyz").status_code == 404
        large = ada.post("/api/games/import", content=b"x" * 300_000)
        assert large.status_code == 413
        url = f"ws://{NAME}:{port}/api/games/{game['game']}/socket"
        with (
            socket.create_connection(("127.0.0.1", port)) as line,
            connect(
                url, sock=line, origin=f"http://{NAME}:{port}", open_timeout=PATIENCE
            ) as web_socket,
        ):
            web_socket.send(json.dumps({"type": "hello", "token": game["token"]}))
            assert json.loads(web_socket.recv(PATIENCE))["type"] == "snapshot"


def silent_connections(opened: ExitStack, port: int, num: int, sent: bytes) -> list[socket.socket]:
    """Open connections from one address that send nothing, or half a header."""
    clients = []
    for _ in range(num):
        client = opened.enter_context(socket.socket())
        client.bind(("127.0.0.2", 0))
        with suppress(ConnectionError):  # It may be rejected at once.
            client.connect(("127.0.0.1", port))
            client.sendall(sent)
        clients.append(client)
    return clients


@pytest.mark.parametrize("command", [nginx_command, haproxy_command], ids=["nginx", "haproxy"])
@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nhost: x"], ids=["silent", "half"])
def test_one_address_does_not_lock_out_others(command, sent, sqlite_url: str, tmp_path: Path):
    port = free_port()
    options = {"proxies": ("127.0.0.1",), "allowed_hosts": ("localhost", NAME)}
    with (
        running(sqlite_url, **options) as server,
        proxied(command(tmp_path, port, server.port), port),
        client_from("127.0.0.3", port) as bob,
        ExitStack() as opened,
    ):
        silent_connections(opened, port, 700, sent)
        assert bob.get("/api/catalogue").status_code == 200


def test_haproxy_counts_connections_that_send_nothing(sqlite_url: str, tmp_path: Path):
    port = free_port()
    with (
        running(sqlite_url) as server,
        proxied(haproxy_command(tmp_path, port, server.port), port),
        ExitStack() as opened,
    ):
        clients = silent_connections(opened, port, 200, b"")
        deadline = time.monotonic() + PATIENCE
        while len(closed := select.select(clients, [], [], 0)[0]) < 50:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert len(closed) < 200  # The others may be silent for some seconds.


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of our own with its key, in one file."""
    folder = tmp_path_factory.mktemp("certificate")
    key, public, both = (folder / name for name in ("key.pem", "public.pem", "both.pem"))
    words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    names = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-days", "2"]
    subprocess.run(
        [program("openssl"), *words, *names, "-keyout", key, "-out", public],
        check=True,
        capture_output=True,
    )
    both.write_text(public.read_text() + key.read_text())
    return both


@cache
def plain_port(port: int) -> int:
    """The port without TLS of a proxy."""
    return free_port()


def cluster_nginx(folder: Path, port: int, certificate: Path) -> list[str]:
    ports = [os.environ[f"NODE{number}"].split(":")[1] for number in (1, 2, 3)]
    live = f"/etc/letsencrypt/live/{NAME}"
    return run_nginx(
        folder,
        adapted(
            DEPLOY / "cluster/nginx.conf",
            {
                "listen 80;": f"listen 127.0.0.1:{plain_port(port)};",
                "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
                f"{live}/fullchain.pem": str(certificate),
                f"{live}/privkey.pem": str(certificate),
                "server 127.0.0.1:8001": f"server 127.0.0.1:{ports[0]}",
                "server 127.0.0.1:8002": f"server 127.0.0.1:{ports[1]}",
                "server 127.0.0.1:8003": f"server 127.0.0.1:{ports[2]}",
            },
        ),
    )


def cluster_haproxy(folder: Path, port: int, certificate: Path) -> list[str]:
    site = adapted(
        DEPLOY / "cluster/haproxy.cfg",
        {
            "bind :80": f"bind 127.0.0.1:{plain_port(port)}",
            "bind :443": f"bind 127.0.0.1:{port}",
            f"/etc/haproxy/certs/{NAME}.pem": str(certificate),
        },
    )
    (folder / "haproxy.cfg").write_text(site)
    return [program("haproxy"), "-db", "-f", str(folder / "haproxy.cfg")]


class SecurePlayer:
    """A player on a WebSocket with TLS, who comes back when the connection breaks."""

    def __init__(self, port: int, certificate: Path, game: str, token: str) -> None:
        self._address = ("127.0.0.1", port)
        self._url = f"wss://{NAME}:{port}/api/games/{game}/socket"
        self._origin = f"https://{NAME}:{port}"
        self._context = ssl.create_default_context(cafile=certificate)
        self._token = token
        self._open = ExitStack()
        self.state: dict = {}
        self.num_connections = 0
        self._connect()

    def _connect(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self._open.close()
                line = socket.create_connection(self._address)
                self._socket = self._open.enter_context(
                    connect(self._url, sock=line, origin=self._origin, ssl=self._context)
                )
                self._socket.send(json.dumps({"type": "hello", "token": self._token}))
                self.hear("snapshot")
            except (InvalidHandshake, OSError, EOFError, ConnectionClosed):
                assert time.monotonic() < deadline
                time.sleep(0.1)
            else:
                self.num_connections += 1
                return

    def hear(self, *kinds: str) -> dict:
        while True:
            message = json.loads(self._socket.recv(PATIENCE))
            if message["type"] in ("snapshot", "changed"):
                self.state = {**self.state, **message["state"]}
            if message["type"] in kinds:
                return message

    def see(self, is_so: Callable[[dict], bool]) -> None:
        while not is_so(self.state):
            try:
                self.hear("snapshot", "changed")
            except ConnectionClosed:
                self._connect()

    def draw(self, key: str) -> None:
        """End the turn; ask again if the connection breaks."""
        version = self.state["version"]
        act = {"type": "act", "key": key, "version": version, "action": "<*"}
        while True:
            try:
                self._socket.send(json.dumps(act))
                while self.hear("changed", "snapshot", "refused")["key"] != key:
                    pass
            except ConnectionClosed:
                self._connect()
            else:
                return

    def close(self) -> None:
        self._open.close()


@pytest.mark.parametrize("command", [cluster_nginx, cluster_haproxy], ids=["nginx", "haproxy"])
def test_nodes_behind_a_proxy_with_tls(
    command, postgres: str, redis: Redis, certificate: Path, tmp_path: Path, monkeypatch
):
    """Two nodes are up and one is down; then one of the two is stopped as well."""
    port, url = free_port(), create_database(postgres)
    options = {"proxies": ("127.0.0.1",), "allowed_hosts": ("localhost", NAME)}
    with ExitStack() as all_parts, ExitStack() as first:
        one = first.enter_context(running(url, hub_url=redis.url, **options))
        two = all_parts.enter_context(running(url, hub_url=redis.url, **options))
        for number, node_port in enumerate((one.port, free_port(), two.port), 1):
            monkeypatch.setenv(f"NODE{number}", f"127.0.0.1:{node_port}")
        all_parts.enter_context(proxied(command(tmp_path, port, certificate), port))
        http = all_parts.enter_context(secure_client(port, certificate))
        made, joined = make_online(http)
        assert http.get("/readyz").status_code == 404
        page = http.get("/")
        assert page.headers["strict-transport-security"] == "max-age=31536000"
        plain = httpx.get(f"http://127.0.0.1:{plain_port(port)}/x", headers={"host": NAME})
        assert (plain.status_code, plain.headers["location"]) == (301, f"https://{NAME}/x")
        ada, bob = (
            SecurePlayer(port, certificate, made["game"], token)
            for token in (made["token"], joined["token"])
        )
        for number in range(6):
            if number == 3:
                first.close()
            mover = ada if ada.state["to_move"] == "white" else bob
            mover.draw(f"k{number}")
            turn = mover.state["version"]
            for player in (ada, bob):
                player.see(lambda state: state["version"] >= turn)  # noqa: B023
        assert ada.state["to_move"] == bob.state["to_move"]
        assert ada.num_connections + bob.num_connections > 2
        ada.close()
        bob.close()


def secure_client(port: int, certificate: Path) -> httpx.Client:
    context = ssl.create_default_context(cafile=certificate)
    context.check_hostname = False  # It is called by its address.
    return httpx.Client(
        base_url=f"https://127.0.0.1:{port}",
        headers={"host": f"{NAME}:{port}"},
        verify=context,
        timeout=PATIENCE,
    )


def make_online(http: httpx.Client) -> tuple[dict, dict]:
    """Make a game and join it.

    Begin again if that fails: the proxy notices only after a while which nodes are up. If it drops
    the answer to a join, nobody knows the token.
    """
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            made = http.post("/api/games", json={"mode": "online", "seat": "white"})
            invite = {"invite": made.raise_for_status().json()["invite"]}
            joined = http.post(f"/api/games/{made.json()['game']}/join", json=invite)
            return made.json(), joined.raise_for_status().json()
        except (httpx.HTTPStatusError, httpx.RemoteProtocolError):
            if time.monotonic() > deadline:
                raise
        time.sleep(0.1)


def client_from(address: str, port: int) -> httpx.Client:
    """A client with an address of its own; the whole of 127.0.0.0/8 is this machine."""
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(
        base_url=f"http://127.0.0.1:{port}",
        headers={"host": f"{NAME}:{port}"},
        transport=transport,
        timeout=PATIENCE,
    )
