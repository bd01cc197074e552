"""``kahuna worker``: run bots and reviews without serving pages."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable
from contextlib import ExitStack

from kahuna.server.logging import LogStyle, set_up_logging
from kahuna.server.metrics import Metrics
from kahuna.server.node import Node
from kahuna.server.settings import Settings
from kahuna.server.startup import serving_metrics
from kahuna.server.tracing import set_up_traces

LOG = logging.getLogger(__name__)


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
    set_up_logging(log)
    set_up_traces()
    metrics = Metrics()
    with ExitStack() as running:
        if metrics_port is not None:
            running.enter_context(serving_metrics(metrics, metrics_port))
        node = Node(settings, None, metrics)
        is_interrupted = asyncio.run(_run(node, lambda: say(greeting)))
        LOG.info("the worker has stopped")
    if is_interrupted:
        raise KeyboardInterrupt


async def _run(node: Node, on_start: Callable[[], None]) -> bool:
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
