"""The networks that ship with the package."""

from __future__ import annotations

from typing import Final

CHAMPION: Final = "champion"
WEIGHTS: Final = "champion.npz"
NETWORKS: Final = {CHAMPION: WEIGHTS, "champion-1": "champion-1.npz", "champion-2": WEIGHTS}
"""Files of weights by name.

``champion`` is the current network. Numbered names never change their weights, so that every later
network can be measured against them. The current network's number shares its file: to replace the
champion, keep its file under its number (``champion-2.npz``) and add the next number.
"""
TEACHER: Final = "champion-1"
"""The network of the students, whose limits were fitted to it, and of the published analyses."""
