"""Charts are SVG files that hold what they were given."""

from xml.etree import ElementTree

import pytest

from kahuna.arena.plot import dot_plot
from research.findings.charts import bar_chart, line_plot

SVG = "{http://www.w3.org/2000/svg}"
HALF = (50.0, 40.0, 60.0)


@pytest.mark.parametrize(
    ("drawn", "texts"),
    [
        (dot_plot("A < B", [("Ada & Bo", (-5.0, -8.0, 1.0))]), {"A < B", "Ada & Bo", "−5.0"}),
        (dot_plot("Elo", [("x" * 40, HALF)], digits=0, signed=True), {"+50", "x" * 29 + "…"}),
        (bar_chart("Bars", ["1", "2"], [[3.0, 4.0]] * 2, names=["old", "new"]), {"old", "new"}),
        (line_plot("Line", [0, 100], [HALF, HALF], below="x", diagonal=True), {"Line", "x"}),
    ],
)
def test_a_chart_is_svg_with_its_labels(drawn, texts):
    root = ElementTree.fromstring(drawn)
    assert root.tag == f"{SVG}svg"
    assert texts <= {element.text for element in root.iter(f"{SVG}text")}


def test_a_chart_can_describe_itself():
    root = ElementTree.fromstring(dot_plot("Elo", [("a", HALF)], description="a: 50."))
    assert [element.text for element in root.iter(f"{SVG}desc")] == ["a: 50."]
