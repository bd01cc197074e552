"""Start the command line: ``kahuna``, or ``python -m kahuna``."""

from __future__ import annotations

import sys

from kahuna.dependencies import wrong_versions
from kahuna.interrupts import exit_on_interrupt


def main() -> None:
    """Guard against Ctrl-C before anything heavy is imported, then run the command line."""
    exit_on_interrupt()
    try:
        from kahuna.cli import main as run_cli
    except (ImportError, AttributeError, TypeError):
        problem = wrong_versions()
        if problem is None:
            raise
        print(f"kahuna: {problem}", file=sys.stderr)
        sys.exit(2)
    run_cli()


if __name__ == "__main__":
    main()
