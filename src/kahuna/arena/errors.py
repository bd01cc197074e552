"""What can go wrong in an arena, in words for people."""

from __future__ import annotations

from kahuna.core import KahunaError


class ArenaError(KahunaError):
    """A run that cannot begin or cannot go on; the text says why and what to do."""
