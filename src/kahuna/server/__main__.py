"""``python -m kahuna.server``: run the server without the rest of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from kahuna.command import number, run, whole
from kahuna.server.logging import LOG_STYLES


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the options and serve."""
    parser = argparse.ArgumentParser(prog="python -m kahuna.server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=whole(0, 65535), default=8000)
    parser.add_argument("--db", help="sqlite:///… or postgresql://…")
    parser.add_argument("--hub", help="redis://…, if several nodes share the database")
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument(
        "--allow-host", action="append", default=[], help="another host name to answer to"
    )
    parser.add_argument("--proxy", action="append", default=[], help="IP address of a proxy")
    parser.add_argument("--metrics-port", type=whole(0, 65535), help="for Prometheus")
    parser.add_argument("--archive-after", type=number(0), default=10.0, metavar="MINUTES")
    parser.add_argument("--expire-after", type=number(1), metavar="DAYS")
    parser.add_argument("--log", choices=LOG_STYLES)
    options = parser.parse_args(arguments)
    from kahuna.server.startup import serve  # Slow to import; Ctrl-C must work during the import.

    serve(
        options.host,
        options.port,
        options.db,
        hub_url=options.hub,
        open_browser=not options.no_browser,
        allowed_hosts=options.allow_host,
        proxies=options.proxy,
        metrics_port=options.metrics_port,
        archive_minutes=options.archive_after,
        expire_days=options.expire_after,
        log=options.log,
    )
    return 0


if __name__ == "__main__":
    run(main)
