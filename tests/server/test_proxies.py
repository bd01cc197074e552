"""The example configurations in deploy/ work with real proxies."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.server.harness import PATIENCE, running
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


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def nginx_command(folder: Path, port: int, server_port: int) -> list[str]:
    site = (DEPLOY / "nginx.conf").read_text()
    for old, new in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{port};"),
        ("server 127.0.0.1:8000;", f"server 127.0.0.1:{server_port};"),
    ):
        assert old in site
        site = site.replace(old, new)
    site = "\n".join(line for line in site.splitlines() if "ssl_certificate" not in line)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "user root;" if os.geteuid() == 0 else ""
    whole = f"{user} pid {folder}/pid; error_log stderr;\nevents {{}}\nhttp {{\n{temporary}\n"
    (folder / "nginx.conf").write_text(f"{whole}{site}\n}}\n")
    options = ["-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]
    return [program("nginx"), *options, "-g", "daemon off; master_process off;"]


def haproxy_command(folder: Path, port: int, server_port: int) -> list[str]:
    site = (DEPLOY / "haproxy.cfg").read_text()
    bind = next(line for line in site.splitlines() if line.strip().startswith("bind "))
    site = site.replace(bind, f"    bind 127.0.0.1:{port}")
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
            connect(url, sock=line, origin=f"http://{NAME}:{port}") as web_socket,
        ):
            web_socket.send(json.dumps({"type": "hello", "token": game["token"]}))
            assert json.loads(web_socket.recv(PATIENCE))["type"] == "snapshot"


def client_from(address: str, port: int) -> httpx.Client:
    """A client with an address of its own; the whole of 127.0.0.0/8 is this machine."""
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(
        base_url=f"http://127.0.0.1:{port}",
        headers={"host": f"{NAME}:{port}"},
        transport=transport,
        timeout=PATIENCE,
    )
