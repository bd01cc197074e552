"""Start a server, print its address and open a browser."""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence

import uvicorn

from kahuna.server.app import create_app
from kahuna.server.http.addresses import is_loopback
from kahuna.server.logging import LogStyle, set_up_logging
from kahuna.server.settings import Settings, default_db_url
from kahuna.server.startup_errors import AddressError, PortTakenError
from kahuna.server.wire.messages import MAX_MESSAGE

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    db_url: str | None = None,
    *,
    open_browser: bool = True,
    allowed_hosts: Sequence[str] = (),
    log: LogStyle | None = None,
    say: Callable[[str], None] = print,
    greeting: str = "Kahuna is running at {address}  (Ctrl+C to stop)",
) -> None:
    """Serve until interrupted.

    On a loopback address the server answers to local names only, so that no foreign page can reach
    it through DNS rebinding; ``allowed_hosts`` adds the names of a proxy.
    """
    names = (*LOCAL_NAMES, *allowed_hosts) if allowed_hosts or is_loopback(host) else None
    settings = Settings(db_url=db_url or default_db_url(), allowed_hosts=names)
    with listening(host, port) as listener:
        address = address_of(listener)
        set_up_logging(log)
        server = make_server(settings)
        say(greeting.format(address=address))
        if open_browser:
            threading.Timer(0.5, _browse, (address,)).start()
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listener])


def make_server(settings: Settings) -> uvicorn.Server:
    """Build a server that is tuned for many small messages."""
    app = create_app(settings)
    # There is hardly any cyclic garbage. Scanning all games for it again and again takes a tenth of
    # the time, and causes pauses that players would notice.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    config = uvicorn.Config(
        app,
        loop="auto",
        http="auto",
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=3,
    )
    return uvicorn.Server(config)


def listening(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 means any free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTakenError(host, port) from None
        raise AddressError(host, port, error.strerror or str(error)) from None
    return listener


def address_of(listener: socket.socket) -> str:
    """Return the address of the server for a browser."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _browse(address: str) -> None:
    """Open a browser if there is a screen."""
    has_screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform not in ("darwin", "win32") and not has_screen:
        return
    with contextlib.suppress(webbrowser.Error):
        webbrowser.get().open(address)
