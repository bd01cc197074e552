"""Tables keep words whole in terminals of any width."""

from io import StringIO

import pytest
from rich.console import Console

from kahuna.cli.tables import show_table

HEADER = ("ply", "player", "played", "better")
ROWS = [
    ("12", "Ada", "ALOA–BARI with BARI", "take the open card [b]KAHU[/b]"),
    ("40", "Grace", "remove HUNA–LALE", "draw from the pile"),
]


@pytest.mark.parametrize("width", [12, 20, 30, 40, 60, 80, 200])
def test_no_word_is_split(width):
    console = Console(width=width, file=StringIO(), highlight=False)
    show_table(console, HEADER, ROWS)
    shown = console.file.getvalue()
    words = set(shown.split())
    for row in ROWS:
        for cell in row:
            assert set(cell.split()) <= words
    assert max(map(len, shown.splitlines())) <= max(width, len("[b]KAHU[/b]"))
