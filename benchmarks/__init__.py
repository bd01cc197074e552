"""Load generators and benchmarks; none of them is part of the package."""

import sys

if sys.argv[:1] == ["-m"]:  # Python imports this package before the module.
    from kahuna.interrupts import exit_on_interrupt

    exit_on_interrupt()
