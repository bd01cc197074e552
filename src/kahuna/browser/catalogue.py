"""What a game in the browser can choose from."""

from __future__ import annotations

from kahuna.bots import LEVELS
from kahuna.hosting.learn.catalogue import Catalogue, render_catalogue


def browser_catalogue(*, has_networks: bool) -> Catalogue:
    """List what is possible without a server; networks are large, so not every page has them."""
    levels = [level for level in LEVELS.values() if has_networks or level.network is None]
    return render_catalogue(modes=("bot", "hotseat"), levels=levels, has_coach=has_networks)
