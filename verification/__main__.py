"""The command line of the verification: run experiments, check histories, plant bugs."""

from __future__ import annotations

import argparse
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
from typing import TypeAlias

from benchmarks.command import number, run, whole

from kahuna.core import KahunaError
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


def main() -> int:
    """Parse the options and run the command."""
    parser = argparse.ArgumentParser(prog="python -m verification", description=__doc__)
    parser.add_argument("--seeds", type=whole(1), default=10, help="how many experiments to run")
    parser.add_argument("--first", type=whole(0), default=1, help="the first seed")
    parser.add_argument("--seconds", type=number(0.1), default=5.0, help="how long faults last")
    parser.add_argument("--nodes", type=whole(1), default=3)
    parser.add_argument("--workers", type=whole(0), default=2)
    parser.add_argument("--keep", type=Path, default=KEPT, help="where failures are kept")
    commands = parser.add_subparsers(dest="command")
    checking = commands.add_parser("check", help="check a kept history again")
    checking.add_argument("folder", type=Path)
    planting = commands.add_parser("mutants", help="plant bugs; each must be found")
    planting.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(MUTANTS)}")
    upgrading = commands.add_parser(
        "upgrade", help="replace all nodes of an older commit, one by one, while clients play"
    )
    upgrading.add_argument("--old", required=True, metavar="REV", help="the older commit")
    options = parser.parse_args()
    # Stop the cluster on SIGTERM too, as on Ctrl-C, which a background job would ignore.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    if options.command == "check":
        return check_folder(options.folder)
    shape = ClusterShape(options.nodes, options.workers)
    if options.command == "mutants":
        unknown = set(options.names) - set(MUTANTS)
        if unknown:
            parser.error(f"there is no mutant {unknown.pop()}; there are {', '.join(MUTANTS)}")
        return plant_mutants(options.names or list(MUTANTS), options.seconds, shape)
    seeds = range(options.first, options.first + options.seeds)
    if options.command == "upgrade":
        outcomes = upgrade(options.old, seeds, options.seconds, options.keep, shape)
    else:
        outcomes = asyncio.run(run_seeds(seeds, options.seconds, keep=options.keep, shape=shape))
    failed = [outcome.seed for outcome in outcomes if outcome.violations]
    moves = sum(outcome.num_moves for outcome in outcomes)
    print(f"{len(outcomes)} seeds, {moves} acknowledged moves, {len(failed)} failed")
    return 1 if failed else 0


def upgrade(
    revision: str, seeds: Sequence[int], seconds: float, keep: Path, shape: ClusterShape
) -> list[Outcome]:
    """Upgrade a cluster of an older commit to this source tree, once for each seed."""
    outcomes = []
    with tempfile.TemporaryDirectory() as name:
        old = Path(name)
        _export(revision, old)
        for seed in seeds:
            outcomes += asyncio.run(
                run_seeds(
                    [seed],
                    seconds,
                    keep=keep,
                    shape=replace(shape, old_release=old),
                    plan=plan_upgrade,
                )
            )
    return outcomes


def _export(revision: str, folder: Path) -> None:
    """Write the source tree of a commit into a folder."""
    git = ["git", "-C", str(ROOT), "archive", revision, "src", "verification"]
    packed = subprocess.run(git, capture_output=True, check=False)
    if packed.returncode:
        raise UnknownRevisionError(packed.stderr.decode().strip())
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)


def plant_mutants(names: Sequence[str], seconds: float, shape: ClusterShape) -> int:
    """Plant one bug after another, and run seeds until the checks find it."""
    lines = []
    num_survivors = 0
    for name in names:
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
    return 1 if num_survivors else 0


def check_folder(folder: Path) -> int:
    """Check a kept history."""
    events = read_history(folder / "history.jsonl")
    violations = check(events, read_games(folder / "games.json"))
    for violation in violations:
        print(violation)
    print(f"{len(events)} events, {len(violations)} violations", file=sys.stderr)
    return 1 if violations else 0


if __name__ == "__main__":
    run(main)
