"""What a game in the browser can choose from."""

from __future__ import annotations

from kahuna.bots import LEVELS, Level
from kahuna.hosting.learn.catalogue import Catalogue, render_catalogue


def _plays_here(level: Level) -> bool:
    """Return whether a level needs neither a network nor a search."""
    return level.limits is None and not level.searches and level.key != "kanaloa"


def browser_catalogue() -> Catalogue:
    """List what is possible without a server."""
    return render_catalogue(
        modes=("bot", "hotseat"),
        levels=filter(_plays_here, LEVELS.values()),
        has_coach=False,
    )
