"""Studies of the game and its players, for the documentation: not part of the package.

Run them from the root of the repository, for example ``python -m research.findings``.
"""

import sys

if sys.argv[:1] == ["-m"]:  # Python imports this package before the module.
    from kahuna.interrupts import exit_on_interrupt

    exit_on_interrupt()
