"""Start the command line: ``kahuna``, or ``python -m kahuna``."""

from __future__ import annotations

from kahuna.interrupts import exit_on_interrupt


def main() -> None:
    """Guard against Ctrl-C before anything heavy is imported, then run the command line."""
    exit_on_interrupt()
    from kahuna.cli import main as run_cli

    run_cli()


if __name__ == "__main__":
    main()
