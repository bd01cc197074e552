"""Play pairs of games on many machines with Ray; results do not depend on where they ran."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

from kahuna.arena.errors import ArenaError
from kahuna.arena.pair import PairResult, play_pair
from kahuna.arena.plan import PairTask, Plan
from kahuna.arena.pool import PairRunner, Results
from kahuna.workers import AHEAD

LOCAL = "local"
"""The address that starts a Ray instance on this machine."""
MAX_RETRIES = 3
"""Workers that a task may lose before the run ends: a task that ends its workers is at fault."""
OBJECT_STORE_BYTES = 80 * 1024 * 1024
"""Memory for plans and results, which are small; Ray would take a third of the machine."""


def ray_runner(address: str) -> PairRunner:
    """Return a runner that uses all cores of the Ray cluster at an address."""
    try:
        ray = import_module("ray")
    except ImportError:
        raise ArenaError(
            "--ray needs Ray, which is not installed: pip install 'kahuna[ray]'"
        ) from None
    return lambda plan, tasks: _play(ray, address, plan, iter(tasks))


def _play(ray: Any, address: str, plan: Plan, tasks: Iterator[PairTask]) -> Results:  # noqa: ANN401
    try:
        ray.init(address=address, log_to_driver=False, **_options(address))
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ArenaError(f"no Ray cluster answers at {address}: {error}") from None
    try:
        # Ray plays the games of a lost worker again. They depend only on the plan and the task.
        play = ray.remote(num_cpus=1, max_retries=MAX_RETRIES)(play_pair)
        shared = ray.put(plan)
        limit = AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1)
        running: list[Any] = []
        for task in tasks:
            running.append(play.remote(shared, task))
            if len(running) >= limit:
                yield from _ready(ray, running)
        while running:
            yield from _ready(ray, running)
    except ray.exceptions.RayTaskError as error:
        raise ArenaError(f"a bot failed, which is a bug in the bot:\n{error}") from None
    except ray.exceptions.RayError as error:
        raise ArenaError(f"{error}; with --journal, the same command continues the run") from None
    finally:
        ray.shutdown()


def _options(address: str) -> dict[str, object]:
    """Return the options of an instance of our own: small, without dashboard and logging."""
    if address != LOCAL:
        return {}
    return {
        "configure_logging": False,
        "include_dashboard": False,
        "object_store_memory": OBJECT_STORE_BYTES,
    }


def _ready(ray: Any, running: list[Any]) -> Iterable[PairResult]:  # noqa: ANN401
    """Return finished results; keep the running ones in the list."""
    ready, rest = ray.wait(running)
    running[:] = rest
    results: list[PairResult] = ray.get(ready)
    return results
