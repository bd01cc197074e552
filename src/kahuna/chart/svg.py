"""Draw the board as a painted sea chart in one standalone SVG."""

from collections.abc import Iterable
from html import escape

from kahuna.chart.geometry import SIZE
from kahuna.chart.palette import PALETTES, Look
from kahuna.chart.pieces import PIECE_DEFS, arrow, draw_pieces
from kahuna.chart.scenery import draw_scenery, scenery_defs
from kahuna.chart.text_map import ENGLISH, ChartTexts, describe


def draw_chart(
    *,
    bridges: tuple[int, int] = (0, 0),
    stones: tuple[int, int] = (0, 0),
    look: Look = Look.DAY,
    lit_islands: int = 0,
    lit_lines: int = 0,
    arrows: Iterable[tuple[int, int]] = (),
    title: str = "Kahuna: the archipelago",
    words: ChartTexts = ENGLISH,
) -> str:
    """Draw a position.

    The masks have bit i for line or island i; of each pair the first is White's, the second
    Black's. Arrows lead from one island to another. The description spells the whole position
    out, island by island.
    """
    palette = PALETTES[look]
    width, height = SIZE
    description = " ".join(describe(bridges=bridges, stones=stones, words=words))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        'aria-labelledby="chart-title chart-desc">'
        f'<title id="chart-title">{escape(title, quote=False)}</title>'
        f'<desc id="chart-desc">{escape(description, quote=False)}</desc>'
        f"<defs>{scenery_defs(palette)}{PIECE_DEFS}</defs>"
        f"{draw_scenery(palette, lit_islands)}"
        f"{draw_pieces(bridges=bridges, stones=stones, lit_lines=lit_lines, palette=palette)}"
        f"{''.join(arrow(start, end, palette) for start, end in arrows)}"
        "</svg>\n"
    )
