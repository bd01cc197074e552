"""The command line of the verification: run experiments, check histories, plant bugs."""

from __future__ import annotations

import asyncio
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from kahuna.core import KahunaError
from research.command import run
from verification.checker import check
from verification.cluster import ROOT, Cluster, ClusterShape
from verification.experiment import Experiment, Outcome, Workload, write_outcome
from verification.history import read_history
from verification.mutants import MUTANTS
from verification.nemesis import Fault, Targets, plan_faults, plan_upgrade
from verification.stored_games import read_games

KEPT = Path("verification-failures")
SHAPE = ClusterShape()
MUTANT_SEEDS = 20
"""Give up on a planted bug after this many seeds."""
WORKLOAD = Workload()
Plan: TypeAlias = Callable[[int, float, Targets], Sequence[Fault]]
"""Makes the schedule of a seed."""


class UnknownRevisionError(KahunaError):
    """The commit or the Git repository does not exist."""


@asynccontextmanager
async def running(shape: ClusterShape) -> AsyncIterator[Cluster]:
    """Run a cluster in a temporary folder."""
    folder = Path(tempfile.mkdtemp(prefix="kahuna-cluster-"))
    folder.chmod(0o755)  # PostgreSQL runs as its own user.
    cluster = Cluster(folder, shape)
    try:
        await cluster.start()
        yield cluster
    finally:
        await cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


async def run_seeds(
    seeds: Sequence[int],
    seconds: float,
    *,
    keep: Path,
    shape: ClusterShape = SHAPE,
    workload: Workload = WORKLOAD,
    stop_at_failure: bool = False,
    plan: Plan = plan_faults,
) -> list[Outcome]:
    """Run one experiment per seed on one cluster; keep the histories of those that fail."""
    outcomes = []
    async with running(shape) as cluster:
        for seed in seeds:
            began = time.monotonic()
            folder = keep / f"seed-{seed}"
            faults = plan(seed, seconds, cluster.targets)
            outcome = await Experiment(cluster, seed, folder, workload).run(faults)
            outcomes.append(outcome)
            _report(outcome, time.monotonic() - began)
            if outcome.violations:
                write_outcome(outcome)
                for log in cluster.folder.glob("*.log"):
                    shutil.copy(log, folder)
                if stop_at_failure:
                    break
            else:
                shutil.rmtree(folder)
    return outcomes


def _report(outcome: Outcome, took: float) -> None:
    result = f"{len(outcome.violations)} violations, see {outcome.folder}"
    print(
        f"seed {outcome.seed}: {len(outcome.faults)} faults, {outcome.num_moves} acknowledged"
        f" moves, {took:.1f} s: {result if outcome.violations else 'ok'}",
        flush=True,
    )
    for violation in outcome.violations[:20]:
        print(f"  {violation}", flush=True)


Seeds: TypeAlias = Annotated[int, typer.Option(min=1, help="how many experiments to run")]
First: TypeAlias = Annotated[int, typer.Option(min=0, help="the first seed")]
Seconds: TypeAlias = Annotated[float, typer.Option(min=0.1, help="how long faults last")]
Nodes: TypeAlias = Annotated[int, typer.Option(min=1)]
Workers: TypeAlias = Annotated[int, typer.Option(min=0)]
Keep: TypeAlias = Annotated[Path, typer.Option(help="where failures are kept")]


def run_experiments(
    seeds: Seeds = 10,
    first: First = 1,
    seconds: Seconds = 5.0,
    nodes: Nodes = 3,
    workers: Workers = 2,
    keep: Keep = KEPT,
) -> None:
    """Let clients play while parts of a cluster fail, and check what they were told."""
    shape = ClusterShape(nodes, workers)
    numbers = range(first, first + seeds)
    _conclude(asyncio.run(run_seeds(numbers, seconds, keep=keep, shape=shape)))


def upgrade(
    old: Annotated[str, typer.Option(metavar="REV", help="the older commit")],
    seeds: Seeds = 10,
    first: First = 1,
    seconds: Seconds = 5.0,
    nodes: Nodes = 3,
    workers: Workers = 2,
    keep: Keep = KEPT,
) -> None:
    """Replace all nodes of an older commit, one by one, while clients play."""
    outcomes = []
    with tempfile.TemporaryDirectory() as name:
        _export(old, Path(name))
        shape = ClusterShape(nodes, workers, old_release=Path(name))
        for seed in range(first, first + seeds):
            running_seed = run_seeds([seed], seconds, keep=keep, shape=shape, plan=plan_upgrade)
            outcomes += asyncio.run(running_seed)
    _conclude(outcomes)


def _conclude(outcomes: Sequence[Outcome]) -> None:
    """Print a summary; exit with 1 if an experiment failed."""
    failed = [outcome.seed for outcome in outcomes if outcome.violations]
    moves = sum(outcome.num_moves for outcome in outcomes)
    print(f"{len(outcomes)} seeds, {moves} acknowledged moves, {len(failed)} failed")
    raise typer.Exit(int(bool(failed)))


def _export(revision: str, folder: Path) -> None:
    """Write the source tree of a commit into a folder."""
    git = ["git", "-C", str(ROOT), "archive", revision, "src", "verification"]
    packed = subprocess.run(git, capture_output=True, check=False)
    if packed.returncode:
        raise UnknownRevisionError(packed.stderr.decode().strip())
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)


def plant_mutants(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help=f"of {', '.join(MUTANTS)}; all")
    ] = None,
    seconds: Seconds = 5.0,
    nodes: Nodes = 3,
    workers: Workers = 2,
) -> None:
    """Plant one bug after another, and run seeds until the checks find it."""
    shape = ClusterShape(nodes, workers)
    for unknown in set(names or ()) - set(MUTANTS):
        raise typer.BadParameter(f"there is no mutant {unknown}; there are {', '.join(MUTANTS)}")
    lines = []
    num_survivors = 0
    for name in names or MUTANTS:
        with tempfile.TemporaryDirectory() as folder:
            outcomes = asyncio.run(
                run_seeds(
                    range(1, MUTANT_SEEDS + 1),
                    seconds,
                    keep=Path(folder),
                    shape=replace(shape, mutants=(name,), settle_seconds=20.0),
                    stop_at_failure=True,
                )
            )
        guarantees = {violation.guarantee for violation in outcomes[-1].violations}
        num_survivors += not guarantees
        found = ", ".join(sorted(guarantees)) or "NOT FOUND"
        lines.append(f"| `{name}` | {MUTANTS[name].about} | {len(outcomes)} | {found} |")
    print("| bug | what it does | seeds | broken guarantees |", "|---|---|---|---|", sep="\n")
    print(*lines, sep="\n")
    raise typer.Exit(int(bool(num_survivors)))


def check_folder(folder: Path) -> None:
    """Check a kept history again."""
    events = read_history(folder / "history.jsonl")
    violations = check(events, read_games(folder / "games.json"))
    for violation in violations:
        print(violation)
    print(f"{len(events)} events, {len(violations)} violations", file=sys.stderr)
    raise typer.Exit(int(bool(violations)))


if __name__ == "__main__":
    # Stop the cluster on SIGTERM too, as on Ctrl-C, which a background job would ignore.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    run(run=run_experiments, check=check_folder, mutants=plant_mutants, upgrade=upgrade)
