"""Draw the board: as an SVG sea chart, as a text map, and as sentences."""

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
