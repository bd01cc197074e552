"""The board to look at: a painted sea chart, a map of plain characters, and words."""

from kahuna.chart.palette import Look
from kahuna.chart.svg import draw_chart
from kahuna.chart.text import ENGLISH, PLAIN, Marks, Words, describe, draw_text

__all__ = [
    "ENGLISH",
    "PLAIN",
    "Look",
    "Marks",
    "Words",
    "describe",
    "draw_chart",
    "draw_text",
]
