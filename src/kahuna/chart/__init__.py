"""The board to look at: a painted sea chart, a map of plain characters, and words."""

from kahuna.chart.palette import Look
from kahuna.chart.svg import draw_chart
from kahuna.chart.text_map import (
    ENGLISH,
    PLAIN,
    ChartTexts,
    Marks,
    chart_texts,
    describe,
    draw_text,
)

__all__ = [
    "ENGLISH",
    "PLAIN",
    "ChartTexts",
    "Look",
    "Marks",
    "chart_texts",
    "describe",
    "draw_chart",
    "draw_text",
]
