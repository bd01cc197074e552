"""Draw the board: as an SVG sea chart, as a text map, and as sentences."""

from kahuna.chart.palette import Look as Look
from kahuna.chart.svg import draw_chart as draw_chart
from kahuna.chart.text_map import ENGLISH as ENGLISH
from kahuna.chart.text_map import PLAIN as PLAIN
from kahuna.chart.text_map import ChartTexts as ChartTexts
from kahuna.chart.text_map import Marks as Marks
from kahuna.chart.text_map import chart_texts as chart_texts
from kahuna.chart.text_map import describe as describe
from kahuna.chart.text_map import draw_text as draw_text
