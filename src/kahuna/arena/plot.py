"""Draw the standings as a chart."""

from __future__ import annotations

from kahuna.arena.standings import Standings
from kahuna.plot import dot_plot


def draw_standings(table: Standings) -> str:
    """Draw the ratings as SVG, the strongest on top, with 95 % intervals."""
    rows = [(standing.entrant.name, standing.elo) for standing in table.rows]
    return dot_plot(
        f"Elo after {table.games} games, with 95 % intervals",
        rows,
        digits=0,
        signed=True,
        description=" ".join(
            f"{name}: {elo.value:+.0f}, from {elo.low:+.0f} to {elo.high:+.0f}."
            for name, elo in rows
        ),
    )
