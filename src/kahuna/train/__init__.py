"""Self-play training of the champion: extra ``train``; nothing of it is needed to play."""

from typing import Final

CHECKPOINT: Final = "checkpoint.npz"
"""What a run goes on from, in its folder."""
