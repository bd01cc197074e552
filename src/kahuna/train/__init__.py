"""Self-play training of the champion (extra ``train``; not needed to play)."""

from typing import Final

CHECKPOINT: Final = "checkpoint.npz"
"""File in the run's folder to resume from."""
