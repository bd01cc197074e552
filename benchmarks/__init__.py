"""Load generators and benchmarks; none of them is part of the package."""

import sys

if sys.argv[:1] == ["-m"]:  # As in kahuna/__init__.py.
    from kahuna.interrupts import exit_on_interrupt

    exit_on_interrupt()
