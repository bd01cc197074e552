"""Errors of the arena."""

from __future__ import annotations

from kahuna.core import KahunaError


class ArenaError(KahunaError):
    """A run cannot start or continue; the message says why and what to do."""
