"""Start a server, print its address and open a browser; or start a worker."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

import uvicorn
from prometheus_client import start_http_server

from kahuna.server.app import create_app
from kahuna.server.logging import LogStyle, set_up_logging
from kahuna.server.metrics import Metrics
from kahuna.server.net.http_server import DrainingServer, server_config
from kahuna.server.net.limits import is_loopback
from kahuna.server.node import Node
from kahuna.server.settings import Settings
from kahuna.server.startup_errors import StartError
from kahuna.server.tracing import set_up_traces

LOG = logging.getLogger(__name__)

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
ANY_ADDRESS: Final = ("0.0.0.0", "::")
UNREAD_SECONDS: Final = 30
"""How long a client may leave what it was sent unread."""
SPARE_FILES: Final = 200
"""File descriptors for everything but connections: the database, worker processes, libraries."""


def serve(
    host: str,
    port: int,
    settings: Settings,
    *,
    open_browser: bool = True,
    metrics_port: int | None = None,
    log: LogStyle | None = None,
    say: Callable[[str], None] = print,
    greeting: str = "Kahuna is running at {address}  (Ctrl+C to stop)",
) -> None:
    """Serve until interrupted.

    The server answers only to names of this machine, to IP addresses and to the host names of the
    settings, so that no foreign page can reach it through DNS rebinding.
    """
    names = (*LOCAL_NAMES, *(settings.allowed_hosts or ()))
    if not is_loopback(host):
        names += machine_names()
    check_proxies(settings.proxies)
    check_origin(settings.origin)
    lan_host = lan_address() if host in ANY_ADDRESS else None
    settings = replace(settings, allowed_hosts=names, lan_host=lan_host)
    settings = fit_to_files(settings, raise_file_limit())
    with listening(host, port) as listener, observing(log, metrics_port) as metrics:
        address = address_of(listener)
        settings = replace(settings, origin=settings.origin or address.rstrip("/"))
        server = make_server(settings, metrics)
        say(greeting.format(address=address))
        LOG.info("the server has started")
        if open_browser:
            threading.Timer(0.5, _browse, (address,)).start()
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
        LOG.info("the server has stopped")


def work(
    settings: Settings,
    *,
    metrics_port: int | None = None,
    log: LogStyle | None = None,
    say: Callable[[str], None] = print,
    greeting: str = "A Kahuna worker is running  (Ctrl+C to stop)",
) -> None:
    """Take jobs until SIGTERM, or until Ctrl-C, which raises ``KeyboardInterrupt`` at the end.

    The settings name a hub. Finish what can be finished quickly, and return everything else
    to the queue.
    """
    with observing(log, metrics_port) as metrics:
        node = Node(settings, None, metrics)
        is_interrupted = asyncio.run(_run_worker(node, lambda: say(greeting)))
        LOG.info("the worker has stopped")
    if is_interrupted:
        raise KeyboardInterrupt


async def _run_worker(node: Node, on_start: Callable[[], None]) -> bool:
    """Run a node until a signal; return whether that was Ctrl-C."""
    loop = asyncio.get_running_loop()
    stopped: asyncio.Future[bool] = loop.create_future()

    def stop(number: signal.Signals) -> None:
        if not stopped.done():
            stopped.set_result(number is signal.SIGINT)

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop, number)
    node.open()
    on_start()
    LOG.info("the worker has started")
    try:
        return await stopped
    finally:
        await node.close()


def make_server(settings: Settings, metrics: Metrics | None = None) -> uvicorn.Server:
    """Build a server that is tuned for many small messages."""
    app = create_app(settings, metrics=metrics)
    # There is hardly any cyclic garbage. Repeatedly scanning all games for it takes a tenth of the
    # time, and causes pauses that players would notice.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    return DrainingServer(server_config(app, settings), app.state.endpoint.drain)


def check_proxies(proxies: Sequence[str]) -> None:
    """Check that each proxy is an IP address."""
    for proxy in proxies:
        try:
            ipaddress.ip_address(proxy)
        except ValueError:
            raise StartError("no_proxy_address", value=proxy[:60]) from None


def check_origin(origin: str | None) -> None:
    """Check that an origin is a scheme and a host, perhaps with a port, as browsers write it."""
    if origin is None:
        return
    parts = urlsplit(origin)
    is_origin = origin == f"{parts.scheme}://{parts.netloc}" == origin.lower()
    if not is_origin or parts.scheme not in ("http", "https") or not parts.hostname:
        raise StartError("no_origin", value=origin[:60])


def machine_names() -> tuple[str, ...]:
    """Return the names by which other machines in the network know this one."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return (name, short, f"{short}.local")


def lan_address() -> str | None:
    """Return this machine's IPv4 address in the local network; ``None`` without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting sends nothing for UDP; it only chooses the interface. The address is a
            # documentation example (RFC 5737).
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if is_loopback(address) else address


def raise_file_limit() -> int:
    """Raise the limit on open files as far as the system permits; return it."""
    if sys.platform == "win32":
        return 1 << 16
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 1 << 20
    wanted = most if hard == resource.RLIM_INFINITY else min(hard, most)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return most if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted


def fit_to_files(settings: Settings, num_files: int) -> Settings:
    """Lower the connection limits to what the limit on open files allows."""
    most = max(8, (num_files - SPARE_FILES) // 2)
    return replace(settings, max_connections=min(settings.max_connections, most))


@contextmanager
def observing(log: LogStyle | None, metrics_port: int | None) -> Iterator[Metrics]:
    """Log and trace; serve Prometheus metrics on a loopback port while the block runs."""
    set_up_logging(log)
    set_up_traces()
    metrics = Metrics()
    if metrics_port is None:
        yield metrics
        return
    try:
        server, thread = start_http_server(metrics_port, "127.0.0.1", metrics.registry)
    except OSError as error:
        raise _cannot_listen("127.0.0.1", metrics_port, error) from None
    try:
        yield metrics
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def listening(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 means any free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # Linux drops a connection whose client does not read or has vanished. All connections
            # of the listener inherit the option.
            milliseconds = 1000 * UNREAD_SECONDS
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
        listener.bind((host, port))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise _cannot_listen(host, port, error) from None
    return listener


def _cannot_listen(host: str, port: int, error: OSError) -> StartError:
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < 65535 else port - 1
        return StartError("port_taken", host=host, port=port, other=other)
    return StartError("no_address", host=host, port=port, problem=error.strerror or str(error))


def address_of(listener: socket.socket) -> str:
    """Return the address of the server for a browser."""
    host, port = listener.getsockname()[:2]
    if host in (*ANY_ADDRESS, "127.0.0.1", "::1"):
        host = "localhost"  # Passkeys need a name.
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _browse(address: str) -> None:
    """Open a browser if there is a display."""
    has_screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform not in ("darwin", "win32") and not has_screen:
        return
    with contextlib.suppress(webbrowser.Error):
        webbrowser.get().open(address)
