"""All that the games of one kind of player say about the claims."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kahuna.analysis.claims.centre import Centre, centre
from kahuna.analysis.claims.comebacks import Comebacks, comebacks
from kahuna.analysis.claims.links import LinkedIslands, links
from kahuna.analysis.claims.open_cards import OpenCards, open_cards
from kahuna.analysis.claims.small_islands import SmallIslands, small_islands
from kahuna.analysis.self_play import Games


class Evidence(NamedTuple):
    """What games between equals say about each claim."""

    num_games: int
    centre: Centre
    small_islands: SmallIslands
    links: LinkedIslands
    open_cards: OpenCards
    comebacks: Comebacks


def gather_evidence(games: Games, temperature: float, rng: np.random.Generator) -> Evidence:
    """Test the claims on games of players with this sampling temperature."""
    return Evidence(
        games.num,
        centre(games),
        small_islands(games),
        links(games),
        open_cards(games, temperature, rng),
        comebacks(games),
    )
